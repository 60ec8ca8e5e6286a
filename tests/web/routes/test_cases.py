"""POST /cases: single rows for the owner of a data set, and for nobody else."""

import csv
import io
import logging
import os
import random
import shutil
from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from costdash.intake.columns.roles import Roles
from costdash.intake.rows.corrections import as_feather
from costdash.web.app import create_dash, create_server, protect
from costdash.web.routes import upload
from costdash.web.session import digest, random_token
from costdash.web.storage import quota
from tests.support.reading import without_child  # noqa: F401  (a fixture)

RNG = np.random.default_rng(0)
LABEL = np.arange(300) % 3 == 0
SCORE = np.round(RNG.normal(size=300) + 1.5 * LABEL, 3)
SECRET = "nobody-ticked-this"
LINES = [
    f"{'' if i == 7 else int(y)},{s},=ticked-{i},{SECRET}-{i}"
    for i, (y, s) in enumerate(zip(LABEL, SCORE))
]
CSV = "\n".join(["label,score,ticked,secret", *LINES]) + "\n"
CONDITIONS = {"prior": 0.3, "cost_fn": 2, "cost_fp": 1}
VIEW = {"models": ["score"], "level": 0.95}
ROLES = Roles(label="label", positive="1", scores=("score",), case_columns=("ticked",))


@pytest.fixture(scope="module")
def read_once(tmp_path_factory):
    """Where the file lies as a child process has read it, once the first test asked for it."""
    return tmp_path_factory.mktemp("read") / "set"


@pytest.fixture
def token(client, server, store, read_once):
    """An uploaded file of the client, of which one column is ticked."""
    session = client.get_cookie("costdash-session").value
    if read_once.exists():
        token, folder = store.begin(session, len(CSV))
        shutil.copytree(read_once, folder, dirs_exist_ok=True)
        store.finish(folder, session, "f.csv", len(CSV))
        return token
    headers = {"X-Costdash": "1", "X-Costdash-Name": "f.csv"}
    answer = client.post("/upload", data=CSV, headers=headers)
    with server.app_context():
        outcome = upload.read_upload(answer.json["token"], session, ROLES)
    assert outcome.status in ("ok", "warning"), outcome.messages
    shutil.copytree(store.upload_folder(answer.json["token"], session), read_once)
    return answer.json["token"]


def ask(client, token, cases="missed", view=VIEW, **more):
    asked = {"token": token, "conditions": CONDITIONS, "view": view, "cases": cases}
    return client.post("/cases", json=asked | more)


@pytest.mark.parametrize(
    ("cases", "positive", "flagged"),
    [
        ("found", True, True),
        ("missed", True, False),
        ("false-alarm", False, True),
        ("left-alone", False, False),
    ],
)
def test_a_list_has_the_rows_that_a_plain_count_finds(client, token, cases, positive, flagged):
    answer = ask(client, token, cases).json
    threshold = float(answer["sentence"].split("\u2265 ")[1].split()[0])
    rows = [
        i + 1
        for i in range(300)
        if i != 7 and LABEL[i] == positive and (SCORE[i] >= threshold) == flagged
    ]
    assert answer["total"] == answer["counts"][cases] == len(rows)
    listed = [*answer["rows"]]
    while len(listed) < answer["total"]:
        page = ask(client, token, cases, start=len(listed)).json["rows"]
        assert 0 < len(page) <= 100
        listed += page
    assert sorted(row["row"] for row in listed) == rows
    assert all(row["cells"] == [f"=ticked-{row['row'] - 1}"] for row in listed)
    assert all(row["scores"] == [SCORE[row["row"] - 1]] for row in listed)
    count, cases_of = answer["sentence"].split("that is ")[1].split(" of ")
    per = float(cases_of.split()[0].replace(",", ""))
    of_class = sum(LABEL[i] == positive for i in range(300) if i != 7)
    share = 0.3 if positive else 0.7
    assert float(count.replace(",", "")) == pytest.approx(per * share * len(rows) / of_class, 2e-3)


def test_columns_that_are_not_ticked_never_leave_the_server(client, token):
    answers = [ask(client, token, cases).text for cases in ("missed", "nearest", "found")]
    answers += [ask(client, token, "nearest", export=True).text]
    assert SECRET not in "".join(answers)


