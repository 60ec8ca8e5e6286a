"""Two trees of JSON compared field by field."""

from collections.abc import Iterator
from math import isclose
from typing import Any

Path = tuple[Any, ...]


def differences(a: Any, b: Any, relative: float = 0.0) -> dict[Path, tuple[Any, Any]]:
    """Where the trees differ, and what they hold there. Numbers may differ by a share."""
    return dict(_differences(a, b, relative, ()))


def _differences(
    a: Any, b: Any, relative: float, path: Path
) -> Iterator[tuple[Path, tuple[Any, Any]]]:
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            yield from _differences(a.get(key), b.get(key), relative, (*path, key))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (left, right) in enumerate(zip(a, b)):
            yield from _differences(left, right, relative, (*path, i))
    elif isinstance(a, float) and isinstance(b, float):
        if not isclose(a, b, rel_tol=relative, abs_tol=relative):
            yield path, (a, b)
    elif a != b:
        yield path, (a, b)
