"""Rows that an engine counts are answered as rows in memory: callbacks, answers and downloads."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

from costdash.report.csv.catalog import EXPORTS
from costdash.web.app import create_app
from costdash.web.callbacks.folds import ROWS_STAY
from costdash.web.callbacks.tabs import TABS
from costdash.web.ids import ids, tab_question
from costdash.web.routes.links import begin_with_one_time_link, one_time_path
from costdash.web.settings import Settings
from tests.support.callback_requests import ask, components_by_id, outputs, question
from tests.support.ways_in import WAYS, needs_engine, read_into

MODELS = ("first", "second", "third")
CONDITIONS = {
    "plain": {"prior": 0.2, "cost_fn": 10, "cost_fp": 1},
    "ranges": {
        "prior": 0.1,
        "cost_fn": 20,
        "cost_fp": 1,
        "touched": True,
        "ranges": {"prior": [0.05, 0.3], "cost_fn": [10, 40], "cost_fp": [1, 1]},
        "scenarios": [{"name": "Rural", "prior": 0.02, "cost_fn": 30, "cost_fp": 2}],
        "case_unit": {"cases": 3000},
    },
    "criterion": {
        "prior": 0.3,
        "cost_fn": 2,
        "cost_fp": 1,
        "criterion": {"kind": "fpr", "limit": 0.1},
    },
}
VIEWS = {
    "plain": {"models": [*MODELS], "level": 0.95, "evaluation": "same"},
    "ranges": {
        "models": ["first", "third"],
        "level": 0.9,
        "evaluation": "same",
        "today": {"model": "first", "index": 2},
        "trial": {"model": "third", "index": 3},
    },
    "criterion": {"models": ["second"], "level": 0, "evaluation": "same"},
}


def rows():
    """Scores with few distinct values, all of which an engine retains."""
    rng = np.random.default_rng(9)
    y = rng.permutation(np.arange(400) < 100)
    scores = {name: (rng.normal(size=400) + k * y).round() + 0.5 for k, name in enumerate(MODELS)}
    scores["second"] = 1 / (1 + np.exp(-scores["second"]))
    return pd.DataFrame({"y": y.astype(int)} | scores)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app(Settings(data_folder=tmp_path_factory.mktemp("data"), n_replicates=100))


@pytest.fixture(scope="module")
def on_page(app):
    return {component.id: component for component in components_by_id(app)}


class Visitor:
    """A browser that has opened the page with the rows, and sends its requests."""

    def __init__(self, app, way, on_page):
        store = app.server.extensions["costdash-store"]
        key, folder = begin_with_one_time_link(store, 0)
        read_into(folder, rows(), way)
        store.finish(folder, key, "file.csv", 0)
        self.client, self.on_page = app.server.test_client(), on_page
        self.client.get(one_time_path(key))
        self.client.get("/")
        every = self.client.get("/_dash-dependencies").json
        of_server = [callback for callback in every if not callback["clientside_function"]]
        first = next(c for c in of_server if (ids.DATASET, "data") in outputs(c))
        self.dataset = ask(self.client, question(first, on_page, {}))["dataset"]["data"]
        self.callbacks = [callback for callback in of_server if callback is not first]

    def stores(self, case):
        own = {"token": self.dataset["token"], "revision": self.dataset["revision"], "seq": 1}
        conditions, view = own | CONDITIONS[case], own | VIEWS[case]
        return {"dataset": self.dataset, "conditions": conditions, "view": view}

    def post(self, path, body):
        answer = self.client.post(path, json=body)
        assert answer.status_code in (200, 400), answer.text
        return answer

    def answer(self, case):
        return self.post("/answer", self.stores(case) | {"wait": True}).json

    def download(self, kind, case, **more):
        stores = self.stores(case)
        asked = {"token": self.dataset["token"], **stores, **CONDITIONS[case], **more}
        return self.post(f"/export/{kind}", asked).text

    def tab(self, tab, case):
        """The answers of all callbacks while a tab is open."""
        values = {f"{store}.data": value for store, value in self.stores(case).items()}
        values |= {
            f"{tab_question(tab)}.data": {"at": 1},
            "pair-a.value": "first",
            "pair-b.value": "third",
        }
        values |= {"threshold-model.value": "first", "threshold-search.value": "0.5"}
        values |= {"folds-model.value": "first"}
        told = {}
        for callback in self.callbacks:
            told |= ask(self.client, question(callback, self.on_page, values))
        return told


@pytest.fixture(scope="module")
def visitors(app, on_page):
    for way in WAYS:
        needs_engine(way)
    return {way: Visitor(app, way, on_page) for way in WAYS}


COUNTED = WAYS[1:]
OF_THE_TABLE = {"exact", "engine", "hull_error", "hull_exact", "passes", "source"}
OF_THE_TABLE |= {"tpr_error", "fpr_error", "strict_fpr_error", "messages"}
# Rows are drawn in another order, so limits of differences between two models differ.
DRAWN_ANEW = {"pairs", "cheapest", "more_data", "difference", "ranking"}
FIGURES_OF_FOLDS = {ids.FOLDS_DATA, ids.FOLDS_ROC_DATA, ids.FOLDS_COST_DATA}
OF_THE_DATASET = {"token", "revision", "uirevision", "seq", "key", "live_key"}


def differences(found, expected, place=""):
    """Where two JSON values differ by more than rounding."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in (found.keys() | expected.keys()) - OF_THE_DATASET:
            yield from differences(found.get(key), expected.get(key), f"{place}.{key}")
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for i, pair in enumerate(zip(found, expected)):
            yield from differences(*pair, f"{place}[{i}]")
    elif isinstance(found, float) and isinstance(expected, float):
        if found != pytest.approx(expected, rel=1e-9, abs=1e-12):
            yield place, found, expected
    elif found != expected:
        yield place, found, expected