def test_columns_chosen_above_the_list_stand_beside_the_cases(client, token):
    answer = ask(client, token, "missed").json
    assert (answer["columns"], answer["offered"]) == (["ticked"], ["ticked", "secret"])
    answer = ask(client, token, "missed", columns=["secret"]).json
    assert answer["columns"] == ["secret"]
    assert all(row["cells"] == [f"{SECRET}-{row['row'] - 1}"] for row in answer["rows"])
    assert all(row["cells"] == [] for row in ask(client, token, columns=[]).json["rows"])
    text = ask(client, token, "missed", columns=["secret", "ticked"], export=True).text
    line = next(csv.DictReader(io.StringIO(text)))
    assert line["secret"] == f"{SECRET}-{int(line['row']) - 1}"
    assert (line["model"], float(line["score"])) == ("score", SCORE[int(line["row"]) - 1])


@pytest.mark.parametrize("columns", [["label"], ["score"], ["nowhere"]])
def test_columns_that_the_file_does_not_offer_are_refused_by_name(client, token, columns):
    answer = ask(client, token, columns=columns)
    assert answer.status_code == 400
    assert columns[0] in answer.json["error"]
    assert "ticked" in answer.json["error"]
    assert SECRET not in answer.text


@pytest.mark.parametrize("columns", ["secret", [1], {"secret": 1}])
def test_columns_that_are_no_list_of_names_are_refused(client, token, columns):
    assert ask(client, token, columns=columns).status_code == 400


def test_an_export_is_a_csv_file_with_formulas_as_text_and_room_for_labels(client, token):
    answer = ask(client, token, "nearest", export=True)
    assert answer.mimetype == "text/csv"
    assert answer.headers["Cache-Control"] == "no-store"
    lines = [*csv.DictReader(io.StringIO(answer.text))]
    assert len(lines) == 299
    assert lines[0]["ticked"] == f"'=ticked-{int(lines[0]['row']) - 1}"
    assert {line["label_new"] for line in lines} == {""}


def test_changed_calls_need_the_rule_of_today(client, token):
    assert ask(client, token, "flips").json == {"error": "flips need the rule of today (--today)"}
    view = VIEW | {"today": {"model": "score", "index": 1, "text": "0.2"}}
    answer = ask(client, token, "flips", view).json
    assert answer["flips"] == answer["total"] > 0
    assert answer["title"] == f"{answer['total']} cases change their call"
    assert "From today's score \u2265 0.2 to score" in answer["sentence"]
    threshold = float(answer["sentence"].split("to score \u2265 ")[1].split(",")[0])
    shown = {row["row"] - 1: row for row in answer["rows"]}
    kept = [i for i in range(300) if i != 7]
    assert set(shown) == {i for i in kept if (SCORE[i] >= threshold) != (SCORE[i] >= 0.2)}
    cost = {"newly found": -2, "newly missed": 2, "new alarm": 1, "alarm gone": -1}
    for i, row in shown.items():
        gain = f"{cost[row['outcome']]:+d}".replace("-", "\u2212")
        assert row["cost"] == f"{gain[0]}${gain[1]}"
        assert row["outcome"].startswith("new" if SCORE[i] >= threshold else ("newly", "alarm"))
    costs = [abs(cost[row["outcome"]]) for row in answer["rows"]]
    assert costs == sorted(costs, reverse=True)  # the dearest first

    def paid(limit):
        return sum(
            2 * (LABEL[i] & (SCORE[i] < limit)) + (~LABEL[i] & (SCORE[i] >= limit)) for i in kept
        )

    saved = paid(0.2) - paid(threshold)
    assert f"Together ${abs(saved)} {'less' if saved > 0 else 'more'}." in answer["sentence"]
    assert saved == -sum(cost[row["outcome"]] for row in shown.values())


