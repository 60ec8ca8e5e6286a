import warnings
from datetime import date, datetime

import numpy as np
import pandas as pd
import pytest

import costdash
from costdash.core.sample.segment_column import MISSING_DAY, DateColumn
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, IntakeWarning
from costdash.intake.formats.read import arrow_table, read_frame
from costdash.intake.limits import Limits
from costdash.intake.rows.segments import banded, segment_choices

N = 400
ROLES = {"label": "y", "positive": "1", "scores": "s"}
RNG = np.random.default_rng(0)
BASE = {"y": RNG.integers(0, 2, N), "s": RNG.normal(size=N)}


def read(column, name="x", **roles):
    """The column as `read_predictions` keeps it."""
    frame = pd.DataFrame(BASE | {name: column})
    return costdash.read_predictions(frame, segments=[name], **ROLES | roles).segments[name]


def test_values_of_text_are_segments_and_empty_cells_have_none():
    given = RNG.choice(["north", "south", None], N)
    column = read(given)
    named = [None if code < 0 else column.names[code] for code in column.codes]
    assert named == given.tolist()


@pytest.mark.parametrize("values", [range(20), [True, False]])
def test_few_numbers_are_segments_themselves(values):
    given = RNG.choice(list(values), N)
    column = read(given)
    assert not column.bands
    assert set(column.names) == {str(value).lower() for value in values}


@pytest.mark.parametrize("seed", range(5))
def test_many_numbers_are_put_into_bands_of_about_as_many_rows(seed):
    rng = np.random.default_rng(seed)
    given = rng.lognormal(3, 1, N).round(int(rng.integers(0, 3)))
    given[rng.random(N) < 0.1] = np.nan
    column = banded(given)
    ordered = [given[column.codes == code] for code in range(len(column.names))]
    assert all(low.max() < high.min() for low, high in zip(ordered, ordered[1:]))
    assert np.isnan(given[column.codes < 0]).all()
    ties = max(np.unique(given, return_counts=True)[1])
    share = np.isfinite(given).sum() / 5
    assert all(abs(part.size - share) <= 2 * ties + 1 for part in ordered)
    assert len(set(column.names)) == len(column.names)


def test_equal_numbers_are_one_band():
    assert banded(np.full(9, 2.5)).names == ("2.5",)
    assert banded(np.array([np.nan])).names == ()


@pytest.mark.parametrize(
    "cells",
    [
        ["2026-01-31", "2026-02-01"],
        ["2026-01-31T23:59:59", "2026-02-01 00:00"],
        [" 2026-01-31 ", "2026-02-01T10:00:00.5Z"],
        [date(2026, 1, 31), date(2026, 2, 1)],
        [datetime(2026, 1, 31, 23, 59), datetime(2026, 2, 1)],
    ],
)
def test_iso_dates_and_timestamps_are_dates(cells):
    given = [cells[k % 2] for k in range(N - 1)] + [None]
    column = read(given)
    assert isinstance(column, DateColumn)
    days = column.by("month")
    assert days.names == ("2026-01", "2026-02")
    assert days.codes[:2].tolist() == [0, 1]
    assert column.day[-1] == MISSING_DAY


@pytest.mark.parametrize("bad", ["31.12.2026", "2026-13-01", "2026-02-30", "soon"])
def test_the_first_cell_that_is_no_date_is_named(bad):
    given = ["2026-06-30"] * N
    given[16] = given[20] = bad
    sentence = f"row 17 of the data has “{bad}”. Write it as 2026-06-30"
    with pytest.raises(IntakeError, match=sentence):
        read(given)


@pytest.mark.parametrize(
    ("column", "name", "sentence"),
    [
        (
            range(N),
            "x",
            r"x looks like an identifier \(400 values\): choose",
        ),
        ([f"c{k}" for k in range(N)], "x", "looks like an identifier"),
        (BASE["y"], "y", "y is the label: choose another column"),
        (BASE["s"], "s", "s is a score"),
        ([None] * N, "x", "x is empty"),
    ],
)
def test_a_column_that_does_not_fit_is_refused_with_a_reason(column, name, sentence):
    with pytest.raises(IntakeError, match=sentence):
        read(list(column), name)


def test_a_column_that_does_not_exist_is_named():
    frame = pd.DataFrame(BASE)
    with pytest.raises(IntakeError, match="There is no column “town” for the segments"):
        costdash.read_predictions(frame, segments=["town"], **ROLES)


def test_rows_without_a_label_or_score_are_left_out_of_the_segments_too():
    frame = pd.DataFrame(BASE | {"x": np.repeat(["a", "b"], N // 2)})
    frame["y"] = frame["y"].astype(object)
    frame.loc[:9, "y"] = None
    frame.loc[10:19, "s"] = np.nan
    with pytest.warns(IntakeWarning):
        rows = costdash.read_predictions(frame, segments="x", **ROLES)
    codes = rows.segments["x"].codes
    assert codes.tolist() == [0] * (N // 2 - 20) + [1] * (N // 2)


def test_weights_that_count_cases_repeat_the_segments():
    frame = pd.DataFrame(BASE | {"w": 2, "x": np.repeat(["a", "b"], N // 2)})
    with pytest.warns(IntakeWarning, match="counts as that many"):
        rows = costdash.read_predictions(frame, segments="x", weight="w", **ROLES)
    assert rows.segments["x"].codes.tolist() == [0] * N + [1] * N


def test_the_page_offers_columns_with_their_reasons():
    table = arrow_table(
        pd.DataFrame(
            BASE
            | {
                "id": [f"c{k}" for k in range(N)],
                "region": RNG.choice(["a", "b"], N),
                "amount": RNG.lognormal(size=N),
                "day": "2026-01-01",
            }
        )
    )
    columns = read_frame(table, Limits()).columns
    choices = {each["name"]: each for each in segment_choices(columns, Roles.given(**ROLES))}
    assert [*choices] == ["id", "region", "amount", "day"]
    assert choices["id"]["reason"].startswith("id looks like an identifier")
    assert {name: each["kind"] for name, each in choices.items() if not each["reason"]} == {
        "region": "values",
        "amount": "bands",
        "day": "dates",
    }


def test_a_column_of_segments_is_no_score_and_not_unused():
    frame = pd.DataFrame({"label": BASE["y"], "s": BASE["s"], "amount": RNG.random(N)})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows = costdash.read_predictions(frame, segments="amount")
    assert [*rows.scores] == ["s"]
    assert rows.segments["amount"].bands
