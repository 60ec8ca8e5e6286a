"""The commands, their JSON contract, errors and exit codes."""

import json
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from costdash.cli import main
from tests.support.reading import without_child  # noqa: F401  (a fixture)

NUMBER = (int, float)
MAYBE = (int, float, type(None))
TEXT = (str, type(None))
VERTEX = {"threshold": MAYBE, "fpr": NUMBER, "tpr": NUMBER}
RULE = {**VERTEX, "precision": MAYBE, "nec": NUMBER}
CONSTRAINED = {
    "fpr": NUMBER,
    "tpr": NUMBER,
    "mixture": [{"threshold": MAYBE, "share": NUMBER}],
    "single": VERTEX,
}
ALLOWANCE = {"tuning": NUMBER, "choosing": NUMBER}
CALL = {"model": TEXT, "call": str, "threshold": MAYBE}
DECIDED = {
    **CALL,
    **dict.fromkeys(["fpr", "tpr"], NUMBER),
    "precision": MAYBE,
    **dict.fromkeys(["nec", "expected_cost"], NUMBER),
    "allowance": ALLOWANCE,
    "cost_interval": (list, type(None)),
}
CHOICE = {
    "chosen": DECIDED,
    "mixture": [{**CALL, "fpr": NUMBER, "tpr": NUMBER, "share": NUMBER}],
    "single": DECIDED,
}
DECISION_CURVE = {
    "threshold_probability": NUMBER,
    **{
        f"{prefix}{name}": NUMBER
        for prefix in ("", "best_", "moved_")
        for name in ("net_benefit", "low", "high")
    },
    "flag_all": NUMBER,
}
CALIBRATION = {
    **dict.fromkeys(["brier", "miscalibration", "discrimination", "uncertainty"], NUMBER),
    "brier_interval": [NUMBER],
    "miscalibration_interval": [NUMBER],
    "discrimination_interval": [NUMBER],
    "discrimination_cross_fitted": MAYBE,
    "p_calibrated": NUMBER,
    "prior": NUMBER,
    "score_prior": NUMBER,
    "reliability": [
        {
            **dict.fromkeys(["score", "observed", "low", "high"], NUMBER),
            "rows": int,
            **dict.fromkeys(["first_score", "last_score"], NUMBER),
            **dict.fromkeys(["miscalibration", "excess_cost"], NUMBER),
        }
    ],
}
LIMITS = [MAYBE]


def measured(*names, kind=NUMBER):
    """Fields of numbers with their limits."""
    return {k: v for name in names for k, v in ((name, kind), (f"{name}_interval", LIMITS))}


