"""Rows of a table grouped by a column of segments, for all models in one more pass.

The rule of least cost is a vertex of a model's convex hull. So the rows are grouped by segment,
class and the vertices that they reach, and the costs of all segments are exact. Each row is counted
once for each model: groups by the vertices of all models together would be far more.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from costdash.core.curves.hull import convex_hull
from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import SegmentRows, matching_rows
from costdash.core.sample.segment_column import GroupingColumn
from costdash.core.types import Floats
from costdash.intake.columns.levels import Column
from costdash.intake.columns.roles import Roles
from costdash.intake.engines.grouping import with_bins
from costdash.intake.errors import IntakeError, shown
from costdash.intake.rows.segments import MOST_VALUES, holds_dates, in_bands, segment_column

if TYPE_CHECKING:
    import ibis.expr.types as ir

MOST_DAYS = 4000  # distinct dates of a column


def segment_rows(
    rows: "ir.Table", roles: Roles, counts: dict[str, Counts], sampling: bool
) -> dict[str, SegmentRows]:
    """The rows by segment for each model; empty without a column of segments.

    Raises IntakeError for more than one column, or for one with too many values.
    """
    if not roles.segments:
        return {}
    if len(roles.segments) > 1:
        raise IntakeError("A table is counted by one column of segments: name one.")
    (name,) = roles.segments
    cuts = [model.threshold[convex_hull(model).index[1:]] for model in counts.values()]
    found = _aggregated(rows, cuts, sampling)
    cells = found["segment0"]
    column = Column(cells if pa.types.is_temporal(cells.type) else _plain(cells))
    _check_values(name, column)
    segments = segment_column(name, column, np.ones(len(cells), dtype=bool))
    of_model = found["model"].to_numpy()
    return {
        model: _of_model(found, np.flatnonzero(of_model == i), cuts[i], name, segments, sampling)
        for i, model in enumerate(counts)
    }


def _aggregated(rows: "ir.Table", cuts: Sequence[Floats], sampling: bool) -> pa.Table:
    """Rows, and weights, by segment, class, model and the vertex of the model that they reach."""
    import ibis

    scores = {f"score{i}": rows[f"score{i}"] for i in range(len(cuts))}
    columns: dict[str, Any] = {"positive": rows.positive, "segment0": _as_day(rows.segment0)}
    if "weight" in rows.columns:
        columns["weight"] = rows.weight
    placed = with_bins(rows.select(**scores, **columns), cuts)
    if len(cuts) == 1:
        each = placed.select(*columns, model=ibis.literal(0), bin=placed.bin0)
    else:
        models = ibis.memtable(pa.table({"model": np.arange(len(cuts))}))
        beside = placed.cross_join(models)
        bins = [(beside.model == i, beside[f"bin{i}"]) for i in range(len(cuts))]
        each = beside.select(*columns, "model", bin=ibis.cases(*bins))
    sums: dict[str, Any] = {"times": each.count()}
    if sampling:
        sums |= {"weight": each.weight.sum(), "squared": (each.weight**2).sum()}
    elif "weight" in columns:
        sums["times"] = each.weight.cast("int64").sum()
    keys = ["model", "segment0", "positive", "bin"]
    found: pa.Table = each.group_by(keys).aggregate(**sums).order_by(keys).to_pyarrow()
    return found


def _of_model(
    found: pa.Table,
    groups: NDArray[np.intp],
    cuts: Floats,
    name: str,
    segments: GroupingColumn,
    sampling: bool,
) -> SegmentRows:
    """The rows of one model's groups."""
    index, times, weight = _matched(found.take(groups), sampling)
    place = groups[index]
    return SegmentRows(
        is_positive=found["positive"].to_numpy()[place] == 1,
        score=cuts[found["bin"].to_numpy()[place]],
        times=times,
        weight=weight,
        segments={name: segments[place]},
    )


def _matched(
    found: pa.Table, sampling: bool
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.float64] | None]:
    """Cell (m,), rows (m,) and weight (m,) of the groups."""
    times = found["times"].to_numpy().astype(np.int64)
    if not sampling:
        return np.arange(times.size), times, None
    return matching_rows(times, *(found[key].to_numpy() for key in ("weight", "squared")))


def _as_day(column: Any) -> Any:
    """A column of timestamps as dates, of which there are fewer."""
    return column.cast("date") if column.type().is_timestamp() else column


def _plain(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    kind = cells.type
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return cells.cast(pa.string())
    if pa.types.is_decimal(kind):
        return cells.cast(pa.float64())
    return cells


def _check_values(name: str, column: Column) -> None:
    """Raises IntakeError for a column with too many values."""
    most = MOST_DAYS if holds_dates(column) else MOST_VALUES
    if not column.has_at_most(most):
        raise IntakeError(
            f"{shown(name)} has {column.distinct:,} values: choose a column with at most {most:,}."
        )
    if in_bands(column):
        raise IntakeError(
            f"{shown(name)} holds numbers, and bands need single rows: add a column with the bands "
            "to the table, or read a sample of the rows as a file."
        )
