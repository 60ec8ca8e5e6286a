"""Passes over one column of scores: GROUP BY queries that any engine of Ibis can run."""

from dataclasses import fields
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from costdash.core.types import Floats
from costdash.intake.engines.cells import LEAST_EXPONENT, Cells, Split
from costdash.intake.engines.expressions import double

if TYPE_CHECKING:
    import ibis.expr.types as ir

ROOT = 0  # the key of the cell that holds all rows
LN_2, LEAST_POWER = log(2), 2.0**LEAST_EXPONENT
SINGLE = -1  # the depth of cells of one score, which nothing splits


class ScoreRange(NamedTuple):
    """About how many distinct values a score has, the least and the greatest."""

    distinct: int
    low: float
    high: float


class Passes:
    """Reads a score, its class and its weight in a table, and counts how often.

    rows: an Ibis table of the columns `score` (a finite float), `positive` (0 or 1) and, if rows
    have weights, `weight`. score_range: the range of the scores, if a
    pass over all columns has computed it.
    """

    def __init__(self, rows: "ir.Table", score_range: ScoreRange | None = None) -> None:
        self._rows = rows
        self._is_weighted = "weight" in rows.columns
        self._splits: dict[int, list[Split]] = {}
        self._free = ROOT + 1
        self.done = 0
        self._range = score_range or self._find_range()

    def _find_range(self) -> ScoreRange:
        self.done += 1
        score = self._rows.score
        ends = {"distinct": score.approx_nunique(), "low": score.min(), "high": score.max()}
        extremes = self._rows.aggregate(**ends).to_pyarrow()
        return ScoreRange(*(extremes[name][0].as_py() for name in ScoreRange._fields))

    def distinct(self, most: int) -> Cells | None:
        """One cell for each distinct score; None if there are more than `most`."""
        if self._range.distinct > 1.5 * most:
            return None
        self.done += 1
        cells = self._counted(self._rows.mutate(key=self._rows.score), SINGLE, limit=most + 1)
        return None if cells.size > most else cells

    def root(self, parts: int) -> Cells:
        """The range of the scores in equal parts."""
        whole = Cells(
            key=np.array([ROOT]),
            depth=np.array([0]),
            low=np.array([self._range.low]),
            high=np.array([self._range.high]),
            rows=np.zeros((1, 2), np.int64),
            weight=np.zeros((1, 2)),
            squared=np.zeros((1, 2)),
        )
        return Cells.joined(self.split(whole, np.array([float(parts)]), parts))

    def split(self, cells: Cells, want: Floats, budget: int) -> list[Cells]:
        """The parts of each cell that hold rows; want (c,): how many parts each should have.

        Cells of few rows fall apart into their distinct scores.
        """
        parts = []
        for depth in np.unique(cells.depth).tolist():
            here = cells.depth == depth
            some = cells.take(here)
            split = Split.of(some, want[here], self._free, budget)
            above = [_joined(self._splits[level]) for level in range(depth)]
            placed = self._placed(self._between(some), [*above, split])
            self.done += 1
            if 0 < cells.rows[here].sum() <= budget:
                parts.append(self._counted(placed.mutate(key=placed.score), depth=SINGLE))
                continue
            self._free = split.end
            self._splits.setdefault(depth, []).append(split)
            parts.append(self._counted(placed, depth + 1))
        return parts

    def _between(self, cells: Cells) -> "ir.Table":
        """The rows from the least to the greatest score of the cells."""
        low, high = float(cells.low.min()), float(cells.high.max())
        if (low, high) == (self._range.low, self._range.high):
            return self._rows
        return self._rows.filter(self._rows.score.between(double(low), double(high)))

    def _placed(self, rows: "ir.Table", splits: list[Split]) -> "ir.Table":
        """The rows in the parts of the last split, with the key of their part.

        All splits are joined side by side: engines such as SQLite end at deeply nested queries.
        """
        import ibis

        root, *below = splits
        if any(split.needs_ranks for split in below):
            rows = _with_ranks(rows)
        unit, low, span = (double(column[0]) for column in (root.unit, root.low, root.span))
        part = ((rows.score * unit - low) / span * int(root.parts[0])).floor().cast("int64")
        part = ibis.greatest(ibis.least(part, int(root.parts[0]) - 1), 0)
        placed = rows.mutate(key=int(root.first[0]) + part)
        joined, key = placed, placed.key
        for depth, split in enumerate(below, 1):
            columns = {f"{name}_{depth}": of for name, of in split.columns().items()}
            cells = ibis.memtable(pa.table(columns))
            joined = joined.inner_join(cells, [key == cells[f"key_{depth}"]])
            key = _part_key(joined, split, depth)
        return joined.select(*self._rows.columns, key=key) if below else placed

    def _counted(self, placed: "ir.Table", depth: int, limit: int | None = None) -> Cells:
        """Counts of both classes by key."""
        positive = placed.positive
        sums = {"low": placed.score.min(), "high": placed.score.max(), "rows": placed.count()}
        sums["positives"] = positive.sum()
        if self._is_weighted:
            for name, weight in (("weight", placed.weight), ("squared", placed.weight**2)):
                sums[f"negative_{name}"] = (weight * (1 - positive)).sum()
                sums[f"positive_{name}"] = (weight * positive).sum()
        grouped = placed.group_by("key").aggregate(**sums)
        summed = (grouped if limit is None else grouped.limit(limit)).to_pyarrow()
        column = {name: summed[name].to_numpy() for name in summed.column_names}
        rows = _by_class(column["rows"], column["positives"]).astype(np.int64)
        weight = squared = rows
        if self._is_weighted:
            weight, squared = (
                np.stack((column[f"negative_{name}"], column[f"positive_{name}"]), axis=1)
                for name in ("weight", "squared")
            )
        key = np.zeros(rows.shape[0]) if depth == SINGLE else column["key"]
        cells = Cells(
            key.astype(np.int64),
            np.full(rows.shape[0], depth),
            column["low"] + 0.0,
            column["high"] + 0.0,
            rows,
            weight,
            squared,
        )
        return Cells.joined([cells])


