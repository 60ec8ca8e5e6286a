"""Every callback of the page, by subject."""

from dash import Dash

from costdash.web.callbacks import (
    clientside,
    compare,
    cost_matrix,
    data,
    folds,
    pairs,
    ranges,
    share,
    thresholds,
    what_if,
)

SUBJECTS = (
    clientside,
    data,
    thresholds,
    compare,
    pairs,
    folds,
    ranges,
    cost_matrix,
    share,
    what_if,
)


def connect(app: Dash) -> None:
    """Registers all callbacks on this app; the scripts' first, then the server's."""
    for subject in SUBJECTS:
        subject.connect(app)
