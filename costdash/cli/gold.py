"""Labels of a judge: `--gold` with the true labels of some rows, and `--judge` as a what-if."""

import argparse
from dataclasses import replace
from math import inf
from typing import Any

from costdash.core import OperatingPoint
from costdash.core.folds.gold_labels import StatedJudge
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.gold import stated_sentence

SLACK = 0.02  # of a rate beyond 0 or 1, which sampling explains


def with_judged(options: argparse.Namespace, report: Report) -> Report:
    """The report with what the labels of a judge mean, if an option asks. Raises ValueError."""
    if getattr(options, "gold", None) is not None and isinstance(report.gold_cost, str):
        raise ValueError(report.gold_cost)
    stated = getattr(options, "judge", None)
    if stated is None:
        return report
    fields, source = _stated(StatedJudge(*stated), report), report.source
    source = replace(source, judged={"judge": fields})
    return replace(report, source=replace(source, messages=(*source.messages, fields["sentence"])))


def _stated(judge: StatedJudge, report: Report) -> dict[str, Any]:
    """The cheapest rule by true labels, on the same rows, if the judge has these error rates."""
    analysis, point = report.analysis, report.point
    share = judge.prior(analysis.prevalence)
    if point.prior == analysis.file_prevalence:
        point = OperatingPoint(share, point.cost_fn, point.cost_fp)
    best, rates = (inf, ""), (0.0, 1.0)
    for name in report.shown:
        counts = analysis.models[name].counts
        fpr, tpr = judge.rates(counts.fpr, counts.tpr, analysis.prevalence)
        missed, alarms = (1 - tpr).clip(0, 1), fpr.clip(0, 1)
        cost = point.prior * point.cost_fn * missed + (1 - point.prior) * point.cost_fp * alarms
        k = int(cost.argmin())
        text = threshold_text(counts.threshold, k)
        if cost[k] < best[0]:
            best = float(cost[k]), f"{name} >= {text}" if text else "flag none"
            rates = float(fpr[k]), float(tpr[k])
    if min(rates) < -SLACK or max(rates) > 1 + SLACK:
        raise ValueError(
            f"these error rates cannot be right: at {best[1]} they would mean fpr {rates[0]:.3g} "
            f"and tpr {rates[1]:.3g}"
        )
    fields = {
        "sensitivity": judge.sensitivity,
        "specificity": judge.specificity,
        "share": share,
        "prior": point.prior,
        "rule": best[1],
        "cost": best[0],
        "thresholds": "same rows",
    }
    sentence = stated_sentence(fields, Amounts.at(point, report.currency))
    return fields | {"sentence": sentence}
