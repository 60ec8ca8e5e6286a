"""The comparison of two models.

All pairs of the models that are on, tested.

Arrows of the tab that compares two models; it works only while it is open.
"""

from dataclasses import dataclass

from dash import Dash, Input, Output, State, html, no_update

from costdash.core import Analysis, OperatingPoint
from costdash.core.compare.comparison import MOST_MODELS, Comparison
from costdash.core.compare.multiple_testing import holm_level, pair_tests
from costdash.core.compare.superiority import CostBelief
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import best_where, standings
from costdash.core.curves.iso_performance import tangent
from costdash.figures.panels.difference import difference_figure
from costdash.figures.view import View
from costdash.report.derived import Rows
from costdash.report.sentences import comparison as words
from costdash.report.sentences.comparison import crossing
from costdash.report.sentences.sample import left_out_sentence
from costdash.report.tables.pairs import pair_table
from costdash.web import ids
from costdash.web.callbacks import compare
from costdash.web.page import compare_tab
from costdash.web.page.decision import panel_note
from costdash.web.page.inputs import plain_table
from costdash.web.session import session_id
from costdash.web.storage.derived import rows_of
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    known_of,
    point_of,
    pooled,
    view_of,
)
from costdash.wording import number, percent, shortened

LONGEST = 16  # of a name in the table
PAIRS = 2  # with fewer nothing is picked
PAIR = 2
TAB = "compare"


def all_pairs(dataset, conditions, view, a, b, currency: str) -> list:
    """The table of all pairs; nothing where there is one pair only."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        rows = rows_of(token, session, (*drawn_models(view, conditions), a, b), pooled(view))
        analysis, point = rows.analysis, point_of(conditions or {})
        shown = view_of(view or {}, analysis, dataset["revision"])
        money = currency_of(conditions or {}, currency)
        names = looked_at(analysis, shown, a, b)
        every = rows.comparisons(names, shown.level or analysis.level, MOST_MODELS)
    except (DatasetUnavailable, Unreadable):
        return []
    if len(names) > MOST_MODELS:
        return [html.P(f"All pairs are tested of up to {MOST_MODELS} models.", className="note")]
    if len(every) < PAIRS:
        return []
    tests = pair_tests(every, point.pcf)
    return plain_table(pair_table(tests, point, shown.level or None, money, _short))


def looked_at(analysis: Analysis, shown: View, a: str, b: str) -> list[str]:
    """The models that are on, and the two compared, in the order of the file."""
    return [name for name in analysis.models if name in (*shown.models, a, b)]


def _short(name: str) -> str:
    """So that two names and their numbers fit beside each other."""
    return shortened(name, LONGEST)


def choices(dataset: dict | None) -> tuple[list[str], list[str]]:
    """Of A and of B."""
    names = [model["name"] for model in (dataset or {}).get("models", [])]
    return names, names


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the tab's own controls ask for."""

    margin: float | None
    simultaneous: bool
    holm: bool
    currency: str


def compared(dataset, conditions, view, a, b, wanted: Wanted) -> tuple:
    """(figure, its note, what is said) of a against b; nothing while there is no pair."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        rows = rows_of(token, session, (*drawn_models(view, conditions), a, b), pooled(view))
        analysis, point = rows.analysis, point_of(conditions or {})
        money = currency_of(conditions, wanted.currency)
        shown = view_of(view or {}, analysis, dataset["revision"])
        if a == b or not {a, b} <= set(analysis.models):
            return no_update, "", "Choose two models to compare."
        level, instead = _level(rows, shown, a, b, wanted.holm)
        found = rows.comparison(a, b, level, (point.pcf,))
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, "", str(reason)
    said = _said(found, analysis, point, shown.level > 0, wanted, money)
    said += [
        _superiority(found, analysis, point, known_of(conditions)),
        left_out_sentence(analysis),
    ]
    figure = difference_figure(
        found,
        point,
        shown,
        simultaneous=wanted.simultaneous,
        margin=wanted.margin,
        instead=instead,
    )
    best, lines = _best_of_all(analysis, shown.models), _tangents(found, analysis, shown.models)
    told = compare_tab.told(said, found, lines, best, shown.level > 0)
    return figure, panel_note(figure.layout.meta), told


def _level(rows: Rows, shown: View, a: str, b: str, holm: bool) -> tuple[float, str]:
    """At which to draw the band, and, where that is Holm's level, what it stands for."""
    level = shown.level or rows.analysis.level
    names = looked_at(rows.analysis, shown, a, b) if holm else []
    every = rows.comparisons(names, level, MOST_MODELS)
    if len(every) < PAIR:
        return level, ""
    return holm_level(every, a, b, level), f"Holm's for {percent(level)} among {len(every)} pairs"


