"""decision.json: the rule to put to use, where it comes from, and how far it holds."""

from datetime import date

from costdash import __version__
from costdash.core import Call
from costdash.report.json import Fields
from costdash.report.json.contract import clean
from costdash.report.json.decision import keep_fields
from costdash.report.report import Report

SCHEMA = 1


def decision_file(report: Report, negated: tuple[str, ...] = (), day: date | None = None) -> Fields:
    """The fields of decision.json, for the rule of the headline.

    negated: models of which a lower score means more likely positive, so that their rule flags
    low scores. day: when the decision was made.
    """
    call, point, known = report.summary.best, report.point, report.view.known
    source, analysis = report.source, report.analysis
    low, high = call.interval or (None, None)
    ranges = {
        "prior_range": known and known.prior,
        "cost_fn_range": known and known.cost_fn,
        "cost_fp_range": known and known.cost_fp,
    }
    criterion = report.view.criterion
    fields = {
        "schema": SCHEMA,
        "costdash": __version__,
        "day": day and day.isoformat(),
        "data": {
            "name": source.name,
            "sha256": source.fingerprint,
            **dict(zip(("rows", "positives", "negatives"), analysis.totals)),
            "label": source.label,
            "positive": source.positive,
        },
        "rule": {
            "model": call.model,
            "call": call.call,
            "threshold": call.threshold,
            **rule_as_code(call, call.model in negated),
            "words": report.summary.text,
        },
        "conditions": {
            "prior": point.prior,
            "cost_fn": point.cost_fn,
            "cost_fp": point.cost_fp,
            **ranges,
            "criterion": criterion.key if criterion else "cost",
        },
        "per_case": {
            "expected_cost": call.expected_cost,
            "low": low and low * point.scale,
            "high": high and high * point.scale,
            "level": report.level,
            "thresholds": _chosen_on(report),
            "fpr": call.fpr,
            "tpr": call.tpr,
        },
        "holds": keep_fields(report),
        "holds_in_words": " ".join(report.summary.changes),
    }
    return clean(fields)


def rule_as_code(call: Call, negated: bool) -> Fields:
    """The rule as a condition in Python, on the model's `score`, and in SQL, on its column.

    >>> from costdash.core import Predictions, OperatingPoint, analyse
    >>> rows = Predictions(is_positive=[0, 0, 1, 1], scores={"rf": [0.1, 0.4, 0.6, 0.9]})
    >>> call = analyse(rows).decide(OperatingPoint(0.5)).best
    >>> rule_as_code(call, negated=False)
    {'python': 'score >= 0.6', 'sql': '"rf" >= 0.6'}
    >>> rule_as_code(call, negated=True)
    {'python': 'score <= -0.6', 'sql': '"rf" <= -0.6'}
    """
    if call.text is None or call.model is None:
        always = call.call == "all"
        return {"python": str(always), "sql": "1 = 1" if always else "1 = 0"}
    column = '"{}"'.format(call.model.replace('"', '""'))
    compared = f">= {call.text}"
    if negated:
        other = call.text.removeprefix("-") if call.text.startswith("-") else f"-{call.text}"
        compared = f"<= {other}"
    return {"python": f"score {compared}", "sql": f"{column} {compared}"}


def _chosen_on(report: Report) -> str:
    """Which rows chose the threshold that these numbers judge."""
    if report.analysis.parts:
        return "hold-out"
    return "cross-fitted" if report.summary.cross_fitted else "same rows"
