"""Every table and curve by its name, as a file for a spreadsheet."""

from collections.abc import Callable, Iterator
from math import isfinite

from costdash.report import csv_curves, csv_tables
from costdash.report.content import Report
from costdash.report.csv_tables import Sheet
from costdash.report.export import csv_lines

NO_MODEL = "No model is switched on."
NO_RANGE = "Nothing is known as a range: prior and costs are single values."
NO_CLASSES = "The label has two classes, or not each of them has a column of scores."
NO_FOLDS = "The file names no folds."
FEW = "There is no pair to compare: at least two models must be on, and few enough for all pairs."
Entry = tuple[str, Callable[[Report], Sheet], str]  # title, maker, why it may be empty

TABLES: dict[str, Entry] = {
    "rules": ("Rules compared", csv_tables.rules, NO_MODEL),
    "cells": ("Found, missed, false alarms, left alone", csv_tables.cells, NO_MODEL),
    "range": ("Best in parts of the range", csv_tables.parts, NO_RANGE),
    "ranking": ("Ranked over the whole range", csv_tables.ranking, NO_RANGE),
    "scenarios": ("Scenarios", csv_tables.scenarios, NO_MODEL),
    "models": ("Areas and ranges of the models", csv_tables.models, NO_MODEL),
    "classes": ("Each class against the rest", csv_tables.classes, NO_CLASSES),
    "class-pairs": ("Pairs of classes", csv_tables.class_pairs, NO_CLASSES),
    "best": ("Best along PC(+)", csv_tables.best, NO_MODEL),
    "pairs": ("Pairs of models", csv_tables.pairs, FEW),
    "folds": ("Folds", csv_tables.folds, NO_FOLDS),
}
CURVES: dict[str, Entry] = {
    "roc": ("ROC curves", csv_curves.roc, NO_MODEL),
    "pr": ("Precision-recall curves", csv_curves.precision_recall, NO_MODEL),
    "cost": ("Cost curves", csv_curves.cost, NO_MODEL),
    "difference": ("Difference curves", csv_curves.difference, FEW),
    "crossovers": ("Crossovers", csv_curves.crossovers, "No cost curves cross."),
    "averages": ("Averages over folds", csv_curves.fold_averages, NO_FOLDS),
}
EVERY = TABLES | CURVES


def csv_file(report: Report, name: str) -> Iterator[str]:
    """The lines of a table or curve; a header alone where there is nothing to tell.

    Raises KeyError for a name that is not in EVERY.
    """
    _, make, _ = EVERY[name]
    head, rows = make(report)
    return csv_lines(head, (map(_cell, row) for row in rows))


def _cell(value):
    """Python's own numbers; None for inf and nan, as the infinite threshold is an empty cell."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not isfinite(value) else value
