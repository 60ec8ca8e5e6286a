"""All that follows from an upload alone, and the decision at an operating point."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from costdash.core.analysis.holdout import Parts, read_on
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.choose.decision import Call, Decision, rates_at, trivial_call
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.resample.streams import Stream, generator
from costdash.core.resample.threshold_interval import (
    cost_interval,
    threshold_interval,
    threshold_rates,
)
from costdash.core.sample.shortest_decimal import threshold_text


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What does not depend on the operating point: computed once per upload.

    rows is the number of rows; positives and negatives are weights of the classes; clusters is
    the number of groups that bands resample, None where they resample rows. parts: where models
    and thresholds are chosen on other rows than those, which are then judged on. left_out is how
    many rows were not complete, and lacking {model: rows without its score} why: all models have
    all the rows that are left. prior: how sure the file's prevalence is, if intervals count it.
    """

    rows: int
    positives: float
    negatives: float
    models: dict[str, ModelAnalysis]
    level: float
    n_replicates: int
    seed: int
    clusters: int | None = None
    parts: Parts | None = None
    left_out: int = 0
    lacking: dict[str, int] = field(default_factory=dict)
    prior: Beta | None = None
    _chosen_hulls: dict[tuple[str, ...], Hull] = field(default_factory=dict, init=False, repr=False)
    _hulls: dict[tuple[str, ...], Hull] = field(default_factory=dict, init=False, repr=False)

    @property
    def prevalence(self) -> float:
        """Share of positives in the file, in both parts together where there are two."""
        _, positives, negatives = self.totals
        return float(positives / (positives + negatives))

    @property
    def totals(self) -> tuple[int, float, float]:
        """Rows of the file, both parts together, and weights of its positives and negatives."""
        judged = self.rows, self.positives, self.negatives
        if self.parts is None:
            return judged
        chosen = self.parts.rows, self.parts.positives, self.parts.negatives
        return tuple(a + b for a, b in zip(judged, chosen))

    @property
    def place(self) -> dict[str, int]:
        """Of each model in the file, which gives it its colour and its stream of random numbers."""
        return {name: model.place for name, model in self.models.items()}

    def chosen_hull(self, names: Sequence[str] | None = None) -> Hull:
        """Convex hull of the named models (all of them by default) on the rows chosen on.

        Owners are kept. Made once.
        """
        names = tuple(self.models if names is None else names)
        if names not in self._chosen_hulls:
            counts = {name: self.models[name].chosen_on for name in names}
            hulls = {name: self.models[name].chosen_hull for name in names}
            self._chosen_hulls[names] = common_hull(counts, hulls)
        return self._chosen_hulls[names]

    def hull(self, names: Sequence[str] | None = None) -> Hull:
        """The same thresholds on the rows that are judged on, be they the same rows or others."""
        if self.parts is None:
            return self.chosen_hull(names)
        names = tuple(self.models if names is None else names)
        if names not in self._hulls:
            counts = {name: self.models[name].counts for name in names}
            self._hulls[names] = read_on(counts, self.chosen_hull(names))
        return self._hulls[names]

    def decide(
        self,
        point: OperatingPoint,
        names: Sequence[str] | None = None,
        level: float | None = None,
    ) -> Decision:
        """Cheapest call among the named models at `point`, its interval at `level` (0: none).

        Where models and thresholds are chosen on other rows it need not be the cheapest here.
        """
        names = list(self.models if names is None else names)
        level = self.level if level is None else level
        trivial = self._trivial(point, level)
        hull = self.chosen_hull(names) if names else None
        vertex = 0 if hull is None else int(hull.cheapest(point.pcf))
        if hull is None or vertex in (0, hull.tie.size) or self._vain(hull, point):
            return Decision(point, trivial, trivial, level or None)
        owners = hull.owner[vertex]
        best = self.call_at(point, owners[0], int(hull.index[vertex]), level, owners)
        return Decision(point, best, trivial, level or None)

    def _vain(self, hull: Hull, point: OperatingPoint) -> bool:
        """Whether the best threshold is no better than the trivial call, but for rounding."""
        return self.parts is None and hull.cost(point.pcf) >= trivial_call(point).nec

    def call_of(self, point: OperatingPoint, name: str, level: float | None = None) -> Call:
        """The named model's own cheapest threshold at `point`."""
        model = self.models[name]
        vertex = int(model.hull.cheapest(point.pcf))
        level = self.level if level is None else level
        return self.call_at(point, name, int(model.hull.index[vertex]), level)

    def call_at(
        self,
        point: OperatingPoint,
        name: str,
        index: int,
        level: float | None = None,
        owners: tuple[str, ...] = (),
    ) -> Call:
        """One model's threshold by its index in the model's counts.

        Off the hull there is an interval only without weights and clusters.
        """
        model = self.models[name]
        fpr, tpr = map(float, model.counts.rates(index))
        ends = {0: "none", model.counts.threshold.size - 1: "all"}
        return Call(
            call=ends.get(index, "some"),
            model=name,
            owners=owners or (name,),
            threshold=None if index == 0 else float(model.counts.threshold[index]),
            text=threshold_text(model.counts.threshold, index),
            index=index,
            interval=self._interval(model, index, point, level) if level else None,
            **rates_at(point, fpr, tpr),
        )

    def _trivial(self, point: OperatingPoint, level: float) -> Call:
        """What the better of the two trivial calls costs is certain, but for the prior."""
        call = trivial_call(point)
        if self.prior is None or not level:
            return call
        rates = (np.full(self.n_replicates, call.fpr),) * 2
        ends = cost_interval(rates, (call.fpr, call.tpr), point, self.prior, level, self.seed)
        return replace(call, interval=ends)

    @property
    def with_estimated_prior(self) -> "Analysis":
        """The same, with intervals that count how well its rows tell the prior, where they can.

        Rows with weights or in groups do not tell how sure their prevalence is.
        """
        exact = all(model.counts.tp.dtype.kind == "i" for model in self.models.values())
        if not exact or self.clusters is not None:
            return self
        return replace(self, prior=Beta.of_counts(*self.totals[1:]))

    def _interval(self, model: ModelAnalysis, index: int, point: OperatingPoint, level: float):
        """Of nec; with an estimated prior of the cost, in units of the point's scale."""
        vertex, counts = np.flatnonzero(model.hull.index == index), model.counts
        if model.bands is None:
            return None
        if vertex.size:
            at = int(vertex[0])
            if self.prior is None:
                return model.bands.vertex_interval(at, point.pcf, level)
            rates = model.bands.vertex_fpr[:, at], model.bands.vertex_tpr[:, at]
        elif self.clusters is not None or counts.tp.dtype.kind != "i":
            return None  # off the hull only single unweighted rows can be resampled from counts
        else:
            rng = generator(self.seed, Stream.THRESHOLD_INTERVAL, model.place, index)
            if self.prior is None:
                n = self.n_replicates
                return threshold_interval(counts, index, point.pcf, level, n, rng)
            rates = threshold_rates(counts, index, self.n_replicates, rng)
        return cost_interval(rates, counts.rates(index), point, self.prior, level, self.seed)
