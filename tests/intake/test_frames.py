"""Data frames of every library are read alike."""

from datetime import date

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import costdash
from costdash.intake.api import write_table
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError

N = 200
RNG = np.random.default_rng(6)
Y = RNG.random(N) < 0.4
COLUMNS = {
    "ill": np.where(Y, "yes", "no").tolist(),
    "forest": (RNG.random(N) * 0.5 + Y * 0.4).round(3).tolist(),
    "logistic": [None if i % 9 == 0 else float(x) for i, x in enumerate(RNG.normal(size=N) + Y)],
    "count": RNG.integers(1, 4, N).tolist(),
}
ROLES = {"label": "ill", "positive": "yes", "weight": "count"}


def pandas_frame():
    return pd.DataFrame(COLUMNS)


def arrow_table():
    return pa.table(COLUMNS)


def arrow_of_other_types():
    """As polars hands its frames over."""
    texts = pa.array(["no", "yes"], pa.string_view())
    packed = pa.DictionaryArray.from_arrays(pa.array(Y, pa.uint32()), texts)
    decimals = arrow_table()["forest"].cast(pa.decimal128(10, 3))
    names = ["ill", "forest", "logistic", "count"]
    return pa.table([packed, decimals, *arrow_table().columns[2:]], names=names)


def duckdb_relation():
    duckdb = pytest.importorskip("duckdb")
    return duckdb.connect().from_arrow(pa.table(COLUMNS))


def polars_frame():
    return pytest.importorskip("polars").DataFrame(COLUMNS)


def polars_of_other_types():
    pl = pytest.importorskip("polars")
    return pl.DataFrame(COLUMNS).with_columns(
        pl.col("ill").cast(pl.Categorical),
        pl.col("forest").cast(pl.Decimal(10, 3)),
        pl.col("logistic").fill_null(float("nan")),
        pl.col("count").cast(pl.UInt8),
    )


FRAMES = [
    pandas_frame,
    arrow_table,
    arrow_of_other_types,
    duckdb_relation,
    polars_frame,
    polars_of_other_types,
]


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_is_read_like_the_file(frame, tmp_path):
    pandas_frame().to_csv(tmp_path / "scores.csv", index=False)
    expected = costdash.read_predictions(tmp_path / "scores.csv", **ROLES)
    found = costdash.read_predictions(frame(), **ROLES)
    np.testing.assert_array_equal(found.is_positive, expected.is_positive)
    assert found.names == expected.names == ["forest", "logistic"]
    for name, score in expected.scores.items():
        np.testing.assert_array_equal(found.scores[name], score)
    assert (found.weight is None) == (expected.weight is None)


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_is_analysed_without_naming_its_columns(frame):
    found = costdash.analyse(costdash.read_predictions(frame()), n_replicates=100)
    assert [*found.models] == ["forest", "logistic"]


def test_polars_gives_a_sentence_for_what_is_no_table_of_numbers_and_text():
    pl = pytest.importorskip("polars")
    frame = polars_frame()
    with pytest.raises(IntakeError, match=r"lazy: collect it first, with \.collect\(\)"):
        costdash.read_predictions(frame.lazy())
    with pytest.raises(IntakeError):
        costdash.read_predictions(frame["forest"])
    with pytest.raises(IntakeError):
        costdash.read_predictions(frame.head(0))
    odd = frame.with_columns(
        pl.concat_list("forest", "count").alias("list"),
        pl.struct("forest", "count").alias("struct"),
        pl.lit(date(2026, 1, 2)).alias("day"),
        pl.lit(None).alias("nothing"),
    )
    assert costdash.read_predictions(odd, **ROLES).names == ["forest", "logistic"]


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_is_written_for_the_page(frame, tmp_path):
    given = frame()
    assert write_table(given, tmp_path / "table.feather") == Roles()
    found = costdash.read_predictions(tmp_path / "table.feather", **ROLES)
    expected = costdash.read_predictions(given, **ROLES)
    np.testing.assert_array_equal(found.is_positive, expected.is_positive)
    for name, score in expected.scores.items():
        np.testing.assert_array_equal(found.scores[name], score)


def test_roles_by_their_former_names_are_read_with_a_warning():
    combination = ("both", "and", ("forest", "logistic"), 0.3)
    new = costdash.read_predictions(pandas_frame(), **ROLES, combinations=[combination])
    with pytest.warns(DeprecationWarning, match="combined is now called combinations") as warned:
        former = costdash.read_predictions(pandas_frame(), **ROLES, combined=[combination])
    [place] = {warning.filename for warning in warned if warning.category is DeprecationWarning}
    assert place == __file__
    assert former.names == new.names
    np.testing.assert_array_equal(former.scores["both"], new.scores["both"])
