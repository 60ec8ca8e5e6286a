"""What more labels are worth, and how many tell models apart: the field `more_data`.

Also which rows to label next: the field `data.verification.plan`.
"""

from dataclasses import asdict

from costdash.core.compare.label_value import MoreLabels
from costdash.core.compare.sample_size import RowsToDetect
from costdash.report.json import Fields
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.blank_labels import audit_sentence
from costdash.report.sentences.labels import detect_sentence, value_sentence, worth_sentence


def more_data_fields(report: Report, between_models: float) -> Fields | None:
    """The field; values are per case, in the currency of the costs. None without models.

    between_models: the expected regret, which only knows the models at their cheapest thresholds.
    """
    if report.scene.choice or not report.shown:
        return None
    value, options = report.label_value, report.labels
    amounts = Amounts.at(report.point, report.currency)
    cost = report.scene.decision.best.expected_cost
    fields: Fields = {
        "statement": value_sentence(value, cost, amounts),
        "evpi": None,
        "between_models": between_models,
        "thresholds": None,
        "curve": [],
        "positives_alone": [],
        "worth": None,
    }
    if value is not None:
        fields |= {
            "evpi": value.evpi,
            "thresholds": max(0.0, value.evpi - between_models),
            "curve": [asdict(more) for more in value.curve],
            "positives_alone": [asdict(more) for more in value.positives_alone],
        }
        if options.price is not None:
            fields["worth"] = _worth(report, amounts)
    if options.effect is not None:
        fields["detect"] = [_detect(report, pair, amounts) for pair in report.pairs]
    return fields


def audit_fields(report: Report) -> Fields:
    """`verification` with the rows to label next; {} unless that is asked. Limits are per case."""
    plan = report.audit_plan
    if plan is None:
        return {}
    amounts = Amounts.at(report.point, report.currency)
    low_now, high_now = plan.now or (None, None)
    low, high = plan.then or (None, None)
    limits = {"low_now": low_now, "high_now": high_now, "low": low, "high": high}
    scale = report.point.scale
    fields = {
        "statement": audit_sentence(plan, report.point, amounts),
        "labels": plan.labels,
        "strata": [asdict(each) for each in plan.strata],
        **{key: None if end is None else scale * end for key, end in limits.items()},
    }
    return {"verification": report.source.labels["verification"] | {"plan": fields}}


def _worth(report: Report, amounts: Amounts) -> Fields:
    """The number of labels that is worth most after its price; net: over all cases."""
    worth, mix = report.labels_worth
    return {
        "statement": worth_sentence(worth, mix, report.labels, amounts),
        "price": report.labels.price,
        "months": report.labels.months,
        "as_they_come": worth and _net(worth),
        "best_mix": mix and _net(mix),
    }


def _net(more: MoreLabels) -> Fields:
    return {
        "rows": round(more.rows),
        "positives": round(more.positives),
        "negatives": round(more.rows) - round(more.positives),
        "net": more.value,
    }


def _detect(report: Report, pair: tuple[str, str], amounts: Amounts) -> Fields:
    """A pair; rows are null if both models make the same calls."""
    found = report.to_detect(pair)
    return {
        "a": pair[0],
        "b": pair[1],
        "statement": detect_sentence(pair, found, report.labels, amounts),
        "power": report.labels.power,
        **_rows(found),
    }


def _rows(found: RowsToDetect | None) -> Fields:
    if found is None:
        return dict.fromkeys(("effect", "rows", "positives", "best_mix", "power_now"))
    best = None
    if found.best_positives is not None and found.best_negatives is not None:
        best = {"positives": found.best_positives, "negatives": found.best_negatives}
    return {
        "effect": found.effect,
        "rows": found.rows,
        "positives": found.positives,
        "best_mix": best,
        "power_now": found.power_now,
    }
