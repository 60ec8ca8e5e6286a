"""The analysis of a data set: in memory, else from its folder, else made once."""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from flask import current_app

from costdash import __version__
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.analysis import Analysis
from costdash.core.sample.predictions import ScoredRows
from costdash.intake.process.worker import ANALYSIS, PREDICTIONS
from costdash.intake.samples import load_sample
from costdash.intake.storage.analysis import load_analysis, save_analysis, state_of
from costdash.intake.storage.predictions import NotKept, load_predictions
from costdash.web.settings import Settings
from costdash.web.storage.locks import exclusive_lock
from costdash.web.storage.quota import keep_newest
from costdash.web.storage.store import DatasetUnavailable, Store

IN_MEMORY = 4
KEPT = 8  # analyses of some of the models, or of both parts as one, for each data set


class Analyses:
    """Arrays in memory are views of files, so a few big data sets cost little."""

    def __init__(self, store: Store, settings: Settings):
        self.store, self.settings = store, settings
        self._recent: OrderedDict[tuple[str, ...], Analysis] = OrderedDict()
        self._guard = threading.Lock()

    def of(
        self,
        token,
        session: str | None,
        names: Iterable[str] | None = None,
        pooled: bool = False,
    ) -> Analysis:
        """On the rows complete for the models named, or for all. Raises DatasetUnavailable.

        Where all models that lack scores are among those named, or none is, it is that for all.
        pooled: all rows are one part, where the file has two.
        """
        folder = self.store.folder_of(token, session)
        state = self.state_of(folder)
        whole = self._of(folder, state, None, False)
        pooled &= whole.parts is not None
        named = whole.models.keys() & set(names or ())
        some = tuple(name for name in whole.lacking if name in named)
        if not named or whole.lacking.keys() <= named:
            some = None
        return whole if some is None and not pooled else self._of(folder, state, some, pooled)

    def _of(
        self, folder: Path, state: str, names: tuple[str, ...] | None, pooled: bool
    ) -> Analysis:
        state = f"{state} {json.dumps([names, pooled])}" if pooled or names is not None else state
        with self._guard:
            if state in self._recent:
                self._recent.move_to_end(state)
                return self._recent[state]
        with exclusive_lock(folder):
            analysis = self._kept_or_made(folder, state, names, pooled)
        with self._guard:
            self._recent[state] = analysis
            while len(self._recent) > IN_MEMORY:
                self._recent.popitem(last=False)
        return analysis

    def is_stored(self, token, session: str | None) -> bool:
        """Whether it is kept, so that nobody waits for it to be made. Raises DatasetUnavailable."""
        return (self.store.folder_of(token, session) / "analysis").is_dir()

    def state_of(self, folder: Path) -> str:
        """Differs whenever what is derived from the folder may differ. Raises DatasetUnavailable."""
        method = self.settings.method
        if folder.parent == self.store.samples:
            return f"{folder.name} {__version__} {method}"
        try:
            return state_of(folder / PREDICTIONS, **method)
        except OSError:
            raise DatasetUnavailable from None

    def _kept_or_made(self, folder: Path, state: str, names, pooled: bool) -> Analysis:
        kept, first = folder / ANALYSIS, names is None and not pooled
        if not first:
            kept = folder / f"{ANALYSIS}-of" / sha256(state.encode()).hexdigest()[:32]
        with suppress(NotKept):
            return load_analysis(kept, state)
        rows = self.rows(folder)
        made = analyse(rows.pooled if pooled else rows, names, **self.settings.method)
        with suppress(OSError, ValueError, NotKept):  # a full disk costs time, not the answer
            save_analysis(kept, made, state)
            if not first:
                keep_newest(kept.parent, KEPT)
            return load_analysis(kept, state)
        return made

    def rows(self, folder: Path) -> ScoredRows:
        """The labelled rows of a data set. Raises DatasetUnavailable."""
        if folder.parent == self.store.samples:
            return load_sample(folder.name)[0]
        try:
            return load_predictions(folder / PREDICTIONS)[0]
        except NotKept:
            raise DatasetUnavailable from None


def analysis_of(
    token, session: str | None, names: Iterable[str] | None = None, pooled: bool = False
) -> Analysis:
    """All that follows from a data set, if the session may see it. Raises DatasetUnavailable.

    names: the models that are drawn together, all by default; pooled: of all rows as one part,
    where the file has two.
    """
    return current_app.extensions["costdash-analyses"].of(token, session, names, pooled)


def revision_of(token, session: str | None) -> str:
    """A name for what is drawn of a data set: other roles of its columns, another name."""
    analyses: Analyses = current_app.extensions["costdash-analyses"]
    state = analyses.state_of(analyses.store.folder_of(token, session))
    return sha256(state.encode()).hexdigest()[:16]
