"""From a table of an engine to grouped Predictions: a few passes, and no row leaves the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import Groups, LabelledTotals
from costdash.core.sample.predictions import Predictions
from costdash.intake.columns.roles import COUNT, SAMPLING, Guess, Roles
from costdash.intake.columns.scores import roles_sentence
from costdash.intake.engines.columns import LabelledTable, labelled_table
from costdash.intake.engines.grouping import cuts_per_model, grouped
from costdash.intake.engines.passes import Passes, ScoreRange
from costdash.intake.engines.reduction import STRICT, Reduction, reduced
from costdash.intake.engines.source import Table, engine_errors
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.numbers import check_exact
from costdash.intake.limits import Limits
from costdash.intake.rows.matrices import read_matrices
from costdash.wording import counted, percent

if TYPE_CHECKING:
    import ibis.expr.types as ir


@dataclass(frozen=True, slots=True, eq=False)
class TableSample:
    """Grouped rows of a table, details as of a file, messages, and how the rows were counted.

    guess: the roles of its columns, with reasons.
    """

    predictions: Predictions
    details: dict[str, Any]
    messages: list[str]
    table_summary: dict[str, Any]
    guess: Guess


def reduce_table(table: Table, given: Roles, limits: Limits) -> TableSample:
    """Counts of every model, and the rows grouped by all models' retained thresholds.

    Raises IntakeError if the table cannot be read or a role must be chosen.
    """
    with engine_errors(table.engine):
        prepared = labelled_table(table, given, limits)
        complete = _complete_rows(prepared)
        rows, notes, labelled = complete.rows, complete.notes, complete.labelled
        reductions = {}
        for i, name in enumerate(prepared.roles.scores):
            columns = {"score": rows[f"score{i}"], "positive": rows.positive}
            if "weight" in rows.columns:
                columns["weight"] = rows.weight
            reductions[name] = reduced(Passes(rows.select(**columns), complete.ranges.get(i)))
        sampling = complete.sampling
        counts = {name: _counts(reduction, sampling) for name, reduction in reductions.items()}
        groups = grouped(rows, counts, sampling)
    sums = {name: reduction.cells.weight_sums for name, reduction in reductions.items() if sampling}
    predictions = Predictions(
        is_positive=groups.is_positive,
        scores=groups.scores,
        confusions=read_matrices(prepared.roles.confusions),
        weight=groups.weight,
        groups=Groups(groups.times, counts, labelled, sums),
    )
    passes = (
        sum(reduction.passes for reduction in reductions.values()) + 4
    )  # the roles, gaps, label, groups
    table_summary = _table_summary(table, list(reductions.values()), passes)
    roles, guessed = prepared.roles, prepared.guess
    read_as = roles_sentence(roles)
    details: dict[str, Any] = {
        "rows_read": sum(prepared.values.values()),
        "label": roles.label,
        "positive": roles.positive,
        "roles": roles.as_json(),
        "read_as": read_as,
        "multiclass": [],
        "table": table_summary,
        "negated": dict.fromkeys(roles.negate, False),
    }
    total = sum(prepared.values.values())
    about = [where_sentence(table_summary, total), *_pairs_note(counts)]
    messages = [*about, *guessed.questions, *guessed.notes, *notes]
    return TableSample(predictions, details, messages, table_summary, guessed)


def _pairs_note(counts: Mapping[str, Counts]) -> list[str]:
    """How many thresholds pairs are compared at, where models have more."""
    most = cuts_per_model(len(counts))
    if len(counts) < 2 or max(model.threshold.size - 1 for model in counts.values()) <= most:
        return []
    return [
        f"Two models are compared at up to {most} thresholds of each, so p-values and limits of "
        "their differences are approximate."
    ]


def where_sentence(table_summary: dict[str, Any], rows: int) -> str:
    """Where the rows are, how many, how often they were read, and how exact the curves are."""
    start = (
        f"The {rows:,} rows stay in {table_summary['source']} ({table_summary['engine']}), which "
        f"was read in {table_summary['passes']} passes."
    )
    if table_summary["exact"]:
        return f"{start} All curves are exact."
    hull = (
        "exact"
        if table_summary["hull_exact"]
        else f"off by at most {table_summary['hull_error']:.2g} in tpr"
    )
    return (
        f"{start} At retained thresholds curves are exact; between them they are off by at most "
        f"{table_summary['tpr_error']:.2g} in tpr and {table_summary['fpr_error']:.2g} in fpr, and "
        f"by {percent(table_summary['strict_fpr_error'])} of fpr below {percent(STRICT)}. "
        f"Convex hulls are {hull}."
    )


def _table_summary(table: Table, reductions: Sequence[Reduction], passes: int) -> dict[str, Any]:
    """The fields of `data` in the JSON: the largest error of any model."""
    return {
        "source": table.name,
        "engine": table.engine,
        "passes": passes,
        "exact": all(reduction.exact for reduction in reductions),
        "tpr_error": max(reduction.tpr_error for reduction in reductions),
        "fpr_error": max(reduction.fpr_error for reduction in reductions),
        "strict_fpr_error": max(reduction.strict_error for reduction in reductions),
        "hull_exact": all(reduction.hull_is_exact for reduction in reductions),
        "hull_error": max(reduction.hull_error for reduction in reductions),
    }


@dataclass(frozen=True, slots=True, eq=False)
class _CompleteRows:
    """Rows that have a label, all scores and a weight, as `positive`, `score0`, ... and `weight`.

    labelled: all rows with a label, if some of them lack a score. ranges: those of
    the scores, by place, where they are known. sampling: weights do not count equal rows.
    """

    rows: "ir.Table"
    notes: list[str]
    labelled: LabelledTotals | None
    ranges: dict[int, ScoreRange]
    sampling: bool


def _complete_rows(prepared: LabelledTable) -> _CompleteRows:
    table, roles = prepared.table.rows, prepared.roles
    _check_numbers(table, [*roles.scores, *([roles.weight] if roles.weight else [])])
    _check_exact(table, roles.scores)
    label = table[str(roles.label)]
    columns = {"positive": label.isin(prepared.positive).cast("int64")}
    for i, name in enumerate(roles.scores):
        score = table[name].cast("float64")
        columns[f"score{i}"] = -score if name in roles.negate else score
    if roles.weight:
        columns["weight"] = table[roles.weight].cast("float64")
    rows = table.filter(label.isin(prepared.labelled)).select(**columns)
    gaps = {name: _is_gap(rows[name]) for name in columns if name != "positive"}
    if "weight" in gaps:
        gaps["weight"] = gaps["weight"] | (rows.weight <= 0)
    sums = {f"gaps_{name}": gap.cast("int64").sum() for name, gap in gaps.items()}
    sums |= {"all_rows": rows.count(), "all_positive": rows.positive.sum()}
    if roles.weight:
        weight = gaps["weight"].ifelse(0.0, rows.weight)
        for kind, each in (("weight", weight), ("squared", weight**2)):
            sums[f"positive_{kind}"] = (each * rows.positive).sum()
            sums[f"negative_{kind}"] = (each * (1 - rows.positive)).sum()
        sums["weighted"] = (~gaps["weight"]).cast("int64").sum()
        # Rounding down makes 64-bit integers, which larger numbers, all of them whole, exceed.
        small = (weight.abs() >= 2**53).ifelse(0.0, weight)
        sums["fractional"] = (small != small.floor()).cast("int64").sum()
        sums["negative"] = (rows.weight < 0).cast("int64").sum()
    retained = rows.positive.notnull()
    for gap in gaps.values():
        retained = retained & ~gap
    sums["retained"] = retained.cast("int64").sum()
    sums["retained_positive"] = (retained & (rows.positive == 1)).cast("int64").sum()
    for i in range(len(roles.scores)):
        score = rows[f"score{i}"]
        sums |= {f"distinct{i}": score.approx_nunique(), f"low{i}": score.min()}
        sums[f"high{i}"] = score.max()
    about = {
        name: value or 0
        for name, value in rows.aggregate(**sums).to_pyarrow().to_pylist()[0].items()
    }
    ends = ("distinct", "low", "high")
    ranges = {
        i: ScoreRange(*(about[f"{end}{i}"] for end in ends)) for i in range(len(roles.scores))
    }
    notes, labelled, sampling = _notes_on_gaps(about, roles), None, False
    if roles.weight:
        sampling = _are_sampling_weights(about, roles)
    _check_both_classes(about)
    if any(about[f"gaps_{name}"] for name in gaps):
        rows, ranges = rows.filter(retained), {}
        labelled = _labelled_totals(about, bool(roles.weight), sampling)
    return _CompleteRows(rows, notes, labelled, ranges, sampling)


def _labelled_totals(about: dict[str, float], is_weighted: bool, sampling: bool) -> LabelledTotals:
    """Of all rows with a label and a weight, as a file has them."""
    if not is_weighted:
        rows, cases = int(about["all_rows"]), int(about["all_positive"])
        return LabelledTotals(rows, cases, rows - cases)
    positives, negatives = about["positive_weight"], about["negative_weight"]
    if not sampling:  # one row for each case
        rows = round(positives) + round(negatives)
        return LabelledTotals(rows, round(positives), round(negatives))
    squared = about["positive_squared"], about["negative_squared"]
    return LabelledTotals(int(about["weighted"]), positives, negatives, squared)


def _is_gap(column: Any) -> Any:
    """Whether a number is missing or not finite.

    By a difference, because the statistics of Parquet files leave out nan: from them DuckDB
    concludes that nothing is nan.
    """
    return column.isnull() | (column - column != 0)


def _check_numbers(table: "ir.Table", names: Sequence[str]) -> None:
    schema = table.schema()
    for name in names:
        if not (schema[name].is_numeric() or schema[name].is_boolean()):
            raise IntakeError(
                f"Column {shown(name)} does not hold numbers. Choose another column of scores, or "
                "convert it to numbers."
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


def _check_both_classes(about: dict[str, int]) -> None:
    retained, positives = about["retained"], about["retained_positive"]
    if not 0 < positives < retained:
        only = (
            "positive" if positives else "negative" if retained else "left out: each lacks a number"
        )
        raise IntakeError(f"All rows are {only}. Curves need both classes: choose another label.")


def _notes_on_gaps(about: dict[str, int], roles: Roles) -> list[str]:
    """How many rows lack a score or weight, by column."""
    names = dict(zip((f"gaps_score{i}" for i in range(len(roles.scores))), roles.scores))
    names |= {"gaps_weight": str(roles.weight)} if roles.weight else {}
    lacking = [f"{shown(name)} in {about[key]:,}" for key, name in names.items() if about[key]]
    if not lacking:
        return []
    return [f"Rows without a number in one of the columns are left out: {listed(lacking)}."]


def _counts(reduction: Reduction, sampling: bool) -> Counts:
    """Counts as whole numbers; counts of sampling weights stay floats.

    Raises IntakeError for more rows than can be counted exactly.
    """
    counts = reduction.counts
    if sampling:
        return counts
    counts = Counts(counts.threshold, *(side.astype(np.int64) for side in (counts.tp, counts.fp)))
    if not counts.exact:
        raise IntakeError(
            f"The table has {counts.positives:,} positives and {counts.negatives:,} negatives, "
            "more than can be compared exactly. Count a part of the table."
        )
    return counts
