"""Results derived from a data set's rows, such as comparisons and folds, kept in memory."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.arrays import NotStoredError
from costdash.intake.storage.predictions import load_predictions
from costdash.report.derived import DerivedResults
from costdash.web.session import asking_tab
from costdash.web.storage.analyses import analysis_of, current_analyses, unpacked
from costdash.web.storage.jobs import Asker
from costdash.web.storage.store import DatasetDamaged, DatasetUnavailable, folder_of

MAX_IN_MEMORY = 16  # results of one kind
Result = TypeVar("Result")


def cached_derivation(
    kind: str,
    token: object,
    session: str | None,
    analysis: Analysis,
    key: tuple,
    make: Callable[[Predictions], Result],
    patience: float | None = None,
) -> Result:
    """make(rows of the analysis), remembered under kind and key.

    A `make` that can be pickled is run by another process if the data are large; patience: seconds
    to wait for that (default: until it is done). Raises DatasetUnavailable, and StillWorking if
    the patience ends.
    """
    analyses = current_analyses()
    folder = folder_of(token, session)
    pooled = analysis.parts is None
    full_key = (folder, analyses.cache_key(folder), tuple(analysis.lacking), pooled, *key)
    recent: OrderedDict = analyses.derived.setdefault(kind, OrderedDict())
    if (known := recent.get(full_key)) is not None:  # one step: another thread may remove it
        return known

    def keep(result: Result) -> None:
        recent[full_key] = result
        while len(recent) > MAX_IN_MEMORY:
            recent.popitem(last=False)

    if isinstance(make, partial) and analyses.is_heavy(folder):
        given = [analyses.portable(argument) for argument in make.args]
        named = {name: analyses.portable(argument) for name, argument in make.keywords.items()}
        make = partial(make.func, *given, **named)
        work = partial(_in_process, folder, tuple(analysis.lacking), pooled, make)
        asker = Asker(session, patience, None if patience is None else asking_tab())
        try:
            made: Result = analyses.jobs.result((*full_key, kind), asker, work, keep)
        except NotStoredError:
            raise (DatasetDamaged if folder.exists() else DatasetUnavailable) from None
        return made
    result = make(_rows_of(analyses.rows(folder), tuple(analysis.lacking), pooled))
    keep(result)
    return result


def _rows_of(scored: ScoredRows, names: tuple[str, ...], pooled: bool) -> Predictions:
    rows = scored.complete(list(names))
    return rows.pooled if pooled else rows


def _in_process(
    folder: Path, names: tuple[str, ...], pooled: bool, make: "partial[Result]"
) -> Result:
    """Run by another process: what `make` makes of the stored rows."""
    given = [unpacked(argument) for argument in make.args]
    named = {name: unpacked(argument) for name, argument in make.keywords.items()}
    rows = _rows_of(load_predictions(folder / PREDICTIONS)[0], names, pooled)
    return make.func(*given, rows, **named)


def derived_results(
    token: object,
    session: str | None,
    names: Iterable[str] | None = None,
    pooled: bool = False,
    patience: float | None = None,
) -> DerivedResults:
    """Rows of a data set with scores of all the named models (default: all), and their analysis.

    pooled: join the two parts of a file with a hold-out column. Raises DatasetUnavailable, and
    StillWorking if there is a patience (s), now or when a result is first needed.
    """
    analysis = analysis_of(token, session, names, pooled, patience)
    return DerivedResults(
        analysis,
        lambda kind, key, make: cached_derivation(
            kind, token, session, analysis, key, make, patience
        ),
    )
