"""What the proxy is there for: slow and large bodies, and workers that come and go."""

import socket
import threading
import time

from benchmarks.visitor import Visitor

SLOW, USERS = 20, 20


def test_20_slow_bodies_keep_nobody_waiting(team, visit, csv):
    owner = visit()
    dataset = owner.own(csv())
    head = (
        f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1:{team.port}\r\nX-Costdash: 1\r\n"
        f"Cookie: {'; '.join('='.join(c) for c in owner.cookies.items())}\r\n"
        "Content-Length: 100000\r\n\r\n"
    ).encode()
    slow = [socket.create_connection(("127.0.0.1", team.port), timeout=10) for _ in range(SLOW)]
    try:
        for connection in slow:
            connection.sendall(head)
        before, took = len(list((team.folder / "sets").iterdir())), []
        for _ in range(8):
            for connection in slow:
                connection.sendall(b"x")
            began = time.monotonic()
            assert owner.settle(dataset, prior=0.2)[0]
            took.append(time.monotonic() - began)
        assert sorted(took)[4] < 2
        assert len(list((team.folder / "sets").iterdir())) == before  # no worker has seen one
    finally:
        for connection in slow:
            connection.close()


def test_a_body_beyond_the_limit_is_a_sentence(visit):
    visitor = visit()
    for path, size in (("/_dash-update-component", 3 * 2**20), ("/upload", 600 * 2**20)):
        answer = visitor.ask("POST", path, b"x", {"Content-Length": str(size)})
        assert (answer.status, answer.json["error"]) == (
            413,
            "The file is too large for this server.",
        )
        visitor.close()


def test_cookies_are_for_secure_connections(visit):
    assert all(name.startswith("__Host-") for name in visit().cookies)


def test_20_users_move_sliders(team, visit, csv, record_property):
    """Viewers of one link; the minute-long figures are made by python -m benchmarks load."""
    owner = visit()
    dataset = owner.own(csv(20_000))
    told = owner.callback("share-path.data", "share-make.n_clicks", dataset=dataset,
                          share_make=1, share_for="24")  # fmt: skip
    link, took, failed = told["share-path"]["data"], [], []
    end = time.monotonic() + 4

    def use(number):
        user = Visitor(team.port)
        user.ask("GET", link)
        seen, _ = user.draw(None)
        while time.monotonic() < end:
            began = time.monotonic()
            answer, notice = user.settle(seen, prior=0.01 + number / 25)
            took.append(time.monotonic() - began)
            if answer is None:
                failed.append(notice)
        user.close()

    users = [threading.Thread(target=use, args=(number,)) for number in range(USERS)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert failed == []
    assert len(took) >= USERS
    record_property("p95", sorted(took)[int(0.95 * len(took))])
    assert sorted(took)[len(took) // 2] < 5
