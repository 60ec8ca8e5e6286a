"""Lines between browser, proxy and workers: cut, slow, crowded."""

import json
import socket
import threading
import time

from benchmarks.faults.catalog import fault
from benchmarks.faults.scene import Scene, Users, asked, csv, in_background, until
from benchmarks.faults.workers import AWAY, half_an_upload, session_of
from benchmarks.team_server import slow_uploads
from benchmarks.visitor import Visitor
from costdash.web.routes import links
from costdash.web.settings import Settings
from costdash.web.storage.store import Store


@fault(
    "the line is cut while a file is sent",
    "no data set stays; the browser may send the file again at once",
)
def cut_while_sending(scene: Scene) -> str:
    for direct in (True, False):
        visitor = scene.visit(direct=direct)
        with (
            scene.new_folders() as new,
            half_an_upload(scene, visitor.port, session_of(visitor)),
        ):
            time.sleep(0.5)
        until(lambda new=new: not any(folder.exists() for folder in new), 40, "a data set stays")
        assert visitor.upload_and_draw(csv(60, 1))
    return "past the proxy and through it"


@fault("the line is cut while an answer is sent", "the next request is answered")
def cut_while_answering(scene: Scene) -> str:
    owner, dataset = scene.owner(20_000, 3)
    identity = {"revision": dataset["revision"], "token": dataset["token"], "seq": 1}
    names = [model["name"] for model in dataset["models"]]
    body = json.dumps(
        {
            "dataset": dataset,
            "conditions": identity | {"prior": 0.1, "cost_fn": 5, "cost_fp": 1},
            "view": identity | {"models": names, "level": 0.95},
        }
    )
    request = (
        f"POST /answer HTTP/1.1\r\nHost: 127.0.0.1:{scene.team.port}\r\n"
        f"Cookie: {session_of(owner)}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", scene.team.port), timeout=10) as connection:
            connection.sendall(request)
            connection.recv(100)
    seen = asked(owner, dataset)
    assert seen.is_answer, seen
    return f"20 lines cut; next answer in {seen.seconds:.2f} s"


@fault("20 uploads send one byte every 0.1 s", "no worker is held; the others are answered")
def trickling(scene: Scene) -> str:
    owner = scene.visit()
    dataset = owner.upload_and_draw(csv(500, 1))
    before = scene.folders()
    with Users(scene, scene.link(owner, dataset)) as users, slow_uploads(scene.team, owner, 20):
        time.sleep(4)
        assert scene.folders() == before
    assert not users.wrong(), users.wrong()[:3]
    return users.figure()


@fault(
    "the proxy is restarted while users work", "the lines are cut once; then all goes on", "plain"
)
def proxy_restarted(scene: Scene) -> str:
    with Users(scene, scene.shared()) as users:
        scene.team.proxy.stop()
        time.sleep(1)
        scene.team.proxy.start()
        before = users.answers
        until(lambda: users.answers > before + 16)
    assert not users.wrong(AWAY, "cut"), users.wrong(AWAY, "cut")[:3]
    return users.figure()


@fault("the workers are away", "the proxy says so: a page for a person, JSON for a script", "plain")
def workers_away(scene: Scene) -> str:
    visitor = Visitor(scene.team.port)
    scene.team.served.stop()
    try:
        person = visitor.ask("GET", "/", None, {"Accept": "text/html,*/*;q=0.8"})
        script = visitor.ask("GET", "/", None, {"Accept": "*/*"})
    finally:
        scene.team.served.start()
        visitor.close()
    assert (person.status, f"<p>{AWAY}" in person.text) == (502, True), person
    assert AWAY in script.json["error"]
    return "502 with a sentence"


@fault("130 visitors load the page at once", "everybody gets it")
def many_pages(scene: Scene) -> str:
    took, failed, here = [], [], threading.Barrier(130)

    def load() -> None:
        visitor = Visitor(scene.team.port, patience=90)
        here.wait()
        began = time.monotonic()
        answer = visitor.ask("GET", "/")
        took.append(time.monotonic() - began)
        if answer.status != 200 or "</html>" not in answer.text:
            failed.append(answer.status)
        visitor.close()

    threads = [in_background(load)[0] for _ in range(130)]
    for thread in threads:
        thread.join(120)
    assert (len(took), failed) == (130, []), failed
    return f"slowest {max(took):.1f} s"


@fault("12 browsers redeem a one-time link at once", "one of them gets the data set")
def many_redeem(scene: Scene) -> str:
    store = Store(Settings(data_folder=scene.team.folder))
    key, folder = links.begin_with_one_time_link(store, 0)
    store.finish(folder, key, "file.csv", 0)
    visitors = [scene.visit() for _ in range(12)]
    here = threading.Barrier(12)

    def redeem(visitor) -> bool:
        here.wait()
        visitor.ask("GET", links.one_time_path(key))
        return any("opened" in name for name in visitor.cookies)

    asking = [in_background(lambda v=visitor: redeem(v)) for visitor in visitors]
    for thread, _ in asking:
        thread.join(150)
    won = [result for _, results in asking for result in results]
    assert (len(won), sum(won)) == (12, 1), won
    return "1 of 12"
