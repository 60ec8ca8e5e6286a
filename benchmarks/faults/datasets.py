"""Data sets: deleted in every state, in two tabs, over the quota, of earlier versions."""

import json
import os
import shutil
import signal
import time
from pathlib import Path
from tempfile import mkdtemp

from benchmarks.faults.catalog import QUOTA, fault
from benchmarks.faults.scene import UNAVAILABLE, Scene, Users, asked, csv, in_background, until
from benchmarks.gunicorn_server import ROOT, Served
from benchmarks.visitor import Visitor
from costdash.web.session import digest

DATA_FOLDERS = ROOT / "tests" / "support" / "data_folders"
GONE = "shows nothing any more"
OUTDATED = "An earlier version of costdash stored this data set. Upload the file again."
LARGE = 400_000


def stays(scene: Scene, token: str) -> list[Path]:
    """What is on the disk of a data set, and what is being deleted."""
    left = list((scene.sets / digest(token)).rglob("*"))
    return left + list(scene.sets.glob("trash-*"))


def _gone(scene: Scene, token: str) -> float:
    return until(lambda: not stays(scene, token), 30, f"stays: {stays(scene, token)[:3]}")


@fault("reading is cancelled while the file is read", "a sentence; nothing stays on the disk")
def cancelled_while_read(scene: Scene) -> str:
    visitor = scene.visit()
    token = visitor.upload(csv(LARGE, 3)).json["token"]
    drawing, answers = in_background(lambda: visitor.draw(token))
    scene.busy_child("worker")
    scene.same_browser(visitor).post("/upload/cancel", token=token)
    drawing.join(150)
    dataset, notice = answers[0]
    assert (dataset, "cancelled" in notice) == (None, True), notice
    return f"gone after {_gone(scene, token):.1f} s"


@fault("a data set is deleted while it is analysed", "nothing stays; the other tab is told")
def deleted_while_analysed(scene: Scene) -> str:
    visitor = scene.visit()
    dataset = visitor.upload_and_draw(csv(LARGE, 3, missing=0.01))
    first_model = dataset | {"models": dataset["models"][:1]}
    computing, asking, seen = scene.computing(lambda: asked(visitor, first_model))
    os.kill(computing, signal.SIGSTOP)  # it would soon be ready
    answered = scene.delete(scene.same_browser(visitor), dataset)
    assert "Your data were deleted." in answered, answered
    asking.join(150)
    assert UNAVAILABLE in seen[0].sentence or "working" in seen[0].sentence, seen
    seconds = _gone(scene, dataset["token"])
    assert UNAVAILABLE in asked(visitor, dataset).sentence
    return f"gone after {seconds:.1f} s"


@fault("a data set is deleted while it is read again", "nothing stays; a sentence")
def deleted_while_read_again(scene: Scene) -> str:
    visitor = scene.visit()
    dataset = visitor.upload_and_draw(csv(LARGE, 3))
    turned = {"token": dataset["token"], "at": 2, "negate": dataset["models"][0]["name"]}
    drawing, answers = in_background(
        lambda: visitor.callback("dataset.data", "upload-token.data", upload_token=turned)
    )
    scene.busy_child("worker")
    answered = scene.delete(scene.same_browser(visitor), dataset)
    assert "Your data were deleted." in answered, answered
    drawing.join(150)
    assert UNAVAILABLE in str(answers[0]), answers
    return f"gone after {_gone(scene, dataset['token']):.1f} s"


@fault("a shared data set is deleted while 8 viewers move sliders", "each is told; nothing stays")
def deleted_while_shared(scene: Scene) -> str:
    owner, dataset = scene.owner(2000)
    with Users(scene, scene.link(owner, dataset)) as users:
        assert "Your data were deleted." in scene.delete(owner, dataset)
        time.sleep(2)
    assert not users.wrong(GONE, UNAVAILABLE), users.wrong(GONE, UNAVAILABLE)[:3]
    assert users.seen[-1].sentence
    return f"{users.figure()}; gone after {_gone(scene, dataset['token']):.1f} s"


@fault("two tabs delete a data set at once", "both are told that it is gone")
def deleted_twice(scene: Scene) -> str:
    owner, dataset = scene.owner(2000)
    tabs = [scene.same_browser(owner) for _ in range(4)]
    asking = [in_background(lambda tab=tab: scene.delete(tab, dataset)) for tab in tabs]
    for thread, _ in asking:
        thread.join(150)
    answered = [result for _, results in asking for result in results]
    assert len(answered) == 4
    assert all("Your data were deleted." in text for text in answered), answered
    return f"4 tabs; gone after {_gone(scene, dataset['token']):.1f} s"


