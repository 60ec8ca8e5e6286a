"""The catalog of CSV files: every table and curve of a report by its name."""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any

from costdash.figures import COST_AXES, PANEL_MODES, PANELS, CostAxis, PanelMode, Scene
from costdash.figures.alternatives import CurveTable
from costdash.report.csv import curves, measures, tables
from costdash.report.csv.tables import Sheet
from costdash.report.csv.writer import csv_lines, thresholds_csv
from costdash.report.report import Report

READ_OTHERWISE: list[PanelMode | CostAxis] = [*PANEL_MODES.values(), *COST_AXES.values()]
NO_MODEL = "No model is switched on."
NO_RANGE = "Nothing is known as a range: prior and costs are single values."
NO_CLASSES = "The label has two classes, or not each of them has a column of scores."
NO_FOLDS = "The file names no folds."
FEW = "There is no pair to compare: at least two models must be on, and few enough for all pairs."
Entry = tuple[str, Callable[[Report], Sheet], str]  # title, function, why it may be empty


Points = Callable[[Scene], CurveTable]


def _of_scene(title: str, points: Points) -> Entry:
    return title, lambda report: points(report.scene), NO_MODEL


TABLES: dict[str, Entry] = {
    "rules": ("Rules compared", tables.rules, NO_MODEL),
    "cells": ("Found, missed, false alarms, left alone", tables.cells, NO_MODEL),
    "range": ("Cheapest in parts of your ranges", tables.optimal_ranges, NO_RANGE),
    "ranking": ("Average over your ranges", tables.ranking, NO_RANGE),
    "scenarios": ("Scenarios", tables.scenarios, NO_MODEL),
    "models": ("Areas and ranges of the models", tables.models, NO_MODEL),
    "classes": ("Each class against the rest", tables.classes, NO_CLASSES),
    "class-pairs": ("Pairs of classes", tables.class_pairs, NO_CLASSES),
    "best": ("Best along PC(+)", tables.best_model, NO_MODEL),
    "pairs": ("Pairs of models", tables.pairs, FEW),
    "folds": ("Folds", tables.folds, NO_FOLDS),
}
CURVES: dict[str, Entry] = {
    **{panel.id: _of_scene(panel.csv_title, panel.csv_curve) for panel in PANELS},
    **{
        row.table: _of_scene(row.csv_title, row.csv_curve)
        for row in READ_OTHERWISE
        if row.csv_curve
    },
    "difference": ("Difference curves", curves.difference, FEW),
    "crossovers": ("Crossovers", curves.crossovers, "No cost curves cross."),
    "averages": ("Averages over folds", curves.fold_averages, NO_FOLDS),
}
NO_PROBABILITIES = "No model that is switched on has scores from 0 to 1."
NO_MEASURES = "No model is switched on, or costs differ from case to case."
MEASURES: dict[str, Entry] = {
    "decision-curve": ("Decision curves", measures.decision_curves, NO_MODEL),
    "calibration": ("Reliability steps", measures.reliability_steps, NO_PROBABILITIES),
    "readouts": ("Measures by field", measures.measures, NO_MEASURES),
}
EXPORTS = TABLES | CURVES | MEASURES
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
        raise ValueError(EXPORTS[name][2])
    return "".join(lines)


def csv_file(report: Report, name: str) -> Iterator[str]:
    """The lines of a table or curve; only a header if it is empty.

    Raises KeyError for a name that is not in EXPORTS.
    """
    _, make, _ = EXPORTS[name]
    head, rows = make(report)
    return csv_lines(head, (map(_cell, row) for row in rows))


def _cell(value: Any) -> Any:
    """A plain Python number; None (an empty cell) for inf and nan."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not isfinite(value) else value
