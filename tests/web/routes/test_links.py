"""Share links: what visitors see, what stays with the owner, and when a link ends."""

import json
import time

import pytest
from flask import Response, g

from costdash.intake.storage.predictions import load_predictions, save_predictions
from costdash.web.callbacks import data
from costdash.web.callbacks import share as handler
from costdash.web.ids import ids
from costdash.web.page import menus
from costdash.web.routes.upload import read_upload
from costdash.web.session import MAX_LINKS, digest, random_token
from costdash.web.storage import clock, quota
from costdash.web.storage.store import DatasetUnavailable, LinkExpired, OwnerOnly, Store
from costdash.web.stores.dataset import described

DAY = 24 * 3600
CONDITIONS = {"prior": 0.1, "cost_fn": 5, "cost_fp": 1}


@pytest.fixture
def token(add_dataset, session):
    return add_dataset(session)


@pytest.fixture
def link(store, token, session):
    return store.share(token, session, 24)[0]


@pytest.fixture
def viewer(app):
    """A browser without cookies."""
    return app.server.test_client()


@pytest.fixture
def viewing(server, link):
    """Within the request of a visitor of the link, who has no session: the view token."""
    with server.test_request_context(headers={"Cookie": f"costdash-view={link}"}):
        yield f"view-{digest(link)}"


def test_a_link_redirects_to_the_page_with_its_conditions(viewer, link):
    answer = viewer.get(f"/shared/{link}?prior=0.02&missed=9")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?prior=0.02&missed=9")
    cookies = {c.split("=")[0]: c for c in answer.headers.getlist("Set-Cookie")}
    assert cookies.keys() == {"costdash-session", "costdash-view", "costdash-opened"}
    assert all("HttpOnly" in cookie for cookie in cookies.values())
    assert link not in cookies["costdash-opened"]
    assert viewer.get("/").status_code == 200


def test_an_owner_who_opens_their_link_gets_their_own_data_set(app, visit, add_dataset):
    """Also if they own several: the link decides which one is opened."""
    tokens = [add_dataset(visit), add_dataset(visit)]
    browser = app.server.test_client()
    browser.set_cookie("costdash-session", visit)
    links, known = [], ""
    for token in tokens:
        with app.server.test_request_context(headers={"Cookie": f"costdash-lent={known}"}):
            g.session = visit
            links.append(handler.share(ids.SHARE_MAKE, "24", {"token": token})[0])
            answer = app.server.process_response(Response())
        known = answer.headers["Set-Cookie"].removeprefix("costdash-lent=").split(";")[0]
        assert "HttpOnly" in answer.headers["Set-Cookie"]
    browser.set_cookie("costdash-lent", known)
    for token, link in zip(tokens, links):
        answer = browser.get(f"{link}?prior=0.02")
        assert (answer.status_code, answer.headers["Location"]) == (303, "/?prior=0.02")
        assert browser.get_cookie("costdash-opened").value == token
        assert browser.get_cookie("costdash-view") is None


def test_an_owner_with_only_a_session_cookie_reaches_the_page(app, link, session):
    browser = app.server.test_client()
    browser.set_cookie("costdash-session", session)
    assert browser.get(f"/shared/{link}").headers["Location"] == "/"
    assert browser.get_cookie("costdash-opened") is browser.get_cookie("costdash-view") is None


def test_a_viewer_can_return_to_their_own_data_set(server, link, add_dataset):
    visitor = random_token()
    own, view = add_dataset(visitor), f"view-{digest(link)}"
    cookies = f"costdash-view={link}; costdash-opened={view}"
    with server.test_request_context(headers={"Cookie": cookies}):
        g.session = visitor
        shown = data.first_page({"token": own, "opened": None}, visitor)
        shown = data.first_page(shown, visitor)
        assert (shown["token"], shown["viewer"], shown["own_token"]) == (view, True, own)
        back = handler.viewer_bar(shown)[0][1]
        assert (back.children, back.to_plotly_json()["props"]["data-back"]) == (
            "Back to my data",
            own,
        )
        shown, *_ = data.open_data({"token": own, "back": True}, shown)
        assert (shown["token"], shown["viewer"]) == (own, False)
        assert data.first_page(shown, visitor)["token"] == own
        away = handler.viewer_bar(data.first_page(None, visitor))[0][1]
        assert (away.children, away.to_plotly_json()["props"]["data-back"]) == (
            "Leave this view",
            data.FIRST,
        )


