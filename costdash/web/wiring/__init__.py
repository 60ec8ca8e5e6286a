"""Every arrow of the page, by subject: when which handler runs."""

from dash import Dash

from costdash.web.wiring import (
    classes,
    compare,
    criterion,
    data,
    folds,
    matrix,
    ranges,
    scripts,
    share,
    thresholds,
)

SUBJECTS = (
    scripts,
    data,
    classes,
    thresholds,
    compare,
    folds,
    ranges,
    criterion,
    matrix,
    share,
)


def connect(app: Dash) -> None:
    """Registers all callbacks on this app; the scripts' first, then the server's."""
    for subject in SUBJECTS:
        subject.connect(app)
