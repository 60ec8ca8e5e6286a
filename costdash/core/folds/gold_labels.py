"""Costs by true labels where a judge labelled all rows and people checked a random part of them.

Prediction-powered inference: the mean by the judge over the rows that nobody checked, corrected by
how far judge and truth differ on the checked rows. It needs no assumption on the judge's mistakes,
only that the checked rows were drawn at random. Angelopoulos, Duchi & Zrnic (2023), PPI++.
"""

from dataclasses import dataclass
from math import hypot
from statistics import NormalDist

import numpy as np

from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import convex_hull
from costdash.core.folds.folds import random_divisions
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval

FEWEST_OF_CLASS = 20  # gold rows of a class
NOT_RANDOM = 0.01  # p below which the gold rows differ from the rest
REPEATS = 5  # divisions into folds


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    def limits(self, level: float) -> Interval:
        """Score limits of a mean of rare mistakes, whose variance grows with the mean.

        Normal limits are too low: with 100 gold rows they hold the mean in 86 % at level 0.9, and
        it lies above them in 11 %.
        """
        if self.value <= 0:
            return 0.0, NormalDist().inv_cdf((1 + level) / 2) * self.error
        spread = (NormalDist().inv_cdf((1 + level) / 2) * self.error) ** 2 / self.value
        middle, half = self.value + spread / 2, (spread * self.value + spread**2 / 4) ** 0.5
        return middle - half, middle + half


@dataclass(frozen=True, slots=True)
class GoldCost:
    """What a rule costs per case by a judge's labels, by checked ones, and by both together.

    gold_rows: rows with a true label. agreement, sensitivity, specificity: of the judge, on these.
    share: share of positives by both together. judged_cost: by the judge alone. gold_cost: by the
    gold rows alone. cost, low, high: by both. missed, gold_missed: what missed positives add to
    cost and to gold_cost. fewest: gold rows of the rarer class. p_random: that gold rows differ
    this much from the rest by chance.
    """

    gold_rows: int
    agreement: float
    sensitivity: float
    specificity: float
    share: float
    judged_cost: float
    gold_cost: Mean
    cost: float
    low: float
    high: float
    fewest: int
    p_random: float
    missed: float
    gold_missed: float

    @property
    def is_random(self) -> bool:
        """Whether the gold rows may be a random part."""
        return self.p_random >= NOT_RANDOM


@dataclass(frozen=True, slots=True)
class _Side:
    """Sampling weights (n,) of the gold rows or of the others, whose means they weigh.

    With equal weights means, variances and covariances are the ordinary ones.
    """

    weight: Floats

    @property
    def size(self) -> float:
        """How many equally weighted rows the rows count as. Kish (1965)."""
        return float(self.weight.sum() ** 2 / (self.weight**2).sum())

    def mean(self, x: Floats) -> float:
        return float(self.weight @ x / self.weight.sum())

    def covariance(self, x: Floats, y: Floats) -> float:
        """Divided by the size, of the mean of x and that of y (linearised)."""
        n, w = x.size, self.weight
        spread = w**2 * (x - self.mean(x)) * (y - self.mean(y))
        return float(n / (n - 1) * spread.sum() / w.sum() ** 2)

    def error(self, x: Floats) -> float:
        """Standard error of the mean."""
        return max(0.0, self.covariance(x, x)) ** 0.5


def _sides(weight: Floats | None, has_gold: Bools) -> tuple[_Side, _Side]:
    """The gold rows and the others."""
    weight = np.ones(has_gold.size) if weight is None else weight
    return _Side(weight[has_gold]), _Side(weight[~has_gold])


def corrected_mean(
    true: Floats, judged: Floats, rest: Floats, weight: tuple[Floats, Floats] | None = None
) -> Mean:
    """The mean of a number over all rows, from rows with both values and rows with the judge's.

    true, judged (m,): of the gold rows. rest (n,): the judge's, of all other rows. weight: sampling
    weights (m,) and (n,), inverse chances of being in the sample. The judge's weight is the one of
    least error, from 0 (gold rows alone) to 1. Raises ValueError for fewer than two rows of either
    kind.

    >>> found = corrected_mean(np.array([1.0, 0]), np.array([1.0, 0]), np.array([1.0, 1, 1, 0]))
    >>> round(found.value, 3), round(found.error, 3)
    (0.75, 0.25)
    """
    gold, others = weight or (np.ones(true.size), np.ones(rest.size))
    sides = _Side(gold), _Side(others)
    return _corrected(true, judged, rest, _weight_of_judge(true, judged, rest, sides), sides)


def _weight_of_judge(
    true: Floats, judged: Floats, rest: Floats, sides: tuple[_Side, _Side]
) -> float:
    """The weight of least error, from 0 to 1."""
    m, n = true.size, rest.size
    if m < 2 or n < 2:
        raise ValueError(f"at least 2 gold rows and 2 others are needed, got {m} and {n}")
    gold, others = sides
    both = _Side(np.concatenate((gold.weight, others.weight)))
    every = np.concatenate((judged, rest))
    variance = both.size * both.covariance(every, every)
    if not variance:
        return 0.0
    covariance = gold.size * gold.covariance(true, judged)
    return min(1.0, max(0.0, covariance / ((1 + gold.size / others.size) * variance)))


