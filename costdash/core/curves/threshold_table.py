"""Every threshold's rates and costs at an operating point, as the columns of a table."""

from math import isnan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.precision_recall import precision_at, share_called
from costdash.core.sample.counts import Counts
from costdash.core.sample.shortest_decimal import threshold_text

Table = dict[str, NDArray]


def threshold_table(
    counts: Counts,
    point: OperatingPoint,
    limit: int = 1000,
    always: ArrayLike = (),
) -> Table:
    """The rows of at most `limit` thresholds, strictest first: both ends, `always`, others evenly.

    `always` are indices, usually the hull's; they too are thinned where they are too many.
    Columns are those of `columns_at`, and text: the threshold as it can be typed.
    """
    if limit < 2:
        raise ValueError(f"limit must be at least 2, got {limit}")
    index = _chosen(counts, limit, np.asarray(always, dtype=np.intp))
    return _with_text(counts, point, index)


def find(counts: Counts, point: OperatingPoint, threshold: float) -> dict:
    """The row that the rule score >= threshold lands on, JSON-clean; any number may be typed.

    Raises ValueError for nan.
    """
    if isnan(threshold):
        raise ValueError(f"threshold must be a number, got {threshold}")
    index = np.array([counts.index(threshold)])
    return rows(_with_text(counts, point, index))[0]


def columns_at(counts: Counts, point: OperatingPoint, index: ArrayLike) -> Table:
    """Columns (m,) of the thresholds at `index` (m,).

    tp, fp, fn, tn are the file's counts; tpr, fpr, specificity do not depend on the point;
    precision, accuracy, f1, share_called (of all cases), expected_cost (per case) and nec are
    at `point`. precision is nan where nothing is called.
    """
    index = np.asarray(index, dtype=np.intp)
    tp, fp = counts.tp[index], counts.fp[index]
    tpr, fpr = tp / counts.positives, fp / counts.negatives
    called = share_called(fpr, tpr, point.prior)
    found = point.prior * tpr
    return {
        "index": index,
        "threshold": counts.threshold[index],
        "tp": tp,
        "fp": fp,
        "fn": counts.positives - tp,
        "tn": counts.negatives - fp,
        "tpr": tpr,
        "fpr": fpr,
        "precision": precision_at(fpr, tpr, point.prior),
        "specificity": 1 - fpr,
        "accuracy": found + (1 - point.prior) * (1 - fpr),
        "f1": 2 * found / (point.prior + called),
        "share_called": called,
        "expected_cost": point.expected_cost(fpr, tpr),
        "nec": normalized_expected_cost(fpr, tpr, point.pcf),
    }


def rows(table: Table) -> list[dict]:
    """The rows of a table of columns as plain Python values; None for inf, nan and no text."""
    columns = [_plain(column) for column in table.values()]
    return [dict(zip(table, row)) for row in zip(*columns)]


def _with_text(counts: Counts, point: OperatingPoint, index: NDArray[np.intp]) -> Table:
    text = [threshold_text(counts.threshold, int(i)) for i in index]
    table = columns_at(counts, point, index)
    return {"index": table.pop("index"), "threshold": table.pop("threshold")} | {
        "text": np.array(text, dtype=object),
        **table,
    }


def _chosen(counts: Counts, limit: int, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Even steps along the curve fill the room that the ends and `always` leave."""
    size = counts.threshold.size
    if size <= limit:
        return np.arange(size)
    kept = _evenly(np.unique(np.concatenate((always, [0, size - 1]))), limit)
    steps = np.linspace(0, 2, limit - kept.size)
    even = np.searchsorted(counts.fpr + counts.tpr, steps).clip(0, size - 1)
    return np.union1d(kept, even)


def _evenly(index: NDArray[np.intp], limit: int) -> NDArray[np.intp]:
    if index.size <= limit:
        return index
    return index[np.linspace(0, index.size - 1, limit).round().astype(np.intp)]


def _plain(column: NDArray) -> list:
    if not np.issubdtype(column.dtype, np.floating):
        return column.tolist()
    return [x if finite else None for x, finite in zip(column.tolist(), np.isfinite(column))]
