"""Labels of a judge: `--gold` with the true labels of some rows, and `--judge` as a what-if."""

import argparse
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from costdash.cli.options import columns
from costdash.core import OperatingPoint, Predictions
from costdash.core.folds.gold_labels import (
    StatedJudge,
    calls_of,
    cross_fitted_calls,
    gold_cost,
)
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.intake.columns.roles import Roles
from costdash.intake.rows.gold import read_gold
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.gold import gold_fields, gold_sentence, stated_sentence

SLACK = 0.02  # of a rate beyond 0 or 1, which sampling explains


def with_judged(options: argparse.Namespace, report: Report, predictions: Predictions) -> Report:
    """The report with what the labels of a judge mean, if an option asks. Raises ValueError."""
    gold, stated = (getattr(options, name, None) for name in ("gold", "judge"))
    if gold is None and stated is None:
        return report
    if options.file is None:
        raise ValueError("Labels of a judge need single rows of a file: leave out --table.")
    found: dict[str, Any] = {}
    if gold is not None:
        found["labels"] = _gold(Path(options.file), gold, report, predictions, options)
    if stated is not None:
        found["judge"] = _stated(StatedJudge(*stated), report)
    source, notes = report.source, [fields["sentence"] for fields in found.values()]
    source = replace(source, judged=found, messages=(*source.messages, *notes))
    return replace(report, source=source)


def _gold(
    path: Path,
    name: str,
    report: Report,
    predictions: Predictions,
    options: argparse.Namespace,
) -> dict[str, Any]:
    point, analysis = report.point, report.analysis
    gold = read_gold(
        path,
        name,
        Roles.given(**columns(options)),
        (report.source.label, report.source.positive),
        predictions,
    )
    call = analysis.decide(point, report.shown, 0).best
    called, thresholds = calls_of(predictions, call), "same rows"
    if analysis.crossfits is not None and call.model in predictions.scores:
        called = cross_fitted_calls(predictions, str(call.model), point, analysis.seed)
        thresholds = "cross-fitted"
    from_file = point.prior == analysis.file_prevalence
    found = gold_cost(predictions, gold, called, point, from_file, report.level)
    sentence = gold_sentence(found, report.level, Amounts.at(point, report.currency))
    return gold_fields(found, sentence, thresholds)


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
