"""The comparison of two models."""

from dash import no_update

from costdash.core import Analysis, OperatingPoint
from costdash.core.best_where import best_where, standings
from costdash.core.ranges import Imprecise
from costdash.core.superiority import CostBelief
from costdash.figures.difference import difference_figure
from costdash.report import comparison as words
from costdash.report.left_out import left_out_sentence
from costdash.report.numbers import Currency
from costdash.web import compare
from costdash.web.analyses import analysis_of
from costdash.web.rows import rows_of
from costdash.web.session import session_id
from costdash.web.state import Unreadable, drawn_models, known_of, point_of, view_of
from costdash.web.store import Gone
from costdash.web.words import panel_note

PAIR = 2


def pair(dataset: dict | None, conditions: dict | None, a: str | None, b: str | None) -> tuple:
    """(choices of A, A, choices of B, B): kept where the data have them, else the two best."""
    names = [model["name"] for model in (dataset or {}).get("models", [])]
    if len(names) < PAIR:
        return names, None, names, None
    if a in names and b in names and a != b:
        return names, a, names, b
    try:
        analysis, point = analysis_of(dataset["token"], session_id()), point_of(conditions or {})
    except (Gone, Unreadable):
        return names, names[0], names, names[1]
    first, second = sorted(names, key=lambda name: analysis.call_of(point, name, 0).nec)[:PAIR]
    return names, first, names, second


def compared(dataset, conditions, view, a, b, margin, simultaneous, currency: str) -> tuple:
    """(figure, its note, what is said) of a against b; nothing while there is no pair."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        rows = rows_of(token, session, (*drawn_models(view, conditions), a, b))
        analysis, point = rows.analysis, point_of(conditions or {})
        shown = view_of(view or {}, analysis, dataset["revision"])
        if a == b or not {a, b} <= set(analysis.models):
            return no_update, "", "Choose two models to compare."
        found = rows.comparison(a, b, shown.level or analysis.level, (point.pcf,))
    except (Gone, Unreadable) as reason:
        return no_update, "", str(reason)
    said = [
        words.difference_here(found, point, simultaneous, Currency(currency)),
        words.significance(found, simultaneous),
        words.largest(found),
        words.non_inferiority(found, margin, simultaneous) if margin else "",
        _superiority(found, analysis, point, known_of(conditions)),
        words.dominance(found, {name: analysis.models[name].counts for name in (a, b)}),
        words.areas(found),
        words.several_pairs(len(dataset["models"]), found.level),
        left_out_sentence(analysis),
    ]
    figure = difference_figure(
        found, point, shown, simultaneous=simultaneous, margin=margin or None
    )
    best = _best_of_all(analysis, shown.models)
    return figure, panel_note(figure.layout.meta), compare.told(said, found, best)


def _best_of_all(analysis: Analysis, names: tuple[str, ...]) -> list[str]:
    """Who is best where among the models that are on, and what those that are off would change."""
    on = names or tuple(analysis.models)
    common = analysis.hull(on)
    hulls = {name: model.hull for name, model in analysis.models.items()}
    off = {name: hull for name, hull in hulls.items() if name not in on}
    standing = standings(common, {name: hulls[name] for name in on})
    return [
        *words.who_is_best(best_where(common)),
        *words.standing_sentences(standing),
        *words.extensions(common, off),
    ]


def _superiority(found, analysis: Analysis, point: OperatingPoint, known: Imprecise | None) -> str:
    """The LC index, where the cost ratio is only known as a range."""
    if known is None or known.cost_ratio[0] == known.cost_ratio[1]:
        return ""
    low, high = known.cost_ratio
    belief = CostBelief(low, min(max(point.cost_ratio, low), high), high, point.prior)
    hulls = {name: analysis.models[name].hull for name in (found.a, found.b)}
    return words.superiority(found, hulls, belief)
