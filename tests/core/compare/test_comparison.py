"""Paired bands, crossovers and areas against plain resampling of rows and against definitions."""

from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import beta

from costdash.core import Predictions, convex_hull, count
from costdash.core.compare.comparison import compare, compare_all
from costdash.core.compare.delong import area_difference, paired_areas
from costdash.core.compare.paired_bootstrap import paired_ranges, paired_replicates
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.curves.multiclass import placement
from costdash.core.curves.roc import auc
from costdash.core.resample import class_cells
from tests.support.oracles import mann_whitney
from tests.support.paired_samples import analysed, correlated, paired, two_rules

PCF = (0.2, 0.35, 0.5, 0.65, 0.8)


def compared(predictions, a="a", b="b", n_replicates=200, seed=0, **more):
    analysis = analysed(predictions, n_replicates, seed=seed)
    return compare(analysis, joint_cells(predictions, analysis, a, b), a, b, **more)


def differences(predictions, thresholds, n_replicates, rng):
    """nec(a) - nec(b) at PCF, (b, m), at fixed thresholds in samples of single rows."""
    p = predictions
    weight = np.ones(p.rows) if p.weight is None else p.weight
    out = np.empty((n_replicates, len(PCF)))
    members = [np.flatnonzero(~p.is_positive), np.flatnonzero(p.is_positive)]
    for row in out:
        drawn = [rng.choice(m, size=m.size) for m in members]
        for j, pcf in enumerate(PCF):
            costs = []
            for k, score in enumerate(p.scores.values()):
                cut = thresholds[j][k]
                fpr, tpr = (weight[d][score[d] >= cut].sum() / weight[d].sum() for d in drawn)
                costs.append(fpr * (1 - pcf) + (1 - tpr) * pcf)
            row[j] = costs[0] - costs[1]
    return out


def clustered_differences(predictions, thresholds, n_replicates, rng):
    """nec(a) - nec(b) at PCF, (b, m), at fixed thresholds in samples of whole clusters."""
    p, out = predictions, np.empty((n_replicates, len(PCF)))
    members = [np.flatnonzero(p.cluster == name) for name in np.unique(p.cluster)]
    for row in out:
        drawn = np.concatenate([members[i] for i in rng.integers(0, len(members), len(members))])
        y = p.is_positive[drawn]
        for j, pcf in enumerate(PCF):
            calls = [s[drawn] >= cut for s, cut in zip(p.scores.values(), thresholds[j])]
            costs = [c[~y].mean() * (1 - pcf) + (~c[y]).mean() * pcf for c in calls]
            row[j] = costs[0] - costs[1]
    return out


def chosen(predictions):
    """The cheapest threshold of each model at each of PCF."""
    hulls = [
        convex_hull(count(predictions.is_positive, s, predictions.weight))
        for s in predictions.scores.values()
    ]
    return [[h.threshold[h.cheapest(pcf)] for h in hulls] for pcf in PCF]


@pytest.mark.parametrize("heaviest", [1.0, 2.0, 50.0])
def test_weighted_rows_are_too_few_for_a_pair_if_they_are_for_its_models(heaviest):
    """8 positives, of which one weighs more: the effective number falls below 5."""
    rng = np.random.default_rng(2)
    weight = np.where(np.arange(40) == 0, heaviest, 1.0)
    predictions = correlated(rng, 8, 32, {"a": 1, "b": 2}, 0.5, weight)
    analysis = analysed(predictions)
    found = compare(analysis, joint_cells(predictions, analysis, "a", "b"), "a", "b")
    assert (found.band is None) == (analysis.models["a"].bands is None) == (heaviest == 50)


@pytest.mark.parametrize("kind", ["cells", "weights", "groups", "weighted groups"])
def test_the_band_is_that_of_resampled_rows(kind, monkeypatch):
    rng = np.random.default_rng(11)
    weight = rng.choice([0.5, 1, 4], size=500) if "weight" in kind else None
    predictions = correlated(rng, 200, 300, {"a": 1.2, "b": 0.9}, 0.5, weight)
    if "groups" in kind:
        monkeypatch.setattr(class_cells, "MAX_UNITS", 120)
    found = compared(predictions, n_replicates=4000, pcfs=PCF)
    drawn = differences(predictions, chosen(predictions), 1500, rng)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    width = high - low
    noise = 0.16 if "groups" in kind else 0.09  # of 120 groups; the usual 2,000 leave 1 %
    plain = [not found.band.safe[found.x == pcf].any() for pcf in PCF]
    assert sum(plain) >= 4
    for j, pcf in [(j, pcf) for j, pcf in enumerate(PCF) if plain[j]]:
        _, own_low, own_high = found.at(pcf)
        assert_allclose([own_low, own_high], [low[j], high[j]], atol=noise * width[j])


