"""Plain text for the terminal: notes, conditions, decision, models."""

import re

import numpy as np

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import View
from costdash.report.derived import DerivedResults
from costdash.report.report import Report, Source
from costdash.report.sentences.phrases import INCOMPARABLE
from costdash.report.tables.ranking import RANKING_TITLE
from costdash.report.tables.scenarios import Scenario
from costdash.report.terminal import model_table, plain_text

IS_POSITIVE = np.arange(200) % 5 == 0
SCORE = np.random.default_rng(2).normal(size=200) + 2 * IS_POSITIVE
PREDICTIONS = Predictions(
    is_positive=IS_POSITIVE, scores={"a long name": SCORE, "flat": np.ones(200)}
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=100)
POINT = OperatingPoint(0.02, 40, 2)


def text_at(point, *messages, ranges=None, predictions=PREDICTIONS, **more):
    analysis = ANALYSIS if predictions is PREDICTIONS else analyse(predictions, n_replicates=100)
    report = Report(
        analysis=analysis,
        point=point,
        source=Source("scores.csv", messages=messages),
        view=View(models=tuple(analysis.models), ranges=ranges),
        derived=DerivedResults.in_memory(predictions, analysis),
        **more,
    )
    return plain_text(report)


def test_the_certainty_of_the_choice_is_stated():
    assert re.search(
        r"\w+ (may be as cheap|is clearly the cheapest model)\."
        r"( Not knowing for certain which is cheapest costs \$[\d.]+ per 1,000 cases on )?",
        text_at(POINT),
    )


def test_below_a_warning_nothing_is_said_on_certainty():
    backwards = Predictions(is_positive=IS_POSITIVE, scores={"turned": -SCORE})
    text = text_at(POINT, predictions=backwards)
    assert "ranks backwards" in text
    assert "as cheap" not in text
    assert "clearly" not in text


def test_notes_conditions_decision_and_table_in_this_order():
    parts = text_at(POINT, "First.", "Second.").split("\n\n")
    notes, conditions, decision, ledger, table, areas = parts
    assert areas.startswith("Partial area under ROC")
    assert notes == "Note: First.\nNote: Second."
    assert conditions == (
        "200 rows, 20 % positive. Prior of positives 2 %. "
        "A missed positive is 20 times as costly as a false alarm: PC(+) 0.29."
    )
    assert decision.startswith("Flag a case when a long name scores ")
    assert ledger.startswith("The best rule, of 10,000 cases\n")
    assert table.endswith(f"\n{INCOMPARABLE}")


def test_a_prior_from_the_file_is_marked():
    assert "Prior of positives 20 % (from the file)." in text_at(OperatingPoint(0.2))


def test_each_model_has_a_row_in_aligned_columns():
    head, rich, flat = model_table(ANALYSIS, POINT, list(ANALYSIS.models)).splitlines()
    assert head.split("  ")[0].strip() == "model"
    assert len(head) == len(rich) == len(flat)
    assert "finds of 200  false alarms  cost per 10,000" in head
    assert flat.split() == ["flat", "0.500", "none", "flag", "none", "0", "0", "$8,000"]


def test_ranges_and_named_scenarios_have_their_tables():
    plain = text_at(POINT)
    assert "Keep this rule while" in plain
    assert "Scenarios" not in plain
    rural = Scenario("rural", OperatingPoint(0.5))
    text = text_at(POINT, ranges=Imprecise((0.01, 0.6), (40, 40), (2, 2)), scenarios=(rural,))
    assert "your ranges" in text
    for title in ("Cheapest in parts of your ranges", RANKING_TITLE, "Scenarios"):
        assert f"\n\n{title}\n" in text
    costs = [line for line in text.splitlines() if "Cost there, per" in line or "Less than" in line]
    assert len(costs) == 2
    assert all("per 10,000" in line for line in costs), "as many cases as the decision's"
    assert "\nrural " in text
