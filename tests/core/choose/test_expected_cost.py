"""Expected cost under distributions of prior and costs, against numerical integration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from costdash.core import OperatingPoint, convex_hull, count
from costdash.core.choose.expected_cost import (
    expected_cost,
    money_weights,
    normalized_weights,
    ranked,
)
from costdash.core.conditions.distributions import Beta, PointMass, Triangular, Uniform, between
from tests.support.model_counts import counts_through, hulls_of, model_counts
from tests.support.scored import inner_rates

MODELS = model_counts(weighted=True)
costs = st.floats(0.01, 1e4)


def hull_through(*points):
    return convex_hull(counts_through(*points))


HULL = hull_through((5, 40), (20, 70), (50, 95))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (Uniform(0.1, 0.9), stats.uniform(0.1, 0.8)),
        (Triangular(0.1, 0.3, 0.9), stats.triang(0.25, 0.1, 0.8)),
        (Beta(2, 5), stats.beta(2, 5)),
        (Beta(0.7, 3), stats.beta(0.7, 3)),
    ],
)
def test_equation_11_is_the_integral_of_the_envelope(ours, theirs):
    bends = HULL.tie.tolist()
    by_hand, _ = integrate.quad(lambda x: HULL.cost(x) * theirs.pdf(x), 0, 1, points=bends)
    assert expected_cost(HULL, normalized_weights(HULL.tie, ours)) == pytest.approx(
        by_hand, rel=1e-7
    )


@given(MODELS)
def test_a_uniform_distribution_gives_the_area_under_the_cost_curve(counts):
    hull, _ = hulls_of(counts)
    weights = normalized_weights(hull.tie, Uniform(0, 1))
    assert expected_cost(hull, weights) == pytest.approx(hull.area)


@given(MODELS, st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0]))
def test_a_point_mass_gives_the_cost_at_its_pcf(counts, pcf):
    hull, _ = hulls_of(counts)
    weights = normalized_weights(hull.tie, PointMass(pcf))
    assert expected_cost(hull, weights) == pytest.approx(float(hull.cost(pcf)))
    for tie in hull.tie:
        weights = normalized_weights(hull.tie, PointMass(float(tie)))
        assert expected_cost(hull, weights) == pytest.approx(float(hull.cost(tie)))


@given(MODELS, inner_rates, costs, costs)
def test_known_prior_and_costs_give_the_cost_at_the_operating_point(
    counts, prior, cost_fn, cost_fp
):
    hull, _ = hulls_of(counts)
    point = OperatingPoint(prior, cost_fn, cost_fp)
    weights = money_weights(hull.tie, PointMass(prior), PointMass(cost_fn), PointMass(cost_fp))
    least = point.expected_cost(hull.fpr, hull.tpr).min()
    assert expected_cost(hull, weights) == pytest.approx(least, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("prior", "fn", "fp"),
    [
        ((0.01, 0.01), (200, 1000), (1, 1)),
        ((0.003, 0.01), (200, 1000), (1, 1)),
        ((0.003, 0.01), (500, 500), (1, 1)),
        ((0.05, 0.4), (5, 80), (1, 12)),
        ((0.2, 0.2), (5, 5), (1, 12)),
    ],
)
def test_expected_money_is_the_mean_over_a_fine_grid(prior, fn, fp):
    ranges = [between(*span) for span in (prior, fn, fp)]

    n = 20_000 if sum(low < high for low, high in (prior, fn, fp)) == 1 else 100

    def middles(span):
        if span[0] == span[1]:
            return np.array(span[:1])
        return span[0] + (span[1] - span[0]) * (np.arange(n) + 0.5) / n

    p, a, b = np.meshgrid(*map(middles, (prior, fn, fp)), indexing="ij")
    each = [p * a * (1 - t) + (1 - p) * b * f for f, t in zip(HULL.fpr, HULL.tpr)]
    by_hand = np.min(each, axis=0).mean()
    assert expected_cost(HULL, money_weights(HULL.tie, *ranges)) == pytest.approx(by_hand, rel=2e-5)


@given(MODELS, st.data())
def test_more_models_and_adaptive_thresholds_never_raise_the_expected_cost(counts, data):
    """The common envelope costs no more than any model, and a model no more than a fixed rule."""
    hull, own = hulls_of(counts)
    low, high = sorted((data.draw(st.floats(0, 1)), data.draw(st.floats(0, 1))))
    over = between(low, high)
    together = expected_cost(hull, normalized_weights(hull.tie, over))
    for one in own.values():
        alone = expected_cost(one, normalized_weights(one.tie, over))
        assert together <= alone + 1e-9
        assert (
            alone <= one.cost(over.mean) + 1e-9
        )  # the cost of a fixed rule, which is linear in pcf


def test_replicates_are_the_first_axis():
    weights = normalized_weights(HULL.tie, Uniform(0, 1))
    fpr, tpr = np.stack([HULL.fpr, HULL.fpr * 0.5]), np.stack([HULL.tpr, HULL.tpr])
    first, second = weights.cost(fpr, tpr)
    assert first == pytest.approx(HULL.area)
    assert second < first


def test_normalized_cost_and_money_can_rank_differently():
    """Money gives more weight to high costs of missed positives."""
    strict, lax = hull_through((2, 60)), hull_through((40, 98))
    prior, fn, fp = PointMass(0.2), Uniform(0.1, 20), PointMass(1)
    pcf = Uniform(OperatingPoint(0.2, 0.1).pcf, OperatingPoint(0.2, 20).pcf)
    models = {"strict": strict, "lax": lax}
    nec = {n: expected_cost(h, normalized_weights(h.tie, pcf)) for n, h in models.items()}
    money = {n: expected_cost(h, money_weights(h.tie, prior, fn, fp)) for n, h in models.items()}
    assert [r.name for r in ranked(nec)] == ["strict", "lax"]
    assert [r.name for r in ranked(money)] == ["lax", "strict"]


def test_ranking_holds_the_advantage_over_the_next_model():
    found = ranked({"a": 3.0, "b": 1.0, "c": 1.0})
    assert [(r.name, r.cost, r.advantage) for r in found] == [
        ("b", 1.0, 0.0),
        ("c", 1.0, 2.0),
        ("a", 3.0, None),
    ]


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        (lambda: normalized_weights(HULL.tie, Uniform(0.5, 1.5)), r"PC\(\+\) must lie in \[0, 1\]"),
        (
            lambda: money_weights(HULL.tie, PointMass(0), PointMass(1), PointMass(1)),
            "prior must lie in",
        ),
        (
            lambda: money_weights(HULL.tie, PointMass(0.1), Uniform(-1, 1), PointMass(1)),
            "cost_fn must be",
        ),
        (
            lambda: money_weights(HULL.tie, PointMass(0.1), PointMass(1), PointMass(0)),
            "cost_fp must be positive",
        ),
    ],
)
def test_distributions_outside_the_valid_range_are_rejected(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


def test_a_prior_estimated_from_counts_gives_nearly_the_cost_at_its_mean():
    prior = Beta.of_counts(260, 10_923)
    assert prior.mean == pytest.approx(0.02325, abs=5e-5)
    hull = convex_hull(count([1, 1, 0, 0, 1, 0], [6, 5, 4, 3, 2, 1]))
    weights = money_weights(hull.tie, prior, PointMass(50), PointMass(1))
    exact = money_weights(hull.tie, PointMass(prior.mean), PointMass(50), PointMass(1))
    assert expected_cost(hull, weights) == pytest.approx(expected_cost(hull, exact), rel=0.01)
