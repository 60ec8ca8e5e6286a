"""Downloads of the page equal the files of the command line, byte for byte."""

import csv
import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from dash import html
from flask import g

from costdash import cli
from costdash.core import OperatingPoint
from costdash.report.csv.catalog import EXPORTS
from costdash.report.sentences.amounts import Amounts, readable_cases
from costdash.web.app import create_dash, create_server, protect
from costdash.web.routes import upload
from costdash.web.settings import Settings
from costdash.web.stores import answer as what_if
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from costdash.wording import digits_apart
from tests.support.reading import without_child  # noqa: F401  (a fixture)

pytestmark = pytest.mark.usefixtures("shared_results")
REPLICATES = 100
RANGES = {"prior": [0.05, 0.3], "cost_fn": [10, 40], "cost_fp": [1, 1]}
OWN = {"prior": 0.1, "cost_fn": 20, "cost_fp": 1, "touched": True}
RURAL = {"name": "=Rural", "prior": 0.02, "cost_fn": 30, "cost_fp": 2}
MATRIX = {"found": -2, "missed": 18, "false_alarm": 1, "left_alone": 0}
MONTH = {"cases": 3000, "period": "month"}
POINT = ["--prior", "0.1", "--cost-fn", "20", "--cost-fp", "1"]
WIDE = ["--prior-range", "0.05", "0.3", "--cost-fn-range", "10", "40"]
ASKED = {
    "plain": ({}, {}, []),
    "ranges": (
        {"ranges": RANGES, "scenarios": [RURAL]},
        {"level": 0.9},
        [*WIDE, "--level", "0.9", "--scenario", "=Rural", "0.02", "30", "2"],
    ),
    "weighting": (
        {"ranges": RANGES, "weighting": True},
        {},
        [*WIDE, "--likely"],
    ),
    "criterion": (
        {"criterion": {"kind": "fpr", "limit": 0.1}},
        {"level": 0},
        ["--criterion", "fpr", "--max-fpr", "0.1", "--no-bands"],
    ),
    "whole curve": ({}, {"roc_whole": True}, ["--roc-whole"]),
    "other rows": ({}, {"evaluation": "other"}, ["--crossfit"]),
    "today": (
        {},
        {"models": ["zeta"], "today": {"model": "zeta", "index": 40}},
        ["--show", "zeta", "--today", "zeta", "TODAY"],
    ),
    "trial": (
        {"case_unit": {"cases": 1}, "scenarios": []},
        {"models": ["zeta"], "trial": {"model": "zeta", "index": 40}, "lines": True},
        ["--show", "zeta", "--chosen", "zeta", "TODAY", "--lines", "--per", "1", "--no-scenarios"],
    ),
    "matrix": (
        {"matrix": MATRIX, "case_unit": MONTH},
        {},
        ["--matrix", "-2", "18", "1", "0", "--cases", "3000"],
    ),
}


EMPTY = {
    "classes",
    "class-pairs",
    "calibration",
    "segments",
}  # two classes, and scores below 0 and above 1


@pytest.fixture(scope="module")
def table():
    """Models not in alphabetical order, one with ties and one with missing scores."""
    rng = np.random.default_rng(4)
    y = np.arange(300) % 4 == 0
    return pd.DataFrame(
        {
            "y": y.astype(int),
            "zeta": rng.normal(size=300).round(1) + y,
            "alpha": rng.normal(size=300) + 0.8 * y,
            "gaps": np.where(np.arange(300) % 7 == 3, np.nan, rng.normal(size=300) + y / 2),
            "fold": np.arange(300) // 4 % 5,
        }
    )


