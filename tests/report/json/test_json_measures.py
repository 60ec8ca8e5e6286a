"""Readings in the JSON, compared with slow and obvious computations of their numbers."""

import json

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

import costdash
from costdash.cli import main
from costdash.core import Predictions

pytestmark = pytest.mark.usefixtures("shared_results")
RNG = np.random.default_rng(5)
Y = np.arange(400) % 5 == 0
ODDS = RNG.normal(size=400) + 1.5 * Y
SCORES = {
    "p": 1 / (1 + np.exp(-ODDS)),
    "q": RNG.random(400).round(1),
    "ties": np.round(RNG.normal(size=400) + Y),
}
ROWS = Predictions(is_positive=Y, scores=SCORES)
PRIOR = 0.05


def fields(**options):
    return costdash.summarise(ROWS, n_replicates=200, prior=PRIOR, **options).fields()


@pytest.fixture(scope="module")
def found():
    return fields(threshold_probability=[0.02, 0.3], cost_fn=30)


def benefit(score, cut, t):
    called = score >= cut
    return PRIOR * called[Y].mean() - (1 - PRIOR) * called[~Y].mean() * t / (1 - t)


def test_net_benefit_is_that_of_each_threshold_tried(found):
    for model in found["models"]:
        score = SCORES[model["name"]]
        for entry in model["decision_curve"]:
            t = entry["threshold_probability"]
            tried = [benefit(score, cut, t) for cut in (np.inf, *np.unique(score))]
            assert entry["best_net_benefit"] == pytest.approx(max(tried))
            assert entry["best_low"] <= entry["best_net_benefit"] <= entry["best_high"]
            assert entry["flag_all"] == pytest.approx(PRIOR - (1 - PRIOR) * t / (1 - t))
            if model["name"] == "ties":
                assert entry["net_benefit"] is entry["low"] is entry["moved_high"] is None
                continue
            assert entry["net_benefit"] == pytest.approx(benefit(score, t, t))
            assert entry["low"] <= entry["net_benefit"] <= entry["high"]
            cut = t * 0.2 / PRIOR / (t * 0.2 / PRIOR + (1 - t) * 0.8 / (1 - PRIOR))
            assert entry["moved_net_benefit"] == pytest.approx(benefit(score, cut, t))


def test_differences_of_pairs_are_those_of_the_models(found):
    curves = {model["name"]: model["decision_curve"] for model in found["models"]}
    for pair in found["pairs"]:
        for i, entry in enumerate(pair["decision_curve"]):
            a, b = curves[pair["a"]][i], curves[pair["b"]][i]
            if "ties" in (pair["a"], pair["b"]):
                assert entry["value"] is None
            else:
                assert entry["value"] == pytest.approx(a["net_benefit"] - b["net_benefit"])
                assert entry["low"] <= entry["value"] <= entry["high"]
            assert entry["best_low"] <= entry["best_value"] <= entry["best_high"]


def test_pairs_have_net_benefit_only_if_its_places_are_given():
    usual = fields()
    assert all("decision_curve" not in pair for pair in usual["pairs"])
    places = [entry["threshold_probability"] for entry in usual["models"][0]["decision_curve"]]
    assert places == [round(0.05 * i, 2) for i in range(1, 20)]
    assert all(
        model["decision_curve"] == [] for model in fields(threshold_probability=[])["models"]
    )


@pytest.mark.parametrize("t", [-0.1, 1.0, np.nan])
def test_a_threshold_probability_lies_in_0_to_1(t):
    with pytest.raises(ValueError, match=r"threshold_probability must lie in \[0, 1\)"):
        fields(threshold_probability=[t])


def test_the_command_line_and_python_give_equal_measures(tmp_path, capsys, found):
    file = tmp_path / "scores.csv"
    columns = zip(Y.astype(int), *(map(repr, map(float, score)) for score in SCORES.values()))
    lines = [",".join(map(str, row)) for row in columns]
    file.write_text("\n".join([f"y,{','.join(SCORES)}", *lines]))
    options = ["--prior", "5%", "--cost-fn", "30", "--replicates", "200", "--label", "y"]
    options += [word for name in SCORES for word in ("--score", name)]
    asked = ["--threshold-probability", "2%,0.3", "--json"]
    assert main(["analyse", str(file), *options, *asked]) == 0
    printed = json.loads(capsys.readouterr().out)
    for part in ("models", "pairs"):
        for one, other in zip(printed[part], found[part], strict=True):
            assert one["decision_curve"] == other["decision_curve"]


