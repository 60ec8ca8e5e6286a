"""Requests of Dash's callbacks as the browser sends them."""

import json
import re

from dash.development.base_component import Component

from costdash.web.app import connected_ids
from costdash.web.callbacks.tabs import TABS
from costdash.web.ids import input_questions
from costdash.web.page.layout import page


def components_by_id(app):
    """The components of the page that have an id."""
    layout = page(TABS, "$", questions=input_questions(connected_ids(app)))
    components = [layout, *layout._traverse()]
    components += [c.leftSection for c in components if hasattr(c, "leftSection")]
    return [c for c in components if isinstance(c, Component) and getattr(c, "id", None)]


def outputs(callback):
    """(id, property) of each; a callback that only acts has no output."""
    if "." not in callback["output"]:
        return []
    names = callback["output"].strip(".").split("...")
    return [tuple(name.split("@")[0].rsplit(".", 1)) for name in names]


def question(callback, on_page, values):
    """The body that the browser sends when every input has changed."""

    def part(end):
        value = values.get(end["id"] + "." + end["property"])
        if value is None:
            value = getattr(on_page[end["id"]], end["property"], None)
        return {**end, "value": value}

    own = [
        {"id": name, "property": prop + ("@" + mark if (mark := _mark(callback, prop)) else "")}
        for name, prop in outputs(callback)
    ]
    inputs = [part(end) for end in callback["inputs"]]
    return {
        "output": callback["output"],
        "outputs": own if callback["output"].startswith("..") else own[0],
        "inputs": inputs,
        "state": [part(end) for end in callback["state"]],
        "changedPropIds": [f"{end['id']}.{end['property']}" for end in inputs],
    }


def _mark(callback, prop):
    """The mark that dash adds to the second callback that writes the same property."""
    found = re.search(rf"\.{prop}@(\w+)", callback["output"])
    return found and found[1]


def ask(client, body):
    answer = client.post("/_dash-update-component", json=body)
    assert answer.status_code in (200, 204), answer.text
    return json.loads(answer.data)["response"] if answer.data else {}
