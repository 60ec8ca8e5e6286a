"""What the page puts into its stores and boxes: what a hand has changed is refused."""

from costdash.web import ids
from costdash.web.ids import NO_DATA

NUMBER, TEXT = int | float, str | None
MODEL = {"i": int, "name": str, "auc": NUMBER | None}
COLUMN = {"name": str, "choices": [str]}
ROLES = dict.fromkeys(("label", "positive", "weight", "fold", "model", "case_id"), TEXT)
DATASET = {
    "token": str,
    "revision": str,
    "name": str,
    "rows": int,
    "positives": NUMBER,
    "prevalence": NUMBER,
    "models": [MODEL],
    "messages": [str],
}
OUTLINE = {
    "token": str,
    "rows": int,
    "questions": [str],
    "reasons": dict,
    "columns": [COLUMN],
    "roles": ROLES | {"scores": [str]},
}
BOXES = (
    ids.ROLES_LABEL,
    ids.ROLES_POSITIVE,
    ids.ROLES_WEIGHT,
    ids.ROLES_FOLD,
    ids.ROLES_MODEL,
    ids.ROLES_CASE,
    ids.ROLES_CLUSTER,
    ids.ROLES_SPLIT,
    ids.ROLES_CHOOSE_ON,
    ids.ROLES_JUDGE_ON,
    ids.THRESHOLD_MODEL,
    ids.THRESHOLD_SEARCH,
    ids.PAIR_A,
    ids.PAIR_B,
    ids.TABS,
    ids.SHARE_FOR,
)
SHAPES = {
    f"{ids.DATASET}.data": DATASET,
    f"{ids.OUTLINE}.data": OUTLINE,
    f"{ids.UPLOAD_TOKEN}.data": {"token": str},
    f"{ids.CONDITIONS}.data": {"prior": NUMBER, "cost_fn": NUMBER, "cost_fp": NUMBER},
    f"{ids.VIEW}.data": {"models": [str], "level": NUMBER},
    f"{ids.ROLES_SCORES}.value": [str],
    **{f"{box}.value": TEXT for box in BOXES},
}


def fits(prop: str, value) -> bool:
    """Whether the page could have sent this; what is empty, and what is not listed, may be."""
    return value is None or value == NO_DATA or _fits(value, SHAPES.get(prop, object))


def _fits(value, shape) -> bool:
    """Of a dict the keys of the shape must be there, and others may; of a list, all must fit."""
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            name in value and _fits(value[name], inner) for name, inner in shape.items()
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(part, shape[0]) for part in value)
    return isinstance(value, shape) and (shape is object or not isinstance(value, bool))


class InvalidRequest(ValueError):
    """The page would not have sent this."""