def test_a_viewer_sees_the_analysis(store, viewing, token, session):
    assert store.folder_of(viewing, None) == store.folder_of(token, session)
    seen, own = described(viewing, None), described(token, session)
    assert seen["models"] == own["models"]
    assert (seen["viewer"], own["viewer"]) == (True, False)
    assert seen["until"] == pytest.approx(time.time() + DAY, abs=60)
    assert token not in str(seen)


@pytest.mark.parametrize("cookie", ["", "x" * 43, "..", "."])
def test_a_view_token_does_not_work_without_its_link(server, store, link, session, cookie):
    with (
        server.test_request_context(headers={"Cookie": f"costdash-view={cookie}"}),
        pytest.raises(LinkExpired),
    ):
        store.folder_of(f"view-{digest(link)}", session)


def test_a_viewer_can_neither_change_nor_read_the_rows(store, viewing, token, session):
    for attempt in (
        lambda: store.upload_folder(viewing, session),
        lambda: store.delete(viewing, session),
        lambda: store.share(viewing, session, 24),
        lambda: store.unshare(viewing, session),
        lambda: store.transfer(viewing, session, random_token()),
        lambda: read_upload(viewing, session),
        lambda: store.folder_of(viewing, session, owner_only=True),
    ):
        with pytest.raises(OwnerOnly, match="stay with its owner"):
            attempt()
    assert data.stored_outline({"token": viewing}) is None
    assert "stay with its owner" in data.delete({"token": viewing})[2][0]["message"]
    assert data.describe_dataset(described(viewing, None))[5:7] == (True, True)
    assert store.folder_of(token, session).is_dir()


def test_only_the_owner_can_export(app, viewer, link, token, session):
    viewer.get(f"/shared/{link}")
    asked = {"token": f"view-{digest(link)}", "model": "a", "conditions": CONDITIONS}
    answer = viewer.post("/export/thresholds", json=asked)
    assert (answer.status_code, "shared for viewing" in answer.json["error"]) == (403, True)
    for kind in ("report", "json", "csv"):
        everything = {"token": asked["token"], "conditions": CONDITIONS, "view": {}, "what": "roc"}
        assert viewer.post(f"/export/{kind}", json=everything).status_code == 403
    owner = app.server.test_client()
    owner.set_cookie("costdash-session", session)
    assert owner.post("/export/thresholds", json=asked | {"token": token}).status_code == 200


def test_an_expired_link_shows_nothing(store, viewing, link, monkeypatch):
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + DAY + 60)
    for attempt in (lambda: store.folder_of(viewing, None), lambda: store.resolve_link(link)):
        with pytest.raises(LinkExpired, match="Ask who sent it"):
            attempt()


def test_a_revoked_link_shows_nothing(store, viewing, viewer, link, token, session):
    store.unshare(token, session)
    with pytest.raises(LinkExpired):
        store.folder_of(viewing, None)
    answer = viewer.get(f"/shared/{link}")
    assert (answer.status_code, "Ask who sent it" in answer.text) == (404, True)
    assert "Set-Cookie: costdash-view" not in str(answer.headers)


def test_a_new_link_replaces_the_old_one(store, link, token, session):
    new, _ = store.share(token, session, 24)
    assert store.resolve_link(new)
    with pytest.raises(LinkExpired):
        store.resolve_link(link)


def test_deleting_the_data_set_ends_its_link(store, link, token, session):
    store.delete(token, session)
    with pytest.raises(LinkExpired):
        store.resolve_link(link)


