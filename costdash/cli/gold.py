"""Labels of a judge: what `--gold` and `--judge` ask must have an answer."""

import argparse

from costdash.report.report import Report


def with_judged(options: argparse.Namespace, report: Report) -> Report:
    """The report, if what the options ask of the judge's labels has an answer.

    Raises ValueError.
    """
    if getattr(options, "gold", None) is not None and isinstance(report.gold_cost, str):
        raise ValueError(report.gold_cost)
    if isinstance(report.stated_cost, str):
        raise ValueError(report.stated_cost)
    return report