def _said(found: Comparison, analysis: Analysis, point, banded, wanted: Wanted, money) -> list[str]:
    """Of the pair; without a band nothing that a band would show."""
    whole = wanted.simultaneous
    counts = {name: analysis.models[name].counts for name in (found.a, found.b)}
    shown = [words.significance(found, whole)] if banded else []
    if wanted.margin:
        shown.append(
            words.non_inferiority(found, wanted.margin, whole) if banded else words.NO_MARGIN
        )
    return [
        words.difference_here(found, point, whole, money, banded),
        *shown,
        words.largest(found),
        words.dominance(found, counts),
        words.areas(found, banded),
    ]


def _tangents(found: Comparison, analysis: Analysis, names: tuple[str, ...]) -> list[dict]:
    """What a script draws at each crossover, and says."""
    hulls = [analysis.models[name].hull for name in (found.a, found.b)]
    common = analysis.hull(names or tuple(analysis.models))
    drawn = []
    for crossover in found.crossovers:
        if analysis.parts:  # thresholds of other rows: the costs change places without a tangent
            drawn.append({"pcf": crossover.pcf})
            continue
        line = tangent(*hulls, crossover.pcf)
        touched = zip(found.places, (line.first, line.second))
        drawn.append(
            {
                "pcf": line.pcf,
                "ends": line.ends,
                "touched": [{"i": i, "fpr": fpr, "tpr": tpr} for i, (fpr, tpr) in touched],
                "label": f"{found.a} = {found.b}, slope {number(line.slope)}",
                "said": crossing(found.a, found.b, line, common),
            }
        )
    return drawn


def _best_of_all(analysis: Analysis, names: tuple[str, ...]) -> list[str]:
    """Who is best where among the models that are on, and what those that are off would change."""
    on = names or tuple(analysis.models)
    common = analysis.chosen_hull(on)
    hulls = {name: model.chosen_hull for name, model in analysis.models.items()}
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


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    app.callback(
        Output(ids.PAIR_A, "data"),
        Output(ids.PAIR_B, "data"),
        Input(ids.DATASET, "data"),
    )(compare.choices)

    def compared(asked, a, b, margin, simultaneous, holm, tab, dataset, conditions, view):
        if not asked or tab != TAB:
            return no_update, no_update, no_update
        wanted = Wanted(margin or None, bool(simultaneous), bool(holm), currency)
        return compare.compared(dataset, conditions, view, a, b, wanted)

    app.callback(
        Output(ids.COMPARISON, "data"),
        Output(f"{ids.DIFFERENCE}-note", "children"),
        Output(ids.COMPARED, "children"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.MARGIN, "value"),
        Input(ids.SIMULTANEOUS, "checked"),
        Input(ids.HOLM, "checked"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(compared)

    def all_pairs(asked, a, b, tab, dataset, conditions, view):
        if not asked or tab != TAB:
            return no_update
        return all_pairs(dataset, conditions, view, a, b, currency)

    app.callback(
        Output(ids.PAIR_TESTS, "data"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(all_pairs)
