"""The answer to one question of the page: figures, sentences, tables and what the script needs."""

from dataclasses import asdict, replace

from dash import html

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.choose.cost_criteria import ErrorRate
from costdash.core.choose.limit_criteria import Workforce
from costdash.figures import cost_figure, describe, precision_recall_figure, roc_figure
from costdash.figures.panels.best_model import strip_figure
from costdash.figures.view import View
from costdash.report.sentences.standing import standing
from costdash.report.summary import Paid, tell
from costdash.report.tables.confusion import confusion
from costdash.report.tables.table import answers_table, rules_table
from costdash.web.page import decision
from costdash.web.page.plain_table import bare_table
from costdash.wording import Currency

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
    paid: Paid = (None, None),
    switched: str | None = None,
) -> dict:
    """All that follows from one operating point and one view, as the page's scripts take it.

    paid is the full cost matrix that the two costs come from, and the cases in a month; switched
    is the model that was switched on or off last.
    """
    said = tell(analysis, point, view, currency, paid)
    best = said.best
    colour = analysis.place[best.model] if best.model else None
    title, shown = said.shown
    rules = [replace(rule, model=decision.shortened(rule.model)) for rule in said.rules]
    figures = {name: figure(analysis, point, view) for name, figure in PANELS.items()}
    return {
        "figures": figures | {"strip": strip_figure(analysis, point, view)},
        "decision": [
            *decision.decision(said, colour),
            *decision.within_ranges(said),
        ],
        "calls": [
            html.P(" ".join(said.changes), className="changes"),
            bare_table(rules_table(rules, point, currency)),
            *([html.H3("The full cost matrix")] if said.matrix else []),
            *map(html.P, said.matrix),
        ],
        "parts": asdict(answers_table(said.answers, currency)) if view.known else None,
        "choice": _choice(analysis, view, best) if said.by_criterion else None,
        "confusion": decision.confusion_table(
            title, confusion(shown, point, currency=currency), bool(said.chosen)
        ),
        "notes": [decision.panel_note(figure.layout.meta) for figure in figures.values()],
        "spoken": said.text,
        "labels": describe(analysis, point, view),
        "standing": [html.P(sentence) for sentence in standing(analysis, view.models, switched)],
        "best": _named(said.single),
        "cheapest": _cheapest(analysis, point, view),
        "code": said.code,
        "pin": _pin_note(said.pin),
    }


def _cheapest(analysis: Analysis, point: OperatingPoint, view: View) -> list[str]:
    """The two models that are compared at first: the cheapest here, of those that are on."""
    return sorted(view.models, key=lambda name: analysis.call_of(point, name, 0).nec)[:2]


def _choice(analysis: Analysis, view: View, call: Call) -> dict | None:
    """What the script that follows the hand needs; with two parts of rows it waits."""
    if analysis.parts:
        return None
    kind = {Workforce: "capacity", ErrorRate: "error"}.get(type(view.criterion), "")
    limit = getattr(view.criterion, "capacity", None)
    return {"kind": kind, "limit": limit, "fpr": call.fpr, "tpr": call.tpr}


def _named(call: Call) -> dict | None:
    """The threshold that the pin takes, where there is one."""
    if call.call != "some":
        return None
    return {"model": call.model, "index": call.index, "text": call.text}


def _pin_note(pin: Call | None) -> str:
    if pin is None:
        return "None pinned. Choose a point of a curve, or take the best, and pin it (key P)."
    return f"{decision.shortened(pin.model)} at {pin.text or 'calling none'}"
