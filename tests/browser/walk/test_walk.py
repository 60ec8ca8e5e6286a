"""A random walk over the page's gestures: after each, the page shows what Python computes.

COSTDASH_WALK sets the number of gestures, shared by the kinds of files, COSTDASH_WALK_SEED
which they are, and COSTDASH_WALK_KINDS on which kinds of files (by comma; default: all). A failure
prints the first two and the steps since the upload; the walk goes on with the next kind of file.
"""

import os
import random
import threading
import time
from collections import Counter
from traceback import extract_tb

import numpy as np
import pytest
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from selenium.webdriver.common.keys import Keys

from tests.browser.walk import rule_gestures, tab_gestures  # noqa: F401  (register gestures)
from tests.browser.walk.gestures import GESTURES, LIVE
from tests.browser.walk.kinds import KINDS, ROLES
from tests.browser.walk.oracle import REPLICATES, SHOWN, Oracle, differences
from tests.browser.walk.tabs_oracle import CHOICES, SHOWN_TAB, expected_tab

STEPS = int(os.environ.get("COSTDASH_WALK", "32"))
SEED = int(os.environ.get("COSTDASH_WALK_SEED", "0"))
ONLY = os.environ.get("COSTDASH_WALK_KINDS", ",".join(KINDS)).split(",")
EVENTS = 0.35  # s in which a gesture reaches the stores; drags settle after 0.15 s
PATIENCE = 60.0  # s in which tables arrive after the answer; 45 pairs take long on a busy machine
NOTHING_OVER_THE_PAGE = """
return !document.querySelector('.mantine-Notification-root, #chip-card:not([hidden])');
"""
TRIES = 3  # of one gesture
LONG = 1000  # gestures, among which each of them can be expected
WAITS = 4  # of Journey.settled, on a busy machine


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server whose bootstrap is small, so that answers are quick on both sides."""
    from werkzeug.serving import make_server

    from costdash.web.app import create_app
    from costdash.web.settings import Settings

    folder = tmp_path_factory.mktemp("walk")
    app = create_app(Settings(data_folder=folder, n_replicates=REPLICATES))
    with make_server("127.0.0.1", 0, app.server, threaded=True) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def upload(journey, file):
    journey.upload(file)
    script = """
      const columns = document.querySelector('#roles-apply');
      if (columns?.offsetParent) { columns.click(); return false; }
      return document.querySelector('#dataset-name').textContent.includes(arguments[0]);
    """
    journey.until(script, file.name)


def give_roles(journey, roles):
    """Types roles in the dialog of columns, in the words of the dialog's boxes."""
    before = journey.run("return page.currentDataset().revision")
    journey.tab("Data")
    journey.click("#columns-button")
    journey.until("return document.querySelector('#roles-apply')?.offsetParent")
    journey.run("document.querySelector('.mantine-Modal-content details').open = true")
    for role, text in roles.items():
        journey.type(f"roles-{role.removesuffix('_column').replace('_', '-')}", text, Keys.TAB)
    journey.click("#roles-apply")
    journey.until("return !document.querySelector('#roles-apply')?.offsetParent")
    journey.until("return page.currentDataset().revision !== arguments[0]", before)


def settle(journey):
    """Waits until the newest answer is drawn, also on a busy machine."""
    for left in reversed(range(WAITS)):
        try:
            return journey.settled()
        except TimeoutException:
            if not left:
                raise


def stores(journey):
    return journey.run("return [page.settledConditions(), page.currentView()]")


def positive_class(journey):
    """The class that is positive; None for a label with two classes."""
    script = "const { classes, positive } = page.currentDataset(); return [classes, positive]"
    classes, positive = journey.run(script)
    return positive if classes else None


def asked(journey, oracle):
    """What the page's answer depends on: stores, positive class, and choices in the open tab."""
    oracle.positive = positive_class(journey)
    shown = journey.run(SHOWN_TAB)
    return *stores(journey), oracle.positive, {key: shown.get(key) for key in CHOICES}


