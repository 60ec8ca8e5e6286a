"""The rows of a data set, of which what was derived lately is remembered."""

from costdash.report.rows import Rows
from costdash.web.analyses import analysis_of
from costdash.web.recent import lately


def rows_of(token, session: str | None) -> Rows:
    """Raises Gone, now or when they are asked."""
    return Rows(
        analysis_of(token, session),
        lambda kind, key, make: lately(kind, token, session, key, make),
    )
