"""A link shows a data set, and nothing more, for as long as its owner wants."""

import time

import pytest
from flask import Response, g

from costdash.web import ids
from costdash.web.callbacks import data
from costdash.web.callbacks import share as handler
from costdash.web.page import menus
from costdash.web.routes.upload import read_upload
from costdash.web.session import MAX_LINKS, digest, random_token
from costdash.web.storage import quota
from costdash.web.storage.store import DatasetUnavailable, LinkExpired, OwnerOnly, Store
from costdash.web.stores.dataset import described

DAY = 24 * 3600
CONDITIONS = {"prior": 0.1, "cost_fn": 5, "cost_fp": 1}


@pytest.fixture
def token(keep, session):
    return keep(session)


@pytest.fixture
def link(store, token, session):
    return store.share(token, session, 24)[0]


@pytest.fixture
def viewer(app):
    """A browser that was never here."""
    return app.server.test_client()


@pytest.fixture
def viewing(server, link):
    """A request of somebody who came by the link is being answered: (view, no session)."""
    with server.test_request_context(headers={"Cookie": f"costdash-view={link}"}):
        yield f"view-{digest(link)}"


def test_a_link_leaves_its_address_behind_and_keeps_the_conditions(viewer, link):
    answer = viewer.get(f"/shared/{link}?prior=0.02&missed=9")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?prior=0.02&missed=9")
    cookies = {c.split("=")[0]: c for c in answer.headers.getlist("Set-Cookie")}
    assert cookies.keys() == {"costdash-session", "costdash-view", "costdash-opened"}
    assert all("HttpOnly" in cookie for cookie in cookies.values())
    assert link not in cookies["costdash-opened"]
    assert viewer.get("/").status_code == 200


def test_the_owner_who_opens_the_link_stays_owner(app, visit, keep):
    """Of several data sets the tab shows the one that the link names, and as its owner."""
    tokens = [keep(visit), keep(visit)]
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


def test_an_owner_without_other_cookies_is_not_locked_out(app, link, session):
    browser = app.server.test_client()
    browser.set_cookie("costdash-session", session)
    assert browser.get(f"/shared/{link}").headers["Location"] == "/"
    assert browser.get_cookie("costdash-opened") is browser.get_cookie("costdash-view") is None


def test_a_viewer_goes_back_to_data_of_their_own(server, link, keep):
    visitor = random_token()
    own, view = keep(visitor), f"view-{digest(link)}"
    cookies = f"costdash-view={link}; costdash-opened={view}"
    with server.test_request_context(headers={"Cookie": cookies}):
        g.session = visitor
        shown = data.first_page({"token": own, "opened": None}, visitor)
        shown = data.first_page(shown, visitor)
        assert (shown["token"], shown["viewer"], shown["own"]) == (view, True, own)
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
def test_the_token_of_a_view_is_nothing_without_its_link(server, store, link, session, cookie):
    with (
        server.test_request_context(headers={"Cookie": f"costdash-view={cookie}"}),
        pytest.raises(LinkExpired),
    ):
        store.folder_of(f"view-{digest(link)}", session)


def test_a_viewer_changes_and_takes_nothing(store, viewing, token, session):
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
    assert data.describe_dataset(described(viewing, None))[4:6] == (True, True)
    assert store.folder_of(token, session).is_dir()


def test_the_export_is_the_owners(app, viewer, link, token, session):
    viewer.get(f"/shared/{link}")
    asked = CONDITIONS | {"token": f"view-{digest(link)}", "model": "a"}
    answer = viewer.post("/export/thresholds", json=asked)
    assert (answer.status_code, "shared for viewing" in answer.json["error"]) == (403, True)
    for kind in ("report", "json", "csv"):
        everything = {"token": asked["token"], "conditions": CONDITIONS, "view": {}, "what": "roc"}
        assert viewer.post(f"/export/{kind}", json=everything).status_code == 403
    owner = app.server.test_client()
    owner.set_cookie("costdash-session", session)
    assert owner.post("/export/thresholds", json=asked | {"token": token}).status_code == 200


