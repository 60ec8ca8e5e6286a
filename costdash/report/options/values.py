"""What the texts of options mean: numbers within bounds, shares, costs, thresholds.

Every function raises ValueError with the rule and the text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from math import inf, nan

from costdash.core.sample.segment_column import PERIODS
from costdash.report.request import NamedRule
from costdash.report.sentences.amounts import Currency
from costdash.typed import CaseRate, parse_amount, parse_case_rate, parse_score, parse_share

NamedConditions = tuple[str, float, float, float]  # name, prior, cost_fn, cost_fp
Score = tuple[str, float]  # a model and a score: the rule score >= that


@dataclass(frozen=True, slots=True)
class Number:
    """Numbers from low to high, without the ends if `open_ends`; floats also as shares.

    >>> Number(float, 0, 1)("5 %"), Number(int, 100)("2000")
    (0.05, 2000)
    """

    kind: type[float] | type[int]
    low: float
    high: float = inf
    open_ends: bool = False

    def __call__(self, text: str) -> float:
        value = self._read(text)
        low, high = self.low, self.high
        if not (low < value < high if self.open_ends else low <= value <= high):
            if high == inf:
                limits = f"at least {low}"
            else:
                limits = f"between {low} and {high}" if self.open_ends else f"from {low} to {high}"
            raise ValueError(f"must be {limits}, got {text.strip()}")
        return value

    def _read(self, text: str) -> float:
        if self.kind is float and text.strip().lower() not in ("nan", "inf", "-inf"):
            return parse_share(text)
        try:
            return self.kind(text)
        except ValueError:
            raise ValueError(f"invalid whole number value: {text!r}") from None


PROBABILITY = Number(float, 0, 1, open_ends=True)
SHARE = Number(float, 0, 1)


def prior(text: str) -> float:
    """A share of positives; nan for "estimated", from recent scores."""
    return nan if text.strip().lower() == "estimated" else PROBABILITY(text)


def threshold_probability(text: str) -> float:
    """A share below 1."""
    value = SHARE(text)
    if value == 1:
        raise ValueError(f"must be at least 0 and below 1, got {text.strip()}")
    return value


def share_of_cases(text: str) -> float | CaseRate:
    """A share of all cases, or a number of cases a day or a month."""
    rate = parse_case_rate(text)
    if rate is None:
        return SHARE(text)
    if not 0 <= rate.count < inf:
        raise ValueError(f"must be at least 0 cases, got {text.strip()}")
    return rate


def shares(check: Callable[[str], float]) -> Callable[[str], list[float]]:
    """A reader of shares separated by commas, each of which `check` accepts."""

    def read(text: str) -> list[float]:
        try:
            values = [parse_share(part) for part in text.split(",")]
        except ValueError:
            raise ValueError(f"must be numbers separated by commas, got {text}") from None
        for part in text.split(","):
            check(part)
        return values

    return read


def cost(text: str) -> float:
    """A positive amount, with or without a sign of a currency.

    >>> cost("$4,000"), cost("5k")
    (4000.0, 5000.0)
    """
    value = amount(text)
    if not 0 < value < inf:
        raise ValueError(f"must be positive and finite, got {text.strip()}")
    return value


def amount(text: str) -> float:
    """A finite amount of either sign."""
    value = parse_amount(text)
    if abs(value) == inf:
        raise ValueError(f"must be finite, got {text.strip()}")
    return value


def price(text: str) -> float:
    """An amount that may be 0, with or without a sign of a currency."""
    value = amount(text)
    if value < 0:
        raise ValueError(f"must be at least 0, got {text.strip()}")
    return value


def reviewer(texts: Sequence[str]) -> tuple[float, float] | str:
    """Sensitivity and specificity as shares, or the name of a column."""
    if len(texts) == 1:
        return texts[0]
    if len(texts) > 2:
        raise ValueError(f"--reviewer takes two shares or one column, got {' '.join(texts)}")
    sensitivity, specificity = map(SHARE, texts)
    return sensitivity, specificity


def currency(text: str) -> str:
    """A symbol or a form of amounts, as it is."""
    Currency.of(text)
    return text


def score(text: str) -> float:
    """A threshold; -inf flags all cases and inf none."""
    try:
        return parse_score(text)
    except ValueError:
        raise ValueError(
            f"A threshold must be a number such as 0.37, got {text.strip()}."
        ) from None


def named_score(texts: Sequence[str]) -> Score:
    """A model and a threshold."""
    model, text = texts
    return model, score(text)


def scenario(texts: Sequence[str]) -> NamedConditions:
    """Named conditions."""
    name, prior, cost_fn, cost_fp = texts
    try:
        return name, parse_share(prior), cost(cost_fn), cost(cost_fp)
    except ValueError as error:
        raise ValueError(f"--scenario {name}: {error}") from None


def combination(texts: Sequence[str]) -> tuple[str, str, NamedRule, NamedRule]:
    """A combination by AND or OR: name, rule and both models."""
    name, how, a, b = texts
    return name, how, _rule(a), _rule(b)


def mixture(texts: Sequence[str]) -> tuple[str, float, NamedRule, NamedRule]:
    """An interpolation: name, share of the second, and both models."""
    name, share, a, b = texts
    return name, parse_share(share), _rule(a), _rule(b)


def chained(texts: Sequence[str]) -> tuple[str, list[str]]:
    """A chain: name and models."""
    name, *models = texts
    return name, models


def trained(texts: Sequence[str]) -> tuple[str, float]:
    """A model and its PC(+), from a share or a ratio of negatives to positives such as 11:1."""
    name, text = texts
    negatives, colon, positives = text.partition(":")
    try:
        if not colon:
            return name, parse_share(text)
        ratio = float(negatives) / float(positives)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"--trained-for needs a share such as 0.2 or a ratio such as 11:1, got {text}"
        ) from None
    return name, 1 / (1 + ratio)


def _rule(text: str) -> NamedRule:
    """A model, or a model and its threshold as MODEL=THRESHOLD."""
    model, equals, threshold = text.rpartition("=")
    return (model, score(threshold)) if equals and model else text


def period(text: str) -> str:
    """A period. Raises ValueError for another word."""
    if text not in PERIODS:
        raise ValueError(f"must be one of {', '.join(PERIODS)}, got {text}")
    return text


def day(text: str) -> str:
    """An ISO date, as it is. Raises ValueError for another text."""
    parse_day(text)
    return text


def parse_day(text: str) -> int:
    """The day of an ISO date, counted from 1970-01-01. Raises ValueError.

    >>> parse_day("1970-02-01")
    31
    """
    try:
        return (date.fromisoformat(text) - date(1970, 1, 1)).days
    except ValueError:
        raise ValueError(f"must be a date such as 2026-06-30, got {text}") from None
