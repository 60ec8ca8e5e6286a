"""Sentences on the validity of the recommended rule: how far conditions may change."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.validity import (
    MATERIAL,
    SURE,
    ValidityRange,
    best_cost,
    resampled_validity,
    validity_range,
)
from costdash.core.choose.switch_points import model_switch_points, nearest_switch, switch_points
from costdash.core.types import Interval
from costdash.report.sentences.rules import as_subject, vertex_rule
from costdash.wording import digits_apart, inner_limits, number, percent

ADVICE = {"some": "Keep this rule", "none": "Flag none", "all": "Flag all"}
CHEAPER = f"no other rule is more than {percent(MATERIAL)} cheaper"
WITHOUT_CERTAINTY = "not for certain"  # even at the present conditions
AT_THE_POINT = 1e-9  # log-odds of pcf; a switch point closer than this is the point itself


@dataclass(frozen=True, slots=True)
class Validity:
    """The conditions under which a rule stays valid.

    rule: of the rule as it is. model: of its model with the threshold chosen anew; None where no
    model is used, or costs are not cross-fitted. sure: how sure both are; None if they are by the
    rows alone.
    """

    rule: ValidityRange
    model: ValidityRange | None = None
    sure: float | None = None


def validity_of(
    analysis: Analysis, call: Call, point: OperatingPoint, names: Sequence[str]
) -> Validity | None:
    """The conditions under which a call of the named models stays valid; None without models."""
    if not names:
        return None
    if analysis.crossfits is not None:
        return Validity(*resampled_validity(analysis, call, names, point, MATERIAL), SURE)
    best = best_cost(analysis, names)
    return Validity(validity_range(best, *call.model_rates, point, MATERIAL))


def validity_sentences(
    analysis: Analysis,
    call: Call,
    point: OperatingPoint,
    names: Sequence[str],
    validity: Validity | None = None,
) -> list[str]:
    """Conditions under which the rule stays valid, and where the model changes; else empty.

    validity: as `validity_of` returns it, if it is computed already.
    """
    validity = validity or validity_of(analysis, call, point, names)
    if validity is None:
        return []
    tie = _tie(analysis, point, names)
    if validity.sure is None:
        return [
            *_by_the_rows(call, validity.rule, point),
            *tie,
            *_of_the_model(analysis, point, names),
        ]
    return [*_sure(call, validity, point), *tie]


def _by_the_rows(call: Call, found: ValidityRange, point: OperatingPoint) -> list[str]:
    """The limits by the rows alone."""
    if found.is_empty:
        return [
            f"{ADVICE[call.call]} under these very conditions only: beside them another is cheaper."
        ]
    limits = validity_limits_words(found, point)
    if not limits:
        return [f"{ADVICE[call.call]} whatever the conditions: by these rows, {CHEAPER}."]
    return [f"{ADVICE[call.call]} while {limits}.", f"Inside that, by these rows, {CHEAPER}."]


def _sure(call: Call, validity: Validity, point: OperatingPoint) -> list[str]:
    """The limits that hold in most samples, of the rule and of its model."""
    sure = f"it is {percent(validity.sure or 0)} sure that"
    sentences = []
    if validity.rule.is_empty:
        sentences.append(_unsure(call, validity))
    elif limits := validity_limits_words(validity.rule, point):
        sentences += [
            f"{ADVICE[call.call]} while {limits}.",
            f"Inside that {sure} {CHEAPER}.",
        ]
    else:
        sentences.append(f"{ADVICE[call.call]} whatever the conditions: {sure} {CHEAPER}.")
    if validity.model is None or validity.model.is_empty:
        return sentences
    limits = _priors(validity.model.prior, point.prior)
    where = f"while {limits}" if limits else "whatever the conditions"
    within = (
        f"the model is {percent(validity.sure or 0)} sure to cost at most {percent(MATERIAL)} more "
        "than the cheapest"
    )
    return [*sentences, f"With its threshold chosen again, {within} {where}."]


def _unsure(call: Call, validity: Validity) -> str:
    """Where another rule may be much cheaper even here; another threshold, if the model is sure."""
    much = (
        f"may turn out more than {percent(MATERIAL)} cheaper, even at these conditions. "
        f"To rule that out ({percent(validity.sure or 0)} sure) takes more rows."
    )
    if call.call == "some" and validity.model is not None and not validity.model.is_empty:
        return f"The model is surer than its threshold: on new cases another threshold {much}"
    return f"On new cases another rule {much}"


def threshold_range_words(validity: Validity | None, call: Call, point: OperatingPoint) -> str:
    """At which shares of positives a threshold may stay, in few words; "" of a trivial rule.

    >>> found = ValidityRange((0.14, 0.33), (0.0033, 0.0101), (27.2, 84.6))
    >>> _share_words(found, OperatingPoint(0.006, 50))
    'from 0.33 % to 1 %'
    """
    if validity is None or call.call != "some":
        return ""
    return WITHOUT_CERTAINTY if validity.rule.is_empty else _share_words(validity.rule, point)


def _share_words(found: ValidityRange, point: OperatingPoint) -> str:
    words = _priors(found.prior, point.prior).removesuffix(" of cases are positive")
    if not words:
        return "at any share"
    return f"from {words}" if " to " in words else words


def validity_limits_words(found: ValidityRange, point: OperatingPoint) -> str:
    """The limits when a single condition changes, rounded inwards; "" without a limit.

    >>> found = ValidityRange((0.14, 0.33), (0.0033, 0.0101), (27.2, 84.6))
    >>> validity_limits_words(found, OperatingPoint(0.006, 50))
    '0.33 % to 1 % of cases are positive, or while a miss costs 28 to 84 false alarms'
    """
    priors = _priors(found.prior, point.prior)
    ratios = _ratios(found.cost_ratio, point.cost_fn / point.cost_fp)
    return f"{priors}, or while {ratios}" if priors else ""


def _priors(ends: Interval, now: float) -> str:
    """Which shares of positives; "" without a limit."""
    low, high = ends
    least, most = (f"{text} %" for text in inner_limits(100 * low, 100 * high, 100 * now))
    if low > 0 and high < 1:
        return f"{least} to {most} of cases are positive"
    if high < 1:
        return f"at most {most} of cases are positive"
    return f"at least {least} of cases are positive" if low > 0 else ""


def _ratios(ends: Interval, now: float) -> str:
    """Which cost ratios, in false alarms per miss, or in misses per false alarm below 1."""
    low, high = ends
    dear, cheap = "miss", "false alarms"
    if (high if high < inf else low) <= 1:
        low, high, dear, cheap = 1 / high, 1 / low if low else inf, "false alarm", "misses"
        now = 1 / now
    least, most = inner_limits(low, high, now)
    if low > 0 and high < inf:
        return f"a {dear} costs {least} to {most} {cheap}"
    if high < inf:
        return f"a {dear} costs at most {most} {cheap}"
    return f"a {dear} costs at least {least} {cheap}"


def _tie(analysis: Analysis, point: OperatingPoint, names: Sequence[str]) -> list[str]:
    """A tie at these very conditions."""
    rules = analysis.recommended_rules(names)
    near = nearest_switch(switch_points(rules, point))
    if near is None or abs(near.distance) >= AT_THE_POINT:
        return []
    rule = as_subject(vertex_rule(analysis, rules.vertices, near.vertex))
    return [f"Tie: {rule} costs the same."]


def _of_the_model(analysis: Analysis, point: OperatingPoint, names: Sequence[str]) -> list[str]:
    """Where another model (or none) is recommended, by the rows alone."""
    below, above = model_switch_points(analysis.recommended_rules(names), point)
    limits = [
        f"{side} {_apart(switch.prior, point.prior)}"
        for side, switch in (("below", below), ("above", above))
        if switch and abs(switch.distance) >= AT_THE_POINT
    ]
    if limits:
        return [f"By these rows, the model itself only changes {' or '.join(limits)} positives."]
    if below is None and above is None and len(names) > 1:
        return ["By these rows, no share of positives and no price makes another model cheaper."]
    return []


def _apart(prior: float, now: float) -> str:
    """`prior` in percent, with as many digits as distinguish it from the present prior."""
    text = percent(prior)
    if text != percent(now):
        return text
    return f"{number(100 * prior, digits_apart(100 * prior, 100 * now))} %"
