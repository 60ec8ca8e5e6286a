"""The rates of a criterion's choice on other rows: it chooses on the other folds of each fold.

A criterion that is evaluated on the rows that it chooses on looks cheaper than it will be, as least
cost does. So the criterion is applied to the counts of all other folds, the rule or mixture that it
chooses is evaluated on the fold, and the rates of all folds together are averaged over the
divisions into folds.

In bootstrap samples of the rows it chooses rules of other costs. The spread of these costs comes on
top of the sampling error of the rule that is chosen on all rows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from costdash.core.choose.choice import Choice, Covariance, Models, Rule
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.folds.crossfit import CrossFit
from costdash.core.folds.crossfit_counts import TINY, Tallies, pooled_rates
from costdash.core.folds.resampled_rates import ResampledRates, Singles
from costdash.core.sample.counts import Counts
from costdash.core.types import XY, Floats

# chooses among models, whose common hull is given; the number is their share of the negatives.
# Last, the models in cases, where costs differ from case to case.
Choose = Callable[[Models, Hull, float, Models | None], Choice]

DIGITS = 7  # of rates in single precision
SAMPLES = 100  # bootstrap samples in which the criterion chooses


@dataclass(frozen=True)
class RowsElsewhere:
    """The rows on which a criterion chooses: all folds but one, and bootstrap samples.

    tallies: of each model, one for each division into folds. resampled: of each model, at the same
    thresholds. tallied_cases: as tallies, in cases, if costs differ from case to case. Counts and
    hulls are made when first read.
    """

    tallies: Mapping[str, Sequence[Tallies]]
    resampled: Mapping[str, ResampledRates]
    tallied_cases: Mapping[str, Sequence[Tallies]] | None = None

    @cached_property
    def models(self) -> list[list[Models]]:
        """The counts of all folds but one, by division and fold."""
        return _models_of_others(self.tallies)

    @cached_property
    def cases(self) -> list[list[Models]] | None:
        """As `models`, in cases; None if all cases cost the same."""
        return None if self.tallied_cases is None else _models_of_others(self.tallied_cases)

    def _cases_of(self, division: int, fold: int) -> Models | None:
        return None if self.cases is None else self.cases[division][fold]

    @cached_property
    def hulls(self) -> list[list[Hull]]:
        """The common hull of the counts of all folds but one, by division and fold."""
        return [[common_hull(models) for models in folds] for folds in self.models]

    @cached_property
    def samples(self) -> list[tuple[Models, Hull]]:
        """The counts in bootstrap samples, with their common hull."""
        rates = {name: (each.fpr, each.tpr) for name, each in self.resampled.items()}
        n_samples = min(SAMPLES, *(len(fpr) for fpr, _ in rates.values()))
        samples = [
            {
                name: _counts_of_rates(fpr[b], tpr[b], self.tallies[name][0])
                for name, (fpr, tpr) in rates.items()
            }
            for b in range(n_samples)
        ]
        return [(models, common_hull(models)) for models in samples]

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

    def picked_rates(
        self, choose: Choose, cost: Callable[[float, float], float]
    ) -> tuple[XY, XY] | None:
        """fpr and tpr of what is chosen if the model is picked on other folds too.

        On each fold it is the model whose own choices, and single thresholds, cost least on the
        other folds. cost: of fpr and tpr, per case. None as for `rates`.
        """
        if not self.hold_both_classes:
            return None
        each = [self._picked(choose, cost, division) for division in range(len(self.models))]
        mixed, single = np.mean(each, axis=0).tolist()
        return (mixed[0], mixed[1]), (single[0], single[1])

    def _picked(
        self, choose: Choose, cost: Callable[[float, float], float], division: int
    ) -> Floats:
        """Both pairs of rates (2, 2), of all folds together."""
        called = np.stack([self._called_alone(choose, name, division) for name in self.tallies])
        others = called.sum(axis=1, keepdims=True) - called  # (models, folds, 2, 4)
        fpr, tpr = np.moveaxis(others[..., :2] / others[..., 2:].clip(TINY), -1, 0)
        best = np.asarray(cost(fpr, tpr)).argmin(axis=0)
        folds, kinds = np.indices(best.shape)
        sums = called[best, folds, kinds].sum(axis=0)
        return np.asarray(sums[:, :2] / sums[:, 2:].clip(TINY))

    def _called_alone(self, choose: Choose, name: str, division: int) -> Floats:
        """(folds, 2, 4): fp, tp and totals of one model's own choice, and single, on each fold."""
        tallies = self.tallies[name][division]
        called = []
        for fold, models in enumerate(self.models[division]):
            only, cases = {name: models[name]}, self._cases_of(division, fold)
            choice = choose(only, common_hull(only), 1.0, cases and {name: cases[name]})
            mixed = sum(
                share * _called(tallies, fold, rule)
                for share, rule in zip(choice.share, choice.rules, strict=True)
            )
            called.append((mixed, _called(tallies, fold, choice.single)))
        return np.array(called)

    def covariances(self, choose: Choose) -> tuple[Covariance, Covariance]:
        """Of the rates on all rows of the choices and single thresholds in bootstrap samples."""
        whole = {name: divisions[0] for name, divisions in self.tallies.items()}
        rates = {name: np.stack(pooled_rates(tallies)) for name, tallies in whole.items()}
        chosen = np.empty((len(self.samples), 2, 2))
        for at, (models, hull) in zip(chosen, self.samples, strict=True):
            choice = choose(models, hull, 1.0, self._resampled_cases(models))
            parts = zip(choice.share, choice.rules, strict=True)
            at[0] = sum(share * rates[rule.model][:, _column(rule)] for share, rule in parts)
            at[1] = rates[choice.single.model][:, _column(choice.single)]
        mixed, single = (np.cov(chosen[:, kind].T, bias=True) for kind in (0, 1))
        return _entries(mixed), _entries(single)

    def variance_of_difference(
        self, first: Choose, second: Choose | None, cost: Callable[[float, float], float]
    ) -> float:
        """Of the cost, on all rows, of the first single threshold less that of the second, where
        both are chosen in the same bootstrap samples. second: None for a rule that is not chosen.
        cost: of fpr and tpr, per case.
        """
        rates = {name: pooled_rates(divisions[0]) for name, divisions in self.tallies.items()}

        def paid(choice: Choice) -> float:
            fpr, tpr = rates[choice.single.model]
            column = _column(choice.single)
            return float(cost(fpr[column], tpr[column]))

        differences = []
        for models, hull in self.samples:
            given = models, hull, 1.0, self._resampled_cases(models)
            beside = 0.0 if second is None else paid(second(*given))
            differences.append(paid(first(*given)) - beside)
        return float(np.var(differences))

    def _resampled_cases(self, models: Models) -> Models | None:
        """The models of a bootstrap sample in cases: as far from the rows as they are in costs.

        Cases vary less than costs that differ, so what is chosen varies a little more than it
        would.
        """
        if self.tallied_cases is None:
            return None
        return {
            name: _moved(counts, self.tallies[name][0], self.tallied_cases[name][0])
            for name, counts in models.items()
        }

    def _of_division(self, choose: Choose, division: int) -> Floats:
        """Both pairs of rates (2, 2), of all folds together."""
        tallies = {name: divisions[division] for name, divisions in self.tallies.items()}
        negatives = next(iter(tallies.values())).negatives[:, 0]
        sums = np.zeros((2, 4))
        for fold, models in enumerate(self.models[division]):
            share = float(1 - negatives[fold] / negatives.sum())
            hull, cases = self.hulls[division][fold], self._cases_of(division, fold)
            choice = choose(models, hull, share, cases)
            for part, rule in zip(choice.share, choice.rules, strict=True):
                sums[0] += part * _called(tallies[rule.model], fold, rule)
            sums[1] += _called(tallies[choice.single.model], fold, choice.single)
        return sums[:, :2] / sums[:, 2:].clip(TINY)


