"""The curves of pairs and of folds as CSV; linked panels' curves are in `figures.panels`."""

from collections.abc import Iterator
from typing import Any

from costdash.core.curves.cost import PCF_GRID
from costdash.core.curves.precision_recall import share_called
from costdash.core.curves.roc import normal_deviates
from costdash.figures.alternatives import AT_LEAST
from costdash.figures.axes import FLAGGED, TPR
from costdash.report.csv.tables import Sheet
from costdash.report.json import Fields
from costdash.report.json.folds import folds_fields
from costdash.report.report import Report
from costdash.wording import percent


def det(report: Report) -> Sheet:
    """The ROC curves on normal deviates, against the false negative rate; empty at 0 and 1."""
    head = ["model", AT_LEAST, "fpr", "fnr", "normal deviate of fpr", "normal deviate of fnr"]

    def rows() -> Iterator[tuple[Any, ...]]:
        for name in report.shown:
            counts = report.analysis.models[name].counts
            across, up = normal_deviates(counts)
            for row in zip(counts.threshold, counts.fpr, 1 - counts.tpr, across, up):
                yield name, *row

    return head, rows()


def gains(report: Report) -> Sheet:
    """The share of positives found by the share of cases flagged at the prior, and the lift."""
    head = ["model", AT_LEAST, FLAGGED.column, TPR.column, "lift"]

    def rows() -> Iterator[tuple[Any, ...]]:
        prior = report.point.prior
        for name in report.shown:
            counts = report.analysis.models[name].counts
            share = share_called(counts.fpr, counts.tpr, prior)
            for threshold, flagged, tpr in zip(counts.threshold, share, counts.tpr):
                yield name, threshold, flagged, tpr, tpr / flagged if flagged > 0 else None

    return head, rows()


def difference(report: Report) -> Sheet:
    """nec(a) - nec(b) of every pair, with its pointwise and its simultaneous band."""
    head = ["a", "b", "PC(+)", "nec of a less nec of b"]
    head += [f"{level}, {end}" for level in _levels(report) for end in ("low", "high")]
    return head, (
        (comparison.a, comparison.b, *point)
        for comparison in report.comparisons
        for point in zip(
            comparison.x,
            comparison.value,
            *comparison.limits(),
            *comparison.limits(simultaneous=True),
        )
    )


def crossovers(report: Report) -> Sheet:
    """Where the cost curves of two models cross."""
    head = ["a", "b", "PC(+)", "slope", "PC(+), low", "PC(+), high", "share of replicates crossing"]
    return head, (
        (comparison.a, comparison.b, c.pcf, c.slope, c.low, c.high, c.share_crossing)
        for comparison in report.comparisons
        for c in comparison.crossovers
    )


def fold_averages(report: Report) -> Sheet:
    """Curves averaged over folds, with Student's limits."""
    head = ["model", "average", AT_LEAST, "fpr", "fpr, low", "fpr, high", "tpr", "tpr, low"]
    head += ["tpr, high", "PC(+)", "nec", "nec, low", "nec, high"]
    empty: Fields = dict.fromkeys(("threshold", "fpr", "fpr_low", "fpr_high"))
    empty |= dict.fromkeys(("tpr", "tpr_low", "tpr_high", "pcf", "nec", "nec_low", "nec_high"))

    def averages() -> Iterator[tuple[Any, ...]]:
        for model in folds_fields(report.folds, PCF_GRID.tolist(), report.level):
            for kind, rate in (("vertical", "tpr"), ("threshold", None), ("cost", "nec")):
                for row in model[kind]:
                    named = {(f"{rate}_{k}" if k in ("low", "high") else k): row[k] for k in row}
                    yield (model["model"], kind, *(empty | named).values())

    return head, averages()


def _levels(report: Report) -> tuple[str, str]:
    band = f"{percent(report.level)} band"
    return f"{band} at each PC(+)", f"{band} of the whole curve"