RATE_RULE = {
    **measured("value"),
    "threshold": MAYBE,
    **measured("sensitivity", "specificity"),
}
MEASURES = {
    **measured("gini"),
    "ks": {**measured("value"), "threshold": MAYBE, "cross_fitted": MAYBE},
    "youden": RATE_RULE | {"cross_fitted": MAYBE},
    "closest_to_corner": RATE_RULE,
    "h_measure": {**measured("value"), "alpha": NUMBER, "beta": NUMBER, "cross_fitted": MAYBE},
    "partial_auc": [
        {"axis": str, "low": NUMBER, "high": NUMBER, **measured("value", "standardized")}
    ],
    "likelihood_ratios": {"threshold": MAYBE, **measured("positive", "negative", kind=MAYBE)},
    **measured("ppv", "npv", kind=MAYBE),
    "sensitivity_at_specificity": [{"specificity": NUMBER, **measured("sensitivity")}],
    "specificity_at_sensitivity": [{"sensitivity": NUMBER, **measured("specificity")}],
    "score_bands": [
        {
            **dict.fromkeys(["from", "to"], NUMBER),
            **dict.fromkeys(["rows", "positives"], int),
            **measured("bad_rate", "captured"),
        }
    ],
    "gains": [{"share": NUMBER, **measured("captured", "lift", "precision")}],
    "bounded_brier": {"low": NUMBER, "high": NUMBER, **measured("value")},
    **measured("log_loss"),
    "as_probabilities": {"threshold": MAYBE, **measured("expected_cost", "excess_cost")},
}
TIES = {
    "auc": [NUMBER],
    "scores": int,
    "segments": [
        {
            "threshold": NUMBER,
            "expected": [[NUMBER]],
            "optimistic": [NUMBER],
            "pessimistic": [NUMBER],
        }
    ],
}
OUTCOME = {"cases": NUMBER, "cost": NUMBER}
REGION = {"low": NUMBER, "high": NUMBER, "better": str}
CONTRACT = {
    "schema": int,
    "data": {
        "rows": int,
        "positives": NUMBER,
        "negatives": NUMBER,
        "prevalence": float,
        "label": str,
        "positive": str,
        "messages": [str],
    },
    "method": {
        "scheme": str,
        "level": float,
        "replicates": int,
        "seed": int,
        "thresholds": str,
        "prior": str,
    },
    "operating_point": dict.fromkeys(["prior", "cost_fn", "cost_fp", "pcf", "slope"], NUMBER),
    "best": {
        "model": TEXT,
        "call": str,
        **RULE,
        "expected_cost": NUMBER,
        "allowance": ALLOWANCE,
        "same_rows_cost": NUMBER,
        "share_cheapest": (int, float, type(None)),
        "share_note": TEXT,
        "expected_regret": NUMBER,
        "tied": [str],
        "cost_interval": [NUMBER],
        "saving": dict.fromkeys(["value", "low", "high"], NUMBER),
        "next_batch": dict.fromkeys(["cases", "low", "high"], NUMBER),
        "fpr_interval": [NUMBER],
        "tpr_interval": [NUMBER],
        "small_margin": bool,
    },
    "hull": [{"model": str, **VERTEX}],
    "models": [
        {
            "name": str,
            "auc": NUMBER,
            "auc_interval": [NUMBER],
            "average_precision": NUMBER,
            "pr_auc": NUMBER,
            "ties": TIES,
            "area_under_cost_curve": NUMBER,
            "operating_range": [NUMBER],
            "hull": [VERTEX],
            "at": {
                **RULE,
                "nec_interval": [NUMBER],
                "expected_cost": NUMBER,
                "allowance": ALLOWANCE,
                "cost_interval": [NUMBER],
            },
            "cost": [dict.fromkeys(["pcf", "nec", "low", "high"], NUMBER)],
            "score_driven": [{"pcf": NUMBER, "nec": NUMBER}],
            "neyman_pearson": CONSTRAINED,
            "workforce": CONSTRAINED,
            "decision_curve": [DECISION_CURVE],
            "net_benefit_unit": str,
            "calibration": CALIBRATION,
            "readouts": MEASURES,
        }
    ],
    "pairs": [
        {
            "a": str,
            "b": str,
            "auc_difference": dict.fromkeys(
                ["value", "low", "high", "p", "standard_error", "p_holm"], NUMBER
            ),
            "crossovers": [
                {
                    "pcf": NUMBER,
                    "slope": NUMBER,
                    **dict.fromkeys(["low", "high", "share_crossing"], MAYBE),
                    "shown_to_cross": bool,
                }
            ],
            "regions": [REGION],
            "thresholds": str,
            "difference": [dict.fromkeys(["pcf", "value", "low", "high"], NUMBER)],
            "significant": [REGION],
            "anywhere": dict.fromkeys(["p", "p_holm"], NUMBER),
            "here": dict.fromkeys(["pcf", "value", "low", "high", "p", "p_holm"], NUMBER),
            "whole_curve": [dict.fromkeys(["pcf", "low", "high"], NUMBER)],
            "largest": dict.fromkeys(["pcf", "value"], NUMBER),
            "dominates": TEXT,
            "non_inferior": type(None),
            "lc_index": NUMBER,
            "holm_level": NUMBER,
        }
    ],
    "folds": [],
    "multiclass": type(None),
    "crossfit": {
        **dict.fromkeys(["folds", "repeats", "seed", "replicates"], int),
        "cost": [dict.fromkeys(["pcf", "nec", "low", "high", "optimism"], NUMBER)],
    },
    "options": [{"model": TEXT, "call": str, "share_cheapest": (int, float, type(None))}],
    "cheapest": {
        "model": TEXT,
        "call": str,
        "level": NUMBER,
        "clear": bool,
        "may_be_as_cheap": [str],
        "statement": str,
        "others": [
            {
                "model": str,
                "difference": dict.fromkeys(["value", "low", "high"], NUMBER),
                "p": NUMBER,
                "p_holm": NUMBER,
            }
        ],
    },
    "undecided": (dict, type(None)),
    "criterion": {"name": str, "max_fpr": NUMBER, "level": type(None), **CHOICE},
    "further_criteria": [{"name": str, "capacity": NUMBER, **CHOICE}],
    "amounts": {
        "cases": NUMBER,
        "period": TEXT,
        "currency": str,
        "mistakes": bool,
        "rule": str,
        **dict.fromkeys(["found", "missed", "false_alarms", "left_alone"], OUTCOME),
        "allowance": ALLOWANCE,
        "expected_cost": NUMBER,
    },
    "chosen": type(None),
    "keep": type(None),
    "changes": [
        {**CALL, "other_model": bool, "pcf": NUMBER, "prior": NUMBER, "cost_ratio": NUMBER}
    ],
    "ranges": {
        **{key: [NUMBER] for key in ("prior", "cost_fn", "cost_fp", "pcf")},
        "rule": {
            "share_cheapest": type(None),
            "one_rule": bool,
            "expected_cost": [NUMBER],
            "average_cost": NUMBER,
            "largest_regret": NUMBER,
        },
        "segments": [
            {
                "low": NUMBER,
                "high": NUMBER,
                **CALL,
                "owners": [str],
                **{
                    key: [NUMBER] for key in ("prior", "cost_fn", "cost_fp", "nec", "expected_cost")
                },
            }
        ],
        "ranking": {
            "cost": str,
            "level": NUMBER,
            "distributions": dict.fromkeys(["prior", "cost_fn", "cost_fp"], dict),
            "models": [{"model": str, "cost": NUMBER, "advantage": (dict, type(None))}],
        },
    },
    "scenarios": [
        {
            "name": str,
            **dict.fromkeys(["prior", "cost_fn", "cost_fp", "pcf"], NUMBER),
            **CALL,
            **dict.fromkeys(["fpr", "tpr", "nec", "expected_cost"], NUMBER),
            "against_today": MAYBE,
            "keeping": NUMBER,
            "today": MAYBE,
            "no_model": NUMBER,
        }
    ],
    "more_data": type(None),
}
MORE = {"rows": NUMBER, "positives": NUMBER, "value": NUMBER}
MORE_DATA = {
    "statement": str,
    "evpi": NUMBER,
    "between_models": NUMBER,
    "thresholds": NUMBER,
    "curve": [MORE],
    "positives_alone": [MORE],
    "worth": type(None),
}
LIMITS = {"pcf": [NUMBER], "prior": [NUMBER], "cost_ratio": [MAYBE]}
KEEP = {"within": float, "sure": MAYBE, **LIMITS, "model": dict}
LEAST_COST = {
    "criterion": type(None),
    "ranges": type(None),
    "further_criteria": [dict],
    "keep": KEEP,
    "more_data": MORE_DATA,
}

