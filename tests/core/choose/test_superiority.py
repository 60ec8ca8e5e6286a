"""The LC index and relative superiority against integration, and Holm's levels by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.stats import triang

from costdash.core import common_hull, convex_hull, count
from costdash.core.choose.superiority import CostBelief, lc_index, relative_superiority
from costdash.core.compare.multiple_testing import holm, holm_levels
from tests.support.paired_samples import correlated

BELIEF = CostBelief(low=0.5, likely=2, high=10, prior=0.3)


def hulls():
    p = correlated(np.random.default_rng(3), 60, 90, {"a": 1.2, "b": 1.3, "c": 0.2}, 0.3)
    counts = {name: count(p.is_positive, score) for name, score in p.scores.items()}
    return {name: convex_hull(c, name) for name, c in counts.items()}, common_hull(counts)


def triangle(belief):
    low, likely, high = (r / (1 + r) for r in (belief.low, belief.likely, belief.high))
    return triang((likely - low) / (high - low), loc=low, scale=high - low)


@pytest.mark.parametrize("likely", [0.5, 2, 10])
def test_the_belief_is_a_triangle_over_the_share_of_cost_fn(likely):
    belief = CostBelief(0.5, likely, 10, 0.3)
    for ratio in (0.1, 0.5, 0.7, 2, 5, 10, 30):
        expected = triangle(belief).cdf(ratio / (1 + ratio))
        assert_allclose(belief.below(belief.pcf(ratio)), expected, atol=1e-12)
    assert_allclose(belief.below([0.0, 1.0]), [0, 1])


def test_lc_index_is_the_expected_sign_of_the_difference():
    each, _ = hulls()
    density = triangle(BELIEF)

    def signed(share):
        pcf = BELIEF.pcf(share / (1 - share))
        return -np.sign(each["a"].cost(pcf) - each["b"].cost(pcf)) * density.pdf(share)

    slow = quad(signed, *density.support(), limit=400, epsabs=1e-6)[0]
    assert_allclose(lc_index(each["a"], each["b"], BELIEF), slow, atol=1e-3)
    assert_allclose(lc_index(each["b"], each["a"], BELIEF), -slow, atol=1e-3)
    assert lc_index(each["a"], each["a"], BELIEF) == 0
    assert lc_index(each["a"], each["c"], BELIEF) > 0.9


def test_superiority_divides_the_belief_among_the_best_models():
    each, common = hulls()
    found = relative_superiority(common, BELIEF)
    assert_allclose(sum(s.probability for s in found), 1)
    assert_allclose([found[0].low, found[-1].high], [BELIEF.pcf(0.5), BELIEF.pcf(10)])
    for one in found:
        middle = (one.low + one.high) / 2
        for owner in one.model_range.owners:
            assert_allclose(each[owner].cost(middle), common.cost(middle))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((2, 1, 3, 0.5), "cost ratios must be positive and rise, got 2, 1, 3"),
        ((0, 1, 3, 0.5), "got 0, 1, 3"),
        ((1, 1, 1, 0.5), "got 1, 1, 1"),
        ((1, 2, 3, 1.0), r"prior must lie in \(0, 1\), got 1.0"),
    ],
)
def test_impossible_beliefs_are_rejected(given, message):
    with pytest.raises(ValueError, match=message):
        CostBelief(*given)


def test_holm_by_hand():
    assert_allclose(holm([0.04, 0.01, 0.03]), [0.06, 0.03, 0.06])
    assert_allclose(holm_levels([0.04, 0.01, 0.03], 0.94), [0.94, 0.98, 0.97])
    assert_allclose(holm_levels([0.03, 0.04], 0.95), [0.975, 0.975])
    assert_allclose(holm_levels([0.5, 0.01, 0.2], 0.94), [0.97, 0.98, 0.97])
    assert_allclose(holm([0.9, 0.8]), [1, 1])
    with pytest.raises(ValueError, match="p-values"):
        holm([1.2])
    with pytest.raises(ValueError, match="level"):
        holm_levels([0.2], 1)


@pytest.mark.parametrize(
    "ratios", [(1e17, 2e17, 1e18), (1e200, 1e201, 1e202), (1e-20, 1e-19, 1e-18)]
)
def test_extreme_cost_ratios_have_an_index_and_probabilities(ratios):
    """Where the ratio decides all, the first model ranks the extreme rows better."""
    is_positive = [0, 0, 1, 0, 1, 1]
    good = count(is_positive, [0.1, 0.2, 0.3, 0.4, 0.8, 0.9])
    poor = count(is_positive, [0.5, 0.6, 0.3, 0.7, 0.2, 0.9])
    belief = CostBelief(*ratios, prior=0.5)
    assert lc_index(convex_hull(good), convex_hull(poor), belief) == pytest.approx(1)
    found = relative_superiority(common_hull({"good": good, "poor": poor}), belief)
    assert sum(one.probability for one in found) == pytest.approx(1)
