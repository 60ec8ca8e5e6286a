"""What more labelled rows are worth: they may show that another rule is cheaper.

The options are calling none, calling all, and each model at many thresholds. Their costs on the
rows have normal errors. Rows that are yet to come would move these costs, by as much as they make
the errors smaller, and then the cheapest option is chosen: the expected gain is the expected value
of sample information (EVSI); of infinitely many rows, that of perfect information (EVPI).
Sadatsafavi, Lee, Wynants, Vickers & Gustafson (2023).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Decision
from costdash.core.compare.option_costs import OptionCosts, option_costs
from costdash.core.resample.cluster_bootstrap import class_rows, class_units
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats

Noise = NDArray[np.float32]
MIX, NEGATIVES, POSITIVES = range(3)  # kinds of rows of which more may be labelled
DRAWS = 20_000
BLOCK = 2000  # draws that are computed at a time
SEARCHED = 4_000  # of these, where many numbers of rows are tried
MOST_OPTIONS = 600  # thresholds of all models: the covariances of their costs are a matrix
THRESHOLDS = 30  # of each model, besides its cheapest: quantiles of the scores of its positives
# Thresholds that a few positives tell apart differ by chance, and as many options as that promise
# too much: with 100 positives and one model, 30 thresholds promised 1.8 times what labels brought.
BETWEEN = 7  # rows of the rarer class between two thresholds
LEAST_THRESHOLDS = 5
FEWEST = 20  # rows or clusters of each class: with fewer, the value is promised far too high
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # numbers of more rows, as multiples of the file's
AS_MANY = STEPS.index(1.0)  # place of as many rows again
LEAST, MOST, SIZES = 0.01, 100.0, 41  # multiples of the file's rows among which a price chooses
ROUNDS = 4  # in which a best mix is sought, one class after the other


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelOptions:
    """What is asked about more labels.

    price: of a label. months: for which the rule will be used. effect: the difference of two
    models that labels are to show, as a share of the dearer model's cost; power: the chance that
    they show it. audit: number of rows to label next, where labels exist only where somebody
    looked.
    """

    price: float | None = None
    months: float = 12.0
    effect: float | None = None
    power: float = 0.8
    audit: int | None = None


USUAL_LABELS = LabelOptions()


@dataclass(frozen=True, slots=True)
class MoreLabels:
    """More labelled rows, `positives` of them positive, and their value per case."""

    rows: float
    positives: float
    value: float


@dataclass(frozen=True, eq=False)
class LabelValue:
    """The value per case of more labelled rows, in the currency of the costs.

    rows, positives: of the file that decides now. gain (o,): by how much each option is cheaper
    than the cheapest on the rows; at most 0.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> y = np.arange(400) % 4 == 0
    >>> rows = Predictions(is_positive=y, scores={"rf": np.sin(np.arange(400)) + y})
    >>> analysis = analyse(rows, n_replicates=100)
    >>> decision = analysis.decide(OperatingPoint(0.1, 10, 1))
    >>> value = label_value(rows, analysis, decision, ["rf"])
    >>> value.of_rows(400) < value.evpi
    True
    """

    rows: int
    positives: int
    gain: Floats
    _roots: tuple[Noise, Noise, Noise]
    _seed: int

    @cached_property
    def evpi(self) -> float:
        """Value per case of infinitely many rows of the file's mix."""
        return self._value([(MIX, 1.0)])

    @cached_property
    def curve(self) -> list[MoreLabels]:
        """Values of more rows of the file's mix, from a tenth of the file to ten times."""
        share = self.positives / self.rows
        sizes = [round(step * self.rows) for step in STEPS]
        return [MoreLabels(m, round(m * share), self.of_rows(m)) for m in sizes]

    @cached_property
    def positives_alone(self) -> list[MoreLabels]:
        """Values of more positives alone, from a tenth of the file's to ten times."""
        sizes = [max(1, round(step * self.positives)) for step in STEPS]
        return [MoreLabels(m, m, self.of_classes(m, 0)) for m in sizes]

    @property
    def of_as_many(self) -> float:
        """Value per case of as many rows again."""
        return self.curve[AS_MANY].value

    @property
    def of_as_many_positives(self) -> float:
        """Value per case of as many positives again, and no more negatives."""
        return self.positives_alone[AS_MANY].value

    def evaluated(self) -> "LabelValue":
        """This value with the numbers that every reader shows, and without the large draws."""
        _ = self.evpi, self.curve
        _noise.cache_clear()
        _ = self.positives_alone
        _noise.cache_clear()
        return self

    @property
    def negatives(self) -> int:
        """Of the file that decides now."""
        return self.rows - self.positives

    def of_rows(self, more: float) -> float:
        """Value per case of so many more rows of the file's mix of positives and negatives."""
        return self._value([(MIX, _learned(self.rows, more))])

    def of_classes(self, positives: float, negatives: float, draws: int = DRAWS) -> float:
        """Value per case of so many more rows of each class; the prior is not learned of them."""
        learned = [
            (NEGATIVES, _learned(self.negatives, negatives)),
            (POSITIVES, _learned(self.positives, positives)),
        ]
        return self._value(learned, draws)

    def worth(self, price: float, cases: float) -> MoreLabels | None:
        """The number of rows whose value over so many cases exceeds their price by most.

        price: of a label. None if no number of rows is worth it. The value that is returned is
        the net value of all cases.
        """
        sizes = self.rows * np.geomspace(LEAST, MOST, SIZES)
        net = [cases * self.of_rows(m) - price * m for m in sizes.tolist()]
        at = int(np.argmax(net))
        rows = float(sizes[at])
        more = MoreLabels(rows, rows * self.positives / self.rows, net[at])
        return more if more.value > 0 else None

    def best_mix(self, price: float, cases: float) -> MoreLabels | None:
        """As `worth`, with as many positives and negatives as pay most."""
        grid = np.append(0.0, np.geomspace(LEAST, MOST, SIZES))
        sizes = [self.positives * grid, self.negatives * grid]
        mix = [float(self.positives), float(self.negatives)]

        def net(side: int, m: float) -> float:
            positives, negatives = (m, mix[1]) if side == 0 else (mix[0], m)
            gain = self.of_classes(positives, negatives, SEARCHED)
            return cases * gain - price * (positives + negatives)

        for _ in range(ROUNDS):
            for side in (0, 1):
                gains = [net(side, m) for m in sizes[side].tolist()]
                mix[side] = float(sizes[side][int(np.argmax(gains))])
        gain = cases * self.of_classes(mix[0], mix[1]) - price * sum(mix)
        return MoreLabels(sum(mix), mix[0], gain) if gain > 0 else None

    def _value(self, learned: Sequence[tuple[int, float]], draws: int = DRAWS) -> float:
        """Mean gain of choosing again.

        learned: parts of the rows (MIX, NEGATIVES, POSITIVES), each with the share of the variance
        of its means that more rows take away.
        """
        moves = [(np.float32(share**0.5), _noise(self, part)) for part, share in learned if share]
        gains = [
            self._gains(moves, slice(start, min(start + BLOCK, draws)))
            for start in range(0, draws, BLOCK)
        ]
        return float(np.concatenate(gains).mean(dtype=float))

    def _gains(self, moves: Sequence[tuple[np.float32, Noise]], draws: slice) -> Floats:
        """The gain in each of the draws, or the only one if nothing is learned."""
        moved = self.gain
        for scale, noise in moves:
            moved = moved + scale * noise[draws]
        return np.atleast_2d(moved).max(axis=1)


