"""What a criterion chooses among all models: rules in use for shares of the cases."""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

Models = dict[str, Counts]


Line = tuple[tuple[float, ...], tuple[float, ...]]  # x and y of its points


Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """One model's threshold, by its index in the model's Counts."""

    model: str
    index: int
    fpr: float
    tpr: float

    @property
    def call(self) -> str:
        """none and all for the two trivial rules, which are every model's; else some."""
        ends = {(0, 0): "none", (1, 1): "all"}
        return ends.get((self.fpr, self.tpr), "some")


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules, each used for a share of the cases, and the best single threshold beside them.

    fpr and tpr are what the mixture gives in expectation; tie is the PC(+) at which two mixed
    rules cost the same (the envelope's vertex), None where one rule is used for all cases.
    """

    rules: tuple[Rule, ...]
    share: tuple[float, ...]
    fpr: float
    tpr: float
    single: Rule
    tie: float | None = None


def choice_of(rule: Rule) -> Choice:
    """One rule for all cases."""
    return Choice((rule,), (1.0,), rule.fpr, rule.tpr, rule)


@dataclass(frozen=True, slots=True)
class Mixed:
    """A point on the hull: vertices used for a share of the cases each; holds in expectation."""

    fpr: float
    tpr: float
    vertex: tuple[int, ...]
    share: tuple[float, ...]


def mixed_choice(hull: Hull, mixed: Mixed, single: Rule) -> Choice:
    """A point on the common hull; its first owner stands for an equal point of several models."""
    return Choice(
        rules=tuple(rule_at(hull, vertex) for vertex in mixed.vertex),
        share=mixed.share,
        fpr=mixed.fpr,
        tpr=mixed.tpr,
        single=single,
        tie=float(hull.tie[mixed.vertex[0]]) if len(mixed.vertex) > 1 else None,
    )


def rule_at(hull: Hull, vertex: int) -> Rule:
    return Rule(
        model=hull.owner[vertex][0],
        index=int(hull.index[vertex]),
        fpr=float(hull.fpr[vertex]),
        tpr=float(hull.tpr[vertex]),
    )


def rule_of(models: Models, name: str, index: int) -> Rule:
    counts = models[name]
    return Rule(name, index, *map(float, counts.rates(index)))


def best_single(models: Models, gain, allowed=lambda fpr, tpr: np.ones(fpr.shape, bool)) -> Rule:
    """The allowed threshold of greatest gain among all of all models; then of least fpr.

    gain and allowed are functions of a model's fpr and tpr, (k + 1,) each. The strictest
    threshold must be allowed.
    """
    found = []
    for name, counts in models.items():
        gains: Floats = np.where(allowed(counts.fpr, counts.tpr), gain(counts.fpr, counts.tpr), -1)
        found.append((name, int(np.argmax(gains)), gains.max()))
    most = max(gains for _, _, gains in found)
    best = [rule_of(models, name, index) for name, index, gains in found if gains == most]
    return min(best, key=lambda rule: rule.fpr)


def mixture(hull: Hull, used: Floats, limit: float) -> Mixed:
    """Walk along the hull to the edge that the limit cuts; a level top edge gains nothing.

    used (h,) is what each vertex takes of what is limited, rising from 0.
    """
    last = int(np.flatnonzero(hull.tpr < hull.tpr[-1])[-1]) + 1
    under = min(int(np.searchsorted(used, limit + 1e-12, side="right")) - 1, last)
    if under == last or used[under] >= limit - 1e-12:
        return Mixed(float(hull.fpr[under]), float(hull.tpr[under]), (under,), (1.0,))
    share = float((limit - used[under]) / (used[under + 1] - used[under]))
    fpr = hull.fpr[under] + share * (hull.fpr[under + 1] - hull.fpr[under])
    tpr = hull.tpr[under] + share * (hull.tpr[under + 1] - hull.tpr[under])
    return Mixed(float(fpr), float(tpr), (under, under + 1), (1 - share, share))


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a constraint allows at best: mixed on the hull, and with one threshold (an index)."""

    mixture: Mixed
    single: int
