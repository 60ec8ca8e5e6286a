"""Numbers, shares, counts, cost ratios and lists of names as text, for every layer.

Here belongs wording that needs nothing but the standard library: how a value is printed, not
sentences about it. Numbers have three significant digits, and nothing but zero is printed as "0".
Cost ratios always state their direction.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from math import inf, isfinite

DIGITS = 3
MINUS = "\N{MINUS SIGN}"
MOST_DIGITS = 6  # at most so many, if two numbers must differ in print
ROUGH = 2  # digits of rough limits, where they differ in print
WHOLE_DIGITS = 15  # prints any number of rows in full
SEPARATOR = re.compile(r"[\s_\-./:]+")  # between the parts of a name
RECALIBRATED, RECALIBRATED_SHORT = " recalibrated", " recal."
TRIVIAL_NAMES = {"none": "flag none", "all": "flag all"}  # of the trivial classifiers


def without_line_ends(text: str) -> str:
    """A text that stays a comment of code: whatever ends a line, or is not printed, is a space.

    >>> without_line_ends("a name\\nimport os")
    'a name import os'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)


def number(x: float, digits: int = DIGITS, rounding: str = ROUND_HALF_UP) -> str:
    """Round half up to `digits` significant digits, without trailing zeros.

    Thousands have separators. Very large and very small numbers have an exponent. nan and inf
    are "undefined".

    >>> number(1364), number(8.3), number(0.0691), number(4e-8), number(0)
    ('1,360', '8.3', '0.0691', '4e-8', '0')
    """
    if not isfinite(x):
        return "undefined"
    rounded = Context(prec=digits, rounding=rounding).plus(Decimal(float(x))).normalize()
    if rounded == 0:
        return "0"
    if -7 <= rounded.adjusted() < 15:
        return f"{rounded:,f}"
    return f"{rounded:e}".replace("e+", "e")


def with_minus(text: str) -> str:
    """A number's text with a minus sign for its leading hyphen, for sentences; files keep it.

    >>> with_minus("-$250") == "\N{MINUS SIGN}$250", with_minus("4e-8")
    (True, '4e-8')
    """
    return MINUS + text[1:] if text.startswith("-") else text


def percent(x: float, digits: int = DIGITS) -> str:
    """A share in percent; "100 %" only for exactly 1.

    >>> percent(0.006), percent(0.02325), percent(0.99996), percent(1)
    ('0.6 %', '2.33 %', '99.996 %', '100 %')
    """
    text = number(100 * x, digits)
    if text == "100" and x < 1:
        missing = Context(prec=1).plus(Decimal(100 * (1 - x)))
        text = f"{100 - missing:f}"
    return f"{text} %"


def listed(items: Sequence[str], at_most: int | None = None) -> str:
    """Join names for a sentence; beyond `at_most` names, state how many more there are.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    >>> listed(["a", "b", "c", "d"], at_most=2)
    'a, b and 2 more'
    """
    if at_most is not None and len(items) > at_most:
        items = [*items[:at_most], f"{len(items) - at_most:,} more"]
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def count_of(n: float, thing: str, digits: int = DIGITS) -> str:
    """A number with its noun.

    >>> count_of(1, "false alarm"), count_of(51.2, "false alarm"), count_of(0, "false alarm")
    ('1 false alarm', '51.2 false alarms', 'no false alarms')
    """
    text = number(n, digits)
    return f"{'no' if text == '0' else text} {thing}{'' if text == '1' else 's'}"


def counted(n: int, thing: str) -> str:
    """A whole number, not rounded, with its noun.

    >>> counted(1, "row"), counted(1_234_567, "row")
    ('1 row', '1,234,567 rows')
    """
    return count_of(n, thing, digits=WHOLE_DIGITS)


def times(ratio: float) -> str:
    """A cost ratio cost_fn / cost_fp as a sentence, with its direction.

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
    """The number of digits at which a and b differ in print: from DIGITS up to MOST_DIGITS.

    >>> digits_apart(1190, 1530), digits_apart(1360.5, 1362.5)
    (3, 4)
    """
    for digits in range(DIGITS, MOST_DIGITS):
        if number(a, digits) != number(b, digits):
            return digits
    return DIGITS if a == b else MOST_DIGITS


def inner_limits(low: float, high: float, at: float) -> tuple[str, str]:
    """Two limits, rounded inwards to 2 digits, or to as many as leave `at` inside if it is.

    >>> inner_limits(34.45, 38.51, 36), inner_limits(34.45, 38.51, 34.6)
    (('35', '38'), ('34.5', '38.5'))
    """
    at = min(max(at, low), high)
    for digits in range(ROUGH, WHOLE_DIGITS):
        least = number(low * (1 - 1e-12), digits, ROUND_CEILING)
        most = number(high * (1 + 1e-12), digits, ROUND_FLOOR)
        start = float(least.replace(",", ""))
        end = float(most.replace(",", "")) if high < inf else inf
        if start <= at <= end and least != most:
            break
    return least, most


def span(low: float, high: float, unit: str = "") -> str:
    """Two ends with enough digits to differ, or one value.

    >>> span(0.3, 1, " %"), span(2, 2)
    ('0.3 % to 1 %', '2')
    """
    digits = digits_apart(low, high)
    ends = [number(low, digits) + unit, number(high, digits) + unit]
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def shortened(name: str, longest: int = 22) -> str:
    """Cut a long name in the middle, so that both its start and its end remain.

    >>> shortened("logistic recalibrated", 18), shortened("gradient boosting recalibrated", 18)
    ('logistic recal.', 'gradi…sting recal.')
    """
    if len(name) <= longest:
        return name
    if name.endswith(RECALIBRATED) and longest > 2 * len(RECALIBRATED_SHORT):
        return (
            shortened(name.removesuffix(RECALIBRATED), longest - len(RECALIBRATED_SHORT))
            + RECALIBRATED_SHORT
        )
    head = (longest - 1) // 2
    return f"{name[:head]}…{name[-(longest - 1 - head) :]}"


def short_names(names: Sequence[str], longest: int = 22) -> list[str]:
    """Each name cut in the middle; names that would look alike show the part in which they differ.

    >>> short_names(["gbm_2024_calibrated_v3", "gbm_2024_recalibrated_v3", "nb"], 12)
    ['calibrated', 'recalibrated', 'nb']
    """
    shown = [shortened(name, longest) for name in names]
    for text in {name for name in shown if shown.count(name) > 1}:
        alike = [k for k, name in enumerate(shown) if name == text]
        parts = [re.split(SEPARATOR, names[k]) for k in alike]
        first = _common(parts)
        last = _common([part[first:][::-1] for part in parts])
        for k, part in zip(alike, parts):
            middle = " ".join(part[first : len(part) - last])
            shown[k] = shortened(middle, longest) or text
    return shown


def _common(parts: Sequence[Sequence[str]]) -> int:
    """How many parts at the start all have in common, leaving at least one of each."""
    fewest = min(map(len, parts)) - 1
    differ = (k for k in range(fewest) if len({part[k] for part in parts}) > 1)
    return max(next(differ, fewest), 0)


def same_rows_warning(reason: ValueError) -> str:
    """Why costs are not cross-fitted, and what that means for them."""
    return f"Not cross-fitted, so costs look lower than they will be: {reason}."
