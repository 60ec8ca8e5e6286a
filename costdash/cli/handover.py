"""Commands for pipelines: `decide` writes the rule to use, `gate` says whether to replace one."""

import argparse
import json
import sys
from datetime import date
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from costdash.report.api import Options
    from costdash.report.report import Report


def decide(options: argparse.Namespace) -> int:
    """Write the decision as JSON: the rule in Python, SQL and words, and how far it holds."""
    from costdash.cli.files import write_output
    from costdash.cli.requests import options_of
    from costdash.report.json.handover import decision_file

    report = _report(options, options_of(options))
    decision = decision_file(report, tuple(options.negate), date.today())
    write_output(json.dumps(decision, allow_nan=False, indent=1) + "\n", options.output)
    return 0


def gate(options: argparse.Namespace) -> int:
    """Print whether the candidate may replace the baseline; exit code 1 unless the test passes."""
    from costdash.cli.files import write_output
    from costdash.cli.requests import options_of
    from costdash.report.sentences.comparison import gate_sentence

    names = options.candidate, options.baseline
    report = _report(options, options_of(options, show=names))
    outcome = report.gate(*names, options.margin)
    sentence = gate_sentence(*names, outcome, ranges=report.view.ranges is not None)
    title = f"{options.candidate} against {options.baseline}"
    for output, text in ((options.junit, junit), (options.markdown, markdown)):
        if output:
            write_output(text(title, sentence, outcome.shown), output)
    print(sentence)
    return 0 if outcome.shown else 1


def junit(title: str, sentence: str, passes: bool) -> str:
    """A test suite with one test case, in the format of continuous integration."""
    suite = ElementTree.Element(
        "testsuite", name="costdash gate", tests="1", failures=str(int(not passes)), errors="0"
    )
    case = ElementTree.SubElement(suite, "testcase", classname="costdash.gate", name=title)
    if passes:
        ElementTree.SubElement(case, "system-out").text = sentence
    else:
        ElementTree.SubElement(case, "failure", message=sentence).text = sentence
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def markdown(title: str, sentence: str, passes: bool) -> str:
    """A heading and the sentence."""
    return f"### {'Passed' if passes else 'Failed'}: {title}\n\n{sentence}\n"


def _report(options: argparse.Namespace, given: "Options") -> "Report":
    """The report; its messages go to standard error, apart from the result."""
    from costdash.cli.requests import report_of

    built_report = report_of(options, given)
    for message in built_report.source.messages:
        print(f"Note: {message}", file=sys.stderr)
    return built_report
