"""The curves of a panel as a table: the points that are drawn, with their bands."""

from collections.abc import Iterator

from costdash.figures.scene import Scene
from costdash.wording import percent

CurveTable = tuple[list[str], Iterator[tuple]]  # header, rows; None is an empty cell
AT_LEAST = "threshold (positive at this score or more)"  # header of a threshold's column


def band_name(level: float) -> str:
    """What the columns of a band are called; level 0 means no band."""
    return f"{percent(level)} band" if level else "band off"


def band_ends(scene: Scene, quantity: str) -> list[str]:
    """Headers of the low and the high end of a band."""
    return [f"{quantity}, {band_name(scene.view.level)}, {end}" for end in ("low", "high")]