def test_a_link_ends(store, viewing, link, monkeypatch):
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + DAY + 60)
    for attempt in (lambda: store.folder_of(viewing, None), lambda: store.resolve_link(link)):
        with pytest.raises(LinkExpired, match="Ask who sent it"):
            attempt()


def test_a_link_is_revoked(store, viewing, viewer, link, token, session):
    store.unshare(token, session)
    with pytest.raises(LinkExpired):
        store.folder_of(viewing, None)
    answer = viewer.get(f"/shared/{link}")
    assert (answer.status_code, "Ask who sent it" in answer.text) == (404, True)
    assert "Set-Cookie: costdash-view" not in str(answer.headers)


def test_a_new_link_takes_the_place_of_the_old(store, link, token, session):
    new, _ = store.share(token, session, 24)
    assert store.resolve_link(new)
    with pytest.raises(LinkExpired):
        store.resolve_link(link)


def test_a_link_goes_with_its_data(store, link, token, session):
    store.delete(token, session)
    with pytest.raises(LinkExpired):
        store.resolve_link(link)


def test_what_is_lent_stays_until_the_link_ends(store, settings, token, link, session, monkeypatch):
    store.share(token, session, 7 * 24)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3 * DAY)
    quota.remove_expired(store.sets, settings)
    assert store.folder_of(token, session)
    monkeypatch.setattr(time, "time", lambda: now + 11 * DAY)
    Store(settings).cleanup()
    assert list(store.sets.iterdir()) == list(store.links.iterdir()) == []


def test_no_secret_of_a_link_stands_on_disk(store, link):
    files = [path for path in store.settings.data_folder.rglob("*") if path.is_file()]
    assert not any(link in str(file) or link.encode() in file.read_bytes() for file in files)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"set": "../samples"}', '{"set": ""}', "\x80"])
def test_a_spoilt_link_leads_nowhere(store, link, content):
    (store.links / digest(link)).write_text(content)
    with pytest.raises(LinkExpired):
        store.resolve_link(link)


@pytest.mark.parametrize("guess", ["x", "x" * 43, "..%2f..", "%00", "x" * 10_000])
def test_a_guess_gets_a_sentence(viewer, guess):
    answer = viewer.get(f"/shared/{guess}")
    assert answer.status_code == 404
    assert "costdash-view" not in str(answer.headers)


def test_a_browser_knows_several_links(app, store, keep, session, viewer):
    links = [store.share(keep(session), session, 24)[0] for _ in range(MAX_LINKS + 1)]
    for link in links:
        viewer.get(f"/shared/{link}")
    assert viewer.get_cookie("costdash-view").value.split(".") == links[:0:-1]


def test_the_button_tells_how_it_stands(visit, store, keep):
    token = keep(visit)
    dataset = {"token": token}
    assert handler.share(None, "24", dataset) == (None, menus.WHAT, False, True)
    path, said, *_ = handler.share(ids.SHARE_MAKE, "24", dataset)
    assert store.resolve_link(path.removeprefix("/shared/"))
    assert said.startswith("Good until ")
    assert handler.share(None, "24", dataset)[1].startswith("A link is good until ")
    assert handler.share(ids.SHARE_MAKE, "999999", dataset)[0] is None
    assert handler.share(ids.SHARE_END, "24", dataset)[2:] == (False, True)
    with pytest.raises(DatasetUnavailable):
        store.resolve_link(path.removeprefix("/shared/"))


@pytest.mark.parametrize("token", ["sample-breast-cancer", "x" * 43, None, 5, f"view-{'0' * 64}"])
def test_what_is_not_ones_own_is_not_shared(visit, token):
    path, said, *disabled = handler.share(ids.SHARE_MAKE, "24", {"token": token})
    assert (path, disabled) == (None, [True, True])
    assert said in (handler.SAMPLES, handler.VIEWER)


def test_viewers_are_told():
    sentence, hidden, *off = handler.viewer_bar({"until": 1_772_618_400})
    assert "until 4 March 2026, 10:00 UTC" in sentence[0]
    assert not hidden
    assert off == [True, True, handler.NO_REPORT, True]
    assert handler.viewer_bar({"until": None}) == handler.viewer_bar(None)
    assert handler.viewer_bar(None) == ("", True, False, False, handler.REPORT, False)
