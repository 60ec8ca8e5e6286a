"""The main journey in Firefox: upload, drag of every slider, compare, Present, report."""

import json
import os
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest

from tests.support.axe import ROOT

JOURNEY = ROOT / "tests/js/firefox_journey.js"
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
SECONDS = 300


@pytest.fixture(scope="module")
def seen(served, tmp_path_factory):
    """What the page showed on the way; skipped without Firefox or node."""
    if not (FIREFOX and shutil.which("node")):
        pytest.skip("needs firefox-esr and node, which not every system packages")
    if not (ROOT / "node_modules/puppeteer-core").exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("needs puppeteer-core: npm ci")
    folder = tmp_path_factory.mktemp("firefox")
    file = folder / "journey.csv"
    rng = np.random.default_rng(3)
    label = np.arange(600) % 3 == 0
    scores = {name: rng.normal(label * far, 1).round(3) for name, far in (("near", 1), ("far", 2))}
    pd.DataFrame({"label": label.astype(int)} | scores).to_csv(file, index=False)
    command = ["node", str(JOURNEY), served, str(file), FIREFOX, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_upload_is_drawn(seen):
    assert seen["upload"]["title"].startswith("journey")
    assert "far" in seen["upload"]["decision"]
    assert all(seen["upload"]["panels"])


@pytest.mark.parametrize(
    ("name", "place"), [("prior", 0), ("cost_fn", 1), ("cost_fp", 2), ("pcf", 1)]
)
def test_panels_and_decision_follow_every_slider(seen, name, place):
    before, held, after = (seen["drags"][name][when] for when in ("before", "held", "after"))
    assert held["moving"]
    assert not after["moving"]
    assert held["decision"] != before["decision"]
    assert all(now != then for now, then in zip(held["panels"], before["panels"], strict=True))
    changed = [now != then for now, then in zip(after["conditions"], before["conditions"])]
    assert changed == [k == place for k in range(3)]
    assert after["decision"] != before["decision"]


def test_the_tab_compare_and_the_presentation_say_the_decision(seen):
    assert "far" in seen["compare"]
    assert [view for view, _ in seen["present"]] == ["sentence", "icons", "bars", "table"]
    assert all("far" in text for _, text in seen["present"])


def test_the_report_opens_from_the_disk_and_follows_its_sliders(seen):
    assert seen["report"]["bytes"] > 100_000
    assert "far" in seen["report"]["before"]
    assert seen["report"]["moved"] != seen["report"]["before"]


def test_firefox_logs_no_error(seen):
    assert seen["errors"] == []
