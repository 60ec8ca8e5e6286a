"""Results derived from a data set's rows, such as comparisons and folds, kept in memory."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from costdash.core.analysis.analysis import Analysis
from costdash.core.folds.crossfit import CrossFits
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.arrays import NotStoredError
from costdash.intake.storage.crossfits import load_crossfits, save_crossfits
from costdash.intake.storage.disk_quota import Reserve, release
from costdash.intake.storage.predictions import load_predictions
from costdash.report.derived import DerivedResults
from costdash.web.session import asking_tab
from costdash.web.storage.analyses import (
    NOT_STORED_MESSAGE,
    analysis_of,
    current_analyses,
    unpacked,
)
from costdash.web.storage.jobs import Asker, NoResult, Recent
from costdash.web.storage.locks import exclusive_lock
from costdash.web.storage.quota import (
    VARIANTS,
    QuotaExceeded,
    keep_newest,
    reserve_for_analysis,
)
from costdash.web.storage.store import folder_of, unreadable

Result = TypeVar("Result")
CROSSFITS = "crossfits"  # the kind of results that are stored on the disk
MAX_STORED = 8  # analyses and cross-fits of some of the models, for each data set


class NotInMemory(Exception):
    """A result is still to be computed."""


def cached_derivation(
    kind: str,
    token: object,
    session: str | None,
    analysis: Analysis,
    key: tuple,
    make: Callable[[Predictions], Result],
    patience: float | None = None,
    tab: str | None = None,
) -> Result:
    """make(rows of the analysis), remembered under kind and key; also if it raises ValueError.

    A `make` that can be pickled is run by another process if the data are large; patience: seconds
    to wait for that (default: until it is done); tab: of the browser that can wait, so that the
    computation gives way to all others. Raises DatasetUnavailable, and StillWorking if
    the patience ends.
    """
    analyses = current_analyses()
    full_key = _full_key(kind, token, session, analysis, key)
    folder, names, pooled = full_key[0], tuple(analysis.lacking), analysis.hold_out is None
    if (cached := analyses.derived.get(full_key)) is not None:
        return _returned(cached)
    store_result: Callable[[Any], None] = partial(analyses.derived.put, full_key)
    try:
        if not isinstance(make, partial) or not analyses.is_heavy(folder):
            computed = make(_rows_of(analyses.rows(folder), names, pooled))
            store_result(computed)
            return computed
        arguments = [analyses.portable(argument) for argument in make.args]
        named = {name: analyses.portable(argument) for name, argument in make.keywords.items()}
        make = partial(make.func, *arguments, **named)
        work: Callable[[], Any] = partial(_in_process, folder, names, pooled, make)
        if kind == CROSSFITS:  # the other workers find it on the disk
            stored = _Stored.of(folder, full_key)
            if (loaded := stored.loaded()) is not None:
                store_result(loaded)
                return cast(Result, loaded)
            work = partial(stored.computed, work)
            store_result = partial(_put_stored, analyses.derived, full_key, stored)
        asked_by = tab or (None if patience is None else asking_tab())
        asker = Asker(session, patience, asked_by, gives_way=tab is not None)
        result: Result = analyses.jobs.result(full_key, asker, work, store_result)
        if kind != CROSSFITS:
            return result
        return cast(Result, analyses.derived.get(full_key) or stored.found(result))
    except NotStoredError as error:
        raise unreadable(folder, error) from None
    except ValueError as error:
        store_result(error)
        raise


def _full_key(
    kind: str, token: object, session: str | None, analysis: Analysis, key: tuple
) -> tuple:
    folder = folder_of(token, session)
    version = current_analyses().cache_key(folder)
    return folder, version, kind, tuple(analysis.lacking), analysis.hold_out is None, *key


@dataclass(frozen=True, slots=True)
class _Stored:
    """The place of cross-fits of large data on disk; the key identifies them."""

    folder: Path
    place: Path
    key: str
    reserve: Reserve

    @classmethod
    def of(cls, folder: Path, full_key: tuple) -> "_Stored":
        analyses, key = current_analyses(), repr(full_key[1:])
        place = folder / VARIANTS / f"crossfits-{sha256(key.encode()).hexdigest()[:32]}"
        minutes = analyses.settings.in_use_minutes
        reserve = partial(reserve_for_analysis, analyses.store.disk_quota, minutes, folder)
        return cls(folder, place, key, reserve)

    def loaded(self) -> CrossFits | None:
        try:
            return load_crossfits(self.place, self.key)
        except NotStoredError:
            return None

    def found(self, returned: Any) -> CrossFits:
        """What `computed` returned, or what it stored instead. Raises NoResult."""
        if returned is None and (returned := self.loaded()) is None:
            raise NoResult(NOT_STORED_MESSAGE)
        return cast(CrossFits, returned)

    def computed(self, make: Callable[[], CrossFits]) -> CrossFits | None:
        """Run by another process; several workers compute the result only once.

        The result is returned only if it could not be stored, such as on a used up disk quota: the
        server then maps the file, and needs no memory for it.
        """
        with suppress(OSError):
            self.place.parent.mkdir(mode=0o700, exist_ok=True)
        with exclusive_lock(self.place.parent):
            if self.loaded() is not None:
                return None
            crossfits = make()
            with suppress(OSError, ValueError, QuotaExceeded), ExitStack() as stack:
                stack.callback(release, self.folder)
                save_crossfits(self.place, crossfits, self.key, self.reserve)
                keep_newest(self.place.parent, MAX_STORED)
                return None
        return crossfits


def _put_stored(derived: Recent, key: tuple, stored: _Stored, returned: Any) -> None:
    derived.put(key, stored.found(returned))


def _returned(cached: Any) -> Any:
    if isinstance(cached, ValueError):
        raise ValueError(*cached.args)
    return cached


def _rows_of(scored: ScoredRows, names: tuple[str, ...], pooled: bool) -> Predictions:
    rows = scored.complete(list(names))
    return rows.pooled if pooled else rows


def _in_process(
    folder: Path, names: tuple[str, ...], pooled: bool, make: "partial[Result]"
) -> Result:
    """Run by another process: what `make` makes of the stored rows."""
    arguments = [unpacked(argument) for argument in make.args]
    named = {name: unpacked(argument) for name, argument in make.keywords.items()}
    rows = _rows_of(load_predictions(folder / PREDICTIONS)[0], names, pooled)
    return make.func(*arguments, rows, **named)


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
    return results_of(
        token, session, analysis_of(token, session, names, pooled, patience), patience
    )


def results_of(
    token: object,
    session: str | None,
    analysis: Analysis,
    patience: float | None = None,
    tab: str | None = None,
) -> DerivedResults:
    """The results derived from the rows of an analysis; exceptions as `derived_results`.

    tab: as for `cached_derivation`.
    """
    return DerivedResults(
        analysis,
        lambda kind, key, make: cached_derivation(
            kind, token, session, analysis, key, make, patience, tab
        ),
    )


def results_in_memory(token: object, session: str | None, analysis: Analysis) -> DerivedResults:
    """Results from memory only: reading a missing result raises NotInMemory."""

    def cached(kind: str, key: tuple, make: Callable[[Predictions], Any]) -> Any:
        full_key = _full_key(kind, token, session, analysis, key)
        if (result := current_analyses().derived.get(full_key)) is None:
            raise NotInMemory
        return _returned(result)

    return DerivedResults(analysis, cached)
