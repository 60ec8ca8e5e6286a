"""Every criterion among several models, against searches of all thresholds and mixtures."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from costdash.core import Hull, OperatingPoint, common_hull, count
from costdash.core.choose.choice import safe_fpr
from costdash.core.choose.construction import construction
from costdash.core.choose.criteria import (
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.curves.precision_recall import share_called
from tests.support.model_counts import all_rates, counts_through, hulls_of, model_counts
from tests.support.oracles import best_mixture, best_single, fewest_false_alarms
from tests.support.scored import inner_rates

LIMITS = st.floats(0, 1) | st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0])
MODELS = model_counts(max_rows=12, weighted=True)


def check(choice, counts):
    """Hold a mixture against its rules and shares, and the rules against the counts."""
    assert sum(choice.share) == pytest.approx(1)
    assert all(share > 0 for share in choice.share)
    for rule in (*choice.rules, choice.single):
        own = counts[rule.model]
        assert (rule.fpr, rule.tpr) == (own.fpr[rule.index], own.tpr[rule.index])
    assert choice.fpr == pytest.approx(np.dot(choice.share, [r.fpr for r in choice.rules]))
    assert choice.tpr == pytest.approx(np.dot(choice.share, [r.tpr for r in choice.rules]))
    assert (choice.tie is None) == (len(choice.rules) == 1)


@given(MODELS, LIMITS)
def test_neyman_pearson_finds_the_best_mixture_and_the_best_threshold(counts, limit):
    hull, _ = hulls_of(counts)
    choice = NeymanPearson(limit).choose(counts, hull)
    check(choice, counts)
    fpr, tpr = all_rates(counts)
    assert choice.tpr == pytest.approx(best_mixture(fpr, tpr, fpr, limit), abs=1e-9)
    assert_allclose((choice.single.fpr, choice.single.tpr), best_single(fpr, tpr, fpr, limit))
    assert choice.fpr <= limit + 1e-9


@given(MODELS, LIMITS, inner_rates)
def test_workforce_finds_the_best_mixture_and_the_best_threshold(counts, capacity, prior):
    hull, _ = hulls_of(counts)
    choice = Workforce(capacity, prior).choose(counts, hull)
    check(choice, counts)
    fpr, tpr = all_rates(counts)
    used = share_called(fpr, tpr, prior)
    assert choice.tpr == pytest.approx(best_mixture(fpr, tpr, used, capacity), abs=1e-9)
    assert choice.single.tpr == pytest.approx(best_single(fpr, tpr, used, capacity)[1])
    assert share_called(choice.fpr, choice.tpr, prior) <= capacity + 1e-9


@given(MODELS, LIMITS, st.booleans())
def test_a_floor_on_positives_found_raises_the_fewest_false_alarms(counts, floor, on_a_threshold):
    hull, _ = hulls_of(counts)
    fpr, tpr = all_rates(counts)
    if on_a_threshold:
        floor = float(tpr[int(floor * (tpr.size - 1))])
    choice = FewestFalseAlarms(floor).choose(counts, hull)
    check(choice, counts)
    single, least = fewest_false_alarms(fpr, tpr, floor)
    assert_allclose((choice.single.fpr, choice.single.tpr), single)
    assert choice.fpr == pytest.approx(least, abs=1e-9)
    assert choice.tpr >= floor - 1e-9
    if choice.tie is not None:
        assert choice.tpr == pytest.approx(floor)
    same = np.flatnonzero(np.isclose(fpr, choice.fpr, rtol=0, atol=1e-12))
    assert choice.tpr >= tpr[same].max(initial=0) - 1e-9


@given(MODELS, LIMITS, inner_rates, st.floats(0.01, 100))
def test_a_floor_takes_the_cheapest_of_the_rules_with_the_fewest_false_alarms(
    counts, floor, prior, cost
):
    hull, _ = hulls_of(counts)
    single = FewestFalseAlarms(floor).choose(counts, hull).single
    fpr, tpr = all_rates(counts)
    tied = (fpr == single.fpr) & (tpr >= floor - 1e-12)
    costs = OperatingPoint(prior, cost).expected_cost(fpr, tpr)[tied]
    own = OperatingPoint(prior, cost).expected_cost(single.fpr, single.tpr)
    assert own == pytest.approx(costs.min())


@given(MODELS)
def test_product_is_the_largest_of_all_thresholds_and_mixtures(counts):
    hull, _ = hulls_of(counts)
    choice = Product().choose(counts, hull)
    check(choice, counts)
    fpr, tpr = all_rates(counts)
    single = (1 - choice.single.fpr) * choice.single.tpr
    assert single == pytest.approx(((1 - fpr) * tpr).max())
    share = np.linspace(0, 1, 101)
    mixed = max(
        ((1 - f0 - share * (f1 - f0)) * (t0 + share * (t1 - t0))).max()
        for (f0, t0), (f1, t1) in combinations(zip(fpr, tpr), 2)
    )
    product = (1 - choice.fpr) * choice.tpr
    assert mixed - 1e-9 <= product <= mixed + 1e-3


@given(MODELS, inner_rates, st.floats(0.01, 100))
def test_least_cost_is_minimal_and_error_rate_is_least_cost_at_equal_costs(counts, prior, cost):
    hull, _ = hulls_of(counts)
    fpr, tpr = all_rates(counts)
    for criterion, point in (
        (LeastCost(OperatingPoint(prior, cost)), OperatingPoint(prior, cost)),
        (ErrorRate(OperatingPoint(prior, cost)), OperatingPoint(prior)),
    ):
        choice = criterion.choose(counts, hull)
        check(choice, counts)
        least = point.expected_cost(fpr, tpr).min()
        assert point.expected_cost(choice.fpr, choice.tpr) == pytest.approx(least, abs=1e-9)


@given(MODELS, st.floats(-1, 6))
def test_a_fixed_threshold_chooses_its_own_rule(counts, threshold):
    for name, of in counts.items():
        choice = FixedThreshold(name, threshold).choose(counts, None)
        check(choice, counts)
        called = of.threshold >= threshold
        assert choice.tpr == of.tpr[called][-1]


COIL = {"A": counts_through((10, 20)), "B": counts_through((25, 60))}
MARKETED = Workforce(800 / 4000, 240 / 4000)


def test_coil_mixes_b_with_call_none_on_the_common_hull():
    """A lies below the line from "call none" to B, so A is not on the hull."""
    choice = MARKETED.choose(COIL, common_hull(COIL))
    assert [rule.call for rule in choice.rules] == ["none", "some"]
    assert choice.rules[1].model == "B"
    assert choice.share[1] == pytest.approx(800 / 1084)
    assert choice.tpr > 0.42788


def test_coil_mixes_a_and_b_if_only_they_are_allowed():
    """Fawcett (2004), section 7.4.1 with erratum 12: k = 94/165, C = (.18545, .42788)."""
    a_and_b = Hull(
        threshold=np.array([1.0, 1.0]),
        fpr=np.array([0.1, 0.25]),
        tpr=np.array([0.2, 0.6]),
        tie=np.array([0.15 / 0.55]),
        owner=(("A",), ("B",)),
        index=np.array([1, 1]),
    )
    choice = MARKETED.choose(COIL, a_and_b)
    assert [rule.model for rule in choice.rules] == ["A", "B"]
    k = Fraction(800 - 424, 1084 - 424)
    assert k == Fraction(94, 165)
    assert_allclose(choice.share, (1 - float(k), float(k)))
    assert_allclose((choice.fpr, choice.tpr), (0.18545, 0.42788), atol=5e-6)
    assert choice.single.model == "A"


@given(MODELS, LIMITS, inner_rates)
def test_the_cost_line_of_a_mixture_passes_through_the_vertex_and_the_mark(counts, limit, prior):
    """Drummond & Holte (2000), figures 10, 12 and 14."""
    hull, _ = hulls_of(counts)
    for criterion in (NeymanPearson(limit), FewestFalseAlarms(limit), Workforce(limit, prior)):
        choice = criterion.choose(counts, hull)
        drawn = construction(criterion, choice)
        assert drawn.point == (choice.fpr, choice.tpr)
        assert drawn.line == ((0.0, 1.0), (choice.fpr, 1 - choice.tpr))
        if choice.tie is None:
            assert (drawn.edge, drawn.vertex, drawn.parts) == (None, None, ())
            continue
        points = [drawn.vertex, *filter(None, [drawn.mark])]
        for pcf, nec in points:
            on_line = choice.fpr * (1 - pcf) + (1 - choice.tpr) * pcf
            assert on_line == pytest.approx(nec, rel=1e-6, abs=1e-9)
        assert drawn.vertex[1] == pytest.approx(float(hull.cost(drawn.vertex[0])))
        for line in drawn.parts:
            assert np.interp(drawn.vertex[0], *line) == pytest.approx(drawn.vertex[1])


@given(MODELS, inner_rates, LIMITS)
def test_the_choice_lies_on_the_line_of_its_criterion(counts, prior, limit):
    hull, _ = hulls_of(counts)
    workforce = Workforce(limit, prior).choose(counts, hull)
    (x0, x1), (y0, y1) = construction(Workforce(limit, prior), workforce).limit
    for x, y in ((x0, y0), (x1, y1)):
        assert share_called(x, y, prior) == pytest.approx(limit)
        assert -1e-9 <= x <= 1 + 1e-9
        assert -1e-9 <= y <= 1 + 1e-9
    product = Product().choose(counts, hull)
    x, y = construction(Product(), product).limit
    assert_allclose((1 - np.array(x)) * y, (1 - product.fpr) * product.tpr)
    point = OperatingPoint(prior, 3)
    least = LeastCost(point).choose(counts, hull)
    drawn = construction(LeastCost(point), least)
    assert drawn.mark == (point.pcf, pytest.approx(float(hull.cost(point.pcf))))


@given(st.integers(1, 3000), st.floats(0.001, 0.999), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_safe_fpr_is_the_largest_with_an_allowed_upper_limit(negatives, max_fpr, level):
    """Against the one-sided Clopper-Pearson limit from scipy's quantiles."""
    most = np.floor(safe_fpr(max_fpr, negatives, level) * negatives)
    upper = stats.beta.ppf(level, most + 1, negatives - most) if most >= 0 else 0
    assert upper <= max_fpr + 1e-6
    if most + 1 < negatives:
        assert stats.beta.ppf(level, most + 2, negatives - most - 1) >= max_fpr - 1e-6


