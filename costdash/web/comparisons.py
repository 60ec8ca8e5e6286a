"""Comparisons of two models of a data set, made when asked for."""

from costdash.core.compare import compare
from costdash.core.comparison import Comparison
from costdash.core.joint_cells import joint_cells
from costdash.web.analyses import analysis_of
from costdash.web.recent import lately


def comparison_of(token, session: str | None, a: str, b: str, level: float) -> Comparison:
    """nec(a) - nec(b) with its bands at `level`. Rows are read once per pair. Raises Gone."""
    analysis = analysis_of(token, session)
    pair = tuple(sorted((a, b)))
    cells = lately("cells", token, session, pair, lambda rows: joint_cells(rows, analysis, *pair))
    return compare(analysis, cells, a, b, level=level)
