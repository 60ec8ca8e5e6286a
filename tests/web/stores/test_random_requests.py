"""Any request that the page could send is answered, and the report of it says the same rule.

Also for rows that an engine counts. COSTDASH_REQUESTS sets how many requests each kind of file gets
(default: 6, or 2 if an engine counts it), COSTDASH_REQUESTS_SEED which they are.
"""

import json
import os
import random

import numpy as np
import pandas as pd
import pytest

from costdash.core.choose.criteria import CRITERIA
from costdash.figures import COST_AXES, PANEL_MODES
from costdash.figures.view import FLAT_CHOICES
from costdash.report.html.page import report_html
from costdash.web.routes.answer import to_json
from costdash.web.routes.download import report_of
from costdash.web.stores.answer import answer_question
from costdash.web.stores.question import Question
from costdash.web.wire import CONFIDENCE_LEVELS
from tests.support.ways_in import WAYS, read_into

REQUESTS = int(os.environ.get("COSTDASH_REQUESTS", "6"))
SEED = int(os.environ.get("COSTDASH_REQUESTS_SEED", "0"))
MODELS = ("first", "second", "third")
PRIORS, COSTS = (0.001, 0.006, 0.3, 0.5, 0.9, 0.999), (1e-3, 1, 10, 80, 4000, 1e6)


def scored(rng, rows=120, digits=2):
    y = rng.permutation(np.arange(rows) < rows // 4)
    scores = {name: (rng.normal(size=rows) + k * y).round(digits) for k, name in enumerate(MODELS)}
    return pd.DataFrame({"y": y.astype(int)} | scores)


def probabilities(rng):
    table = scored(rng)
    return table.assign(**{name: 1 / (1 + np.exp(-table[name])) for name in MODELS})


def costs(rng):
    return scored(rng, digits=0).assign(amount=rng.lognormal(4, 2, 120).round(2))


def confusions(rng):
    counts = {cell: rng.integers(5, 500, len(MODELS)) for cell in ("tp", "fn", "fp", "tn")}
    return pd.DataFrame({"name": MODELS} | counts)


ROLES = {"costs": {"cost_fn_column": "amount", "cost_fp_column": "20 + 0.02 * amount"}}
FILES = {
    "ties": lambda rng: scored(rng, digits=0),
    "clusters": lambda rng: scored(rng).assign(group=np.arange(120) // 4),
    "weights": lambda rng: scored(rng).assign(weight=rng.uniform(0.1, 5, 120)),
    "folds": lambda rng: scored(rng).assign(fold=rng.permutation(np.arange(120) % 5)),
    "splits": lambda rng: scored(rng).assign(split=np.where(np.arange(120) % 2, "test", "dev")),
    "gaps": lambda rng: scored(rng).mask(rng.random((120, 4)) < [0, 0, 0, 0.2]),
    "few rows": lambda rng: scored(rng, 14),
    "probabilities": probabilities,
    "costs": costs,
    "confusions": confusions,
}


NEED_ROWS = {"confusions", "costs"}  # whose roles an engine refuses


@pytest.fixture(
    params=[
        (name, way) for way in WAYS for name in FILES if way == "memory" or name not in NEED_ROWS
    ],
    ids=" ".join,
)
def uploaded(request, store, visit):
    """A data set that the user has uploaded: token, table, random choices, number of requests."""
    name, way = request.param
    table = FILES[name](np.random.default_rng(SEED))
    token, folder = store.begin(visit, 0)
    read_into(folder, table, way, **ROLES.get(name, {}))
    store.finish(folder, visit, "file.csv", 0)
    requests = REQUESTS if way == "memory" else -(-REQUESTS // 3)
    return token, table, random.Random(f"{SEED} {name}"), requests


def maybe(rng, value):
    return value() if rng.random() < 0.4 else None


def kept_threshold(rng, table):
    """A threshold as the page keeps it: by its place, its text or the share that it flags."""
    model = rng.choice(MODELS)
    scores = table[model] if model in table else pd.Series([0, 1])  # of a confusion matrix
    text = repr(float(rng.choice(list(scores.dropna()))))
    by_share, by_text = {"index": 0, "share": rng.random()}, {"index": 0, "text": text}
    return {"model": model} | rng.choice([{"index": rng.randrange(9)}, by_text, by_share])


def any_range(rng, value, largest):
    low, high = value / rng.choice([1, 2, 10]), value * rng.choice([1, 2, 10])
    return [low, max(low, min(high, largest))]


def any_criterion(rng):
    kind = rng.choice(list(CRITERIA))
    values = {float: lambda: rng.choice([0, 0.01, 0.5, 0.99, 1]), str: lambda: rng.choice(MODELS)}
    values[bool] = lambda: rng.random() < 0.5
    return {"kind": kind} | {field.name: values[field.kind]() for field in CRITERIA[kind].fields}


def any_conditions(rng):
    point = {"prior": rng.choice(PRIORS)} | {c: rng.choice(COSTS) for c in ("cost_fn", "cost_fp")}
    largest = {"prior": 0.9999, "cost_fn": np.inf, "cost_fp": np.inf}
    ranges = {name: any_range(rng, value, largest[name]) for name, value in point.items()}
    ranged = maybe(rng, lambda: ranges)
    return point | {
        "touched": rng.random() < 0.5,
        "ranges": ranged,
        "weighting": rng.choice([None, True, {"a": 2, "b": 5}]) if ranged else None,
        "scenarios": maybe(rng, lambda: [point | {"name": "Rural", "prior": 0.02}]),
        "case_unit": maybe(rng, lambda: {"cases": rng.choice([1, 100, 1e6])}),
        "criterion": maybe(rng, lambda: any_criterion(rng)),
    }


def any_view(rng, table):
    switches = ("lines", "score_driven", "roc_whole", "estimated_prior")
    return {name: rng.random() < 0.3 for name in switches} | {
        "models": sorted(rng.sample(MODELS, rng.randint(1, len(MODELS)))),
        "level": rng.choice([0, *CONFIDENCE_LEVELS]),
        "evaluation": rng.choice(["same", "other", "split"]),
        "axis": rng.choice(list(COST_AXES)),
        "flat": rng.choice(FLAT_CHOICES),
        "modes": rng.sample(list(PANEL_MODES), 2),
        "today": maybe(rng, lambda: kept_threshold(rng, table)),
        "trial": maybe(rng, lambda: kept_threshold(rng, table)),
        "switched": maybe(rng, lambda: rng.choice(MODELS)),
        "more_labels": maybe(rng, lambda: rng.choice([1, 5000])),
    }


def test_every_request_is_answered_and_reported(uploaded, visit, settings):
    token, table, rng, requests = uploaded
    own = {"token": token, "revision": "1", "seq": 1}
    for _ in range(requests):
        conditions, view = own | any_conditions(rng), own | any_view(rng, table)
        asked = json.dumps([conditions, view])
        told, _ = answer_question(Question.of(own, conditions, view), True)
        assert json.dumps(told, default=to_json, allow_nan=False), asked
        report = report_of(Question.of({"token": token}, conditions, view))
        assert report.summary.text == told["spoken"], asked
        assert report_html(report), asked
