"""What was derived from a data set's rows lately, so that it is not derived twice.

The rows of a data set, of which what was derived lately is remembered.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TypeVar

from flask import current_app

from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import Predictions
from costdash.report.derived import DerivedResults
from costdash.web.storage.analyses import Analyses, analysis_of

IN_MEMORY = 16  # things of one kind
Made = TypeVar("Made")


def cached_derivation(
    kind: str,
    token,
    session: str | None,
    analysis: Analysis,
    key: tuple,
    make: Callable[[Predictions], Made],
) -> Made:
    """make(the rows that the analysis is of), remembered under kind and key. Raises DatasetUnavailable."""
    analyses: Analyses = current_app.extensions["costdash-analyses"]
    folder = analyses.store.folder_of(token, session)
    pooled = analysis.parts is None
    whole = (analyses.state_of(folder), tuple(analysis.lacking), pooled, *key)
    recent: OrderedDict = current_app.extensions.setdefault(f"costdash-{kind}", OrderedDict())
    if (known := recent.get(whole)) is not None:  # one step: another thread may drop it
        return known
    rows = analyses.rows(folder).complete(analysis.lacking)
    made = recent[whole] = make(rows.pooled if pooled else rows)
    while len(recent) > IN_MEMORY:
        recent.popitem(last=False)
    return made


def rows_of(
    token, session: str | None, names: Iterable[str] | None = None, pooled: bool = False
) -> DerivedResults:
    """Those complete for the models named, or for all. Raises DatasetUnavailable, now or when they are asked.

    pooled: as one part, where the file has two.
    """
    analysis = analysis_of(token, session, names, pooled)
    return DerivedResults(
        analysis,
        lambda kind, key, make: cached_derivation(kind, token, session, analysis, key, make),
    )
