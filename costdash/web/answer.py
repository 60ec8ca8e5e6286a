"""The answer to one question of the page: figures, sentences, tables and what the script needs."""

from dash import html

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.choice_calls import call_of_choice, choice_by
from costdash.core.matrix import CostMatrix
from costdash.core.other_rows import on_other_rows
from costdash.figures import cost_figure, describe, precision_recall_figure, roc_figure
from costdash.figures.strip import strip_figure
from costdash.figures.view import View
from costdash.report.changes import change_sentences
from costdash.report.confusion import confusion
from costdash.report.decision import decision_sentences
from costdash.report.numbers import Currency
from costdash.report.other_rows import cross_fitted, optimism
from costdash.report.rules import rule_code
from costdash.web import ranges, words
from costdash.web.by_criterion import by_criterion
from costdash.web.matrix import of_matrix

PANELS = {
    "roc": roc_figure,
    "pr": precision_recall_figure,
    "cost": cost_figure,
}


def answer(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    currency: Currency,
    paid: tuple[CostMatrix | None, float | None] = (None, None),
) -> dict:
    """All that follows from one operating point and one view, as the page's scripts take it.

    paid is the full cost matrix that the two costs come from, and the cases in a month.
    """
    decision, method = analysis.decide(point, view.models, view.level), None
    if view.other_rows and decision.best.call == "some":
        decision = on_other_rows(decision, view.other_rows)
        method = cross_fitted(view.other_rows, view.level)
        method = f"{method} {optimism(view.other_rows, point, currency)}"
    best, order = decision.best, list(analysis.models)
    pin = _call(analysis, point, view.pin, view.level)
    chosen = _call(analysis, point, view.chosen, view.level)
    sentences = decision_sentences(decision, analysis, view.models, pin, currency, method)
    colour = order.index(best.model) if best.model else None
    shown = chosen or best
    calls = _rules(analysis, point, view, decision, pin, chosen)
    figures = {name: figure(analysis, point, view) for name, figure in PANELS.items()}
    told = {
        "figures": figures | {"strip": strip_figure(analysis, point, view)},
        "decision": [
            *words.decision(sentences, best.call, colour, bool(method)),
            *ranges.sensitivity(analysis, view),
        ],
        "calls": [
            html.P(" ".join(change_sentences(analysis, point, view.models)), className="changes"),
            words.calls_table(calls, point, currency),
            *ranges.best_in_parts(analysis, view, currency),
        ],
        "confusion": words.confusion_table(
            "The chosen threshold" if chosen else "The best rule",
            confusion(shown, point, currency=currency),
            bool(chosen),
        ),
        "notes": [words.panel_note(figure.layout.meta) for figure in figures.values()],
        "spoken": sentences.text,
        "labels": describe(analysis, point, view),
        "best": {"model": best.model, "index": best.index} if best.model else None,
        "code": rule_code(best),
        "pin": _pin_note(pin),
    }
    if view.criterion and view.models:
        told |= by_criterion(analysis, point, view, currency, calls, chosen)
        best = call_of_choice(analysis, point, choice_by(view.criterion, analysis, view.models))
    told["calls"] += of_matrix(*paid, best, point, currency)
    return told


def _call(analysis: Analysis, point: OperatingPoint, threshold, level: float) -> Call | None:
    if threshold is None:
        return None
    return analysis.call_at(point, *threshold, level)


def _rules(analysis, point, view, decision, pin, chosen) -> list[tuple[str, Call]]:
    """What is worth comparing: best, each other model's own best, chosen, today's and trivial."""
    best = decision.best
    others = [name for name in view.models if name != best.model]
    paid = ", other folds" * bool(view.other_rows and best.model)
    rules = [(f"Best: {words.shortened(best.model)}{paid}" if best.model else "Best", best)]
    rules += [(words.shortened(n), analysis.call_of(point, n, view.level)) for n in others]
    if chosen:
        rules.append((f"Chosen: {words.shortened(chosen.model)}", chosen))
    if pin:
        rules.append((f"Today: {words.shortened(pin.model)}", pin))
    if best.model:
        rules.append(("Without a model", decision.trivial))
    return rules


def _pin_note(pin: Call | None) -> str:
    if pin is None:
        return "None pinned. Choose a point of a curve, or take the best, and pin it (key P)."
    return f"{words.shortened(pin.model)} at {pin.text or 'calling none'}"
