"""What the page hands out is what the command line writes, byte for byte."""

import numpy as np
import pandas as pd
import pytest

from costdash import cli
from costdash.web import upload

REPLICATES = 100
RANGES = {"prior": [0.05, 0.3], "cost_fn": [10, 40], "cost_fp": [1, 1]}
OWN = {"prior": 0.1, "cost_fn": 20, "cost_fp": 1}
RURAL = {"name": "=Rural", "prior": 0.02, "cost_fn": 30, "cost_fp": 2}
MATRIX = {"found": -2, "missed": 18, "false_alarm": 1, "left_alone": 0, "cases": 3000}
POINT = ["--prior", "0.1", "--cost-fn", "20", "--cost-fp", "1"]
WIDE = ["--prior-range", "0.05", "0.3", "--cost-fn-range", "10", "40"]
ASKED = {
    "plain": ({}, {}, []),
    "ranges": (
        {"ranges": RANGES, "scenarios": [RURAL]},
        {"level": 0.9},
        [*WIDE, "--level", "0.9", "--scenario", "=Rural", "0.02", "30", "2"],
    ),
    "likely": (
        {"ranges": RANGES, "likely": True},
        {},
        [*WIDE, "--likely"],
    ),
    "criterion": (
        {"criterion": {"kind": "fpr", "limit": 0.1}},
        {"level": 0},
        ["--criterion", "fpr", "--max-fpr", "0.1", "--no-bands"],
    ),
    "other rows": ({}, {"choose": "other"}, ["--crossfit"]),
    "pinned": (
        {},
        {"models": ["zeta"], "pin": {"model": "zeta", "index": 40}},
        ["--show", "zeta", "--today", "zeta", "PINNED"],
    ),
    "matrix": (
        {"matrix": MATRIX},
        {},
        ["--matrix", "-2", "18", "1", "0", "--cases", "3000"],
    ),
}


@pytest.fixture(scope="module")
def table():
    """Names in an order that is not that of letters; scores that tie, and odd names."""
    rng = np.random.default_rng(4)
    y = np.arange(300) % 4 == 0
    return pd.DataFrame(
        {
            "y": y.astype(int),
            "zeta": rng.normal(size=300).round(1) + y,
            "alpha": rng.normal(size=300) + 0.8 * y,
            "fold": np.arange(300) // 4 % 5,
        }
    )


@pytest.fixture
def file(table, tmp_path):
    table.to_csv(tmp_path / "scores.csv", index=False)
    return tmp_path / "scores.csv"


@pytest.fixture
def given(client, server, file):
    """The token of the file as the page has read it."""
    headers = {"X-Costdash": "1", "X-Costdash-Name": file.name}
    token = client.post("/upload", data=file.read_bytes(), headers=headers).json["token"]
    with server.app_context():
        session = client.get_cookie("costdash-session").value
        assert upload.read_upload(token, session, ask=False).status in ("ok", "warning")
    return token


def ask(client, token, kind, conditions, view, **more):
    shown = {"models": ["zeta", "alpha"], "level": 0.95} | view
    asked = {"token": token, "conditions": OWN | conditions, "view": shown} | more
    answer = client.post(f"/export/{kind}", json=asked)
    assert answer.status_code == 200
    return answer.data


def options(asked, table):
    pinned = f"{sorted(set(table.zeta), reverse=True)[39]!r}"
    own = [] if "--matrix" in asked else POINT[2:]
    said = [pinned if option == "PINNED" else option for option in asked]
    return [*POINT[:2], *own, *said, "--replicates", str(REPLICATES)]


@pytest.mark.parametrize(("conditions", "view", "asked"), ASKED.values(), ids=ASKED)
def test_the_report_is_the_one_of_the_command_line(
    client, given, file, table, conditions, view, asked
):
    out = file.with_suffix(".html")
    assert cli.main(["report", str(file), "-o", str(out), *options(asked, table)]) == 0
    assert ask(client, given, "report", conditions, view) == out.read_bytes()