@pytest.mark.parametrize("groups", [4000, 90])
def test_the_band_of_clusters_is_that_of_resampled_clusters(groups, monkeypatch):
    monkeypatch.setattr(class_cells, "MAX_UNITS", groups)
    rng = np.random.default_rng(21)
    predictions = in_clusters(correlated(rng, 60, 90, {"a": 1.2, "b": 0.9}, 0.5), 4)
    found = compared(predictions, n_replicates=3000, pcfs=PCF)
    drawn = clustered_differences(predictions, chosen(predictions), 1500, rng)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    plain = [not found.band.safe[found.x == pcf].any() for pcf in PCF]
    assert sum(plain) >= 3
    for j, pcf in [(j, pcf) for j, pcf in enumerate(PCF) if plain[j]]:
        ends = found.at(pcf)[1:]
        assert_allclose(ends, [low[j], high[j]], atol=0.16 * (high[j] - low[j]))
    assert found.clustered


def in_clusters(predictions, copies):
    """Copies every row; the copies form a cluster."""
    again = np.repeat(np.arange(predictions.rows), copies)
    return Predictions(
        is_positive=predictions.is_positive[again],
        scores={name: score[again] for name, score in predictions.scores.items()},
        cluster=again,
    )


def test_copies_in_clusters_add_no_evidence():
    single = correlated(np.random.default_rng(2), 60, 90, {"a": 1.2, "b": 0.9}, 0.5)
    one, many = compared(single), compared(in_clusters(single, 5))
    assert_allclose(many.auc_difference.value, one.auc_difference.value)
    assert_allclose(many.auc_difference.low, one.auc_difference.low, rtol=0.03, atol=1e-3)


@given(paired(max_rows=30), st.booleans())
@settings(max_examples=25)
def test_swapping_the_models_mirrors_everything_exactly(predictions, weighted):
    if weighted:
        weight = np.linspace(0.5, 3, predictions.rows)
        predictions = Predictions(
            is_positive=predictions.is_positive, scores=predictions.scores, weight=weight
        )
    there, back = (compared(predictions, *pair, 100) for pair in (("a", "b"), ("b", "a")))
    assert_array_equal(there.value, -back.value)
    assert_array_equal(there.limits()[0], -back.limits()[1])
    assert_array_equal(there.limits(True)[1], -back.limits(True)[0])
    assert_array_equal(*([astuple(c) for c in one.crossovers] for one in (there, back)))
    assert (there.a, there.b, there.places) == (back.b, back.a, back.places[::-1])
    assert_array_equal(there.auc_difference.low, -back.auc_difference.high)
    mirror = {"a": "b", "b": "a"}
    for whole in (False, True):
        assert [(r.low, r.high, mirror[r.better]) for r in there.significant(whole)] == [
            (r.low, r.high, r.better) for r in back.significant(whole)
        ]


@given(paired(max_rows=40), st.sampled_from([1.0, 0.5]))
@settings(max_examples=25)
def test_models_that_order_the_rows_the_same_way_never_differ(predictions, factor):
    """The second model is a copy, or has other scores in the same order."""
    score = np.clip(predictions.scores["a"], -1e6, 1e6)
    predictions = Predictions(
        is_positive=predictions.is_positive,
        scores={"a": score, "b": factor * score if np.unique(score).size > 1 else score},
        weight=np.linspace(1, 3, score.size) if factor == 1.0 else None,
    )
    if np.unique(factor * score).size != np.unique(score).size:
        return
    found = compared(predictions, n_replicates=100)
    assert (found.value == 0).all()
    if found.band is not None:
        for limit in (*found.limits(), *found.limits(simultaneous=True)):
            assert (limit == 0).all()
    assert found.significant() == found.significant(simultaneous=True) == ()
    assert found.crossovers == ()
    assert [r.better for r in found.dominance_ranges] == ["equal"]
    areas = found.auc_difference
    assert (areas.value, areas.low, areas.high, areas.p) == (0, 0, 0, 1)