def _corrected(
    true: Floats, judged: Floats, rest: Floats, weight: float, sides: tuple[_Side, _Side]
) -> Mean:
    """The mean where the judge has this weight."""
    gold, others = sides
    corrections = true - weight * judged
    value = weight * others.mean(rest) + gold.mean(corrections)
    return Mean(value, hypot(weight * others.error(rest), gold.error(corrections)))


def cross_fitted_calls(
    predictions: Predictions, name: str, point: OperatingPoint, seed: int
) -> Floats:
    """How often (n,) each row is called by the threshold that is cheapest on the other folds.

    By the labels of `predictions`, those of the judge; a share over divisions into folds.
    """
    score, y, weight = predictions.scores[name], predictions.is_positive, predictions.weight
    rng, shares = generator(seed, Stream.CROSSFIT), np.zeros(y.size)
    divisions = random_divisions(predictions, rng, REPEATS)
    for fold in divisions:
        for k in range(int(fold.max()) + 1):
            rest = fold != k
            if not y[rest].any() or y[rest].all():
                raise ValueError("at least 2 folds must hold rows of each class")
            hull = convex_hull(
                count(y[rest], score[rest], weight if weight is None else weight[rest])
            )
            threshold = hull.threshold[int(hull.cheapest(point.pcf))]
            shares[~rest] += score[~rest] >= threshold
    return shares / len(divisions)


def gold_cost(
    predictions: Predictions,
    gold: Floats,
    called: Floats,
    point: OperatingPoint,
    from_file: bool,
    level: float,
) -> GoldCost:
    """The cost of a rule by true labels, where a random part of the rows has them.

    Parameters
    ----------
    predictions : Predictions
        Rows with the judge's labels. Weights are sampling weights: inverse chances of being in the
        sample, which do not depend on who was checked.
    gold : ndarray, shape (n,)
        1 and 0 where the true label is known, else nan.
    called : ndarray, shape (n,)
        1 where the rule flags the row; a share, if it is cross-fitted.
    point : OperatingPoint
        Prior and costs.
    from_file : bool
        The prior is that of the file: the true share of positives, by both kinds of labels.
    level : float
        Confidence level.

    Raises
    ------
    ValueError
        For fewer than 20 gold rows of a class, and for rows with costs per case.
    """
    if predictions.costs is not None:
        raise ValueError("gold labels need rows without costs per case")
    has_gold, judge = ~np.isnan(gold), predictions.is_positive.astype(float)
    true, sides = gold[has_gold], _sides(predictions.weight, has_gold)
    checked_rows, every_row = sides[0], _sides(predictions.weight, np.ones(gold.size, bool))[0]
    fewest = int(min(true.sum(), (1 - true).sum())) if true.size else 0
    if fewest < FEWEST_OF_CLASS:
        kind = "positives" if true.sum() <= (1 - true).sum() else "negatives"
        raise ValueError(f"only {fewest} checked {kind}: at least {FEWEST_OF_CLASS} are needed")

    def mean(value: Floats, of_judge: Floats) -> Mean:
        weights = sides[0].weight, sides[1].weight
        return corrected_mean(value, of_judge[has_gold], of_judge[~has_gold], weights)

    share = mean(true, judge)
    prior = share.value if from_file else point.prior

    def missing(label: Floats, flagged: Floats, positives: float) -> Floats:
        """What a missed positive costs, of each row."""
        found: Floats = prior / positives * point.cost_fn * label * (1 - flagged)
        return found

    def cost(label: Floats, flagged: Floats, positives: float) -> Floats:
        """Of each row, at the prior where this share of the rows is positive."""
        alarm = (1 - prior) / (1 - positives)
        found: Floats = missing(label, flagged, positives)
        found = found + alarm * point.cost_fp * (1 - label) * flagged
        return found

    positives = min(max(share.value, 1e-9), 1 - 1e-9)
    paid = cost(true, called[has_gold], positives)
    by_judge = cost(judge, called, positives)
    values = paid, by_judge[has_gold], by_judge[~has_gold]
    of_judge = _weight_of_judge(*values, sides)
    both = _corrected(*values, of_judge, sides)
    unseen = missing(judge, called, positives)
    missed = _corrected(
        missing(true, called[has_gold], positives),
        unseen[has_gold],
        unseen[~has_gold],
        of_judge,
        sides,
    )
    if not from_file:  # the share of positives among the rows is an estimate too
        fnr, fpr = _rates(true, called[has_gold], checked_rows.weight)
        slope = -prior * point.cost_fn * fnr / positives
        slope += (1 - prior) * point.cost_fp * fpr / (1 - positives)
        linear = mean(paid + slope * true, by_judge + slope * judge)
        both = Mean(both.value, linear.error)
    low, high = both.limits(level)
    checked = positives if from_file else checked_rows.mean(true)
    alone = paid if from_file else cost(true, called[has_gold], checked)
    judged = by_judge if from_file else cost(judge, called, every_row.mean(judge))
    agree = judge[has_gold]
    return GoldCost(
        gold_rows=true.size,
        agreement=checked_rows.mean((agree == true).astype(float)),
        sensitivity=_mean_of(agree, true == 1, checked_rows.weight),
        specificity=1 - _mean_of(agree, true == 0, checked_rows.weight),
        share=share.value,
        judged_cost=every_row.mean(judged),
        gold_cost=Mean(checked_rows.mean(alone), checked_rows.error(alone)),
        cost=both.value,
        low=low,
        high=high,
        fewest=fewest,
        p_random=_p_random(has_gold, judge, called, sides),
        missed=min(max(missed.value, 0.0), both.value),
        gold_missed=checked_rows.mean(missing(true, called[has_gold], checked)),
    )


