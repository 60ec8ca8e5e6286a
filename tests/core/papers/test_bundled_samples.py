"""Claims of Drummond & Holte (2004) and Provost & Fawcett (1997) on the bundled samples."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import analyse, best_where, compare_all, standings
from costdash.intake.samples import load_sample
from tests.support.oracles import expected_costs


@cache
def compared(sample):
    predictions = load_sample(sample)[0]
    analysis = analyse(predictions, n_replicates=500)
    return analysis, {(c.a, c.b): c for c in compare_all(predictions, analysis)}


@pytest.mark.parametrize(
    ("pair", "crossings"),
    [
        (("logistic", "forest"), [0.6129, 0.9692]),
        (("logistic", "neighbours"), [0.4854]),
        (("forest", "neighbours"), [0.154, 0.8494, 0.9639]),
    ],
)
def test_crossovers_on_breast_cancer_match_the_costs_of_all_thresholds(pair, crossings):
    analysis, pairs = compared("breast-cancer")
    found = pairs[pair].crossovers
    assert_allclose([c.pcf for c in found], crossings, atol=5e-5)
    near = np.array([[c.pcf - 1e-4, c.pcf, c.pcf + 1e-4] for c in found])
    a, b = (expected_costs(analysis.models[n].counts, near.ravel()).min(axis=1) for n in pair)
    gap = (a - b).reshape(near.shape)
    assert_allclose(gap[:, 1], 0, atol=1e-12)
    assert (gap[:, 0] * gap[:, 2] < 0).all()
    for crossover in found:
        assert not crossover.shown_to_cross  # the band of the whole curve contains zero
        assert np.isnan([crossover.low, crossover.high]).all()


def test_a_crossover_is_not_where_the_roc_curves_cross():
    """At a crossover one line touches both hulls, at points far apart."""
    analysis, pairs = compared("breast-cancer")
    crossover = pairs["logistic", "neighbours"].crossovers[0]
    points = []
    for name in ("logistic", "neighbours"):
        hull = analysis.models[name].hull
        vertex = int(hull.cheapest(crossover.pcf))
        points.append((hull.fpr[vertex], hull.tpr[vertex]))
        above = hull.tpr - hull.tpr[vertex] - crossover.slope * (hull.fpr - hull.fpr[vertex])
        assert (above <= 1e-12).all()
    (f1, t1), (f2, t2) = points
    assert_allclose(t2 - t1, crossover.slope * (f2 - f1), atol=1e-12)
    assert abs(f2 - f1) > 0.001


def test_a_pointwise_band_excludes_zero_although_the_whole_curve_and_the_areas_do_not_differ():
    _, pairs = compared("breast-cancer")
    found = pairs["logistic", "forest"]
    assert found.auc_difference.p > 0.2
    assert found.significant() == ()
    ranges = found.significant(simultaneous=False)
    assert {r.better for r in ranges} == {"b"}
    assert 0.15 < ranges[0].low < ranges[-1].high < 0.4


def test_each_fraud_model_is_significantly_better_somewhere():
    _, pairs = compared("card-fraud")
    found = pairs["boosting", "network"]
    assert {r.better for r in found.significant()} == {"a", "b"}
    (crossover,) = found.crossovers
    assert crossover.low < 0.0828 < crossover.high
    assert crossover.share_crossing > 0.99
    for dominance_range in found.significant():
        assert (dominance_range.high < crossover.pcf) == (dominance_range.better == "a")


def test_the_rule_based_fraud_model_is_never_best():
    analysis, _ = compared("card-fraud")
    hulls = {name: model.hull for name, model in analysis.models.items()}
    standing = standings(analysis.hull(), hulls)
    assert [name for name in hulls if standing[name] == "never"] == ["rules"]
    owners = [model_range.owners for model_range in best_where(analysis.hull())]
    assert [o for o in owners if o] == [("boosting",), ("network",)]


@pytest.mark.parametrize("sample", ["breast-cancer", "card-fraud"])
def test_best_where_agrees_with_every_pairwise_comparison(sample):
    analysis, pairs = compared(sample)
    for model_range in best_where(analysis.hull()):
        middle = (model_range.low + model_range.high) / 2
        for a, b in combinations(analysis.models, 2):
            value = pairs[a, b].at(middle)[0]
            assert a not in model_range.owners or value <= 1e-12
            assert b not in model_range.owners or value >= -1e-12
