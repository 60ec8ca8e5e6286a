"""The reduction of one model's scores: passes over the table until its curve is fine enough."""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.hull import convex_hull
from costdash.core.sample.counts import Counts
from costdash.core.types import Bools, Floats
from costdash.intake.engines.cells import Cells
from costdash.intake.engines.passes import Passes

EXACT = 100_000  # distinct scores up to which every threshold is kept
ERROR = 0.0005  # largest step of tpr and of fpr between two retained thresholds
STRICT = 0.01  # fpr below which a step is also small compared with fpr itself
STRICT_STEP = 0.05  # largest step of fpr there, as a share of it
BUDGET = 1 << 16  # cells that a pass may add
MAX_PASSES = 20
FINER = 4  # parts per step that is needed: the parts of a cell are not equally full
EXACT_HULL = 20_000_000  # rows up to which each vertex of the convex hull is found
HULL_ERROR = 1e-5  # largest distance of the hull in tpr for more rows
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Reduction:
    """The counts of one model, and what they may lack.

    Attributes
    ----------
    cells : Cells
        Rows between two retained thresholds, by class.
    exact : bool
        Whether every distinct score is a retained threshold.
    tpr_error, fpr_error : float
        Largest distance, in tpr and in fpr, between the true curve and the straight lines between
        the retained thresholds. At retained thresholds both rates are exact.
    strict_error : float
        The same of fpr below STRICT, as a share of fpr.
    hull_error : float
        Largest distance in tpr by which the convex hull of all rows may exceed that of the kept
        thresholds; 0 if they are the same.
    passes : int
        How often the engine read the column.
    """

    cells: Cells
    exact: bool
    tpr_error: float
    fpr_error: float
    strict_error: float
    hull_error: float
    passes: int

    @property
    def hull_is_exact(self) -> bool:
        """Whether the convex hull is that of all rows."""
        return self.hull_error == 0

    @property
    def counts(self) -> Counts:
        """Exact counts at the retained thresholds."""
        return self.cells.counts


def reduced(passes: Passes) -> Reduction:
    """Counts of one model at so many thresholds that its curve is exact or within ERROR.

    At most EXACT distinct scores are all kept. Otherwise the range of the scores is split into
    equal cells, and those that hold too many rows are split again, until no step between two
    thresholds exceeds ERROR (and STRICT_STEP of fpr where fpr is below STRICT). Last, the cells
    in which a vertex of the convex hull may lie are split until each vertex is a score; with more
    than EXACT_HULL rows, until the hull is off by at most HULL_ERROR.
    """
    if (distinct := passes.distinct(EXACT)) is not None:
        return _reduction(distinct, passes)
    cells = passes.root(BUDGET)
    while (excess := too_coarse(cells)).any() and passes.done < MAX_PASSES:
        cells = _refined(cells, passes, excess)
    error = 0.0 if cells.rows.sum() <= EXACT_HULL else HULL_ERROR
    while (gap := hull_gap(cells)).max() > error and passes.done < MAX_PASSES:
        step = _rates(cells)[1][:, 1]
        parts = step / error if error else np.inf
        cells = _refined(cells, passes, np.where(gap > error, parts, 0.0))
    return _reduction(cells, passes)


def too_coarse(cells: Cells) -> Floats:
    """How many times the step within each cell exceeds what is allowed, (c,); 0 where it is not."""
    start, step = _rates(cells)
    fpr, d_fpr, d_tpr = start[:, 0], step[:, 0], step[:, 1]
    excess = np.maximum(d_fpr, d_tpr) / ERROR
    with np.errstate(divide="ignore", invalid="ignore"):
        strict = np.where(fpr < STRICT, d_fpr / (STRICT_STEP * fpr), 0.0)
    excess = np.maximum(excess, strict)
    return np.where(is_open(cells) & (excess > 1), excess, 0.0)


def is_open(cells: Cells) -> Bools:
    """Whether the curve within a cell is unknown: it has both classes and several scores, (c,)."""
    return ~cells.is_single & (cells.rows > 0).all(axis=1)


def hull_gap(cells: Cells) -> Floats:
    """How far the hull of all rows may lie above the hull of retained thresholds, (c,), in tpr.

    The curve within a cell stays below its upper left corner. If that is not above the hull of the
    retained thresholds, nothing within is.
    """
    hull = convex_hull(cells.counts, "")
    start, step = _rates(cells)
    hull_tpr = np.interp(start[:, 0], hull.fpr, hull.tpr)
    gap = start[:, 1] + step[:, 1] - hull_tpr
    return np.where(is_open(cells) & (gap > ROUNDING), gap, 0.0)


def _rates(cells: Cells) -> tuple[Floats, Floats]:
    """fpr and tpr before each cell, and their step within it, (c, 2) each."""
    share = cells.weight / cells.weight.sum(axis=0)
    return share.cumsum(axis=0) - share, share


def _refined(cells: Cells, passes: Passes, excess: Floats) -> Cells:
    """The cells; every cell with an excess is split."""
    wanted = excess > 0
    some, left = cells.take(wanted), cells.take(~wanted)
    want = np.minimum(FINER * excess[wanted], some.rows.sum(axis=1))
    return Cells.joined([left, *passes.split(some, want, BUDGET)])


def _reduction(cells: Cells, passes: Passes) -> Reduction:
    start, step = _rates(cells)
    unknown = np.where(is_open(cells)[:, None], step, 0.0)
    fpr_error, tpr_error = unknown.max(axis=0)
    strict = (start[:, 0] < STRICT) & (unknown[:, 0] > 0)
    return Reduction(
        cells=cells,
        exact=bool(cells.is_single.all()),
        tpr_error=float(tpr_error),
        fpr_error=float(fpr_error),
        strict_error=float((unknown[strict, 0] / start[strict, 0].clip(1e-300)).max(initial=0)),
        hull_error=float(hull_gap(cells).max()),
        passes=passes.done,
    )
