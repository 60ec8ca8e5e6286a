"""The curves of pairs and of folds as CSV; linked panels' curves are in `figures.panels`."""

from collections.abc import Iterator
from typing import Any

from costdash.core.curves.cost import PCF_GRID
from costdash.figures.alternatives import AT_LEAST
from costdash.report.csv.tables import Sheet
from costdash.report.json import Fields
from costdash.report.json.folds import folds_fields
from costdash.report.report import Report
from costdash.wording import percent


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
