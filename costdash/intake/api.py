"""Predictions from a file or a data frame, read in this process: for Python and notebooks."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.feather

from costdash.core.curves.multiclass import multiclass
from costdash.core.folds.prior_estimate import BinnedScores
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import FORMER_ROLES, SAMPLING, Guess, Roles
from costdash.intake.columns.scores import read_as
from costdash.intake.engines.columns import labelled_table
from costdash.intake.engines.recent import recent_counts
from costdash.intake.engines.reduce_table import reduce_table
from costdash.intake.engines.source import engine_errors, stoppable, table_of
from costdash.intake.errors import IntakeError, IntakeWarning, listed
from costdash.intake.formats.read import Read, arrow_table, read_file, read_frame
from costdash.intake.limits import Limits
from costdash.intake.rows.build import as_cases, to_scored_rows
from costdash.intake.rows.case_columns import NOT_SINGLE, check_single_rows
from costdash.intake.rows.checks import class_column_aucs, model_aucs, score_warnings
from costdash.intake.rows.combinations import (
    as_details,
    with_combinations,
    with_recalibrations,
)
from costdash.intake.rows.gold import gold_fields
from costdash.intake.rows.leaves import is_leaf_table, leaves_as_rows
from costdash.intake.rows.matrices import CELLS, first_as_rows, is_matrix_table, with_matrices
from costdash.intake.rows.scores import are_shares
from costdash.intake.rows.segments import segment_choices
from costdash.intake.rows.training import read_trained_for
from costdash.intake.rows.verification import (
    blank_fields,
    is_asked,
    label_columns,
    open_questions,
    verification_fields,
)
from costdash.wording import counted


def read_predictions(path_or_frame: Any, **roles: Any) -> Predictions:
    """Read the complete rows of a file or data frame as one labelled sample.

    Roles that are not given are guessed as on the page. The name of a column is its name in the
    file; a value of a column may be given as text or as a number.

    Parameters
    ----------
    path_or_frame : str, Path or data frame
        A file in any format that costdash reads, or any table that pyarrow understands.
    label, weight, fold, cluster, split : str, optional
        Columns: true classes, case weights, folds, groups of dependent rows, and the column that
        says which rows to choose thresholds on and which to judge them on.
    scores : str or sequence of str, optional
        One column of scores per model; a greater score means more likely positive.
    model, case_id : str, optional
        Columns of the long layout, which has one row per case and model.
    positive : optional
        The value of the label that is positive.
    choose_on, judge_on : optional
        Values of `split`: the selection part and the evaluation part.
    weight_is : {"count", "sampling"}, optional
        "count": a row stands for as many equal cases as its weight, and becomes as many rows.
        "sampling": a row is one case, drawn with unequal chances. By default whole numbers count.
    confusions : dict of str to (tp, fn, fp, tn), optional
        Further models of which only the confusion matrix on a test set of their own is known. A
        table of such matrices, with columns name, tp, fn, fp and tn, can also be the file.
    negate : str or sequence of str, optional
        Models of which a lower score means more likely positive, and confusion matrices whose
        calls are the wrong way round.
    recalibrated : str or sequence of str, optional
        Models that are added again with their scores made probabilities, as by
        `costdash.core.with_recalibrated`.
    combinations : sequence of Combination or (name, rule, models, pcf), optional
        Further models made of others, as of `costdash.core.with_combination`.
    trained_for : str, optional
        What models were trained for, for the page: "forest 11:1, logistic 0.2".
    verified_within, verified_by, chance : optional
        How rows with a label were chosen, where labels exist only where somebody looked: the column
        of groups; a column and the score or scores that divide it; or the column with the chance
        that somebody looked at the row. Labelled rows then stand for all rows of their group.
    blind_positives : (float, float), optional
        Share of positives in groups that nobody looked at, as a range. Default: 0 to 1.
    blanks : {"leave-out", "coming"}, optional
        What rows without a label are, if they are not to be counted by the options above.
    gold : str, optional
        Column with the true labels of some rows, drawn at random and checked by people, where
        `label` is of a judge such as a language model.
    case_columns : str or sequence of str, optional
        Columns that the page may show beside single cases.
    others : {"delete"}, optional
        On the page: store no column without a role.
    cost_fn_column, cost_fp_column : str, optional
        What missing a row costs if it is positive, and what flagging it costs if it is negative:
        each a column, a number or an expression of columns, such as "20 + 0.02 * amount".

    Returns
    -------
    Predictions
        n rows with `is_positive` (n,) and a score (n,) of every model. `labelled` keeps the rows
        that lack a score: the default prior is the share of positives among all labelled rows.

    Raises
    ------
    IntakeError
        If the file cannot be read or a role must be chosen; its sentence says what to do.
    TypeError
        If a role does not exist.

    Warns
    -----
    IntakeWarning
        One for every guess to check, and for rows and columns that are left out.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"label": ["yes", "no", "no"], "score": [0.9, 0.4, 0.2]})
    >>> sample = read_predictions(frame)
    >>> sample.is_positive, list(sample.scores)
    (array([ True, False, False]), ['score'])
    """
    scored, _, messages = read_scored(path_or_frame, **roles)
    predictions = scored.complete()
    for message in (*messages, *_left_out(scored, predictions)):
        warnings.warn(message, IntakeWarning, stacklevel=2)
    return predictions


def _left_out(scored: ScoredRows, predictions: Predictions) -> list[str]:
    """How many rows lack a score, and which models therefore lose rows or are left out."""
    lost, dropped = scored.rows - predictions.rows, scored.scores.keys() - predictions.scores.keys()
    notes = []
    if lost:
        each = ", ".join(f"{name} in {count:,}" for name, count in scored.lacking().items())
        notes.append(
            f"{counted(lost, 'row')} of {scored.rows:,} left out, without a score: {each}."
        )
    if dropped:
        notes.append(
            f"Models without scores of these rows are left out: {listed(sorted(dropped))}."
        )
    return notes


def read_table(table: Any, **roles: Any) -> Predictions:
    """Count the rows of a table where they are, by an engine, and read the counts as one sample.

    No row leaves the engine. Needs an extra such as `costdash[duckdb]`.

    Parameters
    ----------
    table : ibis.Table, duckdb.DuckDBPyRelation, pyspark.sql.DataFrame, str or Path
        The table; a str or Path is a source as of the option --table.
    label, positive, scores, weight, negate, confusions
        As in `read_predictions`, also `weight_is`, `verified_within`, `verified_by`, `blanks`.
        Other roles need single rows.

    Returns
    -------
    Predictions
        Groups of rows, whose `groups` hold each model's counts: exact with at most 100,000
        distinct scores, else within 0.0005 of tpr and fpr, and within 5 % of fpr below 0.01.

    Raises
    ------
    IntakeError
        If the table cannot be read or a role must be chosen; its sentence says what to do.
    TypeError
        If a role does not exist.

    Warns
    -----
    IntakeWarning
        Where the rows are, how often they were read and how exact the counts are; also for every
        guess to check and for rows that are left out.

    Examples
    --------
    >>> import costdash
    >>> sample = costdash.read_table("scores/*.parquet", label="fraud")  # doctest: +SKIP
    """
    predictions, _, messages = read_table_with_messages(table, **roles)
    for message in messages:
        warnings.warn(message, IntakeWarning, stacklevel=2)
    return predictions


def read_table_with_messages(
    table: Any, **roles: Any
) -> tuple[Predictions, dict[str, Any], list[str]]:
    """As read_table, with details of the sample as read_scored gives them, and messages.

    The details also have `table`: source, engine, passes, exact, and the largest errors.
    """
    given, limits = _given_roles(roles), Limits.from_environment()
    opened = table_of(table, limits)
    try:
        sample = stoppable(opened, lambda: reduce_table(opened, given, limits))
    finally:
        if isinstance(table, str | Path):
            opened.rows.get_backend().disconnect()
    return sample.predictions, sample.details, sample.messages


def read_recent_counts(
    table: Any, where: str, scored: Predictions, details: Mapping[str, Any]
) -> dict[str, BinnedScores]:
    """Recent scores of a table, counted by bin: of its rows without a label where COL=VALUE.

    scored, details: the table as `read_table_with_messages` read it. Raises IntakeError.
    """
    given, limits = Roles.of(details["roles"]), Limits.from_environment()
    opened = table_of(table, limits)

    def counted_bins() -> dict[str, BinnedScores]:
        with engine_errors(opened.engine):
            prepared = labelled_table(opened, given, limits)
            return recent_counts(prepared, where, scored, details.get("negated", {}))

    try:
        return stoppable(opened, counted_bins)
    finally:
        if isinstance(table, str | Path):
            opened.rows.get_backend().disconnect()


def _given_roles(roles: Mapping[str, Any]) -> Roles:
    """Roles as a user writes them, for a public function that its reader calls."""
    for former in FORMER_ROLES.keys() & roles.keys():
        words = f"{former} is now called {FORMER_ROLES[former]}"
        warnings.warn(words, DeprecationWarning, stacklevel=4)
    roles = {FORMER_ROLES.get(name, name): value for name, value in roles.items()}
    if unknown := roles.keys() - Roles.__dataclass_fields__.keys():
        names = listed(list(Roles.__dataclass_fields__))
        raise TypeError(f"There is no role {listed(sorted(unknown))}. The roles are {names}.")
    return Roles.given(**roles)


def read_confusions(confusions: Mapping[str, Sequence[int]]) -> Predictions:
    """Classifiers that are given only as confusion matrices.

    Parameters
    ----------
    confusions : dict of str to (tp, fn, fp, tn)
        The counts of each classifier on a test set of its own.

    Returns
    -------
    Predictions
        The cases of the first matrix as rows; the others as `confusions`. The default prior is the
        share of positives of the first.

    Raises
    ------
    IntakeError
        If a count is negative or no whole number, or a class has no case.

    Examples
    --------
    >>> sample = read_confusions({"M1": (150, 40, 60, 250), "M2": (250, 45, 5, 200)})
    >>> sample.names, sample.positives
    (['M1', 'M2'], 190)
    """
    cells = dict(zip(CELLS, zip(*confusions.values(), strict=True), strict=True))
    table = pa.table({"name": list(confusions)} | {k: list(map(str, v)) for k, v in cells.items()})
    limits = Limits.from_environment()
    read, roles = first_as_rows(Read(Columns(table)), Roles(), limits)
    return labelled_rows(read, guess(read.columns, roles, limits))[0].complete()


def read_with_messages(
    path_or_frame: Any, **roles: Any
) -> tuple[Predictions, dict[str, Any], list[str]]:
    """As read_predictions, with details of the sample and warnings; see read_scored."""
    return _complete(*read_scored(path_or_frame, **roles))


def read_scored(path_or_frame: Any, **roles: Any) -> tuple[ScoredRows, dict[str, Any], list[str]]:
    """All labelled rows, including those that some models have no score for.

    The details are JSON: rows_read (of the file), label, positive, roles, read_as (the roles in a
    sentence) and multiclass (the areas of each model that scores all classes); read_with_messages
    adds rows (those that are complete).
    """
    given, limits = _given_roles(roles), Limits.from_environment()
    if isinstance(path_or_frame, str | Path):
        read = read_file(Path(path_or_frame), limits)
    else:
        read = read_frame(arrow_table(path_or_frame), limits)
    return _scored_with_warnings(read, given, limits)


class SingleRows(NamedTuple):
    """The labelled rows of a file, whose `file_row` are rows of the columns, and messages."""

    scored: ScoredRows
    columns: Columns
    roles: Roles
    messages: list[str]


def read_single_rows(path: Path | str, **roles: Any) -> SingleRows:
    """The rows of a file, of which each is a case.

    Raises IntakeError where a row of the sample is no row of the file.
    """
    given, limits = _given_roles(roles), Limits.from_environment()
    read = read_file(Path(path), limits)
    whole, given = as_rows(read, given, limits)
    if whole is not read:
        raise IntakeError(NOT_SINGLE.format("only counts of them are known"))
    guessed = guess(read.columns, given, limits)
    scored, _, messages = labelled_rows(read, guessed)
    check_single_rows(guessed.roles, scored)
    return SingleRows(scored, read.columns, guessed.roles, messages)


def to_predictions(
    read: Read, given: Roles, limits: Limits, choices: bool = False
) -> tuple[Predictions, dict[str, Any], list[str]]:
    """Predictions by the given roles and guesses for the others, details and warnings.

    choices: as of `labelled_rows`.
    """
    return _complete(*_scored_with_warnings(read, given, limits, choices))


def _scored_with_warnings(
    read: Read, given: Roles, limits: Limits, choices: bool = False
) -> tuple[ScoredRows, dict[str, Any], list[str]]:
    read, given = as_rows(read, given, limits)
    guessed = guess(read.columns, given, limits)
    scored, details, messages = labelled_rows(read, guessed, choices)
    predictions = scored.complete()
    aucs = model_aucs(predictions) | class_column_aucs(details["multiclass"])
    return scored, details, messages + score_warnings(predictions, aucs)


def _complete(
    scored: ScoredRows, details: dict[str, Any], messages: list[str]
) -> tuple[Predictions, dict[str, Any], list[str]]:
    predictions = scored.complete()
    return predictions, details | {"rows": predictions.rows}, messages


def as_rows(read: Read, given: Roles, limits: Limits) -> tuple[Read, Roles]:
    """The table and roles; of confusion matrices and of leaves of a tree, their cases as rows."""
    if is_matrix_table(read.columns, given):
        return first_as_rows(read, given, limits)
    if is_leaf_table(read.columns, given):
        return leaves_as_rows(read, given, limits)
    return read, given


def labelled_rows(
    read: Read, guess: Guess, choices: bool = False
) -> tuple[ScoredRows, dict[str, Any], list[str]]:
    """The labelled rows by guessed roles, their details, and messages that include the questions.

    choices: keep every column by which costs can be divided, and list all of them in the details.

    Raises IntakeError with the questions and the notes on the file, such as sheets that were left
    out, if the roles are not complete.
    """
    if not guess.roles.complete:
        raise IntakeError(" ".join([*guess.questions, *read.notes]))
    offered = segment_choices(read.columns, guess.roles) if choices else []
    cases = as_cases(read.columns, guess.roles)
    scored, messages = to_scored_rows(
        cases, [each["name"] for each in offered if not each["reason"]]
    )
    scored, more = with_matrices(scored, guess.roles)
    scored, maps, fitted = with_recalibrations(scored, guess.roles)
    scored, points, combination_notes = with_combinations(scored, guess.roles)
    classes = scored.classes
    details: dict[str, Any] = {
        "rows_read": read.columns.rows,
        "label": guess.roles.label,
        "positive": guess.roles.positive,
        "roles": guess.roles.as_json(),
        "read_as": read_as(read.columns, guess.roles),
        "multiclass": [asdict(entry) for entry in multiclass(classes)] if classes else [],
    }
    turned = {
        name: are_shares(read.columns[name].floats())
        for name in guess.roles.negate
        if name in read.columns.names and read.columns[name].is_numeric
    }
    if turned:
        details["negated"] = turned
    if choices:
        details["segments"] = offered
    if read.matrices:
        details["matrices"] = [list(entry) for entry in read.matrices]
    if trained := read_trained_for(guess.roles.trained_for, scored):
        details["trained_for"] = trained
    labelled = cases.columns[str(guess.roles.label)].class_levels.codes >= 0
    blank = labelled.size - int(np.count_nonzero(labelled))
    details |= blank_fields(blank, labelled.size, guess.roles)
    if is_asked(details):
        details["label_columns"] = label_columns(cases.columns, guess.roles, labelled)
    details |= verification_fields(scored.verification)
    details |= gold_fields(scored.gold)
    if maps:
        details["recalibrated"] = maps
    if points:
        details["combinations"] = as_details(points)
    notes = [
        *open_questions(details),
        *read.notes,
        *guess.questions,
        *guess.notes,
        *messages,
        *more,
        *fitted,
        *combination_notes,
    ]
    return scored, details, notes


def write_table(given: Any, path: Path) -> Roles:
    """Writes Predictions or a data frame as Feather, so that it is read like any other file.

    Returns the roles of the columns: all of them for Predictions, none for a data frame. Rows of
    Predictions that were left out for want of a score are written too. Raises IntakeError for
    anything that is not a table.
    """
    roles = Roles()
    if isinstance(given, Predictions):
        columns, roles = _columns_and_roles(given.labelled or given)
        table = pa.table(columns)
    else:
        table = arrow_table(given)
    pyarrow.feather.write_feather(table, path, compression="uncompressed")
    return roles


def _columns_and_roles(given: ScoredRows) -> tuple[dict[str, np.ndarray], Roles]:
    """Models keep their names; the other columns get names that no model has."""
    columns: dict[str, np.ndarray] = dict(given.scores)
    label = given.is_positive
    values: dict[str, Any] = {"positive": "true"}
    classes, split = given.classes, given.split
    if classes and classes.code.size == given.rows:
        every = {
            name: score
            for class_columns in classes.scores.values()
            for name, score in class_columns.items()
        }
        columns = every | columns
        label = np.array(classes.names)[classes.code]
        values["positive"] = classes.names[classes.code[given.is_positive.argmax()]]
    if split:
        values |= {"choose_on": split.choose_on, "judge_on": split.judge_on}
    if given.weight is not None:
        values["weight_is"] = SAMPLING
    looked_at = given.verification is not None and given.weight is not None
    if looked_at:
        del values["weight_is"]
    extra = {
        "weight": None if looked_at else given.weight,
        "chance": 1 / given.weight if looked_at and given.weight is not None else None,
        "fold": given.fold,
        "cluster": given.cluster,
        "label": label,
        "split": np.where(split.in_evaluation, split.judge_on, split.choose_on) if split else None,
        "cost_fn_column": None if given.costs is None else given.costs.fn,
        "cost_fp_column": None if given.costs is None else given.costs.fp,
    }
    scores, roles = tuple(columns), values
    confusions = tuple((name, *matrix.cells) for name, matrix in given.confusions.items())
    for role, array in extra.items():
        if array is not None:
            name = role
            while name in columns:
                name += "_"
            columns[name] = array
            roles[role] = name
    return columns, Roles(scores=scores, confusions=confusions, **roles)
