"""The JSON of an analysis, compared with slow and obvious computations of its numbers."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import average_precision_score, roc_auc_score

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.report.json.contract import PCFS, AnalysisRequest, contract_fields

POINT = OperatingPoint(prior=0.05, cost_fn=30, cost_fp=2)
RNG = np.random.default_rng(5)
IS_POSITIVE = np.arange(400) % 5 == 0
ODDS = RNG.normal(size=400) + 1.5 * IS_POSITIVE
SCORES = {
    "p": 1 / (1 + np.exp(-ODDS)),
    "ties": np.round(RNG.normal(size=400) + IS_POSITIVE),
}
ANALYSIS = analyse(Predictions(is_positive=IS_POSITIVE, scores=SCORES), n_replicates=200)


def contract(analysis=ANALYSIS, **more):
    return contract_fields(analysis, AnalysisRequest(point=POINT, **more), "y", "1", ["a note"])


def rates(score, threshold):
    called = score >= (np.inf if threshold is None else threshold)
    return called[~IS_POSITIVE].mean(), called[IS_POSITIVE].mean()


def cheapest(score, pcf):
    """Least nec over all thresholds, tried one by one."""
    lines = [rates(score, t) for t in [None, *np.unique(score)]]
    return min(fpr * (1 - pcf) + (1 - tpr) * pcf for fpr, tpr in lines)


def test_areas_are_those_of_scikit_learn():
    for model in contract()["models"]:
        score = SCORES[model["name"]]
        assert_allclose(model["auc"], roc_auc_score(IS_POSITIVE, score))
        assert_allclose(model["average_precision"], average_precision_score(IS_POSITIVE, score))
        low, high = model["auc_interval"]
        assert low < model["auc"] < high


def test_costs_are_the_lowest_over_all_thresholds():
    for model in contract()["models"]:
        assert [at["pcf"] for at in model["cost"]] == list(PCFS)
        for at in model["cost"]:
            assert_allclose(at["nec"], cheapest(SCORES[model["name"]], at["pcf"]), atol=1e-12)
            assert at["low"] <= at["nec"] + 1e-12
            assert at["nec"] <= at["high"] + 1e-12


def test_thresholds_give_the_stated_rates():
    everything = contract(max_fpr=0.1, capacity=0.2)
    for model in everything["models"]:
        score = SCORES[model["name"]]
        singles = [model[key]["single"] for key in ("neyman_pearson", "workforce")]
        for at in [*model["hull"], model["at"], *singles]:
            assert_allclose((at["fpr"], at["tpr"]), rates(score, at["threshold"]))
    for vertex in everything["hull"]:
        score = SCORES[vertex["model"]]
        assert_allclose((vertex["fpr"], vertex["tpr"]), rates(score, vertex["threshold"]))


def test_best_is_the_cheapest_of_all_models():
    everything = contract()
    best = everything["best"]
    least = min(model["at"]["expected_cost"] for model in everything["models"])
    assert best["call"] == "some"
    assert best["expected_cost"] == least
    assert_allclose(best["nec"] * POINT.scale, least)
    assert_allclose(best["nec"], min(cheapest(score, POINT.pcf) for score in SCORES.values()))


def test_a_trivial_rule_has_no_model():
    point = OperatingPoint(1e-6)
    ties = {"ties": ANALYSIS.models["ties"]}
    analysis = type(ANALYSIS)(400, 80, 320, ties, 0.95, 200, 0)
    best = contract_fields(analysis, AnalysisRequest(point=point), "y", "1", [])["best"]
    assert (best["model"], best["call"], best["threshold"]) == (None, "none", None)
    assert (best["fpr"], best["tpr"], best["precision"]) == (0, 0, None)


@pytest.mark.parametrize("prior", [None, 0.01])
def test_score_driven_costs_take_scores_as_probabilities(prior):
    p, ties = contract(score_prior=prior)["models"]
    assert ties["score_driven"] is None
    for at in p["score_driven"]:
        sample, pcf = prior or 0.2, at["pcf"]
        cut = sample * (1 - pcf) / (sample * (1 - pcf) + (1 - sample) * pcf)
        fpr, tpr = rates(SCORES["p"], cut)
        assert_allclose(at["nec"], fpr * (1 - pcf) + (1 - tpr) * pcf)


@pytest.mark.parametrize("limit", [0.0, 0.07, 0.3, 1.0])
def test_constraints_hold_and_a_mixture_is_no_worse_than_a_threshold(limit):
    for model in contract(max_fpr=limit, capacity=limit)["models"]:
        strict, busy = model["neyman_pearson"], model["workforce"]
        assert max(strict["fpr"], strict["single"]["fpr"]) <= limit + 1e-12
        for rule in (busy, busy["single"]):
            assert 0.05 * rule["tpr"] + 0.95 * rule["fpr"] <= limit + 1e-12
        for chosen in (strict, busy):
            assert chosen["tpr"] >= chosen["single"]["tpr"] - 1e-12
            shares = [part["share"] for part in chosen["mixture"]]
            assert sum(shares) == pytest.approx(1)
            mixed = [rates(SCORES[model["name"]], part["threshold"]) for part in chosen["mixture"]]
            assert_allclose(np.dot(shares, mixed), (chosen["fpr"], chosen["tpr"]))


def test_constraints_are_null_unless_requested():
    for model in contract()["models"]:
        assert model["neyman_pearson"] is model["workforce"] is None


def test_costs_are_at_the_requested_pcfs():
    assert [at["pcf"] for at in contract(pcfs=[0.2, 0.9])["models"][1]["cost"]] == [0.2, 0.9]


def test_intervals_are_null_with_too_few_rows():
    few = Predictions(is_positive=[1, 0, 0, 1, 0, 0], scores={"m": [0.9, 0.1, 0.8, 0.3, 0.2, 0.0]})
    model = contract_fields(analyse(few), AnalysisRequest(point=POINT), "y", "1", [])["models"][0]
    assert model["at"]["nec_interval"] is None
    assert {at["low"] for at in model["cost"]} == {at["high"] for at in model["cost"]} == {None}


def test_the_contract_is_strict_json():
    text = json.dumps(contract(max_fpr=0.1, capacity=0.1), allow_nan=False)
    assert json.loads(text)["hull"][0]["threshold"] is None