def test_nobody_else_gets_a_row(client, app, server, store, token):
    session = client.get_cookie("costdash-session").value
    with server.app_context():
        link = store.share(token, session, 24)[0]
    stranger, viewer = app.server.test_client(), app.server.test_client()
    stranger.get("/")
    viewer.get(f"/shared/{link}")
    unknown = ask(client, random_token())
    for foreign in (ask(stranger, token), ask(viewer, token)):
        assert (foreign.status_code, foreign.text) == (unknown.status_code, unknown.text)
    looked = ask(viewer, f"view-{digest(link)}")
    assert looked.status_code == 403
    assert "rows" not in looked.json
    with server.app_context():
        store.unshare(token, session)
    assert ask(viewer, f"view-{digest(link)}").status_code in (403, 404)
    with server.app_context():
        store.delete(token, session)
    gone = ask(client, token)
    assert gone.status_code == 404
    assert gone.text == unknown.text


def foreign_body(rng, token, link):
    """A random request for cases by somebody who does not own them."""
    odd = [random_token(), "", "<b>", "../" * 3 + token, token[:-1], token + "a", None, [token]]
    aim = rng.choice([token, token, token, f"view-{digest(link)}", rng.choice(odd)])
    kinds = ["found", "missed", "false-alarm", "left-alone", "nearest", "flips", "<i>", None, 3]
    body = {"token": aim, "conditions": CONDITIONS, "view": VIEW, "cases": rng.choice(kinds)}
    more = {"start": rng.choice([0, 5, -1, 1e9, "0"]), "export": rng.choice([True, False])}
    listed = {
        "list": rng.choice(["file,row,label_new\n", "", 3]),
        "take": rng.choice([True, False]),
    }
    extra = {"owner": True, "session": token, "columns": ["secret"], "case_columns": ["secret"]}
    parts = [part for part in (more, listed, extra) if rng.random() < 0.5]
    return body | {key: value for part in parts for key, value in part.items()}


def test_no_foreign_request_gets_a_row(client, app, server, store, token):
    """COSTDASH_FOREIGN sets how many are tried."""
    session = client.get_cookie("costdash-session").value
    with server.app_context():
        link = store.share(token, session, 24)[0]
    nobody, stranger, viewer = (app.server.test_client() for _ in range(3))
    stranger.get("/")
    viewer.get(f"/shared/{link}")
    rng, codes = random.Random(0), Counter()
    for _ in range(int(os.environ.get("COSTDASH_FOREIGN", "300"))):
        route = rng.choice(["/cases", "/cases/labels"])
        headers = {"X-User": "ann", "Cookie": session} if rng.random() < 0.1 else {}
        body = foreign_body(rng, token, link)
        answer = rng.choice([nobody, stranger, viewer]).post(route, json=body, headers=headers)
        codes[answer.status_code] += 1
        assert "ticked" not in answer.text
        assert SECRET not in answer.text
        assert answer.json.keys() == {"error"}
    assert codes.keys() <= {400, 403, 404}


@pytest.mark.parametrize(
    "changes",
    [
        {"cases": "all"}, {"cases": None}, {"cases": ["missed"]}, {"start": -1}, {"start": 1.5},
        {"start": True}, {"start": "0"}, {"start": 10**12}, {"export": 1}, {"export": "yes"},
        {"order": "score"}, {"order": 1},
    ],
    ids=str,
)  # fmt: skip
def test_requests_that_the_page_does_not_send_are_refused(client, token, changes):
    assert ask(client, token, **changes).status_code == 400


def test_a_server_can_switch_cases_off(client, token, server):
    server.extensions["costdash-settings"] = replace(
        server.extensions["costdash-settings"], cases=False
    )
    answer = ask(client, token)
    assert (answer.status_code, answer.json["error"]) == (
        403,
        "Single cases are not shown on this server.",
    )


def test_data_of_earlier_versions_do_not_guess_their_rows(client, add_dataset):
    token = add_dataset(client.get_cookie("costdash-session").value)
    answer = ask(client, token, view={"models": ["a"], "level": 0.9})
    assert (answer.status_code, answer.json["error"]) == (
        400,
        "The rows of this file cannot be listed: upload it again.",
    )


def test_openings_are_logged_without_values_where_a_proxy_names_the_user(
    client, token, server, caplog
):
    server.extensions["costdash-settings"] = replace(
        server.extensions["costdash-settings"], sign_in_header="X-User", trust_proxy=1
    )
    asked = {"token": token, "conditions": CONDITIONS, "view": VIEW, "cases": "missed"}
    with caplog.at_level(logging.WARNING, logger="costdash.cases"):
        answer = client.post("/cases", json=asked, headers={"X-User": "ann"})
    shown = len(answer.json["rows"])
    assert caplog.messages == [f"ann opened {shown} cases"]