def test_calibration_is_that_of_scikit_learn_at_the_prevalence_of_the_rows(found):
    for model in found["models"]:
        score, parts = SCORES[model["name"]], model["calibration"]
        if model["name"] == "ties":
            assert parts is None
            continue
        fit = IsotonicRegression().fit_transform(score, Y)
        brier, pooled = brier_score_loss(Y, score), brier_score_loss(Y, fit)
        assert parts["brier"] == pytest.approx(brier)
        assert parts["miscalibration"] == pytest.approx(brier - pooled)
        assert parts["discrimination"] == pytest.approx(0.2 * 0.8 - pooled)
        assert parts["uncertainty"] == pytest.approx(0.2 * 0.8)
        assert parts["prior"] == parts["score_prior"] == 0.2
        steps = parts["reliability"]
        assert sum(step["rows"] for step in steps) == 400
        for step in steps:
            inside = (step["first_score"] <= score) & (score <= step["last_score"])
            assert step["observed"] == pytest.approx(Y[inside].mean())
            assert step["score"] == pytest.approx(score[inside].mean())
            assert step["low"] <= step["score"] <= step["high"]


@pytest.mark.parametrize("score_prior", [None, 0.5])
def test_steps_share_out_the_miscalibration_and_what_it_costs(score_prior):
    [model] = fields(show=["p"], score_prior=score_prior)["models"]
    steps = model["calibration"]["reliability"]
    parts = [step["miscalibration"] for step in steps]
    assert min(parts) >= 0
    assert sum(parts) == pytest.approx(model["calibration"]["miscalibration"])
    lost = [step["excess_cost"] for step in steps]
    assert min(lost) >= 0
    assert sum(lost) == pytest.approx(model["readouts"]["as_probabilities"]["excess_cost"])


def test_scores_of_another_prior_are_moved_before_they_are_calibrated():
    [parts] = (m["calibration"] for m in fields(score_prior=0.5, show=["p"])["models"])
    odds = SCORES["p"] / (1 - SCORES["p"]) / 4
    assert parts["brier"] == pytest.approx(brier_score_loss(Y, odds / (1 + odds)))
    assert (parts["prior"], parts["score_prior"]) == (0.2, 0.5)


def test_measures_are_those_of_scikit_learn_with_null_for_what_is_not_defined():
    ranges = {"partial_fpr": [(0, 0.2)], "partial_tpr": [(0.5, 1)], "cost_fn_range": (2, 8)}
    for model in fields(**ranges)["models"]:
        score, found = SCORES[model["name"]], model["readouts"]
        assert found["gini"] == pytest.approx(2 * roc_auc_score(Y, score) - 1)
        assert found["gini_interval"] == pytest.approx([2 * x - 1 for x in model["auc_interval"]])
        first, second = found["partial_auc"]
        assert first["standardized"] == pytest.approx(roc_auc_score(Y, score, max_fpr=0.2))
        assert (first["axis"], second["axis"], second["low"]) == ("fpr", "tpr", 0.5)
        assert (found["h_measure"]["alpha"], found["h_measure"]["beta"]) == (2, 5)
        if model["name"] == "ties":
            assert found["log_loss"] is found["bounded_brier"] is None
        elif model["name"] == "p":
            assert found["log_loss"] == pytest.approx(log_loss(Y, score))
            bounded = found["bounded_brier"]
            assert (bounded["low"], bounded["high"]) == pytest.approx((1 / 9, 1 / 3))
    json.dumps(found, allow_nan=False)


def test_a_range_of_a_partial_area_rises_within_0_to_1():
    with pytest.raises(ValueError, match=r"must rise within \[0, 1\], got 0.5 to 0.2"):
        fields(partial_fpr=[(0.5, 0.2)])


def test_the_text_has_partial_areas_over_the_ranges_that_are_given(capsys):
    given = ["--partial-fpr", "0", "0.2", "--replicates", "100"]
    assert main(["analyse", "sample:breast-cancer", *given]) == 0
    text = capsys.readouterr().out
    assert "fpr 0 to 0.2" in text
    assert "tpr 0.9 to 1" not in text


def test_a_recalibrated_model_comes_with_its_map_as_code():
    found = fields(recalibrate=["ties", "p"])
    models = {model["name"]: model for model in found["models"]}
    assert [*models] == [*SCORES, "ties recalibrated", "p recalibrated"]
    assert all("recalibration" not in models[name] for name in SCORES)
    fit = models["ties recalibrated"]["recalibration"]
    expected = IsotonicRegression().fit_transform(SCORES["ties"], Y)
    mapped = eval(fit["code"], {"numpy": np, "score": SCORES["ties"]})
    assert mapped == pytest.approx(expected)
    assert (fit["of"], fit["prior"]) == ("ties", 0.2)
    before, after = (models[name]["calibration"] for name in ("p", "p recalibrated"))
    assert after["miscalibration"] < before["miscalibration"]
    with pytest.raises(ValueError, match="no model is called 'z'"):
        fields(recalibrate=["z"])


def test_the_command_line_recalibrates_too(capsys):
    options = ["--replicates", "100", "--same-rows", "--recalibrate", "forest"]
    assert main(["analyse", "sample:breast-cancer", *options]) == 0
    assert "forest recalibrated" in capsys.readouterr().out
