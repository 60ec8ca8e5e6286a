"""From a table of an engine to grouped Predictions: a few passes, and no row leaves the engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import Groups
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.verification import Verification
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Guess, Roles
from costdash.intake.columns.scores import read_as
from costdash.intake.engines.columns import labelled_table
from costdash.intake.engines.complete_rows import complete_rows
from costdash.intake.engines.grouping import cuts_per_model, grouped
from costdash.intake.engines.passes import Passes
from costdash.intake.engines.reduction import STRICT, Reduction, reduced
from costdash.intake.engines.segments import segment_rows
from costdash.intake.engines.source import Table, engine_errors
from costdash.intake.engines.verification import label_columns
from costdash.intake.errors import IntakeError
from costdash.intake.limits import Limits
from costdash.intake.rows.checks import model_aucs, score_warnings
from costdash.intake.rows.matrices import read_matrices
from costdash.intake.rows.verification import (
    blank_fields,
    is_asked,
    open_questions,
    verification_fields,
)
from costdash.wording import percent


@dataclass(frozen=True, slots=True, eq=False)
class TableSample:
    """Grouped rows of a table, details as of a file, messages, and how the rows were counted.

    guess: the roles of its columns, with reasons. columns: the rows that they were guessed from.
    """

    predictions: Predictions
    details: dict[str, Any]
    messages: list[str]
    table_summary: dict[str, Any]
    guess: Guess
    columns: Columns


def reduce_table(table: Table, given: Roles, limits: Limits) -> TableSample:
    """Counts of every model, and the rows grouped by all models' retained thresholds.

    Raises IntakeError if the table cannot be read or a role must be chosen.
    """
    with engine_errors(table.engine):
        prepared = labelled_table(table, given, limits)
        complete = complete_rows(prepared)
        rows, sampling = complete.rows, complete.sampling
        reductions = {}
        for i, name in enumerate(complete.models):
            columns = {"score": rows[f"score{i}"], "positive": rows.positive}
            if "weight" in rows.columns:
                columns["weight"] = rows.weight
            reductions[name] = reduced(Passes(rows.select(**columns), complete.ranges.get(i)))
        counts = {name: _counts(reduction, sampling) for name, reduction in reductions.items()}
        groups = grouped(rows, counts, sampling, len(complete.strata))
        by_segment = segment_rows(rows, prepared.roles, counts, sampling)
        sums = {
            name: reduction.cells.weight_sums for name, reduction in reductions.items() if sampling
        }
        predictions = Predictions(
            is_positive=groups.is_positive,
            scores=groups.scores,
            confusions=read_matrices(prepared.roles.confusions),
            weight=groups.weight,
            groups=Groups(groups.times, counts, complete.labelled, sums, by_segment),
            verification=None
            if groups.stratum is None
            else Verification(groups.stratum.astype(np.intp), complete.strata),
        )
        warnings = score_warnings(predictions, model_aucs(predictions), complete.are_equal)
    passes = (
        sum(reduction.passes for reduction in reductions.values()) + 4
    )  # the roles, gaps, label, groups
    passes += bool(by_segment) + bool(complete.strata)
    blanks = blank_fields(prepared.missing, prepared.all_rows, prepared.roles)
    if is_asked(blanks):
        with engine_errors(table.engine):
            blanks["label_columns"] = label_columns(prepared)
        passes += 2
    table_summary = _table_summary(table, list(reductions.values()), passes)
    roles, guessed = prepared.roles, prepared.guess
    details: dict[str, Any] = {
        "rows_read": prepared.all_rows,
        "label": roles.label,
        "positive": roles.positive,
        "roles": roles.as_json(),
        "read_as": read_as(prepared.sample, roles),
        "multiclass": [],
        "table": table_summary,
        **blanks,
        **verification_fields(predictions.verification),
    }
    if complete.negated:
        details["negated"] = complete.negated
    messages = [
        *open_questions(details),
        where_sentence(table_summary, prepared.all_rows),
        *_pairs_note(counts, len(complete.strata)),
        *table.notes,
        *guessed.questions,
        *guessed.notes,
        *complete.notes,
        *warnings,
    ]
    return TableSample(predictions, details, messages, table_summary, guessed, prepared.sample)


def _pairs_note(counts: Mapping[str, Counts], strata: int) -> list[str]:
    """How many thresholds pairs are compared at, where models have more."""
    most = cuts_per_model(len(counts), strata)
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
