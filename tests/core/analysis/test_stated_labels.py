"""Stated error rates of a judge: costs and curves of an analysis against the true labels."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.stated_labels import stated_cost
from costdash.core.curves.hull import convex_hull
from costdash.core.folds.gold_labels import StatedJudge
from costdash.core.sample.counts import count
from costdash.core.sample.row_costs import RowCosts
from costdash.core.segments.stated_curve import stated_curve

JUDGE = StatedJudge(0.85, 0.9)


def both_ways(seed):
    """True labels and scores (n,), and the rows that a judge gave both labels, to its shares."""
    rng = np.random.default_rng(seed)
    true = rng.random(300) < 0.3
    scores = {
        "rf": rng.integers(0, 12, 300) + 3.0 * true,
        "nb": rng.integers(0, 6, 300) + 1.0 * true,
    }
    positive = np.where(true, JUDGE.sensitivity, 1 - JUDGE.specificity)
    rows = Predictions(
        is_positive=np.repeat([True, False], 300),
        scores={name: np.tile(score, 2) for name, score in scores.items()},
        weight=np.concatenate((positive, 1 - positive)),
    )
    return true, scores, analyse(rows, n_replicates=100)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("costs", [(20, 3), (1, 1), (1, 30)])
@pytest.mark.parametrize("prior", [None, 0.02])
def test_costs_are_those_by_the_true_labels(seed, costs, prior):
    true, scores, analysis = both_ways(seed)
    point = OperatingPoint(prior or analysis.file_prevalence, *costs)
    rule = analysis.decide(point).best
    found = stated_cost(analysis, tuple(scores), rule, point, JUDGE)
    share = prior or true.mean()
    assert_allclose((found.share, found.point.prior), (true.mean(), share))

    def cost(flagged):
        missed = share * costs[0] * (1 - flagged[true].mean())
        return missed + (1 - share) * costs[1] * flagged[~true].mean(), missed

    every = [cost(score >= t) for score in scores.values() for t in [*np.unique(score), np.inf]]
    assert_allclose(found.cheapest.cost, min(every)[0])
    flagged = np.full(true.size, rule.call == "all")
    if rule.model is not None:
        flagged = scores[rule.model] >= rule.threshold
    assert_allclose((found.recommended.cost, found.recommended.missed), cost(flagged))
    fpr, tpr = rule.fpr, rule.tpr
    judged = point.prior * costs[0] * (1 - tpr) + (1 - point.prior) * costs[1] * fpr
    assert_allclose(found.recommended.judged, judged)


@pytest.mark.parametrize("seed", range(4))
def test_the_curve_is_that_of_the_true_labels(seed):
    true, scores, analysis = both_ways(seed)
    point = OperatingPoint(analysis.file_prevalence, 20, 3)
    found = stated_cost(analysis, ("rf", "nb"), analysis.decide(point).best, point, JUDGE)
    curve = stated_curve(analysis, "rf", found, point)
    truth = count(true, scores["rf"]).at(curve.drawn.threshold)
    assert_allclose((curve.drawn.fpr, curve.drawn.tpr), (truth.fpr, truth.tpr), atol=1e-12)
    pcf = np.linspace(0.01, 0.99, 50)
    assert_allclose(curve.hull.cost(pcf), convex_hull(count(true, scores["rf"])).cost(pcf))
    assert_allclose(curve.point(point).prior, true.mean())


def test_impossible_rates_and_costs_per_case_are_refused():
    _, _, analysis = both_ways(0)
    point = OperatingPoint(0.3, 2, 1)
    rule = analysis.decide(point).best
    with pytest.raises(ValueError, match="cannot be right: the judge calls"):
        stated_cost(analysis, ("rf",), rule, point, StatedJudge(0.9, 0.5))
    rng = np.random.default_rng(1)
    true = rng.random(4000) < 0.3
    score = rng.normal(size=4000) + 2 * true
    follows = np.where(rng.random(4000) < 0.3, score > 1, true)  # mistakes follow the scores
    rows = analyse(Predictions(is_positive=follows, scores={"rf": score}), n_replicates=100)
    best = rows.decide(point).best
    why = "or its mistakes follow the scores: the judge calls .* of the cases that rf >= "
    with pytest.raises(ValueError, match=why):
        stated_cost(rows, ("rf",), best, point, StatedJudge(0.8, 0.9))
    costs = Predictions(
        is_positive=[1, 1, 0, 0],
        scores={"rf": [3, 2, 1, 0]},
        costs=RowCosts(fn=np.array([1.0, 2, 1, 1]), fp=np.array([1.0, 1, 1, 2])),
    )
    each = analyse(costs, n_replicates=100)
    with pytest.raises(ValueError, match="the same costs for every case"):
        stated_cost(each, ("rf",), rule, point, JUDGE)


def test_rates_that_are_right_are_seldom_refused():
    rng, refused = np.random.default_rng(2), 0
    for _ in range(60):
        true = rng.random(800) < 0.25
        score = rng.normal(size=800) + 2.5 * true
        judge = np.where(true, rng.random(800) < 0.85, rng.random(800) >= 0.95)
        rows = analyse(Predictions(is_positive=judge, scores={"rf": score}), n_replicates=100)
        point = OperatingPoint(rows.file_prevalence, 5, 1)
        try:
            stated_cost(rows, ("rf",), rows.decide(point).best, point, StatedJudge(0.85, 0.95))
        except ValueError:
            refused += 1
    assert refused <= 1
