"""A file with hold-out parts on the page, by the rows on which thresholds are chosen."""

import json
from dataclasses import asdict, replace

import numpy as np
import pandas as pd
import pytest

from costdash.core import ClassScores, OperatingPoint, Predictions, Split, analyse, multiclass
from costdash.intake.api import read_with_messages
from costdash.intake.storage.predictions import save_predictions
from costdash.report.report import PairOptions
from costdash.web.callbacks import compare, thresholds
from costdash.web.routes.download import _json, report_of
from costdash.web.storage import analyses
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question

POINT = {"prior": 0.2, "cost_fn": 6.0, "cost_fp": 1.0}


@pytest.fixture
def predictions():
    rng = np.random.default_rng(4)
    is_positive = rng.random(500) < 0.4
    scores = {
        name: rng.normal(is_positive * shift).round(1) for name, shift in (("a", 1), ("b", 2))
    }
    split = Split(rng.random(500) < 0.6, "dev", "<b>final")
    return Predictions(is_positive=is_positive, scores=scores, split=split)


@pytest.fixture
def token(store, visit, predictions):
    token, folder = store.begin(visit, 0)
    save_predictions(folder / "predictions", predictions, {})
    store.finish(folder, visit, "file.csv", 0)
    return token


@pytest.fixture
def asked(token, settings):
    """The answer for a choice of the rows on which thresholds are chosen."""

    def ask(evaluation):
        own = {"token": token, "revision": "1", "seq": 1}
        view = own | {"models": ["a", "b"], "level": 0.95, "evaluation": evaluation}
        told, _ = answer.answer_question(Question.of(own, own | POINT, view))
        return told, view

    return ask


def figure(told, name):
    return {trace["uid"]: trace for trace in told["figures"][name].to_plotly_json()["data"]}


def test_each_choice_of_rows_draws_its_own_curves(asked, predictions):
    point = OperatingPoint(*POINT.values())
    for evaluation, rows in (("split", predictions), ("same", predictions.pooled)):
        told, _ = asked(evaluation)
        best = analyse(rows, n_replicates=100).decide(point).best
        assert (told["best"]["model"], told["best"]["index"]) == (best.model, best.index)
        (x,), (y,) = (figure(told, "roc")["best"][axis] for axis in "xy")
        assert (x, y) == pytest.approx((best.fpr, best.tpr), abs=1e-5)
        assert figure(told, "cost")["best"]["y"] == pytest.approx([best.nec], abs=1e-5)
    assert asked("other")[0]["code"] == asked("same")[0]["code"]


def test_the_page_states_on_which_rows_thresholds_were_chosen(asked):
    told, _ = asked("split")
    said = str(told["decision"])
    assert "thresholds chosen on dev, judged on <b>final. On dev it looks" in said
    for panel in ("roc", "pr", "cost"):
        band = told["figures"][panel].layout.meta["band"]
        chosen = "thresholds chosen on dev, judged on <b>final"
        assert (chosen if panel == "cost" else "rows of <b>final") in band
    marked = [note.text for note in told["figures"]["roc"].layout.annotations]
    assert "diamonds: chosen on dev" in marked
    assert figure(told, "roc")["hull"]["mode"] == "markers"
    assert not told["live"]["hull"]["convex"]
    assert "goes through what was chosen on dev" in told["labels"]["roc"]
    assert "chosen on these rows" not in said
    assert "chosen on these rows" in str(asked("same")[0]["decision"])


def test_the_cost_curve_jumps_where_the_chosen_threshold_changes(asked, predictions):
    told, _ = asked("split")
    hull = analyse(predictions, n_replicates=100).models["a"].hull
    drawn = figure(told, "cost")["model-0"]
    assert drawn["x"] == pytest.approx(hull.bends[0], abs=1e-5)
    assert drawn["y"] == pytest.approx(hull.bends[1], abs=1e-5)
    assert told["live"]["models"][0]["tie"] == pytest.approx(hull.tie.tolist())