def _mean_of(x: Floats, some: Bools, weight: Floats) -> float:
    """The weighted mean of some rows."""
    return float(weight[some] @ x[some] / weight[some].sum())


def _rates(true: Floats, flagged: Floats, weight: Floats) -> tuple[float, float]:
    """fnr and fpr on the gold rows."""
    return 1 - _mean_of(flagged, true == 1, weight), _mean_of(flagged, true == 0, weight)


def _p_random(has_gold: Bools, judge: Floats, called: Floats, sides: tuple[_Side, _Side]) -> float:
    """That judged shares or calls of the gold rows differ this much from the rest by chance.

    The smaller p of two tests of means, with Bonferroni's correction.
    """
    least = 1.0
    for value in (judge, called):
        gold, rest = value[has_gold], value[~has_gold]
        error = hypot(sides[0].error(gold), sides[1].error(rest))
        if error:
            z = abs(sides[0].mean(gold) - sides[1].mean(rest)) / error
            least = min(least, 2 * (1 - NormalDist().cdf(z)))
    return min(1.0, 2 * least)


@dataclass(frozen=True, slots=True)
class StatedJudge:
    """What follows if a judge finds `sensitivity` of positives and clears `specificity` of others.

    Natarajan, Dhillon, Ravikumar & Tewari (2013), section 4.
    """

    sensitivity: float
    specificity: float

    def __post_init__(self) -> None:
        for name in ("sensitivity", "specificity"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name} of a judge must lie in [0, 1], got {value}")
        if self.youden <= 0:
            raise ValueError(
                "a judge who is right no more often than chance says nothing: sensitivity + "
                f"specificity must exceed 1, got {self.sensitivity} + {self.specificity}"
            )

    @property
    def youden(self) -> float:
        """J."""
        return self.sensitivity + self.specificity - 1

    def prior(self, judged: float) -> float:
        """The true share of positives behind the judged one. Raises ValueError outside [0, 1]."""
        share = (judged - (1 - self.specificity)) / self.youden
        if not 0 <= share <= 1:
            raise ValueError(
                f"these error rates cannot be right: the judge calls {judged:.4g} positive, which "
                f"would mean a true share of {share:.4g}"
            )
        return share

    def rates(self, fpr: Floats, tpr: Floats, judged: float) -> tuple[Floats, Floats]:
        """True fpr and tpr (k,) behind the judged ones: an affine map, so vertices stay vertices.

        Raises ValueError for error rates that the judged share cannot have.
        """
        p, q = self.prior(judged), judged
        flagged = q * tpr + (1 - q) * fpr  # share of rows
        found = q * tpr  # flagged and judged positive
        with np.errstate(divide="ignore", invalid="ignore"):
            true_positive = (found - (1 - self.specificity) * flagged) / self.youden
            return (flagged - true_positive) / (1 - p), true_positive / p

    def judged_costs(self, cost_fn: float, cost_fp: float) -> tuple[float, float]:
        """Costs at which the cheapest threshold by judged labels is the cheapest by true ones."""
        j, se, sp = self.youden, self.sensitivity, self.specificity
        return (cost_fn * sp + cost_fp * (1 - se)) / j, (cost_fp * se + cost_fn * (1 - sp)) / j


def calls_of(predictions: Predictions, call: Call) -> Floats:
    """1 where a rule flags the row, (n,)."""
    if call.model is None or call.threshold is None:
        return np.full(predictions.rows, float(call.call == "all"))
    return (predictions.scores[call.model] >= call.threshold).astype(float)


def rule_gold_cost(
    predictions: Predictions,
    call: Call,
    point: OperatingPoint,
    from_file: bool,
    level: float,
    seed: int | None = None,
) -> GoldCost:
    """As `gold_cost`, of a rule; with a seed on other folds than those that choose its threshold.

    Raises ValueError as `gold_cost` does, and without gold rows.
    """
    rows = predictions.evaluation_part
    if rows.gold is None:
        raise ValueError("no column gives the true labels of some rows")
    called = calls_of(rows, call)
    if seed is not None and call.model in rows.scores:
        called = cross_fitted_calls(rows, call.model, point, seed)
    return gold_cost(rows, rows.gold, called, point, from_file, level)