@given(st.booleans().flatmap(lambda weighted: paired(max_rows=60, weighted=weighted)))
@settings(max_examples=30)
def test_bands_contain_the_difference_and_are_nested(predictions):
    found = compared(predictions, n_replicates=100)
    hulls = [
        convex_hull(count(predictions.is_positive, s, predictions.weight))
        for s in predictions.scores.values()
    ]
    assert_allclose(found.value, hulls[0].cost(found.x) - hulls[1].cost(found.x), atol=1e-11)
    assert (np.diff(found.x) >= 0).all()
    weight = np.ones(predictions.rows) if predictions.weight is None else predictions.weight
    classes = weight[predictions.is_positive], weight[~predictions.is_positive]
    smallest = min(own.sum() ** 2 / (own**2).sum() for own in classes)
    assert (found.band is not None) == (smallest >= 5 - 1e-9)
    if found.band is None:
        assert np.isnan(found.limits()).all()
        assert np.isnan(found.p)
        assert found.significant() == found.non_inferior(0.1) == ()
        return
    for under, over in zip(
        (found.band.wide_low, found.band.low, found.value, found.band.high),
        (found.band.low, found.value, found.band.high, found.band.wide_high),
    ):
        assert (under <= over + 1e-12).all()
    for dominance_range in found.significant(simultaneous=False):
        inside = (found.x > dominance_range.low + 1e-9) & (found.x < dominance_range.high - 1e-9)
        sign = {"a": -1, "b": 1}[dominance_range.better]
        assert (sign * found.value[inside] > 0).all()
    assert sum(r.high - r.low for r in found.significant()) <= 1e-9 + sum(
        r.high - r.low for r in found.significant(simultaneous=False)
    )


def test_the_correlation_of_two_models_changes_what_is_significant():
    """Drummond & Holte (2004), figures 13 to 15: tpr 0.75 and 0.65, fpr 0.2 and 0.2."""
    together = two_rules(positive=(64, 11, 1, 24), negative=(19, 1, 1, 79))
    apart = two_rules(positive=(45, 30, 20, 5), negative=(4, 16, 16, 64))
    high, low = (compared(p, n_replicates=2000, level=0.9, pcfs=PCF) for p in (together, apart))
    assert_allclose(high.at(0.5)[0], low.at(0.5)[0])
    assert [r.better for r in high.significant()] == ["a"]
    (found,) = high.significant()
    assert found.low < 0.5 < found.high
    assert all(not r.low < 0.5 < r.high for r in low.significant())


def test_a_difference_can_be_significant_in_one_range_only():
    """Drummond & Holte (2004), figure 15: at large PC(+)."""
    found = compared(
        two_rules(positive=(60, 20, 6, 14), negative=(30, 14, 10, 46)), n_replicates=2000, level=0.9
    )
    (dominance_range,) = found.significant(simultaneous=False)
    assert dominance_range.better == "a"
    assert dominance_range.low > 0.3
    assert found.dominance_ranges[1].low < dominance_range.low


@pytest.mark.parametrize(("only_a", "only_b"), [(0, 0), (1, 0), (2, 1)])
def test_few_discordant_rows_do_not_make_the_difference_certain(only_a, only_b):
    same = 40 - only_a - only_b
    predictions = two_rules(positive=(same, only_a, only_b, 20), negative=(6, 1, 1, 52))
    found = compared(predictions, n_replicates=4000, level=0.9, pcfs=(0.6,))
    value, low, high = found.at(0.6)
    assert low < value < high
    assert found.band.safe.any()


@pytest.mark.parametrize(("heavy", "safe"), [(1.0, False), (10.0, True)])
def test_weighted_discordant_rows_count_as_kishs_number_of_rows(heavy, safe):
    """Six rows of each class are discordant. A heavy row leaves few effective rows beside it."""
    predictions = two_rules(positive=(30, 3, 3, 20), negative=(6, 3, 3, 52))
    weight = np.ones(predictions.rows)
    weight[[0, -1]] = heavy  # one row of each class on which the models agree
    weighted = Predictions(
        is_positive=predictions.is_positive, scores=predictions.scores, weight=weight
    )
    found = compared(weighted, n_replicates=200)
    assert bool(found.band.safe[np.searchsorted(found.x, 0.5)]) == safe


