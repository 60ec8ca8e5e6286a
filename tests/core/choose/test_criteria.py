"""The table of criteria, and `neyman_pearson` and `workforce` against searches of all rules."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, convex_hull, count, neyman_pearson, workforce
from costdash.core.choose.criteria import (
    CRITERIA,
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.hull import common_hull
from costdash.core.curves.precision_recall import share_called
from tests.support.oracles import best_mixture, best_single
from tests.support.scored import Sample, inner_rates, rates, samples

LIMITS = rates | st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0])
POINT = OperatingPoint(0.1, 100, 10)


def check(counts, hull, chosen, used, limit):
    """Hold a constrained choice against an exhaustive search, and its mixture against its parts."""
    fpr, tpr = counts.fpr[chosen.single], counts.tpr[chosen.single]
    assert_allclose((fpr, tpr), best_single(counts.fpr, counts.tpr, used, limit))
    mixture = chosen.mixture
    assert_allclose(mixture.tpr, best_mixture(counts.fpr, counts.tpr, used, limit), atol=1e-9)
    vertex, share = list(mixture.vertex), np.array(mixture.share)
    assert_allclose(share.sum(), 1)
    assert (share > 0).all()
    assert_allclose(mixture.fpr, share @ hull.fpr[vertex])
    assert_allclose(mixture.tpr, share @ hull.tpr[vertex])
    assert mixture.tpr >= tpr - 1e-9


@given(samples(max_rows=20), LIMITS)
def test_neyman_pearson_is_the_best_of_all_thresholds_and_mixtures(sample, max_fpr):
    counts = count(*sample)
    hull = convex_hull(counts)
    chosen = neyman_pearson(counts, hull, max_fpr)
    check(counts, hull, chosen, counts.fpr, max_fpr)
    assert chosen.mixture.fpr <= max_fpr + 1e-12


@given(samples(max_rows=20), LIMITS, inner_rates)
def test_workforce_is_the_best_of_all_thresholds_and_mixtures(sample, capacity, prior):
    counts = count(*sample)
    hull = convex_hull(counts)
    chosen = workforce(counts, hull, capacity, prior)
    check(counts, hull, chosen, share_called(counts.fpr, counts.tpr, prior), capacity)
    mixture = chosen.mixture
    assert share_called(mixture.fpr, mixture.tpr, prior) <= capacity + 1e-9


@given(samples(), inner_rates)
def test_a_limit_of_one_takes_the_smallest_fpr_with_full_recall(sample, prior):
    """The horizontal top edge of the hull adds false positives and finds nothing more."""
    counts = count(*sample)
    hull = convex_hull(counts)
    for chosen in (neyman_pearson(counts, hull, 1), workforce(counts, hull, 1, prior)):
        assert chosen.mixture.tpr == 1
        assert chosen.mixture.share == (1.0,)
        assert chosen.mixture.fpr == counts.fpr[chosen.single] == counts.fpr[counts.tpr == 1].min()


def test_the_best_single_threshold_may_lie_below_the_hull():
    """Provost & Fawcett's step and Drummond & Holte's mixture differ: erratum 9."""
    is_positive = np.array([1, 0, 1, 0, 0, 1, 1, 1, 1, 0], bool)
    counts = count(is_positive, np.arange(10, 0, -1.0))
    hull = convex_hull(counts)
    chosen = neyman_pearson(counts, hull, 0.5)
    assert chosen.single not in hull.index
    assert counts.tpr[chosen.single] == pytest.approx(2 / 6)
    assert chosen.mixture.tpr > counts.tpr[chosen.single]


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_limits_outside_zero_to_one_are_rejected(value):
    counts = count(*Sample(np.array([True, False]), np.array([1.0, 0.0])))
    hull = convex_hull(counts)
    with pytest.raises(ValueError, match=rf"max_fpr must lie in \[0, 1\], got {value}"):
        neyman_pearson(counts, hull, value)
    with pytest.raises(ValueError, match=rf"capacity must lie in \[0, 1\], got {value}"):
        workforce(counts, hull, value, 0.5)
    with pytest.raises(ValueError, match=rf"prior must lie in \(0, 1\), got {value}"):
        workforce(counts, hull, 0.5, value)


def test_the_table_holds_every_criterion_under_its_own_key():
    assert next(iter(CRITERIA)) == LeastCost.key
    assert all(entry.type.key == key for key, entry in CRITERIA.items())


@pytest.mark.parametrize(
    ("key", "values", "criterion"),
    [
        ("cost", {}, LeastCost(POINT)),
        ("fpr", {"limit": 0.1}, NeymanPearson(0.1)),
        ("fpr", {"limit": "0.1", "sure": True}, NeymanPearson(0.1, level=0.95)),
        ("tpr", {"limit": 0.8}, FewestFalseAlarms(0.8)),
        ("capacity", {"limit": 0.2, "kind": "capacity"}, Workforce(0.2, prior=0.1)),
        ("error", {}, ErrorRate(POINT)),
        ("product", {}, Product()),
        ("threshold", {"model": "rf", "threshold": 0.5}, FixedThreshold("rf", 0.5)),
    ],
)
def test_a_row_reads_its_fields_and_ignores_others(key, values, criterion):
    entry = CRITERIA[key]
    made = entry.read(POINT, values)
    assert made == criterion
    assert type(made) is entry.type
    assert all(hasattr(made, field.attribute) for field in entry.fields)


@pytest.mark.parametrize(
    ("key", "values", "error", "message"),
    [
        ("fpr", {}, KeyError, "limit"),
        ("fpr", {"limit": 1.1}, ValueError, r"limit must lie in \[0, 1\], got 1.1"),
        ("capacity", {"limit": float("nan")}, ValueError, "limit must lie in"),
        ("capacity", {"limit": None}, TypeError, "NoneType"),
        ("threshold", {"model": "rf", "threshold": "inf"}, ValueError, "threshold must be finite"),
        ("threshold", {"model": 3, "threshold": 1}, TypeError, "model must be a text, got 3"),
    ],
)
def test_a_row_rejects_fields_that_are_missing_or_outside_their_bounds(key, values, error, message):
    with pytest.raises(error, match=message):
        CRITERIA[key].read(POINT, values)


@pytest.mark.parametrize(
    ("key", "follows"),
    [
        ("cost", True),
        ("error", True),
        ("capacity", True),
        ("fpr", False),
        ("tpr", False),
        ("product", False),
    ],
)
def test_a_row_tells_whether_the_choice_follows_the_operating_point(key, follows):
    """Two priors give two choices if and only if the criterion follows the point."""
    models = {"rf": count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])}
    hull = convex_hull(models["rf"], "rf")
    choices = {
        CRITERIA[key].read(OperatingPoint(prior), {"limit": 0.2}).choose(models, hull)
        for prior in (0.1, 0.9)
    }
    assert (len(choices) > 1) == follows == CRITERIA[key].follows_point


@pytest.mark.parametrize("seed", range(8))
def test_least_regret_is_least_over_all_rules_and_conditions(seed):
    """Against every threshold of every model at random conditions within the ranges."""
    rng = np.random.default_rng(seed)
    positive = np.arange(120) < (5, 60)[seed % 2]
    score = {n: np.round(rng.normal(size=120) + s * positive, 1) for n, s in (("a", 1), ("b", 1.4))}
    weight = rng.integers(1, 4, 120).astype(float) if seed % 3 else None
    models = {name: count(positive, values, weight) for name, values in score.items()}
    ends = [np.sort(10 ** rng.uniform(*each, 2)) for each in ((-3, -0.1), (0, 3), (0, 1))]
    ranges = Imprecise(*(tuple(map(float, each)) for each in ends))
    choice = CRITERIA["regret"].read(POINT, {"ranges": ranges}).choose(models, common_hull(models))
    rules = np.concatenate([np.stack((c.fpr, c.tpr), axis=1) for c in models.values()])
    inside = np.stack([rng.uniform(*each, 3000) for each in ends], axis=1)
    corners = np.array([(c.prior, c.cost_fn, c.cost_fp) for c in ranges.corners])

    def regrets(conditions, fpr, tpr):
        prior, fn, fp = (each[:, None] for each in conditions.T)
        every = prior * fn * (1 - rules[:, 1]) + (1 - prior) * fp * rules[:, 0]
        cost = prior * fn * (1 - np.atleast_1d(tpr)) + (1 - prior) * fp * np.atleast_1d(fpr)
        return (cost - every.min(axis=1, keepdims=True)).max(axis=0)

    every = regrets(corners, *rules.T)
    (chosen,) = regrets(corners, choice.fpr, choice.tpr)
    assert chosen == pytest.approx(every.min(), abs=1e-12)
    assert regrets(inside, choice.fpr, choice.tpr)[0] <= chosen + 1e-12, "greatest at a corner"
    assert regrets(inside, *rules.T).min() <= chosen + 1e-12
