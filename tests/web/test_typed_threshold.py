"""Today's threshold is written as it was typed; its point is the score that flags those cases."""

import json

import numpy as np
import pytest

from costdash.core import Predictions
from costdash.figures import PANELS
from costdash.report.api import summarise
from costdash.report.tables.decision import rules_table
from costdash.web.stores.read import view_of
from tests.support.parsed_page import ParsedPage

IS_POSITIVE = np.repeat([True, False], 100)
SCORE = np.repeat([0.9, 0.6, 0.2, 0.6, 0.2, 0.1], [60, 25, 15, 10, 40, 50])
ROWS = Predictions(is_positive=IS_POSITIVE, scores={"m": SCORE})


@pytest.fixture(scope="module")
def made():
    return summarise(ROWS, cost_fn=5, today=("m", 0.5), n_replicates=100)


def test_scene_table_text_and_report_have_the_typed_threshold(made):
    report = made.report
    today = report.scene.today
    assert (today.threshold, today.text) == (0.6, "0.5")
    table = rules_table(report.summary.rules, report.point)
    (row,) = (row for row in table.rows if row[0].startswith("Today"))
    assert row[1] == "0.5"
    assert "m ≥ 0.5" in ParsedPage(made.html()).text
    labels = json.dumps(
        [panel.figure(report.scene).to_plotly_json() for panel in PANELS], default=str
    )
    assert "today, 0.5" in labels
    assert "today, 0.6" not in labels


def test_the_page_reads_the_text_and_a_share_has_none(made):
    analysis = made.report.analysis
    view = {"level": 0.95, "models": ["m"]}
    typed = {"model": "m", "index": 2, "text": "0.50"}
    read = view_of(view | {"today": typed}, analysis, "")
    assert (read.today, read.today_text) == (made.report.view.today, "0.50")
    share = view_of(view | {"today": typed | {"share": 0.3}}, analysis, "")
    assert share.today_text == ""