_CACHED: WeakKeyDictionary[CrossFit, dict[tuple[str, ...], RowsElsewhere]] = WeakKeyDictionary()


def rows_elsewhere(fits: Mapping[str, CrossFit]) -> RowsElsewhere:
    """The rows on which a criterion chooses among some models, from the cross-fit of each. Cached.

    The models must be cross-fitted together, so that they have the same folds.
    """
    cached = _CACHED.setdefault(next(iter(fits.values())), {})
    names = tuple(fits)
    if names not in cached:
        cases = {name: fit.cases for name, fit in fits.items() if fit.cases is not None}
        cached[names] = RowsElsewhere(
            {name: fit.folds for name, fit in fits.items()},
            {name: fit.resampled for name, fit in fits.items()},
            cases or None,
        )
    return cached[names]


def _models_of_others(tallies: Mapping[str, Sequence[Tallies]]) -> list[list[Models]]:
    """The counts of all folds but one, by division and fold."""
    counted = {
        name: [_counts_of_others(each) for each in divisions] for name, divisions in tallies.items()
    }
    by_division = zip(*counted.values(), strict=True)
    return [
        [dict(zip(counted, models, strict=True)) for models in zip(*folds, strict=True)]
        for folds in by_division
    ]


def _moved(counts: Counts, whole: Tallies, cases: Tallies) -> Counts:
    """The rates of all rows in cases, moved by what a sample's rates differ from all rows."""
    moved = [
        (at + rate - all_rows).clip(0, 1)
        for rate, all_rows, at in zip(
            (counts.tpr, counts.fpr),
            reversed(pooled_rates(whole)),
            reversed(pooled_rates(cases)),
            strict=True,
        )
    ]
    tpr, fpr = (np.maximum.accumulate(rate) for rate in moved)
    return Counts(counts.threshold, tpr, fpr)


