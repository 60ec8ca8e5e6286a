"""The outline of the page that stands until dash has built the page itself."""

from collections.abc import Iterable

ROWS = {  # the parts of the page from top to bottom: how many places each has
    "decision": 3,
    "band": 3,
    "chips": 4,
    "panels": 3,
}


def skeleton() -> str:
    """Empty shapes in the places of the page; a style sheet shows them while dash loads."""
    rows = (_row(name, places) for name, places in ROWS.items())
    return _box("skeleton", [_box("skeleton-head", ["<i></i>"] * 3), *rows], ' aria-hidden="true"')


def _row(name: str, places: int) -> str:
    return _box(f"skeleton-{name}", ["<div><i></i><i></i></div>"] * places)


def _box(name: str, children: Iterable[str], more: str = "") -> str:
    return f'<div class="{name}"{more}>{"".join(children)}</div>'
