"""Noorbehbahani (2013), slides on the relationship between precision-recall and ROC curves."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, count, normalized_expected_cost, precision_at
from tests.support.scored import samples

# tp, fn, fp, tn
M1 = (150, 40, 60, 250)
M2 = (250, 45, 5, 200)
TRUE_POSITIVE, MISSED, ALARM = -1, 100, 1


def rates(tp, fn, fp, tn):
    return fp / (fp + tn), tp / (tp + fn)


@pytest.mark.parametrize(("model", "cost", "accuracy"), [(M1, 3910, 0.8), (M2, 4255, 0.9)])
def test_cost_and_accuracy_as_printed(model, cost, accuracy):
    """A full cost matrix equals two net costs (erratum 23: 101 and 1) and a constant."""
    rows, positives = sum(model), model[0] + model[1]
    point = OperatingPoint(positives / rows, MISSED - TRUE_POSITIVE, ALARM)
    constant = point.prior * TRUE_POSITIVE
    assert rows * (point.expected_cost(*rates(*model)) + constant) == pytest.approx(cost)
    error = OperatingPoint(point.prior).expected_cost(*rates(*model))
    assert 1 - error == pytest.approx(accuracy)


def test_the_second_model_costs_less_everywhere():
    """Erratum 23: the test sets differ, and the model with the higher total cost dominates."""
    pcf = np.linspace(0, 1, 101)
    first, second = (normalized_expected_cost(*rates(*m), pcf) for m in (M1, M2))
    assert (second < first).all()
    assert rates(*M1) == (pytest.approx(0.194, abs=5e-4), pytest.approx(0.789, abs=5e-4))
    assert rates(*M2) == (pytest.approx(0.024, abs=5e-4), pytest.approx(0.847, abs=5e-4))


@given(samples(max_rows=20), samples(max_rows=20))
def test_theorem_3_1_points_of_both_spaces_correspond_to_one_confusion_matrix(one, other):
    for sample in (one, other):
        counts = count(*sample)
        seen = counts.tp > 0
        recall, precision = counts.tpr[seen], precision_at(counts.fpr, counts.tpr, 0.3)[seen]
        back = 0.3 * recall * (1 - precision) / (0.7 * precision)
        assert_allclose(back, counts.fpr[seen], atol=1e-12)


@given(samples(max_rows=12), samples(max_rows=12))
def test_theorem_3_2_dominance_is_the_same_in_both_spaces(one, other):
    """At equal recall above zero, the smaller fpr has the higher precision."""
    recall = np.linspace(0.05, 1, 20)
    curves = [count(*s) for s in (one, other)]
    fpr = [np.interp(-recall, -c.tpr[::-1], c.fpr[::-1]) for c in curves]
    precision = [precision_at(f, recall, 0.2) for f in fpr]
    clear = np.abs(fpr[0] - fpr[1]) > 1e-9
    assert ((fpr[0] < fpr[1]) == (precision[0] > precision[1]))[clear].all()