def test_with_too_few_negatives_only_call_none_keeps_the_limit():
    """No false alarm among 10 negatives still has an upper limit of 26 %."""
    models = {"A": counts_through((0, 5), (3, 8), total=10)}
    hull = common_hull(models)
    assert NeymanPearson(0.25).choose(models, hull).single.tpr == 0.5
    careful = NeymanPearson(0.25, level=0.95).choose(models, hull)
    assert careful.single.call == careful.rules[0].call == "none"
    relaxed = NeymanPearson(0.26, level=0.95).choose(models, hull)
    assert (relaxed.single.fpr, relaxed.single.tpr) == (0, 0.5)
    few = NeymanPearson(0.26, level=0.95).choose(models, hull, negatives=5)
    assert few.single.call == "none"
    two = models | {"B": counts_through((0, 4), (3, 8), total=10)}
    searched = NeymanPearson(0.26, level=0.95).choose(two, common_hull(two))
    assert searched.single.call == "none"  # 31 % at level 0.975


@given(MODELS, LIMITS, st.floats(1, 100))
def test_with_confidence_the_choice_is_the_best_single_threshold(counts, limit, negatives):
    hull, _ = hulls_of(counts)
    choice = NeymanPearson(limit, level=0.8).choose(counts, hull, negatives)
    check(choice, counts)
    assert choice.rules == (choice.single,)
    fpr, tpr = all_rates(counts)
    safe = max(safe_fpr(limit, negatives, 1 - 0.2 / len(counts)), 0)
    best = best_single(fpr, tpr, fpr, safe)
    assert choice.rules[0].call == "none" or (choice.fpr, choice.tpr) == pytest.approx(best)


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: NeymanPearson(1.2), r"max_fpr must lie in \[0, 1\], got 1.2"),
        (lambda: NeymanPearson(0.1, level=1), r"level must lie in \(0, 1\), got 1"),
        (lambda: FewestFalseAlarms(1.2), r"min_tpr must lie in \[0, 1\], got 1.2"),
        (lambda: Workforce(-0.1, 0.5), r"capacity must lie in \[0, 1\], got -0.1"),
        (lambda: Workforce(0.1, 0), r"prior must lie in \(0, 1\), got 0"),
    ],
)
def test_invalid_limits_are_rejected(make, rule):
    with pytest.raises(ValueError, match=rule):
        make()


