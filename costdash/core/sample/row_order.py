"""An order of the rows by what they hold, so that results do not depend on the order of a file."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from costdash.core.processors import side_by_side
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.core.sample.split import codes_of


def row_order(rows: ScoredRows) -> NDArray[np.intp]:
    """Order (n,) of the rows by the first model's score, then by everything else that they hold.

    Only equal rows keep the order of the file. Further models change the order only of rows that
    are equal without them, so that a model that is added hardly moves random folds.
    """
    first = next(iter(rows.scores.values()))
    order = np.argsort(first)  # several times as quick as a stable sort; ties are ordered below
    ordered = first[order]
    equal = ~(ordered[1:] > ordered[:-1])  # also two missing scores
    tied = np.flatnonzero(np.append(equal, False) | np.append(False, equal))
    if tied.size:
        some = np.sort(order[tied])
        order[tied] = some[np.lexsort([key[some] for key in reversed(_keys(rows))])]
    return order


def in_row_order(predictions: Predictions, order: NDArray[np.intp] | None = None) -> Predictions:
    """The rows in the order of `row_order`, without `classes` and `labelled`.

    order (n,): that of `row_order`, where it is precomputed.
    """
    order = row_order(predictions) if order is None else order
    columns: dict[str, Any] = {
        name: None if column is None else column[order]
        for name, column in (
            ("weight", predictions.weight),
            ("fold", predictions.fold),
            ("cluster", predictions.cluster),
            ("costs", predictions.costs),
            ("verification", predictions.verification),
            ("gold", predictions.gold),
        )
    }
    scores = side_by_side(lambda score: score[order], predictions.scores.values())
    return replace(
        predictions,
        is_positive=predictions.is_positive[order],
        scores=dict(zip(predictions.scores, scores, strict=True)),
        classes=None,
        labelled=None,
        file_row=None,
        split=predictions.split and predictions.split[order.astype(np.intp)],
        segments={name: column[order] for name, column in predictions.segments.items()},
        **columns,
    )


def _keys(rows: ScoredRows) -> list[NDArray]:
    """Everything that a row holds, (n,) each."""
    keys: list[NDArray] = [*rows.scores.values(), rows.is_positive]
    if rows.weight is not None:
        keys.append(rows.weight)
    if rows.costs is not None:
        keys += [rows.costs.fn, rows.costs.fp]
    if rows.verification is not None:
        keys.append(rows.verification.stratum)
    if rows.split is not None:
        keys.append(rows.split.in_evaluation)
    return [*keys, *(codes_of(x) for x in (rows.cluster, rows.fold) if x is not None)]
