"""Numbers as users type them, for the options of the command line."""

from argparse import ArgumentTypeError
from math import inf

from costdash.typed import parse_amount, parse_score, parse_share

share = parse_share


def cost(text: str) -> float:
    """A positive amount, with or without a sign of a currency.

    Raises ArgumentTypeError otherwise.

    >>> cost("$4,000"), cost("5k")
    (4000.0, 5000.0)
    """
    value = amount(text)
    if not 0 < value < inf:
        raise ArgumentTypeError(f"must be positive and finite, got {text.strip()}")
    return value


def amount(text: str) -> float:
    """A finite amount of either sign. Raises ArgumentTypeError otherwise."""
    try:
        value = parse_amount(text)
    except ValueError as refused:
        raise ArgumentTypeError(str(refused)) from None
    if abs(value) == inf:
        raise ArgumentTypeError(f"must be finite, got {text.strip()}")
    return value


def score(text: str) -> float:
    """A threshold; -inf flags all cases and inf none. Raises ValueError otherwise."""
    try:
        return parse_score(text)
    except ValueError:
        raise ValueError(
            f"A threshold must be a number such as 0.37, got {text.strip()}."
        ) from None
