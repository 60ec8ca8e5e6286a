"""Checks every request before anything acts on it: its origin, and callbacks against the app.

A callback's request must name a callback of the app and have the declared inputs, states and
outputs. Everything that the page itself would not send is rejected.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence

from dash import Dash
from flask import Response, request

from costdash.web.security.hosts import is_same_origin
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest, matches_schema

MAX_DEPTH = 24
MAX_DIGITS = 300  # digits of a whole number; a longer number does not fit into a double
CALLBACK_PATH = "/_dash-update-component"
CALLBACK_KEYS = {"output", "outputs", "inputs", "state", "changedPropIds", "parsedChangedPropsIds"}
PROPERTY_TYPES = {
    "n_clicks": int | None,
    "n_submit": int | None,
    "data": dict | list | None,
    "checked": bool | None,
    "opened": bool | None,
    "value": str | int | float | list | None,
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
INVALID_REQUEST = "This question could not be understood. Load the page again."


def guard_requests(app: Dash) -> None:
    """Rejects requests from other sites and invalid callback requests."""

    @app.server.before_request
    def check_request() -> Response | None:
        if request.method not in SAFE_METHODS and not is_same_origin():
            return error_response(403, "This page does not answer other sites.")
        if request.path == CALLBACK_PATH and request.method == "POST":
            try:
                check_callback(json_body(), app.callback_map)
            except InvalidRequest:
                return error_response(400, INVALID_REQUEST)
        return None


def json_body() -> bytes:
    """Body of the current request; empty unless it is declared as JSON."""
    return request.get_data() if request.is_json else b""


def check_callback(body: bytes, callbacks: Mapping[str, Mapping]) -> None:
    """Raises InvalidRequest unless the body asks for a known callback as the app declared it."""
    sent = parse_json(body)
    if not isinstance(sent, dict) or not sent.keys() <= CALLBACK_KEYS:
        raise InvalidRequest
    output = sent.get("output")
    if not isinstance(output, str):
        raise InvalidRequest
    declared = callbacks.get(output)
    if declared is None or "callback" not in declared:  # clientside callbacks are never sent
        raise InvalidRequest
    inputs = _checked_names(sent.get("inputs"), declared["inputs"])
    _checked_names(sent.get("state", []), declared["state"])
    _check_outputs(sent.get("outputs"), output)
    changed = sent.get("changedPropIds")
    if not isinstance(changed, list) or not all(isinstance(name, str) for name in changed):
        raise InvalidRequest
    if not set(changed) <= inputs:
        raise InvalidRequest


def parse_json(body: bytes) -> object:
    """Parses JSON of at most MAX_DEPTH levels.

    Raises InvalidRequest, also for infinite numbers, NaN and lone surrogates.
    """
    try:
        value = json.loads(
            body, parse_constant=_reject, parse_float=_finite_float, parse_int=_short_int
        )
        json.dumps(value, ensure_ascii=False).encode()  # fails on lone surrogates
    except (ValueError, RecursionError) as error:
        raise InvalidRequest from error
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for parent in level for child in _children(parent)]
    if level:
        raise InvalidRequest
    return value


def _children(value: object) -> Iterable:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _reject(text: str) -> None:
    raise InvalidRequest


def _finite_float(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise InvalidRequest
    return number


def _short_int(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise InvalidRequest
    return int(text)


def _checked_names(sent: object, declared: Sequence[Mapping]) -> set[str]:
    """Names "id.property" of the inputs or states sent, one for each declaration."""
    if not isinstance(sent, list) or len(sent) != len(declared):
        raise InvalidRequest
    names = set()
    for item, declaration in zip(sent, declared):
        pattern = _pattern(declaration["id"])
        for part in item if pattern and isinstance(item, list) else [item]:
            names.add(_checked_name(part, declaration, pattern))
    return names


def _checked_name(sent: object, declared: Mapping, pattern: dict | None) -> str:
    """Name "id.property" of one input or state that was sent."""
    if not isinstance(sent, dict) or not {"id", "property"} <= sent.keys() <= {*declared, "value"}:
        raise InvalidRequest
    component, name, value = sent["id"], declared["property"], sent.get("value")
    if sent["property"] != name:
        raise InvalidRequest
    if not (component == declared["id"] if pattern is None else _fits(component, pattern)):
        raise InvalidRequest
    expected = PROPERTY_TYPES.get(name)
    if expected is not None and not isinstance(value, expected):
        raise InvalidRequest
    if not matches_schema(f"{declared['id']}.{name}", value):
        raise InvalidRequest
    return f"{_id_text(component)}.{name}"


def _check_outputs(sent: object, output: str) -> None:
    """The outputs must be those that `output` names: "id.property" or "..a.b...c.d.."."""
    is_multiple = output.startswith("..")
    names = output[2:-2].split("...") if is_multiple else [output]
    outputs = sent if is_multiple else [sent]
    if not isinstance(outputs, list):
        raise InvalidRequest
    if [_output_name(item) for item in outputs] != [_without_mark(name) for name in names]:
        raise InvalidRequest


def _output_name(sent: object) -> str:
    if not isinstance(sent, dict) or sent.keys() != {"id", "property"}:
        raise InvalidRequest
    return f"{sent['id']}.{_without_mark(str(sent['property']))}"


def _without_mark(name: str) -> str:
    """dash adds "@" and a hash to the names of outputs that allow duplicates."""
    return name.split("@")[0]


def _pattern(declared: str) -> dict | None:
    """Pattern-matching id, which dash declares as the JSON of a dict; None for a plain id."""
    return json.loads(declared) if declared.startswith("{") else None


def _fits(sent: object, pattern: dict) -> bool:
    """Wildcards in the pattern, such as ["ALL"], match any name or number."""
    if not isinstance(sent, dict) or sent.keys() != pattern.keys():
        return False
    return all(
        isinstance(sent[key], str | int) if isinstance(wanted, list) else sent[key] == wanted
        for key, wanted in pattern.items()
    )


def _id_text(component: str | dict) -> str:
    """A component's id as dash writes it: dicts as JSON with sorted keys and without spaces."""
    if isinstance(component, str):
        return component
    return json.dumps(component, sort_keys=True, separators=(",", ":"))
