"""The analysis of a data set: in memory, else from its folder, else made once."""

import threading
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from flask import current_app

from costdash import __version__
from costdash.core.analysis import Analysis, analyse
from costdash.core.predictions import Predictions
from costdash.intake.keep import NotKept, load_predictions
from costdash.intake.keep_analysis import load_analysis, save_analysis, state_of
from costdash.intake.samples import load_sample
from costdash.web.lock import one_at_a_time
from costdash.web.settings import Settings
from costdash.web.store import Gone, Store

IN_MEMORY = 4


class Analyses:
    """Arrays in memory are views of files, so a few big data sets cost little."""

    def __init__(self, store: Store, settings: Settings):
        self.store, self.settings = store, settings
        self._recent: OrderedDict[str, Analysis] = OrderedDict()
        self._guard = threading.Lock()

    def of(self, token, session: str | None) -> Analysis:
        """Raises Gone."""
        folder = self.store.folder_of(token, session)
        state = self.state_of(folder)
        with self._guard:
            if state in self._recent:
                self._recent.move_to_end(state)
                return self._recent[state]
        with one_at_a_time(folder):
            analysis = self._kept_or_made(folder, state)
        with self._guard:
            self._recent[state] = analysis
            while len(self._recent) > IN_MEMORY:
                self._recent.popitem(last=False)
        return analysis

    def state_of(self, folder: Path) -> str:
        """Differs whenever what is derived from the folder may differ. Raises Gone."""
        method = self.settings.method
        if folder.parent == self.store.samples:
            return f"{folder.name} {__version__} {method}"
        try:
            return state_of(folder / "predictions", **method)
        except OSError:
            raise Gone from None

    def _kept_or_made(self, folder: Path, state: str) -> Analysis:
        kept = folder / "analysis"
        with suppress(NotKept):
            return load_analysis(kept, state)
        made = analyse(self.predictions(folder), **self.settings.method)
        with suppress(OSError, ValueError, NotKept):  # a full disk costs time, not the answer
            save_analysis(kept, made, state)
            return load_analysis(kept, state)
        return made

    def predictions(self, folder: Path) -> Predictions:
        """The rows of a data set. Raises Gone."""
        if folder.parent == self.store.samples:
            return load_sample(folder.name)[0]
        try:
            return load_predictions(folder / "predictions")[0]
        except NotKept:
            raise Gone from None


def analysis_of(token, session: str | None) -> Analysis:
    """All that follows from a data set, if the session may see it. Raises Gone."""
    return current_app.extensions["costdash-analyses"].of(token, session)


def revision_of(token, session: str | None) -> str:
    """A name for what is drawn of a data set: other roles of its columns, another name."""
    analyses: Analyses = current_app.extensions["costdash-analyses"]
    state = analyses.state_of(analyses.store.folder_of(token, session))
    return sha256(state.encode()).hexdigest()[:16]
