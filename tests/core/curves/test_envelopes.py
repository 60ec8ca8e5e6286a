"""Comparisons of lower envelopes against all thresholds on a grid of PC(+)."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import Predictions, common_hull, convex_hull, count, trivial_cost
from costdash.core.curves.envelopes import (
    best_where,
    crossovers,
    dominance_ranges,
    extends,
    standings,
)
from costdash.core.curves.piecewise_linear import DominanceRange
from tests.support.oracles import expected_costs
from tests.support.paired_samples import analysed, paired, two_rules

GRID = np.linspace(0, 1, 97)


def counts_of(predictions):
    return {
        name: count(predictions.is_positive, score, predictions.weight)
        for name, score in predictions.scores.items()
    }


def hulls_of(predictions):
    return {name: convex_hull(c, name) for name, c in counts_of(predictions).items()}


def least(counts, pcf):
    return expected_costs(counts, pcf).min(axis=1)


any_pair = st.booleans().flatmap(lambda weighted: paired(weighted=weighted))


@given(any_pair)
def test_the_cost_difference_is_that_of_the_cheapest_thresholds(predictions):
    counts, hulls = counts_of(predictions), hulls_of(predictions)
    slow = least(counts["a"], GRID) - least(counts["b"], GRID)
    assert_allclose(hulls["a"].cost(GRID) - hulls["b"].cost(GRID), slow, atol=1e-11)


@given(any_pair)
def test_regions_tile_0_to_1_and_name_the_cheaper_model(predictions):
    counts, hulls = counts_of(predictions), hulls_of(predictions)
    found = dominance_ranges(hulls["a"], hulls["b"])
    assert found[0].low == 0
    assert found[-1].high == 1
    for one, two in zip(found, found[1:]):
        assert one.high == two.low
        assert one.better != two.better
    for dominance_range in found:
        inside = dominance_range.low + (dominance_range.high - dominance_range.low) * np.linspace(
            0.01, 0.99, 9
        )
        gap = least(counts["a"], inside) - least(counts["b"], inside)
        slack = 1e-10
        assert {
            "a": (gap < slack).all(),
            "b": (gap > -slack).all(),
            "equal": (np.abs(gap) < slack).all(),
        }[dominance_range.better]


@given(any_pair)
def test_swapping_the_models_mirrors_regions_and_keeps_crossovers(predictions):
    a, b = hulls_of(predictions).values()
    mirror = {"a": "b", "b": "a", "equal": "equal"}
    there, back = dominance_ranges(a, b), dominance_ranges(b, a)
    assert [(r.low, r.high, mirror[r.better]) for r in there] == [
        (r.low, r.high, r.better) for r in back
    ]
    assert crossovers(a, b) == crossovers(b, a)
    assert [r.better for r in dominance_ranges(a, a)] == ["equal"]
    assert crossovers(a, a) == ()


@given(any_pair)
def test_at_a_crossover_both_models_cost_the_same_and_less_than_trivial(predictions):
    a, b = hulls_of(predictions).values()
    for one in crossovers(a, b):
        assert_allclose(a.cost(one.pcf), b.cost(one.pcf), atol=1e-11)
        assert_allclose(one.slope, (1 - one.pcf) / one.pcf)


def test_a_crossover_is_not_where_the_roc_curves_cross():
    """a is (0.1, 0.6), b is (0.3, 0.9): the curves cross at fpr 0.1875, the costs at slope 1.5."""
    predictions = two_rules(positive=(5, 1, 4, 0), negative=(1, 0, 2, 7))
    a, b = hulls_of(predictions).values()
    (one,) = crossovers(a, b)
    assert_allclose(one.slope, 1.5)
    assert_allclose(one.pcf, 0.4)
    assert [r.better for r in dominance_ranges(a, b)] == ["equal", "a", "b", "equal"]


def test_curves_that_touch_do_not_cross():
    """b's point lies on the edge from a's first point to its second."""
    is_positive = np.repeat([True, False], 8)
    a = np.repeat([2, 1, 0, 2, 1, 0], [4, 2, 2, 0, 4, 4]).astype(float)
    b = np.repeat([1, 0, 1, 0], [5, 3, 2, 6]).astype(float)
    hulls = [convex_hull(count(is_positive, s)) for s in (a, b)]
    assert crossovers(*hulls) == ()
    assert "b" not in {r.better for r in dominance_ranges(*hulls)}


@given(st.booleans().flatmap(lambda w: paired(("a", "b", "c"), 25, w)))
def test_best_where_names_the_cheapest_models(predictions):
    counts = counts_of(predictions)
    model_ranges = best_where(common_hull(counts))
    assert model_ranges[0].low == 0
    assert model_ranges[-1].high == 1
    for one, two in zip(model_ranges, model_ranges[1:]):
        assert one.high == two.low
        assert (one.call, one.owners) != (two.call, two.owners)
    for model_range in model_ranges:
        inside = np.linspace(model_range.low, model_range.high, 5)
        costs = {name: least(c, inside) for name, c in counts.items()}
        lowest = np.min(list(costs.values()), axis=0)
        if model_range.call != "some":
            assert_allclose(lowest, trivial_cost(inside), atol=1e-11)
            assert model_range.owners == ()
        for name in model_range.owners:
            assert_allclose(costs[name], lowest, atol=1e-11)


@given(paired(("a", "b", "c"), 20, kinds=("levels", "probabilities")))
@settings(max_examples=60)
def test_standings_match_the_costs_on_a_full_grid(predictions):
    """A grid with all bends of integer counts distinguishes best, tied and never."""
    counts, hulls = counts_of(predictions), hulls_of(predictions)
    common = common_hull(counts, hulls)
    edge = np.unique(np.concatenate(([0.0, 1.0], *[h.tie for h in hulls.values()], common.tie)))
    pcf = np.union1d(edge, (edge[1:] + edge[:-1]) / 2)
    said = standings(common, hulls)
    useful = common.cost(pcf) < trivial_cost(pcf) - 1e-12
    for name, c in counts.items():
        own = least(c, pcf)
        others = np.min([least(o, pcf) for other, o in counts.items() if other != name], axis=0)
        others = np.minimum(others, trivial_cost(pcf))
        if (own < others - 1e-12).any():
            assert said[name] == "best"
        elif ((own < others + 1e-12) & useful).any():
            assert said[name] == "tied"


def test_copies_are_tied_and_a_dominated_model_is_never_best():
    rng = np.random.default_rng(0)
    is_positive = np.arange(200) < 80
    good = rng.normal(size=200) + 2 * is_positive
    scores = {"good": good, "copy": 3 * good, "noise": rng.normal(size=200)}
    counts = {name: count(is_positive, score) for name, score in scores.items()}
    hulls = {name: convex_hull(c, name) for name, c in counts.items()}
    said = standings(common_hull(counts, hulls), hulls)
    assert said == {"good": "tied", "copy": "tied", "noise": "never"}
    assert not extends(hulls["good"], hulls["noise"])
    assert not extends(hulls["good"], hulls["copy"])
    assert extends(hulls["noise"], hulls["good"])


def test_a_point_on_an_edge_of_the_hull_is_tied():
    is_positive = np.repeat([True, False], 8)
    a = np.repeat([2, 1, 0, 2, 1, 0], [4, 2, 2, 0, 4, 4]).astype(float)
    b = np.repeat([1, 0, 1, 0], [5, 3, 2, 6]).astype(float)
    counts = {"a": count(is_positive, a), "b": count(is_positive, b)}
    hulls = {name: convex_hull(c, name) for name, c in counts.items()}
    assert standings(common_hull(counts), hulls) == {"a": "best", "b": "tied"}


@given(paired(("a", "b", "c"), 25))
def test_a_model_extends_the_hull_if_and_only_if_it_lowers_the_cost(predictions):
    counts = counts_of(predictions)
    third = counts.pop("c")
    hull, other = common_hull(counts), convex_hull(third)
    pcf = np.union1d(hull.tie, other.tie)
    excess = least(third, pcf) - hull.cost(pcf)
    if excess.min() < -1e-9 or excess.min() >= 0:
        assert extends(hull, other) == (excess.min() < 0)


def test_a_useless_model_leaves_only_trivial_segments():
    counts = {"noise": count(np.arange(10) < 5, np.zeros(10))}
    assert [(s.low, s.high, s.call) for s in best_where(common_hull(counts))] == [
        (0.0, 0.5, "none"),
        (0.5, 1.0, "all"),
    ]


def test_regions_of_a_pair_agree_with_the_common_hull():
    """The same segments come from the pair of hulls and from the common hull."""
    rng = np.random.default_rng(1)
    is_positive = np.arange(300) < 100
    predictions = {n: rng.normal(size=300) + is_positive for n in ("a", "b")}
    analysis = analysed(Predictions(is_positive=is_positive, scores=predictions))
    pair = dominance_ranges(analysis.models["a"].hull, analysis.models["b"].hull)
    for model_range in best_where(analysis.hull()):
        middle = (model_range.low + model_range.high) / 2
        better = next(r.better for r in pair if r.low <= middle <= r.high)
        assert (
            model_range.owners in {"a": [("a",)], "b": [("b",)], "equal": [(), ("a", "b")]}[better]
        )


def test_ties_that_differ_in_the_last_bit_make_no_region():
    """Both hulls tie at 0.6; one division rounds to 0.6000000000000001."""
    is_positive = [0, 1, 0, 1, 1, 1, 0, 1, 1, 0]
    a = convex_hull(count(is_positive, [0, 2, 2, 4, 5, 5, 4, 0, 3, 0]))
    b = convex_hull(count(is_positive, [1, 1, 0, 5, 2, 3, 4, 5, 5, 4]))
    assert dominance_ranges(a, b) == (DominanceRange(0.0, 1.0, "b"),)