@pytest.fixture(scope="module")
def file(table, tmp_path_factory):
    file = tmp_path_factory.mktemp("data") / "scores.csv"
    table.to_csv(file, index=False)
    return file


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A browser that has loaded the page."""
    folder = tmp_path_factory.mktemp("server")
    server = create_server(Settings(data_folder=folder, n_replicates=REPLICATES))
    app = create_dash(server, server.extensions["costdash-settings"])
    app.layout = html.Div()
    protect(app)
    client = server.test_client()
    assert client.get("/").status_code == 200
    return client


def token_of(client, file):
    """Uploads and reads a file as the page does, and returns its token."""
    headers = {"X-Costdash": "1", "X-Costdash-Name": file.name}
    token = client.post("/upload", data=file.read_bytes(), headers=headers).json["token"]
    with client.application.app_context():
        session = client.get_cookie("costdash-session").value
        assert upload.read_upload(token, session, ask=False).status in ("ok", "warning")
    return token


@pytest.fixture(scope="module")
def given(client, file):
    return token_of(client, file)


def ask(client, token, kind, conditions, view, **more):
    shown = {"models": ["zeta", "alpha", "gaps"], "level": 0.95} | view
    asked = {"token": token, "conditions": OWN | conditions, "view": shown} | more
    answer = client.post(f"/export/{kind}", json=asked)
    assert answer.status_code == 200
    return answer.data


def options(asked, table):
    threshold = f"{sorted(set(table.zeta), reverse=True)[39]!r}"
    own = [] if "--matrix" in asked else POINT[2:]
    said = [threshold if option == "TODAY" else option for option in asked]
    evaluation = [] if "--crossfit" in asked else ["--same-rows"]
    return [*POINT[:2], *own, *said, *evaluation, "--replicates", str(REPLICATES)]


@pytest.mark.parametrize(("conditions", "view", "asked"), ASKED.values(), ids=ASKED)
def test_the_report_equals_that_of_the_command_line(
    client, given, file, table, conditions, view, asked
):
    out = file.with_suffix(".html")
    assert cli.main(["report", str(file), "-o", str(out), *options(asked, table)]) == 0
    assert ask(client, given, "report", conditions, view) == out.read_bytes()


@pytest.mark.parametrize(("conditions", "view", "asked"), ASKED.values(), ids=ASKED)
def test_the_rule_as_code_equals_that_of_decide(
    client, given, file, table, capsys, conditions, view, asked
):
    assert cli.main(["decide", str(file), *options(asked, table)]) == 0
    decided = capsys.readouterr().out
    assert ask(client, given, "decision", conditions, view).decode() == decided
    rule = json.loads(decided)["rule"]
    assert rule["sql"].startswith(f'"{rule["model"]}" >= ')


@pytest.mark.parametrize(
    ("conditions", "view", "asked"),
    [
        ({}, {}, POINT),
        ({}, {"level": 0.8, "models": ["alpha"]}, [*POINT, "--level", "0.8", "--show", "alpha"]),
        ({}, {"models": ["alpha", "gaps"]}, [*POINT, "--show", "alpha", "--show", "gaps"]),
        (
            {"criterion": {"kind": "fpr", "limit": 0.1, "sure": True}},
            {},
            [*POINT, "--criterion", "fpr", "--max-fpr", "0.1", "--sure"],
        ),
        (
            {"criterion": {"kind": "tpr", "limit": 0.8}},
            {},
            [*POINT, "--criterion", "tpr", "--min-tpr", "0.8"],
        ),
        (
            {"criterion": {"kind": "capacity", "limit": 0.2}},
            {},
            [*POINT, "--criterion", "capacity", "--capacity", "0.2"],
        ),
        ({"criterion": {"kind": "error"}}, {}, [*POINT, "--criterion", "error"]),
        ({"criterion": {"kind": "product"}}, {}, [*POINT, "--criterion", "product"]),
        (
            {"criterion": {"kind": "threshold", "model": "zeta", "threshold": 0.5}},
            {},
            [*POINT, "--criterion", "threshold", "--threshold", "zeta", "0.5"],
        ),
        *(
            (*ASKED[name][:2], [*POINT, *ASKED[name][2]])
            for name in ("ranges", "weighting", "other rows")
        ),
        (
            {"ranges": RANGES, "weighting": {"a": 2, "b": 5}},
            {"evaluation": "other"},
            [*POINT, *WIDE, "--beta", "2", "5", "--crossfit"],
        ),
        (*ASKED["matrix"][:2], [*POINT[:2], *ASKED["matrix"][2]]),
        ({"ranges": RANGES}, {"models": []}, [*POINT, *WIDE, "--show-none"]),
        (
            *ASKED["trial"][:2],
            [*POINT, *(option for option in ASKED["trial"][2] if option != "--lines")],
        ),
        ({"matrix": MATRIX}, {}, [*POINT[:2], "--matrix", "-2", "18", "1", "0"]),
        ({}, {"evaluation": "other", "level": 0}, [*POINT, "--crossfit"]),
        ({}, ASKED["today"][1], [*POINT, *ASKED["today"][2]]),
        (
            {},
            ASKED["today"][1] | {"evaluation": "other"},
            [*POINT, *ASKED["today"][2], "--crossfit"],
        ),
    ],
)
def test_the_json_equals_that_of_the_command_line(
    client, given, file, table, capsys, conditions, view, asked
):
    evaluation = [] if "--crossfit" in asked else ["--same-rows"]
    threshold = f"{sorted(set(table.zeta), reverse=True)[39]!r}"
    asked = [threshold if option == "TODAY" else option for option in asked]
    assert (
        cli.main(["analyse", str(file), "--json", *asked, *evaluation, "--replicates", "100"]) == 0
    )
    assert ask(client, given, "json", conditions, view).decode() == capsys.readouterr().out


@pytest.mark.parametrize("shown", [["zeta"], ["alpha", "zeta"], ["gaps"]])
def test_the_prior_of_the_file_is_the_same_whichever_models_are_shown(
    client, given, file, table, capsys, shown
):
    with client.application.test_request_context():
        dataset = described(given, client.get_cookie("costdash-session").value)
    prior = table.y.mean()
    assert (dataset["rows"], dataset["positives"], dataset["prevalence"]) == (300, 75, prior)
    assert table.y[table.gaps.notna()].mean() != prior

    options = ["--cost-fn", "20", "--cost-fp", "1", "--same-rows", "--replicates", "100"]
    options += [part for name in shown for part in ("--show", name)]
    conditions, view = {"prior": dataset["prevalence"], "touched": False}, {"models": shown}
    assert cli.main(["analyse", str(file), "--json", *options]) == 0
    said = capsys.readouterr().out
    assert json.loads(said)["operating_point"]["prior"] == prior
    assert ask(client, given, "json", conditions, view).decode() == said
    out = file.with_name("file-prior.html")
    assert cli.main(["report", str(file), "-o", str(out), *options]) == 0
    report = ask(client, given, "report", conditions, view)
    assert report == out.read_bytes()
    assert re.search(r">25\s%</td><td [^>]*></td><td [^>]*>from the file<", report.decode())


def test_by_default_page_and_command_line_choose_thresholds_on_other_folds(
    client, given, file, capsys
):
    view = {"evaluation": "other"}
    assert cli.main(["analyse", str(file), "--json", *POINT, "--replicates", "100"]) == 0
    said = capsys.readouterr().out
    assert ask(client, given, "json", {}, view).decode() == said
    told = json.loads(said)
    assert told["method"]["thresholds"] == "cross-fitted"
    shown = page_answer(client, given, OWN, view)
    amounts = Amounts.at(OperatingPoint(OWN["prior"], OWN["cost_fn"], OWN["cost_fp"]))
    low, high = told["best"]["cost_interval"]
    cost = readable_cases(OWN["prior"]) * told["best"]["expected_cost"]
    assert amounts.bare(cost, digits_apart(low, high)) in shown["spoken"]


def test_with_too_few_rows_the_downloads_are_of_the_same_rows_too(client, table, tmp_path, capsys):
    file = tmp_path / "one-fold.csv"
    table.assign(fold=table.y).to_csv(file, index=False)
    token, out = token_of(client, file), tmp_path / "out.html"
    assert cli.main(["analyse", str(file), "--json", *POINT, "--replicates", "100"]) == 0
    said = capsys.readouterr().out
    assert json.loads(said)["method"]["thresholds"] == "same rows"
    assert ask(client, token, "json", {}, {"evaluation": "other"}).decode() == said
    assert cli.main(["report", str(file), "-o", str(out), *POINT, "--replicates", "100"]) == 0
    assert ask(client, token, "report", {}, {"evaluation": "other"}) == out.read_bytes()


def test_files_of_several_classes_equal_those_of_the_command_line(client, table, tmp_path, capsys):
    file = tmp_path / "classes.csv"
    letters = np.array(list("abcb"))[np.arange(300) % 4]
    scores = {f"p_{letter}": table.zeta * (letters == letter) for letter in "abc"}
    pd.DataFrame({"letter": letters, "fold": table.fold} | scores).to_csv(file, index=False)
    token, view = token_of(client, file), {"models": ["p_a"]}
    asked = [*POINT, "--replicates", "100", "--same-rows"]
    assert cli.main(["analyse", str(file), "--json", *asked]) == 0
    told = ask(client, token, "json", {}, view).decode()
    assert told == capsys.readouterr().out
    several = json.loads(told)["multiclass"]
    assert len(several["classes"]) == len(several["pairs"]) == 3
    out = tmp_path / "report.html"
    assert cli.main(["report", str(file), "-o", str(out), *asked]) == 0
    assert ask(client, token, "report", {}, view) == out.read_bytes()
    areas = sheet(client, token, "classes", {}, view)
    assert [float(row["auc against the rest"]) for row in areas] == [
        one["auc"] for one in several["classes"]
    ]
    pairs = sheet(client, token, "class-pairs", {}, view)
    assert [float(row["mean of both"]) for row in pairs] == [p["auc"] for p in several["pairs"]]


@pytest.mark.parametrize("what", EXPORTS)
def test_the_tables_equal_those_of_the_command_line(client, given, file, capsys, what):
    conditions, view, asked = ASKED["ranges"]
    view = view | {"models": ["zeta", "alpha"], "evaluation": "other"}
    body = {"token": given, "conditions": OWN | conditions, "view": view, "what": what}
    answer = client.post("/export/csv", json=body)
    shown = [*POINT, *asked, "--replicates", "100", "--show", "zeta", "--show", "alpha"]
    code = cli.main(["analyse", str(file), *shown, "--csv", what])
    told = capsys.readouterr()
    if what in EMPTY:
        assert (code, answer.status_code) == (1, 400)
        assert told.err == f"costdash: {EXPORTS[what].empty}\n"
    else:
        assert (code, answer.data.decode()) == (0, told.out)


@pytest.mark.parametrize("wide", [False, True])
def test_all_thresholds_equal_those_of_the_command_line(client, given, file, capsys, wide):
    ranges = {"prior": [0.05, 0.3], "cost_fn": [10, 40], "cost_fp": [1, 1]} if wide else None
    body = {"token": given, "model": "zeta", "view": {"models": ["zeta"]}}
    answer = client.post("/export/thresholds", json=body | {"conditions": OWN | {"ranges": ranges}})
    asked = [
        *POINT,
        *(WIDE if wide else ()),
        "--replicates",
        "100",
        "--show",
        "zeta",
        "--csv",
        "thresholds",
    ]
    assert cli.main(["analyse", str(file), *asked]) == 0
    assert answer.data.decode() == capsys.readouterr().out


def test_pairs_are_tested_alike_in_the_json_and_in_the_table(client, given):
    conditions, view = {"prior": 0.013}, {"evaluation": "other"}
    told = json.loads(ask(client, given, "json", conditions, view))["pairs"]
    rows = sheet(client, given, "pairs", conditions, view)
    for pair, row in zip(told, rows, strict=True):
        here, anywhere = pair["here"], pair["anywhere"]
        assert (pair["a"], pair["b"]) == (row["a"], row["b"])
        assert [float(row[name]) for name in ("p", "p (Holm)")] == [here["p"], here["p_holm"]]
        difference = next(value for name, value in row.items() if name.startswith("nec of a"))
        assert float(difference) == here["value"]
        assert float(row["p of no difference anywhere"]) == anywhere["p"]


@pytest.mark.parametrize(
    ("compare", "asked"),
    [
        ({"margin": 1, "band": "curve"}, ["--margin", "0.01", "--whole-curve"]),
        ({"margin": None, "band": "holm"}, ["--holm"]),
    ],
)
def test_downloads_follow_the_switches_of_the_comparison(
    client, given, file, capsys, compare, asked
):
    asked = [*POINT, *asked, "--same-rows", "--replicates", "100"]
    out = file.with_name("compared.html")
    assert cli.main(["report", str(file), "-o", str(out), *asked]) == 0
    report = ask(client, given, "report", {}, {}, compare=compare)
    assert report == out.read_bytes() != ask(client, given, "report", {}, {})
    margin = asked[len(POINT) :][:2] if compare["margin"] else []
    command = [
        "analyse",
        str(file),
        "--json",
        *POINT,
        *margin,
        "--same-rows",
        "--replicates",
        "100",
    ]
    assert cli.main(command) == 0
    said = capsys.readouterr().out
    assert ask(client, given, "json", {}, {}, compare=compare).decode() == said


@pytest.mark.parametrize("compare", [[], {"margin": "1"}, {"margin": 100, "band": []}])
def test_switches_of_the_comparison_that_no_page_sends_count_as_none(client, given, compare):
    plain = ask(client, given, "json", {}, {})
    assert ask(client, given, "json", {}, {}, compare=compare) == plain


COLUMNS = {
    "nec (": "nec",
    "expected cost": "expected_cost",
    "tpr": "tpr",
    "fpr": "fpr",
    "precision": "precision",
    "threshold (": "threshold",
}


def sheet(client, given, what, conditions, view):
    text = ask(client, given, "csv", conditions, view, what=what).decode()
    return list(csv.DictReader(io.StringIO(text)))


EVERYWHERE = pytest.mark.parametrize(
    ("conditions", "view"),
    [
        ({}, {}),
        ({"prior": 0.004, "cost_fn": 900}, {"level": 0.8}),
        ({"prior": 0.6, "cost_fn": 1, "cost_fp": 4}, {"level": 0}),
        ({"prior": 1e-6}, {}),
        ({"cost_fn": 1}, {"today": {"model": "alpha", "index": 50}}),
        ({}, {"evaluation": "other"}),
    ],
)


@EVERYWHERE
def test_csv_and_json_have_the_same_numbers(client, given, conditions, view):
    everything = json.loads(ask(client, given, "json", conditions, view))
    best, told = sheet(client, given, "rules", conditions, view)[0], everything["best"]
    for start, key in COLUMNS.items():
        (value,) = [best[name] for name in best if name.startswith(start)]
        assert (float(value) if value else None) == told[key]
    now = sheet(client, given, "scenarios", conditions, view)[0]
    assert [float(value) for name, value in now.items() if name.startswith("nec")] == [told["nec"]]
    drawn = sheet(client, given, "cost", conditions, view)
    for model in everything["models"] if not view.get("evaluation") else ():
        own = [row for row in drawn if row["model"] == model["name"]]
        at = {round(float(row["PC(+)"]), 9): float(row["nec"]) for row in own}
        for row in model["cost"]:
            assert at[round(row["pcf"], 9)] == pytest.approx(row["nec"], abs=1e-12)


def page_answer(client, given, conditions, view):
    shown = {"models": ["zeta", "alpha", "gaps"], "level": 0.95} | view
    stores = [
        {"token": given, "revision": "1", "seq": 1} | more for more in ({}, conditions, shown)
    ]
    with client.application.test_request_context():
        g.session = client.get_cookie("costdash-session").value
        answer, _ = what_if.answer_question(Question.of(*stores))
    return answer


@EVERYWHERE
def test_page_and_report_print_the_numbers_of_the_csv(client, given, conditions, view):
    own = OWN | conditions
    answer = page_answer(client, given, own, view)
    best = sheet(client, given, "rules", conditions, view)[0]
    (cost,) = [float(best[name]) for name in best if name.startswith("expected cost")]
    low, high = (best[name] for name in best if name.endswith((", low", ", high")))
    amounts = Amounts.at(OperatingPoint(own["prior"], own["cost_fn"], own["cost_fp"]))
    digits = digits_apart(float(low), float(high)) if low != high else 3
    assert amounts.bare(readable_cases(own["prior"]) * cost, digits) in answer["spoken"]
    page = ask(client, given, "report", conditions, view).decode().split("<script")[0]
    headline = re.sub(r"<[^>]+>", "", re.search(r"<h1.*?</h1>", page)[0])
    assert answer["spoken"].startswith(f"{headline} ")
    (ring,) = [trace for trace in answer["figures"]["cost"].data if trace.uid == "best"]
    if not view.get("evaluation"):
        (nec,) = [float(best[name]) for name in best if name.startswith("nec (")]
        assert ring.y[0] == pytest.approx(nec, rel=1e-5)


def test_no_csv_has_formulas_or_non_finite_numbers(client, given):
    conditions = {"ranges": RANGES, "scenarios": [RURAL], "matrix": MATRIX}
    for name in EXPORTS.keys() - EMPTY:
        text = ask(client, given, "csv", conditions, {"evaluation": "other"}, what=name).decode()
        head, *rows = csv.reader(io.StringIO(text))
        assert {len(row) for row in rows} == {len(head)}
        assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]
        assert "nan" not in text.lower().replace("financ", "")
        assert "inf" not in text.lower()
    assert "'=Rural" in ask(client, given, "csv", conditions, {}, what="scenarios").decode()


def test_unknown_tables_are_rejected(client, given):
    asked = {"token": given, "conditions": OWN, "view": {"models": [], "level": 0}}
    for what in ("rows", None, "../etc", ["roc"]):
        assert client.post("/export/csv", json=asked | {"what": what}).status_code == 400


def test_an_empty_table_gives_the_reason(client, given):
    asked = {"token": given, "conditions": OWN, "view": {"models": ["zeta"], "level": 0}}
    for what, why in (("range", "single values"), ("difference", "two models")):
        answer = client.post("/export/csv", json=asked | {"what": what})
        assert answer.status_code == 400
        assert why in answer.json["error"]
    pair = asked | {"what": "difference", "pair": ["alpha", "zeta"]}
    assert client.post("/export/csv", json=pair).text.split("\n")[1].startswith("alpha,zeta,")
    for odd in (["zeta"], ["zeta", "zeta"], "zeta", [[], {}], ["zeta", "gone"]):
        assert client.post("/export/csv", json=pair | {"pair": odd}).status_code == 400


def test_a_file_with_hold_out_parts_gives_the_same_everywhere(client, table, tmp_path, capsys):
    """Also with intervals that count the sampling error of the prior."""
    file = tmp_path / "parts.csv"
    part = np.array(["validation", "test", "test", "train"])[np.arange(len(table)) % 11 % 4]
    table.assign(split=part).to_csv(file, index=False)
    token, out = token_of(client, file), tmp_path / "out.html"
    costs = [*POINT[2:], "--replicates", str(REPLICATES), "--estimated-prior"]
    assert cli.main(["analyse", str(file), "--json", *costs]) == 0
    said = capsys.readouterr().out
    conditions = {"prior": json.loads(said)["operating_point"]["prior"], "touched": False}
    view = {"evaluation": "split", "estimated_prior": True}
    assert ask(client, token, "json", conditions, view).decode() == said
    assert json.loads(said)["best"]["cost_interval"]
    assert cli.main(["report", str(file), "-o", str(out), *costs]) == 0
    assert ask(client, token, "report", conditions, view) == out.read_bytes()
    now = sheet(client, token, "rules", conditions, view)[0]
    (nec,) = [float(value) for name, value in now.items() if name.startswith("nec (")]
    assert nec == json.loads(said)["best"]["nec"]
