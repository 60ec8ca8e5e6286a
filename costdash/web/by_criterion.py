"""The answer where another criterion than least expected cost chooses."""

from dash import html

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.choice_calls import call_of_choice, choice_by
from costdash.figures.view import View
from costdash.report.choice import choice_sentences
from costdash.report.confusion import confusion
from costdash.report.numbers import Currency
from costdash.report.rules import rule_code
from costdash.web import ranges, words


def by_criterion(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    currency: Currency,
    rules: list[tuple[str, Call]],
    chosen: Call | None,
) -> dict:
    """The parts of the answer that differ; rules are those worth comparing, least cost first."""
    choice = choice_by(view.criterion, analysis, view.models)
    call = call_of_choice(analysis, point, choice, view.level)
    headline, detail = choice_sentences(view.criterion, choice, analysis, point, currency)
    single = choice.single
    mine = [("By the criterion", call)]
    alone = analysis.call_at(point, single.model, single.index, view.level)
    if choice.tie is not None:
        mine.append(("Best single threshold", alone))
    (first, best), *others = rules
    least = (f"Least expected cost{first.removeprefix('Best')}", best)
    shown = "The chosen threshold" if chosen else "By the criterion"
    return {
        "decision": [
            html.P(headline, className="headline held"),
            html.P(detail, className="detail"),
            *ranges.sensitivity(analysis, view),
        ],
        "calls": [
            words.calls_table([*mine, least, *others], point, currency),
            *ranges.best_in_parts(analysis, view, currency),
        ],
        "confusion": words.confusion_table(
            shown, confusion(chosen or call, point, currency=currency), bool(chosen)
        ),
        "spoken": headline,
        "code": rule_code(alone),
        "best": {"model": single.model, "index": single.index} if single.call == "some" else None,
    }
