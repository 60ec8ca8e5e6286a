"""The command `cases`: the rows of a file behind a count, as CSV."""

import argparse
import sys


def cases(options: argparse.Namespace) -> int:
    """Write the rows that a rule finds, misses, flags wrongly or leaves alone."""
    from costdash.cli.files import why_unreadable, write_output
    from costdash.cli.options import columns
    from costdash.core.sample.cases import NamedRule, case_page
    from costdash.intake.api import read_single_rows
    from costdash.intake.rows.case_columns import case_texts, check_case_columns
    from costdash.report.csv.cases import cases_csv
    from costdash.report.options.values import named_score
    from costdash.report.report import fingerprint
    from costdash.report.sentences.cases import changes_sentence, counts_sentence

    if sentence := why_unreadable(options.file):
        raise ValueError(sentence)
    scored, table, messages = read_single_rows(options.file, **columns(options))
    rows = scored.complete()
    rule = NamedRule(*named_score(options.rule))
    today = NamedRule(*named_score(options.today)) if options.today else None
    given = [*dict.fromkeys(filter(None, [options.case_id, *options.keep]))]
    check_case_columns(given, table.names)
    page = case_page(rows, rule, options.cell, today, 0, options.limit)
    texts = case_texts(table, given, [case.place for case in page.cases])
    digest = fingerprint(options.file)[:12]
    lines = cases_csv(page.cases, options.cell, digest, given, texts)
    options.progress.end()
    for message in messages:
        print(f"Note: {message}", file=sys.stderr)
    print(counts_sentence(rule, page.counts), file=sys.stderr)
    if today:
        print(changes_sentence(rule, today, page.changes), file=sys.stderr)
    write_output("".join(lines), options.output)
    return 0
