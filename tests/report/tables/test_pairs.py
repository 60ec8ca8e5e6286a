"""Pairs of models in the JSON of an analysis."""

import json

import numpy as np
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, analyse
from costdash.core.compare.comparison import compare_all
from costdash.report.derived import DerivedResults
from costdash.report.json.contract import AnalysisRequest, contract_fields, contract_of
from costdash.report.report import Source
from tests.support.paired_samples import correlated

PREDICTIONS = correlated(
    np.random.default_rng(3), 80, 160, {"one": 1.2, "two": 1.0, "equal": 0.1}, 0.5
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=200)
REQUEST = AnalysisRequest(point=OperatingPoint(0.2, 5, 1), pcfs=(0.0, 0.123, 0.5, 1.0))


def contract():
    comparisons = compare_all(PREDICTIONS, ANALYSIS, REQUEST.pcfs)
    return contract_fields(ANALYSIS, REQUEST, "y", "1", [], comparisons)


def test_every_pair_has_all_fields():
    fields = json.loads(json.dumps(contract(), allow_nan=False))
    assert [(p["a"], p["b"]) for p in fields["pairs"]] == [
        ("one", "two"),
        ("one", "equal"),
        ("two", "equal"),
    ]
    for pair in fields["pairs"]:
        assert list(pair) == [
            "a",
            "b",
            "auc_difference",
            "crossovers",
            "regions",
            "thresholds",
            "difference",
            "significant",
            "anywhere",
            "here",
            "whole_curve",
            "largest",
            "dominates",
            "non_inferior",
            "lc_index",
            "holm_level",
        ]
        names = ["value", "low", "high", "p", "standard_error", "p_holm"]
        assert list(pair["auc_difference"]) == names
        for test in (pair["auc_difference"], pair["anywhere"]):
            assert 0 <= test["p"] <= test["p_holm"] <= 1
        assert {r["better"] for r in pair["regions"]} <= {"a", "b", "equal"}
        assert {r["better"] for r in pair["significant"]} <= {"a", "b"}
        for crossover in pair["crossovers"]:
            assert list(crossover) == [
                "pcf",
                "slope",
                "low",
                "high",
                "share_crossing",
                "shown_to_cross",
            ]


def test_differences_equal_those_of_the_models_costs():
    fields = contract()
    cost = {m["name"]: [at["nec"] for at in m["cost"]] for m in fields["models"]}
    area = {m["name"]: m["auc"] for m in fields["models"]}
    for pair in fields["pairs"]:
        assert [at["pcf"] for at in pair["difference"]] == list(REQUEST.pcfs)
        gaps = np.subtract(cost[pair["a"]], cost[pair["b"]])
        assert_allclose([at["value"] for at in pair["difference"]], gaps, atol=1e-12)
        for at in pair["difference"]:
            assert at["low"] <= at["value"] <= at["high"]
        assert_allclose(pair["auc_difference"]["value"], area[pair["a"]] - area[pair["b"]])


def test_with_cross_fitted_costs_the_differences_are_those_of_cross_fitted_costs():
    derived = DerivedResults.in_memory(PREDICTIONS, ANALYSIS)
    fits = derived.crossfits(list(ANALYSIS.models))
    fields = json.loads(
        json.dumps(contract_of(derived, ANALYSIS.with_crossfits(fits), REQUEST, Source("file")))
    )
    plain = contract()
    for pair, same in zip(fields["pairs"], plain["pairs"], strict=True):
        costs = [fits.models[pair[name]].cost(REQUEST.pcfs) for name in ("a", "b")]
        assert_allclose([at["value"] for at in pair["difference"]], costs[0] - costs[1])
        assert (pair["thresholds"], same["thresholds"]) == ("cross-fitted", "same rows")
        for field in ("auc_difference", "regions"):
            assert pair[field] == json.loads(json.dumps(same[field]))
        assert 0 < pair["anywhere"]["p"] <= pair["anywhere"]["p_holm"] <= 1


def test_limits_are_null_with_few_rows():
    few = correlated(np.random.default_rng(3), 3, 30, {"a": 1.0, "b": 1.5}, 0.5)
    analysis = analyse(few, n_replicates=100)
    (pair,) = contract_fields(
        analysis, REQUEST, "y", "1", [], compare_all(few, analysis, REQUEST.pcfs)
    )["pairs"]
    assert pair["significant"] == []
    assert pair["anywhere"] == {"p": None, "p_holm": None}
    assert {at["low"] for at in pair["difference"]} == {None}
    assert all(
        c["low"] is None and c["share_crossing"] is None and not c["shown_to_cross"]
        for c in pair["crossovers"]
    )
