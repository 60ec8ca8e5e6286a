"""Analyses and derived results, computed once for all tests that ask for `shared_results`.

As on the page, where all questions about a data set share its analysis and derived results. A test
of an answer can then ask many questions about one sample. The keys are the rows themselves and the
arguments, so equal rows of different files share their results too.
"""

import hashlib
import pickle
from collections import OrderedDict
from functools import wraps

from costdash.core.analysis.analyse import analyse
from costdash.report.derived import DerivedResults

MOST_ROWS = 12  # data sets that are remembered; the tests read hundreds
MODULES = ("costdash.cli.requests.analyse", "costdash.report.api.analyse")


class Remembered:
    """The last results, by the content of their arguments."""

    def __init__(self):
        self._results = OrderedDict()

    def get(self, make, *arguments):
        """make(), or what it returned for equal arguments before."""
        key = hashlib.sha256(b"".join(map(pickle.dumps, arguments))).digest()
        if key not in self._results:
            self._results[key] = make()
        self._results.move_to_end(key)
        if len(self._results) > MOST_ROWS:
            self._results.popitem(last=False)
        return self._results[key]

    def key_of(self, result):
        """The key of a result that is remembered; None of another."""
        return next((key for key, each in self._results.items() if each is result), None)


ANALYSES, DERIVED = Remembered(), Remembered()
IN_MEMORY = DerivedResults.in_memory


@wraps(analyse)
def shared_analyse(scored, names=None, **method):
    names = None if names is None else tuple(names)
    return ANALYSES.get(lambda: analyse(scored, names, **method), scored, names, method)


def shared_in_memory(cls, predictions, analysis):
    """As `DerivedResults.in_memory`, with the cache of equal rows and an equal analysis."""
    content = ANALYSES.key_of(analysis) or analysis
    results = DERIVED.get(lambda: IN_MEMORY(predictions, analysis), predictions, content)
    return cls(analysis, results._cached)


def share(monkeypatch):
    """Until the patch is undone."""
    for name in MODULES:
        monkeypatch.setattr(name, shared_analyse)
    monkeypatch.setattr(DerivedResults, "in_memory", classmethod(shared_in_memory))
