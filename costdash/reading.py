"""Numbers as people read them: three significant digits, and never "0" for something small."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from math import isfinite

DIGITS = 3


def number(x: float, digits: int = DIGITS) -> str:
    """Rounded half up to `digits` significant digits, without trailing zeros.

    Thousands have separators, an exponent stands only where zeros would be hard to count, and
    nan and inf are "undefined".

    >>> number(1364), number(8.3), number(0.0691), number(4e-8), number(0)
    ('1,360', '8.3', '0.0691', '4e-8', '0')
    """
    if not isfinite(x):
        return "undefined"
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).plus(Decimal(float(x))).normalize()
    if rounded == 0:
        return "0"
    if -7 <= rounded.adjusted() < 15:
        return f"{rounded:,f}"
    return f"{rounded:e}".replace("e+", "e")


def percent(x: float) -> str:
    """A share in percent; "100 %" only where it is all.

    >>> percent(0.006), percent(0.02325), percent(0.99996), percent(1)
    ('0.6 %', '2.33 %', '99.996 %', '100 %')
    """
    text = number(100 * x)
    if text == "100" and x < 1:
        missing = Context(prec=1).plus(Decimal(100 * (1 - x)))
        text = f"{100 - missing:f}"
    return f"{text} %"


def listed(items: Sequence[str]) -> str:
    """Names as one reads them aloud.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last
