"""Every callback of the page, by subject."""

from dash import Dash

from costdash.web.callbacks import clientside, cost_matrix, data, ranges, share
from costdash.web.callbacks.tabs import TABS

SUBJECTS = (clientside, data, ranges, cost_matrix, share)


def connect(app: Dash) -> None:
    """Registers all callbacks on this app; the scripts' first, then the server's."""
    for subject in SUBJECTS:
        subject.connect(app)
    for tab in TABS:
        for connect_tab in tab.connect:
            connect_tab(app)
