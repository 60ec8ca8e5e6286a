"""Sentences on segments and periods: which cost most, why, and what would help."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from costdash.core.segments.excess import UNSEEN
from costdash.core.segments.segment_costs import SegmentCosts
from costdash.report.sentences.amounts import Amounts
from costdash.wording import SEPARATOR, listed, percent

ALPHA = 0.05  # p after Holm's correction from which on an effect of the rule may be chance
MOST_NAMED = 3  # segments in a sentence
MOST_OF_IT = 0.8  # share of what dear segments cost more that the named ones have
MOSTLY, LITTLE_OF_IT = 0.5, 0.05  # of an excess
LITTLE = 0.01  # share of the cost below which an excess is not worth a sentence
PROTECTED = frozenset(
    ("sex", "gender", "age", "race", "religion", "nationality", "ethnicity", "ethnic", "disability")
)
LAW = "Different thresholds for people may be unlawful. Shown, not advised."
NO_GAIN = "no clear gain"
ALL_RIGHT = "One threshold for all is right: no segment is shown to gain from its own."
FIRST_DAY = date(1970, 1, 1)


def is_protected(column: str) -> bool:
    """Whether the name of a column is that of a protected attribute.

    >>> is_protected("Customer_Age"), is_protected("ageing_days")
    (True, False)
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", column)
    return bool(PROTECTED & set(re.split(SEPARATOR, words.lower())))


def day_text(day: int) -> str:
    """A day, counted from 1970-01-01, as an ISO date."""
    return (FIRST_DAY + timedelta(days=day)).isoformat()


NO_DEARER = "No segment costs much more than its share of the cases."
MAY_BE_CHANCE = (
    "No segment is shown to cost more than its share of the cases: what differs may be chance."
)


@dataclass(frozen=True, slots=True)
class SegmentSentences:
    """lead: where the money goes and why. second: thresholds of their own, or the trend.

    notes: what else a reader must know.
    """

    lead: str
    second: str
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(filter(None, (self.lead, self.second, *self.notes)))


def segment_sentences(found: SegmentCosts, amounts: Amounts) -> SegmentSentences:
    """The sentences of a card, a report or the text on a terminal."""
    pooled, rows = found.segments.pooled
    notes = [
        LAW if is_protected(found.request.column) else "",
        f"{pooled:,} values with {rows:,} rows are pooled." if pooled else "",
        _until(found),
    ]
    if len(found.segments.names) == 1:
        return SegmentSentences("All cases have the same value here.", "", tuple(notes[:1]))
    if found.segments.are_periods:
        lead, second = _period_lead(found), _trend_sentence(found, amounts)
        notes.insert(0, _cheaper_sentence(found, amounts))
    else:
        lead, second = _lead(found, amounts), thresholds_sentence(found, amounts)
    return SegmentSentences(lead, second, tuple(filter(None, notes)))


def beyond_chance(found: SegmentCosts) -> list[int]:
    """Places of segments on which the rule is shown to do worse than on all, dearest first."""
    costs = found.costs
    worse = (costs.p_holm < ALPHA) & (costs.because_of_rule > 0)
    return [place for place in found.order if worse[place]]


def recommended_thresholds(found: SegmentCosts) -> list[int]:
    """Places of segments with a threshold of their own that is shown to save; advised for none of
    a protected attribute."""
    if found.thresholds is None or is_protected(found.request.column):
        return []
    return [place for place in found.order if found.thresholds.recommended[place]]


def _lead(found: SegmentCosts, amounts: Amounts) -> str:
    costs, names = found.costs, found.segments.names
    dear = _dear(found)
    excess = float(sum(costs.share[k] * (costs.cost[k] - costs.total) for k in dear))
    worse = beyond_chance(found)
    if not worse and (not dear or excess < LITTLE * costs.total):
        most = float((costs.share * (costs.cost - costs.total)).max(initial=0))
        return MAY_BE_CHANCE if most >= LITTLE * costs.total else NO_DEARER
    parts = []
    if dear and excess >= LITTLE * costs.total:
        prior = float(sum(costs.share[k] * costs.because_of_prior[k] for k in dear))
        shown = listed([names[k] for k in dear])
        verb, its = ("costs", "its") if len(dear) == 1 else ("cost", "their")
        more = f"{shown} {verb} {_amount(excess, amounts)} more than {its} share of the cases"
        why = _why(found, dear)
        if prior > MOSTLY * excess:
            parts.append(f"{more}, mostly because {why} there.")
        elif prior < LITTLE_OF_IT * excess:
            parts.append(f"{more}.")
        else:
            parts.append(f"{more}, of which {_amount(prior, amounts)} because {why} there.")
    if not worse:
        return " ".join([*parts, "What is left may be chance."])
    each = [
        f"{names[k]} ({_amount(costs.share[k] * costs.because_of_rule[k], amounts)})" for k in worse
    ]
    return " ".join([*parts, f"The rule does worse, beyond chance, on {listed(each, MOST_NAMED)}."])


def _why(found: SegmentCosts, places: Sequence[int]) -> str:
    """What differs in the prior part of these segments."""
    if found.costs_per_case:
        return "positives are more or less common, or cases dearer,"
    whole = float(found.costs.share @ found.costs.prior)
    more = {bool(found.costs.prior[place] > whole) for place in places}
    if len(more) > 1:
        return "positives are more or less common"
    return f"positives are {'more' if more.pop() else 'less'} common"


