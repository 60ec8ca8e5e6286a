"""Schemas of the page's stores and inputs: rejects tampered values."""

from types import UnionType

from costdash.web.ids import ROLE_CONTROLS, ids
from costdash.web.state import NO_DATA

# A type, a list of one schema, or a dict that names the required keys.
Schema = type | UnionType | list | dict

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
LISTS = (ids.ROLES_SCORES, ids.ROLES_NEGATE)
TEXT_INPUTS = (
    *(name for name in ROLE_CONTROLS if name not in LISTS),
    ids.THRESHOLD_MODEL,
    ids.THRESHOLD_SEARCH,
    ids.THRESHOLD_SHARE,
    ids.THRESHOLD_RECALL,
    ids.PAIR_A,
    ids.PAIR_B,
    ids.TABS,
    ids.FIELD_OF_USE,
    ids.SHARE_LIFETIME,
)
SCHEMAS: dict[str, Schema] = {
    f"{ids.DATASET}.data": DATASET,
    f"{ids.OUTLINE}.data": OUTLINE,
    f"{ids.UPLOAD_TOKEN}.data": {"token": str},
    f"{ids.CONDITIONS}.data": {"prior": NUMBER, "cost_fn": NUMBER, "cost_fp": NUMBER},
    f"{ids.VIEW}.data": {"models": [str], "level": NUMBER},
    **{f"{name}.value": [str] for name in LISTS},
    f"{ids.COUNTS_TYPED}.data": {"rows": [[str]]},
    **{f"{name}.value": TEXT for name in TEXT_INPUTS},
}


class InvalidRequest(ValueError):
    """A request that the page itself would not send."""


def matches_schema(prop: str, value: object) -> bool:
    """Whether the page could have sent this value of a property.

    Empty values and properties without a schema pass.
    """
    return value is None or value == NO_DATA or _matches(value, SCHEMAS.get(prop, object))


def _matches(value: object, schema: Schema) -> bool:
    """A dict must have the schema's keys and may have others; every item of a list must match."""
    if isinstance(schema, dict):
        return isinstance(value, dict) and all(
            name in value and _matches(value[name], inner) for name, inner in schema.items()
        )
    if isinstance(schema, list):
        return isinstance(value, list) and all(_matches(item, schema[0]) for item in value)
    return isinstance(value, schema) and (schema is object or not isinstance(value, bool))
