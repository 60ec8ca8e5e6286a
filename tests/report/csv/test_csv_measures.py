"""Readings as CSV hold the numbers of the JSON."""

import csv
import io

import numpy as np
import pytest

import costdash
from costdash.core import Predictions
from costdash.figures.alternatives import AT_LEAST

RNG = np.random.default_rng(6)
Y = np.arange(300) % 4 == 0
SCORES = {"p": RNG.beta(1 + 2 * Y, 3), "odds": RNG.normal(Y)}


@pytest.fixture(scope="module")
def summary():
    rows = Predictions(is_positive=Y, scores=SCORES)
    asked = {"partial_fpr": [(0, 0.2)], "cost_fn_range": (2, 9)}
    return costdash.summarise(rows, n_replicates=100, prior=0.1, **asked)


@pytest.fixture(scope="module")
def models(summary):
    return {model["name"]: model for model in summary.fields()["models"]}


def table(summary, name):
    return list(csv.DictReader(io.StringIO(summary.csv(name))))


def test_decision_curves(summary, models):
    rows = iter(table(summary, "decision-curve"))
    for name, model in models.items():
        for entry in model["decision_curve"]:
            row = next(rows)
            assert (row["model"], float(row["prior"])) == (name, 0.1)
            assert float(row["threshold probability"]) == entry["threshold_probability"]
            best = row["net benefit, best threshold"], row["best threshold, high"]
            assert [*map(float, best)] == [entry["best_net_benefit"], entry["best_high"]]
            plain = row["net benefit, score at least t"]
            assert (float(plain) if plain else None) == entry["net_benefit"]
    assert next(rows, None) is None


def test_reliability_steps(summary, models):
    steps = models["p"]["calibration"]["reliability"]
    rows = table(summary, "calibration")
    assert {row["model"] for row in rows} == {"p"}
    for row, step in zip(rows, steps, strict=True):
        assert float(row["share of positives"]) == step["observed"]
        assert float(row["mean score"]) == step["score"]
        assert float(row["calibrated, low"]) == step["low"]
        assert int(row["rows"]) == step["rows"]
        assert float(row["miscalibration"]) == step["miscalibration"]
        lost = row["cost per case as probabilities, beyond the best threshold"]
        assert float(lost) == step["excess_cost"]


def test_measures(summary, models):
    rows = table(summary, "readouts")
    for name, model in models.items():
        own = {
            (row["reading"], row["at"], row["number"]): row for row in rows if row["model"] == name
        }
        assert len(own) == sum(row["model"] == name for row in rows)
        ppv = own["ppv", "", "ppv"]
        assert (float(ppv["value"]), ppv["trade"]) == (model["readouts"]["ppv"], "screening")
        assert [float(ppv["low"]), float(ppv["high"])] == model["readouts"]["ppv_interval"]
        top = own["gains", "share 0.1", "lift"]
        assert float(top["value"]) == model["readouts"]["gains"][3]["lift"]
        area = own["partial_auc", "axis fpr; low 0.0; high 0.2", "standardized"]
        assert float(area["value"]) == model["readouts"]["partial_auc"][0]["standardized"]
        assert ("log_loss", "", "log_loss") in own or name == "odds"
        assert float(own["ks", "", "threshold"]["value"]) == model["readouts"]["ks"]["threshold"]


def test_gains_are_shares_of_the_cases_flagged_one_by_one():
    rows = costdash.summarise(Predictions(is_positive=Y, scores=SCORES), n_replicates=100)
    found = table(rows, "gains")
    assert {row["model"] for row in found} == set(SCORES)
    for row in found:
        cut = float(row[AT_LEAST] or "inf")
        called = SCORES[row["model"]] >= cut
        values = float(row["share of cases flagged"]), float(row["tpr (share of positives)"])
        assert values == pytest.approx((called.mean(), called[Y].mean()))
        if called.any():
            assert float(row["lift"]) == pytest.approx(Y[called].mean() / Y.mean())
        else:
            assert row["lift"] == ""
