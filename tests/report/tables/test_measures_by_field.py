"""Measures by field of use, as a table."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.measures.cross_fitted import with_cross_fitted
from costdash.core.measures.measured_model import Estimate
from costdash.core.measures.model_measures import MeasureOptions, MeasureRequest, measure_models
from costdash.core.measures.registry import FIELDS_OF_USE, MEASURES, ROW_OF
from costdash.report.request import ranges_of_areas
from costdash.report.sentences.amounts import money
from costdash.report.tables.models import (
    benefit_table,
    calibration_table,
    flat_rows,
    measure_table,
    partial_area_table,
)
from costdash.wording import number, with_minus

POINT = OperatingPoint(0.2, 5, 1)


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    y = np.arange(300) < 90
    scores = {"a": rng.beta(1 + 2 * y, 3), "b": rng.normal(y)}
    sample = Predictions(is_positive=y, scores=scores)
    analysis, fits = analyse(sample, n_replicates=100), crossfit_models(sample, n_replicates=50)
    return [
        with_cross_fitted(each, analysis.models[each.name], fits.of([each.name]), POINT, 0.95)
        for each in measure_models(sample, analysis, ["a", "b"], MeasureRequest(point=POINT))
    ]


def test_every_measure_has_a_name_and_a_field():
    assert all(name for row in MEASURES for name in row.names.values())
    assert {row.field_of_use for row in MEASURES} == FIELDS_OF_USE.keys()


def test_the_forms_of_a_row_are_of_numbers_that_it_has(found):
    for row in MEASURES:
        values = {name: found[0].measures[name] for name in row.names}
        if None not in values.values():
            keys = {key for name in values for _, key, *_ in flat_rows("", name, values[name])}
            assert row.forms.keys() <= keys


@pytest.mark.parametrize("field", FIELDS_OF_USE)
def test_a_table_has_each_number_of_each_model_once(found, field):
    table = measure_table(found, field, 0.95, POINT)
    assert len({row[0] for row in table.rows}) == len(table.rows)
    for column, one in enumerate(found, 1):
        numbers = [
            row
            for name, value in one.measures.items()
            if ROW_OF[name].field_of_use == field
            for row in flat_rows("", name, value)
        ]
        assert sum(bool(row[column]) for row in table.rows) == len(numbers)


def test_numbers_come_with_their_limits(found):
    table = measure_table(found, "credit", 0.95, POINT)
    gini = found[0].measures["gini"]
    low, high = gini.interval
    [said] = [row[1] for row in table.rows if row[0].startswith("Gini")]
    assert said == f"{gini.value:.3g} ({low:.3g} to {high:.3g})"


def cell(found, field, place):
    rows = measure_table(found, field, 0.95, POINT).rows
    [text] = [row[1] for row in rows if row[0] == place]
    return text


def test_partial_areas_have_usual_ranges_that_are_named(found):
    over_fpr, over_tpr = found[0].measures["partial_auc"]
    for place, area in (("fpr 0 to 0.1", over_fpr), ("tpr 0.9 to 1", over_tpr)):
        for name, aside in (("value", ""), ("standardized", ", McClish")):
            value, (low, high) = area[name].value, area[name].interval
            said = cell(found, "screening", f"partial AUC, {place}{aside}")
            assert said == f"{number(value)} ({number(low)} to {number(high)})"
    table = partial_area_table(found, 0.95)
    assert table.head == ("Model", "fpr 0 to 0.1", "McClish", "tpr 0.9 to 1", "McClish")
    assert [row[0] for row in table.rows] == ["a", "b"]
    assert table.rows[0][2] == cell(found, "screening", "partial AUC, fpr 0 to 0.1, McClish")


def test_ranges_that_are_given_replace_the_usual_ones():
    assert ranges_of_areas(None, None) == {}
    given = ranges_of_areas([(0, 0.2)], None)
    assert given == {"partial_fpr": ((0.0, 0.2),), "partial_tpr": ()}
    assert MeasureOptions(**given).partial_tpr == ()
    assert MeasureOptions().partial_tpr == ((0.9, 1.0),)


def test_predictive_values_name_the_share_of_positives_and_have_digits_that_tell(found):
    near = replace(found[0], measures={"npv": Estimate(0.99934, (0.99912, 0.99948))})
    place = "NPV, share of the others that are negative, at 20 % positives"
    assert cell([near], "screening", place) == "99.93 % (99.91 % to 99.95 %)"
    assert cell(found, "screening", place).count(" %") == 3


def test_costs_are_amounts_for_the_cases_of_the_page(found):
    excess = found[0].measures["as_probabilities"]["excess_cost"]
    value, low, high = (1000 * x for x in (excess.value, *excess.interval))
    place = "scores taken as probabilities, cost per 1,000 cases, more than at the best threshold"
    said = cell(found, "summary", place)
    assert said == f"{money(value)} ({with_minus(money(low))} to {money(high)})"


def test_lift_is_named_in_plain_words(found):
    lift = found[0].measures["gains"][2]["lift"]
    assert cell(found, "ranking", "lift in the top 5 %").startswith(number(lift.value))


def test_the_table_of_calibration_has_the_models_with_probabilities(found):
    table = calibration_table(found, 0.95)
    parts = found[0].calibration
    assert table.models == ("a",)
    [row] = table.rows
    for text, value in zip(row[1:4], (parts.brier, parts.miscalibration, parts.discrimination)):
        assert text.startswith(f"{value:.3g} (")
    cross_fitted = f"{parts.discrimination_cross_fitted:.3g}"
    assert row[4:] == (cross_fitted, "0.21", f"{parts.p:.2g}")
    assert "limits do not allow for that" in table.note
    assert "30 %" in table.note
    assert calibration_table(found[1:], 0.95).rows == ()


def test_the_table_of_net_benefit_is_per_100_cases(found):
    table = benefit_table(found, 0.95)
    assert table.title == "Net benefit per 100 cases"
    in_costs = replace(found[0], decision_curve=replace(found[0].decision_curve, in_costs=True))
    assert benefit_table([in_costs], 0.95).title == (
        "Net benefit per 100 cases, in mean costs of a missed positive"
    )
    curve = found[1].decision_curve
    for i, row in enumerate(table.rows):
        assert row[0] == f"{100 * curve.threshold_probability[i]:.3g} %"
        assert row[3].split()[0] == f"{100 * curve.best.value[i]:.3g}"
        assert float(row[1]) == pytest.approx(max(0, 100 * curve.flag_all[i]), rel=0.01)


def test_without_bands_partial_areas_have_no_limits(found):
    table = partial_area_table(found, 0)
    assert table.title == "Partial area under ROC (AUC)"
    assert not any("(" in cell for row in table.rows for cell in row[1:])
