"""Analyses of data sets: taken from memory, else from the data set's folder, else computed."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from flask import current_app

from costdash.core.analysis.analyse import analyse, resampled
from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import ScoredRows
from costdash.core.types import Interval
from costdash.intake.process.worker import ANALYSIS, PREDICTIONS, SMALL
from costdash.intake.samples import load_sample
from costdash.intake.storage.analysis import (
    analysis_key,
    load_analysis,
    load_curves,
    save_analysis,
    save_bands,
)
from costdash.intake.storage.arrays import (
    FileVersion,
    NotStoredError,
    is_failure_of_disk,
    load_index,
    stored_version,
)
from costdash.intake.storage.code_version import CODE_VERSION
from costdash.intake.storage.disk_quota import Reserve, no_limit, release
from costdash.intake.storage.predictions import load_predictions
from costdash.web.session import asking_tab
from costdash.web.settings import Settings
from costdash.web.storage.jobs import Asker, Jobs, NoResult, Recent, StillWorking
from costdash.web.storage.locks import LockTimeout, exclusive_lock
from costdash.web.storage.quota import (
    VARIANTS,
    QuotaExceeded,
    keep_newest,
    reserve_for_analysis,
)
from costdash.web.storage.store import DatasetUnavailable, DiskFailing, Store, unreadable

Version = tuple[FileVersion, ...]  # of the files that an analysis maps; empty: it maps none
Loaded = tuple[Analysis, Version]
NOT_STORED_MESSAGE = "The result could not be kept on the server. Try again."
LOADING = 1.0  # s that loading a stored analysis may take
MAX_VARIANTS = 8  # analyses on disk of some of the models or of pooled parts, for each data set


class Analyses:
    """Cache of analyses. Their arrays map files, so that large data sets need little memory."""

    def __init__(self, store: Store, settings: Settings):
        self.store, self.settings = store, settings
        self.derived = Recent(settings.cache_bytes // 4)
        self._rows = Recent(settings.cache_bytes // 4)  # with the version of the files
        self.jobs = Jobs(settings)
        self._in_memory = Recent(settings.cache_bytes // 2)  # each a Loaded
        self._memory = (self._in_memory, self._rows, self.derived)
        self._waiting: Counter[Path] = Counter()  # threads that wait for a data set
        store.on_removal.append(self.evict)
        self._lock = threading.Lock()

    def get(
        self,
        token: object,
        session: str | None,
        names: Iterable[str] | None = None,
        pooled: bool = False,
        patience: float | None = None,
        tab: str | None = None,
        curves: bool = False,
    ) -> Analysis:
        """Analysis on the rows that have scores of all the named models (default: all models).

        If the names include all models that lack scores, or none of them, this is the analysis of
        all models. pooled: join the two parts of a file with a hold-out column. patience: seconds
        to wait; default: until it is done. tab: replaces older requests of this tab. curves: an
        analysis without bands will do while another process computes them. Raises
        DatasetUnavailable, and StillWorking if the patience ends.
        """
        folder = self.store.folder_of(token, session)
        key = self.cache_key(folder)
        of_whole = self._computation(folder, key, None, False)
        everybody = Asker(session, patience)  # any question about the data set needs the whole
        whole = self._get(of_whole, everybody, curves=True)
        pooled &= whole.hold_out is not None
        named = whole.models.keys() & set(names or ())
        subset = None
        if named and not whole.lacking.keys() <= named:
            subset = tuple(name for name in whole.lacking if name in named)
        if subset is None and not pooled:
            return whole if whole.resampled or curves else self._get(of_whole, everybody)
        asker = Asker(session, patience, tab)
        return self._get(self._computation(folder, key, subset, pooled), asker)

    def is_stored(self, token: object, session: str | None) -> bool:
        """Whether the analysis is on disk and need not be computed. Raises DatasetUnavailable."""
        return (self.store.folder_of(token, session) / ANALYSIS).is_dir()

    def cache_key(self, folder: Path) -> str:
        """Changes with everything that results depend on: data, version and method.

        Raises DatasetUnavailable.
        """
        method = self.settings.method
        if self._is_sample(folder):
            return f"{folder.name} {CODE_VERSION} {method}"
        try:
            return analysis_key(folder / PREDICTIONS, **method)
        except OSError as error:
            raise (DiskFailing if is_failure_of_disk(error) else DatasetUnavailable) from None

    def rows(self, folder: Path) -> ScoredRows:
        """Labelled rows of a data set, read once and then kept beside its analysis.

        Raises DatasetUnavailable, also if the stored rows are damaged.
        """
        key = folder, self.cache_key(folder)
        version = () if self._is_sample(folder) else _version(folder / PREDICTIONS)
        rows, read_version = self._rows.get(key) or (None, ())
        if rows is None or version != read_version:
            rows = self._read_rows(folder)
            self._rows.put(key, (rows, version))
        return rows

    def _read_rows(self, folder: Path) -> ScoredRows:
        if self._is_sample(folder):
            return load_sample(folder.name)[0]
        try:
            return load_predictions(folder / PREDICTIONS)[0]
        except NotStoredError as error:
            raise unreadable(folder, error) from None

    @contextmanager
    def _turn(self, folder: Path, patience: float | None) -> Iterator[None]:
        """Waits until no other thread or worker analyses the data set.

        With patience only one thread of this process waits so long, the others only until a stored
        analysis is loaded. Otherwise somebody who changes the models quickly would keep all
        threads waiting. Raises StillWorking.
        """
        with ExitStack() as stack:
            with self._lock:
                if patience is not None and folder in self._waiting:
                    patience = min(patience, LOADING)
                self._waiting[folder] += 1
            try:
                stack.enter_context(exclusive_lock(folder, patience))
            except LockTimeout:
                raise StillWorking from None
            finally:
                with self._lock:
                    self._waiting[folder] -= 1
                    if not self._waiting[folder]:
                        del self._waiting[folder]
            yield

    def evict(self, folder: Path) -> None:
        """Forgets a data set, so that its memory and its files on disk become free."""
        self.jobs.cancel(lambda key: key[0] == folder)
        for recent in self._memory:
            recent.evict(folder)

    def evict_deleted(self) -> None:
        """Forgets the data sets that another worker deleted."""
        folders = {key[0] for results in self._memory for key, _ in results.items()}
        for folder in filter(self._is_deleted, folders):
            self.evict(folder)

    def is_heavy(self, folder: Path) -> bool:
        """Whether the data set is so large that other processes compute its results."""
        if self._is_sample(folder):
            return False
        try:
            index = load_index(folder / PREDICTIONS)
            shapes = {name: shape for name, _, shape, _ in index["arrays"]}
            n_rows, n_models = shapes["is_positive"][0], len(index["meta"]["models"])
            return bool(n_rows * n_models > SMALL)
        except (NotStoredError, KeyError, TypeError, ValueError, IndexError):
            return False  # reading the rows then raises the right error

    def portable(self, value: Any) -> Any:
        """The value, or for an analysis that is stored what another process needs to load it."""
        if not isinstance(value, Analysis):
            return value
        for (_, key), (analysis, version) in self._in_memory.items():
            if version and _has_same_curves(value, analysis):
                intervals = {name: model.auc_interval for name, model in value.models.items()}
                rest = replace(value, models={})
                return _StoredAnalysis(Path(version[0].path).parent, key, rest, intervals)
        return value

    def _is_sample(self, folder: Path) -> bool:
        return folder.parent == self.store.samples

    def _is_deleted(self, folder: Path) -> bool:
        return not self._is_sample(folder) and not folder.exists()

    def _get(self, computation: "_Computation", asker: Asker, curves: bool = False) -> Analysis:
        folder, stored = computation.folder, computation.stored
        cached, version = self._in_memory.get((folder, computation.key)) or (None, ())
        will_do = cached and (cached.resampled or curves)
        if will_do and (not version or version == _version(stored)):
            return cast(Analysis, cached)
        if self.is_heavy(folder):
            loaded = self._from_process(computation, asker, curves)
        else:
            if self._is_sample(folder):
                with suppress(OSError):
                    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._turn(folder, asker.patience):
                loaded = _loaded(computation) or computation.computed(self.rows(folder))
        if self._is_deleted(folder):
            raise DatasetUnavailable
        self._in_memory.put((folder, computation.key), loaded)
        return loaded[0]

    def _from_process(
        self, computation: "_Computation", asker: Asker, curves: bool = False
    ) -> "Loaded":
        """The analysis that is stored, or that another process then computes and stores.

        curves: the stored curves will do until then.
        """
        if (loaded := _loaded(computation)) is not None:
            return loaded
        if curves and (drawn := _loaded(computation, load_curves)) is not None:
            with suppress(StillWorking, NoResult):  # the next question waits for it, or says why
                self._from_process(computation, replace(asker, patience=0))
            return drawn
        try:
            returned = self.jobs.result(
                (computation.folder, computation.key), asker, partial(_in_process, computation)
            )
        except NotStoredError as error:
            raise unreadable(computation.folder, error) from None
        if returned is not None:  # there was no room for it on the disk
            return returned, ()
        if (loaded := _loaded(computation)) is not None:
            return loaded
        raise (
            DatasetUnavailable
            if self._is_deleted(computation.folder)
            else NoResult(NOT_STORED_MESSAGE)
        )

    def _computation(
        self, folder: Path, key: str, names: tuple[str, ...] | None, pooled: bool
    ) -> "_Computation":
        stored = folder / ANALYSIS
        if pooled or names is not None:
            key = f"{key} {json.dumps([names, pooled])}"
            stored = folder / VARIANTS / sha256(key.encode()).hexdigest()[:32]
        reserve: Reserve = no_limit
        if not self._is_sample(folder):
            minutes = self.settings.in_use_minutes
            reserve = partial(reserve_for_analysis, self.store.disk_quota, minutes, folder)
        return _Computation(
            folder, stored, key, names, pooled, **self.settings.method, reserve=reserve
        )


@dataclass(frozen=True, slots=True)
class _Computation:
    """Everything that another process needs to compute an analysis and to store it."""

    folder: Path  # of the data set
    stored: Path  # folder of the analysis
    key: str
    names: tuple[str, ...] | None
    pooled: bool
    n_replicates: int
    seed: int
    reserve: Reserve

    def computed(self, rows: ScoredRows) -> "Loaded":
        """The analysis, mapped from the disk if there is room for it."""
        if (drawn := _loaded(self, load_curves)) is not None:
            analysis, save = resampled(drawn[0], rows), save_bands
        else:
            save, analysed = save_analysis, rows.pooled if self.pooled else rows
            n, seed = self.n_replicates, self.seed
            analysis = analyse(analysed, self.names, n_replicates=n, seed=seed)
        # A full disk or quota must not prevent the answer.
        with suppress(OSError, ValueError, NotStoredError, QuotaExceeded), ExitStack() as stack:
            stack.callback(release, self.folder)
            if self.stored.parent != self.folder:
                self.stored.parent.mkdir(mode=0o700, exist_ok=True)
            save(self.stored, analysis, self.key, self.reserve)
            if self.stored.parent != self.folder:
                keep_newest(self.stored.parent, MAX_VARIANTS)
            return load_analysis(self.stored, self.key), _version(self.stored)
        return analysis, ()


@dataclass(frozen=True, slots=True)
class _StoredAnalysis:
    """An analysis without its models, which lie in a folder."""

    stored: Path
    key: str
    rest: Analysis
    intervals: dict[str, Interval]  # of the areas, which depend on the level


def _has_same_curves(first: Analysis, other: Analysis) -> bool:
    """Whether two analyses share the arrays of their models."""
    return first.models.keys() == other.models.keys() and all(
        model.counts is other.models[name].counts for name, model in first.models.items()
    )


def unpacked(value: Any) -> Any:
    """The opposite of `Analyses.portable`, in the other process. Raises NotStoredError."""
    if not isinstance(value, _StoredAnalysis):
        return value
    load = load_analysis if value.rest.resampled else load_curves
    stored = load(value.stored, value.key).models
    models = {
        name: replace(stored[name], auc_interval=interval)
        for name, interval in value.intervals.items()
    }
    return replace(value.rest, models=models)


def _in_process(computation: _Computation) -> Analysis | None:
    """Run by another process: stores the analysis, or returns it if there is no room."""
    with exclusive_lock(computation.folder):  # two workers compute it once
        if _loaded(computation) is not None:
            return None
        analysis, version = computation.computed(
            load_predictions(computation.folder / PREDICTIONS)[0]
        )
        return None if version else analysis


def _loaded(
    computation: _Computation, load: Callable[[Path, str], Analysis] = load_analysis
) -> "Loaded | None":
    try:
        return load(computation.stored, computation.key), _version(computation.stored)
    except NotStoredError:
        return None


def _version(stored: Path) -> Version:
    """Changes when a stored analysis is written again or damaged; empty if it cannot be read."""
    try:
        return stored_version(stored)
    except OSError:
        return ()


def current_analyses() -> Analyses:
    """Analyses of the running app."""
    return current_app.extensions["costdash-analyses"]


def analysis_of(
    token: object,
    session: str | None,
    names: Iterable[str] | None = None,
    pooled: bool = False,
    patience: float | None = None,
    curves: bool = False,
) -> Analysis:
    """Analysis of a data set that the session may see; see Analyses.get.

    names: models that are shown together (default: all). Raises DatasetUnavailable, and
    StillWorking if there is a patience.
    """
    tab = None if patience is None else asking_tab()
    return current_analyses().get(token, session, names, pooled, patience, tab, curves)


def revision_of(token: object, session: str | None) -> str:
    """Short id that changes with a data set's content: file, column roles, version."""
    analyses = current_analyses()
    key = analyses.cache_key(analyses.store.folder_of(token, session))
    return sha256(key.encode()).hexdigest()[:16]
