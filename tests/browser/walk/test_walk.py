"""A random walk over the page's gestures: after each, the page shows what Python computes.

COSTDASH_WALK sets the number of gestures, shared by the kinds of files, and COSTDASH_WALK_SEED
which they are. A failure prints both and the steps since the upload.
"""

import os
import random
import threading
import time

import numpy as np
import pytest
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    TimeoutException,
    WebDriverException,
)

from tests.browser.walk import tab_gestures  # noqa: F401  (registers its gestures)
from tests.browser.walk.gestures import GESTURES, LIVE
from tests.browser.walk.kinds import KINDS
from tests.browser.walk.oracle import REPLICATES, SHOWN, Oracle, differences
from tests.browser.walk.tabs_oracle import CHOICES, SHOWN_TAB, expected_tab

STEPS = int(os.environ.get("COSTDASH_WALK", "36"))
SEED = int(os.environ.get("COSTDASH_WALK_SEED", "0"))
EVENTS = 0.35  # s in which a gesture reaches the stores; drags settle after 0.15 s
PATIENCE = 40.0  # s in which tables arrive after the answer; 45 pairs take long on a busy machine
NO_NOTICE = "return !document.querySelector('.mantine-Notification-root')"
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
      const columns = document.querySelector('#roles-draw');
      if (columns?.offsetParent) { columns.click(); return false; }
      return document.querySelector('#dataset-name').textContent.includes(arguments[0]);
    """
    journey.until(script, file.name)


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


def check_page(journey, oracle, steps):
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
            pytest.fail("\n".join([*steps, *found, f"stores: {stores(journey)}"]))
        time.sleep(0.05)
    logged = [entry["message"] for entry in journey.driver.get_log("browser")]
    assert not logged, "\n".join([*steps, *logged])


def choose_gesture(rng):
    names = list(GESTURES)
    return rng.choices(names, [GESTURES[name][1] for name in names])[0]


def gesture(journey, rng, steps):
    """A gesture that is possible now; returns what it did."""
    did = None
    while did is None:
        name = choose_gesture(rng)
        steps.append(name)
        try:
            did = GESTURES[name][0](journey, rng)
        except ElementClickInterceptedException:  # by a notice, which leaves after some seconds
            journey.until(NO_NOTICE)
            did = GESTURES[name][0](journey, rng)
        steps[-1] = f"{name}: {did}"
    return did


def take(journey, oracle, rng, steps):
    """One gesture, and what it brings; what followed the pointer stays at release."""
    did = gesture(journey, rng, steps)
    time.sleep(EVENTS)
    check_page(journey, oracle, steps)
    on_same_rows = stores(journey)[1]["choose"] == "same"
    if isinstance(did, tuple) and did[1] is not None and on_same_rows:
        now = journey.run(LIVE)
        assert now == did[1], "\n".join([*steps, f"after the release: {now}"])


def test_the_page_shows_what_python_computes(journey, tmp_path):
    """All kinds of files, one after the other, in one tab."""
    for place, kind in enumerate(KINDS):
        rng, file = random.Random(f"{SEED} {kind}"), tmp_path / f"{kind}.csv"
        KINDS[kind](np.random.default_rng([SEED, place])).to_csv(file, index=False)
        steps = [f"COSTDASH_WALK={STEPS} COSTDASH_WALK_SEED={SEED}, {kind}"]
        oracle = Oracle(file)
        try:
            upload(journey, file)
            check_page(journey, oracle, steps)
            for _ in range(STEPS // len(KINDS)):
                take(journey, oracle, rng, steps)
        except WebDriverException as error:
            pytest.fail("\n".join([*steps, str(error)]))
