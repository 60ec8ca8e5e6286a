"""The counts behind the ledger: of the rule in the file, with limits of its rates on other rows."""

from math import floor

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.rate_limits import RateLimits
from costdash.core.types import Interval
from costdash.report.sentences.amounts import Amounts, Currency
from costdash.report.sentences.phrases import FEWEST_WHOLE, cases_text
from costdash.wording import digits_apart, number, percent

THESE, OTHER = "on these rows", "on other rows"


def limits_sentence(
    call: Call, limits: RateLimits | None, point: OperatingPoint, amounts: Amounts
) -> str:
    """On other rows it finds 41 to 53 of 60 positives (47 on these rows) and raises 340 to 420
    false alarms (377 on these rows); each 95 %. "" without limits.

    The numbers on these rows stand apart from the limits because they need not be in their middle:
    a threshold does better on the rows that chose it, so that they are often an end of the limits.
    """
    if limits is None:
        return ""
    level, (fpr, tpr) = percent(limits.level), call.rates
    if amounts.case_unit.is_single_case:
        found, flagged = (
            f"{percent(low)} to {percent(high)} of {noun} ({percent(rate)} {THESE})"
            for noun, rate, (low, high) in (
                ("positives", tpr, limits.tpr),
                ("negatives", fpr, limits.fpr),
            )
        )
        return f"On other rows it finds {found} and flags {flagged}; each {level}."
    positives = amounts.cases * point.prior
    found, alarms = (
        f"{_ends(whole, ends, positives)} {noun} ({cases_text(whole * rate, positives)} {THESE})"
        for noun, whole, rate, ends in (
            (f"of {cases_text(positives, positives)} positives", positives, tpr, limits.tpr),
            ("false alarms", amounts.cases - positives, fpr, limits.fpr),
        )
    )
    return f"On other rows it finds {found} and raises {alarms}; each {level}."


def count_tips(
    analysis: Analysis,
    call: Call,
    limits: RateLimits | None,
    point: OperatingPoint,
    currency: Currency,
) -> dict[str, str]:
    """By line of the ledger: 203 of 260 positives in the file · 95 %: 41 to 53 on other rows.

    Empty for a rule that is no threshold of a model.
    """
    if call.model is None or call.index is None:
        return {}
    counts = analysis.models[call.model].case_counts
    tp, fp = counts.tp[call.index], counts.fp[call.index]
    positives, negatives = counts.positives, counts.negatives
    where = f"in {analysis.hold_out.judge_on}" if analysis.hold_out else "in the file"
    weighted = "" if counts.tp.dtype.kind == "i" else ", by weight"

    def tip(count: float, whole: float, noun: str) -> str:
        return f"{number(float(count), 9)} of {number(float(whole), 9)} {noun} {where}{weighted}"

    tips = {
        "Found": tip(tp, positives, "positives"),
        "Missed": tip(positives - tp, positives, "positives"),
        "False alarms": tip(fp, negatives, "negatives"),
        "Correctly left alone": tip(negatives - fp, negatives, "negatives"),
    }
    if limits is None:
        return tips
    amounts = Amounts.at(point, currency)
    whole = amounts.cases * point.prior
    rest = amounts.cases - whole
    ends = {
        "Found": _ends(whole, limits.tpr, whole),
        "Missed": _ends(whole, _complement(limits.tpr), whole),
        "False alarms": _ends(rest, limits.fpr, whole),
        "Correctly left alone": _ends(rest, _complement(limits.fpr), whole),
    }
    level = percent(limits.level)
    return {word: f"{text} · {level}: {ends[word]} {OTHER}" for word, text in tips.items()}


def _ends(whole: float, limits: Interval, positives: float) -> str:
    """41 to 53; with decimals where fewer than 10 positives are expected."""
    low, high = (whole * end for end in limits)
    if positives >= FEWEST_WHOLE * (1 - 1e-9) and high < 1e15:
        return f"{floor(low + 0.5):,} to {floor(high + 0.5):,}"
    digits = digits_apart(low, high)
    return f"{number(low, digits)} to {number(high, digits)}"


def _complement(limits: Interval) -> Interval:
    low, high = limits
    return 1 - high, 1 - low