def _dear(found: SegmentCosts) -> list[int]:
    """The dearest segments that together have most of what segments cost above their share."""
    drawn = found.costs.drawn
    above = float(drawn.clip(min=0).sum())
    named: list[int] = []
    for place in sorted(range(drawn.size), key=lambda k: -drawn[k]):
        if drawn[place] <= 0 or drawn[named].sum() >= MOST_OF_IT * above:
            break
        if len(named) < MOST_NAMED:
            named.append(place)
    return named


def thresholds_sentence(found: SegmentCosts, amounts: Amounts) -> str:
    """Which segments gain from a threshold of their own, and at least how much."""
    if found.thresholds is None:
        return ""
    places = recommended_thresholds(found)
    if not places:
        return "" if is_protected(found.request.column) else ALL_RIGHT
    words = []
    for place in places[:MOST_NAMED]:
        saving, low = found.thresholds.saving[place], found.thresholds.low[place]
        words.append(
            f"{rule_text(found, place)} on {found.segments.names[place]} saves "
            f"{_amount(saving, amounts)} {amounts.case_unit.words}, at least "
            f"{_amount(low, amounts)}"
        )
    rest = len(places) - len(words)
    more = f"; {rest} more gain" if rest else ""
    gains = "Only these gain" if len(places) > 1 else "One segment gains"
    return (
        f"{gains} from a threshold of their own: {'; '.join(words)}{more}."
        if len(places) > 1
        else f"{gains} from a threshold of its own: {words[0]}."
    )


def rule_text(found: SegmentCosts, place: int) -> str:
    """The threshold of a segment's own: 0.976, flag none, flag all."""
    rule = found.segment_rules[place]
    return {"none": "flag none", "all": "flag all"}.get(rule.call) or str(rule.text)


def _period_lead(found: SegmentCosts) -> str:
    names, word = found.segments.names, period_word(found)
    worse = sorted(beyond_chance(found))
    if not worse:
        return f"No {word} stands out: what differs between {word}s may be chance."
    shown = listed([names[k] for k in worse], MOST_NAMED)
    return f"In {shown} the rule did worse than on the whole, beyond chance."


def period_word(found: SegmentCosts) -> str:
    """month, week, ..."""
    return found.request.by or "month"


def _trend_sentence(found: SegmentCosts, amounts: Amounts) -> str:
    trend = found.trend
    if trend is None:
        return ""
    low, high = trend.interval
    value = f"it costs {_amount(abs(trend.value), amounts)}"
    direction = "more" if trend.value >= 0 else "less"
    limits = f"{_signed(low, amounts)} to {_signed(high, amounts)}"
    words, word = amounts.case_unit.words, period_word(found)
    cases = f"{words} of a {word}" if "case" in words else words  # not of all cases, as the table
    change = f"{value} {direction} {cases} with each {word}"
    start = (
        "The rule shows no clear trend"
        if low <= 0 <= high
        else "The rule becomes worse"
        if low > 0
        else ("The rule becomes better")
    )
    return f"{start}: {change} ({percent(found.level)}: {limits})."


def _cheaper_sentence(found: SegmentCosts, amounts: Amounts) -> str:
    """Where another option was shown to be cheaper; "" if nowhere."""
    named = []
    for place, options in enumerate(found.cheaper):
        if options:
            best = options[0]
            option = best.model or f"flagging {best.call}"
            named.append(
                f"{option} in {found.segments.names[place]} (by {_amount(best.saving, amounts)})"
            )
    if not named:
        return ""
    return f"Shown to cost less than the rule: {listed(named, MOST_NAMED)}."


def _until(found: SegmentCosts) -> str:
    if not found.pending.any() or found.request.labels_until is None:
        return ""
    pending = [found.segments.names[k] for k, waits in enumerate(found.pending.tolist()) if waits]
    word = period_word(found)
    return (
        f"Labels are complete until {day_text(found.request.labels_until)}: "
        f"{listed(pending, MOST_NAMED)} {'is' if len(pending) == 1 else 'are'} shown, but neither "
        f"tested nor part of the trend by {word}."
    )


def _amount(cost: float, amounts: Amounts) -> str:
    return amounts.total(amounts.cases * float(cost))


def _signed(cost: float, amounts: Amounts) -> str:
    return amounts.bare(amounts.cases * float(cost))


def signed_amount(cost: float, found: SegmentCosts, amounts: Amounts) -> str:
    """An amount with its sign, such as +$1,340, for as many cases; 0 if it is hardly any."""
    if abs(cost) < UNSEEN * found.costs.total:
        return "0"
    text = amounts.bare(amounts.cases * float(cost))
    return f"+{text}" if cost > 0 else text


def hint(found: SegmentCosts) -> str:
    """What the segments are: five bands of amount, 12 months of date, 4 values of region."""
    n = len(found.segments.names)
    column = found.request.column
    if found.segments.are_periods:
        return f"{n} {period_word(found)}{'s' if n > 1 else ''} of {column}"
    return f"{n} {'bands' if found.segments.bands else 'values'} of {column}"


def segment_names(found: SegmentCosts) -> Sequence[str]:
    """Names in the order in which they are shown."""
    return [found.segments.names[place] for place in found.order]
