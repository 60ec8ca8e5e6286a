"""The command `cases`: rows of a file behind a count, and labels corrected in such a list."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costdash.core.sample.cases import NamedRule
    from costdash.intake.api import SingleRows


def cases(options: argparse.Namespace) -> int:
    """Write the rows that a rule finds, misses, flags wrongly or leaves alone."""
    from costdash.cli.files import why_unreadable
    from costdash.cli.options import columns
    from costdash.core.sample.cases import NamedRule
    from costdash.intake.api import read_single_rows
    from costdash.report.options.values import named_score

    for path in filter(None, (options.file, options.corrected)):
        if sentence := why_unreadable(path):
            raise ValueError(sentence)
    read = read_single_rows(options.file, **columns(options))
    rule = NamedRule(*named_score(options.rule), low=options.look_from)
    for message in read.messages:
        print(f"Note: {message}", file=sys.stderr)
    return (_correct if options.corrected else _list)(options, read, rule)


def _list(options: argparse.Namespace, read: "SingleRows", rule: "NamedRule") -> int:
    from costdash.cli.files import write_output
    from costdash.core.sample.cases import CaseQuestion, NamedRule, case_page
    from costdash.intake.rows.case_columns import case_texts, check_case_columns, file_mark
    from costdash.report.csv.cases import cases_csv
    from costdash.report.options.values import named_score
    from costdash.report.report import fingerprint
    from costdash.report.sentences.cases import changes_sentence, counts_sentence

    today = NamedRule(*named_score(options.today)) if options.today else None
    given = [*dict.fromkeys(filter(None, [options.case_id, *options.keep]))]
    check_case_columns(given, read.columns.names)
    asked = CaseQuestion(rule, options.cell, today, most=options.limit, order=options.order)
    page = case_page(read.scored.complete(), asked)
    texts = case_texts(read.columns, given, [case.place for case in page.cases])
    mark = file_mark(fingerprint(options.file))
    lines = cases_csv(page.cases, options.cell, mark, given, texts, (rule.model,))
    options.progress.end()
    print(counts_sentence(rule, page.counts), file=sys.stderr)
    if today:
        print(changes_sentence(rule, today, page.changes), file=sys.stderr)
    write_output("".join(lines), options.output)
    return 0


def _correct(options: argparse.Namespace, read: "SingleRows", rule: "NamedRule") -> int:
    """Say what the labels of a list change, and write the file with them."""
    from pathlib import Path

    from costdash.cli.files import STANDARD
    from costdash.core.sample.cases import corrected_counts
    from costdash.intake.limits import Limits
    from costdash.intake.rows.corrections import read_corrections, write_table
    from costdash.report.report import fingerprint
    from costdash.report.sentences.cases import corrected_sentence, correction_sentence

    content = Path(options.corrected).read_bytes()
    mark, limits = fingerprint(options.file), Limits.from_environment()
    new = read_corrections(content, read.columns, read.roles, mark, limits)
    counts = corrected_counts(read.scored.complete(), rule, new.labels)
    options.progress.end()
    sentence = correction_sentence(new.to_positive, new.to_negative, new.filled, new.unchanged)
    print(f"{sentence} {corrected_sentence(rule, *counts)}", file=sys.stderr)
    if options.output != STANDARD:
        try:
            write_table(new.table, options.output)
        except OSError as error:
            raise ValueError(f"{options.output} cannot be written: {error.strerror}.") from error
    return 0
