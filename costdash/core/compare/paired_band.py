"""One band at a time of a difference, from the rows."""

from numpy.random import Generator

from costdash.core.compare.difference_band import band_of, scheme
from costdash.core.compare.paired_bootstrap import paired_replicates, path_of, replicated_gaps
from costdash.core.compare.paired_sample import cells_of
from costdash.core.curves.hull import convex_hull
from costdash.core.curves.model_rows import ModelRows
from costdash.core.resample.bands import Band
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions


def difference_band(
    predictions: Predictions,
    a: str,
    b: str,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    simultaneous: bool = False,
    rng: Generator,
) -> Band:
    """nec(a) - nec(b) along pcf at the thresholds that the full sample finds cheapest.

    Drummond & Holte (2004), section 9. Raises ValueError for fewer than MIN_ROWS rows (clusters,
    where rows come in such) in a class, and unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    seen, hulls = [], []
    for name in (a, b):
        counts = count(predictions.is_positive, predictions.scores[name], predictions.weight)
        hulls.append(convex_hull(counts, name))
        seen.append(ModelRows.of(predictions, name, counts, hulls[-1]))
    cells = cells_of(predictions, (a, b), seen, rng)
    if cells.smallest_class < MIN_ROWS:
        few = cells.smallest_class
        raise ValueError(f"a band needs at least {MIN_ROWS} rows in each class, got {few}")
    path = path_of(*hulls)
    gaps = replicated_gaps(cells, path, paired_replicates(cells, n_replicates, rng), rng)
    band = band_of(tuple(hulls), path, gaps, level)
    low, high = (band.wide_low, band.wide_high) if simultaneous else (band.low, band.high)
    return Band(band.x, low, high, level, scheme(cells.together, simultaneous), band.safe)