def test_a_shared_data_set_does_not_expire_before_its_link(
    store, settings, token, link, session, monkeypatch
):
    store.share(token, session, 7 * 24)
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + 3 * DAY)
    quota.remove_expired(store.sets, settings, store.remove)
    assert store.folder_of(token, session)
    monkeypatch.setattr(clock, "now", lambda: now + 11 * DAY)
    Store(settings).cleanup()
    assert list(store.sets.iterdir()) == list(store.links.iterdir()) == []


def test_links_are_not_stored_on_disk(store, link):
    files = [path for path in store.settings.data_folder.rglob("*") if path.is_file()]
    assert not any(link in str(file) or link.encode() in file.read_bytes() for file in files)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"set": "../samples"}', '{"set": ""}', "\x80"])
def test_a_corrupt_link_file_shows_nothing(store, link, content):
    (store.links / digest(link)).write_text(content)
    with pytest.raises(LinkExpired):
        store.resolve_link(link)


@pytest.mark.parametrize("guess", ["x", "x" * 43, "..%2f..", "%00", "x" * 10_000])
def test_a_guessed_link_gets_a_message(viewer, guess):
    answer = viewer.get(f"/shared/{guess}")
    assert answer.status_code == 404
    assert "costdash-view" not in str(answer.headers)


def test_a_browser_remembers_its_last_links(app, store, add_dataset, session, viewer):
    links = [store.share(add_dataset(session), session, 24)[0] for _ in range(MAX_LINKS + 1)]
    for link in links:
        viewer.get(f"/shared/{link}")
    assert viewer.get_cookie("costdash-view").value.split(".") == links[:0:-1]


def test_the_share_dialog_creates_and_revokes_links(visit, store, add_dataset):
    token = add_dataset(visit)
    dataset = {"token": token}
    assert handler.share(None, "24", dataset) == (None, menus.SHARE_HELP, False, True)
    path, said, *_ = handler.share(ids.SHARE_MAKE, "24", dataset)
    assert store.resolve_link(path.removeprefix("/shared/"))
    assert said.startswith("Good until ")
    assert handler.share(None, "24", dataset)[1].startswith("A link is good until ")
    assert handler.share(ids.SHARE_MAKE, "999999", dataset)[0] is None
    assert handler.share(ids.SHARE_REVOKE, "24", dataset)[2:] == (False, True)
    with pytest.raises(DatasetUnavailable):
        store.resolve_link(path.removeprefix("/shared/"))


@pytest.mark.parametrize("token", ["sample-breast-cancer", "x" * 43, None, 5, f"view-{'0' * 64}"])
def test_only_own_uploads_can_be_shared(visit, token):
    path, said, *disabled = handler.share(ids.SHARE_MAKE, "24", {"token": token})
    assert (path, disabled) == (None, [True, True])
    assert said in (handler.SAMPLES, handler.VIEWER)


def test_viewers_see_a_notice_with_the_expiry_date():
    sentence, hidden, *off = handler.viewer_bar({"until": 1_772_618_400})
    assert "until 4 March 2026, 10:00 UTC" in sentence[0]
    assert not hidden
    assert off == [True, True, handler.NO_REPORT, True]
    assert handler.viewer_bar({"until": None}) == handler.viewer_bar(None)
    assert handler.viewer_bar(None) == ("", True, False, False, handler.REPORT, False)


def test_viewers_learn_no_columns_and_no_notes(store, viewing, token, session):
    own = described(token, session)
    folder = store.folder_of(token, session) / "predictions"
    scored, _ = load_predictions(folder)
    notes = ["The label has the values secret-a and secret-b."]
    save_predictions(folder, scored, {"messages": notes, "read_as": "Read as: label secret."})
    own, seen = described(token, session), described(viewing, None)
    assert own["messages"] == notes
    assert own["read_as"] == "Read as: label secret."
    assert "secret" not in json.dumps(seen)
    assert seen["messages"] == ["The owner of the data sees 1 note on how they were read."]