@pytest.fixture
def signed_in(settings):
    """Makes a browser of a server whose proxy names the user; user None: not signed in."""
    server = create_server(
        replace(settings, secret="s" * 40, sign_in_header="X-User", trust_proxy=1)
    )
    app = create_dash(server, settings)
    app.layout = []
    protect(app)

    def browser(user):
        client = server.test_client()
        if user:
            client.environ_base["HTTP_X_USER"] = user
        client.get("/")
        return client

    return browser


def test_whoever_the_proxy_names_sees_the_cases_of_their_own_session_only(signed_in, caplog):
    ann, bob, nobody = signed_in("ann"), signed_in("bob"), signed_in(None)
    headers = {"X-Costdash": "1", "X-Costdash-Name": "f.csv"}
    token = ann.post("/upload", data=CSV, headers=headers).json["token"]
    with ann.application.app_context():
        session = ann.get_cookie("costdash-session").value
        assert upload.read_upload(token, session, ROLES).status in ("ok", "warning")
    with caplog.at_level(logging.WARNING, logger="costdash.cases"):
        assert ask(ann, token).status_code == 200
        for route in ("/cases", "/cases/labels"):
            asked = {"token": token, "conditions": CONDITIONS, "view": VIEW, "cases": "missed"}
            answers = [each.post(route, json=asked | {"list": ""}) for each in (bob, nobody)]
            assert [answer.status_code for answer in answers] == [404, 401]
            assert not any("rows" in answer.json for answer in answers)
            unknown = bob.post(route, json=asked | {"list": "", "token": random_token()})
            assert answers[0].text == unknown.text
            forged = nobody.post(route, json=asked | {"list": ""}, headers={"X-User": "ann"})
            assert forged.status_code == 404  # the name alone opens nothing
    assert [text.split()[0] for text in caplog.messages] == ["ann"]


HOSTILE = [
    "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "=cmd|' /C calc'!A0", "+1+1",
    "-2+3", "@SUM(A1)", "\t=1+1", "a" * 1000, "\u202egpj.exe", "{{7*7}}", "../../etc/passwd",
    "line\nbreak", 'quo"te', "comma,inside", "é\u0301", "\U0001f600", "&lt;b&gt;", "%00",
]  # fmt: skip


def test_hostile_names_of_cases_are_text(client, server):
    ids = [f"{text}{'' if i < len(HOSTILE) else i}" for i, text in enumerate(HOSTILE * 10)]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["label", "score", "<b>id"])
    writer.writerows([i % 2, i % 7 + 3 * (i % 2), name] for i, name in enumerate(ids))
    headers = {"X-Costdash": "1", "X-Costdash-Name": "f.csv"}
    token = client.post("/upload", data=text.getvalue().encode(), headers=headers).json["token"]
    roles = Roles(label="label", positive="1", scores=("score",), case_columns=("<b>id",))
    with server.app_context():
        session = client.get_cookie("costdash-session").value
        assert upload.read_upload(token, session, roles).status in ("ok", "warning")
    answer = ask(client, token, "nearest")
    assert answer.mimetype == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for row in answer.json["rows"]:
        name = ids[row["row"] - 1]
        assert row["cells"] == [name if len(name) <= 200 else name[:199] + "\u2026"]
    lines = [*csv.DictReader(io.StringIO(ask(client, token, "nearest", export=True).text))]
    assert len(lines) == len(ids)
    assert not [line for line in lines if line["<b>id"].lstrip()[:1] in "=+-@"]
    assert {len(line["<b>id"]) for line in lines} <= {*range(1, 201)}


