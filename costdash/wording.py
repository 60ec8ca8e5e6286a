"""Amounts, counts and ratios for people."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costdash.reading import DIGITS, number, percent

__all__ = [
    "DIGITS",
    "DOLLAR",
    "Currency",
    "count_of",
    "digits_apart",
    "money",
    "number",
    "percent",
    "spoken_cases",
    "times",
]
if TYPE_CHECKING:
    from costdash.report.sentences.basis import Basis

MOST_DIGITS = 6  # where fewer cannot tell two numbers apart


@dataclass(frozen=True, slots=True)
class Currency:
    """A symbol, whether it stands after the number ($5, or 5 €), and for how many cases amounts
    are told; basis None: as many as give 10 expected positives.
    """

    symbol: str = "$"
    after: bool = False
    basis: "Basis | None" = None


DOLLAR = Currency()


def money(x: float, currency: Currency = DOLLAR, digits: int = DIGITS) -> str:
    """An amount with its symbol; a single decimal becomes two, as prices are written.

    >>> money(1364), money(8.3), money(0.0042), money(-5), money(3, Currency("€", after=True))
    ('$1,360', '$8.30', '$0.0042', '-$5', '3 €')
    """
    text = number(abs(x), digits)
    if text[-2:-1] == ".":
        text += "0"
    sign = "-" if x < 0 else ""
    if currency.after:
        return f"{sign}{text} {currency.symbol}".rstrip()
    return f"{sign}{currency.symbol}{text}"


def count_of(n: float, thing: str, digits: int = DIGITS) -> str:
    """A number with its noun.

    >>> count_of(1, "false alarm"), count_of(51.2, "false alarm"), count_of(0, "false alarm")
    ('1 false alarm', '51.2 false alarms', 'no false alarms')
    """
    text = number(n, digits)
    return f"{'no' if text == '0' else text} {thing}{'' if text == '1' else 's'}"


def times(ratio: float) -> str:
    """What cost_fn / cost_fp means, with its direction.

    >>> times(50)
    'A missed positive is 50 times as costly as a false alarm'
    >>> times(0.25)
    'A false alarm is 4 times as costly as a missed positive'
    """
    text = number(max(ratio, 1 / ratio))
    if text == "1":
        return "A missed positive and a false alarm are equally costly"
    dear, cheap = "missed positive", "false alarm"
    if ratio < 1:
        dear, cheap = cheap, dear
    return f"A {dear} is {text} times as costly as a {cheap}"


def digits_apart(a: float, b: float) -> int:
    """How many digits tell a from b: DIGITS, or more up to MOST_DIGITS.

    >>> digits_apart(1190, 1530), digits_apart(1360.5, 1362.5)
    (3, 4)
    """
    for digits in range(DIGITS, MOST_DIGITS):
        if number(a, digits) != number(b, digits):
            return digits
    return DIGITS if a == b else MOST_DIGITS


def spoken_cases(prior: float) -> int:
    """As many cases as a sentence speaks of: 1,000 or the power of ten with 10 positives or more.

    >>> spoken_cases(0.01), spoken_cases(0.006), spoken_cases(0.9)
    (1000, 10000, 1000)
    """
    cases = 1000
    while cases * prior < 10 * (1 - 1e-9):
        cases *= 10
    return cases
