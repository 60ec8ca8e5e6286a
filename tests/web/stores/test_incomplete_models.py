"""Models with missing scores: models that are drawn together use the same rows."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from dash import html

from costdash.core import ScoredRows
from costdash.core.analysis.analyse import analyse
from costdash.intake.storage.predictions import save_predictions
from costdash.report.html.page import report_html
from costdash.report.report import PairOptions
from costdash.web.callbacks import compare, thresholds
from costdash.web.routes.download import report_of
from costdash.web.storage import analyses
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from costdash.web.stores.read import view_of
from tests.support.page_texts import texts

OPTIONS = PairOptions()
CONDITIONS = {"prior": 0.3, "cost_fn": 2.0, "cost_fp": 1.0, "seq": 1}


@pytest.fixture
def token(store, session):
    """400 rows; nb lacks 60 scores, rf lacks 20 of others."""
    token, folder = store.begin(session, 0)
    rng = np.random.default_rng(3)
    is_positive = rng.random(400) < 0.5
    scores = {name: rng.normal(is_positive, 1).round(2) for name in ("logit", "nb", "rf")}
    scores["nb"][:60] = np.nan
    scores["rf"][300:320] = np.nan
    scored = ScoredRows(is_positive=is_positive, scores=scores)
    save_predictions(folder / "predictions", scored, {})
    store.finish(folder, session, "file.csv", 0)
    return token


@pytest.fixture
def ask(visit, token, settings):
    dataset = described(token, visit)
    own = {"revision": dataset["revision"]}

    def ask(*names, **view):
        view = own | {"models": list(names), "level": 0.95, "seq": 1} | view
        told, _ = answer.answer_question(Question.of(dataset, own | CONDITIONS, view))
        return " ".join(texts(html.Div(told["decision"]))), told

    ask.dataset = dataset
    return ask


def test_the_rows_left_out_depend_on_the_shown_models(ask):
    said = {names: ask(*names)[0] for names in (("logit", "nb", "rf"), ("logit", "nb"), ("logit",))}
    assert (
        "80 rows left out for want of a score: model nb in 60 and model rf in 20."
        in (said["logit", "nb", "rf"])
    )
    assert "60 rows left out: model nb has no score there." in said["logit", "nb"]
    assert "left out" not in said[("logit",)]


def test_shown_models_are_counted_on_the_rows_that_all_have_scored(ask, visit, token):
    rows = {}
    for names in (("logit", "nb", "rf"), ("logit", "rf"), ("logit",)):
        found = analysis_of(token, visit, names)
        rows[names] = found.rows
        assert found.models["logit"].counts.positives + found.models["logit"].counts.negatives == (
            found.rows
        )
    assert list(rows.values()) == [320, 380, 400]
    assert (
        ask("logit")[1]["live"]["models"][0]["fpr"]
        != (ask("logit", "nb")[1]["live"]["models"][0]["fpr"])
    )


def test_no_shown_model_is_no_error(ask):
    assert "Switch a model on to compare it" in ask()[0]


def test_models_keep_their_colours(ask):
    assert [model["i"] for model in ask("rf")[1]["live"]["models"]] == [2]


def test_a_pinned_threshold_keeps_its_score_on_other_rows(ask, visit, token):
    every = analysis_of(token, visit).models["logit"].counts
    alone = analysis_of(token, visit, ["logit"])
    for index in range(1, every.threshold.size, 7):
        text = repr(float(every.threshold[index]))
        today = {"model": "logit", "index": index, "text": text}
        view = view_of({"models": ["logit"], "level": 0, "today": today}, alone, "")
        assert alone.models["logit"].counts.threshold[view.today[1]] == every.threshold[index]


def test_the_model_of_a_pinned_threshold_counts_as_shown(ask):
    today = {"model": "nb", "index": 3, "text": "1.5"}
    assert "60 rows left out: model nb" in ask("logit", today=today)[0]


def test_a_pair_and_the_threshold_table_use_the_rows_of_the_shown_models_and_their_own(
    ask, visit, token
):
    view = {"models": ["logit"], "level": 0.95}
    for a, b, said in (("logit", "rf", "20 rows left out: model rf"), ("nb", "rf", "80 rows left")):
        told = compare.comparison(Question.of(ask.dataset, CONDITIONS, view), a, b, OPTIONS)[2]
        assert said in " ".join(texts(html.Div(told)))
    rows = thresholds.threshold_rows(Question.of(ask.dataset, CONDITIONS, view), "nb")
    assert rows[-1]["tp"] + rows[-1]["fp"] == 340


def test_workers_analyse_a_set_of_models_once(store, settings, session, token, monkeypatch):
    made = []

    def counted(rows, names=None, **how):
        made.append(names)
        return analyse(rows, names, **how)

    monkeypatch.setattr(analyses, "analyse", counted)
    workers = [analyses.Analyses(store, settings) for _ in range(3)]
    asked = [None, ["logit"], ["logit", "nb"], ["nb"], ["nb", "rf", "logit"]]
    here = threading.Barrier(6)

    def work(i):
        here.wait()
        return [workers[i % 3].get(token, session, names).rows for names in asked]

    with ThreadPoolExecutor(6) as pool:
        assert {tuple(rows) for rows in pool.map(work, range(6))} == {(320, 400, 340, 340, 320)}
    assert sorted(made, key=str) == [("nb",), (), None]


def test_the_disk_keeps_a_limited_number_of_analyses(store, settings, session, token, monkeypatch):
    monkeypatch.setattr(analyses, "MAX_VARIANTS", 2)
    worker = analyses.Analyses(store, settings)
    for names in (["logit"], ["nb"], ["rf"]):
        worker.get(token, session, names)
    folder = store.folder_of(token, session)
    assert len(list((folder / "analysis-of").iterdir())) == 2
    worker.get(token, session)
    assert (folder / "analysis").is_dir()


def test_complete_models_share_one_analysis(server, add_dataset, session):
    token = add_dataset(session)
    with server.app_context():
        assert analysis_of(token, session, ["a"]) is analysis_of(token, session)


def test_the_report_uses_the_same_rows_as_the_page(ask, visit, token, settings):
    view = {"models": ["logit", "nb"], "level": 0.95}
    made = report_of(Question.of({"token": token}, CONDITIONS, view))
    assert made.analysis.rows == 340
    assert "60 rows left out: model nb has no score there." in report_html(made)
    pair = report_of(
        Question.of({"token": token}, CONDITIONS, view | {"models": ["logit"]}), ["nb", "rf"]
    )
    assert (pair.analysis.rows, pair.pairs) == (320, (("nb", "rf"),))
