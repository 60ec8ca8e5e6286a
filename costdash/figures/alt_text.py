"""Words that the alt texts of all panels share: models, the recommended rule, its rates."""

from costdash.core import Call
from costdash.figures.scene import Scene
from costdash.wording import TRIVIAL_NAMES, listed, number

NO_MODEL = "no model"


def model_names(scene: Scene) -> str:
    """The models that are shown, in words."""
    return listed([model.name for _, model in scene.shown] or [NO_MODEL])


def rule_name(call: Call) -> str:
    """'rf at threshold 0.37', or the name of a trivial classifier."""
    return TRIVIAL_NAMES.get(call.call) or f"{call.model} at threshold {call.text}"


def best_rule(scene: Scene) -> str:
    """The recommended rule, which a criterion may mix of two."""
    mixed = scene.choice is not None and scene.choice.tie is not None
    return "a mixture of two rules" if mixed else rule_name(scene.best)


def rates(call: Call) -> str:
    fpr, tpr = number(call.fpr), number(call.tpr)
    return f"false positive rate {fpr} and true positive rate {tpr}"