def check_page(journey, oracle):
    """The page shows the oracle's answer, soon, and no script has logged anything."""
    settle(journey)
    known = found = None
    while found is None or found:
        if (now := asked(journey, oracle)) != known:
            known, (conditions, view, _, chosen) = now, now
            tab = expected_tab(oracle, conditions, view, chosen)
            expected = oracle.expected(conditions, view) | tab
            deadline = time.monotonic() + PATIENCE
        found = differences(expected, journey.run(SHOWN) | journey.run(SHOWN_TAB))
        if found and time.monotonic() > deadline:
            raise AssertionError("\n".join([*found, f"stores: {stores(journey)}"]))
        if found:
            time.sleep(0.15)
    logged = [entry["message"] for entry in journey.driver.get_log("browser")]
    assert not logged, "\n".join(logged)


def choose_gesture(rng):
    names = list(GESTURES)
    return rng.choices(names, [GESTURES[name][1] for name in names])[0]


def attempt(journey, rng, name):
    """The gesture, again where something covers its target or the page replaces it just then."""
    for left in reversed(range(TRIES)):
        try:
            return GESTURES[name][0](journey, rng)
        except ElementClickInterceptedException:
            if not left:
                raise
            corner = {"type": "mouseMoved", "x": 1, "y": 1}  # the card of a chip leaves then
            journey.driver.execute_cdp_cmd("Input.dispatchMouseEvent", corner)
            journey.until(NOTHING_OVER_THE_PAGE)  # a notice leaves after some seconds
        except StaleElementReferenceException:
            if not left:
                raise
            settle(journey)
    return None


def gesture(journey, rng, steps):
    """A gesture that is possible now; returns its name and what it did."""
    did = None
    while did is None:
        name = choose_gesture(rng)
        steps.append(name)
        did = attempt(journey, rng, name)
        steps[-1] = f"{name}: {did}"
    return name, did


def take(journey, oracle, rng, steps):
    """One gesture, by name, and what it brings; what followed the pointer stays at release."""
    name, did = gesture(journey, rng, steps)
    time.sleep(EVENTS)
    check_page(journey, oracle)
    on_same_rows = stores(journey)[1]["evaluation"] == "same"
    if isinstance(did, tuple) and did[1] is not None and on_same_rows:
        now = journey.run(LIVE)
        assert now == did[1], f"after the release: {now}"
    return name


def walk(journey, kind, file, done):
    """The walk over one kind of file, counted in `done`; returns what was wrong, "" if nothing."""
    roles = ROLES.get(kind, {})
    rng, oracle = random.Random(f"{SEED} {kind}"), Oracle(file, roles)
    steps = [f"COSTDASH_WALK={STEPS} COSTDASH_WALK_SEED={SEED}, {kind}"]
    try:
        upload(journey, file)
        if roles:
            give_roles(journey, roles)
        check_page(journey, oracle)
        for _ in range(STEPS // len(KINDS)):
            done[take(journey, oracle, rng, steps)] += 1
    except (AssertionError, WebDriverException) as error:
        journey.driver.refresh()
        journey.until("return document.getElementById('dataset-name')")
        lines = [f"{one.name}: {one.line}" for one in extract_tb(error.__traceback__)[1:6]]
        return "\n".join([*steps, *lines, getattr(error, "msg", None) or str(error)])
    return ""


def test_the_page_shows_what_python_computes(journey, tmp_path):
    """All kinds of files, one after the other, in one tab."""
    done, wrong = Counter(), []
    for place, kind in enumerate(KINDS):
        if kind not in ONLY:
            continue
        file = tmp_path / f"{kind}.csv"
        KINDS[kind](np.random.default_rng([SEED, place])).to_csv(file, index=False)
        wrong.append(walk(journey, kind, file, done))
        print(f"{kind}: {done.total()} gestures in all {wrong[-1]}", flush=True)
    print(dict(done.most_common()))
    assert not any(wrong), "\n\n".join(filter(None, wrong))
    never = sorted(set(GESTURES) - set(done))
    assert not never or STEPS < LONG, f"the page has no more of these: {never}"
