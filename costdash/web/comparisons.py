"""Comparisons of two models of a data set, made when asked for."""

from collections import OrderedDict

from flask import current_app

from costdash.core.compare import compare
from costdash.core.comparison import Comparison
from costdash.core.joint_cells import JointCells, joint_cells
from costdash.web.analyses import Analyses

IN_MEMORY = 16


def comparison_of(token, session: str | None, a: str, b: str, level: float) -> Comparison:
    """nec(a) - nec(b) with its bands at `level`. Rows are read once per pair. Raises Gone."""
    analyses: Analyses = current_app.extensions["costdash-analyses"]
    analysis = analyses.of(token, session)
    cells = _cells(analyses, token, session, analysis, *sorted((a, b)))
    return compare(analysis, cells, a, b, level=level)


def _cells(analyses: Analyses, token, session, analysis, a: str, b: str) -> JointCells:
    folder = analyses.store.folder_of(token, session)
    key = (analyses.state_of(folder), a, b)
    recent: OrderedDict = current_app.extensions.setdefault("costdash-cells", OrderedDict())
    if key not in recent:
        recent[key] = joint_cells(analyses.predictions(folder), analysis, a, b)
    while len(recent) > IN_MEMORY:
        recent.popitem(last=False)
    return recent[key]
