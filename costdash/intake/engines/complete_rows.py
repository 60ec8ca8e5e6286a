"""The rows of a table that can be counted, by the rules for files, and notes on the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from costdash.core.sample.groups import LabelledTotals
from costdash.core.sample.verification import Stratum
from costdash.intake.columns.levels import Column, value_text
from costdash.intake.columns.roles import COUNT, SAMPLING, Roles
from costdash.intake.engines.columns import LabelledTable, distinct_values
from costdash.intake.engines.expressions import as_float, as_whole, is_gap, single_row
from costdash.intake.engines.passes import ScoreRange
from costdash.intake.engines.verification import TableStrata, strata_of
from costdash.intake.errors import IntakeError, shown
from costdash.intake.formats.numbers import check_exact
from costdash.intake.rows.build import check_both_classes, used_rows_note
from costdash.intake.rows.scores import (
    Unusable,
    call_values,
    left_out_note,
    negated_note,
    no_scores_error,
    unusable_notes,
)
from costdash.intake.rows.weights import (
    check_weights,
    counts_note,
    no_weight_error,
    unweighted_note,
)
from costdash.wording import counted

if TYPE_CHECKING:
    import ibis.expr.types as ir

ROWS_STAY_THE_SAME = "They were counted once, so they stay the same rows while models are off."


@dataclass(frozen=True, slots=True, eq=False)
class CompleteRows:
    """Rows that have a label, all scores and a weight, as `positive`, `score0`, ... and `weight`.

    `stratum`: if labels exist only where somebody looked. models: names of the models, in the
    order of these columns. labelled: all rows with a label, if some of them lack a score. ranges:
    those of the scores, by place, where they are known. sampling: weights do not count equal rows.
    negated: whether a negated score is 1 - score. strata: those of the rows, if they have any.
    """

    rows: "ir.Table"
    models: list[str]
    notes: list[str]
    labelled: LabelledTotals | None
    ranges: dict[int, ScoreRange]
    sampling: bool
    negated: dict[str, bool]
    strata: tuple[Stratum, ...] = ()

    def are_equal(self, a: str, b: str) -> bool:
        """Whether two models give the same score in every row."""
        left, right = (self.rows[f"score{self.models.index(name)}"] for name in (a, b))
        return not single_row(self.rows.aggregate(n=as_whole(left != right).sum()))["n"]


def complete_rows(prepared: LabelledTable) -> CompleteRows:
    """Rows that can be counted, by the rules and with the notes of `to_scored_rows`."""
    roles, all_rows = prepared.roles, prepared.all_rows
    strata = strata_of(prepared)
    scored, turned = _scored(prepared, strata)
    weighed = _weighed(scored, roles) if strata is None else _audited(scored, strata)
    models = _usable(weighed.rows, roles, turned)
    used, positives = models.found["rows"], models.found["positive"]
    rows, labelled = models.rows, None
    if models.lacking:
        labelled = weighed.total or LabelledTotals(used, positives, used - positives)
        for i in range(len(models.names)):
            rows = rows.filter(~is_gap(rows[f"score{i}"]))
        sums = {"used": rows.count(), "positives": rows.positive.sum()}
        used, positives = (value or 0 for value in single_row(rows.aggregate(**sums)).values())
    notes = weighed.notes + models.notes
    if used < all_rows:
        notes.append(used_rows_note(used, all_rows, gaps=models.lacking))
    if models.lacking:
        notes.append(ROWS_STAY_THE_SAME)
    check_both_classes(used, positives, str(roles.label), str(roles.positive))
    notes += _counts_notes(weighed, roles, models.found["rows"])
    ranges = {} if models.lacking else models.ranges
    return CompleteRows(
        rows,
        models.names,
        notes,
        labelled,
        ranges,
        weighed.sampling,
        turned,
        strata.strata if strata else (),
    )


def _counts_notes(weighed: "_WeighedRows", roles: Roles, rows: int) -> list[str]:
    """Says that weights are numbers of equal rows, where that is a guess."""
    if weighed.total is None or weighed.sampling or roles.weight_is == COUNT:
        return []
    return (
        [] if weighed.total.rows == rows else [counts_note(str(roles.weight), weighed.total.rows)]
    )


def _scored(
    prepared: LabelledTable, strata: TableStrata | None
) -> tuple["ir.Table", dict[str, bool]]:
    """Rows that have a label, and of negated models whether their scores are shares."""
    table, roles = prepared.table.rows, prepared.roles
    calls = [name for name in roles.scores if table.schema()[name].is_string()]
    table = table.mutate(**{name: _calls(prepared, name) for name in calls})
    numbers = [name for name in roles.scores if name not in calls]
    _check_numbers(table, [*numbers, *([roles.weight] if roles.weight else [])])
    _check_exact(table, numbers)
    turned = _are_shares(table, [name for name in roles.scores if name in roles.negate])
    label = table[str(roles.label)]
    columns = {"positive": as_whole(label.isin(prepared.positive))}
    columns |= {f"segment{i}": table[name] for i, name in enumerate(roles.segments)}
    for i, name in enumerate(roles.scores):
        score = as_float(table[name])
        columns[f"score{i}"] = score
        if name in turned:
            columns[f"score{i}"] = 1 - score if turned[name] else -score
    if roles.weight:
        columns["weight"] = as_float(table[roles.weight])
    if strata is not None:
        columns |= {"weight": strata.weight, "stratum": strata.place}
    return table.filter(label.isin(prepared.labelled)).select(**columns), turned


def _calls(prepared: LabelledTable, name: str) -> Any:
    """1 where a column of text calls a row positive, 0 where it does not, as `call_values`."""
    raw = distinct_values(prepared.table, name)["value"].to_pylist()
    texts = pa.array([value_text(value) or None for value in raw], pa.string())
    levels = Column(pa.chunked_array([texts])).class_levels
    positive = str(prepared.roles.positive)
    values = call_values(name, levels.texts, [*prepared.values], positive)
    of_value = [values[code] if code >= 0 else None for code in levels.codes]
    column = prepared.table.rows[name]
    pairs = [(v, call) for v, call in zip(raw, of_value) if v is not None and call is not None]
    return column.cases(*pairs, else_=None).cast("float64")


class _Models(NamedTuple):
    """Rows with the columns of the models that have scores, and what one pass found in them.

    lacking: whether some rows lack the score of a model.
    """

    rows: "ir.Table"
    names: list[str]
    ranges: dict[int, ScoreRange]
    found: dict[str, Any]
    lacking: bool
    notes: list[str]


def _usable(rows: "ir.Table", roles: Roles, turned: dict[str, bool]) -> _Models:
    """The models that have scores. Raises IntakeError if none has."""
    found = _found(rows, len(roles.scores))
    gaps = [found[f"gaps{i}"] for i in range(len(roles.scores))]
    places = [i for i, lost in enumerate(gaps) if lost < found["rows"]]
    names = [roles.scores[i] for i in places]
    if not names:
        raise no_scores_error(roles.scores)
    notes = [left_out_note(name) for name in roles.scores if name not in names]
    notes += [negated_note(name) for name in names if name in turned]
    lacking = {roles.scores[i]: Unusable(gaps[i], found[f"infinite{i}"]) for i in places if gaps[i]}
    columns = {"positive": rows.positive}
    columns |= {f"score{k}": rows[f"score{i}"] for k, i in enumerate(places)}
    columns |= {f"segment{i}": rows[f"segment{i}"] for i in range(len(roles.segments))}
    columns |= {name: rows[name] for name in ("weight", "stratum") if name in rows.columns}
    ends = ("distinct", "low", "high")
    ranges = {k: ScoreRange(*(found[f"{end}{i}"] for end in ends)) for k, i in enumerate(places)}
    notes += unusable_notes(lacking)
    return _Models(rows.select(**columns), names, ranges, found, bool(lacking), notes)


def _found(rows: "ir.Table", n_models: int) -> dict[str, Any]:
    """What one pass finds in all scores: rows, positives, gaps and ranges."""
    sums = {"rows": rows.count(), "positive": rows.positive.sum()}
    for i in range(n_models):
        score = rows[f"score{i}"]
        gap = is_gap(score)
        sums[f"gaps{i}"] = as_whole(gap).sum()
        sums[f"infinite{i}"] = as_whole(1.0 / gap.ifelse(score, 1.0) == 0).sum()
        sums[f"distinct{i}"] = score.approx_nunique()
        sums |= {f"low{i}": score.min(), f"high{i}": score.max()}
    return {name: value or 0 for name, value in single_row(rows.aggregate(**sums)).items()}


def _are_shares(table: "ir.Table", names: Sequence[str]) -> dict[str, bool]:
    """Whether all finite scores of models that are negated lie in [0, 1], as `are_shares`."""
    if not names:
        return {}
    ends: dict[str, Any] = {}
    for i, name in enumerate(names):
        score = as_float(table[name])
        finite = is_gap(score).ifelse(None, score)
        ends |= {f"low{i}": finite.min(), f"high{i}": finite.max()}
    found = single_row(table.aggregate(**ends))
    return {
        name: found[f"low{i}"] is not None and 0 <= found[f"low{i}"] and found[f"high{i}"] <= 1
        for i, name in enumerate(names)
    }


@dataclass(frozen=True, slots=True, eq=False)
class _WeighedRows:
    """Rows with a weight above zero, their total, whether these are sampling weights, and notes."""

    rows: "ir.Table"
    total: LabelledTotals | None
    sampling: bool
    notes: list[str]


def _weighed(rows: "ir.Table", roles: Roles) -> _WeighedRows:
    """All rows without a column of weights. Raises IntakeError for weights of no use."""
    if roles.weight is None:
        return _WeighedRows(rows, None, False, [])
    counts = rows.weight.notnull() & (rows.weight > 0) & ~is_gap(rows.weight)
    weight = counts.ifelse(rows.weight, 0.0)
    sums = {"all_rows": rows.count(), "weighted": as_whole(counts).sum()}
    for kind, each in (("weight", weight), ("squared", weight**2)):
        sums[f"positive_{kind}"] = (each * rows.positive).sum()
        sums[f"negative_{kind}"] = (each * (1 - rows.positive)).sum()
    # Rounding down makes 64-bit integers, which larger numbers, all of them whole, exceed.
    small = (weight.abs() >= 2**53).ifelse(0.0, weight)
    sums["fractional"] = as_whole(small != small.floor()).sum()
    used = counts.ifelse(rows.weight, None)
    sums |= {"least": used.min(), "greatest": used.max()}
    sums["negative"] = as_whole(rows.weight < 0).sum()
    about = {key: value or 0 for key, value in single_row(rows.aggregate(**sums)).items()}
    sampling = _are_sampling_weights(about, roles)
    if not about["weighted"]:
        raise no_weight_error(roles.weight)
    check_weights(roles.weight, about["least"], about["greatest"])
    notes = []
    if lost := about["all_rows"] - about["weighted"]:
        notes.append(unweighted_note(lost))
        rows = rows.filter(counts)
    return _WeighedRows(rows, _labelled_totals(about, sampling), sampling, notes)


def _audited(rows: "ir.Table", strata: TableStrata) -> _WeighedRows:
    """All rows with a label, each of which stands for rows of its stratum."""
    totals: dict[str, float] = {"weighted": 0, "positive_weight": 0, "negative_weight": 0}
    totals |= {"positive_squared": 0, "negative_squared": 0}
    for each in strata.strata:
        totals["weighted"] += each.labelled
        weight = each.weight or 1
        for side, n in (
            ("positive", each.positives),
            ("negative", each.labelled - each.positives),
        ):
            totals[f"{side}_weight"] += n * weight
            totals[f"{side}_squared"] += n * weight**2
    return _WeighedRows(rows, _labelled_totals(totals, True), True, strata.notes)


def _labelled_totals(about: dict[str, float], sampling: bool) -> LabelledTotals:
    """Of all rows with a label and a weight, as a file has them."""
    positives, negatives = about["positive_weight"], about["negative_weight"]
    if not sampling:  # one row for each case
        rows = round(positives) + round(negatives)
        return LabelledTotals(rows, round(positives), round(negatives))
    squared = about["positive_squared"], about["negative_squared"]
    return LabelledTotals(int(about["weighted"]), positives, negatives, squared)


def _check_numbers(table: "ir.Table", names: Sequence[str]) -> None:
    schema = table.schema()
    for name in names:
        if not (schema[name].is_numeric() or schema[name].is_boolean()):
            raise IntakeError(
                f"Column {shown(name)} does not hold numbers. Choose another column of scores, or "
                "convert it to numbers."
            )
    if table.get_backend().name == "sqlite":
        _check_cells(table, names)


def _check_cells(table: "ir.Table", names: Sequence[str]) -> None:
    """Raises IntakeError for text in a column of numbers, which SQLite would take as 0."""
    is_text = {name: table[name].typeof().isin(["text", "blob"]) for name in names}
    sums = {f"text{i}": as_whole(is_text[name]).sum() for i, name in enumerate(names)}
    for name, rows in zip(names, single_row(table.aggregate(**sums)).values()):
        if rows:
            raise IntakeError(
                f"Column {shown(name)} holds text in {counted(rows, 'row')}. Make these cells "
                "numbers, or empty."
            )


def _check_exact(table: "ir.Table", names: Sequence[str]) -> None:
    """Raises IntakeError for whole numbers that doubles cannot tell apart, as in a file."""
    schema = table.schema()
    whole = [name for name in names if schema[name].is_integer() and schema[name].nbytes > 4]
    if not whole:
        return
    ends = {f"low{i}": table[name].min() for i, name in enumerate(whole)}
    ends |= {f"high{i}": table[name].max() for i, name in enumerate(whole)}
    found = table.aggregate(**ends).to_pyarrow().to_pylist()[0]
    for i, name in enumerate(whole):
        low, high = (int(found[f"{end}{i}"] or 0) for end in ("low", "high"))
        check_exact(name, max(low, high, key=abs))


def _are_sampling_weights(about: dict[str, int], roles: Roles) -> bool:
    """Whether weights are sampling weights, by the rules for files. Raises IntakeError."""
    name = shown(str(roles.weight))
    if about["negative"]:
        raise IntakeError(f"Column {name} has {counted(about['negative'], 'negative weight')}.")
    if about["fractional"] and roles.weight_is == COUNT:
        raise IntakeError(
            f"Column {name} cannot count cases, because it holds no whole number in "
            f"{counted(about['fractional'], 'row')}. Choose whole numbers, or take the weights as "
            "sampling weights."
        )
    return bool(about["fractional"]) or roles.weight_is == SAMPLING
