"""The one error of this floor, and how it speaks of what came from the file."""


class IntakeError(Exception):
    """A plain sentence: what is wrong, where, and what to do next."""


def shown(name: object, at_most: int = 60) -> str:
    """A name from the file for use in a sentence: on one line, cut in the middle.

    >>> shown("a" * 50 + "b" * 50, at_most=9)
    'aaaa…bbbb'
    """
    text = " ".join("".join(c if c.isprintable() else " " for c in str(name)).split())
    if len(text) <= at_most:
        return text
    half = (at_most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


def listed(names, at_most: int = 10) -> str:
    """Names in a sentence: 'a, b and c', and how many more there are.

    >>> listed(["a", "b", "c"]), listed("abcd", at_most=2)
    ('a, b and c', 'a, b and 2 more')
    """
    names = [shown(name) for name in names]
    if len(names) > at_most:
        names = [*names[:at_most], f"{len(names) - at_most:,} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def counted(n: int, thing: str) -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{n:,} {thing}{'' if n == 1 else 's'}"