def cells(text):
    """A CSV file with its numbers as numbers."""

    def value(cell):
        try:
            return float(cell)
        except ValueError:
            return cell

    return [[value(cell) for cell in row] for row in csv.reader(io.StringIO(text))]


@pytest.mark.parametrize("case", CONDITIONS)
@pytest.mark.parametrize("way", COUNTED)
def test_downloads_of_counted_rows_equal_those_of_rows_in_memory(visitors, way, case):
    memory, counted = visitors["memory"], visitors[way]
    for table in EXPORTS.keys() - DRAWN_ANEW:
        pair = [cells(who.download("csv", case, what=table)) for who in (counted, memory)]
        assert list(differences(*pair)) == [], table
    pair = [cells(who.download("thresholds", case, model="first")) for who in (counted, memory)]
    assert list(differences(*pair)) == []
    for kind in ("decision", "json"):
        found, expected = (json.loads(who.download(kind, case)) for who in (counted, memory))
        for file in (found, expected):
            for field in file.keys() & DRAWN_ANEW:
                file[field] = file[field] is None
            for field in OF_THE_TABLE:
                file.get("data", {}).pop(field, None)
            for model in ((file.get("ranges") or {}).get("ranking") or {}).get("models", []):
                del model["advantage"]
        assert list(differences(found, expected)) == []
    assert "</html>" in counted.download("report", case)


@pytest.mark.parametrize("case", CONDITIONS)
@pytest.mark.parametrize("way", COUNTED)
def test_answers_on_counted_rows_equal_those_on_rows_in_memory(visitors, way, case):
    found, expected = (visitors[name].answer(case) for name in (way, "memory"))
    assert list(differences(found, expected)) == []


@pytest.mark.parametrize("case", CONDITIONS)
@pytest.mark.parametrize("way", COUNTED)
def test_every_tab_is_answered_for_counted_rows(visitors, way, case):
    for tab in TABS:
        found, expected = (visitors[name].tab(tab.id, case) for name in (way, "memory"))
        figures = FIGURES_OF_FOLDS if tab.id == "folds" else set()
        assert found.keys() == expected.keys() - figures
        if tab.id == "folds":
            assert found[ids.FOLDS_LEAD]["children"] == ROWS_STAY
        if tab.id == "thresholds":
            same = [ids.THRESHOLD_TABLE, ids.THRESHOLD_MATCH, ids.MEASURE_TABLE]
            answers = [[told[name] for name in same] for told in (found, expected)]
            assert answers[0][0]["rowData"]
            assert list(differences(*answers)) == []
        if tab.id == "compare":
            assert found[ids.PAIR_LEAD]["children"]
