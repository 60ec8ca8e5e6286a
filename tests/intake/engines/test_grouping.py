"""Groups of rows at the kept thresholds of all models."""

import numpy as np
import pyarrow as pa
import pytest

from costdash.core.sample.counts import count
from costdash.intake.engines.grouping import grouped, lookup

ibis = pytest.importorskip("ibis")


@pytest.mark.parametrize("shape", ["even", "skewed", "huge", "two"])
def test_each_row_is_in_the_group_of_the_strictest_cut_that_it_reaches(shape):
    rng = np.random.default_rng(1)
    is_positive = rng.random(2000) < 0.3
    first = rng.normal(is_positive, 1)
    second = {
        "even": first + rng.normal(size=2000),
        "skewed": np.exp(12 * first),
        "huge": np.where(np.arange(2000) == 3, 1e300, first),
        "two": (first > 0).astype(float),
    }[shape]
    rows = ibis.memtable(pa.table({"positive": is_positive * 1, "score0": first, "score1": second}))
    counts = {"a": count(is_positive, first), "b": count(is_positive, second)}
    found = grouped(rows, counts)
    assert found.times.sum() == 2000
    for name, score in (("a", first), ("b", second)):
        cuts = np.unique(found.scores[name])
        reached = cuts[np.searchsorted(cuts, score, side="right") - 1]
        for one in (True, False):
            values, times = np.unique(reached[is_positive == one], return_counts=True)
            part = found.is_positive == one
            kept, place = np.unique(found.scores[name][part], return_inverse=True)
            np.testing.assert_array_equal(kept, values)
            np.testing.assert_array_equal(np.bincount(place, found.times[part]), times)


def test_a_lookup_that_cannot_tell_the_cuts_apart_is_refused():
    assert lookup(np.array([1.0]), 8) is None
    assert lookup(np.array([1.0, 1e-5, 1e-6, 0.0]), 8) is None
    assert lookup(np.array([1e308, -1e308]), 8) is None
    table = lookup(np.array([8.0, 3.5, 3.0, 0.0]), 8)
    assert table["before"].tolist() == [3, 3, 3, 1, 1, 1, 1, 0]
