"""The comparison of two models."""

from dataclasses import dataclass

from dash import no_update

from costdash.core import Analysis, OperatingPoint
from costdash.core.compare.compare import MOST_MODELS
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.multiple_testing import holm_level
from costdash.core.compare.superiority import CostBelief
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import best_where, standings
from costdash.core.curves.tangent import tangent
from costdash.figures.panels.difference import difference_figure
from costdash.figures.view import View
from costdash.report.derived import Rows
from costdash.report.sentences import comparison as words
from costdash.report.sentences.left_out import left_out_sentence
from costdash.report.sentences.tangent import crossing
from costdash.web.callbacks.pairs import looked_at
from costdash.web.page import compare_tab
from costdash.web.page.decision import panel_note
from costdash.web.session import session_id
from costdash.web.storage.rows import rows_of
from costdash.web.storage.store import Gone
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    known_of,
    point_of,
    pooled,
    view_of,
)
from costdash.wording import number, percent

PAIR = 2


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
    except (Gone, Unreadable) as reason:
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