@fault("two tabs change one data set at once", "both show a state that was asked for")
def changed_twice(scene: Scene) -> str:
    owner, dataset = scene.owner(20_000, 3)
    tabs = [scene.same_browser(owner) for _ in range(3)]

    def turn(tab, model: dict) -> dict:
        sent = {"token": dataset["token"], "at": 2, "negate": model["name"]}
        return tab.callback("dataset.data", "upload-token.data", upload_token=sent)

    asking = [
        in_background(lambda tab=tab, model=model: turn(tab, model))
        for tab, model in zip(tabs, dataset["models"])
    ]
    for thread, _ in asking:
        thread.join(150)
    answered = [result for _, results in asking for result in results]
    assert len(answered) == 3, answered
    now = scene.same_browser(owner).callback(
        "dataset.data",
        "upload-token.data",
        upload_token={"token": dataset["token"], "at": 1, "back": True},
    )["dataset"]["data"]
    assert asked(owner, now).is_answer
    return f"{len(now['negated'])} of 3 models are turned"


@fault(
    "12 uploads of 13 MB at once where 60 MB are allowed",
    "never more than 60 MB; the others hear that there is no room",
    QUOTA,
)
def over_the_quota(scene: Scene) -> str:
    body = csv(500_000, 2)[:13_000_000].rpartition(b"\n")[0] + b"\n"
    visitors = [scene.visit() for _ in range(12)]
    asking = [in_background(lambda v=visitor: v.upload(body)) for visitor in visitors]
    most = 0
    while any(thread.is_alive() for thread, _ in asking):
        most = max(most, _stored(scene))
        time.sleep(0.02)
    statuses = [results[0].status for _, results in asking]
    assert set(statuses) <= {200, 507}, statuses
    assert 0 < statuses.count(200) < 12, statuses
    assert most <= 60e6, most
    return f"{statuses.count(200)} accepted, at most {most / 1e6:.0f} MB"


def _stored(scene: Scene) -> int:
    total = 0
    for path in scene.sets.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total


@fault("a file unpacks to more than the quota", "a sentence; no other data set is lost", QUOTA)
def unpacks_over_the_quota(scene: Scene) -> str:
    import gzip

    owner, dataset = scene.owner()
    visitor = scene.visit()
    answer = visitor.upload(gzip.compress(b"label,score\n" + b"1,0.5\n0,0.4\n" * 20_000_000, 1))
    answered = answer.text
    if answer.status == 200:
        drawn, answered = visitor.draw(answer.json["token"])
        assert drawn is None
    assert asked(owner, dataset).is_answer
    assert "room" in answered or "unpacks" in answered, answered
    return answered[:120]


def _opened(version: str) -> tuple[str, dict]:
    """What the page says of the data set of an earlier version, and the store `dataset`."""
    folder = Path(mkdtemp(prefix="costdash-faults-")) / "data"
    shutil.copytree(DATA_FOLDERS / version, folder)
    for path in folder.glob("sets/*"):
        (path / "used").touch()
    about = json.loads((folder / "about.json").read_text())
    try:
        with Served(folder) as served:
            visitor = Visitor(served.port)
            visitor.cookies = {"costdash-session": about["session"]}
            visitor.load()
            sent = {"token": about["token"], "at": 1, "back": True}
            changes = visitor.callback("dataset.data", "upload-token.data", upload_token=sent)
            dataset = changes.get("dataset", {}).get("data")
            if dataset:
                assert asked(visitor, dataset).is_answer
            assert visitor.upload_and_draw(csv(60, 1))
            visitor.close()
            assert "while answering" not in served.log()
    finally:
        shutil.rmtree(folder.parent)
    return str(changes), dataset


@fault("the server is updated from version 0.1", "a sentence says what to do")
def updated_from_0_1(scene: Scene) -> str:
    answered, dataset = _opened("0.1")
    assert dataset is None
    assert OUTDATED in answered, answered
    return OUTDATED


@fault("the server is updated from version 0.2", "the data set opens with the same numbers")
def updated_from_0_2(scene: Scene) -> str:
    _, dataset = _opened("0.2")
    areas = [model["auc"] for model in dataset["models"]]
    assert areas == [0.7725, 0.50375], areas
    return f"AUC {areas}"


@fault("the secret of the server is changed", "a new session; links go on; nothing breaks")
def secret_changed(scene: Scene) -> str:
    owner, dataset = scene.owner()
    link = scene.link(owner, dataset)
    usual = scene.team.served.environment["COSTDASH_SECRET"]
    scene.team.served.stop()
    try:
        scene.team.served.environment["COSTDASH_SECRET"] = "t" * 40
        scene.team.served.start()
        owner.load()
        assert UNAVAILABLE in asked(owner, dataset).sentence
        viewer = scene.visit()
        viewer.ask("GET", link)
        seen, notice = viewer.draw(None)
        assert seen["viewer"], notice
    finally:
        scene.team.served.stop()
        scene.team.served.environment["COSTDASH_SECRET"] = usual
        scene.team.served.start()
    return "sentence for the owner, the link opens"
