"""Labels of a judge: `--gold` with the true labels of some rows, and `--judge` as a what-if."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from costdash.cli.options import columns
from costdash.core import OperatingPoint, Predictions
from costdash.core.folds.gold_labels import (
    StatedJudge,
    calls_of,
    cross_fitted_calls,
    gold_cost,
)
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.types import Floats
from costdash.intake.columns.levels import matching
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, shown
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits
from costdash.report.report import Report, Source
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
    gold = _read(path, name, Roles.given(**columns(options)), report.source, predictions)
    call = analysis.decide(point, report.shown, 0).best
    called, thresholds = calls_of(predictions, call), "same rows"
    if analysis.crossfits is not None and call.model in predictions.scores:
        called = cross_fitted_calls(predictions, str(call.model), point, analysis.seed)
        thresholds = "cross-fitted"
    from_file = point.prior == analysis.file_prevalence
    found = gold_cost(predictions, gold, called, point, from_file, report.level)
    sentence = gold_sentence(found, report.level, Amounts.at(point, report.currency))
    return gold_fields(found, sentence, thresholds)


def _read(path: Path, name: str, roles: Roles, source: Source, predictions: Predictions) -> Floats:
    """1 and 0 where a row has a true label, nan elsewhere (n,)."""
    columns = read_file(path, Limits.from_environment()).columns
    if roles.model is not None or name not in columns.names:
        raise IntakeError(
            f"There is no column “{shown(name)}” of true labels with one row per case."
        )
    levels = columns[name].class_levels
    value = matching(source.positive, levels.texts)
    if value is None:
        raise IntakeError(
            f"No row has “{shown(source.positive)}” in column {shown(name)}, the positive "
            f"value of column {shown(source.label)}. Write true labels in the same words."
        )
    codes = levels.codes if predictions.file_row is None else levels.codes[predictions.file_row]
    return np.where(codes < 0, np.nan, codes == levels.texts.index(value))


def _stated(judge: StatedJudge, report: Report) -> dict[str, Any]:
    """The cheapest rule by true labels, on the same rows, if the judge has these error rates."""
    analysis, point = report.analysis, report.point
    share = judge.prior(analysis.prevalence)
    if point.prior == analysis.file_prevalence:
        point = OperatingPoint(share, point.cost_fn, point.cost_fp)
    best, rates = (np.inf, ""), (0.0, 1.0)
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
