"""What the tab Compare shows of pairs of models, against counts of the rows."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, analyse
from costdash.core.compare.comparison import compare_all
from costdash.core.compare.multiple_testing import pair_tests
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.folds.crossfit import crossfit_models
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import DOLLAR, Amounts, savings
from costdash.report.tables.pair_here import (
    AGREES,
    DIFFERS,
    NO_VERDICT,
    UNDECIDED,
    auc_verdict,
    disagreement,
    pair_rows,
    saved_by_cheaper,
)
from tests.support.paired_samples import correlated

POINT = OperatingPoint(0.02, 400.0, 8.0)


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(5)
    shifts = {"one": 1.6, "two": 1.5, "poor": 0.1, "fair": 1.0}
    rows = correlated(rng, 150, 400, shifts, 0.4)
    return rows, analyse(rows, n_replicates=200)


@pytest.mark.parametrize("names", [("one", "two"), ("two", "one"), ("poor", "one")])
def test_disagreement_counts_the_rows_that_one_or_both_rules_flag(sample, names):
    rows, analysis = sample
    flagged = []
    for name in names:
        hull = analysis.models[name].hull
        flagged.append(rows.scores[name] >= hull.threshold[int(hull.cheapest(POINT.pcf))])
    cells = joint_cells(rows, analysis, *names)
    found = disagreement(cells, analysis, *names, POINT, 1000)
    for of_class, share, counted in (
        (rows.is_positive, POINT.prior, found.positives),
        (~rows.is_positive, 1 - POINT.prior, found.negatives),
    ):
        first, second = (one[of_class] for one in flagged)
        parts = (first & second, first & ~second, ~first & second, ~first & ~second)
        assert counted == pytest.approx([1000 * share * part.mean() for part in parts])
    assert found.total == pytest.approx(sum(found.positives[1:3]) + sum(found.negatives[1:3]))


@pytest.mark.parametrize("crossfitted", [False, True])
def test_the_sources_of_the_difference_add_up_to_it(sample, crossfitted):
    rows, analysis = sample
    if crossfitted:
        analysis = analysis.with_crossfits(crossfit_models(rows, seed=0))
    for one in compare_all(rows, analysis, [POINT.pcf]):
        saved = saved_by_cheaper(one, analysis, POINT, DOLLAR)
        cost = Amounts.at(POINT).cases * POINT.scale * abs(one.at(POINT.pcf)[0])
        assert saved.missed.cost + saved.false_alarms.cost == pytest.approx(cost)


def test_savings_as_printed_add_up_and_more_of_one_error_is_negative():
    saved = savings((0.03, 0.78), (0.02, 0.70), OperatingPoint(0.006, 4000, 80))
    assert [saved.missed.word, saved.false_alarms.word] == ["fewer missed", "more false alarms"]
    assert [saved.missed.amount, saved.false_alarms.amount] == ["$19,200", "\u2212$8,000"]
    assert saved.total == "$11,200"


def test_pairs_begin_with_the_recommended_model_in_the_order_of_cost(sample):
    rows, analysis = sample
    tests = pair_tests(list(compare_all(rows, analysis, [POINT.pcf])), POINT.pcf)
    cost = {name: float(model.hull.cost(POINT.pcf)) for name, model in analysis.models.items()}
    listed, first = pair_rows(tests, "fair", POINT, Amounts.at(POINT), 0.95)
    others = sorted((name for name in cost if name != "fair"), key=cost.__getitem__)
    assert [(row.a, row.b) for row in listed[:first]] == [("fair", name) for name in others]
    assert len(listed) == 6
    unit = Amounts.at(POINT).cases * POINT.scale
    for row in listed:
        assert row.value == pytest.approx(unit * (cost[row.a] - cost[row.b]))
        assert row.low <= row.value <= row.high
        assert row.better in ("", row.a if row.value < 0 else row.b)
        assert bool(row.better) == (row.holm <= 0.05)
    assert not any(row.better for row in pair_rows(tests, "fair", POINT, Amounts.at(POINT), 0)[0])


def test_the_auc_agrees_where_both_tests_say_the_same(sample):
    rows, analysis = sample
    for one in compare_all(rows, analysis, [POINT.pcf]):
        value, low, high = one.at(POINT.pcf)
        area = one.auc_difference
        cheaper = None if low <= 0 <= high else value < 0
        larger = None if area.p > 0.05 else area.value > 0
        said, p = auc_verdict(one, POINT.pcf, 0.95)
        assert (said == AGREES) == (cheaper == larger is not None)
        assert (said == UNDECIDED) == (cheaper is None and larger is None)
        assert p.startswith("equal areas: p ")
        assert auc_verdict(one, POINT.pcf, 0.95, tested=0.098)[1] == "equal areas: p = 0.098, Holm"
        verdict = UNDECIDED if cheaper is None else DIFFERS
        assert auc_verdict(one, POINT.pcf, 0.95, tested=1.0)[0] == verdict
        assert auc_verdict(one, POINT.pcf, 0)[0] == NO_VERDICT


def test_the_areas_alone_give_the_p_values_of_the_table_of_pairs(sample):
    rows, analysis = sample
    found = DerivedResults.in_memory(rows, analysis).area_tests(tuple(analysis.models))
    tests = pair_tests(list(compare_all(rows, analysis, [POINT.pcf])), POINT.pcf)
    assert {pair: round(p, 12) for pair, p in found.items()} == {
        frozenset((one.comparison.a, one.comparison.b)): round(one.area.holm, 12) for one in tests
    }
