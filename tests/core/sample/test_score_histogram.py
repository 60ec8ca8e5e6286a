"""The histogram of scores by class."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from costdash.core import count
from costdash.core.sample.score_histogram import TAIL, score_histogram

SCALES = {
    "linear": lambda x: x,
    "log": np.log,
    "logit": lambda x: np.log(x / (1 - x)),
}


def slow_shares(is_positive, score, weight, edges):
    """Both classes, row by row: the bin is the last whose left edge the score reaches."""
    shares = {True: np.zeros(edges.size - 1), False: np.zeros(edges.size - 1)}
    for label, x, w in zip(is_positive, score, weight, strict=True):
        place = 0
        for i in range(1, edges.size - 1):
            if x >= edges[i]:
                place = i
        shares[bool(label)][place] += w
    return [shares[label] / shares[label].sum() for label in (True, False)]


@example(rows=[(False, 2.2e-309, 1), (True, 0.96875, 1)], bins=1)
@given(
    rows=st.lists(
        st.tuples(
            st.booleans(),
            st.one_of(st.floats(-1e3, 1e3), st.floats(1e-9, 1), st.sampled_from([0.0, 0.5, 1.0])),
            st.integers(1, 5),
        ),
        min_size=2,
        max_size=60,
    ).filter(lambda rows: len({label for label, *_ in rows}) == 2),
    bins=st.integers(1, 9),
)
def test_each_bin_holds_the_weight_of_its_scores(rows, bins):
    label, score, weight = map(np.array, zip(*rows, strict=True))
    found = score_histogram(count(label, score, weight), bins)
    slow = slow_shares(label, score, weight, found.edges)
    assert found.positives == pytest.approx(slow[0], abs=1e-12)
    assert found.negatives == pytest.approx(slow[1], abs=1e-12)
    assert (np.diff(found.edges) >= 0).all()
    outside = (score < found.edges[0]) | (score > found.edges[-1])
    share = [weight[outside & (label == k)].sum() / weight[label == k].sum() for k in (0, 1)]
    assert found.beyond == pytest.approx(max(share), abs=1e-12)
    assert found.beyond <= 2 * TAIL + 1e-12


@pytest.mark.parametrize(
    ("low", "high", "scale"),
    [(-3, 5, "linear"), (0.2, 0.9, "linear"), (0.001, 0.9, "log"), (2, 900, "log"),
     (0.001, 0.999, "logit")],
)  # fmt: skip
def test_the_scale_suits_the_spread_of_the_scores(low, high, scale):
    rng = np.random.default_rng(0)
    place = SCALES[scale]
    found = score_histogram(count(rng.random(400) < 0.3, np.geomspace(low, high, 400)
                                  if low > 0 else np.linspace(low, high, 400)))  # fmt: skip
    assert found.scale == scale
    if scale == "logit":
        return
    assert np.ptp(np.diff(place(found.edges))) < 1e-9 * np.ptp(place(found.edges))


def test_an_outlier_does_not_squeeze_the_other_scores():
    score = np.append(np.linspace(0.1, 1, 999), 1e9)
    found = score_histogram(count(np.arange(1000) % 7 == 0, score))
    assert found.edges[-1] <= 1
    assert 0 < found.beyond <= 0.01
    assert (found.negatives > 0).all()


def test_equal_scores_fill_one_bin():
    found = score_histogram(count([1, 0, 0], [0.3, 0.3, 0.3]))
    assert found.positives.max() == found.negatives.max() == 1
    assert found.edges[0] < 0.3 < found.edges[-1]


def test_the_largest_numbers_have_edges():
    found = score_histogram(count([1, 0], [1.7e308, -1.7e308]))
    assert np.isfinite(found.edges).all()
    assert found.scale == "linear"
