"""Every arrow of the page, by subject: when which handler runs."""

from dash import Dash

from costdash.web.callbacks import (
    classes,
    clientside,
    compare_part1,
    criterion,
    data_part1,
    folds_part1,
    matrix,
    ranges,
    share_part1,
    thresholds_part1,
)

SUBJECTS = (
    clientside,
    data_part1,
    classes,
    thresholds_part1,
    compare_part1,
    folds_part1,
    ranges,
    criterion,
    matrix,
    share_part1,
)


def connect(app: Dash) -> None:
    """Registers all callbacks on this app; the scripts' first, then the server's."""
    for subject in SUBJECTS:
        subject.connect(app)
