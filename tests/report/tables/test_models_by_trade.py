"""The numbers that trades ask for, as a table."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.readings.model_readings import ReadingRequest, read_models
from costdash.core.readings.trades.readouts import TRADE_OF
from costdash.report.tables.models import (
    READINGS,
    TRADES,
    benefit_table,
    calibration_table,
    flat_rows,
    trade_table,
)

POINT = OperatingPoint(0.2, 5, 1)


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    y = np.arange(300) < 90
    scores = {"a": rng.beta(1 + 2 * y, 3), "b": rng.normal(y)}
    sample = Predictions(is_positive=y, scores=scores)
    analysis = analyse(sample, n_replicates=100)
    return read_models(sample, analysis, ["a", "b"], ReadingRequest(point=POINT))


def test_every_reading_has_a_name_and_a_trade():
    assert set(READINGS) == set(TRADE_OF)
    assert set(TRADE_OF.values()) == set(TRADES)


@pytest.mark.parametrize("trade", TRADES)
def test_a_table_has_each_number_of_each_model_once(found, trade):
    table = trade_table(found, trade, 0.95)
    assert len({row[0] for row in table.rows}) == len(table.rows)
    for column, one in enumerate(found, 1):
        numbers = [
            row
            for name, value in one.readouts.items()
            if TRADE_OF[name] == trade
            for row in flat_rows("", name, value)
        ]
        assert sum(bool(row[column]) for row in table.rows) == len(numbers)


def test_numbers_come_with_their_limits(found):
    table = trade_table(found, "credit", 0.95)
    gini = found[0].readouts["gini"]
    low, high = gini.interval
    [said] = [row[1] for row in table.rows if row[0].startswith("Gini")]
    assert said == f"{gini.value:.3g} ({low:.3g} to {high:.3g})"


def test_the_table_of_calibration_has_the_models_with_probabilities(found):
    table = calibration_table(found, 0.95)
    parts = found[0].calibration
    assert table.models == ("a",)
    [row] = table.rows
    for text, value in zip(row[1:4], (parts.brier, parts.miscalibration, parts.discrimination)):
        assert text.startswith(f"{value:.3g} (")
    assert row[4:] == ("0.21", f"{parts.p:.2g}")
    assert "30 %" in table.note
    assert calibration_table(found[1:], 0.95).rows == ()


def test_the_table_of_net_benefit_is_per_100_cases(found):
    table = benefit_table(found, 0.95)
    curve = found[1].decision_curve
    for i, row in enumerate(table.rows):
        assert row[0] == f"{100 * curve.threshold_probability[i]:.3g} %"
        assert row[3].split()[0] == f"{100 * curve.best.value[i]:.3g}"
        assert float(row[1]) == pytest.approx(max(0, 100 * curve.flag_all[i]), rel=0.01)
