"""The rule as a line of code makes the same calls as the rule, and is that of `costdash decide`."""

import ast
import json

import numpy as np
import pandas as pd
import pytest
from dash import html
from flask import g

from costdash import cli
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures.view import View
from costdash.intake.columns.roles import Roles
from costdash.report.request import Request
from costdash.report.sentences.rules import ONLY_COUNTS, Origins, rule_code
from costdash.web.app import create_dash, create_server, protect
from costdash.web.routes.upload import read_upload
from costdash.web.settings import Settings
from costdash.web.stores.answer import Parts, answer_question
from costdash.web.stores.combinations import rule_origins
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from tests.support.reading import without_child  # noqa: F401  (a fixture)

IS_POSITIVE = [False, True, True, False, False, True] * 10
SCORES = [k / 7 for k in (6, 5, 5, 3, 2, 0)] * 10
ANALYSIS = analyse(Predictions(is_positive=IS_POSITIVE, scores={"a": SCORES}), n_replicates=100)
BOTH = {"name": "both", "rule": "and", "models": ["up", "down"], "thresholds": [0.2, -0.5]}
LOTS = {"name": "lots", "rule": "mix", "models": ["up", "up"], "thresholds": [0.9, 0.1]}
OWN = {"prior": 0.3, "cost_fn": 2.0, "cost_fp": 1.0, "touched": True}
POINT = ["--prior", "0.3", "--cost-fn", "2", "--same-rows", "--replicates", "100"]
ROLES = {
    "negate": ["down", "share", "loss"],
    "recalibrated": ["up"],
    "combinations": [
        BOTH,
        LOTS | {"share": 0.3},
        {"name": "up repaired", "rule": "repair", "models": ["up"]},
    ],
}
OPTIONS = [
    *("--negate", "down", "--negate", "share", "--negate", "loss"),
    *("--recalibrate", "up", "--repair", "up"),
    *("--combine", "both", "and", "up=0.2", "down=-0.5"),
    *("--mix", "lots", "0.3", "up=0.9", "up=0.1"),
]
MODELS = ["up", "down", "share", "loss", "up recalibrated", "both", "lots", "up repaired"]


@pytest.mark.parametrize("index", range(6))
def test_the_code_makes_the_calls_of_the_rule(index):
    call = ANALYSIS.call_at(OperatingPoint(0.3), "a", index, 0)
    called = [bool(eval(rule_code(call), {"score": score})) for score in SCORES]
    found = sum(yes for yes, positive in zip(called, IS_POSITIVE) if positive)
    assert found / sum(IS_POSITIVE) == pytest.approx(call.tpr)


@pytest.mark.parametrize(
    ("prior", "code"), [(1e-6, "False"), (0.5, "score >= "), (1 - 1e-6, "True")]
)
def test_the_answer_has_the_code_of_the_rule(prior, code):
    request = Request(point=OperatingPoint(prior), view=View(("a",)))
    assert Parts(request, ANALYSIS, request.view).code.startswith(code)


def test_a_confusion_matrix_has_no_code():
    call = ANALYSIS.call_at(OperatingPoint(0.3), "a", 2, 0)
    origins = rule_origins({"matrices": [["a", 250, 45, 5, 200]]}, ANALYSIS)
    assert rule_code(call, origins) == "# a is known by its four counts only: flag what it flags."


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    y = np.arange(240) % 3 == 0
    return pd.DataFrame(
        {
            "y": y.astype(int),
            "up": (rng.normal(size=240) + 2 * y).round(2),
            "down": (rng.normal(size=240) - 2 * y).round(2),
            "share": rng.beta(2, 2 + 6 * y).round(3),
            "loss": -rng.beta(2 + 6 * y, 2).round(3),  # from -1 to 0, negated from 0 to 1
        }
    )


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A browser that has loaded the page."""
    server = create_server(Settings(data_folder=tmp_path_factory.mktemp("data"), n_replicates=100))
    app = create_dash(server, server.extensions["costdash-settings"])
    app.layout = html.Div()
    protect(app)
    client = server.test_client()
    assert client.get("/").status_code == 200
    return client


@pytest.fixture(scope="module")
def token(client, table):
    """Of the table on the page, read with all roles."""
    sent = {"X-Costdash": "1", "X-Costdash-Name": "scores.csv"}
    data = table.to_csv(index=False).encode()
    token = client.post("/upload", data=data, headers=sent).json["token"]
    roles = Roles.of({"label": "y", "positive": "1", "scores": [*table.columns[1:]], **ROLES})
    with client.application.app_context():
        outcome = read_upload(token, client.get_cookie("costdash-session").value, roles)
    assert outcome.status in ("ok", "warning"), outcome.messages
    return token


def code_on_the_page(client, token, model):
    with client.application.test_request_context():
        g.session = client.get_cookie("costdash-session").value
        dataset = described(token, g.session)
        common = {"token": token, "revision": dataset["revision"], "seq": 1}
        view = common | {"models": [model], "level": 0.95, "evaluation": "same"}
        answered, said = answer_question(Question.of(dataset, common | OWN, view))
    assert isinstance(answered, dict), said
    return answered["code"]


@pytest.mark.parametrize("model", MODELS)
def test_the_page_copies_the_rule_of_the_command_line(
    client, token, table, tmp_path, capsys, model
):
    file = tmp_path / "scores.csv"
    table.to_csv(file, index=False)
    scores = [part for name in table.columns[1:] for part in ("--score", name)]
    words = ["--label", "y", *scores, "--show", model, *OPTIONS, *POINT]
    assert cli.main(["decide", str(file), *words]) == 0
    found = json.loads(capsys.readouterr().out)
    rule = found["rule"]
    assert rule["call"] == "some"
    code = code_on_the_page(client, token, model)
    if rule["python"] is None:
        assert code.startswith(f"# {model} ")
        assert rule["words"].endswith(code.removeprefix("# "))
        return
    assert code == rule["python"]
    if model != "up recalibrated":  # its scores are fitted on other rows than the map is
        flags = eval(code, {"row": table, "score": table.get(model)})
        expected = [found["per_case"]["fpr"], found["per_case"]["tpr"]]
        assert flags.groupby(table["y"]).mean().tolist() == pytest.approx(expected)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\x00"])
def test_the_name_of_a_model_never_leaves_its_comment(end):
    """A name with an end of line stays on the line of the comment, in whatever way it is built."""
    name = f"m{end}import os{end}#"
    rows = Predictions(is_positive=[0, 0, 1, 1], scores={name: [0.1, 0.4, 0.6, 0.9]})
    call = analyse(rows, n_replicates=100).decide(OperatingPoint(0.5)).best
    for origins in (Origins(without_code={name: ONLY_COUNTS.format(name)}), Origins()):
        code = rule_code(call, origins)
        assert code.startswith("#") == bool(origins.without_code)
        lines = ast.parse(code.replace("\x00", "")).body
        assert [ast.unparse(line) for line in lines] == (
            [] if origins.without_code else ["score >= 0.6"]
        )
        assert len(code.splitlines()) == 1
