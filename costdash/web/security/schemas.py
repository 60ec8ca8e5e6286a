"""Schemas of the page's stores and inputs: rejects tampered values."""

from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from costdash.web import wire
from costdash.web.ids import ROLE_CONTROLS, ids

LISTS = (ids.ROLES_SCORES, ids.ROLES_NEGATE, ids.ROLES_CASE_COLUMNS)
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
SCHEMAS: dict[str, Any] = {  # the type of each property that comes from the page
    f"{ids.DATASET}.data": wire.Dataset,
    f"{ids.OUTLINE}.data": wire.Outline,
    f"{ids.UPLOAD_TOKEN}.data": wire.UploadRequest,
    f"{ids.CONDITIONS}.data": wire.Conditions,
    f"{ids.VIEW}.data": wire.View,
    **{f"{name}.value": list[str] for name in LISTS},
    f"{ids.COUNTS_TYPED}.data": wire.TypedCounts,
    **{f"{name}.value": str | None for name in TEXT_INPUTS},
}


class InvalidRequest(ValueError):
    """A request that the page itself would not send."""


def matches_schema(prop: str, value: object) -> bool:
    """Whether the page could have sent this value of a property.

    Empty values and properties without a schema pass.
    """
    return value is None or value == wire.NO_DATA or matches_type(value, SCHEMAS.get(prop, Any))


def matches_type(value: object, kind: Any) -> bool:
    """Whether JSON is of a type. A dict may have further keys; whole numbers are numbers."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if is_typeddict(kind) or is_dataclass(kind):
        hints = _hints(kind)
        return (
            isinstance(value, dict)
            and getattr(kind, "__required_keys__", hints.keys()) <= value.keys()
            and all(matches_type(value[name], hints[name]) for name in hints.keys() & value.keys())
        )
    if origin in (Union, UnionType):
        return any(matches_type(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is tuple and ... not in parts:
        return (
            isinstance(value, list)
            and len(value) == len(parts)
            and all(map(matches_type, value, parts))
        )
    if origin in (list, tuple):
        return isinstance(value, list) and all(matches_type(item, parts[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(
            matches_type(item, parts[1]) for item in value.values()
        )
    return isinstance(value, int | float if kind is float else kind) and (
        kind is bool or not isinstance(value, bool)
    )


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
