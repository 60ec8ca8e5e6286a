"""The command line: costdash analyse | check | report | decide | gate | cases | serve."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from costdash import __version__

if TYPE_CHECKING:
    from costdash.report.request import Request

Run = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0, 1 for an error (one sentence on stderr), 2 for wrong usage.

    Of gate: 1 if the candidate fails, 3 for an error.
    """
    # Before numpy is loaded: sums of several threads differ in the last digit, and the children of
    # the page have one thread.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = sys.argv[1:] if arguments is None else list(map(str, arguments))
    from costdash.cli.options import named_command, parser, protect_values, unprotect_values

    # Options come from registries of all layers: only those of the command are made.
    named = named_command(given)
    of = {"of": [named] if named else []} if "--print-completion" not in given else {}
    commands = parser(__version__, (analyse, check, report, decide, gate, cases, serve), **of)
    options = commands.parse_args(protect_values(commands, given))
    unprotect_values(options)
    if conflict := _conflict(options):
        commands.error(conflict)
    options.file = options.file if options.leaves is None else options.leaves
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        code = _run(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has stopped
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("costdash: Stopped.", file=sys.stderr)
        return 130
    except Exception as error:  # any error becomes one sentence, never a traceback
        sentence = error_sentence(error) or f"Unexpected error: {type(error).__name__}."
        return _failed(options, sentence)


def _failed(options: argparse.Namespace, sentence: str) -> int:
    """Reports an error, with --json as JSON too, and returns the exit code."""
    from costdash.cli.handover import UNDECIDABLE, write_undecidable

    print(f"costdash: {sentence}", file=sys.stderr)
    if getattr(options, "json", False):
        json.dump({"error": sentence}, sys.stdout, indent=1)
        print()
    if options.command != "gate":
        return 1
    write_undecidable(options, sentence)
    return UNDECIDABLE


def error_sentence(error: Exception) -> str:
    """The message of an error in one line, without the system's error number."""
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}."
    return " ".join(str(error).split())


def _run(options: argparse.Namespace) -> int:
    """Runs the command, which tells a terminal its steps if it takes long."""
    from costdash.cli.progress import ProgressLine

    if options.run is serve:
        return _run_on_input(options)
    with ProgressLine(sys.stderr) as options.progress:
        options.progress.step(
            "Counting the rows" if getattr(options, "table", None) else "Reading the file"
        )
        return _run_on_input(options)


def _run_on_input(options: argparse.Namespace) -> int:
    """Runs the command on its file or table; tables from a pipe are copied to a file first."""
    from costdash.cli.files import (
        SAMPLE,
        check_output,
        matrices_file,
        readable_file,
        take_sample_roles,
        written_files,
    )

    run: Run = options.run
    if run is not serve and getattr(options, "table", None) is not None:
        options.shown_name = options.table
        if run is report:
            check_output(options.output, options.table)
        return run(options)
    if options.file is None and options.confusions:
        with matrices_file(options.confusions) as (options.file, options.shown_name):
            options.confusions = []
            return run(options)
    if run is serve:
        return run(options)
    for output in written_files(options):
        check_output(output, options.file)
    with readable_file(options.file) as (path, options.shown_name):
        if options.file.startswith(SAMPLE):
            take_sample_roles(options)
        options.file = path
        return run(options)


def _conflict(options: argparse.Namespace) -> str:
    """Why these options cannot be used together; "" if they can."""
    from costdash.report.options.row import objection
    from costdash.report.options.table import OPTIONS

    table = getattr(options, "table", None)
    if table is not None and (options.file is not None or options.leaves is not None):
        return "give either a FILE or --table"
    if options.file is not None and options.leaves is not None:
        return "give either a FILE or --leaves"
    given = options.file is not None or options.leaves is not None or table or options.confusions
    if not given and options.run is not serve:
        return "give a FILE, a --table, or confusion matrices with --confusion"
    return objection(OPTIONS, vars(options), options.command)


def analyse(options: argparse.Namespace) -> int:
    """Print the JSON contract, or the decision and a small table as text."""
    from costdash.cli.gold import with_judged
    from costdash.cli.recent import with_estimate
    from costdash.cli.requests import load, options_of, source_of
    from costdash.report.api import Summary
    from costdash.report.derived import DerivedResults
    from costdash.report.json.contract import PCFS, as_text

    given = options_of(options)
    predictions, analysis, about, messages = load(options, given)
    given = with_estimate(given, about)
    request = given.request(analysis)
    options.progress.step("Evaluating thresholds on other folds")
    if request.matrix and not (options.json or options.csv):
        messages = [*messages, _reduction(request)]
    source = source_of(options, about, messages)
    report = request.report(DerivedResults.in_memory(predictions, analysis), source)
    report = with_judged(options, report)
    summary = Summary(report, options.pcfs or PCFS)
    options.progress.step("Comparing models")
    if options.json:
        text = as_text(summary.fields())
    else:
        text = summary.csv(options.csv) if options.csv else summary.text()
    options.progress.end()
    sys.stdout.write(text)
    return 0


def _reduction(request: "Request") -> str:
    """How the cost matrix becomes the two costs."""
    from costdash.report.sentences.cost_matrix import reduction_sentences

    assert request.matrix is not None
    return reduction_sentences(request.matrix, request.point.prior, request.currency)


def report(options: argparse.Namespace) -> int:
    """Write the report as one HTML file."""
    from costdash.cli.files import write_output
    from costdash.cli.requests import options_of, report_of
    from costdash.report.html.page import report_html
    from costdash.report.report import Heading

    heading = Heading(options.title, options.note, date.today())
    finished = report_of(options, options_of(options), heading)
    options.progress.step("Writing the report")
    write_output(report_html(finished), options.output)
    return 0


def check(options: argparse.Namespace) -> int:
    """Read the file as an upload would and report on it; exit code 1 if it cannot be used."""
    from costdash.cli.files import why_unreadable
    from costdash.cli.options import columns
    from costdash.intake.process.client import check as check_file

    check_result = check_file(options.file, options.name or options.shown_name, **columns(options))
    options.progress.end()
    if sentence := why_unreadable(options.file):
        check_result["messages"] = [sentence]
    failed = check_result["status"] == "error"
    if options.json:
        json.dump(check_result, sys.stdout, allow_nan=False, indent=1)
        print()
        return int(failed)
    if failed:
        raise ValueError(" ".join(check_result["messages"]))
    print(check_result["read_as"])
    for message in check_result["messages"]:
        if message != check_result["read_as"]:
            print(f"Note: {message}")
    print(f"{check_result['rows']:,} rows, {check_result['positives']:,} positive.")
    for name, model in check_result["models"].items():
        print(f"{name}: AUC {model['auc']:.3f}")
    return 0


def decide(options: argparse.Namespace) -> int:
    """Write the rule to put to use as JSON."""
    from costdash.cli.handover import decide as decided

    return decided(options)


def gate(options: argparse.Namespace) -> int:
    """Say whether one model may replace another."""
    from costdash.cli.handover import gate as gated

    return gated(options)


def cases(options: argparse.Namespace) -> int:
    """Write the rows behind a count as CSV."""
    from costdash.cli.case_list import cases as listed

    return listed(options)


def serve(options: argparse.Namespace) -> int:
    """Start the server and open the page, with the file if there is one."""
    from costdash.cli.options import columns
    from costdash.intake.columns.roles import Roles
    from costdash.web.local_server import serve as serve_page

    roles = Roles.given(**columns(options))
    browser = not options.no_browser
    serve_page(options.file, options.host, options.port, browser, roles, options.table)
    return 0
