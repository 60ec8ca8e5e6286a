"""The cost of a rule by segment, held against its definition on random tables."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import costdash
from costdash.core import OperatingPoint, Predictions, RowCosts
from costdash.core.analysis.analyse import analyse as analyse_same_rows
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folded_rows import FoldedRows
from costdash.core.sample.segment_column import DateColumn, SegmentColumn
from costdash.core.sample.split import Split
from costdash.core.segments.excess import UNSEEN, CostRows, excess
from costdash.core.segments.segment import Segments, segments_of
from costdash.core.segments.segment_costs import SegmentRequest, segment_costs
from costdash.core.segments.shrinkage import between_variance
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.segments import MAY_BE_CHANCE, NO_DEARER, segment_sentences

KINDS = (
    "plain",
    "ties",
    "weights",
    "clusters",
    "costs",
    "folds",
    "hold-out",
    "same rows",
    "useless",
    "ties, weights, clusters, costs",
    "ties, weights, clusters, costs, folds",
    "ties, weights, clusters, costs, hold-out",
    "ties, weights, costs, same rows",
)
BY = SegmentRequest("region")


def table(kind, seed, n=400, g=4, shift=1.5):
    """Random rows with a segment column; each kind adds complications."""
    rng = np.random.default_rng((seed, len(kind)))
    is_positive = rng.random(n) < rng.choice([0.05, 0.3, 0.7])
    is_positive[:4] = [True, True, False, False]
    shift = 0.0 if "useless" in kind else shift
    scores = {name: rng.normal(size=n) + k * is_positive for name, k in (("a", shift), ("b", 1.0))}
    if "ties" in kind:
        scores = {name: score.round() for name, score in scores.items()}
    more = {}
    if "weights" in kind:
        more["weight"] = rng.uniform(0.1, 5, n)
    if "clusters" in kind:
        more["cluster"] = rng.integers(0, 60, n)
    if "costs" in kind:
        more["costs"] = RowCosts(rng.lognormal(size=n), rng.lognormal(size=n))
    if "folds" in kind:
        more["fold"] = rng.integers(0, 4, n)
    if "hold-out" in kind:
        more["split"] = Split(np.arange(n) % 2 == 0)
    codes = rng.integers(-1, g, n)
    column = SegmentColumn(codes, tuple(f"s{k}" for k in range(g)))
    return Predictions(is_positive=is_positive, scores=scores, segments={"region": column}, **more)


def analysed(rows, kind):
    analyse = analyse_same_rows if "same rows" in kind else costdash.analyse
    return analyse(rows, n_replicates=100)


def random_point(seed):
    rng = np.random.default_rng(seed)
    return OperatingPoint(float(rng.uniform(0.02, 0.6)), float(rng.uniform(0.5, 40)), 1.0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_segments_add_up_to_the_headline(kind, seed):
    rows, point = table(kind, seed), random_point(seed)
    analysis = analysed(rows, kind)
    parts = segment_costs(rows, analysis, point, ["a", "b"], BY).costs
    total = analysis.decide(point, ["a", "b"]).best.expected_cost
    assert parts.share.sum() == pytest.approx(1, abs=1e-12)
    assert parts.share @ parts.cost == pytest.approx(total, rel=1e-12)
    assert parts.of_total.sum() == pytest.approx(1, rel=1e-12)
    assert parts.share @ parts.because_of_prior == pytest.approx(0, abs=1e-12 * max(1, total))
    assert parts.share @ parts.because_of_rule == pytest.approx(0, abs=1e-12 * max(1, total))
    excess = parts.because_of_prior + parts.because_of_rule
    assert parts.cost - parts.total == pytest.approx(excess, abs=1e-12 * max(1, total))


@pytest.mark.parametrize("names", [["a"], ["b", "a"], []])
def test_segments_add_up_for_some_of_the_models(names):
    rows, point = table("plain", 7), random_point(7)
    analysis = costdash.analyse(rows, n_replicates=100)
    parts = segment_costs(rows, analysis, point, names, BY).costs
    total = analysis.decide(point, names).best.expected_cost
    assert parts.share @ parts.cost == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_fixed_rule_costs_in_each_segment_what_its_rows_cost(seed):
    """Row by row, by the definition: prior, cost and both parts of the excess."""
    rows, point = table("weights", seed), random_point(seed)
    analysis = analyse_same_rows(rows, n_replicates=100)
    call = analysis.decide(point).best
    parts = segment_costs(rows, analysis, point, ["a", "b"], BY)
    positive, weight = rows.is_positive, rows.weight
    if call.call == "some":
        flagged = rows.scores[call.model] >= call.threshold
    else:
        flagged = np.full(rows.rows, call.call == "all")
    prevalence = weight[positive].sum() / weight.sum()
    w1, w0 = point.prior / prevalence, (1 - point.prior) / (1 - prevalence)
    w = np.where(positive, w1, w0) * weight
    c = np.where(positive, point.cost_fn * ~flagged, point.cost_fp * flagged)
    fnr = weight[positive & ~flagged].sum() / weight[positive].sum()
    fpr = weight[~positive & flagged].sum() / weight[~positive].sum()
    codes = rows.segments["region"].codes
    for place, name in enumerate(parts.segments.names):
        here = codes == (-1 if name == "blank" else int(name[1:]))
        prior = w[here & positive].sum() / w[here].sum()
        cost = (w * c)[here].sum() / w[here].sum()
        expected = prior * point.cost_fn * fnr + (1 - prior) * point.cost_fp * fpr
        assert parts.costs.share[place] == pytest.approx(w[here].sum() / w.sum())
        assert parts.costs.prior[place] == pytest.approx(prior)
        assert parts.costs.cost[place] == pytest.approx(cost)
        assert parts.costs.because_of_rule[place] == pytest.approx(cost - expected)
        assert parts.costs.rows[place] == here.sum()


def wilson(mistakes, n):
    z2 = NormalDist().inv_cdf(0.975) ** 2
    middle, half = mistakes + z2 / 2, np.sqrt(z2 * (mistakes * (n - mistakes) / n + z2 / 4))
    return (middle - half) / (n + z2), (middle + half) / (n + z2)


@pytest.mark.parametrize("weighted", [False, True])
def test_limits_join_wilsons_limits_of_both_rates(weighted):
    """Of 0 or 1 calls; equal weights count as none."""
    rows, point = table("plain", 4), random_point(4)
    if weighted:
        rows = replace(rows, weight=np.full(rows.rows, 3.0))
    analysis = analyse_same_rows(rows, n_replicates=100)
    found = segment_costs(rows, analysis, point, ["a", "b"], BY).costs
    low, high = found.limits(0.95)
    for place in range(found.rows.size):
        down, up = [], []
        for n, wrong, prior, cost, every in (
            (found.positives, found.missed, point.prior, point.cost_fn, rows.is_positive),
            (
                found.negatives,
                found.false_alarms,
                1 - point.prior,
                point.cost_fp,
                ~rows.is_positive,
            ),
        ):
            here, mistakes, all_rows = n[place], wrong[place], every.sum()
            ends = wilson(mistakes, here)
            money = prior * cost * here / all_rows / found.share[place]
            scale = money * np.sqrt(1 - here / all_rows)
            down.append(scale * (mistakes / here - ends[0]))
            up.append(scale * (ends[1] - mistakes / here))
        assert found.because_of_rule[place] - low[place] == pytest.approx(np.hypot(*down))
        assert high[place] - found.because_of_rule[place] == pytest.approx(np.hypot(*up))


@pytest.mark.parametrize("positives", [8, 25])
def test_limits_hold_the_truth_also_for_few_positives(positives):
    """A rule that is as good in each of 6 segments, with 8 or 25 positives in each."""
    rng, g, inside = np.random.default_rng(positives), 6, []
    codes = np.tile(np.arange(g), 20 * positives)
    is_positive = np.arange(codes.size) < g * positives
    column = SegmentColumn(codes, tuple(map(str, range(g))))
    rows = Predictions(is_positive=is_positive, scores={"m": np.zeros(codes.size)})
    for _ in range(300):
        flagged = rng.random(codes.size) < np.where(is_positive, 0.75, 0.2)
        given = CostRows.of(rows, flagged.astype(float), OperatingPoint(0.05, 20.0))
        costs = excess(given, segments_of(column), rng, np.zeros(g, dtype=bool))
        low, high = costs.limits(0.95)
        inside += ((low <= 0) & (high >= 0)).tolist()
    assert np.mean(inside) == pytest.approx(0.95, abs=0.02)


def test_the_prior_of_the_slider_moves_the_odds_of_each_segment_alike():
    rows = table("plain", 1)
    analysis = analyse_same_rows(rows, n_replicates=100)
    priors = []
    for prior in (rows.prevalence, 0.01):
        point = OperatingPoint(prior, 30.0, 1.0)
        priors.append(segment_costs(rows, analysis, point, ["a"], BY).costs.prior)
    odds = [p / (1 - p) for p in priors]
    factor = 0.01 / 0.99 / (rows.prevalence / (1 - rows.prevalence))
    assert odds[1] == pytest.approx(odds[0] * factor)


@pytest.mark.parametrize("kind", ["plain", "ties, weights, clusters", "folds"])
def test_folds_dealt_anew_are_those_of_the_cross_fit(kind):
    """As for cross-fits that were stored by an earlier version."""
    rows, point = table(kind, 2), random_point(2)
    analysis = costdash.analyse(rows, n_replicates=100)
    fits = analysis.crossfits
    bare = {name: replace(fit, fold_of_rows=None) for name, fit in fits.models.items()}
    together = replace(fits.together, fold_of_rows=None)
    again = analysis.with_crossfits(CrossFits(bare, together))
    first, second = (segment_costs(rows, x, point, ["a", "b"], BY) for x in (analysis, again))
    assert_array_equal(first.costs.cost, second.costs.cost)
    assert fits.together.fold_of_rows[0].dtype == np.uint8


def slow_own(rows, folded, fit, point, model, segments):
    """Savings of both candidates: thresholds chosen by loops on the other folds."""
    place = folded.names.index(model)
    positive, bins, size = rows.is_positive, folded.bins(model), folded.thresholds[place].size
    one = folded.rules(fit, point.pcf).flagged(place)
    n1, n0 = positive.sum(), (~positive).sum()
    price = np.where(
        positive, point.prior * point.cost_fn / n1, (1 - point.prior) * point.cost_fp / n0
    )
    saving = np.zeros((2, len(segments.names)))
    for fold, flagged in zip(folded.folds, one):
        for f in range(int(fold.max()) + 1):
            rest = fold != f
            fnr = [
                (positive & rest & (bins > k)).sum() / (positive & rest).sum() for k in range(size)
            ]
            fpr = [
                (~positive & rest & (bins <= k)).sum() / (~positive & rest).sum()
                for k in range(size)
            ]
            for s in range(len(segments.names)):
                here = rest & (segments.codes == s)
                costs = []
                for k in range(size):
                    wrong = np.where(positive, bins > k, bins <= k)
                    costs.append((price * wrong)[here].sum())
                w1 = point.prior / n1 * ((here & positive).sum() + 1)
                w0 = (1 - point.prior) / n0 * (here & ~positive).sum()
                w0 += (
                    point.prior
                    / n1
                    * (~positive & rest).sum()
                    * (1 - point.prior)
                    / n0
                    / ((positive & rest).sum() * point.prior / n1)
                )
                p = w1 / (w1 + w0)
                everybody = [
                    p * point.cost_fn * m + (1 - p) * point.cost_fp * a for m, a in zip(fnr, fpr)
                ]
                judged = (fold == f) & (segments.codes == s)
                for candidate, each in enumerate((costs, everybody)):
                    best = np.flatnonzero(np.array(each) <= min(each) + 1e-12)[0]
                    new = np.where(positive, bins > best, bins <= best)
                    old = np.where(positive, ~flagged, flagged)
                    saving[candidate, s] += (price * (old * 1.0 - new))[judged].sum()
    return saving / len(folded.folds)


@pytest.mark.parametrize("seed", range(3))
def test_segment_thresholds_save_what_slow_cross_fitting_says(seed):
    rows = table("folds", seed, n=240, g=2)
    analysis = costdash.analyse(rows, n_replicates=100)
    point = OperatingPoint(rows.prevalence, (1 - rows.prevalence) / rows.prevalence, 1.0)
    parts = segment_costs(rows, analysis, point, ["a", "b"], BY)
    assert parts.call.call == "some"
    folded = FoldedRows.of(rows, analysis.crossfits.of(["a", "b"]))
    segments = BY.segments(folded.predictions)
    fit = analysis.crossfits.of(["a", "b"])
    slow = slow_own(rows, folded, fit, point, parts.call.model, segments)
    best = slow[parts.thresholds.candidate, np.arange(slow.shape[1])]
    assert parts.thresholds.saving == pytest.approx(best, abs=1e-9)


def slow_selected(rows, model, point, names):
    """Thresholds of both candidates, by loops over the rows of the selection part."""
    part, column = rows.selection_part, rows.selection_part.segments["region"]
    positive, score = part.is_positive, part.scores[model]
    weight = np.ones(part.rows) if part.weight is None else part.weight
    n1, n0 = weight[positive].sum(), weight[~positive].sum()
    miss, alarm = point.prior * point.cost_fn / n1, (1 - point.prior) * point.cost_fp / n0
    thresholds = np.array([np.inf, *np.unique(rows.scores[model])[::-1]])
    chosen = np.empty((2, len(names)))
    one = miss * weight[positive].mean()  # what one positive costs that is missed
    for s, name in enumerate(names):
        here = column.codes == (-1 if name == "blank" else column.names.index(name))
        costs = [[], []]
        for t in thresholds:
            wrong = np.where(positive, miss * (score < t), alarm * (score >= t)) * weight
            costs[0].append(wrong[here].sum())
            fnr = weight[positive & (score < t)].sum() / n1
            fpr = weight[~positive & (score >= t)].sum() / n0
            of_positives = miss * weight[here & positive].sum() + one
            of_negatives = alarm * weight[here & ~positive].sum() + one * alarm * n0 / (miss * n1)
            costs[1].append(of_positives * fnr + of_negatives * fpr)
        for candidate, each in enumerate(costs):
            best = np.flatnonzero(np.array(each) <= min(each) * (1 + 1e-12) + 1e-15)[0]
            chosen[candidate, s] = thresholds[best]
    return chosen


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_with_a_hold_out_thresholds_are_chosen_on_the_selection_part(seed, weighted):
    rows = table("hold-out", seed, n=200, g=3)
    if weighted:
        weight = np.random.default_rng(seed).uniform(0.5, 4, rows.rows)
        rows = replace(rows, weight=weight)
    analysis = analyse_same_rows(rows, n_replicates=100)
    point = OperatingPoint(rows.prevalence, (1 - rows.prevalence) / rows.prevalence, 1.0)
    found = segment_costs(rows, analysis, point, ["a", "b"], BY)
    assert found.call.call == "some"
    part, model = rows.evaluation_part, found.call.model
    chosen = slow_selected(rows, model, point, found.segments.names)
    positive, score, codes = part.is_positive, part.scores[model], found.segments.codes
    weight = np.ones(part.rows) if part.weight is None else part.weight
    n1, n0 = weight[positive].sum(), weight[~positive].sum()
    price = weight * np.where(
        positive, point.prior * point.cost_fn / n1, (1 - point.prior) * point.cost_fp / n0
    )
    old = np.where(positive, score < found.call.threshold, score >= found.call.threshold)
    for s, candidate in enumerate(found.thresholds.candidate.tolist()):
        threshold = chosen[candidate, s]
        new = np.where(positive, score < threshold, score >= threshold)
        slow = (price * (old * 1.0 - new))[codes == s].sum()
        assert found.thresholds.saving[s] == pytest.approx(slow, abs=1e-9)
        shown = found.segment_rules[s]
        assert (np.inf if shown.call == "none" else shown.threshold) == threshold


def shifted(n=6000):
    """Rows whose scores are higher in one segment, with a hold-out."""
    rng = np.random.default_rng(2)
    is_positive, codes = rng.random(n) < 0.3, rng.integers(0, 3, n)
    score = rng.normal(size=n) + 2 * is_positive + 2.0 * (codes == 1)
    column = SegmentColumn(codes, ("a", "shifted", "c"))
    split = Split(rng.random(n) < 0.5)
    return Predictions(
        is_positive=is_positive, scores={"m": score}, segments={"region": column}, split=split
    )


def test_with_a_hold_out_a_threshold_is_recommended_where_the_scores_are_shifted():
    rows = shifted()
    analysis = analyse_same_rows(rows, n_replicates=100)
    parts = segment_costs(rows, analysis, OperatingPoint(0.3, 3.0, 1.0), ["m"], BY)
    place = parts.segments.names.index("shifted")
    assert parts.thresholds.recommended[place]
    saving, low, high = parts.thresholds.all
    assert 0 < low < saving < high


def test_a_segment_without_rows_that_choose_keeps_everybodys_curve():
    """Nothing is chosen on its own rows, and no threshold is recommended for that."""
    rows = shifted(3000)
    codes = np.where(
        rows.split.in_evaluation, rows.segments["region"].codes, rows.segments["region"].codes % 2
    )
    column = SegmentColumn(codes, ("a", "shifted", "c"))
    rows = replace(rows, segments={"region": column})
    analysis = analyse_same_rows(rows, n_replicates=100)
    found = segment_costs(rows, analysis, OperatingPoint(0.3, 3.0, 1.0), ["m"], BY)
    place = found.segments.names.index("c")
    assert found.segment_rules[place].threshold is not None
    assert not found.thresholds.recommended[place]


def test_a_threshold_of_its_own_is_recommended_where_the_scores_are_shifted():
    rng = np.random.default_rng(2)
    n = 6000
    is_positive, codes = rng.random(n) < 0.3, rng.integers(0, 3, n)
    score = rng.normal(size=n) + 2 * is_positive + 2.0 * (codes == 1)
    column = SegmentColumn(codes, ("a", "shifted", "c"))
    rows = Predictions(is_positive=is_positive, scores={"m": score}, segments={"region": column})
    analysis = costdash.analyse(rows, n_replicates=100)
    parts = segment_costs(rows, analysis, OperatingPoint(0.3, 3.0, 1.0), ["m"], BY)
    place = parts.segments.names.index("shifted")
    assert parts.thresholds.recommended[place]
    assert parts.segment_rules[place].threshold == pytest.approx(parts.call.threshold + 1.5, abs=1)
    assert parts.thresholds.p_holm[place] < 0.05
    saving, low, high = parts.thresholds.all
    assert low < saving < high
    assert low > 0


def test_calibrated_segments_need_one_threshold():
    """Scores that are probabilities in each segment: no candidate is recommended."""
    rng = np.random.default_rng(4)
    n = 4000
    codes = rng.integers(0, 6, n)
    score = rng.beta(1 + codes, 6)
    is_positive = rng.random(n) < score
    column = SegmentColumn(codes, tuple("abcdef"))
    rows = Predictions(is_positive=is_positive, scores={"m": score}, segments={"region": column})
    analysis = costdash.analyse(rows, n_replicates=100)
    parts = segment_costs(rows, analysis, OperatingPoint(rows.prevalence, 3.0, 1.0), ["m"], BY)
    assert not parts.thresholds.recommended.any()


def months(n, seed, worse_from=12.0, by=0.0):
    """Rows of a year; from a month on, the scores of m tell less with each month."""
    rng = np.random.default_rng(seed)
    day = np.sort(rng.integers(0, 365, n)).astype(np.int32) + 20_089  # from 2025-01-01
    is_positive = rng.random(n) < 0.3
    later = by * np.clip((day - 20_089) / 365 * 12 - worse_from, 0, None)
    score = rng.normal(size=n) + (2 - later) * is_positive
    steady = rng.normal(size=n) + 1.6 * is_positive
    return Predictions(
        is_positive=is_positive,
        scores={"m": score, "steady": steady},
        segments={"date": DateColumn(day)},
    )


def test_a_rule_that_becomes_worse_has_a_trend():
    rows = months(12_000, 1, worse_from=3, by=0.2)
    analysis = costdash.analyse(rows, n_replicates=100)
    found = segment_costs(
        rows, analysis, OperatingPoint(0.3, 2.0), ["m"], SegmentRequest("date", by="month")
    )
    assert found.segments.names[0] == "2025-01"
    assert found.trend.interval[0] > 0
    assert found.trend.p < 0.01
    assert found.order == list(range(12))


def test_the_trend_is_the_weighted_slope():
    rows = months(3000, 6)
    analysis = costdash.analyse(rows, n_replicates=100)
    request = SegmentRequest("date", by="month")
    found = segment_costs(rows, analysis, OperatingPoint(0.3, 2.0), ["m"], request)
    y, error = found.costs.because_of_rule, found.costs.error
    tau2 = between_variance(y, error, np.arange(12.0))
    slope, _ = np.polyfit(np.arange(12), y, 1, w=1 / np.sqrt(error**2 + tau2))
    assert found.trend.value == pytest.approx(slope)


def test_a_model_that_became_cheaper_is_named_in_its_months():
    rows = months(24_000, 1, worse_from=9, by=0.6)
    analysis = costdash.analyse(rows, n_replicates=100)
    found = segment_costs(
        rows,
        analysis,
        OperatingPoint(0.3, 2.0),
        ["m", "steady"],
        SegmentRequest("date", by="month"),
    )
    assert found.call.model == "m"
    assert [option.model for option in found.cheaper[-1]] == ["steady"]
    assert found.cheaper[-1][0].low > 0
    assert found.cheaper[:6] == ((),) * 6


def test_periods_after_the_last_labels_are_not_tested():
    rows = months(3000, 2)
    analysis = costdash.analyse(rows, n_replicates=100)
    until = 20_089 + 180
    request = SegmentRequest("date", by="month", labels_until=until)
    found = segment_costs(rows, analysis, OperatingPoint(0.3), ["m"], request)
    assert found.pending.tolist() == [day > until for day in found.segments.last_day]
    assert np.isnan(found.costs.p[found.pending]).all()
    assert not np.isnan(found.costs.p[~found.pending]).any()
    parts = found.costs
    assert parts.share @ parts.cost == pytest.approx(parts.total, rel=1e-12)


def test_columns_that_are_missing_or_no_dates_are_named():
    rows = table("plain", 1)
    analysis = analyse_same_rows(rows, n_replicates=100)
    point = OperatingPoint(0.3)
    with pytest.raises(ValueError, match="segments by town need that column; the rows have region"):
        segment_costs(rows, analysis, point, ["a"], SegmentRequest("town"))
    with pytest.raises(ValueError, match="region holds no dates: leave out the period month"):
        segment_costs(rows, analysis, point, ["a"], SegmentRequest("region", by="month"))


def test_small_segments_are_pooled_and_blank_ones_come_last():
    codes = np.array([0] * 5 + [1] * 3 + [2] * 2 + [3] + [-1] * 4)
    column = SegmentColumn(codes, ("a", "b", "c", "d"))
    found = segments_of(column, most=2)
    assert found.names == ("a", "b", "other (2)", "blank")
    assert np.bincount(found.codes).tolist() == [5, 3, 3, 4]
    assert found.pooled == (2, 3)
    assert isinstance(found, Segments)


def test_order_of_rows_does_not_matter():
    rows, point = table("plain", 3), random_point(3)
    order = np.random.default_rng(0).permutation(rows.rows)
    shuffled = replace(
        rows,
        is_positive=rows.is_positive[order],
        scores={name: score[order] for name, score in rows.scores.items()},
        segments={"region": rows.segments["region"][order]},
    )
    first, second = (
        segment_costs(x, costdash.analyse(x, n_replicates=100), point, ["a", "b"], BY).costs
        for x in (rows, shuffled)
    )
    assert first.cost == pytest.approx(second.cost, abs=1e-12)
    assert_array_equal(first.p, second.p)


@pytest.mark.parametrize("seed", range(3))
def test_segments_that_are_shown_to_differ_in_nothing_come_by_their_cost(seed):
    """Segments with equal shares of positives, and one model for all."""
    rng = np.random.default_rng(seed)
    n = 1000
    is_positive = np.arange(n) < 200
    column = SegmentColumn(np.arange(n) % 10, tuple("abcdefghij"))
    scores = {"m": rng.normal(size=n) + 1.5 * is_positive}
    rows = Predictions(is_positive=is_positive, scores=scores, segments={"region": column})
    analysis = costdash.analyse(rows, n_replicates=100)
    found = segment_costs(rows, analysis, OperatingPoint(0.02, 125.0, 1.0), ["m"], BY)
    costs = found.costs
    cost = (costs.share * costs.cost)[found.order]
    for part in costs.drawn_parts:
        assert ((part == 0) | (abs(part) >= UNSEEN * costs.total)).all()
    if not costs.drawn.any():
        assert (np.diff(cost) <= 0).all()
        lead = segment_sentences(found, Amounts()).lead
        assert lead in (NO_DEARER, MAY_BE_CHANCE)
        excess_of_first = cost[0] - costs.share[found.order[0]] * costs.total
        assert (lead == MAY_BE_CHANCE) == (excess_of_first >= 0.01 * costs.total)
    else:
        assert (np.diff(costs.drawn[found.order]) <= 0).all()
