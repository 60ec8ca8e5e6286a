"""Results derived from a data set's rows, such as comparisons and folds, kept in memory."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TypeVar

from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import Predictions
from costdash.report.derived import DerivedResults
from costdash.web.storage.analyses import analysis_of, current_analyses
from costdash.web.storage.store import folder_of

MAX_IN_MEMORY = 16  # results of one kind
Result = TypeVar("Result")


def cached_derivation(
    kind: str,
    token: object,
    session: str | None,
    analysis: Analysis,
    key: tuple,
    make: Callable[[Predictions], Result],
) -> Result:
    """make(rows of the analysis), remembered under kind and key. Raises DatasetUnavailable."""
    analyses = current_analyses()
    folder = folder_of(token, session)
    pooled = analysis.parts is None
    full_key = (folder, analyses.cache_key(folder), tuple(analysis.lacking), pooled, *key)
    recent: OrderedDict = analyses.derived.setdefault(kind, OrderedDict())
    if (known := recent.get(full_key)) is not None:  # one step: another thread may remove it
        return known
    rows = analyses.rows(folder).complete(list(analysis.lacking))
    result = recent[full_key] = make(rows.pooled if pooled else rows)
    while len(recent) > MAX_IN_MEMORY:
        recent.popitem(last=False)
    return result


def derived_results(
    token: object, session: str | None, names: Iterable[str] | None = None, pooled: bool = False
) -> DerivedResults:
    """Rows of a data set with scores of all the named models (default: all), and their analysis.

    pooled: join the two parts of a file with a hold-out column. Raises DatasetUnavailable, now or
    when the rows are first needed.
    """
    analysis = analysis_of(token, session, names, pooled)
    return DerivedResults(
        analysis,
        lambda kind, key, make: cached_derivation(kind, token, session, analysis, key, make),
    )
