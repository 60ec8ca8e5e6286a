"""The page has a place for every panel of the registry, and tells its scripts where."""

import json
import re

from costdash.figures import PANELS
from costdash.web import ids
from costdash.web.callbacks.boot_data import panel_list
from costdash.web.page.panels import panels


def test_every_panel_has_a_graph_and_a_note_on_the_page():
    cards = panels().children
    assert [card.to_plotly_json()["props"]["aria-label"] for card in cards] == [
        panel.title for panel in PANELS
    ]
    text = json.dumps(
        [card.to_plotly_json() for card in cards], default=lambda x: x.to_plotly_json()
    )
    for panel in panel_list():
        assert f'"id": "{panel["graph"]}"' in text
        assert f'"id": "{panel["note"]}"' in text


def test_ids_and_axes_are_plain_names():
    for panel, told in zip(PANELS, panel_list(), strict=True):
        assert re.fullmatch("[a-z-]+", panel.id)
        assert told["graph"] == ids.panel_graph(panel.id) == f"{panel.id}-panel"
        assert len(told["axes"]) == 2
    assert len({panel.id for panel in PANELS}) == len(PANELS)
