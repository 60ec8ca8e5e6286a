"""Rows of a table grouped by class and by the retained thresholds of all models that they reach."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from costdash.core.curves.hull import convex_hull
from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import matching_rows
from costdash.core.types import Floats
from costdash.intake.engines.expressions import as_whole, double

if TYPE_CHECKING:
    import ibis.expr.types as ir

MOST_GROUPS = 300_000  # of each class, which bounds the thresholds that all models share
CUTS_PER_MODEL = (6, 80)  # fewest and most of these for each model
BIN_COUNTS = (1 << 12, 1 << 16)  # of the range of the cuts, in which cuts are looked up
CUTS = 2  # most cuts within one of these parts
FEW_CUTS = 15  # found as quickly by a search; then few models need a table
KEY_BITS = 62


@dataclass(frozen=True, slots=True, eq=False)
class TableGroups:
    """Groups of rows: class (g,), score of each model (g,), and how many rows there are (g,).

    weight (g,): of each of these rows, if they have sampling weights. stratum (g,): of these rows,
    if labels exist only where somebody looked.
    """

    is_positive: NDArray[np.bool_]
    scores: dict[str, Floats]
    times: NDArray[np.int64]
    weight: Floats | None = None
    stratum: NDArray[np.int64] | None = None


def grouped(
    rows: "ir.Table", counts: dict[str, Counts], sampling: bool = False, strata: int = 0
) -> TableGroups:
    """Groups of the rows `positive`, `score0`, ... and, if they have any, `weight` and `stratum`.

    sampling: weights are sampling weights; otherwise they count equal rows.
    """
    most = cuts_per_model(len(counts), strata)
    cuts = [_retained(model_counts, name, most) for name, model_counts in counts.items()]
    placed = with_bins(rows, cuts)
    sizes = {"positive": 2} | ({"stratum": strata} if strata else {})
    sizes |= {f"bin{i}": model_cuts.size for i, model_cuts in enumerate(cuts)}
    keys = _chunked(sizes)
    joined = {f"key{i}": _joined_key(placed, sizes, names) for i, names in enumerate(keys)}
    weight = {"weight": placed.weight} if "weight" in rows.columns else {}
    table = placed.select(**joined, **weight)
    sums = {"times": table.count()}
    if sampling:
        sums |= {"weight": table.weight.sum(), "squared": (table.weight**2).sum()}
    elif weight:
        sums["times"] = table.weight.cast("int64").sum()
    aggregated = table.group_by([*joined]).aggregate(**sums).to_pyarrow()
    order = np.lexsort([aggregated[name].to_numpy() for name in joined])
    place = {}
    for i, names in enumerate(keys):
        key = aggregated[f"key{i}"].to_numpy()[order]
        for name in reversed(names):
            key, place[name] = np.divmod(key, sizes[name])
    times = aggregated["times"].to_numpy().astype(np.int64)[order]
    scores = {
        name: model_cuts[place[f"bin{i}"]] for i, (name, model_cuts) in enumerate(zip(counts, cuts))
    }
    if not sampling:
        return TableGroups(place["positive"] == 1, scores, times)
    mass, squared = (aggregated[name].to_numpy()[order] for name in ("weight", "squared"))
    index, times, each = matching_rows(times, mass, squared)
    scores = {name: score[index] for name, score in scores.items()}
    stratum = place["stratum"][index] if strata else None
    return TableGroups(place["positive"][index] == 1, scores, times, each, stratum)


def cuts_per_model(models: int, strata: int = 0) -> int:
    """About how many thresholds of each model are kept in the groups, which pairs are read from."""
    return int(np.clip((MOST_GROUPS / max(strata, 1)) ** (1 / models), *CUTS_PER_MODEL))


def _retained(counts: Counts, name: str, most: int) -> Floats:
    """At most `most` thresholds of the groups, falling: all, or some of the hull and the curve."""
    last = counts.threshold.size - 1
    if last <= most:
        return counts.threshold[1:]
    even = np.searchsorted(counts.fpr + counts.tpr, np.linspace(0, 2, most // 2)).clip(1, last)
    hull = convex_hull(counts, name).index
    hull = hull[np.linspace(0, hull.size - 1, most // 2).round().astype(np.intp)]
    index: NDArray[np.intp] = np.unique(np.concatenate((hull, even, [last])))
    return counts.threshold[index[index > 0]]


def _chunked(sizes: dict[str, int]) -> list[list[str]]:
    """The names in as few chunks as fit into whole numbers of KEY_BITS bits."""
    chunks: list[list[str]] = [[]]
    for name in sizes:
        if prod(sizes[key] for key in [*chunks[-1], name]) >= 1 << KEY_BITS:
            chunks.append([])
        chunks[-1].append(name)
    return chunks


def _joined_key(placed: "ir.Table", sizes: dict[str, int], names: list[str]) -> Any:
    """One number for several places."""
    key = placed[names[0]].cast("int64")
    for name in names[1:]:
        key = key * sizes[name] + placed[name]
    return key


def with_bins(rows: "ir.Table", cuts: Sequence[Floats]) -> "ir.Table":
    """The rows with `bin0`, ...: the place of the strictest cut (falling) that each score reaches.

    The range of the cuts in equal parts tells the place up to the few cuts within a part. Where
    too many cuts lie in one part, and of few cuts, a binary search finds it. All tables of parts
    are joined side by side: engines such as SQLite end at deeply nested queries.
    """
    import ibis

    joined: Any = rows
    tables = [_finest_lookup(model_cuts) for model_cuts in cuts]
    for i, table in enumerate(tables):
        if table is not None:
            parts = ibis.memtable(pa.table({f"{name}_{i}": of for name, of in table.items()}))
            key = _part(joined[f"score{i}"], cuts[i], table["part"].size)
            joined = joined.inner_join(parts, [key == parts[f"part_{i}"]])
    bins = {}
    for i, table in enumerate(tables):
        score = joined[f"score{i}"]
        if table is None:
            bins[f"bin{i}"] = _searched(score, cuts[i])
            continue
        bins[f"bin{i}"] = joined[f"before_{i}"]
        for k in range(CUTS):
            bins[f"bin{i}"] += as_whole(score < joined[f"cut{k}_{i}"])
    return joined.select(*rows.columns, **bins)


def _part(score: Any, cuts: Floats, parts: int) -> Any:
    """Which of so many equal parts of the range of the cuts a score lies in."""
    import ibis

    low, scale = double(cuts[-1]), double(parts / (float(cuts[0]) - float(cuts[-1])))
    return ibis.least((score - low) * scale, double(parts - 1)).floor().cast("int64")


def _finest_lookup(cuts: Floats) -> dict[str, NDArray] | None:
    """The smallest table of parts that tells the cuts apart; None if there is none, or no need."""
    if cuts.size <= FEW_CUTS:
        return None
    return next((table for parts in BIN_COUNTS if (table := lookup(cuts, parts))), None)


def lookup(cuts: Floats, parts: int) -> dict[str, NDArray] | None:
    """For each part of the range of the cuts, cuts above it and those within; None if too many."""
    span = float(cuts[0]) - float(cuts[-1])
    if span == 0 or not 0 < (scale := parts / span) < np.inf:
        return None
    part = np.minimum((cuts - cuts[-1]) * scale, parts - 1.0).astype(np.int64)
    within = np.bincount(part, minlength=parts)
    if within.max() > CUTS:
        return None
    before = within[::-1].cumsum()[::-1] - within
    table: dict[str, NDArray] = {"part": np.arange(parts), "before": before}
    for i in range(CUTS):
        table[f"cut{i}"] = np.full(parts, -np.inf)
        has = within > i
        table[f"cut{i}"][has] = cuts[before[has] + i]
    return table


def _searched(score: Any, cuts: Floats) -> Any:
    """The place of the strictest cut (falling) that a score reaches, by binary search."""
    import ibis

    def among(first: int, last: int) -> Any:
        if first == last:
            return ibis.literal(first, "int32")  # as engines take a constant, whatever its type
        middle = (first + last) // 2
        reached = score >= double(cuts[middle])
        return ibis.ifelse(reached, among(first, middle), among(middle + 1, last))

    return among(0, cuts.size - 1).cast("int64")
