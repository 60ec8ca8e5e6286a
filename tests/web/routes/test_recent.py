"""POST /recent: the prior from recent scores, as the command line estimates it."""

import json

import numpy as np
import pytest

from costdash import cli
from costdash.web.routes import upload
from tests.support.reading import without_child  # noqa: F401  (a fixture)

RNG = np.random.default_rng(3)
LABEL = RNG.random(1500) < 0.2
SCORE = np.round(RNG.normal(1.8 * LABEL), 3)
FILE = "\n".join(["label,score", *(f"{int(y)},{s}" for y, s in zip(LABEL, SCORE))]) + "\n"
POSITIVE = RNG.random(2000) < 0.05
RECENT = "\n".join(["score", *(f"{s:.3f}" for s in RNG.normal(1.8 * POSITIVE))]) + "\n"
BROKEN = "\n".join(["score", *(f"{s:.3f}" for s in RNG.normal(0.9, 0.3, 2000))]) + "\n"
CONDITIONS = {"prior": 0.2, "cost_fn": 2, "cost_fp": 1}
VIEW = {"models": ["score"], "level": 0.95}


@pytest.fixture
def token(client, server):
    headers = {"X-Costdash": "1", "X-Costdash-Name": "f.csv"}
    answer = client.post("/upload", data=FILE, headers=headers)
    session = client.get_cookie("costdash-session").value
    with server.app_context():
        outcome = upload.read_upload(answer.json["token"], session)
    assert outcome.status in ("ok", "warning"), outcome.messages
    return answer.json["token"]


def ask(client, token, recent=RECENT, **more):
    asked = {"token": token, "conditions": CONDITIONS, "view": VIEW, "recent": recent}
    return client.post("/recent", json=asked | more)


def test_the_estimate_is_that_of_the_command_line(client, token, tmp_path, capsys):
    (tmp_path / "f.csv").write_text(FILE)
    (tmp_path / "recent.csv").write_text(RECENT)
    files = [str(tmp_path / "f.csv"), "--unlabelled", str(tmp_path / "recent.csv")]
    assert cli.main(["analyse", *files, "--json", "--replicates", "100"]) == 0
    expected = json.loads(capsys.readouterr().out)["prior_estimate"]
    found = ask(client, token).json
    for name in ("model", "value", "low", "high", "rows"):
        assert found[name] == expected[name]
    assert found["fits"]
    assert found["low"] < 0.05 < found["high"]


def test_scores_that_are_no_mixture_are_not_for_use(client, token):
    found = ask(client, token, BROKEN).json
    assert not found["fits"]
    assert "no mixture" in found["sentence"]


@pytest.mark.parametrize(
    ("recent", "why"),
    [
        ("", "empty"),
        ("other,x\n1,2\n", "No column of recent scores is named"),
        ("score\n1\n", "100"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(client, token, recent, why):
    answer = ask(client, token, recent)
    assert answer.status_code == 400
    assert why in answer.json["error"]


@pytest.mark.parametrize("field", [{"recent": None}, {"recent": [1]}, {"conditions": 3}])
def test_a_tampered_request_is_refused(client, token, field):
    assert ask(client, token, **field).status_code == 400


def test_only_the_owner_asks(client, token, server):
    other = server.test_client()
    assert ask(other, token).status_code in (403, 404)
    assert ask(client, "0" * 22).status_code == 404
