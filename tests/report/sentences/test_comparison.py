"""Sentences on the comparison of two models whose order is known, and the table of all pairs."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.compare.comparison import compare, compare_all
from costdash.core.compare.multiple_testing import pair_tests
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.curves.envelopes import best_where, standings
from costdash.report.sentences import comparison as words
from costdash.report.sentences.contribution import best_model_lines, never_best_sentences
from costdash.report.tables.pairs import pair_table
from costdash.wording import digits_apart, number, percent, with_minus
from tests.support.paired_samples import correlated

EVEN = OperatingPoint(0.5)
MONEY = OperatingPoint(0.5, 100.0, 100.0)


def compared(scores, rows=400, seed=3):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(rows) % 2 == 0
    columns = {name: is_positive * lift + rng.normal(size=rows) for name, lift in scores.items()}
    predictions = Predictions(is_positive=is_positive, scores=columns)
    analysis = analyse(predictions, n_replicates=200)
    a, b = list(scores)[:2]
    return analysis, compare(analysis, joint_cells(predictions, analysis, a, b), a, b)


@pytest.fixture(scope="module")
def far_apart():
    return compared({"good": 3.0, "weak": 0.2})


def test_the_cheaper_model_is_named_with_its_advantage(far_apart):
    sentence = words.difference_here(far_apart[1], MONEY)
    assert sentence.startswith("good costs $")
    alone = "That is more than chance, at these conditions alone."
    assert f" less per 1,000 cases. {alone} 95 %: $" in sentence
    assert "chance, even over all conditions." in words.difference_here(far_apart[1], MONEY, True)
    assert sentence.endswith(" less.")


@pytest.mark.parametrize("point", [OperatingPoint(0.2, 30, 4), OperatingPoint(0.7, 2, 4.7)])
def test_the_difference_in_net_benefit_is_that_of_the_models(far_apart, point):
    analysis, found = far_apart
    t = point.cost_fp / (point.cost_fn + point.cost_fp)

    def most(name):
        counts = analysis.models[name].counts
        alarms = counts.fpr * (1 - point.prior) * t / (1 - t)
        return 100 * (counts.tpr * point.prior - alarms).max()

    more = most("good") - most("weak")
    sentence = words.net_benefit_sentence(found, point)
    start = f"Net benefit at a threshold probability of {percent(t)}: good has {number(more)} more"
    assert sentence.startswith(f"{start} per 100 cases than weak (on these rows; 95 %, pointwise: ")
    value, low, high = found.at(point.pcf)
    ends = [more * end / value for end in (high, low)]
    said = " to ".join(with_minus(number(end, digits_apart(*ends))) for end in ends)
    assert f"pointwise: {said})." in sentence
    assert sentence.endswith(" That may be chance.") == (ends[0] <= 0 <= ends[1])
    assert (
        words.net_benefit_sentence(found, point, banded=False)
        == f"{start} per 100 cases than weak (on these rows)."
    )


def test_errors_are_counted_while_both_costs_are_one(far_apart):
    assert "fewer errors" in words.difference_here(far_apart[1], EVEN)


def test_significance_states_where_the_band_excludes_zero(far_apart):
    sentence = words.significance(far_apart[1])
    assert sentence.startswith("Beyond chance (over the whole curve at once")
    assert "in favour of good" in sentence
    assert "Nowhere" not in sentence


def test_a_model_against_its_copy_differs_nowhere():
    rng = np.random.default_rng(0)
    is_positive = np.arange(200) % 2 == 0
    score = is_positive + rng.normal(size=200)
    predictions = Predictions(is_positive=is_positive, scores={"one": score, "copy": score})
    analysis = analyse(predictions, n_replicates=200)
    cells = joint_cells(predictions, analysis, "one", "copy")
    found = compare(analysis, cells, "one", "copy")
    assert words.significance(found).startswith("Nowhere")
    assert words.largest(found) == "The two cost the same everywhere."
    assert "cost the same" in words.difference_here(found, MONEY)


def test_few_rows_of_a_class_allow_no_conclusion():
    found = compared({"a": 1.0, "b": 0.5}, rows=8)[1]
    assert "too few rows" in words.significance(found)
    assert "No interval" in words.difference_here(found, MONEY)


def test_rounding_at_a_crossover_counts_as_equal_cost():
    found = compared({"a": 1.0, "b": 1.0}, rows=120)[1]
    assert found.crossovers
    for crossover in found.crossovers:
        point = OperatingPoint(crossover.pcf, 100.0, 100.0)
        assert "a and b cost the same" in words.difference_here(found, point)


@pytest.mark.parametrize("banded", [True, False])
def test_without_a_band_no_level_is_stated(far_apart, banded):
    found = far_apart[1]
    for sentence in (
        words.difference_here(found, MONEY, banded=banded),
        words.auc_sentence(found, banded),
    ):
        assert ("95 %" in sentence) == banded
    assert "p " in words.auc_sentence(found, banded)


def test_table_of_pairs_marks_what_remains_significant():
    shifts = {"one": 1.6, "two": 1.5, "poor": 0.1}
    predictions = correlated(np.random.default_rng(7), 200, 300, shifts, 0.4)
    analysis = analyse(predictions, n_replicates=300)
    tests = pair_tests(list(compare_all(predictions, analysis)), MONEY.pcf)
    table = pair_table(tests, MONEY, 0.95)
    assert [row[0] for row in table.rows] == ["one and two", "one and poor", "two and poor"]
    marked = [[cell.endswith("*") for cell in row] for row in table.rows]
    assert marked[0] == [False] * 9
    assert [i for i, cell in enumerate(marked[1]) if cell] == [3, 5, 8]
    assert table.rows[1][1].startswith("one, $")
    assert table.rows[2][6].startswith("two, 0.")
    assert table.note.startswith("Of 3 pairs, at 95 %: 2 differ at your conditions, 2 differ some")
    assert "not below 0.0033" in table.note
    assert "more replicates" not in table.note
    assert "At 99 % those here would need more" in pair_table(tests, MONEY, 0.99).note
    off = pair_table(tests, MONEY, None)
    assert not any(cell.endswith("*") for row in off.rows for cell in row)
    assert "%" not in off.note


def test_the_sentence_and_the_table_of_pairs_give_one_verdict():
    shifts, seen = {"one": 1.6, "two": 1.4, "three": 1.2}, set()
    for seed in range(6):
        predictions = correlated(np.random.default_rng(seed), 150, 300, shifts, 0.4)
        tests = pair_tests(list(compare_all(predictions, analyse(predictions))), MONEY.pcf)
        for one in tests:
            alone, among = one.here.p <= 0.05, one.here.holm <= 0.05
            for whole in (False, True):
                said = words.difference_words(one.comparison, MONEY, whole, tests=tests).chance
                assert ("also allowing for 3 comparisons" in said) == among
                assert ("for this pair alone; allowing for 3" in said) == (alone and not among)
                assert (said == "That may be chance.") == (not alone)
            seen.add((alone, among))
    assert seen == {(False, False), (True, False), (True, True)}


def test_pairs_of_few_rows_have_no_p_values():
    predictions = correlated(np.random.default_rng(5), 3, 40, {"a": 1, "b": 2, "c": 0}, 0.4)
    analysis = analyse(predictions, n_replicates=100)
    table = pair_table(pair_tests(list(compare_all(predictions, analysis)), 0.5), MONEY, 0.95)
    assert table.note == "No p-values: a class has too few rows."
    assert table.rows[0][2:4] == ("", "")


def test_models_that_are_never_best_are_listed(far_apart):
    analysis = far_apart[0]
    hulls = {name: model.hull for name, model in analysis.models.items()}
    sentence = never_best_sentences(standings(analysis.hull(), hulls))
    assert sentence in (["Always beaten in this sample: weak."], [])
    lines = best_model_lines(best_where(analysis.hull()))
    assert any(line.endswith("good") for line in lines)


def test_non_inferiority_needs_a_margin_that_the_band_allows(far_apart):
    good = words.non_inferiority(far_apart[1], 0.1)
    assert good.startswith(
        "The band shows that good is not worse than weak by more than 10 % of the worst cost"
    )
