"""The threshold table: rates and costs of the thresholds at an operating point, by column."""

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
    cases: Counts | None = None,
) -> Table:
    """Rows of at most `limit` thresholds, strictest first: both ends, `always`, others evenly.

    `always` are indices, usually the hull's; too many of them are thinned as well. Columns are
    those of `columns_at`, also for `cases`, and `text`, the threshold as a short decimal. Raises
    ValueError for a limit below 2.
    """
    if limit < 2:
        raise ValueError(f"limit must be at least 2, got {limit}")
    index = _chosen_indices(counts, limit, np.asarray(always, dtype=np.intp))
    return _with_text(counts, point, index, cases)


def find(
    counts: Counts, point: OperatingPoint, threshold: float, cases: Counts | None = None
) -> dict:
    """The table row of the rule score >= threshold, as plain Python values.

    Any number may be given. Raises ValueError for nan.
    """
    if isnan(threshold):
        raise ValueError(f"threshold must be a number, got {threshold}")
    index = np.array([counts.index(threshold)])
    return rows(_with_text(counts, point, index, cases))[0]


def columns_at(
    counts: Counts, point: OperatingPoint, index: ArrayLike, cases: Counts | None = None
) -> Table:
    """Columns (m,) of the thresholds at `index` (m,).

    tp, fp, fn and tn are the sample's counts. tpr, fpr and specificity do not depend on the
    point. precision, accuracy, f1, share_called (of all cases), expected_cost (per case) and nec
    hold at `point`. precision is nan where nothing is called positive. cases: counts of cases, if
    `counts` are of costs; then only expected_cost and nec are of costs.
    """
    index = np.asarray(index, dtype=np.intp)
    paid = counts.rates(index)
    counts = counts if cases is None else cases
    tp, fp = counts.tp[index], counts.fp[index]
    tpr, fpr = tp / counts.positives, fp / counts.negatives
    called = share_called(fpr, tpr, point.prior)
    true_positives = point.prior * tpr
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
        "accuracy": true_positives + (1 - point.prior) * (1 - fpr),
        "f1": 2 * true_positives / (point.prior + called),
        "share_called": called,
        "expected_cost": point.expected_cost(*paid),
        "nec": normalized_expected_cost(*paid, point.pcf),
    }


def rows(table: Table) -> list[dict]:
    """The rows of a table as plain Python values; None for inf, nan and a missing text."""
    columns = [_plain(column) for column in table.values()]
    return [dict(zip(table, row)) for row in zip(*columns)]


def _with_text(
    counts: Counts, point: OperatingPoint, index: NDArray[np.intp], cases: Counts | None
) -> Table:
    text = [threshold_text(counts.threshold, int(i)) for i in index]
    table = columns_at(counts, point, index, cases)
    return {"index": table.pop("index"), "threshold": table.pop("threshold")} | {
        "text": np.array(text, dtype=object),
        **table,
    }


def _chosen_indices(counts: Counts, limit: int, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Both ends, `always`, and the rest of the limit evenly spaced along the curve."""
    size = counts.threshold.size
    if size <= limit:
        return np.arange(size)
    retained = _evenly(np.unique(np.concatenate((always, [0, size - 1]))), limit)
    steps = np.linspace(0, 2, limit - retained.size)
    even = np.searchsorted(counts.fpr + counts.tpr, steps).clip(0, size - 1)
    return np.union1d(retained, even)


def _evenly(index: NDArray[np.intp], limit: int) -> NDArray[np.intp]:
    if index.size <= limit:
        return index
    return index[np.linspace(0, index.size - 1, limit).round().astype(np.intp)]


def _plain(column: NDArray) -> list:
    if not np.issubdtype(column.dtype, np.floating):
        return column.tolist()
    return [x if finite else None for x, finite in zip(column.tolist(), np.isfinite(column))]
