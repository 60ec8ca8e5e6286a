"""The request guard: callbacks as declared pass, everything else is rejected."""

import copy
import json
import math
from functools import reduce

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

GOOD = {
    "output": "out.children",
    "outputs": {"id": "out", "property": "children"},
    "inputs": [{"id": "in", "property": "value", "value": 3}],
    "changedPropIds": ["in.value"],
    "parsedChangedPropsIds": ["in"],
    "state": [{"id": "store", "property": "data", "value": {"x": 1}}],
}
ROWS = {
    "output": "all.children",
    "outputs": {"id": "all", "property": "children"},
    "inputs": [
        [
            {"id": {"kind": "row", "place": place}, "property": "value", "value": place}
            for place in (1, "two")
        ]
    ],
    "changedPropIds": ['{"kind":"row","place":1}.value'],
}
DEEP = reduce(lambda inner, _: [inner], range(30), 0)
REMOVED = ...
TAMPERED = [
    ({}, REMOVED),
    (("output",), REMOVED), (("output",), None), (("output",), 5), (("output",), "in.value"),
    (("output",), "store.data"), (("output",), "__class__.__init__"),
    (("output",), ["out.children"]),
    (("output",), "out.children\x00"), (("output",), "..out.children.."), (("output",), {"a": 1}),
    (("outputs",), REMOVED), (("outputs",), None), (("outputs",), []),
    (("outputs",), "out.children"),
    (("outputs",), [{"id": "out", "property": "children"}]), (("outputs", "id"), "in"),
    (("outputs", "property"), "style"), (("outputs", "id"), {"a": "b"}), (("outputs", "more"), 1),
    (("inputs",), REMOVED), (("inputs",), None), (("inputs",), {}), (("inputs",), []),
    (("inputs",), GOOD["inputs"] * 2), (("inputs",), [[GOOD["inputs"][0]]]), (("inputs",), [None]),
    (("inputs",), ["in.value"]), (("inputs", 0, "id"), REMOVED), (("inputs", 0, "id"), "out"),
    (("inputs", 0, "id"), {"kind": "row"}), (("inputs", 0, "id"), ["in"]),
    (("inputs", 0, "id"), None),
    (("inputs", 0, "property"), "n_clicks"), (("inputs", 0, "property"), REMOVED),
    (("inputs", 0, "property"), None), (("inputs", 0, "more"), 1),
    (("inputs", 0, "value"), {"__proto__": 1}), (("inputs", 0, "value"), math.nan),
    (("inputs", 0, "value"), math.inf), (("inputs", 0, "value"), -math.inf),
    (("inputs", 0, "value"), DEEP), (("inputs", 0, "value"), "\ud800"),
    (("inputs", 0, "value"), 10**400), (("inputs", 0, "value"), [10**301]),
    (("state",), REMOVED), (("state",), []), (("state",), None), (("state",), GOOD["inputs"]),
    (("state",), GOOD["state"] * 2), (("state", 0, "id"), "in"),
    (("state", 0, "property"), "value"),
    (("state", 0, "value"), "text"), (("state", 0, "value"), {"x": math.nan}),
    (("state", 0, "value"), {"x": {"\udfff": 1}}), (("state", 0, "value"), {"x": DEEP}),
    (("changedPropIds",), REMOVED), (("changedPropIds",), None), (("changedPropIds",), "in.value"),
    (("changedPropIds",), ["out.children"]), (("changedPropIds",), [1]),
    (("changedPropIds",), [[]]),
    (("changedPropIds",), ["in.value", "store.data"]), (("changedPropIds",), {"in.value": 1}),
    (("cancelJob",), "1"), (("background",), True), (("inputs", 0, "value", "__class__"), 1),
]  # fmt: skip
BODIES = [
    b"", b"null", b"[]", b"{}", b"5", b'"x"', b"{", b"\xff\xfe", b"\x80abc", b"[" * 100_000,
    b'{"output": NaN}', b"1e999", b"-Infinity", b'{"output": 1e999}', b"9" * 5000, b"PK\x03\x04",
    b"\x80\x04\x95", b"output=out.children", b"<xml/>", b'{"a":' * 5000 + b"1" + b"}" * 5000,
]  # fmt: skip


def tampered(body, path, value):
    """The body with one value replaced, added or removed."""
    body = copy.deepcopy(body)
    if not path:
        return {}
    inner = body
    for step in path[:-1]:
        if not isinstance(inner[step], dict | list):
            inner[step] = {}
        inner = inner[step]
    if value is REMOVED:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return body


def ask(client, body, **kwargs):
    data = body if isinstance(body, bytes) else json.dumps(body)
    kwargs = {"content_type": "application/json"} | kwargs
    return client.post("/_dash-update-component", data=data, **kwargs)


@pytest.mark.parametrize("body", [GOOD, ROWS, GOOD | {"changedPropIds": []}])
def test_valid_callbacks_are_answered(client, body):
    answer = ask(client, body)
    assert answer.status_code == 200
    assert answer.json["response"]


@pytest.mark.parametrize("change", TAMPERED, ids=[repr(change)[:60] for change in TAMPERED])
def test_a_tampered_callback_is_rejected(client, change):
    answer = ask(client, tampered(GOOD, *change))
    assert answer.status_code == 400
    assert len(answer.data) < 200


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("inputs", 0), []),
        (("inputs", 0, 0, "id"), "in"),
        (("inputs", 0, 0, "id", "kind"), "column"),
        (("inputs", 0, 0, "id", "place"), ["ALL"]),
        (("inputs", 0, 0, "id", "place"), None),
        (("inputs", 0, 0, "id", "more"), 1),
        (("inputs", 0, 0, "property"), "data"),
        (("changedPropIds",), ['{"kind":"row","place":3}.value']),
    ],
)
def test_pattern_matching_ids_must_fit_their_pattern(client, path, value):
    assert ask(client, tampered(ROWS, path, value)).status_code == 400


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body)[:20])
def test_bodies_that_are_no_callback_are_rejected(client, body):
    assert ask(client, body).status_code == 400


def test_the_content_type_must_be_json(client):
    assert ask(client, GOOD, content_type="text/plain").status_code == 400


def test_a_body_of_more_than_two_megabytes_is_rejected(client):
    answer = ask(client, GOOD | {"changedPropIds": ["x" * (2 * 2**20)]})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "https://localhost.evil.example"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://[::1"},
        {"Origin": "null"},
        {"Origin": "file://"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_origins_are_rejected(client, headers):
    assert ask(client, GOOD, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}]
)
def test_the_same_origin_is_answered(client, headers):
    assert ask(client, GOOD, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "a b", "localhost:0x1"]
)
@pytest.mark.parametrize("route", ["/", "/_dash-layout", "/health/", "/assets/css/layout.css"])
def test_unknown_hosts_are_rejected(client, host, route):
    answer = client.get(route, headers={"Host": host})
    assert answer.status_code == 400
    assert "<script" not in answer.text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
PLACES = st.sampled_from([path for path, _ in TAMPERED if path])


@given(path=PLACES, value=json_values)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_inserted_value_causes_a_server_error(client, path, value):
    assert ask(client, tampered(GOOD, path, value)).status_code in (200, 400)


@given(body=st.binary() | json_values.map(lambda value: json.dumps(value).encode()))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_bodies_are_rejected(client, body):
    assert ask(client, body).status_code == 400