CLASSES = {
    "classes": [{"name": str, "prevalence": float, "auc": float, "column": str}],
    "pairs": [{"a": str, "b": str, **dict.fromkeys(["a_given_b", "b_given_a", "auc"], float)}],
    "provost_domingos_auc": float,
    "hand_till_m": float,
}


def unlike(value, shape, where="$"):
    """Paths at which a value differs from the contract in type or in order of fields."""
    if isinstance(shape, dict):
        if not isinstance(value, dict) or list(value) != list(shape):
            return [where]
        return [bad for key in shape for bad in unlike(value[key], shape[key], f"{where}.{key}")]
    if isinstance(shape, list):
        if not isinstance(value, list) or (value and not shape):
            return [where]
        return [bad for item in value for bad in unlike(item, shape[0], f"{where}[]")]
    fits = isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    return [] if fits else [where]


def started(*arguments):
    """The command as a process of its own."""
    command = [sys.executable, "-m", "costdash", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def costdash(*arguments):
    """The command within this process, which has imported everything already."""
    with redirect_stdout(StringIO()) as stdout, redirect_stderr(StringIO()) as stderr:
        try:
            code = main(arguments)
        except SystemExit as exit:
            code = exit.code
    return subprocess.CompletedProcess(arguments, code, stdout.getvalue(), stderr.getvalue())


def refuse(constant):
    raise AssertionError(f"{constant} in JSON")


def analysed(*arguments):
    done = costdash("analyse", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout, parse_constant=refuse)


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(11)
    y = np.arange(300) % 6 == 0
    odds = rng.normal(size=(2, 300)) + 2 * y
    rf, nb = 1 / (1 + np.exp(-odds))
    return pd.DataFrame({"y": np.where(y, "yes", "no"), "rf": rf, "nb": nb.round(2)})


@pytest.fixture(scope="module")
def csv(frame, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "scores.csv"
    frame.to_csv(path, index=False)
    return path


WHOLE = [
    "--max-fpr", 0.1, "--capacity", 0.2, "--replicates", 200, "--criterion", "fpr",
    "--prior-range", 0.1, 0.3, "--cost-fn-range", 1, 5,
    "--partial-fpr", 0, "10%", "--partial-tpr", 0.8, 1,
]  # fmt: skip


@pytest.fixture(scope="module")
def whole(csv):
    return analysed(csv, *WHOLE)


def test_the_json_has_every_field_of_the_contract_with_its_type(whole):
    assert unlike(whole, CONTRACT) == []


def test_the_check_of_the_contract_can_fail(whole):
    assert unlike({**whole, "schema": "1"}, CONTRACT) == ["$.schema"]
    assert unlike({"schema": 1}, CONTRACT) == ["$"]


@pytest.mark.parametrize("evaluation", [["--crossfit"], ["--same-rows"], ["--known-prior"]])
def test_today_says_what_the_best_rule_saves_over_todays_threshold(csv, frame, evaluation):
    found = analysed(csv, "--today", "nb", 0.9, "--replicates", 200, "--show", "rf", *evaluation)
    today, y = found["today"], frame.y == "yes"
    saving = dict.fromkeys(["value", "low", "high"], NUMBER)
    shape = {"model": str, **VERTEX, "expected_cost": NUMBER, "saving": saving}
    assert unlike(today, shape) == []
    called = frame.nb >= 0.9
    assert (today["model"], today["tpr"]) == ("nb", pytest.approx(called[y].mean()))
    assert today["expected_cost"] == pytest.approx(((~called & y) | (called & ~y)).mean())
    saving = today["saving"]
    saved = today["expected_cost"] - found["best"]["expected_cost"]
    assert saving["value"] == pytest.approx(saved)
    assert saving["low"] < saving["value"] < saving["high"]


def test_without_todays_threshold_there_is_no_saving_over_it(whole):
    assert "today" not in whole


def test_options_have_the_defaults_of_the_contract(csv, frame):
    found = analysed(csv)
    assert found["data"] == {
        "rows": 300,
        "positives": 50,
        "negatives": 250,
        "prevalence": 50 / 300,
        "label": "y",
        "positive": "yes",
        "messages": [],
    }
    assert found["method"] == {
        "scheme": "class-stratified percentile pointwise; decisions cross-fitted, pointwise, "
        "score limits, choosing repeated in bootstrap samples",
        "level": 0.95,
        "replicates": 2000,
        "seed": 0,
        "thresholds": "cross-fitted",
        "prior": "estimated",
    }
    assert found["operating_point"]["prior"] == found["operating_point"]["pcf"] == 50 / 300
    for model in found["models"]:
        area = roc_auc_score(frame.y == "yes", frame[model["name"]])
        assert model["auc"] == pytest.approx(area, rel=1e-12)
        assert [at["pcf"] for at in model["cost"]] == [i / 20 for i in range(21)]
        assert model["neyman_pearson"] is model["workforce"] is None


def test_options_reach_the_analysis(csv):
    found = analysed(
        csv, "--label", "y", "--positive", "no", "--score", "nb", "--prior", 0.01, "--cost-fn", 9,
        "--cost-fp", 0.5, "--pcf", "0.1,0.9", "--level", 0.8, "--replicates", 100, "--seed", 3,
    )  # fmt: skip
    assert found["data"]["positive"] == "no"
    assert found["data"]["positives"] == 250
    assert [model["name"] for model in found["models"]] == ["nb"]
    assert [at["pcf"] for at in found["models"][0]["cost"]] == [0.1, 0.9]
    point = found["operating_point"]
    assert (point["prior"], point["cost_fn"], point["cost_fp"]) == (0.01, 9, 0.5)
    assert point["pcf"] == pytest.approx(0.09 / (0.09 + 0.99 * 0.5))
    method = found["method"]
    assert (method["level"], method["replicates"], method["seed"]) == (0.8, 100, 3)


def test_parquet_equals_csv_and_a_seed_fixes_the_bands(frame, csv, whole, tmp_path):
    frame.to_parquet(tmp_path / "scores.parquet")
    assert analysed(tmp_path / "scores.parquet", *WHOLE) == whole
    one, other = (
        analysed(csv, *WHOLE, "--same-rows", "--seed", seed)["models"][0]["at"] for seed in (0, 1)
    )
    assert other["nec"] == one["nec"]
    assert other["nec_interval"] != one["nec_interval"]


def test_crossfit_and_same_rows_exclude_each_other(csv):
    done = costdash("analyse", csv, "--crossfit", "--same-rows")
    assert done.returncode == 2
    assert "--same-rows: not allowed with argument --crossfit" in done.stderr


def test_rows_that_cannot_be_cross_fitted_are_evaluated_on_the_same_rows(tmp_path):
    y = np.arange(60) % 3 == 0
    fold = np.where(y, 0, np.arange(60) % 5)  # one fold holds all positives
    scores = np.random.default_rng(0).normal(size=60) + 2 * y
    frame = pd.DataFrame({"y": y.astype(int), "a": scores, "fold": fold})
    frame.to_csv(tmp_path / "folds.csv", index=False)
    ask = (tmp_path / "folds.csv", "--fold", "fold", "--cost-fn", 2, "--replicates", 100)
    reason = "at least 2 folds must hold positive rows to choose on other rows"
    sentence = f"Not cross-fitted, so costs look lower than they will be: {reason}."
    found, same = analysed(*ask), analysed(*ask, "--same-rows")
    assert found["method"]["thresholds"] == same["method"]["thresholds"] == "same rows"
    assert sentence in found["data"]["messages"]
    assert found["best"] == same["best"]
    assert f"Note: {sentence}" in costdash("analyse", *ask).stdout
    assert costdash("report", *ask, "-o", tmp_path / "out.html").returncode == 0
    assert sentence in (tmp_path / "out.html").read_text(encoding="utf-8")
    refused = costdash("analyse", *ask, "--crossfit")
    assert (refused.returncode, refused.stderr) == (1, f"costdash: {reason}\n")


def test_long_and_wide_layout_give_the_same(frame, whole, tmp_path):
    wide = frame.assign(case=range(300))
    long = wide.melt(["case", "y"], ["rf", "nb"], "which", "s").sample(frac=1, random_state=0)
    long.to_csv(tmp_path / "long.csv", index=False)
    columns = ("--model", "which", "--id", "case", "--label", "y", "--score", "s")
    found = analysed(tmp_path / "long.csv", *columns, "--replicates", 200)
    areas = {model["name"]: model["auc"] for model in found["models"]}
    assert areas == {model["name"]: model["auc"] for model in whole["models"]}


def test_a_weight_counts_as_repeated_rows(frame, tmp_path):
    copies = np.arange(300) % 3 + 1
    frame.assign(w=copies).to_csv(tmp_path / "weighted.csv", index=False)
    frame.loc[frame.index.repeat(copies)].to_csv(tmp_path / "repeated.csv", index=False)
    columns = ("--label", "y", "--score", "rf", "--replicates", 100)
    weighted = analysed(tmp_path / "weighted.csv", *columns, "--weight", "w")
    repeated = analysed(tmp_path / "repeated.csv", *columns)
    (message,) = weighted["data"].pop("messages")
    assert "each row counts as that many cases, 600 in all" in message
    assert repeated["data"].pop("messages") == []
    assert weighted == repeated
    weights = [*columns, "--weight", "w", "--weight-is"]
    counted = analysed(tmp_path / "weighted.csv", *weights, "count")
    assert counted["data"].pop("messages") == []
    assert counted == repeated
    sampled = analysed(tmp_path / "weighted.csv", *weights, "sampling")
    assert (sampled["data"]["rows"], sampled["data"]["messages"]) == (300, [])
    one, other = (found["models"][0] for found in (sampled, repeated))
    for key in ("auc", "pr_auc", "area_under_cost_curve"):
        assert one[key] == pytest.approx(other[key])
    assert np.diff(one["auc_interval"]) > np.diff(other["auc_interval"])


@pytest.fixture(scope="module")
def pets():
    """Four classes of different sizes, each with scores of two models."""
    rng = np.random.default_rng(4)
    pet = rng.permutation(np.repeat(["ant", "bee", "cat", "dog"], [80, 30, 50, 40]))
    odds = {
        f"{model}_{name}": np.exp(rng.normal(size=200) + strength * (pet == name))
        for model, strength in (("rf", 1.5), ("nb", 1))
        for name in ("dog", "cat", "bee", "ant")
    }
    return pd.DataFrame({"id": range(200), "pet": pet} | odds)


def test_every_class_is_compared_with_the_rest(pets, tmp_path):
    shares = pets.filter(like="rf_")
    shares = shares.round(1) + 0.1  # ties, yet none without a share
    frame = pets[["pet"]].join((shares.T / shares.sum(axis=1)).T)
    frame.to_csv(tmp_path / "pets.csv", index=False)
    limits = ("--max-fpr", 0.1, "--capacity", 0.2)
    found = analysed(tmp_path / "pets.csv", "--replicates", 100, *limits)
    null_without_ranges = {"$.models[].readouts.bounded_brier"}
    shape = CONTRACT | LEAST_COST | {"multiclass": CLASSES, "cheapest": type(None)}
    assert set(unlike(found, shape)) == null_without_ranges
    assert (found["data"]["label"], found["data"]["positive"]) == ("pet", "bee")
    assert found["data"]["positives"] == 30
    names = ["ant", "bee", "cat", "dog"]
    area = {name: roc_auc_score(frame.pet == name, frame[f"rf_{name}"]) for name in names}
    told = {model["name"]: model["auc"] for model in found["models"]}
    assert list(told) == ["rf_bee", "rf_dog", "rf_cat", "rf_ant"]
    assert told == pytest.approx({f"rf_{name}": area[name] for name in names})
    several = found["multiclass"]
    assert {one["name"]: one["auc"] for one in several["classes"]} == pytest.approx(area)
    ovr, ovo = (
        roc_auc_score(
            frame.pet,
            frame[[f"rf_{name}" for name in names]],
            multi_class=kind,
            average=average,
            labels=names,
        )
        for kind, average in (("ovr", "weighted"), ("ovo", "macro"))
    )
    assert several["provost_domingos_auc"] == pytest.approx(ovr)
    assert several["hand_till_m"] == pytest.approx(ovo)
    assert {vertex["model"] for vertex in found["hull"]} <= {"rf_bee"}


def test_models_are_compared_within_the_positive_class(pets, tmp_path):
    pets.to_csv(tmp_path / "pets.csv", index=False)
    found = analysed(tmp_path / "pets.csv", "--positive", "cat", "--replicates", 100)
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [("rf_cat", "nb_cat")]
    assert found["best"]["model"] in (None, "rf_cat", "nb_cat")
    assert {vertex["model"] for vertex in found["hull"]} <= {"rf_cat", "nb_cat"}
    assert sorted(model["name"] for model in found["models"]) == sorted(pets.columns[2:])
    assert found["models"][0]["name"] == "rf_cat"
    (other,) = found["multiclass"]["others"]
    assert other["hand_till_m"] < found["multiclass"]["hand_till_m"]
    spoken = costdash("analyse", tmp_path / "pets.csv", "--positive", "cat").stdout
    assert "“cat” is positive" in spoken
    assert "Hand & Till M" in spoken


def test_without_json_the_output_is_sentences_and_a_table(csv):
    done = costdash("analyse", csv, "--prior", 0.01, "--cost-fn", 200, "--cost-fp", 5)
    assert (done.returncode, done.stderr) == (0, "")
    assert "A missed positive is 40 times as costly as a false alarm" in done.stdout
    assert "Flag a case when" in done.stdout
    assert "cost per 10,000" in done.stdout


def test_check_describes_a_valid_file(csv, frame):
    done = costdash("check", csv, "--json")
    found = json.loads(done.stdout, parse_constant=refuse)
    assert done.returncode == 0
    assert list(found) == ["status", "messages", "rows", "positives", "models", "read_as"]
    assert (found["status"], found["rows"], found["positives"]) == ("ok", 300, 50)
    area = roc_auc_score(frame.y == "yes", frame.rf)
    assert found["models"]["rf"]["auc"] == pytest.approx(area)
    spoken = costdash("check", csv).stdout
    assert spoken.startswith(f"{found['read_as']}\n300 rows, 50 positive.\n")
    assert "rf: AUC 0." in spoken


def test_check_gives_the_reason_for_an_unreadable_file(tmp_path):
    (tmp_path / "bad.csv").write_text("nothing\n")
    done = costdash("check", tmp_path / "bad.csv", "--name", "mine.csv", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"], found["rows"]) == (1, "error", 0)
    assert found["messages"]
    spoken = costdash("check", tmp_path / "bad.csv")
    assert (spoken.returncode, spoken.stdout) == (1, "")
    assert spoken.stderr == f"costdash: {found['messages'][0]}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["analyse", "missing.csv"], 1, "cannot be opened: there is no file missing.csv."),
        (["check", "missing.csv"], 1, "cannot be opened: there is no file missing.csv."),
        (["check", "/tmp"], 1, "cannot be opened: /tmp is a folder."),
        (["analyse", "FILE", "--label", "zz"], 1, "There is no column “zz”"),
        (["analyse", "FILE", "--prior", "2"], 2, "--prior: must be between 0 and 1, got 2"),
        (["analyse", "FILE", "--prior", "nan"], 2, "--prior: must be between 0 and 1, got nan"),
        (["analyse", "FILE", "--cost-fn", "0"], 2, "must be positive and finite, got 0"),
        (["analyse", "FILE", "--pcf", "0,a"], 2, "must be numbers separated by commas, got 0,a"),
        (["analyse", "FILE", "--pcf", "0,2"], 2, "must be from 0 to 1, got 2"),
        (["analyse", "FILE", "--replicates", "7"], 2, "must be at least 100, got 7"),
        (["analyse", "FILE", "--seed", "1.5"], 2, "invalid whole number value: '1.5'"),
        (["serve", "--port", "99999"], 2, "must be from 0 to 65535, got 99999"),
        (["serve", "FILE", "--json"], 2, "unrecognized arguments: --json"),
        (["analyse", "FILE", "--labl", "y"], 2, "arguments: --labl y; did you mean --label? See"),
        (["analyze", "FILE"], 2, "invalid choice: analyze; did you mean analyse? See"),
        (["analyse", "FILE", "--criterion", "costs"], 2, "choice: costs; did you mean cost? See"),
        (["xyz"], 2, "invalid choice: xyz (choose from analyse, check,"),
        ([], 2, "COMMAND"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_errors_are_one_sentence_and_an_exit_code(arguments, code, sentence, csv):
    done = costdash(*[csv if word == "FILE" else word for word in arguments])
    assert (done.returncode, done.stdout) == (code, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    if code == 1:
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["analyse", "missing.csv"], ["analyse", "FILE", "--json"]])
def test_a_process_says_the_same(arguments, csv):
    words = [csv if word == "FILE" else word for word in arguments]
    here, done = costdash(*words), started(*words)
    assert (done.returncode, done.stdout, done.stderr) == (
        here.returncode,
        here.stdout,
        here.stderr,
    )


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["analyze"]])
def test_what_needs_no_options_loads_no_numbers(words):
    code = (
        "import sys; from costdash.cli import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "print({'numpy', 'plotly', 'pyarrow', 'dash'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_of_a_shell_holds_commands_options_and_files(shell):
    pytest.importorskip("shtab")
    script = costdash("--print-completion", shell).stdout
    for word in ("analyse", "gate", "cost-fn", "criterion"):
        assert word in script
    if shutil.which(shell):
        read = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True)
        assert (read.returncode, read.stderr) == (0, "")


def test_bash_completes_a_command_an_option_and_its_choices():
    pytest.importorskip("shtab")
    script = costdash("--print-completion", "bash").stdout
    asked = {"costdash ana": "analyse", "costdash analyse --cost-f": "--cost-fn"}
    for line, expected in asked.items():
        words = line.split()
        code = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}\n_shtab_costdash\n"
        done = subprocess.run(
            ["bash"],
            input=f"{script}\n{code}echo ${{COMPREPLY[@]}}",
            text=True,
            capture_output=True,
        )
        assert expected in done.stdout.split(), done


def test_a_closed_pipe_gives_no_traceback(csv):
    command = [sys.executable, "-m", "costdash", "analyse", str(csv), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_serve_passes_file_roles_and_address(monkeypatch):
    from costdash import cli
    from costdash.intake import Roles

    serve = pytest.importorskip("costdash.web.local_server")
    seen = []
    monkeypatch.setattr(serve, "serve", lambda *told: seen.extend(told))
    code = cli.main(["serve", "a.csv", "--port", "9000", "--no-browser", "--label", "y"])
    assert code == 0
    assert seen == ["a.csv", "127.0.0.1", 9000, False, Roles(label="y"), None]


def test_help_lists_the_commands():
    done = started("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in ("analyse", "check", "serve"))


@pytest.mark.parametrize("ends", [(-1e308, 1e308), (-1.7e308, 1.7e308), (1e308, 1.1e308)])
@pytest.mark.parametrize("command", ["analyse", "check", "report"])
def test_the_largest_scores_of_all_cause_no_warning(tmp_path, capfd, command, ends):
    rows = (
        f"{k % 2},{ends[k % 2] if k % 7 == 0 else k / 100},{k * 37 % 101}\n" for k in range(300)
    )
    (tmp_path / "a.csv").write_text("label,a,b\n" + "".join(rows))
    options = {"report": ["-o", str(tmp_path / "out.html")]}.get(command, [])
    assert main([command, str(tmp_path / "a.csv"), *options]) == 0
    assert capfd.readouterr().err == ""