@pytest.mark.parametrize(("holding", "safe"), [(3, True), (12, False)])
def test_differences_in_few_clusters_get_jeffreys_limits(holding, safe):
    """20 clusters of 20 rows: the models disagree on two rows of each class in some of them."""
    cluster, row = np.repeat(np.arange(20), 20), np.tile(np.arange(20), 20)
    is_positive = row < 10
    a = is_positive != np.isin(row, (0, 10))
    b = a != (np.isin(row, (1, 2, 11, 12)) & (cluster < holding))
    predictions = Predictions(
        is_positive=is_positive, scores={"a": a * 1.0, "b": b * 1.0}, cluster=cluster
    )
    found = compared(predictions, n_replicates=200)
    assert bool(found.band.safe[np.searchsorted(found.x, 0.5)]) == safe


def test_against_calling_none_the_limits_are_those_of_one_models_errors():
    """At PC(+) = 0 only a's false alarms count; there are none, so Jeffreys' limit applies."""
    predictions = two_rules(positive=(0, 30, 1, 9), negative=(0, 0, 20, 20))
    found = compared(predictions, n_replicates=8000, level=0.9)
    limit = beta.ppf(0.95, 0.5, 40.5)
    value, low, high = found.at(0.0)
    assert (value, low) == (0, 0) or low < 0.01
    assert_allclose(high, limit, rtol=0.1)


def test_the_simultaneous_band_contains_whole_replicates():
    predictions = correlated(np.random.default_rng(4), 150, 250, {"a": 1, "b": 1.2}, 0.4)
    analysis = analysed(predictions, 2000)
    cells = joint_cells(predictions, analysis, "a", "b")
    found = compare(analysis, cells, "a", "b", level=0.9)
    hulls = [m.hull for m in analysis.models.values()]
    ranges = paired_ranges(*hulls)
    drawn = paired_replicates(cells, 2000, np.random.default_rng(7))
    inner = ~np.isin(found.x, ranges.edge) & (found.x > 0.1) & (found.x < 0.9)
    x, at = found.x[inner], np.searchsorted(ranges.edge, found.x[inner]) - 1
    fpr = drawn.first_fpr[:, ranges.first[at]] - drawn.second_fpr[:, ranges.second[at]]
    tpr = drawn.first_tpr[:, ranges.first[at]] - drawn.second_tpr[:, ranges.second[at]]
    held = fpr * (1 - x) - tpr * x
    rates = (drawn.first_fpr, drawn.first_tpr), (drawn.second_fpr, drawn.second_tpr)
    first, second = (
        np.stack([(f * (1 - pcf) + (1 - t) * pcf).min(axis=1) for pcf in x], axis=1)
        for f, t in rates
    )
    cases = ((first - second, True, 0.86, 0.96), (held, True, 0.8, 1), (held, False, 0.1, 0.75))
    for strayed, simultaneous, low, high in cases:
        under, over = (limit[inner] for limit in found.limits(simultaneous))
        inside = ((strayed >= under) & (strayed <= over)).all(axis=1)
        assert low < inside.mean() < high


def test_equal_models_of_few_levels_differ_in_as_many_samples_as_the_level_says():
    """With held thresholds 10 to 20 % of such samples would show a difference at 5 %."""
    rng = np.random.default_rng(11)
    p_values = []
    for _ in range(60):
        predictions = correlated(rng, 600, 1400, {"a": 1, "b": 1}, 0.2)
        cuts = np.linspace(-1.2, 2.2, 4)
        scores = {name: np.searchsorted(cuts, s) for name, s in predictions.scores.items()}
        predictions = Predictions(is_positive=predictions.is_positive, scores=scores)
        p_values.append(compared(predictions, n_replicates=300).p)
    assert np.mean(np.array(p_values) <= 0.05) <= 0.08
    assert np.mean(np.array(p_values) <= 0.5) > 0.25


def test_p_anywhere_does_not_depend_on_the_level_of_the_band():
    predictions = correlated(np.random.default_rng(8), 60, 90, {"a": 1, "b": 1.9}, 0.4)
    found = [compared(predictions, n_replicates=1000, level=k) for k in (0.8, 0.95, 0.983)]
    assert 0.001 < found[0].p < 0.9
    assert len({one.p for one in found}) == 1
    assert (found[0].band.wide_high < found[2].band.wide_high).all()


def test_the_limits_of_crossovers_are_those_of_resampled_rows():
    rng = np.random.default_rng(5)
    predictions = correlated(rng, 300, 300, {"a": 0.9, "b": 0.9}, 0.2)
    steep = predictions.scores["b"]
    predictions.scores["b"] = np.where(predictions.is_positive, 0.9 + 2 * (steep - 0.9), steep)
    found = compared(predictions, n_replicates=3000)
    inner = [c for c in found.crossovers if 0.3 < c.pcf < 0.8]
    assert len(inner) == 1
    one = inner[0]
    assert one.low < one.pcf < one.high
    assert one.share_matched > 0.95
    assert one.share_crossing >= one.share_matched - 1e-12
    slow = resampled_crossings(predictions, one.pcf, 2000, rng)
    low, high = np.quantile(slow, [0.025, 0.975])
    assert_allclose([one.low, one.high], [low, high], atol=0.2 * (high - low))


