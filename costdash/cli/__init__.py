"""The command line: costdash analyse | check | report | serve. What the page shows, without it."""

import argparse
import json
import os
import sys

from costdash import __version__


def main(arguments: list[str] | None = None) -> int:
    """Exit code: 0, 1 for what cannot be done (one sentence on stderr), 2 for wrong usage."""
    from costdash.cli.options import parser

    words = parser(__version__, analyse, check, report, serve)
    asked = words.parse_args(arguments)
    if getattr(asked, "matrix", None) and (asked.cost_fn or asked.cost_fp):
        words.error("--matrix stands instead of --cost-fn and --cost-fp")
    if getattr(asked, "estimated_prior", False) and asked.prior is not None:
        words.error("--estimated-prior is for the prior of the file: leave out --prior")
    if getattr(asked, "estimated_prior", False) and asked.crossfit:
        words.error("--estimated-prior is for costs on the same rows: leave out --crossfit")
    sys.stdout.reconfigure(errors="replace")
    try:
        code = asked.run(asked)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read the output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # whatever it is, a person gets a sentence
        sentence = " ".join(str(error).split()) or f"{type(error).__name__} without a reason."
        print(f"costdash: {sentence}", file=sys.stderr)
        return 1


def analyse(asked: argparse.Namespace) -> int:
    """Prints the contract as JSON, or the decision and a small table."""
    from costdash.cli.requests import point_of, shown_of, source_of
    from costdash.report.derived import DerivedResults
    from costdash.report.json.contract import PCFS, AnalysisRequest, contract_json
    from costdash.report.sentences.cost_matrix import reduction_sentences
    from costdash.report.tables.multiclass import class_tables
    from costdash.report.terminal import plain_text

    predictions, analysis, about, messages = _analysed(asked)
    point, matrix = point_of(asked, predictions.prevalence)
    if not asked.json:
        reduced = [reduction_sentences(matrix, point.prior)] if matrix else []
        if asked.estimated_prior:
            analysis = analysis.with_estimated_prior
        tables = class_tables(about["multiclass"])
        shown = shown_of(asked, analysis)
        sys.stdout.write(plain_text(analysis, point, [*messages, *reduced], tables, shown))
        return 0
    request = AnalysisRequest(
        point=point,
        pcfs=asked.pcf or PCFS,
        max_fpr=asked.max_fpr,
        capacity=asked.capacity,
        score_prior=asked.score_prior,
        matrix=matrix,
        names=shown_of(asked, analysis),
        estimated_prior=asked.estimated_prior,
    )
    rows = DerivedResults.in_memory(predictions, analysis)
    sys.stdout.write(
        contract_json(rows, request, source_of(asked, about, messages), asked.crossfit)
    )
    return 0


def report(asked: argparse.Namespace) -> int:
    """Writes one HTML file with all that the page shows."""
    from pathlib import Path

    from costdash.cli.requests import report_of
    from costdash.report.html.page import report_html

    page = report_html(report_of(asked, *_analysed(asked)))
    Path(asked.output).write_text(page, encoding="utf-8")
    return 0


def check(asked: argparse.Namespace) -> int:
    """Reads the file as an upload would; 1 where it cannot be drawn."""
    from costdash.cli.options import columns
    from costdash.intake.process.client import check as checked

    found = checked(asked.file, asked.name, **columns(asked))
    failed = found["status"] == "error"
    if asked.json:
        _print_json(found)
        return int(failed)
    if failed:
        raise ValueError(" ".join(found["messages"]))
    for message in found["messages"]:
        print(f"Note: {message}")
    print(f"{found['rows']:,} rows, {found['positives']:,} positive.")
    for name, model in found["models"].items():
        print(f"{name}: AUC {model['auc']:.3f}")
    return 0


def serve(asked: argparse.Namespace) -> int:
    """Opens the page, with the file loaded."""
    from costdash.cli.options import columns
    from costdash.intake.columns.roles import Roles
    from costdash.web.local_server import serve as served

    roles = Roles.given(**columns(asked))
    served(asked.file, asked.host, asked.port, not asked.no_browser, roles)
    return 0


def _analysed(asked: argparse.Namespace):
    """Predictions, their analysis, what is said of the sample, and the warnings."""
    from costdash.cli.options import columns
    from costdash.cli.requests import drawn_together
    from costdash.core import analyse as analysed
    from costdash.intake import read_scored

    scored, about, messages = read_scored(asked.file, **columns(asked))
    if asked.crossfit and scored.split:
        split = about["roles"]["split"]
        raise ValueError(
            f"--crossfit makes folds of all rows, but column {split} parts them. Leave it out, or "
            "name --label and --score, and no --split, to use all rows as one."
        )
    names = drawn_together(asked)
    analysis = analysed(
        scored, names, level=asked.level, n_replicates=asked.replicates, seed=asked.seed
    )
    return scored.complete(names), analysis, about, messages


def _print_json(value) -> None:
    json.dump(value, sys.stdout, allow_nan=False, indent=1)
    print()
