"""Scores that are fitted on some rows and judged on others: by folds, or by a hold-out split."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from costdash.core.folds.folds import dealt_folds
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.row_order import row_order
from costdash.core.sample.split import codes_of
from costdash.core.types import Bools, Floats

Fit = Callable[[Bools], Callable[[Bools], Floats]]  # fitting rows (n,) -> rows (n,) -> their scores


def fitted_elsewhere(
    scored: ScoredRows, has_score: Bools, fit: Fit, stream: Stream, seed: int = 0
) -> Floats:
    """Scores (n,), each fitted without the row's fold; nan where `has_score` (n,) is False.

    fit: for the rows to fit on, what gives other rows their scores. The rows' folds are used, or
    10 stratified ones are drawn from the stream. The evaluation part of a hold-out never fits.
    """
    new = np.full(scored.rows, np.nan)
    fitting = fitting_rows(scored, has_score)
    fold = _folds(scored, fitting, stream, seed)
    for code in np.unique(fold[fitting]):
        inside = fold == code
        new[fitting & inside] = fit(fitting & ~inside)(fitting & inside)
    rest = has_score & ~fitting
    if rest.any():
        new[rest] = fit(fitting)(rest)
    return new


def fitting_rows(scored: ScoredRows, has_score: Bools) -> Bools:
    """The scored rows (n,) that may be used to fit: with a hold-out, the selection part."""
    return has_score if scored.split is None else has_score & ~scored.split.in_evaluation


def _folds(scored: ScoredRows, fitting: Bools, stream: Stream, seed: int) -> NDArray[np.intp]:
    """Fold (n,) of each row; made ones are of the rows that fit, the others have fold 0."""
    if scored.fold is not None:
        return codes_of(scored.fold)
    order = row_order(scored)
    order = order[fitting[order]]
    cluster = None if scored.cluster is None else codes_of(scored.cluster)[order]
    fold = np.zeros(scored.rows, np.intp)
    fold[order] = dealt_folds(scored.is_positive[order], generator(seed, stream), cluster)
    return fold
