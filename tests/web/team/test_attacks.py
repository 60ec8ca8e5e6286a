"""Attacks on a running server: replayed, tampered and guessed requests."""

import copy
import json
import random
import threading
from urllib.parse import quote

from benchmarks.visitor import CALLBACKS, Visitor
from costdash.web.session import random_token

CANARY = "canary"
GUESSES = [
    "..", "../..", "../../etc/passwd", "..%2f..%2fetc", "/etc/passwd", "C:\\boot.ini", ".", "", "~",
    "sample-../sets", "sample-", "sample-..", "sample-/etc", "sample-breast-cancer/..",
    "a" * 43 + "\n", "sample-breast-cancer\x00", "a" * 42, "a" * 44, "a" * 5_000, "." * 43,
    "/" * 43, "é" * 43, "breast-cancer", "%00", "set.json", "*", "sets", "samples", "view-",
    "view-..", f"view-{'0' * 64}", f"view-{'/' * 64}", "links", "....//....//etc/passwd",
    "..\\..\\set.json", "%2e%2e/%2e%2e", "file:///etc/passwd", "sets/*/set.json", "~root",
]  # fmt: skip
HEAD = {"Content-Type": "application/json"}


def everything(visitor, csv) -> dict:
    """Uses every feature of the page once, with a canary in every name of the file."""
    dataset = visitor.upload_and_draw(
        csv(name=f"{CANARY}-model").replace(b"label", CANARY.encode() + b"-y")
    )
    (model,) = (model["name"] for model in dataset["models"])
    conditions = {"revision": dataset["revision"], "prior": 0.1, "cost_fn": 5, "cost_fp": 1}
    visitor.settle(dataset, prior=0.1)
    view = {"revision": dataset["revision"], "models": [model], "level": 0.95}
    seen = {"dataset": dataset, "conditions": conditions, "view": view, "threshold_model": model}
    seen |= {"thresholds_question": {"seq": 1}}
    updates = visitor.callback("threshold-table.rowData", "thresholds-question.data", **seen)
    assert updates["threshold-table"]["rowData"]
    visitor.callback("summary.children", "dataset.data", dataset=dataset)
    updates = visitor.callback("outline.data", "columns-button.n_clicks", dataset=dataset,
                            columns_button=1)  # fmt: skip
    assert CANARY in json.dumps(updates)
    visitor.post("/upload/stage", token=dataset["token"])
    roles = {"roles_label": f"{CANARY}-y", "roles_positive": "1", "roles_scores": [model]}
    outline = updates["outline"]["data"]
    updates = visitor.callback("dataset.data", "roles-apply.n_clicks", dataset=dataset,
                            outline=outline, roles_apply=1, **roles)  # fmt: skip
    assert updates["dataset"]["data"]["models"]
    asked = {"token": dataset["token"], "model": model}
    asked["conditions"] = {"prior": 0.1, "cost_fn": 5, "cost_fp": 1}
    assert visitor.post("/export/thresholds", **asked).status == 200
    visitor.callback("share-path.data", "share-make.n_clicks", dataset=dataset, share_make=1,
                     share_lifetime="24")  # fmt: skip
    delete = visitor.question("dataset.data", "delete-button.n_clicks", dataset=dataset,
                              delete_button=1)  # fmt: skip
    visitor.sent.append(("POST", CALLBACKS, json.dumps(delete), HEAD))
    return dataset


def test_replayed_requests_of_another_session_reveal_nothing(visit, csv):
    """The thief's requests do not contain the canary, so no response can be an echo."""
    people = [visit(record_sent=True) for _ in range(2)]
    datasets = [everything(person, csv) for person in people]
    sent = [list(person.sent) for person in people]
    for thief, requests in zip(people, sent[::-1]):
        assert len(requests) > 12
        for method, path, body, headers in requests:
            text = body.decode() if isinstance(body, bytes) else body or ""
            answer = thief.ask(method, path, text.replace(CANARY, "stolen").encode(), headers)
            assert answer.status < 500
            assert CANARY not in answer.text, answer.text[:2000]
    for person, dataset in zip(people, datasets):
        assert person.settle(dataset, prior=0.4)[0]