def test_a_million_rows_are_listed_a_hundred_at_a_time(client, server, settings):
    rng = np.random.default_rng(1)
    label = rng.random(10**6) < 0.01
    score = (rng.normal(size=10**6) + 2 * label).astype(np.float32)
    table = pa.table({"label": label.astype(int), "score": score, "id": np.arange(10**6)})
    headers = {"X-Costdash": "1", "X-Costdash-Name": "f.arrow"}
    token = client.post("/upload", data=as_feather(table), headers=headers).json["token"]
    roles = Roles(label="label", positive="1", scores=("score",), case_columns=("id",))
    with server.app_context():
        session = client.get_cookie("costdash-session").value
        outcome = upload.read_upload(token, session, roles)
    assert outcome.status in ("ok", "warning"), outcome.messages
    answer = ask(client, token, "missed").json
    threshold = float(answer["sentence"].split("\u2265 ")[1].split()[0])
    rows = np.flatnonzero(label & (score.astype(float) < threshold))
    assert answer["total"] == rows.size > 100
    nearest = rows[np.argsort(-score[rows], kind="stable")]
    assert [row["row"] - 1 for row in answer["rows"]] == nearest[:100].tolist()
    assert all(row["cells"] == [str(row["row"] - 1)] for row in answer["rows"])
    last = ask(client, token, "missed", start=rows.size - 7).json["rows"]
    assert [row["row"] - 1 for row in last] == nearest[-7:].tolist()
    assert ask(client, token, "missed", start=10**9).json["rows"] == []
    exported = ask(client, token, "left-alone", export=True).text
    assert exported.count("\n") == 1 + 10_000


def test_samples_have_cases_too(client):
    view = {"models": ["forest", "logistic"], "level": 0.9}
    answer = ask(client, "sample-breast-cancer", "missed", view)
    assert answer.json["total"] == len(answer.json["rows"]) > 0


def filled_in(client, token, new, cases="nearest"):
    """An export with these new labels, by row."""
    lines = [*csv.DictReader(io.StringIO(ask(client, token, cases, export=True).text))]
    text = io.StringIO()
    writer = csv.DictWriter(text, lines[0].keys())
    writer.writeheader()
    writer.writerows(line | {"label_new": new.get(int(line["row"]), "")} for line in lines)
    return text.getvalue()


def correct(client, token, listed, **more):
    asked = {"token": token, "conditions": CONDITIONS, "view": VIEW, "list": listed}
    return client.post("/cases/labels", json=asked | more)


def test_corrected_labels_show_their_difference_and_then_make_a_new_data_set(
    client, server, store, token
):
    new = {1: "negative", 2: "positive", 3: "1", 4: "positive"}  # row 4 is positive already
    listed = filled_in(client, token, new)
    answer = correct(client, token, listed).json
    assert answer["changed"] == 3
    assert "3 labels change: 2 to positive, 1 to negative (1 stay)." in answer["sentence"]
    threshold = float(answer["sentence"].split("\u2265 ")[1].split()[0])
    after = LABEL.copy()
    after[:4] = [False, True, True, True]
    kept = np.arange(300) != 7
    flagged = (threshold <= SCORE) & kept
    found, positives = (flagged & after).sum(), (after & kept).sum()
    assert f"finds {found} of {positives} positives" in answer["sentence"]
    assert f"flags {(flagged & ~after).sum()} of" in answer["sentence"]
    taken = correct(client, token, listed, take=True).json["token"]
    assert taken != token
    counts = ask(client, taken).json["counts"]
    assert counts["found"] + counts["missed"] == positives
    before = ask(client, token).json["counts"]
    assert before["found"] + before["missed"] == (LABEL & kept).sum()  # which stays as it was
    cells = {row["row"]: row["cells"] for row in ask(client, taken, "found").json["rows"]}
    assert all(texts == [f"=ticked-{row - 1}"] for row, texts in cells.items())
    session = client.get_cookie("costdash-session").value
    with server.app_context():
        name = quota.read_metadata(store.folder_of(taken, session)).get("name", "")
    assert name == "f.csv, 3 labels corrected"


def test_lists_of_other_files_and_other_sessions_correct_nothing(client, app, token):
    listed = filled_in(client, token, {1: "negative"})
    foreign = listed.replace("sha256:", "sha256:0")
    answer = correct(client, token, foreign, take=True)
    assert answer.status_code == 400
    assert "belongs to another file" in answer.json["error"]
    stranger = app.server.test_client()
    stranger.get("/")
    assert correct(stranger, token, listed, take=True).status_code in (403, 404)
    for odd in ({"list": 3}, {"list": None}, {"take": "yes"}):
        assert correct(client, token, listed, **odd).status_code == 400