def test_curves_not_shown_to_cross_have_no_interval():
    """Models of equal shape and unequal strength never cross; noise crosses their samples."""
    rng = np.random.default_rng(6)
    crossing = shown = 0
    for _ in range(30):
        found = compared(correlated(rng, 100, 100, {"a": 1.0, "b": 1.3}, 0.3), n_replicates=200)
        crossing += bool(found.crossovers)
        shown += any(one.shown_to_cross for one in found.crossovers)
        for one in found.crossovers:
            assert np.isnan([one.low, one.high]).all() == (not one.shown_to_cross)
            assert 0 <= one.share_matched <= one.share_crossing <= 1
    assert crossing > 15
    assert shown <= 1


def resampled_crossings(predictions, near, n_replicates, rng):
    """The crossing of both lower envelopes nearest to `near`, in samples of single rows."""
    grid, found, p = np.linspace(0.1, 0.9, 161), [], predictions
    members = [np.flatnonzero(~p.is_positive), np.flatnonzero(p.is_positive)]
    for _ in range(n_replicates):
        rows = np.concatenate([rng.choice(m, size=m.size) for m in members])
        a, b = (convex_hull(count(p.is_positive[rows], s[rows])) for s in p.scores.values())
        gap = a.cost(grid) - b.cost(grid)
        at = np.flatnonzero(np.sign(gap[1:]) != np.sign(gap[:-1]))
        if at.size:
            found.append(grid[at[np.abs(grid[at] - near).argmin()]])
    return found


@given(st.booleans().flatmap(lambda weighted: paired(max_rows=20, weighted=weighted)))
def test_the_difference_of_areas_is_delongs_by_definition(predictions):
    p = predictions
    counts = [count(p.is_positive, s, p.weight) for s in p.scores.values()]
    placed = [placement(p.is_positive, s, c) for s, c in zip(p.scores.values(), counts)]
    found = paired_areas(p.is_positive, tuple(map(auc, counts)), placed, p.weight)
    areas = [mann_whitney(p.is_positive, s, p.weight) for s in p.scores.values()]
    assert_allclose([found.first, found.second], areas, atol=1e-9)
    assert_allclose(found.variance.value, slow_variance(p), atol=1e-9)


def test_equal_areas_of_few_positives_are_rejected_as_often_as_the_level_says():
    """10 positives and 90 negatives at 5 %: a normal test rejects 7.2 %, Student's t 4.9 %."""
    rng, p_values = np.random.default_rng(5), []
    for _ in range(600):
        p = correlated(rng, 10, 90, {"a": 1, "b": 1}, 0.5)
        counts = [count(p.is_positive, s) for s in p.scores.values()]
        placed = [placement(p.is_positive, s, c) for s, c in zip(p.scores.values(), counts)]
        areas = paired_areas(p.is_positive, tuple(map(auc, counts)), placed)
        p_values.append(area_difference(areas, 0.95).p)
    assert 0.03 < np.mean(np.array(p_values) < 0.05) < 0.065


def test_the_limits_of_a_difference_of_areas_exclude_0_where_p_is_below_the_level():
    rng = np.random.default_rng(6)
    for _ in range(30):
        p = correlated(rng, 15, 40, {"a": 1, "b": 0.2}, 0.5)
        counts = [count(p.is_positive, s) for s in p.scores.values()]
        placed = [placement(p.is_positive, s, c) for s, c in zip(p.scores.values(), counts)]
        areas = paired_areas(p.is_positive, tuple(map(auc, counts)), placed)
        found = area_difference(areas, 0.9)
        assert (found.p < 0.1) == (not found.low <= 0 <= found.high)


