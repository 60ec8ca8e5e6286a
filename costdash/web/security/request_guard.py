"""What a callback's request may look like: as the app declared the callback, and no stranger.

Turns away requests that the page itself would never send, before anything acts on them.
"""

import json
import math
from collections.abc import Mapping
from urllib.parse import urlsplit

from dash import Dash
from flask import Response, request

from costdash.web.security.schemas import InvalidRequest, fits

DEEPEST = 24
LONGEST_NUMBER = 300  # digits; a longer one is no double
KEYS = {"output", "outputs", "inputs", "state", "changedPropIds", "parsedChangedPropsIds"}
KINDS = {
    "n_clicks": int | None,
    "n_submit": int | None,
    "data": dict | list | None,
    "checked": bool | None,
    "opened": bool | None,
    "value": str | int | float | list | None,
}
CALLBACKS = "/_dash-update-component"
READING = ("GET", "HEAD", "OPTIONS")


def check(body: bytes, callbacks: Mapping[str, Mapping]) -> None:
    """Raises InvalidRequest unless the body asks a known callback for what it declares."""
    sent = read(body)
    if not isinstance(sent, dict) or not sent.keys() <= KEYS:
        raise InvalidRequest
    output = sent.get("output")
    declared = callbacks.get(output) if isinstance(output, str) else None
    if declared is None or "callback" not in declared:  # those of scripts never come here
        raise InvalidRequest
    inputs = _props(sent.get("inputs"), declared["inputs"])
    _props(sent.get("state", []), declared["state"])
    _check_outputs(sent.get("outputs"), output)
    changed = sent.get("changedPropIds")
    if not isinstance(changed, list) or not all(isinstance(name, str) for name in changed):
        raise InvalidRequest
    if not set(changed) <= inputs:
        raise InvalidRequest


def read(body: bytes):
    """The body as JSON of a sane depth, without NaN or half characters. Raises InvalidRequest."""
    try:
        sent = json.loads(body, parse_constant=_no_number, parse_float=_finite, parse_int=_whole)
        json.dumps(sent, ensure_ascii=False).encode()  # halves of characters are no text
    except (ValueError, RecursionError) as error:
        raise InvalidRequest from error
    level = [sent]
    for _ in range(DEEPEST):
        level = [part for value in level for part in _parts(value)]
    if level:
        raise InvalidRequest
    return sent


def _parts(value):
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _no_number(text: str):
    raise InvalidRequest


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise InvalidRequest
    return number


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise InvalidRequest
    return int(text)


def _props(sent, declared: list[Mapping]) -> set[str]:
    """The names of what was sent, if it is what was declared, one for one."""
    if not isinstance(sent, list) or len(sent) != len(declared):
        raise InvalidRequest
    names = set()
    for one, known in zip(sent, declared):
        pattern = _pattern(known["id"])
        for part in one if pattern and isinstance(one, list) else [one]:
            _check_prop(part, known, pattern)
            names.add(f"{_id_text(part['id'])}.{known['property']}")
    return names


def _check_prop(sent, known: Mapping, pattern: dict | None) -> None:
    if not isinstance(sent, dict) or not {"id", "property"} <= sent.keys() <= {*known, "value"}:
        raise InvalidRequest
    if sent["property"] != known["property"]:
        raise InvalidRequest
    if pattern is None and sent["id"] != known["id"]:
        raise InvalidRequest
    if pattern is not None and not _matches(sent["id"], pattern):
        raise InvalidRequest
    value, kind = sent.get("value"), KINDS.get(known["property"])
    if kind is not None and not isinstance(value, kind):
        raise InvalidRequest
    if not fits(f"{known['id']}.{known['property']}", value):
        raise InvalidRequest


def _check_outputs(sent, output: str) -> None:
    """The same names as in the callback's own; a second writer's carry a mark after @."""
    several = output.startswith("..")
    names = output[2:-2].split("...") if several else [output]
    if not isinstance(sent, list if several else dict):
        raise InvalidRequest
    sent = sent if several else [sent]
    if [_output_name(one) for one in sent] != [name.split("@")[0] for name in names]:
        raise InvalidRequest


def _output_name(sent) -> str:
    if not isinstance(sent, dict) or sent.keys() != {"id", "property"}:
        raise InvalidRequest
    return f"{sent['id']}.{str(sent['property']).split('@')[0]}"


def _pattern(declared: str) -> dict | None:
    """An id that stands for many components is declared as the JSON of a dict."""
    return json.loads(declared) if declared.startswith("{") else None


def _matches(sent, pattern: dict) -> bool:
    """Lists in the pattern, such as ["ALL"], stand for any name or number."""
    if not isinstance(sent, dict) or sent.keys() != pattern.keys():
        return False
    return all(
        isinstance(sent[key], str | int) if isinstance(wanted, list) else sent[key] == wanted
        for key, wanted in pattern.items()
    )


def _id_text(sent) -> str:
    """As dash writes the ids of many components: sorted, without spaces."""
    return (
        sent if isinstance(sent, str) else json.dumps(sent, sort_keys=True, separators=(",", ":"))
    )


def guard_requests(app: Dash) -> None:
    """Before every request: its origin; before every callback: that the app declares it so."""

    @app.server.before_request
    def stand_guard():
        if request.method not in READING and not is_same_origin():
            return error_response(403, "This page does not answer other sites.")
        if request.path == CALLBACKS and request.method == "POST":
            try:
                check(request.get_data() if request.is_json else b"", app.callback_map)
            except InvalidRequest:
                return error_response(
                    400, "This question could not be understood. Load the page again."
                )
        return None


def is_same_origin() -> bool:
    """Whether the request was sent by this page, or by no page at all."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def error_response(status: int, sentence: str) -> Response:
    return Response(json.dumps({"error": sentence}), status, mimetype="application/json")