def _counts_of_others(tallies: Tallies) -> list[Counts]:
    """For each fold the counts of all other folds, at all retained thresholds of one model.

    A threshold has its place instead of its score, which no criterion needs to choose.
    """
    n_folds, k = tallies.fp.shape
    place = _places(k)
    others = [np.arange(n_folds) != fold for fold in range(n_folds)]
    return [Counts(place, tallies.tp[o].sum(axis=0), tallies.fp[o].sum(axis=0)) for o in others]


def _counts_of_rates(fpr: Singles, tpr: Singles, tallies: Tallies) -> Counts:
    """Rates in single precision as counts: whole numbers, unless rows have weights."""
    called = []
    for rate, total in ((tpr, tallies.positives), (fpr, tallies.negatives)):
        exact = np.issubdtype(total.dtype, np.integer)
        weight = rate.astype(float).round(DIGITS) * float(total[:, -1].sum())
        called.append(np.rint(weight).astype(np.int64) if exact else weight)
    return Counts(_places(fpr.size), *called)


def _places(k: int) -> Floats:
    return np.append(np.inf, -np.arange(1.0, k))


def _entries(covariance: Floats) -> Covariance:
    (fpr, both), (_, tpr) = covariance.tolist()
    return fpr, both, tpr


def _column(rule: Rule) -> int:
    """The column of a rule in the tallies; a rule that calls all rows that chose it calls all."""
    return {"none": 0, "all": -1}.get(rule.call, rule.index)


def _called(tallies: Tallies, fold: int, rule: Rule) -> Floats:
    """fp and tp of a rule, negatives and positives of a fold."""
    column = _column(rule)
    totals = tallies.negatives[fold, -1], tallies.positives[fold, -1]
    return np.array([tallies.fp[fold, column], tallies.tp[fold, column], *totals], dtype=float)
