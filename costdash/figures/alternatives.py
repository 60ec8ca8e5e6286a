"""What stands in for a panel's picture: its alt text in words, and its points as a table."""

from collections.abc import Iterator

from costdash.core import Call
from costdash.figures.scene import Scene
from costdash.wording import TRIVIAL_NAMES, listed, number, percent

NO_MODEL = "no model"
CurveTable = tuple[list[str], Iterator[tuple]]  # header, rows; None is an empty cell
AT_LEAST = "threshold (positive at this score or more)"  # header of a threshold's column


def model_names(scene: Scene) -> str:
    """The models that are shown, in words."""
    return listed([model.name for _, model in scene.shown] or [NO_MODEL])


def rule_name(call: Call) -> str:
    """'rf at threshold 0.37', or the name of a trivial classifier."""
    return TRIVIAL_NAMES.get(call.call) or f"{call.model} at threshold {call.text}"


def recommended_rule(scene: Scene) -> str:
    """The recommended rule, which a criterion may mix of two."""
    mixed = scene.choice is not None and scene.choice.tie is not None
    return "a mixture of two rules" if mixed else rule_name(scene.recommended)


def rates(call: Call) -> str:
    fpr, tpr = number(call.fpr), number(call.tpr)
    return f"false positive rate {fpr} and true positive rate {tpr}"


def band_name(level: float) -> str:
    """The names of a band's columns; level 0 means no band."""
    return f"{percent(level)} band" if level else "band off"


def band_ends(scene: Scene, quantity: str) -> list[str]:
    """Headers of the low and the high end of a band."""
    return [f"{quantity}, {band_name(scene.view.level)}, {end}" for end in ("low", "high")]
