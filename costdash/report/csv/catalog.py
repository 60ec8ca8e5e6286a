"""The catalog of CSV files: every table and curve of a report is one row of EXPORTS.

The menu of the page, `--csv`, `Summary.csv` and the route of downloads read the rows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

from costdash.figures import COST_AXES, PANEL_MODES, PANELS, CostAxis, PanelMode, Scene
from costdash.figures.alternatives import CurveTable
from costdash.report.csv import curves, measures, tables
from costdash.report.csv.tables import Sheet
from costdash.report.csv.writer import csv_lines, thresholds_csv
from costdash.report.report import Report
from costdash.report.tables.ranking import RANKING_TITLE

READ_OTHERWISE: list[PanelMode | CostAxis] = [*PANEL_MODES.values(), *COST_AXES.values()]
NO_MODEL = "No model is switched on."
NO_RANGE = "Nothing is known as a range: prior and costs are single values."
NO_CLASSES = "The label has two classes, or not each of them has a column of scores."
NO_SEGMENTS = (
    "No column of segments is chosen: choose one in “Where the money goes”, or with --segment COL."
)
NO_FOLDS = "The file names no folds."
FEW = "There is no pair to compare: at least two models must be on, and few enough for all pairs."
NO_CROSSOVERS = "No cost curves cross."
NO_PROBABILITIES = "No model that is switched on has scores from 0 to 1."
NO_MEASURES = "No model is switched on, or costs differ from case to case."

TABLES, CURVES, MEASURES = (  # headings in the menu, in its order
    "Tables (CSV)",
    "Curves with their bands (CSV)",
    "Readings of models (CSV)",
)


@dataclass(frozen=True, slots=True)
class Export:
    """A table or curve as CSV.

    id: on the command line and in requests. title: in the menu, below the heading `group`. make:
    header and rows of a report. empty: why there may be no rows.
    """

    id: str
    title: str
    group: str
    make: Callable[[Report], Sheet]
    empty: str = NO_MODEL


def _of_scene(name: str, title: str, points: Callable[[Scene], CurveTable]) -> Export:
    return Export(name, title, CURVES, lambda report: points(report.scene_with_segment))


ROWS = (
    Export("rules", "Rules compared", TABLES, tables.rules),
    Export("cells", "Found, missed, false alarms, left alone", TABLES, tables.cells),
    Export("range", "Cheapest in parts of your ranges", TABLES, tables.optimal_ranges, NO_RANGE),
    Export("ranking", RANKING_TITLE, TABLES, tables.ranking, NO_RANGE),
    Export("scenarios", "Scenarios", TABLES, tables.scenarios),
    Export("segments", "Cost by segment", TABLES, tables.segments, NO_SEGMENTS),
    Export("models", "Areas and ranges of the models", TABLES, tables.models),
    Export("classes", "Each class against the rest", TABLES, tables.classes, NO_CLASSES),
    Export("class-pairs", "Pairs of classes", TABLES, tables.class_pairs, NO_CLASSES),
    Export("best", "Best along PC(+)", TABLES, tables.best_model),
    Export("pairs", "Pairs of models", TABLES, tables.pairs, FEW),
    Export("folds", "Folds", TABLES, tables.folds, NO_FOLDS),
    *(_of_scene(panel.id, panel.csv_title, panel.csv_curve) for panel in PANELS),
    *(
        _of_scene(row.table, row.csv_title, row.csv_curve)
        for row in READ_OTHERWISE
        if row.csv_curve
    ),
    Export("difference", "Difference curves", CURVES, curves.difference, FEW),
    Export("crossovers", "Crossovers", CURVES, curves.crossovers, NO_CROSSOVERS),
    Export("averages", "Averages over folds", CURVES, curves.fold_averages, NO_FOLDS),
    Export("decision-curve", "Decision curves", MEASURES, measures.decision_curves),
    Export(
        "calibration", "Reliability steps", MEASURES, measures.reliability_steps, NO_PROBABILITIES
    ),
    Export("readouts", "Measures by field", MEASURES, measures.measures, NO_MEASURES),
)
EXPORTS = {row.id: row for row in ROWS}
THRESHOLDS = "thresholds"


def named_csv(report: Report, name: str) -> str:
    """The text of a table, a curve, or `thresholds` (all thresholds of the model shown).

    Raises ValueError if there is no such table, or it is empty.
    """
    if name == THRESHOLDS:
        if len(report.shown) != 1:
            raise ValueError(f"Show one model for its thresholds: {len(report.shown)} are shown.")
        model = report.analysis.models[report.shown[0]]
        return "".join(thresholds_csv(model.counts, report.point, cases=model.cases))
    if name not in EXPORTS:
        names = ", ".join([*EXPORTS, THRESHOLDS])
        raise ValueError(f"There is no table {name}. The tables are {names}.")
    lines = list(csv_file(report, name))
    if len(lines) == 1:
        raise ValueError(EXPORTS[name].empty)
    return "".join(lines)


def csv_file(report: Report, name: str) -> Iterator[str]:
    """The lines of a table or curve; only a header if it is empty.

    Raises KeyError for a name that is not in EXPORTS.
    """
    head, rows = EXPORTS[name].make(report)
    return csv_lines(head, (map(_cell, row) for row in rows))


def _cell(value: Any) -> Any:
    """A plain Python number; None (an empty cell) for inf and nan."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not isfinite(value) else value
