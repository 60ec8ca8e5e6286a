"""Averages over folds as fields of the contract."""

from collections.abc import Iterable, Sequence

from costdash.core.curves.roc import COARSE_FPR_GRID, auc
from costdash.core.folds.averages import (
    Mean,
    cost_average,
    evaluated_average,
    fold_means,
    sampled_thresholds,
    threshold_average,
    vertical_average,
)
from costdash.core.folds.folds import Folds
from costdash.report.json import Fields


def folds_fields(
    folds: Iterable[Folds], pcfs: Sequence[float], level: float, here: float | None = None
) -> list[Fields]:
    """One entry per model, with intervals over folds at `level`.

    `vertical` is at COARSE_FPR_GRID, `threshold` at `sampled_thresholds`, `cost` at `pcfs`: each
    fold at the thresholds that the other folds choose, as `thresholds` states.
    `cost_at_own_optimum` is the cost average of Drummond & Holte (2004), section 7: each fold at
    the threshold that is cheapest on its own rows, which looks cheaper than any threshold is.
    `auc_mean` has limits too. here: a pcf at which `here` gives each fold's nec and their mean.
    `labels` names the folds in the order of `auc`; `left_out` maps a label to its missing class.
    """
    return [_model(model, pcfs, level) | _here(model, here, level) for model in folds]


def left_out_message(folds: Sequence[Folds]) -> list[str]:
    """A sentence that names the folds that lack a class; empty if there are none."""
    left_out = folds[0].left_out if folds else {}
    if not left_out:
        return []
    named = ", ".join(f"{label} (no {missing} row)" for label, missing in left_out.items())
    return [f"Left out of the averages over folds, for want of a class: {named}."]


def _model(folds: Folds, pcfs: Sequence[float], level: float) -> Fields:
    counts = list(folds.counts.values())
    vertical = vertical_average(counts, COARSE_FPR_GRID).roc(level)[1]
    threshold = threshold_average(counts, sampled_thresholds(counts))
    fpr, tpr = threshold.roc(level)
    by_threshold = _rows(threshold=threshold.at, **_limits("fpr", fpr), **_limits("tpr", tpr))
    cost = evaluated_average(folds).cost(pcfs, level)
    optimal = cost_average(list(folds.hulls.values())).cost(pcfs, level)
    return {
        "model": folds.name,
        "labels": list(folds.counts),
        "left_out": folds.left_out,
        "auc": folds.auc,
        "vertical": _rows(fpr=COARSE_FPR_GRID.tolist(), **_limits("tpr", vertical, plain=True)),
        "threshold": by_threshold[1:],  # without the infinite threshold
        "merged": {"auc": auc(folds.merged)},
        "thresholds": "other folds" if len(counts) > 1 else "same rows",
        "cost": _rows(pcf=pcfs, **_limits("nec", cost, plain=True)),
        "cost_at_own_optimum": _rows(pcf=pcfs, **_limits("nec", optimal, plain=True)),
    }


def _here(folds: Folds, pcf: float | None, level: float) -> Fields:
    if pcf is None:
        return {}
    means = fold_means(folds, pcf, level)
    (area,), (nec,) = (
        _rows(**_limits("value", mean, plain=True)) for mean in (means.auc, means.nec)
    )
    each = [float(evaluated.cost(pcf)) for evaluated in folds.evaluated.values()]
    return {"auc_mean": area, "here": {"pcf": pcf, "nec": each, "mean": nec}}


def _limits(name: str, mean: Mean, plain: bool = False) -> Fields:
    """A mean and its limits as columns; plain: the limits are named without `name`."""
    low, high = ("low", "high") if plain else (f"{name}_low", f"{name}_high")
    return {name: mean.value, low: mean.low, high: mean.high}


def _rows(**columns: Iterable[object]) -> list[Fields]:
    """One object per row of the columns."""
    return [dict(zip(columns, row)) for row in zip(*columns.values())]