# The draws of one question: they are large, so that no value holds its own.
@lru_cache(2)
def _noise(value: LabelValue, part: int) -> Noise:
    """Draws (b, o) by how much the cheapest option becomes dearer than the others, of mean 0.

    part: MIX, NEGATIVES or POSITIVES.
    """
    root = value._roots[part]
    rng = generator(value._seed, Stream.LABEL_VALUE, part)
    # A Latin hypercube: along each axis the quantiles of the normal distribution, in random
    # order. Rare gains are met as often as they should be.
    quantiles = ndtri((np.arange(DRAWS) + 0.5) / DRAWS).astype(np.float32)
    ranks = np.tile(np.arange(DRAWS, dtype=np.uint16), (root.shape[1], 1))
    rng.permuted(ranks, axis=1, out=ranks)
    noise = np.empty((DRAWS, root.shape[0]), dtype=np.float32)
    for start in range(0, DRAWS, BLOCK):
        block = slice(start, start + BLOCK)
        np.matmul(quantiles[ranks[:, block].T], root.T, out=noise[block])
    return noise


def _learned(rows: float, more: float) -> float:
    """Share of the variance of a mean over rows that so many more rows take away."""
    return more / (rows + more) if more else 0.0


def label_value(
    predictions: Predictions, analysis: Analysis, decision: Decision, names: Sequence[str]
) -> LabelValue | None:
    """The value of more labels for choosing among none, all, and the named models' thresholds.

    None where a class has fewer than 20 rows or clusters: the value would be promised far too
    high. The prior counts as estimated if the analysis says so. Rows of a table that an engine
    counted are used as they are grouped. With more than 20 models, or few positives, fewer
    thresholds of each are options.
    """
    rows = predictions.evaluation_part
    if (fewest := min(class_units(rows))) < FEWEST:
        return None
    point = decision.point
    apart = max(LEAST_THRESHOLDS, int(fewest // BETWEEN))
    k = min(THRESHOLDS, MOST_OPTIONS // max(len(names), 1), apart)
    thresholds = {name: _thresholds(rows, analysis, decision, name, k) for name in names}
    costs = option_costs(rows, thresholds, point, analysis.estimated(point))
    negatives, positives = class_rows(rows)
    return value_of(costs, negatives + positives, positives, analysis.seed)


def value_of(costs: OptionCosts, rows: int, positives: int, seed: int = 0) -> LabelValue:
    """The value of more labels, from the costs of the options on so many rows."""
    best = int(costs.cost.argmin())
    gain = (costs.cost[best] - costs.cost).astype(np.float32)  # single precision is twice as quick
    parts = costs.covariance, costs.of_negatives, costs.of_positives
    of_mix, of_negatives, of_positives = (_root(part, best) for part in parts)
    return LabelValue(rows, positives, gain, (of_mix, of_negatives, of_positives), seed)


def _root(covariance: Floats, best: int) -> Noise:
    """A root (o, r) of the covariances of the best option's cost less each option's."""
    against = covariance[best, best] + covariance - covariance[best] - covariance[:, [best]]
    variance, axes = np.linalg.eigh((against + against.T) / 2)
    some = variance > 1e-12 * max(variance.max(), 0.0)
    return (axes[:, some] * np.sqrt(variance[some])).astype(np.float32)


def _thresholds(
    rows: Predictions, analysis: Analysis, decision: Decision, name: str, k: int
) -> Floats:
    """The thresholds of a model that are options, strictest first; of a matrix its cheapest.

    k: how many, besides its cheapest.
    """
    calls = analysis.call_of(decision.point, name, 0), decision.best
    cheapest = [
        call.threshold
        for call in calls
        if call.model == name and call.call == "some" and call.threshold is not None
    ]
    if name not in rows.scores:
        return np.unique(cheapest)[::-1].astype(float)
    scores = rows.scores[name][rows.is_positive]
    times = None if rows.times is None else rows.times[rows.is_positive].astype(float)
    at = (np.arange(k) + 0.5) / max(k, 1)
    quantiles = np.quantile(scores, at, method="inverted_cdf", weights=times)
    return np.unique(np.append(quantiles, cheapest))[::-1]
