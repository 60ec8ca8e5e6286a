"""Limits that hold beyond the sample: which thresholds keep one, with a stated confidence.

A share found or of false alarms is a binomial count of the rows of one class. The thresholds whose
exact test rejects "the limit is broken" keep it; the strictest such threshold for the share found
leaves the others right, because a laxer threshold never finds less. For the share of flags that are
right each threshold has flags of its own, so they are tested one after another, the most lenient
number of flags last, until one fails (fixed sequence). Clopper & Pearson (1934); Tong, Feng & Li
(2018) for false alarms.
"""

from dataclasses import dataclass
from math import ceil, log

import numpy as np
from scipy.special import betainc

from costdash.core.choose.choice import safe_fpr
from costdash.core.sample.counts import Counts
from costdash.core.types import XY, Bools

FIRST_FLAGS = 2  # times the fewest flags that could keep a precision: where the sequence starts
STEP = 1.1  # from one tested number of flags to the next


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure a limit has to hold.

    level: of the choice; with `models` models each is tested at 1 - (1 - level) / models, because
    the same rows choose among them (Bonferroni). per_row: how many independent negatives and
    positives a negative and a positive count as; 1 without weights and clusters.
    """

    level: float
    models: int = 1
    per_row: XY = (1.0, 1.0)

    @property
    def broken(self) -> float:
        """Largest share of samples in which one model's threshold may break the limit."""
        return (1 - self.level) / self.models


def cases_needed(share: float, confidence: Confidence) -> int:
    """How many rows without an error a promise of this share needs, in (0, 1).

    They are positives for a share found, and flags for a share of flags that are right.

    >>> cases_needed(0.9, Confidence(0.95)), cases_needed(0.95, Confidence(0.95))
    (29, 59)
    """
    if not 0 < share < 1:
        return 0 if share <= 0 else 2**53
    return ceil(log(confidence.broken) / log(share) - 1e-9)


def finds_at_least(counts: Counts, share: float, confidence: Confidence) -> Bools:
    """Thresholds (k + 1,) that find at least this share of the positives. Flagging all does."""
    n = float(counts.positives) * confidence.per_row[1]
    misses = (1 - counts.tpr) * n
    broken = _chance_of_as_few(misses, n, 1 - share) if share > 0 else np.zeros(misses.size)
    promised = np.asarray(broken <= confidence.broken)
    promised[-1] = True
    return promised


def flags_at_most(counts: Counts, share: float, confidence: Confidence) -> Bools:
    """Thresholds (k + 1,) that flag at most this share of the negatives. Flagging none does."""
    n = float(counts.negatives) * confidence.per_row[0]
    promised = np.asarray(counts.fpr <= safe_fpr(share, n, 1 - confidence.broken))
    promised[0] = True
    return promised


def right_at_least(counts: Counts, share: float, prior: float, confidence: Confidence) -> Bools:
    """Thresholds (k + 1,) of which at least this share of the flags is right, at the prior.

    Flagging none is right in all of its flags. Only tested thresholds can keep the promise.
    """
    promised = np.zeros(counts.threshold.size, dtype=bool)
    promised[0] = True
    in_file = _moved(share, prior, float(counts.prevalence))
    found = counts.tpr * float(counts.positives) * confidence.per_row[1]
    alarms = counts.fpr * float(counts.negatives) * confidence.per_row[0]
    flags = found + alarms
    if share >= 1 or flags[-1] == 0:
        return promised
    wanted = FIRST_FLAGS * float(cases_needed(in_file, confidence))
    while wanted <= flags[-1]:
        at = int(np.searchsorted(flags, wanted))
        chance = _chance_of_as_few(alarms[at : at + 1], float(flags[at]), 1 - in_file)
        if chance[0] > confidence.broken:
            break
        promised[at] = True
        wanted = max(STEP * float(flags[at]), float(flags[at]) + 1)
    return promised


def _chance_of_as_few(errors: np.ndarray, n: float, share: float) -> np.ndarray:
    """P(Bin(n, share) <= errors), continued between whole numbers; 1 for errors of n or more."""
    inside = errors < n
    chance = np.ones(errors.size)
    chance[inside] = betainc(n - errors[inside], errors[inside] + 1, 1 - share)
    return chance


def _moved(share: float, prior: float, prevalence: float) -> float:
    """The share of flags that are right in the file if it is `share` at the prior."""
    odds = prevalence / (1 - prevalence) * (1 - prior) / prior
    return share * odds / (share * odds + 1 - share)