def test_a_floor_takes_all_that_raises_no_false_alarm():
    """Below the top of a vertical edge more positives are found for nothing."""
    models = {"A": counts_through((0, 5), (3, 8), total=10)}
    for floor in (0, 0.2, 0.5):
        choice = FewestFalseAlarms(floor).choose(models, common_hull(models))
        assert (choice.fpr, choice.tpr, choice.single.tpr) == (0, 0.5, 0.5)
    mixed = FewestFalseAlarms(0.65).choose(models, common_hull(models))
    assert mixed.share == pytest.approx((0.5, 0.5))
    assert (mixed.fpr, mixed.single.fpr, mixed.single.tpr) == (pytest.approx(0.15), 0.3, 0.8)


def test_a_weighted_floor_raises_no_more_false_alarms_than_the_single_threshold():
    """The hull drops a vertex within its tolerance, which a floor needs."""
    models = {"A": count([1, 0, 1, 0], [4, 3, 2, 1], [0.01, 5e-11, 1, 1])}
    choice = FewestFalseAlarms(0).choose(models, common_hull(models))
    assert (choice.fpr, choice.tpr) == (choice.single.fpr, choice.single.tpr)
    assert choice.fpr == 0


def test_a_weighted_mixture_finds_no_less_than_the_single_threshold():
    """The hull drops a vertex within its tolerance, which a strict limit needs."""
    models = {"A": count([1, 0, 1, 0], [4, 3, 2, 1], [0.01, 5e-11, 1, 1])}
    choice = NeymanPearson(0).choose(models, common_hull(models))
    assert choice.tpr == choice.single.tpr == pytest.approx(0.01 / 1.01)
