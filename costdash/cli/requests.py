"""The command line's options as `Options`, and the file with its analysis.

The rules of the options are in `costdash.report.api`.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from costdash.cli.files import why_unreadable
from costdash.cli.gold import with_judged
from costdash.cli.options import columns
from costdash.cli.recent import recent_prior, with_estimate, with_recent_prior
from costdash.core import Analysis, Predictions, analyse
from costdash.core.choose.criteria import CRITERIA, option_name, value_fields
from costdash.intake import read_scored, read_table_with_messages
from costdash.intake.heap import return_freed_memory
from costdash.intake.rows.verification import open_questions
from costdash.report.api import Options, options_of_keywords
from costdash.report.derived import DerivedResults
from costdash.report.options.table import keyword_options
from costdash.report.report import Heading, Report, Source, fingerprint
from costdash.wording import counted

ACTS = ("decide", "gate")  # commands whose result is put to use


def options_of(given: argparse.Namespace, **others: Any) -> Options:
    """The options of a command, and others. Raises ValueError for a text that is no number."""
    values = {
        row.name: row.value(getattr(given, row.name))
        for name, row in keyword_options()
        if hasattr(given, row.name) and row.name != "no_scenarios"
    }
    if "criterion" in values:
        _check_criterion(given)
    return options_of_keywords(values | others)


def source_of(
    options: argparse.Namespace,
    about: dict[str, Any],
    messages: Sequence[str],
    sha256: str | None = None,
) -> Source:
    name, notes = options.shown_name, tuple(messages)
    return Source.of_details(name, about, fingerprint=sha256, messages=notes)


def _check_criterion(given: argparse.Namespace) -> None:
    """Raises ValueError if the criterion lacks a value."""
    key = given.criterion
    names = value_fields(key)
    for field in CRITERIA[key].fields:
        option = option_name(key, field)
        if field.kind is not bool and getattr(given, option) is None:
            values = " ".join(name.upper() for name in names) if len(names) > 1 else "VALUE"
            raise ValueError(f"--criterion {key} needs --{option.replace('_', '-')} {values}")


def report_of(
    options: argparse.Namespace, given: Options, heading: Heading | None = None
) -> Report:
    """The report of the file, with its SHA-256, or of the table that an engine counts."""
    predictions, analysis, about, messages = load(options, given)
    sha256 = None if options.file is None else fingerprint(options.file)
    derived = DerivedResults.in_memory(predictions, analysis)
    options.progress.step("Evaluating thresholds on other folds")
    request = with_estimate(given, about).request(analysis)
    source = source_of(options, about, messages, sha256)
    return with_judged(options, request.report(derived, source, heading=heading))


def load(
    options: argparse.Namespace, given: Options
) -> tuple[Predictions, Analysis, dict[str, Any], list[str]]:
    """(predictions, their analysis, details of the file or table, messages)."""
    if getattr(options, "table", None) is not None:
        return _load_table(options, given)
    if sentence := why_unreadable(options.file):
        raise ValueError(sentence)
    if options.scores and given.reviewer_column not in ("", *options.scores):
        options.scores = [*options.scores, given.reviewer_column]
    scored, about, messages = read_scored(options.file, **columns(options))
    _check_blanks(options, about)
    if options.crossfit and scored.split:
        split = about["roles"]["split"]
        raise ValueError(
            f"--crossfit needs one sample of all rows, but column {split} splits the file into "
            "parts. Leave out --crossfit, or name --label and --score without --split to use all "
            "rows as one sample."
        )
    estimate = recent_prior(options, given, scored, about)
    messages += [about["prior_estimate"]["sentence"]] if "prior_estimate" in about else []
    scored = with_estimate(given, about).prepared(scored)
    names = given.models_together
    options.progress.step(f"Resampling {counted(len(names or scored.scores), 'model')}")
    analysis = with_recent_prior(analyse(scored, names, **given.method), estimate)
    return scored.complete(names), analysis, about, messages


def _check_blanks(options: argparse.Namespace, about: dict[str, Any]) -> None:
    """Raises ValueError if the command acts on a decision whose blank labels nobody explained."""
    if options.command in ACTS and (questions := open_questions(about)):
        raise ValueError(questions[0])


def _load_table(
    options: argparse.Namespace, given: Options
) -> tuple[Predictions, Analysis, dict[str, Any], list[str]]:
    """As `load`, of a table that an engine counts."""
    return_freed_memory()
    rows, about, messages = read_table_with_messages(options.table, **columns(options))
    _check_blanks(options, about)
    if given.reviewer_column:
        raise ValueError("A column of verdicts needs single rows: leave out --table or --reviewer.")
    options.shown_name = about["table"]["source"]
    estimate = recent_prior(options, given, rows, about)
    messages += [about["prior_estimate"]["sentence"]] if "prior_estimate" in about else []
    with_estimate(given, about).prepared(rows)
    options.progress.step(f"Resampling {counted(len(rows.scores), 'model')}")
    analysis = with_recent_prior(analyse(rows, **given.method), estimate)
    return rows, analysis, about, messages
