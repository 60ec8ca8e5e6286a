"""Models made of others, by the command line and by `summarise`."""

import json

import numpy as np
import pytest

import costdash
from costdash.cli import main
from costdash.report.json.handover import origins
from costdash.report.sentences.rules import rule_conditions

Y = np.arange(200) % 4 == 0


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(1)
    return costdash.Predictions(
        is_positive=Y, scores={name: rng.normal(size=200) + Y for name in "ab"}
    )


def test_a_combination_is_a_model_with_its_bounds(rows):
    given = [("both", "and", "a", "b"), ("one", "or", ("a", 0.5), ("b", 1.0))]
    options = {"cost_fn": 3, "n_replicates": 100, "combine": given, "repair": ["a"]}
    found = costdash.summarise(rows, **options).fields()
    assert [model["name"] for model in found["models"]] == ["a", "b", "both", "one", "a repaired"]
    both, one, repaired = found["combinations"]
    assert (both["of"], both["pcf"]) == (["a", "b"], found["operating_point"]["pcf"])
    calls = (rows.scores["a"] >= 0.5) | (rows.scores["b"] >= 1.0)
    assert one["here"] == {"fpr": calls[~Y].mean(), "tpr": calls[Y].mean()}
    assert (one["thresholds"], one["pcf"]) == ([0.5, 1.0], None)
    for entry in (both, one):
        for axis, (low, high) in entry["bounds"].items():
            for where in ("here", "expected"):
                assert low <= entry[where][axis] <= high
    assert repaired == {"model": "a repaired", "rule": "repair", "of": ["a"]}


def test_mixtures_and_chains_say_what_happens_on_the_rows():
    rng = np.random.default_rng(1)
    noise, sure = rng.normal(size=(2, 200)), rng.random((2, 200)) < 0.5
    scores = {"a": noise[0] + 3 * (Y & sure[0]), "b": noise[1] - 3 * (~Y & sure[1])}
    rows = costdash.Predictions(is_positive=Y, scores=scores)
    options = {"cost_fn": 9, "n_replicates": 100, "same_rows": True, "chain": [("all", ["a", "b"])]}
    mixed = [("half", 0.5, ("a", 0.5), ("b", 1.0))]
    found = costdash.summarise(rows, **options, mix=mixed)
    half, chain = found.fields()["combinations"]
    assert [one.how.name for one in found.report.view.combinations] == ["half", "all"]
    made = origins(found.report)
    call = found.report.analysis.call_of(found.report.point, "all")
    code = rule_conditions(call, made).python
    flagged = eval(code, {"row": rows.scores})
    each = [rows.scores[rule["model"]] >= rule["threshold"] for rule in chain["rules"]]
    np.testing.assert_array_equal(flagged, np.any(each, axis=0))
    assert "draws lots" in made.problem("half")
    assert (half["share"], half["thresholds"]) == (0.5, [0.5, 1.0])
    between = {axis: (half["first"][axis] + half["second"][axis]) / 2 for axis in ("fpr", "tpr")}
    assert half["expected"] == pytest.approx(between)
    assert {rule["model"] for rule in chain["rules"]} == {"a", "b"}
    for axis in ("fpr", "tpr"):
        assert chain["here"][axis] >= chain["hull"][axis]


def uneven_hold_out(seed, kind):
    """A hold-out whose evaluation part holds 80 % of positives and 30 % of negatives."""
    rng = np.random.default_rng(seed)
    y = np.arange(300) % 10 < 3
    in_test = rng.random(300) < np.where(y, 0.8, 0.3)
    noise, sure = rng.normal(size=(3, 300)), rng.random((2, 300)) < 0.5
    scores = {"a": noise[0] + 3 * (y & sure[0]), "b": noise[1] - 3 * (~y & sure[1]), "c": noise[2]}
    costs = {"fn": np.exp(rng.normal(size=300)), "fp": rng.random(300)}
    if kind == "missing":
        scores["b"][rng.random(300) < 0.2 * y] = np.nan
    return costdash.core.ScoredRows(
        is_positive=y,
        scores=scores,
        weight=np.exp(rng.normal(size=300)) if kind == "weights" else None,
        split=costdash.core.Split(in_test, "fit", "test"),
        costs=costdash.core.RowCosts(**costs) if kind == "costs" else None,
    )


@pytest.mark.parametrize("kind", ["plain", "weights", "costs", "missing"])
@pytest.mark.parametrize("seed", range(4))
def test_the_combination_that_is_ranked_is_the_one_that_is_described_and_shipped(seed, kind):
    rows = uneven_hold_out(seed, kind)
    given = {"combine": [("both", "and", "a", "b")], "mix": [("half", 0.5, "a", "b")]}
    given |= {"n_replicates": 100} | ({} if kind == "costs" else {"cost_fn": 2})
    try:
        summary = costdash.summarise(rows, **given, chain=[("all", ["a", "b"])])
    except ValueError:  # the hull of some samples is of one model, so there is nothing to chain
        summary = costdash.summarise(rows, **given)
    found, analysis = summary.fields(), summary.report.analysis
    in_test = rows.split.in_evaluation & np.isfinite(rows.scores["b"])
    mass = (np.ones(300) if rows.weight is None else rows.weight)[in_test]
    y = rows.is_positive[in_test]
    if rows.costs is not None:
        mass = mass * rows.costs.of_mistakes(rows.is_positive)[in_test]
    for model, combination in zip(found["models"][3:], found["combinations"], strict=True):
        here = combination["here"]
        assert combination["pcf"] == found["operating_point"]["pcf"]
        assert model["auc"] == pytest.approx((1 + here["tpr"] - here["fpr"]) / 2)
        if combination["rule"] == "mix":
            continue
        flags_ones = analysis.call_at(summary.report.point, model["name"], 1)
        code = rule_conditions(flags_ones, origins(summary.report)).python
        new = {name: score[in_test] for name, score in rows.scores.items()}
        flagged = eval(code, {"row": new})
        rates = [np.average(flagged[of], weights=mass[of]) for of in (~y, y)]
        assert rates == pytest.approx([here["fpr"], here["tpr"]])


def test_bad_combinations_end_in_one_sentence(rows):
    for given, words in (
        (("c", "xor", "a", "b"), "combines two models with and or or"),
        (("c", "and", ("a", 1), "b"), "threshold of both models or of none"),
        (("c", "and", "a", "z"), "no model is called 'z'"),
    ):
        with pytest.raises(ValueError, match=words):
            costdash.summarise(rows, n_replicates=100, combine=[given])


def test_the_command_line_combines_too(capsys):
    options = ["--replicates", "100", "--same-rows", "--json", "--repair", "forest"]
    options += ["--combine", "both", "and", "forest", "logistic"]
    options += ["--mix", "some", "0.3", "forest", "logistic"]
    assert main(["analyse", "sample:breast-cancer", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [model["name"] for model in found["models"]]
    assert {"both", "some", "forest repaired"} <= {*names}
    assert found["combinations"][0]["of"] == ["forest", "logistic"]