def _part_key(rows: Any, split: Split, depth: int) -> Any:
    """The key of the part in which a split of this depth puts a score."""
    import ibis

    of = {name: rows[f"{name}_{depth}"] for name in split.columns()}
    share = (rows.score * of["unit"] - of["low"]) / of["span"]
    if split.needs_ranks:
        share = share + (rows["rank"] - of["rank_low"]) / of["rank_span"]
    part = (share * of["parts"]).floor().cast("int64")
    return of["first"] + ibis.least(part, of["parts"] - 1)


def _by_class(total: NDArray, positive: NDArray) -> NDArray:
    return np.stack((total - positive, positive), axis=1)


def _joined(splits: list[Split]) -> Split:
    """All splits of one depth."""
    columns: dict[str, Any] = {
        field.name: np.concatenate([getattr(split, field.name) for split in splits])
        for field in fields(Split)
    }
    return Split(**columns)


def _with_ranks(rows: "ir.Table") -> "ir.Table":
    """The rows with the `float_rank` of their score.

    The logarithm gives the exponent up to rounding. The table of powers makes it exact, so that
    ranks rise with the scores in every engine.
    """
    import ibis

    exponents = np.arange(LEAST_EXPONENT, 1024)
    powers = {
        "_exponent": exponents,
        "_power": np.ldexp(1.0, exponents),
        "_above": (exponents - LEAST_EXPONENT).astype(float),
    }
    magnitude = rows.score.abs()
    about = ibis.greatest(magnitude, double(LEAST_POWER)).ln() / double(LN_2)
    about = about.floor().cast("int64")
    exponent = ibis.least(ibis.greatest(about, LEAST_EXPONENT), 1023)
    table = ibis.memtable(pa.table(powers))
    both = rows.mutate(_about=exponent).inner_join(table, [("_about", "_exponent")])
    both = both.select(*rows.columns, *powers)
    times, above = both.score.abs() / both["_power"], both["_above"]
    too_high = (times < 1) & (above > 0)
    rank = (times >= 2).ifelse(
        above + 1 + times / 2, too_high.ifelse(above - 1 + times * 2, above + times)
    )
    return both.select(*rows.columns, rank=(both.score < 0).ifelse(-rank, rank))