def test_tables_comparison_and_report_follow_the_choice_of_rows(asked, token, visit, predictions):
    rows = {}
    for evaluation in ("split", "same"):
        _, view = asked(evaluation)
        rows[evaluation] = thresholds.threshold_rows(
            Question.of({"token": token}, POINT, view), "a"
        )[-1]
        wanted = PairOptions()
        own = described(token, visit) | {"revision": "1"}
        _, note, *_ = compare.comparison(Question.of(own, POINT, view), "a", "b", wanted)
        assert ("judged on" in str(note)) == (evaluation == "split")
        report = report_of(Question.of({"token": token}, POINT, view))
        assert (report.analysis.hold_out is not None) == (evaluation == "split")
        assert report.comparisons[0].hold_out == report.analysis.hold_out
    evaluation_part = predictions.evaluation_part
    assert (rows["split"]["tp"], rows["same"]["tp"]) == (
        evaluation_part.positives,
        predictions.positives,
    )
    assert {name: row["index"] for name, row in rows.items()} == dict.fromkeys(
        rows, rows["same"]["index"]
    )


def test_notes_on_the_parts_are_told_only_while_the_parts_are_used(store, visit, tmp_path):
    rng = np.random.default_rng(4)
    y = rng.random(300) < 0.4
    part = np.where(rng.random(300) < 0.5, "train", "test")
    frame = pd.DataFrame({"y": y * 1, "a": rng.normal(y).round(2), "split": part})
    predictions, details, notes = read_with_messages(
        frame.assign(g=np.arange(300) % 40), cluster="g", split="split", choose_on="train"
    )
    token, folder = store.begin(visit, 0)
    save_predictions(folder / "predictions", predictions, details | {"messages": [*notes, "Kept."]})
    store.finish(folder, visit, "file.csv", 0)
    view = {"models": ["a"], "level": 0.95}
    said = {
        evaluation: " ".join(
            report_of(
                Question.of({"token": token}, POINT, view | {"evaluation": evaluation})
            ).source.messages
        )
        for evaluation in ("split", "same")
    }
    for words in ("are chosen on the", "If models were trained", "in both parts"):
        assert words in said["split"]
        assert words not in said["same"]
    assert "Kept." in said["same"]


def test_the_dataset_store_describes_the_whole_file(token, visit, predictions):
    told = described(token, visit)
    assert told["choose_on"] == "dev"
    assert (told["rows"], told["positives"]) == (500, predictions.positives)
    assert told["prevalence"] == pytest.approx(predictions.prevalence)
    assert analysis_of(token, visit).rows == predictions.evaluation_part.rows


@pytest.fixture
def flowers(store, visit):
    """Three classes, with few cases of the first in the evaluation part."""
    rng = np.random.default_rng(6)
    code = rng.permutation(np.arange(600) % 3)
    scores = {name: {f"p_{name}": rng.normal(code == i).round(1)} for i, name in enumerate("xyz")}
    split = Split(rng.random(600) < np.where(code == 0, 0.2, 0.7), "dev", "test")
    classes = ClassScores(names=tuple("xyz"), code=code, scores=scores, split=split)
    predictions = replace(classes.one_vs_rest("y"), classes=classes)
    token, folder = store.begin(visit, 0)
    said = {"multiclass": [asdict(one) for one in multiclass(classes)]}
    save_predictions(folder / "predictions", predictions, said)
    store.finish(folder, visit, "file.csv", 0)
    return token, classes


@pytest.mark.parametrize("large", [False, True])
def test_areas_of_all_classes_follow_the_choice_of_rows(flowers, visit, large, monkeypatch):
    """Another process computes those of large data."""
    if large:
        monkeypatch.setattr(analyses, "SMALL", 0)
    token, classes = flowers
    for evaluation, rows in (("split", classes), ("same", classes.pooled)):
        view = {"models": ["p_y"], "level": 0.95, "evaluation": evaluation}
        told = json.loads(_json(report_of(Question.of({"token": token}, POINT, view)), "")[0])
        areas = {model["name"]: model["auc"] for model in told["models"]}
        (one,) = multiclass(rows)
        assert told["multiclass"] == json.loads(json.dumps(asdict(one)))
        assert areas == pytest.approx({c.column: c.auc for c in one.classes})
        shares = [c["prevalence"] for c in told["multiclass"]["classes"]]
        assert shares == pytest.approx([1 / 3] * 3)
