"""Commands for pipelines: `decide` writes the rule to use, `gate` says whether to replace one."""

import argparse
import json
import sys
from dataclasses import asdict
from datetime import date
from math import isnan
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from costdash.core.compare.non_inferiority import NonInferiority
    from costdash.report.api import Options
    from costdash.report.report import Report

PASSED, FAILED, UNJUDGED = "Passed", "Failed", "Could not be judged"
UNDECIDABLE = 3  # exit code of gate


def decide(options: argparse.Namespace) -> int:
    """Write the decision as JSON: the rule in Python, SQL and words, and how far it holds."""
    from costdash.cli.files import write_output
    from costdash.cli.requests import options_of
    from costdash.report.json.handover import decision_text

    report = _report(options, options_of(options))
    _check_settled(report)
    text = decision_text(report, tuple(options.negate), date.today())
    options.progress.end()
    write_output(text, options.output)
    return 0


def gate(options: argparse.Namespace) -> int:
    """Print whether the candidate may replace the baseline; exit code 1 unless the test passes."""
    from costdash.cli.requests import options_of
    from costdash.report.sentences.comparison import gate_sentence
    from costdash.report.sentences.labels import settle_sentence

    names = options.candidate, options.baseline
    report = _report(options, options_of(options, show=names))
    _check_settled(report)
    options.progress.step("Comparing the two models")
    outcome = report.gate(*names, options.margin)
    options.progress.end()
    sentence = gate_sentence(*names, outcome, ranges=report.view.ranges is not None)
    settled = None if outcome.shown else report.to_settle(*names, options.margin)
    if settled is not None:
        more = settle_sentence(settled, report.analysis.rows, report.labels.power)
        sentence = f"{sentence} {more}"
    verdict = PASSED if outcome.shown else FAILED
    _write_verdict(options, verdict, sentence)
    if options.json:
        fields = verdict_fields(options.candidate, options.baseline, outcome, sentence)
        fields["settled_by"] = settled and asdict(settled)
        json.dump(fields, sys.stdout, allow_nan=False, indent=1)
        print()
    else:
        print(sentence)
    return 0 if outcome.shown else 1


def write_undecidable(options: argparse.Namespace, sentence: str) -> None:
    """Writes the files of gate where nothing could be judged, but not over the data."""
    from costdash.cli.files import check_output

    for name in ("junit", "markdown"):
        try:
            if output := getattr(options, name):
                check_output(output, options.file or "")
        except ValueError:
            setattr(options, name, None)
    _write_verdict(options, UNJUDGED, sentence)


def verdict_fields(
    candidate: str, baseline: str, outcome: "NonInferiority", sentence: str
) -> dict[str, Any]:
    """The result of gate as JSON.

    difference: cost of the candidate less that of the baseline, as a share of the latter; limit:
    its upper confidence limit; both null where they are not known.
    """
    shares = {
        "difference": outcome.value / outcome.baseline if outcome.baseline else None,
        "limit": outcome.upper / outcome.baseline if outcome.baseline else None,
    }
    return {
        "passes": bool(outcome.shown),
        "candidate": candidate,
        "baseline": baseline,
        **{
            name: None if share is None or isnan(share) else float(share)
            for name, share in shares.items()
        },
        "margin": outcome.margin,
        "level": outcome.level,
        "pcf": outcome.pcf,
        "thresholds": outcome.thresholds,
        "sentence": sentence,
    }


def _check_settled(report: "Report") -> None:
    """Raises ValueError if the decision depends on rows that nobody looked at."""
    if not report.unsettled:
        return
    way_out = "Narrow the range with --blind-positives LOW HIGH."
    if report.blind_bounds is None:
        way_out = "Leave out --review, or label some of them."
    raise ValueError(f"{report.unsettled} {way_out}")


def _write_verdict(options: argparse.Namespace, verdict: str, sentence: str) -> None:
    from costdash.cli.files import write_output

    title = f"{options.candidate} against {options.baseline}"
    for output, text in ((options.junit, junit), (options.markdown, markdown)):
        if output:
            write_output(text(title, sentence, verdict), output)


def junit(title: str, sentence: str, verdict: str) -> str:
    """A test suite with one test case, in the format of continuous integration."""
    counts = {"failures": verdict == FAILED, "errors": verdict == UNJUDGED}
    shown = {name: str(int(value)) for name, value in counts.items()}
    suite = ElementTree.Element("testsuite", {"name": "costdash gate", "tests": "1", **shown})
    case = ElementTree.SubElement(suite, "testcase", classname="costdash.gate", name=title)
    if verdict == PASSED:
        ElementTree.SubElement(case, "system-out").text = sentence
    else:
        kind = "failure" if verdict == FAILED else "error"
        ElementTree.SubElement(case, kind, message=sentence).text = sentence
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def markdown(title: str, sentence: str, verdict: str) -> str:
    """A heading and the sentence."""
    return f"### {verdict}: {title}\n\n{sentence}\n"


def _report(options: argparse.Namespace, given: "Options") -> "Report":
    """The report; its messages go to standard error, apart from the result."""
    from costdash.cli.requests import report_of

    built_report = report_of(options, given)
    for message in built_report.messages:
        print(f"Note: {message}", file=sys.stderr)
    return built_report
