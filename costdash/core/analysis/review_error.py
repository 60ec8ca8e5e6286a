"""How far the cost of a review zone may be from its true value: it is chosen in bootstrap samples.

A sample in which the printed zone looks cheap also chooses other thresholds, and its folds choose
others again. So the whole procedure is repeated: the cross-fitted cost of the zone in each
bootstrap sample, less the true cost of the zone that it chooses, where all rows are the truth.
Limits of one threshold are made so. With a reviewer of fixed sensitivity and specificity the cost
of a zone is a sum of two such costs. With a column of verdicts or a capacity it is not: there the
cost of the printed zone in each sample, and twice the spread of the true costs of the zones that
samples choose, stand for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.choose.review_zone import ReviewedRates, Zone, cheapest_zone, zone_rates
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.conditions.review import ReviewTerms
from costdash.core.folds.crossfit import CrossFit
from costdash.core.resample.bootstrap import retained_thresholds
from costdash.core.types import Floats

NONE = np.zeros(1)
CHOICES = 2  # of both thresholds: on all rows for what is printed, on other folds for its cost


@dataclass(frozen=True, slots=True, eq=False)
class Deviation:
    """A cost less its true value in bootstrap samples (b,).

    chosen: the true cost of what each sample chooses, where that is not in `samples`; it varies by
    itself on all rows and on the folds. more: variance that the samples do not show.
    """

    samples: Floats
    chosen: Floats = field(default_factory=lambda: NONE)
    more: float = 0.0

    @property
    def variance(self) -> float:
        """Variance of the cost."""
        return float(self.samples.var() + CHOICES * self.chosen.var()) + self.more

    def less(self, other: "Deviation") -> "Deviation":
        """Of the difference of two costs in the same samples."""
        more = self.more + other.more
        return Deviation(self.samples - other.samples, self.chosen - other.chosen, more)

    def as_much_larger(self, whole: "Deviation", fixed: "Deviation") -> "Deviation":
        """This deviation of fixed thresholds, larger by what `whole` is larger than `fixed`.

        Given thresholds are no choice of the rows, but whoever sets them looks at the rows. So
        those of the cheapest zone have the variance of the cheapest zone.
        """
        base = float(fixed.samples.var())
        return self if base == 0 else Deviation((whole.variance / base) ** 0.5 * self.samples)


CERTAIN = Deviation(NONE)


def reviewed_rates(
    analysis: Analysis, name: str, terms: ReviewTerms, selection: bool = False
) -> ReviewedRates:
    """Rates of all thresholds of a model, on the rows that judge or that choose."""
    model = analysis.models[name]
    counts = model.selection_counts if selection else model.counts
    if not terms.column:
        return ReviewedRates.of(counts.fpr, counts.tpr, terms)
    rows = analysis.verdicts[name]
    alarms, found = rows.selection if selection else (rows.alarms, rows.found)
    return ReviewedRates(counts.fpr, counts.tpr, alarms, found)


@dataclass(frozen=True, slots=True)
class ZoneErrors:
    """Deviations of zones at one operating point, for a choice among the named models."""

    analysis: Analysis
    point: OperatingPoint
    names: Sequence[str]

    def of_cheapest(self, zone: Zone, terms: ReviewTerms) -> Deviation | None:
        """Of the cheapest zone, chosen among the models; None without samples."""
        if self.analysis.crossfits is None or not self._is_sum(terms):
            return self.approximate(zone, terms)
        fits = self.analysis.crossfits
        each = {name: self._of_fit(fits.of([name]), terms) for name in self.names}
        if len(each) == 1:
            return each[zone.model]
        truth = np.stack([self._chosen_of(name, terms)[1] for name in self.names])
        deviation = np.stack([each[name].samples for name in self.names])
        best = (truth + deviation).argmin(axis=0)
        picked = np.take_along_axis(deviation, best[None], axis=0)[0]
        return Deviation(picked, more=each[zone.model].more)

    def of_total(self, zone: Zone, terms: ReviewTerms) -> Deviation | None:
        """Of the cost with all allowances: folds choose the model too.

        For that the choice of both thresholds counts as two choices of a model. It varies a little
        more than that of one model for both.
        """
        fits = self.analysis.crossfits
        if fits is None or not self._is_sum(terms) or len(self.names) == 1:
            return self.of_cheapest(zone, terms)
        return self._of_fit(fits.of(self.names), terms)

    def approximate(self, zone: Zone, terms: ReviewTerms) -> Deviation | None:
        """The cost of a zone in each sample, and the true cost of the zone the sample chooses."""
        fixed = self.fixed(zone, terms)
        if fixed is None or self.analysis.crossfits is None:
            return fixed
        return Deviation(fixed.samples, self._chosen(terms))

    def fixed(self, zone: Zone, terms: ReviewTerms) -> Deviation | None:
        """The cost of fixed thresholds in each sample."""
        return self._fixed(zone.model, zone.low.index, zone.high.index, terms)

    def fixed_threshold(self, call: Call, terms: ReviewTerms) -> Deviation:
        """The cost of one fixed threshold in each sample."""
        if call.model is None or call.index is None:
            return CERTAIN
        return self._fixed(call.model, call.index, call.index, self._alone(terms)) or CERTAIN

    def of_single_threshold(self, call: Call, terms: ReviewTerms) -> Deviation:
        """Of the decision without a review."""
        if call.model is None or call.index is None:
            return CERTAIN
        fits = self.analysis.crossfits
        if fits is not None and self._is_sum(terms):
            samples, more = fits.of(self.names).deviations_at(self.point.pcf)
            scale = self.point.scale
            return Deviation(scale * samples, more=scale**2 * more)
        fixed = self.fixed_threshold(call, terms)
        if fits is None:
            return fixed
        return Deviation(fixed.samples, self._chosen(self._alone(terms)))

    def _alone(self, terms: ReviewTerms) -> ReviewTerms:
        """Terms at which no review pays."""
        return replace(terms, price=self.point.cost_fn + self.point.cost_fp, capacity=None)

    def _is_sum(self, terms: ReviewTerms) -> bool:
        """Whether the cheapest zone is two ordinary optima."""
        return not terms.column and terms.capacity is None

    def _of_fit(self, fit: CrossFit, terms: ReviewTerms) -> Deviation:
        """Of a zone of one model, or of a choice of models: the sum of two cross-fitted costs."""
        total, more = np.zeros(1), 0.0
        for pcf, scale in terms.parts(self.point):
            samples, unseen = fit.deviations_at(pcf)
            total, more = total + scale * samples, more + scale**2 * unseen
        return Deviation(total, more=more)

    def _fixed(self, name: str, low: int, high: int, terms: ReviewTerms) -> Deviation | None:
        """The cost of fixed thresholds in each sample."""
        samples = self._samples(name, terms)
        if samples is None:
            return None
        places = self._places(name, terms)
        at = [np.searchsorted(places, index).clip(0, places.size - 1) for index in (low, high)]
        size = samples.fpr.shape[0]
        zones = zone_rates(samples, *(np.full(size, column) for column in at))
        return Deviation(zones.cost(self.point, terms.price))

    def _chosen(self, terms: ReviewTerms) -> Floats:
        """True cost (b,) of the zone that each sample chooses among the models."""
        each = [self._chosen_of(name, terms) for name in self.names]
        apparent, truth = (np.stack(part) for part in zip(*each, strict=True))
        best = apparent.argmin(axis=0)
        found: Floats = np.take_along_axis(truth, best[None], axis=0)[0]
        return found

    def _chosen_of(self, name: str, terms: ReviewTerms) -> tuple[Floats, Floats]:
        """Cost in each sample (b,), and true cost, of the zone of one model that it chooses."""
        samples = self._samples(name, terms)
        assert samples is not None
        truth = reviewed_rates(self.analysis, name, terms).take(self._places(name, terms))
        parts = (truth.fpr, truth.tpr, truth.alarms, truth.found)
        whole = ReviewedRates(*(np.broadcast_to(rate, samples.fpr.shape) for rate in parts))
        chosen = cheapest_zone(samples, self.point, terms)
        costs = [
            zone_rates(rates, *chosen).cost(self.point, terms.price) for rates in (samples, whole)
        ]
        return costs[0], costs[1]

    def _samples(self, name: str, terms: ReviewTerms) -> ReviewedRates | None:
        """Rates (b, g) in bootstrap samples, at the retained thresholds."""
        analysis = self.analysis
        if terms.column:
            return analysis.verdicts[name].samples
        if analysis.crossfits is not None:
            resampled = analysis.crossfits.of([name]).resampled
            fpr, tpr = resampled.fpr.astype(float), resampled.tpr.astype(float)
            return ReviewedRates.of(fpr, tpr, terms)
        bands = analysis.models[name].bands
        if bands is None:
            return None
        return ReviewedRates.of(bands.vertex_fpr, bands.vertex_tpr, terms)

    def _places(self, name: str, terms: ReviewTerms) -> NDArray[np.intp]:
        """Indices in the model's counts of the columns of its samples."""
        model = self.analysis.models[name]
        if terms.column or self.analysis.crossfits is not None:
            return retained_thresholds(model.counts, model.hull.index)
        return model.hull.index
