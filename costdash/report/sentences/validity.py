"""Sentences on the validity of the recommended rule: how far conditions may change."""

from collections.abc import Sequence
from math import inf

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.validity import MATERIAL, ValidityRange, best_cost, validity_range
from costdash.core.choose.switch_points import model_switch_points, nearest_switch, switch_points
from costdash.core.types import Interval
from costdash.report.sentences.rules import as_subject, vertex_rule
from costdash.wording import digits_apart, number, percent, rough_digits

ADVICE = {"some": "Keep this rule", "none": "Flag none", "all": "Flag all"}
CHEAPER = f"no other rule is more than {percent(MATERIAL)} cheaper"
AT_THE_POINT = 1e-9  # log-odds of pcf; a switch point closer than this is the point itself


def validity_of(
    analysis: Analysis, call: Call, point: OperatingPoint, names: Sequence[str]
) -> ValidityRange | None:
    """The conditions under which a call of the named models stays valid; None without models."""
    if not names:
        return None
    return validity_range(best_cost(analysis, names), call.fpr, call.tpr, point, MATERIAL)


def validity_sentences(
    analysis: Analysis, call: Call, point: OperatingPoint, names: Sequence[str]
) -> list[str]:
    """Conditions under which the rule stays valid, and where the model changes; else empty."""
    validity = validity_of(analysis, call, point, names)
    if validity is None:
        return []
    sentences = [validity_sentence(call, validity)]
    if 0 < validity.pcf[0] or validity.pcf[1] < 1:
        sentences.append(f"Inside that, {CHEAPER}.")
    return [*sentences, *_of_the_model(analysis, point, names)]


def validity_sentence(call: Call, validity: ValidityRange) -> str:
    """The limits when a single condition changes.

    >>> from costdash.core.choose.decision import trivial_call
    >>> found = ValidityRange((0.14, 0.33), (0.0033, 0.0101), (27.2, 84.6))
    >>> validity_sentence(trivial_call(OperatingPoint(0.006, 50)), found)[:65]
    'Flag none while 0.33 % to 1 % of cases are positive, or while a m'
    """
    priors, ratios = _priors(validity.prior), _ratios(validity.cost_ratio)
    if validity.pcf[0] == validity.pcf[1]:
        return (
            f"{ADVICE[call.call]} under these very conditions only: beside them another is cheaper."
        )
    if not priors:
        return f"{ADVICE[call.call]} whatever the conditions: {CHEAPER}."
    return f"{ADVICE[call.call]} while {priors}, or while {ratios}."


def _priors(ends: Interval) -> str:
    """Which shares of positives; "" without a limit."""
    low, high = ends
    digits = rough_digits(100 * low, 100 * high)
    least, most = (f"{number(100 * end, digits)} %" for end in ends)
    if low > 0 and high < 1:
        return f"{least} to {most} of cases are positive"
    if high < 1:
        return f"at most {most} of cases are positive"
    return f"at least {least} of cases are positive" if low > 0 else ""


def _ratios(ends: Interval) -> str:
    """Which cost ratios, in false alarms per miss, or in misses per false alarm below 1."""
    low, high = ends
    dear, cheap = "miss", "false alarms"
    if (high if high < inf else low) <= 1:
        low, high, dear, cheap = 1 / high, 1 / low if low else inf, "false alarm", "misses"
    digits = rough_digits(low, high)
    least, most = number(low, digits), number(high, digits)
    if low > 0 and high < inf:
        return f"a {dear} costs {least} to {most} {cheap}"
    if high < inf:
        return f"a {dear} costs at most {most} {cheap}"
    return f"a {dear} costs at least {least} {cheap}"


def _of_the_model(analysis: Analysis, point: OperatingPoint, names: Sequence[str]) -> list[str]:
    """Where another model (or none) is recommended, and a tie at these very conditions."""
    rules = analysis.recommended_rules(names)
    sentences = []
    near = nearest_switch(switch_points(rules, point))
    if near is not None and abs(near.distance) < AT_THE_POINT:
        rule = as_subject(vertex_rule(analysis, rules.hull, near.vertex))
        sentences.append(f"Tie: {rule} costs the same.")
    below, above = model_switch_points(rules, point)
    limits = [
        f"{side} {_apart(switch.prior, point.prior)}"
        for side, switch in (("below", below), ("above", above))
        if switch and abs(switch.distance) >= AT_THE_POINT
    ]
    if limits:
        sentences.append(f"The model itself only changes {' or '.join(limits)} positives.")
    elif below is None and above is None and len(names) > 1:
        sentences.append("No share of positives and no price makes another model cheaper.")
    return sentences


def _apart(prior: float, now: float) -> str:
    """`prior` in percent, with as many digits as distinguish it from the present prior."""
    text = percent(prior)
    if text != percent(now):
        return text
    return f"{number(100 * prior, digits_apart(100 * prior, 100 * now))} %"
