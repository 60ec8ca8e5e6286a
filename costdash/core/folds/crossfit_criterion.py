"""The rates of a criterion's choice on other rows: it chooses on the other folds of each fold.

A criterion that is evaluated on the rows that it chooses on looks cheaper than it will be, as least
cost does. So the criterion is applied to the counts of all other folds, the rule or mixture that it
chooses is evaluated on the fold, and the rates of all folds together are averaged over the
divisions into folds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from costdash.core.choose.choice import Choice, Models, Rule
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.folds.crossfit import CrossFit
from costdash.core.folds.crossfit_counts import TINY, Tallies
from costdash.core.sample.counts import Counts
from costdash.core.types import XY, Floats

# chooses among models, whose common hull is given; the number is their share of the negatives
Choose = Callable[[Models, Hull, float], Choice]


@dataclass(frozen=True)
class OtherFolds:
    """For each fold of each division, the counts of all other folds and their common hull.

    tallies: of each model, one for each division. They are counted when first read.
    """

    tallies: Mapping[str, Sequence[Tallies]]

    @cached_property
    def models(self) -> list[list[Models]]:
        """The counts of all folds but one, by division and fold."""
        counted = {
            name: [_counts_of_others(each) for each in divisions]
            for name, divisions in self.tallies.items()
        }
        by_division = zip(*counted.values(), strict=True)
        return [
            [dict(zip(counted, models, strict=True)) for models in zip(*folds, strict=True)]
            for folds in by_division
        ]

    @cached_property
    def hulls(self) -> list[list[Hull]]:
        """The common hull of the counts of all folds but one, by division and fold."""
        return [[common_hull(models) for models in folds] for folds in self.models]

    @property
    def hold_both_classes(self) -> bool:
        """Whether the other folds of every fold hold rows of both classes, for every model."""
        every = (counts for folds in self.models for models in folds for counts in models.values())
        return all(counts.positives > 0 and counts.negatives > 0 for counts in every)

    def rates(self, choose: Choose) -> tuple[XY, XY] | None:
        """fpr and tpr of what is chosen, and of the best single threshold, on the folds.

        None if the other folds of some fold hold no row of a class.
        """
        if not self.hold_both_classes:
            return None
        each = [self._of_division(choose, division) for division in range(len(self.models))]
        mixed, single = np.mean(each, axis=0).tolist()
        return (mixed[0], mixed[1]), (single[0], single[1])

    def _of_division(self, choose: Choose, division: int) -> Floats:
        """Both pairs of rates (2, 2), of all folds together."""
        tallies = {name: divisions[division] for name, divisions in self.tallies.items()}
        negatives = next(iter(tallies.values())).negatives[:, 0]
        sums = np.zeros((2, 4))
        for fold, models in enumerate(self.models[division]):
            share = float(1 - negatives[fold] / negatives.sum())
            choice = choose(models, self.hulls[division][fold], share)
            for part, rule in zip(choice.share, choice.rules, strict=True):
                sums[0] += part * _called(tallies[rule.model], fold, rule)
            sums[1] += _called(tallies[choice.single.model], fold, choice.single)
        return sums[:, :2] / sums[:, 2:].clip(TINY)


_COUNTED: WeakKeyDictionary[CrossFit, dict[tuple[str, ...], OtherFolds]] = WeakKeyDictionary()


def other_folds(fits: Mapping[str, CrossFit]) -> OtherFolds:
    """The counts of the other folds of some models, from the cross-fit of each. Cached.

    The models must be cross-fitted together, so that they have the same folds.
    """
    cached = _COUNTED.setdefault(next(iter(fits.values())), {})
    names = tuple(fits)
    if names not in cached:
        cached[names] = OtherFolds({name: fit.folds for name, fit in fits.items()})
    return cached[names]


def _counts_of_others(tallies: Tallies) -> list[Counts]:
    """For each fold the counts of all other folds, at all retained thresholds of one model.

    A threshold has its place instead of its score, which no criterion needs to choose.
    """
    n_folds, k = tallies.fp.shape
    place = np.append(np.inf, -np.arange(1.0, k))
    others = [np.arange(n_folds) != fold for fold in range(n_folds)]
    return [Counts(place, tallies.tp[o].sum(axis=0), tallies.fp[o].sum(axis=0)) for o in others]


def _called(tallies: Tallies, fold: int, rule: Rule) -> Floats:
    """fp, tp, negatives and positives of a fold; a rule that calls all other rows calls all."""
    column = {"none": 0, "all": -1}.get(rule.call, rule.index)
    totals = tallies.negatives[fold, -1], tallies.positives[fold, -1]
    return np.array([tallies.fp[fold, column], tallies.tp[fold, column], *totals], dtype=float)
