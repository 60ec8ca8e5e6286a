"""The rows of a data set, of which what was derived lately is remembered."""

from collections.abc import Iterable

from costdash.report.derived import Rows
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import lately


def rows_of(
    token, session: str | None, names: Iterable[str] | None = None, pooled: bool = False
) -> Rows:
    """Those complete for the models named, or for all. Raises Gone, now or when they are asked.

    pooled: as one part, where the file has two.
    """
    analysis = analysis_of(token, session, names, pooled)
    return Rows(
        analysis,
        lambda kind, key, make: lately(kind, token, session, analysis, key, make),
    )
