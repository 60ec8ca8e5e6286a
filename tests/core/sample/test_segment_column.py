from datetime import date, timedelta

import numpy as np
import pytest

from costdash.core.sample.segment_column import MISSING_DAY, PERIODS, DateColumn

EPOCH = date(1970, 1, 1)


def slow_period(day, period):
    """First and last day of the period that holds a day, and its name."""
    if period == "day":
        return day, day, day.isoformat()
    if period == "week":
        first = day - timedelta(days=day.weekday())
        return first, first + timedelta(days=6), first.isoformat()
    months = {"month": 1, "quarter": 3, "year": 12}[period]
    start = (day.month - 1) // months * months + 1
    first = date(day.year, start, 1)
    after = first
    for _ in range(months):
        after = (after.replace(day=28) + timedelta(days=4)).replace(day=1)
    name = {
        "month": first.isoformat()[:7],
        "quarter": f"{first.year} Q{(first.month + 2) // 3}",
        "year": str(first.year),
    }[period]
    return first, after - timedelta(days=1), name


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("seed", range(5))
def test_periods_are_those_of_the_calendar(period, seed):
    rng = np.random.default_rng(seed)
    day = rng.integers(-40_000, 40_000, 200).astype(np.int32)
    day[rng.random(200) < 0.1] = MISSING_DAY
    column = DateColumn(day).by(period)
    expected = {}
    for place, number in enumerate(day.tolist()):
        if number == MISSING_DAY:
            assert column.codes[place] == -1
            continue
        first, last, name = slow_period(EPOCH + timedelta(days=number), period)
        code = int(column.codes[place])
        assert column.names[code] == name
        assert column.last_day[code] == (last - EPOCH).days
        expected[first] = name
    assert list(column.names) == [expected[first] for first in sorted(expected)]


def test_a_column_without_dates_has_no_periods():
    column = DateColumn(np.array([MISSING_DAY], dtype=np.int32)).by("month")
    assert column.names == ()
