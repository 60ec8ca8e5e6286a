"""Names and small tables as components of the page."""

import numpy as np
import pytest
from dash import html
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions, Split, analyse
from costdash.figures import View, make_scene
from costdash.report.summary import summarise
from costdash.report.tables.decision import rules_table
from costdash.report.tables.table import Table
from costdash.web.page import decision as words
from costdash.web.page.components import bare_table
from costdash.web.page.controls.models import model_items
from costdash.web.page.tabs.scenarios import scenarios_table
from costdash.wording import shortened
from tests.support.page_texts import found

EVIL = "<img src=x onerror=alert(1)>"
PREDICTIONS = Predictions(
    is_positive=[i % 2 == 0 for i in range(60)],
    scores={EVIL: [(i % 2 == 0) + i % 9 / 4 for i in range(60)], "b": list(range(60))},
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=100)
priors, costs = st.floats(1e-6, 1 - 1e-6), st.floats(1e-3, 1e6)
points = st.builds(OperatingPoint, priors, costs, costs)


@given(st.text(min_size=1, max_size=80), st.integers(5, 40))
def test_long_names_keep_both_ends(name, longest):
    short = shortened(name, longest)
    assert len(short) <= longest
    if len(name) <= longest:
        assert short == name
    else:
        head, tail = short.split("…")[0], short.split("…")[-1]
        assert name.startswith(head)
        assert name.endswith(tail)


def test_changed_calls_are_counted_of_the_rows_of_the_file_or_of_the_evaluation_part():
    rows = Predictions(
        is_positive=PREDICTIONS.is_positive,
        scores={"b": PREDICTIONS.scores["b"]},
        split=Split(np.arange(60) % 3 > 0, "valid", "test"),
    )
    for analysis, calls in ((ANALYSIS, "the file's 60 calls"), (analyse(rows), "40 calls on test")):
        button = words.changed_calls(7, analysis, can_list=True)
        assert button.children == (f"7 of {calls} change: list them",)
        plain = words.changed_calls(1, analysis, can_list=False)
        assert plain.children == (f"1 of {calls} changes",)


def test_names_that_differ_at_one_end_stay_distinct():
    names = [f"gradient-boosting-model-of-the-week-{i:02}" for i in range(20)]
    assert len({shortened(name) for name in names + [n[::-1] for n in names]}) == 40


def test_model_checkboxes_have_the_full_name_as_value_and_title():
    models = [{"i": i, "name": "x" * 50 + str(i), "auc": 0.5} for i in range(12)]
    boxes = model_items(models)
    assert [box.value for box in boxes] == [model["name"] for model in models]
    spans = [span for box in boxes for span in found(box.label, html.Span)]
    titles = [span.title for span in spans if getattr(span, "title", None)]
    assert titles == [model["name"] for model in models]


@given(points)
def test_every_rule_has_a_full_row(point):
    said = summarise(make_scene(ANALYSIS, point, View(tuple(ANALYSIS.models), today=("b", 3))))
    head, *body = found(bare_table(rules_table(said.rules, point)), html.Tr)
    assert len(body) == len(said.rules) >= 3
    assert {len(row.children) for row in body} == {len(head.children)}


def test_the_summary_has_a_row_per_model():
    summary = words.file_summary({}, ANALYSIS)
    head, *body = found(summary, html.Tr)
    assert [row.children[0].title for row in body] == list(ANALYSIS.models)
    assert {len(row.children) for row in body} == {len(head.children)}


@pytest.mark.parametrize("rows", [1, 2])
def test_the_table_of_scenarios_is_shown_from_two_rows_on(rows):
    table = Table(title="", head=("Name", "Cost"), rows=(("Now", "1"), ("Rural", "2"))[:rows])
    assert bool(scenarios_table(table).hidden) == (rows == 1)
