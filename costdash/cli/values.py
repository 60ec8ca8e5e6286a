"""Numbers as users type them: the spellings that the page's boxes accept, for the command line."""

import re
from argparse import ArgumentTypeError
from math import inf, isnan

# A comma before groups of three digits separates thousands; any other comma is a decimal comma.
_GROUPED = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.|$)")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
_FRACTION = re.compile(r"(.+?)\s*(?:in|/|out of|of)\s*(.+)", re.IGNORECASE)
_CURRENCY = "$€£¥"


def number(text: str) -> float:
    """A number such as 4000, 4,000, 0.5, 0,5 or 1e-3. Raises ValueError otherwise.

    >>> number("4,000"), number("0,5"), number("-1e3")
    (4000.0, 0.5, -1000.0)
    """
    bare = re.sub(r"[\s_]", "", text)
    digits = bare.lstrip("+-")
    cleaned = bare.replace(",", "") if _GROUPED.match(digits) else bare.replace(",", ".", 1)
    if not _NUMBER.fullmatch(cleaned):
        raise ValueError(f"must be a number such as 4000 or 4,000, got {text.strip()}")
    return float(cleaned)


def share(text: str) -> float:
    """A share such as 0.006, 0.6 % or 1 in 167. Raises ValueError otherwise.

    >>> share("0.6 %"), share("1 in 200"), share("0.006")
    (0.006, 0.005, 0.006)
    """
    typed = text.strip()
    try:
        if found := _FRACTION.fullmatch(typed):
            return number(found[1]) / number(found[2])
        if typed.endswith("%"):
            return number(typed[:-1]) / 100
        return number(typed)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"must be a share such as 0.006, 0.6 % or 1 in 167, got {typed}") from None


def cost(text: str) -> float:
    """A positive amount, with or without a sign of a currency.

    Raises ArgumentTypeError otherwise.

    >>> cost("$4,000")
    4000.0
    """
    value = amount(text)
    if not 0 < value < inf:
        raise ArgumentTypeError(f"must be positive and finite, got {text.strip()}")
    return value


def amount(text: str) -> float:
    """A finite amount of either sign. Raises ArgumentTypeError otherwise."""
    try:
        value = number(re.sub(f"[{_CURRENCY}]", "", text, count=1))
    except ValueError:
        raise ArgumentTypeError(
            f"must be a number such as 4000 or 4,000, got {text.strip()}"
        ) from None
    if abs(value) == inf:
        raise ArgumentTypeError(f"must be finite, got {text.strip()}")
    return value


def score(text: str) -> float:
    """A threshold; -inf calls all cases and inf none. Raises ValueError otherwise."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if isnan(value):
        raise ValueError(f"A threshold must be a number such as 0.37, got {text.strip()}.")
    return value
