"""The hull is the lower envelope of all cost lines and the upper convex chain of all points."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import OperatingPoint, common_hull, convex_hull, count, normalized_expected_cost
from costdash.core.curves import piecewise_linear
from costdash.core.sample.counts import Counts
from tests.support.oracles import expected_costs, hull_points, pool_adjacent_violators
from tests.support.scored import binormal, inner_rates, samples, with_cells

PCF = np.linspace(0, 1, 41)


def points_of(counts):
    return list(zip(counts.fp.tolist(), counts.tp.tolist()))


def vertices_of(counts):
    return [points_of(counts)[i] for i in convex_hull(counts).index]


@given(samples())
def test_the_envelope_is_the_lowest_of_all_cost_lines(sample):
    counts = count(*sample)
    assert_allclose(convex_hull(counts).cost(PCF), expected_costs(counts, PCF).min(axis=1))


@given(samples(weighted=True))
def test_the_envelope_of_weighted_rows_is_the_lowest_of_all_cost_lines(sample):
    counts = count(*sample)
    lowest = expected_costs(counts, PCF).min(axis=1)
    assert_allclose(convex_hull(counts).cost(PCF), lowest, atol=1e-11)


@given(samples(max_rows=15))
def test_the_hull_equals_the_brute_force_hull(sample):
    counts = count(*sample)
    assert vertices_of(counts) == hull_points(points_of(counts))


@given(samples())
def test_the_hull_equals_pool_adjacent_violators(sample):
    counts = count(*sample)
    assert vertices_of(counts) == pool_adjacent_violators(np.diff(counts.tp), np.diff(counts.fp))


@pytest.mark.parametrize(
    ("positives", "negatives", "decimals"),
    [(1, 9000, 9), (9000, 1, 9), (900, 900, 1), (40, 9000, 9)],
)
def test_the_hull_of_many_rows_equals_pool_adjacent_violators(positives, negatives, decimals):
    sample = binormal(np.random.default_rng(0), positives, negatives)
    counts = count(sample.is_positive, np.round(sample.score, decimals))
    assert vertices_of(counts) == pool_adjacent_violators(np.diff(counts.tp), np.diff(counts.fp))


@given(samples())
def test_equal_integer_weights_do_not_change_the_hull(sample):
    plain, weighted = (count(*sample[:2], w) for w in (None, np.full(sample.score.size, 0.1)))
    assert_array_equal(convex_hull(plain).index, convex_hull(weighted).index)
    assert_allclose(convex_hull(plain).tie, convex_hull(weighted).tie)


@given(samples(), st.sampled_from([0, 1, 2, 20]))
def test_the_number_of_vectorised_passes_does_not_change_the_hull(sample, passes):
    counts = count(*sample)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(piecewise_linear, "PASSES", passes)
        assert_array_equal(
            piecewise_linear.upper_chain(counts.fp, counts.tp, True), convex_hull(counts).index
        )


@given(samples(), st.integers(2, 9))
def test_points_dropped_below_a_coarse_chain_do_not_change_the_hull(sample, coarse):
    counts = count(*sample)
    expected = convex_hull(counts).index
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(piecewise_linear, "MANY", coarse)
        patch.setattr(piecewise_linear, "COARSE", coarse)
        assert_array_equal(piecewise_linear.upper_chain(counts.fp, counts.tp, True), expected)


def test_the_hull_of_very_many_rows_equals_pool_adjacent_violators():
    sample = binormal(np.random.default_rng(0), 60_000, 60_000)
    counts = count(*sample[:2])
    assert vertices_of(counts) == pool_adjacent_violators(np.diff(counts.tp), np.diff(counts.fp))


@given(samples(), st.lists(st.floats(-4, 4), max_size=30), st.booleans())
def test_thresholds_that_no_row_has_do_not_change_the_hull(sample, extra, weighted):
    """A hold-out counts both parts at the union of their thresholds, so points are repeated."""
    score = sample.score
    below = score[score < 1e300]
    extra = np.concatenate((extra, np.nextafter(below, np.inf), [score.min() - 1]))
    every = np.unique(np.concatenate((score, extra[np.isfinite(extra)])))[::-1]
    plain = count(sample.is_positive, score, np.full(score.size, 0.1) if weighted else None)
    repeated = plain.at(np.append(np.inf, every))
    hull, same = convex_hull(plain), convex_hull(repeated)
    assert_array_equal(same.threshold[:-1], hull.threshold[:-1])
    assert same.index[-1] == every.size
    for name in ("fpr", "tpr", "tie"):
        assert_array_equal(getattr(same, name), getattr(hull, name))


@given(samples())
def test_slopes_fall_and_ties_rise_along_the_hull(sample):
    hull = convex_hull(count(*sample))
    run, rise = np.diff(hull.fpr), np.diff(hull.tpr)
    assert (rise[:-1] * run[1:] > rise[1:] * run[:-1]).all()
    assert (np.diff(hull.tie) > 0).all()
    assert hull.index[0] == 0
    assert hull.threshold[0] == np.inf
    assert (hull.fpr[-1], hull.tpr[-1]) == (1, 1)


@given(samples())
def test_neighbouring_vertices_cost_the_same_at_their_tie_and_swap_order_there(sample):
    hull = convex_hull(count(*sample))
    before = normalized_expected_cost(hull.fpr[:-1], hull.tpr[:-1], hull.tie)
    after = normalized_expected_cost(hull.fpr[1:], hull.tpr[1:], hull.tie)
    assert_allclose(before, after, atol=1e-15)
    assert_array_equal(hull.cheapest(hull.tie), np.arange(hull.tie.size))
    ends = np.concatenate(([0], hull.tie, [1]))
    wide = np.flatnonzero(np.diff(ends) > 0)
    assert_array_equal(hull.cheapest((ends[wide] + ends[wide + 1]) / 2), wide)


@pytest.mark.parametrize("seed", range(20))
def test_at_an_exact_tie_the_stricter_vertex_is_cheapest(seed):
    rng = np.random.default_rng(seed)
    truth = rng.random(300) < rng.uniform(0.1, 0.9)
    counts = count(truth, rng.normal(truth, 1).round(1))
    hull = convex_hull(counts)
    fp, tp = counts.fp[hull.index], counts.tp[hull.index]
    prevalence = float(counts.positives / (counts.positives + counts.negatives))
    for k, (run, rise) in enumerate(zip(np.diff(fp), np.diff(tp))):
        if run and rise:  # both calls cost the same: `rise` fewer misses, `run` more false alarms
            point = OperatingPoint(prevalence, float(run), float(rise))
            assert hull.cheapest(point.pcf) == k


def test_integer_counts_are_compared_exactly_where_floats_round():
    n = 2**30 + 1
    fp, tp = np.array([0, 1, n - 1, n]), np.array([0, 2, n - 1, n])
    point_above = Counts(np.array([np.inf, 3.0, 2.0, 1.0]), tp, fp)
    turn = 2 / n * (n - 2) / n - 1 / n * (n - 3) / n
    assert turn > 0
    assert_array_equal(convex_hull(point_above).index, [0, 1, 3])
    fp, tp = np.array([0, 2**29, n]), np.array([0, 2**29 + 1, n])
    counts = Counts(np.array([np.inf, 2.0, 1.0]), tp, fp)
    assert counts.exact
    assert_array_equal(convex_hull(counts).index, [0, 1, 2])
    fp, tp = np.array([0, 10, 20, n]), np.array([0, 20, 40, n])
    assert_array_equal(convex_hull(Counts(np.array([np.inf, 3, 2, 1]), tp, fp)).index, [0, 2, 3])


@pytest.mark.parametrize("rows", [1_000, 10_000])
def test_a_weighted_staircase_of_many_rows_keeps_all_vertices_within_tolerance(rows):
    """Its corners lie above their chords by less than any usual tolerance."""
    rng = np.random.default_rng(0)
    sample = binormal(rng, rows, rows)
    plain = count(*sample)
    stretched = Counts(plain.threshold, plain.tp * 1e-8, plain.fp * 1e-8)
    hull, same = convex_hull(plain), convex_hull(stretched)
    assert_array_equal(hull.index, same.index)
    smooth = np.linspace(0, 1, rows * 10)
    arc = Counts(np.append(np.inf, -smooth[1:]), np.sqrt(smooth * (2 - smooth)), smooth)
    assert_allclose(convex_hull(arc).cost(PCF), expected_costs(arc, PCF).min(axis=1), atol=1e-9)


def test_tiny_weights_beside_large_ones_hide_no_vertex():
    score = np.array([5.0, 4.0, 3.0, 2.0, 1.0])
    is_positive = np.array([True, True, True, False, False])
    counts = count(is_positive, score, np.array([1.0, 1e-18, 1e-17, 1e-16, 1.0]))
    assert_allclose(convex_hull(counts).cost(PCF), 0, atol=1e-12)


@given(samples(max_rows=25), st.data())
def test_the_common_hull_is_the_hull_of_all_points_and_names_all_owners(sample, data):
    n = sample.score.size
    scores = {"a": sample.score, "b": -sample.score, "copy": sample.score}
    scores["c"] = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)), float)
    counts = {name: count(sample.is_positive, s) for name, s in scores.items()}
    hull = common_hull(counts)
    union = [p for c in counts.values() for p in points_of(c)]
    positives, negatives = counts["a"].positives, counts["a"].negatives
    found = np.rint(np.stack((hull.fpr * negatives, hull.tpr * positives), axis=1))
    assert [tuple(p) for p in found.astype(int).tolist()] == hull_points(union)
    for point, owners, index in zip(found.tolist(), hull.owner, hull.index):
        assert owners == tuple(n for n, c in counts.items() if tuple(point) in points_of(c))
        assert points_of(counts[owners[0]])[index] == tuple(point)


@given(samples(max_rows=25, weighted=True))
def test_weighted_models_that_reach_the_same_point_both_own_it(sample):
    """Sums of equal weights in different order differ in their last bits."""
    rows = np.arange(sample.score.size)
    scores = {"levels": sample.score, "split": np.argsort(np.argsort(sample.score)) + 0.0}
    scores["halves"] = (sample.score > np.sort(sample.score)[rows.size // 2]) + 0.0
    scores["turned"] = rows[::-1] + 0.0
    counts = {name: count(sample.is_positive, s, sample.weight) for name, s in scores.items()}
    hull = common_hull(counts)
    lowest = np.min([expected_costs(c, PCF).min(axis=1) for c in counts.values()], axis=0)
    assert_allclose(hull.cost(PCF), lowest, atol=1e-11)
    for vertex, owners in enumerate(hull.owner):
        for name, c in counts.items():
            gap = np.abs(c.fpr - hull.fpr[vertex]) + np.abs(c.tpr - hull.tpr[vertex])
            assert (name in owners) == (gap.min() < 1e-12)


@given(samples(), samples())
def test_models_of_different_samples_have_a_common_hull(one, other):
    counts = {"one": count(*one), "other": count(*other)}
    lowest = np.minimum(*(expected_costs(c, PCF).min(axis=1) for c in counts.values()))
    assert_allclose(common_hull(counts).cost(PCF), lowest, atol=1e-11)


@given(samples())
def test_the_common_hull_of_one_model_is_its_own_hull(sample):
    counts = count(*sample)
    own, common = convex_hull(counts, "a"), common_hull({"a": counts})
    assert_array_equal(own.index, common.index)
    assert_array_equal(own.tie, common.tie)
    assert own.owner == common.owner


@given(samples())
def test_bends_and_area_match_the_envelope(sample):
    hull = convex_hull(count(*sample))
    pcf, nec = hull.bends
    fine = np.unique(np.concatenate((np.linspace(0, 1, 2001), pcf)))
    assert_allclose(np.interp(fine, pcf, nec), hull.cost(fine), atol=1e-15)
    assert_allclose(hull.area, np.trapezoid(hull.cost(fine), fine))
    assert hull.area <= 0.25 + 1e-15


@given(samples())
def test_the_operating_range_is_where_the_trivial_classifiers_cost_more(sample):
    hull = convex_hull(count(*sample))
    fine = np.linspace(0, 1, 4001)[1:-1]
    beaten = fine[hull.cost(fine) < np.minimum(fine, 1 - fine) - 1e-12]
    if hull.operating_range is None:
        assert beaten.size == 0
    else:
        low, high = hull.operating_range
        inside = fine[(fine > low + 1e-9) & (fine < high - 1e-9)]
        assert_array_equal(inside, beaten[(beaten > low + 1e-9) & (beaten < high - 1e-9)])
        assert ((beaten > low - 1e-9) & (beaten < high + 1e-9)).all()


@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 30), st.integers(1, 30))
def test_the_operating_range_of_one_point_has_a_closed_form(tp, fn, fp, tn):
    counts = count(*with_cells(tp, fn, fp, tn))
    tpr, fpr = tp / (tp + fn), fp / (fp + tn)
    found = convex_hull(counts).operating_range
    if tp * (fp + tn) <= fp * (tp + fn):
        assert found is None
    else:
        assert_allclose(found, (fpr / (fpr + tpr), (1 - fpr) / (1 - fpr + 1 - tpr)))


@given(samples(), st.floats(0.001, 0.5))
def test_the_useful_range_is_where_the_gain_is_reached(sample, gain):
    hull = convex_hull(count(*sample))
    fine = np.linspace(0, 1, 4001)[1:-1]
    made = fine[hull.cost(fine) < (1 - gain) * np.minimum(fine, 1 - fine) - 1e-9]
    found = hull.useful_range(gain)
    if found is None:
        assert made.size == 0
        return
    low, high = found
    assert 0 <= low <= high <= 1
    assert ((made > low - 1e-9) & (made < high + 1e-9)).all()
    for end in found:
        assert_allclose(hull.cost(end), (1 - gain) * min(end, 1 - end), atol=1e-9)
    assert hull.operating_range[0] <= low + 1e-9
    assert hull.operating_range[1] >= high - 1e-9


@given(inner_rates)
def test_a_perfect_model_costs_nothing_anywhere(pcf):
    hull = convex_hull(count(*with_cells(3, 0, 0, 5)))
    assert hull.cost(pcf) == 0
    assert hull.operating_range == (0, 1)
    assert_allclose(hull.useful_range(), (0, 1))
    assert hull.area == 0


@pytest.mark.parametrize("score", [np.zeros(8), np.arange(8.0)[::-1]], ids=["constant", "worst"])
def test_the_hull_of_a_useless_model_has_only_the_trivial_classifiers(score):
    hull = convex_hull(count(np.arange(8) > 3, score))
    assert_array_equal(hull.tie, [0.5])
    assert hull.operating_range is None
    assert hull.useful_range() is None
    assert hull.area == 0.25
