"""Labels of a table that exist only where somebody looked: two queries, by the rules for files."""

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from costdash.core.sample.verification import Stratum
from costdash.intake.columns.levels import Column, value_text
from costdash.intake.engines.columns import LabelledTable
from costdash.intake.engines.expressions import (
    as_float,
    as_whole,
    double,
    is_gap,
    is_missing,
    single_row,
)
from costdash.intake.errors import IntakeError, listed
from costdash.intake.rows.verification import (
    FEW_GROUPS,
    MOST_STRATA,
    LabelSplit,
    band_names,
    check_several_groups,
    check_weights_alone,
    existing_column,
    offered_columns,
    score_column,
    strata_notes,
    too_many_groups,
)
from costdash.wording import counted

NO_UNSEEN = (
    "Limits of costs are those of resampling, which does not count a mistake that the audit did "
    "not see. Limits that do need single rows: read a sample of the rows as a file."
)


@dataclass(frozen=True, slots=True, eq=False)
class TableStrata:
    """The stratum of each row of a table as an expression, the strata, and notes on them."""

    place: Any
    strata: tuple[Stratum, ...]
    notes: list[str]

    @property
    def weight(self) -> Any:
        """How many rows each labelled row stands for, as an expression."""
        of_place = [(i, double(each.weight or 1)) for i, each in enumerate(self.strata)]
        return self.place.cases(*of_place, else_=double(1))


def strata_of(prepared: LabelledTable) -> TableStrata | None:
    """The strata of a table, counted by one query; None where no role names them.

    Raises IntakeError if they cannot say how rows were chosen, or if nobody looked at one of them.
    """
    roles = prepared.roles
    if not roles.says_who_looked:
        return None
    check_weights_alone(roles)
    if roles.verified_by is not None:
        code, names = _by_score(prepared, *roles.verified_by)
    else:
        code, names = _by_column(prepared, str(roles.verified_within))
    rows = prepared.table.rows
    label = rows[str(roles.label)]
    sides = {
        "code": code,
        "labelled": as_whole(label.isin(prepared.labelled)),
        "positive": as_whole(label.isin(prepared.positive)),
    }
    sided = rows.select(**sides)
    sums = {
        "rows": sided.count(),
        "labelled": sided.labelled.sum(),
        "positives": sided.positive.sum(),
    }
    found = sided.group_by("code").aggregate(**sums).to_pyarrow().to_pylist()
    found.sort(key=lambda row: row["code"])
    check_several_groups(len(found), roles)
    strata = tuple(Stratum(names[row["code"]], *(int(row[each]) for each in sums)) for row in found)
    _check_all_looked_at(strata)
    place = code.cases(*((int(row["code"]), i) for i, row in enumerate(found)), else_=0)
    notes = strata_notes(strata, roles)
    return TableStrata(place.cast("int64"), strata, [*notes, NO_UNSEEN])


def _check_all_looked_at(strata: tuple[Stratum, ...]) -> None:
    if blind := [each for each in strata if not each.labelled]:
        rows = counted(sum(each.rows for each in blind), "row")
        raise IntakeError(
            f"Nobody looked at {rows} ({listed([each.name for each in blind])}), and the bounds of "
            "their costs need single rows: read a sample of the rows as a file."
        )


def _by_column(prepared: LabelledTable, name: str) -> tuple[Any, list[str]]:
    """The place of each row's value among all values, and their texts; blanks come last."""
    existing_column(prepared.sample, name)
    column = prepared.table.rows[name]
    values = prepared.table.rows.select(value=column).distinct().limit(MOST_STRATA + 2)
    raw = values.to_pyarrow()["value"].to_pylist()
    if len([value for value in raw if value is not None]) > MOST_STRATA:
        distinct = prepared.table.rows.aggregate(n=column.nunique()).to_pyarrow()["n"][0]
        raise too_many_groups(name, distinct.as_py())
    first = {text: i for i, text in enumerate(prepared.sample[name].texts)}
    raw.sort(key=lambda value: (first.get(value_text(value), len(first)), value_text(value)))
    texts = pa.array([value_text(value) or None for value in raw], pa.string())
    levels = Column(pa.chunked_array([texts])).levels
    pairs = [(value, int(code)) for value, code in zip(raw, levels.codes) if code >= 0]
    blank = len(levels.texts)
    return column.cases(*pairs, else_=blank).cast("int64"), [*levels.texts, "blank"]


def _by_score(
    prepared: LabelledTable, name: str, edges: tuple[float, ...]
) -> tuple[Any, list[str]]:
    """How many edges each score reaches, and the names of the groups; blanks come last."""
    score_column(prepared.sample, name)
    score = as_float(prepared.table.rows[name])
    ordered = sorted(set(edges))
    reached: Any = as_whole(score >= double(ordered[0]))
    for edge in ordered[1:]:
        reached = reached + as_whole(score >= double(edge))
    return is_missing(score).ifelse(len(ordered) + 1, reached), band_names(name, ordered)


def label_columns(prepared: LabelledTable) -> list[dict[str, Any]]:
    """Columns that may say who was looked at, as of a file: two queries over all columns."""
    label, rows = prepared.roles.label, prepared.table.rows
    names = [name for name in prepared.sample.names if name != label]
    numeric = [name for name in names if prepared.sample[name].is_numeric]
    few = [name for name in names if prepared.sample[name].has_at_most(FEW_GROUPS)]
    others = [name for name in few if name not in numeric]
    labelled = as_whole(rows[str(label)].isin(prepared.labelled))
    found: dict[str, Any] = {}
    for i, name in enumerate(numeric):
        score = as_float(rows[name])
        found[f"highest{i}"] = ((labelled == 0) & ~is_gap(score)).ifelse(score, None).max()
    found |= {f"values{i}": rows[name].nunique() for i, name in enumerate(others)}
    first = single_row(rows.aggregate(**found)) if found else {}
    highest = {i: first[f"highest{i}"] for i in range(len(numeric))}
    places = [i for i, value in highest.items() if value is not None]
    sums: dict[str, Any] = {"rows": rows.count()}
    for i in places:
        score = as_float(rows[numeric[i]])
        above = (score > double(highest[i])) & ~is_missing(score)
        sums[f"above{i}"] = as_whole(above).sum()
        sums[f"looked_at{i}"] = (labelled * (1 - as_whole(above))).sum()
        sums[f"least{i}"] = above.ifelse(score, None).min()
    second = single_row(rows.aggregate(**sums)) if places else {}
    splits: dict[str, LabelSplit | None] = dict.fromkeys(numeric)
    for i in places:
        if above := second[f"above{i}"]:
            ends = float(highest[i]), float(second[f"least{i}"])
            below = second["rows"] - above
            splits[numeric[i]] = LabelSplit(*ends, above, below, second[f"looked_at{i}"])
    few_values = [name for i, name in enumerate(others) if first[f"values{i}"] <= FEW_GROUPS]
    return offered_columns(names, splits, few_values)
