"""The review zone as fields of the JSON contract."""

from costdash.core import ReviewDecision
from costdash.core.analysis.review import LimitedZones
from costdash.core.choose.review_zone import Zone, ZoneEnd
from costdash.report.json import Fields
from costdash.report.report import Report


def review_fields(report: Report) -> Fields:
    """The field `review`, if the report has one.

    Rates and shares are those of the printed zone on the rows; `expected_cost` includes reviews and
    allowances. `limit_price`: up to which a review pays. `models`: cost of each model's zone. The
    zone's fields are null where no case is worth a review.
    """
    review = report.scene.review
    return {} if review is None else {"review": _review(report, review)}


def _review(report: Report, review: ReviewDecision) -> Fields:
    terms, prior = review.terms, report.point.prior
    low, high = review.saving_interval or (None, None)
    fields: Fields = {
        "price": terms.price,
        "sensitivity": None if terms.column else terms.sensitivity,
        "specificity": None if terms.column else terms.specificity,
        "column": terms.column or None,
        "limit_price": review.limit_price,
        "pays": review.pays,
        "models": [{"model": name, "expected_cost": cost} for name, cost in review.costs.items()],
        "without_review": review.without_review.expected_cost,
        **_zone(review.zone if review.pays else None, prior),
        "saving": {"value": review.saving, "low": low, "high": high} if review.pays else None,
        "over_today": _over_today(review),
        "capacity": None,
    }
    if terms.capacity is not None:
        fields["capacity"] = {"share": terms.capacity} | _capacity(report, review, review.limited)
    return fields


def _over_today(review: ReviewDecision) -> Fields | None:
    """What the recommended rule saves against today's, per case; None without today's rule."""
    low, high = review.today_interval or (None, None)
    if review.today is None:
        return None
    return {"value": review.over_today, "low": low, "high": high}


def todays_zone_fields(report: Report) -> Fields:
    """Of the field `today`, if cases between two thresholds are looked at today.

    What the recommended rule saves against it is `review.over_today`.
    """
    today = report.scene.in_force
    if today is None or today.zone is None:
        return {}
    rates = {"fpr": today.fpr, "tpr": today.tpr, "expected_cost": today.expected_cost}
    zone = {
        "look_from": today.zone.low.threshold,
        "shares": _shares(today.zone, report.point.prior),
    }
    return {**rates, **zone, "saving": None}


def _zone(zone: Zone | None, prior: float) -> Fields:
    """A zone; allowance: what leads from the cost on the rows to `expected_cost`."""
    if zone is None:
        names = ("model", "low", "high", "shares", "fpr", "tpr", "expected_cost", "allowance")
        return dict.fromkeys((*names, "low_limit", "high_limit"))
    low_limit, high_limit = zone.interval or (None, None)
    tuning = zone.expected_cost - zone.choosing - zone.rows_cost
    return {
        "model": zone.model,
        "low": _end(zone.low),
        "high": _end(zone.high),
        "shares": _shares(zone, prior),
        "fpr": zone.rates.fpr,
        "tpr": zone.rates.tpr,
        "expected_cost": zone.expected_cost,
        "allowance": zone.elsewhere and {"tuning": tuning, "choosing": zone.choosing},
        "low_limit": low_limit,
        "high_limit": high_limit,
    }


def _end(end: ZoneEnd) -> Fields:
    return {"threshold": end.threshold, "fpr": end.fpr, "tpr": end.tpr}


def _shares(zone: Zone, prior: float) -> Fields:
    """Shares of all cases that are let pass, reviewed and flagged at once."""
    at_low, at_high = (prior * end.tpr + (1 - prior) * end.fpr for end in (zone.low, zone.high))
    return {"left_alone": 1 - at_low, "reviewed": at_low - at_high, "acted": at_high}


def _capacity(report: Report, review: ReviewDecision, limited: LimitedZones | None) -> Fields:
    """A capacity: the best single zone, what the limit costs, and two zones by lot on the rows.

    binds: whether the cheapest zone without the capacity reviews more.
    """
    zone, prior = review.zone, report.point.prior
    elsewhere = None
    if zone is not None and zone.elsewhere is not None:
        elsewhere = zone.elsewhere.reviewed(prior)
    single = zone and {
        "low": zone.low.threshold,
        "high": zone.high.threshold,
        "reviewed": zone.rates.reviewed(prior),
        "reviewed_on_other_rows": elsewhere,
        "expected_cost": zone.expected_cost,
    }
    if limited is None or zone is None:
        return {"binds": False, "single": single, "cost_of_limit": None, "mixture": None}
    low, high = limited.interval or (None, None)
    mixture, threshold = limited.mixture, report.analysis.models[zone.model].counts.threshold
    return {
        "binds": True,
        "single": single,
        "cost_of_limit": {"value": limited.cost_of_limit, "low": low, "high": high},
        "mixture": mixture
        and {
            "zones": [
                {"low": threshold[start], "high": threshold[end], "share": share}
                for (start, end), share in zip(mixture.zones, mixture.share, strict=True)
            ],
            "reviewed": mixture.reviewed,
            "cost_on_these_rows": mixture.cost,
        },
    }
