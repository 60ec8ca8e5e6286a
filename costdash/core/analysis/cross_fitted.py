"""The public `analyse`: decisions are cross-fitted, or held out, where the rows allow it."""

import warnings
from collections.abc import Callable, Sequence

from costdash.core.analysis.analyse import analyse as analyse_same_rows
from costdash.core.analysis.analysis import Analysis
from costdash.core.folds.crossfit import LazyCrossFits
from costdash.core.folds.folds import NEEDS_ROWS
from costdash.core.sample.predictions import ScoredRows
from costdash.wording import same_rows_warning


def analyse(
    scored: ScoredRows,
    names: Sequence[str] | None = None,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    seed: int = 0,
    progress: Callable[[float], None] = lambda done: None,
    same_rows: bool = False,
) -> Analysis:
    """Compute curves, hulls, areas and bands of every model; decisions are cross-fitted.

    Models and thresholds are chosen on other folds than they are judged on, so that costs are
    those to expect on new cases. Curves, hulls and areas are of all rows. Cross-fits are made at
    the first decision. With a hold-out, its parts choose and judge instead.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores; `Predictions` if every row has every score. Their folds are used;
        without folds, 10 stratified ones are made 5 times, or 20 times
        below 1,000 rows. The order of rows does not matter.
    names : sequence of str, optional
        Models to analyse; by default all. Rows that lack a score of one of them are left out.
    level : float
        Confidence level of intervals and bands, in (0, 1).
    n_replicates : int
        Number of bootstrap samples, at least 100.
    seed : int
        Seed of the bootstrap samples and of random folds, not negative.
    progress : callable
        Called with the share of the models done, in (0, 1].
    same_rows : bool
        Judge decisions on the rows that they were chosen on, which makes costs look lower.

    Returns
    -------
    Analysis
        Everything that does not depend on prior and costs. `Analysis.crossfits` is None if
        decisions are not cross-fitted.

    Warns
    -----
    UserWarning
        If too few rows or groups of a class allow no cross-fitting: then as with `same_rows`.

    Raises
    ------
    ValueError
        If level, n_replicates or seed are out of range, or no rows of both classes are complete.

    Examples
    --------
    >>> import numpy as np
    >>> import costdash
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(300) < 90
    >>> scores = {"rf": rng.normal(size=300) + 2 * is_positive}
    >>> predictions = costdash.Predictions(is_positive=is_positive, scores=scores)
    >>> point = costdash.core.OperatingPoint(prior=0.1, cost_fn=20, cost_fp=1)
    >>> best = costdash.analyse(predictions).decide(point).best
    >>> on_same_rows = costdash.analyse(predictions, same_rows=True).decide(point).best
    >>> best.text == on_same_rows.text, best.expected_cost > on_same_rows.expected_cost
    (True, True)
    """
    analysis = analyse_same_rows(
        scored, names, level=level, n_replicates=n_replicates, seed=seed, progress=progress
    )
    if same_rows or analysis.hold_out is not None:
        return analysis
    try:
        if scored.groups is not None:
            raise ValueError(NEEDS_ROWS)
        crossfits = LazyCrossFits(scored.complete(names), tuple(analysis.models), seed)
    except ValueError as error:
        warnings.warn(same_rows_warning(error), stacklevel=2)
        return analysis
    return analysis.with_crossfits(crossfits)
