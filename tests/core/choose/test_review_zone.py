"""Review zones against a search of all pairs of thresholds, row by row."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, convex_hull, count
from costdash.core.choose.review_zone import (
    ReviewedRates,
    cheapest_zone,
    limit_price,
    zone_envelope,
    zone_mixture,
    zone_rates,
)
from costdash.core.conditions.review import ReviewTerms

TABLES = 400


def random_table(rng):
    """Rows with ties and, in half of the tables, weights; an operating point and a reviewer."""
    n = int(rng.integers(3, 14))
    is_positive = rng.random(n) < rng.choice([0.1, 0.5, 0.9])
    is_positive[:2] = True, False
    score = rng.integers(0, int(rng.choice([3, 6, 50])), n).astype(float)
    weight = rng.choice([0.5, 1.0, 3.0], n) if rng.random() < 0.5 else np.ones(n)
    verdict = np.where(rng.random(n) < 0.8, is_positive, ~is_positive)
    point = OperatingPoint(float(rng.choice([0.001, 0.2, 0.7])), float(rng.choice([1, 5, 80])), 1.0)
    price = float(rng.choice([0.0, 0.02, 0.3, 1.0, 4.0]))
    return is_positive, score, weight, verdict, point, price


def cost_of_rows(rows, point, price, chance_found, chance_alarm, low, high):
    """Cost and share reviewed of a zone, one row after the other.

    chance_found, chance_alarm (n,): how likely the reviewer takes a row for positive.
    """
    is_positive, score, weight = rows
    cost, reviewed = 0.0, 0.0
    for row in range(score.size):
        of_class = weight[is_positive == is_positive[row]].sum()
        share = (point.prior if is_positive[row] else 1 - point.prior) * weight[row] / of_class
        looked_at = low <= score[row] < high
        if score[row] >= high:
            flagged = 1.0
        elif looked_at:
            flagged = (chance_found if is_positive[row] else chance_alarm)[row]
        else:
            flagged = 0.0
        wrong = (1 - flagged) * point.cost_fn if is_positive[row] else flagged * point.cost_fp
        cost += share * (wrong + price * looked_at)
        reviewed += share * looked_at
    return cost, reviewed


def every_pair(is_positive, score, weight, point, price, chances):
    """(cost, share reviewed) of all pairs of thresholds."""
    thresholds = [*np.unique(score), np.inf]
    rows = is_positive, score, weight
    return [
        cost_of_rows(rows, point, price, *chances, low, high)
        for low, high in combinations_with_replacement(thresholds, 2)
    ]


def rates_of(is_positive, score, weight, terms, verdict):
    counts = count(is_positive, score, weight)
    if not terms.column:
        return ReviewedRates.of(counts.fpr, counts.tpr, terms)
    seen = count(is_positive, score, np.where(verdict, weight, 0.0)).at(counts.threshold)
    return ReviewedRates(
        counts.fpr, counts.tpr, seen.fp / counts.negatives, seen.tp / counts.positives
    )


@pytest.mark.parametrize("kind", ["perfect", "imperfect", "column"])
@pytest.mark.parametrize("seed", range(3))
def test_the_zone_is_the_cheapest_of_all_pairs_of_thresholds(kind, seed):
    rng = np.random.default_rng(seed)
    for _ in range(TABLES):
        is_positive, score, weight, verdict, point, price = random_table(rng)
        sensitivity, specificity = 1.0, 1.0
        if kind == "imperfect":
            sensitivity, specificity = float(rng.uniform(0.6, 1)), float(rng.uniform(0.6, 1))
        capacity = float(rng.choice([0, 0.1, 0.5])) if rng.random() < 0.5 else None
        column = "judge" if kind == "column" else ""
        terms = ReviewTerms(price, sensitivity, specificity, column, capacity)
        rates = rates_of(is_positive, score, weight, terms, verdict)
        low, high = cheapest_zone(rates, point, terms)
        found = zone_rates(rates, low, high)
        shares = np.full(score.size, sensitivity), np.full(score.size, 1 - specificity)
        chances = (verdict, verdict) if column else shares
        pairs = every_pair(is_positive, score, weight, point, price, chances)
        kept = [pair for pair in pairs if capacity is None or pair[1] <= capacity + 1e-12]
        least = min(cost for cost, _ in kept)
        assert high <= low
        assert_allclose(found.cost(point, price), least, rtol=1e-9, atol=1e-12)
        reviewed = float(found.reviewed(point.prior))
        assert capacity is None or reviewed <= capacity + 1e-9
        if least >= min(cost for cost, reviews in kept if reviews == 0):
            assert reviewed == 0


@pytest.mark.parametrize("kind", ["perfect", "column"])
def test_no_two_zones_by_lot_cost_less_than_the_mixture(kind):
    rng = np.random.default_rng(7)
    mixed = 0
    for _ in range(TABLES):
        is_positive, score, weight, verdict, point, price = random_table(rng)
        capacity = float(rng.choice([0.02, 0.1, 0.3]))
        column = "judge" if kind == "column" else ""
        terms = ReviewTerms(price, column=column, capacity=capacity)
        rates = rates_of(is_positive, score, weight, terms, verdict)
        mixture = zone_mixture(rates, point, terms)
        chances = (verdict, verdict) if column else (np.ones(score.size), np.zeros(score.size))
        pairs = every_pair(is_positive, score, weight, point, price, chances)
        if mixture is None:
            least = min(pairs)[0]
            assert min(r for cost, r in pairs if cost <= least + 1e-12) <= capacity + 1e-9
            continue
        mixed += 1
        costs = [cost for cost, reviewed in pairs if reviewed <= capacity]
        costs += [
            a + (capacity - u) / (v - u) * (b - a)
            for a, u in pairs
            for b, v in pairs
            if u <= capacity < v
        ]
        assert_allclose(mixture.cost, min(costs), rtol=1e-6, atol=1e-9)
        assert_allclose(sum(mixture.share), 1)
    assert mixed > TABLES / 20


def test_the_zone_is_the_sum_of_two_ordinary_optima():
    rng = np.random.default_rng(11)
    tried = 0
    while tried < TABLES:
        is_positive, score, weight, _, point, price = random_table(rng)
        terms = ReviewTerms(price, float(rng.uniform(0.7, 1)), float(rng.uniform(0.7, 1)))
        a1, a0 = terms.costs(point)
        if not terms.pays(point) or min(a1, a0, point.cost_fn - a1, point.cost_fp - a0) <= 0:
            continue
        tried += 1
        counts = count(is_positive, score, weight)
        hull = convex_hull(counts)
        parts = (
            OperatingPoint(point.prior, point.cost_fn - a1, a0),
            OperatingPoint(point.prior, a1, point.cost_fp - a0),
        )
        expected = sum(part.scale * float(hull.cost(part.pcf)) for part in parts)
        rates = ReviewedRates.of(counts.fpr, counts.tpr, terms)
        zone = zone_rates(rates, *cheapest_zone(rates, point, terms))
        assert_allclose(zone.cost(point, price), expected, rtol=1e-9, atol=1e-12)


def test_a_review_saves_nothing_above_the_limit_price():
    rng = np.random.default_rng(3)
    for _ in range(TABLES):
        is_positive, score, weight, _, point, _ = random_table(rng)
        reviewer = float(rng.uniform(0.6, 1)), float(rng.uniform(0.6, 1))
        limit = ReviewTerms(0.0, *reviewer).limit_price(point)
        j = sum(reviewer) - 1
        assert_allclose(limit, j * point.cost_fn * point.cost_fp / (point.cost_fn + point.cost_fp))
        terms = ReviewTerms(limit * 1.001, *reviewer)
        rates = rates_of(is_positive, score, weight, terms, None)
        low, high = cheapest_zone(rates, point, terms)
        assert low == high
        assert not terms.pays(point)
        assert ReviewTerms(limit * 0.999, *reviewer).pays(point)


def test_chow_s_rule_for_equal_costs_and_a_perfect_reviewer():
    """Probabilities as scores: look where the less likely class has more than the price.

    Chow (1970): reject where the greatest posterior is below 1 - t.
    """
    posterior = np.arange(1, 100) / 100
    is_positive = np.repeat([True, False], posterior.size)
    weight = np.concatenate((posterior, 1 - posterior))
    counts = count(is_positive, np.tile(posterior, 2), weight)
    point = OperatingPoint(float(counts.prevalence))
    for price in (0.105, 0.225, 0.495):
        terms = ReviewTerms(price)
        rates = ReviewedRates.of(counts.fpr, counts.tpr, terms)
        low, high = cheapest_zone(rates, point, terms)
        reviewed = (posterior >= counts.threshold[low]) & (posterior < counts.threshold[high])
        assert (reviewed == (np.minimum(posterior, 1 - posterior) > price)).all()
    assert ReviewTerms(0.0).limit_price(OperatingPoint(0.3)) == 0.5


def test_the_limit_price_of_a_column_is_where_its_zone_stops_saving():
    rng = np.random.default_rng(5)
    for _ in range(TABLES):
        is_positive, score, weight, verdict, point, _ = random_table(rng)
        rates = rates_of(is_positive, score, weight, ReviewTerms(0.0, column="judge"), verdict)

        def choose(price, rates=rates, point=point):
            return cheapest_zone(rates, point, ReviewTerms(price, column="judge"))

        alone = point.expected_cost(rates.fpr, rates.tpr).min()
        limit = limit_price(rates, point, choose)
        above = zone_rates(rates, *choose(limit * 1.0001 + 1e-9))
        assert above.cost(point, limit * 1.0001 + 1e-9) >= alone - 1e-9 * point.scale
        if limit > 1e-6:
            below = zone_rates(rates, *choose(limit * 0.999))
            assert below.cost(point, limit * 0.999) < alone


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"price": -1.0}, "price of a review must be at least 0"),
        ({"price": float("nan")}, "price of a review"),
        ({"price": 1.0, "sensitivity": 1.2}, r"sensitivity of the reviewer must lie in \[0, 1\]"),
        ({"price": 1.0, "specificity": -0.2}, "specificity of the reviewer"),
        ({"price": 1.0, "sensitivity": 0.5, "specificity": 0.5}, "no more often than chance"),
        ({"price": 1.0, "capacity": 1.5}, "capacity of the review"),
    ],
)
def test_terms_outside_their_range_are_refused(values, words):
    with pytest.raises(ValueError, match=words):
        ReviewTerms(**values)


def test_the_envelope_with_review_is_the_cheapest_zone_at_every_probability_cost():
    rng = np.random.default_rng(7)
    pcf = np.linspace(0.001, 0.999, 23)
    for _ in range(TABLES):
        is_positive, score, weight, _, point, price = random_table(rng)
        terms = ReviewTerms(price, *rng.uniform(0.7, 1, 2))
        counts = count(is_positive, score, weight)
        rates = ReviewedRates.of(counts.fpr, counts.tpr, terms)
        drawn = zone_envelope(convex_hull(counts), pcf, point, terms)
        for at, nec in zip(pcf, drawn, strict=True):
            odds = at / (1 - at) * point.cost_fp / point.cost_fn
            there = OperatingPoint(odds / (1 + odds), point.cost_fn, point.cost_fp)
            zone = zone_rates(rates, *cheapest_zone(rates, there, terms))
            assert_allclose(nec, zone.cost(there, price) / there.scale, rtol=1e-7, atol=1e-9)