def slow_variance(p):
    """DeLong's variance in O(n^2): the spread of each row's share of pairs won by a minus by b."""
    weight = np.ones(p.rows) if p.weight is None else p.weight
    gap = 0
    for sign, s in zip((1, -1), p.scores.values()):
        above, below = s[p.is_positive][:, None], s[~p.is_positive][None, :]
        gap = gap + sign * ((above > below) + 0.5 * (above == below))
    wp, wn = weight[p.is_positive], weight[~p.is_positive]
    mean, total = wp @ gap @ wn / wp.sum() / wn.sum(), 0.0
    for won, w in ((gap @ wn / wn.sum(), wp), (gap.T @ wp / wp.sum(), wn)):
        units = w.sum() ** 2 / (w**2).sum()
        if w.size == 1:
            return np.nan
        total += ((w * (won - mean)) ** 2).sum() / w.sum() ** 2 * units / (units - 1)
    return total


def test_perfect_models_do_not_certainly_have_equal_areas():
    is_positive = np.arange(40) < 20
    scores = [is_positive + 0.1 * np.random.default_rng(k).random(40) for k in range(2)]
    counts = [count(is_positive, s) for s in scores]
    placed = [placement(is_positive, s, c) for s, c in zip(scores, counts)]
    found = area_difference(paired_areas(is_positive, tuple(map(auc, counts)), placed), 0.95)
    assert found.value == 0
    assert found.p == 1
    assert found.low == -found.high < -0.1


def test_ranges_of_non_inferiority():
    predictions = correlated(np.random.default_rng(6), 400, 400, {"a": 1.5, "b": 1.5}, 0.9)
    found = compared(predictions, n_replicates=500)
    assert [(r.low, r.high) for r in found.non_inferior(0.2)] == [(0.0, 1.0)]
    narrow = found.non_inferior(0.01)
    for dominance_range in narrow:
        assert found.at((dominance_range.low + dominance_range.high) / 2)[2] < 0.01
    assert sum(r.high - r.low for r in narrow) < 1
    with pytest.raises(ValueError, match="margin must be positive, got 0"):
        found.non_inferior(0)


def test_the_largest_difference_and_the_p_value():
    rng = np.random.default_rng(8)
    apart = compared(correlated(rng, 200, 200, {"a": 0.3, "b": 2.0}, 0.5))
    pcf, value = apart.largest
    assert 0.3 < pcf < 0.7
    assert value == apart.value.max() > 0.1
    assert apart.p == 1 / 201
    assert apart.significant(simultaneous=True)[0].better == "b"
    alike = compared(correlated(rng, 200, 200, {"a": 1, "b": 1}, 0.5))
    assert alike.p > 0.01


def test_all_pairs_in_the_order_of_the_file():
    predictions = correlated(np.random.default_rng(9), 40, 60, {"c": 1, "a": 1.2, "b": 0.2}, 0.3)
    analysis = analysed(predictions)
    pairs = list(compare_all(predictions, analysis, PCF))
    assert [(p.a, p.b) for p in pairs] == [("c", "a"), ("c", "b"), ("a", "b")]
    assert set(PCF) <= set(pairs[0].x)


def test_impossible_comparisons_are_rejected():
    predictions = correlated(np.random.default_rng(9), 40, 60, {"a": 1, "b": 1.2, "c": 0.2}, 0.3)
    analysis = analysed(predictions)
    with pytest.raises(ValueError, match="no model is called 'd'"):
        joint_cells(predictions, analysis, "a", "d")
    cells = joint_cells(predictions, analysis, "a", "b")
    with pytest.raises(ValueError, match=r"are those of \('a', 'b'\), not of \('a', 'c'\)"):
        compare(analysis, cells, "a", "c")
    with pytest.raises(ValueError, match=r"level must lie in \(0, 1\), got 1"):
        compare(analysis, cells, "a", "b", level=1)
    with pytest.raises(ValueError, match=r"pcf must lie in \[0, 1\], got 2"):
        compare(analysis, cells, "a", "b").at(2)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_added_pcfs_do_not_change_what_is_said_at_a_single_pcf(level):
    rows = correlated(np.random.default_rng(8), 80, 220, {"a": 1, "b": 1.2}, 0.5)
    analysis = analysed(rows, 200, seed=1)
    cells = joint_cells(rows, analysis, "a", "b")
    plain = compare(analysis, cells, "a", "b", level=level)
    added = compare(analysis, cells, "a", "b", level=level, pcfs=(0.123, 0.5, 1 / 3))
    assert added.x.size > plain.x.size
    found = added.without_pcfs(analysis)
    for name in ("x", "value"):
        assert_array_equal(getattr(found, name), getattr(plain, name))
    for name in ("low", "high", "p_at", "safe"):
        assert_array_equal(getattr(found.band, name), getattr(plain.band, name))