def test_150_tampered_callbacks_are_rejected_or_harmless(visit, csv):
    visitor = visit(record_sent=True)
    everything(visitor, csv)
    bodies = [json.loads(body) for _, path, body, _ in visitor.sent[:-1] if path == CALLBACKS]
    rng = random.Random(0)
    for attempt in range(150):
        body = copy.deepcopy(rng.choice(bodies))
        refused = tamper(body, rng, attempt)
        answer = visitor.post(CALLBACKS, **body)
        assert answer.status in ((400,) if refused else (200, 204, 400)), (attempt, answer.status)
        if answer.status == 400:
            assert len(answer.text) < 200
        assert "Traceback" not in answer.text


def tamper(body, rng, attempt) -> bool:
    """Changes one value; True if the guard must reject it, False if the callback handles it."""
    invalid = [
        None,
        -1,
        1e308,
        "x" * 10_000,
        [],
        {},
        {"token": "../.."},
        [[[]]],
        True,
        "\u0000",
        10**30,
    ]
    if attempt % 3 == 0:
        store = rng.choice([end for end in body["inputs"] + body["state"] if "value" in end])
        if isinstance(store["value"], dict) and store["value"]:
            store["value"][rng.choice(list(store["value"]))] = rng.choice(invalid)
        else:
            store["value"] = rng.choice(invalid)
        return False
    part = rng.choice(["output", "outputs", "inputs", "changedPropIds", "more", "less", "property"])
    if part == "more":
        body[rng.choice(["cancelJob", "__class__", "background"])] = 1
    elif part == "less":
        del body[rng.choice(["output", "outputs", "inputs", "changedPropIds"])]
    elif part == "property":
        body["inputs"][0]["property"] = rng.choice(["children", "style", "__dict__"])
    elif part == "output":
        body["output"] = rng.choice(["server.config", "", "x.y", "conditions.data", 5, None])
    else:
        body[part] = rng.choice([{"a": 1}, "x", 5, ["x"], [None], [{"id": "x", "property": "y"}]])
    return True


def test_39_path_traversals_reach_nothing(visit):
    visitor = visit()
    dataset, _ = visitor.draw(None)
    assert len(GUESSES) == len(set(GUESSES)) == 39
    for guess in GUESSES:
        assert visitor.post("/upload/stage", token=guess).json == {"stage": None, "done": True}
        answer = visitor.post("/export/thresholds", token=guess, model="a")
        assert answer.status in (400, 404)
        drawn, notice = visitor.draw(guess)
        assert drawn is None
        assert "root:" not in notice
        assert visitor.settle(dataset | {"token": guess}, 0.1)[0] is None, guess
        for route in ("shared", "open", "assets", "_dash-component-suites/dash"):
            answer = visitor.ask("GET", f"/{route}/{quote(guess, safe='%')}")
            assert answer.status in (303, 400, 404, 405, 414)
            assert "root:" not in answer.text
            assert "owner" not in answer.text


def test_10_000_random_tokens_find_nothing(team, visit, csv):
    owner = visit(direct=True)
    dataset, found = owner.upload_and_draw(csv()), []

    def guess():
        thief = Visitor(team.served.port).load()
        for _ in range(2_500):
            token = random_token()
            answer = thief.post("/upload/stage", token=token)
            if answer.json != {"stage": None, "done": True}:
                found.append(answer)
        thief.close()

    thieves = [threading.Thread(target=guess) for _ in range(4)]
    for thief in thieves:
        thief.start()
    for thief in thieves:
        thief.join()
    assert found == []
    assert owner.settle(dataset, prior=0.1)[0]
