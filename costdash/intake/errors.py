"""The error that intake raises, and how its sentences quote names from a file."""

from collections.abc import Iterable

from costdash import wording

MOST_LISTED = 10  # names in one sentence


class IntakeError(Exception):
    """One plain sentence: what is wrong, where, and what to do next."""


class TooLargeError(IntakeError):
    """The content of a file does not fit into memory or exceeds a limit of rows."""


class EngineError(IntakeError):
    """An engine such as DuckDB failed; the sentence holds the first line of its own message."""


class IntakeWarning(UserWarning):
    """One plain sentence: a guess to check, or rows or columns that are left out."""


def shown(name: object, at_most: int = 60) -> str:
    """A name or cell from the file on one line, without control characters, cut in the middle.

    >>> shown("a" * 50 + "b" * 50, at_most=9)
    'aaaa…bbbb'
    """
    printable = "".join(c if c.isprintable() else " " for c in str(name))
    return wording.shortened(" ".join(printable.split()), at_most)


def listed(names: Iterable[object], at_most: int = MOST_LISTED) -> str:
    """Names from the file in a sentence, each as by `shown`.

    >>> listed(["a", "b", "c"]), listed("abcd", at_most=2)
    ('a, b and c', 'a, b and 2 more')
    """
    return wording.listed([shown(name) for name in names], at_most)
