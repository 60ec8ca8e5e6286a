"""Measures against scikit-learn, sums over rows and slow bootstraps."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

from costdash import summarise
from costdash.core import (
    OperatingPoint,
    Predictions,
    ScoredRows,
    Split,
    analyse,
    calibration,
    convex_hull,
    count,
    normalized_expected_cost,
    score_driven_cost,
)
from costdash.core.measures.fields.credit import largest_gap, nearest_corner
from costdash.core.measures.fields.ranking import TOP_SHARES
from costdash.core.measures.fields.screening import partial_auc, standardized
from costdash.core.measures.fields.summary import h_measure
from costdash.core.measures.model_measures import MeasureOptions, MeasureRequest, measure_models
from costdash.core.measures.registry import FIELDS_OF_USE, MEASURES, ROW_OF
from costdash.core.sample.row_costs import RowCosts
from tests.support.oracles import counted
from tests.support.scored import samples

POINT = OperatingPoint(prior=0.05, cost_fn=30, cost_fp=2)
OPTIONS = MeasureOptions(partial_fpr=((0.0, 0.1), (0.1, 0.4)), partial_tpr=((0.8, 1.0),))


def sample_of(seed=0, n=600, levels=50):
    rng = np.random.default_rng(seed)
    y = np.arange(n) < 0.3 * n
    score = (rng.beta(1 + 3 * y, 3) * (levels - 2)).round() / levels + 1 / levels
    return Predictions(is_positive=y, scores={"a": score})


def read(predictions, n_replicates=200, point=POINT, **more):
    analysis = analyse(predictions, n_replicates=n_replicates, level=0.9)
    request = MeasureRequest(point=point, options=OPTIONS, **more)
    return measure_models(predictions, analysis, ["a"], request)[0].measures


@pytest.fixture(scope="module")
def rows():
    return sample_of()


@pytest.fixture(scope="module")
def found(rows):
    return read(rows, n_replicates=3000, cost_range=(0.1, 0.4))


def every_measure(value, where=""):
    if isinstance(value, dict):
        for name, one in value.items():
            yield from every_measure(one, f"{where}.{name}")
    elif isinstance(value, list):
        for one in value:
            yield from every_measure(one, where)
    elif hasattr(value, "interval"):
        yield where, value


def test_every_number_lies_within_its_limits(found):
    seen = list(every_measure(found))
    assert len(seen) > 50
    for where, one in seen:
        low, high = one.interval
        assert low <= one.value <= high, where
    assert [*found] == [name for row in MEASURES for name in row.names] == [*ROW_OF]
    assert {row.field_of_use for row in MEASURES} == {*FIELDS_OF_USE}


def test_areas_and_losses_are_those_of_scikit_learn(rows, found):
    y, score = rows.is_positive, rows.scores["a"]
    assert found["gini"].value == pytest.approx(2 * roc_auc_score(y, score) - 1)
    assert found["log_loss"].value == pytest.approx(log_loss(y, score))
    first = found["partial_auc"][0]
    assert first["standardized"].value == pytest.approx(roc_auc_score(y, score, max_fpr=0.1))
    whole = read(rows, cost_range=(0.0, 1.0))["bounded_brier"]
    assert whole["value"].value == pytest.approx(brier_score_loss(y, score))


@given(samples(), st.sampled_from([(0.0, 0.3), (0.2, 0.7), (0.0, 1.0)]))
def test_partial_areas_are_sums_over_a_fine_grid(sample, ends):
    counts = count(*sample)
    low, high = ends
    grid = low + (high - low) * (np.arange(20_000) + 0.5) / 20_000
    over_fpr = np.interp(grid, counts.fpr, counts.tpr).mean() * (high - low)
    assert partial_auc(counts.fpr, counts.tpr, low, high) == pytest.approx(over_fpr, abs=2e-4)
    over_tpr = (1 - np.interp(grid, counts.tpr, counts.fpr)).mean() * (high - low)
    found = partial_auc(counts.fpr, counts.tpr, low, high, "tpr")
    assert found == pytest.approx(over_tpr, abs=2e-4)


def test_standardized_areas_are_a_half_on_the_diagonal_and_one_at_the_corner():
    line = np.array([0.0, 1.0])
    corner = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0])
    for axis in ("fpr", "tpr"):
        for ends in ((0.0, 0.2), (0.3, 0.8), (0.9, 1.0)):
            area = partial_auc(line, line, *ends, axis)
            assert standardized(area, *ends, axis) == pytest.approx(0.5)
            assert standardized(partial_auc(*corner, *ends, axis), *ends, axis) == pytest.approx(1)
    with pytest.raises(ValueError, match=r"must rise within \[0, 1\], got 0.4 to 0.2"):
        partial_auc(line, line, 0.4, 0.2)
    with pytest.raises(ValueError, match="axis must be fpr or tpr, got recall"):
        partial_auc(line, line, 0.1, 0.2, "recall")


@given(samples(kinds=("levels", "probabilities")), st.sampled_from([0.02, 0.3, 0.9]))
def test_the_h_measure_is_an_integral_over_all_thresholds(sample, share):
    rules = counted(*sample)
    _, p, n = rules[-1]
    t = (np.arange(4000) + 0.5) / 4000
    weight = stats.beta(2, 1 + (1 - share) / share).pdf(t)
    losses = [share * (1 - tp / p) * (1 - t) + (1 - share) * fp / n * t for _, tp, fp in rules]
    trivial = np.minimum(share * (1 - t), (1 - share) * t)
    expected = 1 - (np.min(losses, axis=0) @ weight) / (trivial @ weight)
    assert h_measure(convex_hull(count(*sample)), share) == pytest.approx(expected, abs=2e-3)


def test_thresholds_without_costs_are_the_best_of_all_tried(rows, found):
    rules = counted(rows.is_positive, rows.scores["a"])
    p, n = 180, 420
    gap, strictest = max((tp / p - fp / n, t) for t, tp, fp in rules)
    assert found["ks"]["value"].value == pytest.approx(gap)
    assert found["ks"]["threshold"] == found["youden"]["threshold"] == strictest
    sensitivity, specificity = (found["youden"][k].value for k in ("sensitivity", "specificity"))
    assert sensitivity + specificity - 1 == pytest.approx(gap)
    nearest = min((fp / n) ** 2 + (1 - tp / p) ** 2 for _, tp, fp in rules) ** 0.5
    assert found["closest_to_corner"]["value"].value == pytest.approx(nearest)


def test_predictive_values_and_likelihood_ratios_are_those_of_the_rule(rows, found):
    y, score = rows.is_positive, rows.scores["a"]
    threshold = found["likelihood_ratios"]["threshold"]
    tpr, fpr = ((score[part] >= threshold).mean() for part in (y, ~y))
    tried = [((score[y] >= t).mean(), (score[~y] >= t).mean()) for t in [2, *score]]
    assert POINT.expected_cost(fpr, tpr) == pytest.approx(
        min(POINT.expected_cost(f, t) for t, f in tried)
    )
    assert found["ppv"].value == pytest.approx(0.05 * tpr / (0.05 * tpr + 0.95 * fpr))
    missed, left = 0.05 * (1 - tpr), 0.95 * (1 - fpr)
    assert found["npv"].value == pytest.approx(left / (left + missed))
    assert found["likelihood_ratios"]["positive"].value == pytest.approx(tpr / fpr)
    assert found["likelihood_ratios"]["negative"].value == pytest.approx((1 - tpr) / (1 - fpr))


def test_score_bands_count_the_rows_between_their_ends(rows, found):
    y, score = rows.is_positive, rows.scores["a"]
    bands = found["score_bands"]
    assert 8 <= len(bands) <= 10
    assert sum(band["rows"] for band in bands) == 600
    for band in bands:
        inside = (band["from"] <= score) & (score <= band["to"])
        assert inside.sum() == band["rows"]
        assert (inside & y).sum() == band["positives"]
        p, n = (inside & y).sum() / 180, (inside & ~y).sum() / 420
        assert band["bad_rate"].value == pytest.approx(0.05 * p / (0.05 * p + 0.95 * n))
        assert band["captured"].value == pytest.approx((score[y] >= band["from"]).mean())


def test_gains_are_those_of_the_top_of_a_weighted_list(rows, found):
    y, score = rows.is_positive, rows.scores["a"]
    weight = np.where(y, 0.05 / 180, 0.95 / 420)
    for share, entry in zip(TOP_SHARES, found["gains"], strict=True):
        left, captured = share, 0.0
        for s in np.unique(score)[::-1]:  # of equal scores, cases are taken at random
            level = weight[score == s].sum()
            part = min(1.0, left / level)
            captured += part * (y & (score == s)).sum() / 180
            left -= part * level
        assert entry["captured"].value == pytest.approx(captured)
        assert entry["lift"].value == pytest.approx(captured / share)
        assert entry["precision"].value == pytest.approx(0.05 * captured / share)


def test_fixed_rates_are_read_off_the_roc_curve(rows, found):
    counts = count(rows.is_positive, rows.scores["a"])
    for entry in found["sensitivity_at_specificity"]:
        expected = np.interp(1 - entry["specificity"], counts.fpr, counts.tpr)
        assert entry["sensitivity"].value == pytest.approx(expected)
    for entry in found["specificity_at_sensitivity"]:
        at = np.interp(entry["sensitivity"], counts.tpr, counts.fpr)
        assert entry["specificity"].value == pytest.approx(1 - at, abs=0.02)


def test_the_bounded_brier_score_is_the_mean_loss_in_the_range(rows, found):
    y, score = rows.is_positive, rows.scores["a"]
    t = 0.1 + 0.3 * (np.arange(3000) + 0.5) / 3000
    called = score[:, None] >= t
    loss = 2 * np.where(y[:, None], (1 - t) * ~called, t * called).mean(axis=0)
    assert found["bounded_brier"]["value"].value == pytest.approx(loss.mean(), abs=1e-4)


def test_scores_as_probabilities_cost_what_their_threshold_costs(rows):
    y, score = rows.is_positive, rows.scores["a"]
    t = 2 / 32
    for made, cut in ((0.05, t), (0.3, t * 6 / (t * 6 + (1 - t) * 0.7 / 0.95))):
        got = read(rows, score_prior=made)["as_probabilities"]
        called = score >= cut
        cost = POINT.expected_cost(called[~y].mean(), called[y].mean())
        assert got["expected_cost"].value == pytest.approx(cost)
        tried = [((score[~y] >= u).mean(), (score[y] >= u).mean()) for u in [2, *score]]
        least = min(POINT.expected_cost(*rates) for rates in tried)
        assert got["excess_cost"].value == pytest.approx(cost - least)


def sums_of_mistakes(y, weight, flagged, point):
    """Expected cost of calls, by plain sums over rows."""
    fpr, tpr = (weight[of & flagged].sum() / weight[of].sum() for of in (~y, y))
    return point.expected_cost(fpr, tpr)


@pytest.mark.parametrize("kind", ["weights", "hold-out", "missing"])
@pytest.mark.parametrize("seed", range(20))
def test_scores_are_probabilities_at_the_prior_of_the_file(seed, kind):
    rng = np.random.default_rng(seed)
    n, decimals, weighted = int(rng.integers(40, 200)), int(rng.integers(1, 4)), kind == "weights"
    y = np.arange(n) < max(4, int(rng.choice([0.05, 0.3, 0.6]) * n))
    score = np.round(np.clip(0.3 * y + 0.7 * rng.random(n), 0, 1), decimals)
    weight, split, used = np.ones(n), None, np.ones(n, dtype=bool)
    if weighted:
        weight = np.round(np.exp(rng.normal(size=n)), 2) + 0.01
    if kind == "missing":
        used = rng.random(n) > 0.6 * y
        used[[0, -1]] = True
        score = np.where(used, score, np.nan)
    if kind == "hold-out":
        used = rng.random(n) < np.where(y, 0.8, 0.3)
        used[[0, -1]], used[[1, -2]] = True, False
        split = Split(used, "fit", "test")
    rows = ScoredRows(
        is_positive=y,
        scores={"m": score},
        split=split,
        weight=weight if kind == "weights" else None,
    )
    summary = summarise(rows, n_replicates=100)
    point, model = summary.report.point, summary.fields()["models"][0]
    assert point.prior == pytest.approx(weight[y].sum() / weight.sum())
    got = model["readouts"]["as_probabilities"]
    y, score, weight = y[used], score[used], weight[used]
    cost = sums_of_mistakes(y, weight, score >= 0.5, point)  # both mistakes cost 1
    assert got["expected_cost"] == pytest.approx(cost)
    if kind != "hold-out":
        tried = [sums_of_mistakes(y, weight, score >= u, point) for u in [2, *score]]
        assert got["excess_cost"] == pytest.approx(cost - min(tried), abs=1e-12)
        steps = model["calibration"]["reliability"]
        total = sum(step["excess_cost"] for step in steps)
        assert got["excess_cost"] == pytest.approx(total, abs=1e-12)


@given(samples(kinds=("probabilities",)), st.integers(1, 99), st.integers(1, 99))
def test_a_score_that_equals_the_cut_up_to_rounding_is_flagged(sample, cost_fn, cost_fp):
    t = Fraction(cost_fp, cost_fn + cost_fp)
    sample.score[0] = float(t)
    share = float(sample.is_positive.mean())
    point = OperatingPoint(share, cost_fn, cost_fp)
    expected = normalized_expected_cost(
        *counted_rates(sample.is_positive, sample.score >= float(t)), point.pcf
    )
    found = score_driven_cost(count(*sample), point.pcf, share)
    assert float(found) == pytest.approx(expected, abs=1e-12)


def counted_rates(y, flagged):
    return flagged[~y].mean(), flagged[y].mean()


def test_limits_are_those_of_rows_resampled_one_by_one(rows, found):
    rng = np.random.default_rng(1)
    y, score = rows.is_positive, rows.scores["a"]
    t = found["likelihood_ratios"]["threshold"]
    drawn = {name: [] for name in ("ppv", "npv", "log_loss", "partial", "captured", "h")}
    for _ in range(600):
        p, n = (rng.choice(score[part], part.sum()) for part in (y, ~y))
        tpr, fpr = (p >= t).mean(), (n >= t).mean()
        drawn["ppv"].append(0.05 * tpr / (0.05 * tpr + 0.95 * fpr))
        drawn["npv"].append(0.95 * (1 - fpr) / (0.95 * (1 - fpr) + 0.05 * (1 - tpr)))
        drawn["log_loss"].append(-0.3 * np.log(p).mean() - 0.7 * np.log(1 - n).mean())
        counts = count(np.arange(600) < 180, np.append(p, n))
        drawn["partial"].append(partial_auc(counts.fpr, counts.tpr, 0.1, 0.4))
        called = 0.05 * counts.tpr + 0.95 * counts.fpr
        drawn["captured"].append(np.interp(0.1, called, counts.tpr))
        drawn["h"].append(h_measure(convex_hull(counts), 0.3))
    got = {name: found[name] for name in ("ppv", "npv", "log_loss")}
    got |= {"partial": found["partial_auc"][1]["value"], "captured": found["gains"][3]["captured"]}
    got |= {"h": found["h_measure"]["value"]}
    for name, values in drawn.items():
        low, high = np.quantile(values, [0.05, 0.95])
        tolerance = (0.25 if name == "h" else 0.12) * (high - low)  # h holds its thresholds
        assert_allclose(got[name].interval, (low, high), atol=tolerance, err_msg=name)


def test_few_rows_extreme_rules_and_other_scores():
    few = Predictions(is_positive=[1, 0, 1, 0], scores={"a": [2, 3, 1, 0]})
    got = read(few, point=OperatingPoint(1e-6))
    assert np.isnan(got["ppv"].value)  # none is called
    assert got["npv"].value == pytest.approx(1 - 1e-6)
    assert np.isnan(got["likelihood_ratios"]["positive"].value)
    assert got["log_loss"] is got["bounded_brier"] is got["as_probabilities"] is None
    assert all(
        np.isnan(one.interval).all() for where, one in every_measure(got) if "gini" not in where
    )
    sure = Predictions(is_positive=[1] * 9 + [0] * 9, scores={"a": [1.0] * 8 + [0.0] * 10})
    got = read(sure)
    assert got["log_loss"].value == np.inf
    assert got["likelihood_ratios"]["positive"].value == np.inf
    low, high = got["likelihood_ratios"]["positive"].interval
    assert np.isfinite(low)
    assert high == np.inf


@pytest.mark.parametrize("kind", ["weight", "cluster"])
def test_numbers_lie_within_their_limits_with_weights_and_clusters(kind):
    rng, plain = np.random.default_rng(2), sample_of(3)
    more = {"weight": rng.choice([0.5, 1, 4], 600), "cluster": rng.integers(0, 80, 600)}[kind]
    rows = Predictions(is_positive=plain.is_positive, scores=plain.scores, **{kind: more})
    for where, one in every_measure(read(rows)):
        assert one.interval[0] <= one.value <= one.interval[1], where


@given(samples(), st.booleans())
def test_the_strictest_of_equally_good_thresholds_is_named(sample, weighted):
    y, score = sample.is_positive, sample.score
    weight = np.full(y.size, 0.1) if weighted else None
    model = SimpleNamespace(counts=count(y, score, weight))
    positives, negatives = int(y.sum()), int((~y).sum())
    levels = [np.inf, *np.unique(score)[::-1]]
    gaps = [
        Fraction(int((y & (score >= s)).sum()), positives)
        - Fraction(int((~y & (score >= s)).sum()), negatives)
        for s in levels
    ]
    assert largest_gap(model) == gaps.index(max(gaps))
    squares = [
        Fraction(int((y & (score < s)).sum()), positives) ** 2
        + Fraction(int((~y & (score >= s)).sum()), negatives) ** 2
        for s in levels
    ]
    assert nearest_corner(model) == squares.index(min(squares))


def test_with_costs_per_case_net_benefit_is_money_in_mean_costs_of_a_missed_positive():
    plain, rng = sample_of(4), np.random.default_rng(0)
    y, score = plain.is_positive, plain.scores["a"]
    fn, fp = rng.lognormal(2, 1, (2, 600))
    rows = Predictions(is_positive=y, scores={"a": score}, costs=RowCosts(fn=fn, fp=fp))
    options = {"n_replicates": 100, "threshold_probability": [0.2, 0.6]}
    [model] = summarise(rows, **options).fields()["models"]
    assert model["net_benefit_unit"] == "mean cost_fn"
    for entry in model["decision_curve"]:
        t = entry["threshold_probability"]
        saved = fn[y & (score >= t)].sum() / 600
        spent = fp[~y & (score >= t)].sum() / 600 / fp[~y].mean() * fn[y].mean() * t / (1 - t)
        assert entry["net_benefit"] * fn[y].mean() == pytest.approx(saved - spent)
    [model] = summarise(plain, **options).fields()["models"]
    assert model["net_benefit_unit"] == "positive"


def test_costs_that_differ_leave_only_the_decision_curve():
    plain = sample_of(4)
    costs = RowCosts(fn=np.linspace(1, 3, 600), fp=np.ones(600))
    rows = Predictions(is_positive=plain.is_positive, scores=plain.scores, costs=costs)
    analysis = analyse(rows, n_replicates=100)
    [got] = measure_models(rows, analysis, ["a"], MeasureRequest(point=POINT))
    assert got.calibration is got.measures is None
    assert np.isfinite(got.decision_curve.scores.low).all()
    assert got.decision_curve.in_costs
    with pytest.raises(ValueError, match="calibration counts cases"):
        calibration(rows, analysis, "a")
