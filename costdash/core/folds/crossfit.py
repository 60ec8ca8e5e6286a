"""Cross-fitting: model and threshold are chosen on the other folds and evaluated on each fold."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist
from weakref import WeakKeyDictionary

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from costdash.core.curves.cost import COARSE_PCF_GRID, PCF_GRID, normalized_expected_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.least_cost import first_least
from costdash.core.folds.condition_covariance import covariances
from costdash.core.folds.cross_fitted_curve import CrossFittedCurve, cross_fitted_curves
from costdash.core.folds.crossfit_counts import (
    CrossFittedRates,
    Grid,
    Tallies,
    cheapest,
    cheapest_of_each,
    cross_fitted_of_each,
    pooled_rates,
)
from costdash.core.folds.crossfit_divided import Divided, scored_names, units_of
from costdash.core.folds.crossfit_error import (
    CostError,
    cost_limits,
    heaviest_shares,
    jeffreys_variances,
    longest,
    without_slivers,
    worthwhile_ranges,
)
from costdash.core.folds.folds import NEEDS_ROWS, random_divisions
from costdash.core.folds.resampled_rates import ResampledRates, Singles, recorded
from costdash.core.resample.bands import Band
from costdash.core.resample.cluster_bootstrap import effective_units
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.resample.streams import Stream, generator
from costdash.core.resample.weighted_poisson import WeightedEvents, difference_limits
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.row_order import in_row_order, row_order
from costdash.core.sample.split import codes_of
from costdash.core.types import XY, Bools, Floats, Interval

REPEATS = 5  # random divisions into folds, if the file has no folds
FEW_ROWS = 1000  # with fewer, the luck of the folds moves costs more, and more divisions are quick
REPEATS_OF_FEW_ROWS = 20
REPLICATES = 200  # bootstrap samples in which the whole procedure is repeated
TAIL = np.geomspace(1e-4, 0.05, 7)[:-1]  # rare positives or one dear mistake make pcf this small
ERROR_PCF = np.concatenate(([0.0], TAIL, COARSE_PCF_GRID[1:-1], 1 - TAIL[::-1], [1.0]))


def repeats_of(rows: int) -> int:
    """How many random divisions into folds are made of so many rows."""
    return REPEATS if rows >= FEW_ROWS else REPEATS_OF_FEW_ROWS


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class CrossFit:
    """Cross-fitted cost: model and threshold chosen on the other folds, evaluated on each fold.

    Created by `crossfit_all`.

    Attributes
    ----------
    names : tuple of str
        Models among which the choice is made.
    seed : int
        Seed of random folds and of the bootstrap samples.
    folds : tuple of Tallies
        Counts per fold and retained threshold (k in all), one for each division into folds.
    curve : CrossFittedCurve
        Cross-fitted rates along PC(+).
    units : tuple of float
        Effective number of negative and of positive rows (or clusters).
    clustered : bool
        Whether units are clusters.
    pcf : Floats
        Where the error is known (m,), rising; between them it is interpolated.
    deviation : Floats
        Cross-fitted minus true cost (b, m) in each bootstrap sample at pcf.
    tpr_deviation : Floats or None
        Of a single model: cross-fitted minus true tpr (b, m) of the rule that a sample chooses.
    resampled : ResampledRates
        Rates of all retained thresholds in the bootstrap samples.
    cases : tuple of Tallies or None
        As `folds`, in cases, if costs differ from case to case.
    covariance : Floats or None
        Covariances (m, 5, 5) at `pcf` of a single model's rates with mean costs and prior, as
        `covariances` returns them.
    heaviest : tuple of float or None
        The largest share of negatives and of positives that one row stands for, where labels exist
        only where somebody looked.
    fold_of_rows : tuple of ndarray or None
        Fold code (n,) of each row of the file, in each division.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import Predictions, crossfit_all
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> scores = {"model": rng.normal(size=200) + 2 * is_positive}
    >>> fit = crossfit_all(Predictions(is_positive=is_positive, scores=scores)).together
    >>> low, high = fit.interval(pcf=0.5, level=0.95)
    >>> low < fit.cost([0.5])[0] < high
    np.True_
    """

    names: tuple[str, ...]
    seed: int
    folds: tuple[Tallies, ...]
    curve: CrossFittedCurve
    units: tuple[float, float]
    clustered: bool
    pcf: Floats
    deviation: Floats
    resampled: ResampledRates
    covariance: Floats | None = None
    tpr_deviation: Floats | None = None
    cases: tuple[Tallies, ...] | None = None
    heaviest: Interval | None = None
    fold_of_rows: tuple[NDArray[np.unsignedinteger], ...] | None = None

    @property
    def error(self) -> Floats:
        """Standard error of nec, (m,) at `pcf`."""
        return self.deviation.std(axis=0)

    @property
    def n_folds(self) -> int:
        """Number of folds."""
        return self.folds[0].fp.shape[0]

    @property
    def repeats(self) -> int:
        """Number of divisions into folds; 1 for folds of the file."""
        return len(self.folds)

    @property
    def worthwhile(self) -> tuple[Interval, ...]:
        """The PC(+) where the cross-fitted cost is below that of the trivial call, rising."""
        return self._ranges(0.0)

    @property
    def operating_range(self) -> Interval | None:
        """The longest range of PC(+) where the cost is below that of the trivial call, or None."""
        return longest(without_slivers(self.worthwhile))

    def useful_range(self, gain: float = 0.01) -> Interval | None:
        """The longest range where it is below by at least the share `gain`, or None."""
        return longest(without_slivers(self._ranges(gain)))

    def _ranges(self, gain: float) -> tuple[Interval, ...]:
        """`worthwhile_ranges`, which no condition changes. Cached."""
        cached = _RANGES.setdefault(self, {})
        if gain not in cached:
            cached[gain] = worthwhile_ranges(self.curve, gain)
        return cached[gain]

    def rates(self, pcf: ArrayLike) -> CrossFittedRates:
        """Cross-fitted rates and nec, (m,) each, at pcf (m,)."""
        return self.curve.rates(np.asarray(pcf, dtype=float))

    def cost(self, pcf: ArrayLike) -> Floats:
        """Cross-fitted nec (m,) at pcf (m,)."""
        return self.rates(pcf).nec

    def apparent_cost(self, pcf: ArrayLike) -> Floats:
        """nec (m,) at pcf (m,) of the rules chosen on all rows and evaluated on all rows."""
        fpr, tpr = pooled_rates(self.folds[0])
        return cheapest(fpr, tpr, np.asarray(pcf, dtype=float))[1]

    def optimism(self, pcf: ArrayLike) -> Floats:
        """Cross-fitted minus apparent cost, (m,) at pcf (m,)."""
        return self.cost(pcf) - self.apparent_cost(pcf)

    def band(self, level: float, pcf: ArrayLike | None = None) -> Band:
        """Limits of nec along pcf (m,), by default PCF_GRID, as of `cost_limits`.

        They aim at the true cost of what all rows together choose. Raises ValueError unless
        0 < level < 1.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must lie in (0, 1), got {level}")
        x = PCF_GRID if pcf is None else np.asarray(pcf, dtype=float)
        rates = self.rates(x)
        error, safe = self._errors(rates, x)
        low, high = cost_limits(rates.nec, error**2, x, level, heaviest=self.heaviest)
        return Band(x, low.clip(0, 1), high.clip(0, 1), level, safe)

    def cost_with_error(self, pcf: Floats) -> tuple[Floats, Floats]:
        """Cross-fitted nec at pcf (m,) and its standard error, (m,) each."""
        rates = self.rates(pcf)
        return rates.nec, self._errors(rates, pcf)[0]

    def at(self, pcf: float) -> tuple[float, float, float]:
        """Cross-fitted fpr and tpr at one pcf, and the standard error of nec there."""
        x = np.array([pcf])
        rates = self.rates(x)
        error, _ = self._errors(rates, x)
        return float(rates.fpr[0]), float(rates.tpr[0]), float(error[0])

    def rates_with_variance(self, pcf: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Cross-fitted fpr and tpr of a single model at one pcf in (0, 1), and their variances.

        The variances are over bootstrap samples, and at least those of Jeffreys' posterior.
        """
        rates = self.rates(np.array([pcf]))
        factor = few_clusters_factor(min(self.units)) if self.clustered else 1.0
        spread = [float((factor * each.std()) ** 2) for each in self.rate_deviations(pcf)]
        least = [float(each[0]) for each in jeffreys_variances(rates, self.units)]
        fpr, tpr = (max(both) for both in zip(spread, least))
        return (float(rates.fpr[0]), float(rates.tpr[0])), (fpr, tpr)

    def rate_deviations(self, pcf: float) -> tuple[Floats, Floats]:
        """Cross-fitted minus true fpr and tpr (b,) of a single model at one pcf in (0, 1)."""
        assert self.tpr_deviation is not None
        nec, tpr = (
            np.array([np.interp(pcf, self.pcf, row) for row in each])
            for each in (self.deviation, self.tpr_deviation)
        )
        return (nec + pcf * tpr) / (1 - pcf), tpr

    def covariance_at(self, pcf: float) -> Floats | None:
        """Covariance (5, 5) of a model's rates with mean costs and prior at one pcf."""
        if self.covariance is None:
            return None
        right, part = self._place(pcf)
        found: Floats = (1 - part) * self.covariance[right - 1] + part * self.covariance[right]
        return found

    def deviations_at(self, pcf: float) -> tuple[Floats, float]:
        """Cross-fitted minus true nec (b,) at one pcf, and the variance that samples do not show.

        Together they have the variance of the cost. 0 where every fold chose one trivial rule.
        """
        x = np.array([pcf])
        rates = self.rates(x)
        if rates.certain[0]:
            return np.zeros(len(self.deviation)), 0.0
        error, _ = self._errors(rates, x)
        right, part = self._place(pcf)
        between = (1 - part) * self.deviation[:, right - 1] + part * self.deviation[:, right]
        factor = few_clusters_factor(min(self.units)) if self.clustered else 1.0
        deviation: Floats = factor * between
        return deviation, max(0.0, float(error[0] ** 2 - deviation.var()))

    def _place(self, pcf: float) -> tuple[int, float]:
        """Index of the next larger of `pcf`, and how far on the way to it, in [0, 1]."""
        right = int(np.searchsorted(self.pcf, pcf).clip(1, self.pcf.size - 1))
        low, high = self.pcf[right - 1], self.pcf[right]
        return right, float((pcf - low) / (high - low))

    def interval(self, pcf: float, level: float) -> Interval:
        """Limits of nec at one pcf. Raises ValueError unless 0 < level < 1."""
        band = self.band(level, [pcf])
        return float(band.low[0]), float(band.high[0])

    def limits(
        self, nec: float, error: float, pcf: float, level: float, added: float = 0.0
    ) -> Interval:
        """Limits of one nec whose rates have the standard error `error`, as of `cost_limits`."""
        value, variance, x = (np.array([number]) for number in (nec, error**2, pcf))
        low, high = cost_limits(value, variance, x, level, added, self.heaviest)
        return float(low[0]), float(high[0])

    def saving_limits(
        self, pcf: float, rates: XY, trivial: float, level: float, added: float
    ) -> Interval:
        """Limits of the saving in nec of a rule with these fpr and tpr over a trivial rule.

        trivial: the fpr and tpr of that rule, 0 or 1. Only where one row may weigh much
        (`heaviest`): gains and losses are weighted events of their own. added: variance of the
        saving that an estimated prior adds.
        """
        assert self.heaviest is not None
        fpr, tpr = rates
        of_fpr, of_tpr = self.rates_with_variance(pcf)[1]
        alarm, miss = self.heaviest
        positive = pcf * abs(tpr - trivial), pcf**2 * of_tpr, pcf * miss
        negative = (1 - pcf) * abs(fpr - trivial), (1 - pcf) ** 2 * of_fpr, (1 - pcf) * alarm
        gains, losses = (positive, negative) if trivial == 0 else (negative, positive)
        ends = difference_limits(WeightedEvents.of(*gains), WeightedEvents.of(*losses), level)
        low, high = (float(end[0]) for end in ends)
        value, more = (
            gains[0] - losses[0],
            NormalDist().inv_cdf((1 + level) / 2) * max(0.0, added) ** 0.5,
        )
        return value - hypot(value - low, more), value + hypot(high - value, more)

    def _errors(self, rates: CrossFittedRates, pcf: Floats) -> tuple[Floats, Bools]:
        """Standard error (m,) of nec, and which cells (m,) are small."""
        if self not in _ERRORS:
            _ERRORS[self] = CostError.of(self.pcf, self.deviation, self.units, self.clustered)
        return _ERRORS[self].at(rates, pcf)


# What every answer reads and no condition changes.
_RANGES: WeakKeyDictionary[CrossFit, dict[float, tuple[Interval, ...]]] = WeakKeyDictionary()
_ERRORS: WeakKeyDictionary[CrossFit, CostError] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class CrossFits:
    """Cross-fits of each single model, and of the choice among all models."""

    models: dict[str, CrossFit]
    together: CrossFit

    def of(self, names: Sequence[str]) -> CrossFit:
        """The fit of one model, or of the choice among all. Raises ValueError for other choices."""
        if len(names) == 1 and names[0] in self.models:
            return self.models[names[0]]
        if set(names) == set(self.together.names):
            return self.together
        fitted = ", ".join(self.together.names)
        raise ValueError(f"costs are cross-fitted for {fitted}, not for {', '.join(names)}")

    def printed_cost(self, pcf: ArrayLike) -> Floats:
        """nec (m,) at pcf (m,), on all rows, of the rule that is printed.

        That is the model of least cross-fitted cost, at its cheapest threshold on all rows. Another
        model may be cheaper on these rows, which chose it.
        """
        fits = [self.of([name]) for name in self.together.names]
        model = first_least(np.stack([fit.cost(pcf) for fit in fits]))
        apparent = np.stack([fit.apparent_cost(pcf) for fit in fits])
        found: Floats = np.take_along_axis(apparent, model[None], axis=0)[0]
        return found


class LazyCrossFits(CrossFits):
    """Cross-fits of a sample that are made when first read, also of choices among some models."""

    def __init__(self, predictions: Predictions, names: Sequence[str], seed: int) -> None:
        """Raises ValueError if the rows do not allow cross-fitting."""
        _check_folds(predictions, _folds(predictions, generator(seed, Stream.CROSSFIT), 1)[0])
        self._predictions, self._names, self._seed = predictions, tuple(names), seed
        self._dealt: dict[tuple[str, ...], CrossFits] = {}

    @property
    def models(self) -> dict[str, CrossFit]:
        """Each model by itself."""
        return self._fits(self._names).models

    @property
    def together(self) -> CrossFit:
        """The choice among all models."""
        return self._fits(self._names).together

    def of(self, names: Sequence[str]) -> CrossFit:
        """The fit of one model, or of the choice among the named ones."""
        some = tuple(name for name in self._names if name in names)
        if len(some) in (1, len(self._names)) or len(some) < len(set(names)):
            return super().of(names)
        return self._fits(some).together

    def _fits(self, names: tuple[str, ...]) -> CrossFits:
        if names not in self._dealt:
            self._dealt[names] = crossfit_models(self._predictions, names, seed=self._seed)
        return self._dealt[names]


def crossfit_all(predictions: Predictions, seed: int = 0) -> CrossFits:
    """Cross-fit the threshold of each model, and the choice of model and threshold.

    Parameters
    ----------
    predictions : Predictions
        n rows. Their folds are used; without folds, 10 stratified folds are made 5 times, or
        20 times below 1,000 rows. Rows of a cluster stay together. The order of rows does not
        matter.
    seed : int
        Seed of random folds and of the bootstrap samples, not negative.

    Returns
    -------
    CrossFits
        `models`: a CrossFit for each model; `together`: one for the choice among all.

    Raises
    ------
    ValueError
        If one fold holds all rows of a class.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import Predictions, crossfit_all
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> good, poor = rng.normal(size=200) + 2 * is_positive, rng.normal(size=200)
    >>> sample = Predictions(is_positive=is_positive, scores={"good": good, "poor": poor})
    >>> fits = crossfit_all(sample)
    >>> bool(fits.models["good"].cost([0.5]) < fits.models["poor"].cost([0.5]))
    True
    """
    return crossfit_models(predictions, seed=seed)


def crossfit(
    predictions: Predictions,
    names: Sequence[str] | None = None,
    *,
    n_replicates: int = REPLICATES,
    seed: int = 0,
    pcf: ArrayLike = ERROR_PCF,
) -> CrossFit:
    """Chooses among the named models (default: all) and their thresholds on the other folds."""
    fits = crossfit_models(predictions, names, n_replicates=n_replicates, seed=seed, pcf=pcf)
    return fits.together


def crossfit_models(
    predictions: Predictions,
    names: Sequence[str] | None = None,
    *,
    n_replicates: int = REPLICATES,
    seed: int = 0,
    pcf: ArrayLike = ERROR_PCF,
    counted: Mapping[str, tuple[Counts, Hull]] | None = None,
) -> CrossFits:
    """Cross-fits each of the named models (default: all), and the choice among them.

    Folds are the sample's, or 10 stratified ones, made from `seed` with the rows of a cluster kept
    together: REPEATS times, or REPEATS_OF_FEW_ROWS times below FEW_ROWS rows. Rows are taken in an
    order that depends on what they hold, so a file sorted anew gives equal results. Errors are
    measured at `pcf` (m,), rising, over bootstrap samples of the rows (or clusters), the same for
    all models: cross-fitted cost of a sample minus the true cost of the sample's choice, where the
    full sample is the truth. So they include the uncertainty of the choice. counted: the models'
    counts of all rows and their hulls, if they are known, to save time. Raises ValueError if one
    fold holds all rows of a class.
    """
    if predictions.times is not None:
        raise ValueError(NEEDS_ROWS)
    requested = predictions.names if names is None else names
    names = tuple(sorted(requested, key=lambda name: name in predictions.confusions))
    order = row_order(predictions)
    predictions = in_row_order(predictions, order)
    rng = generator(seed, Stream.CROSSFIT)
    with ThreadPoolExecutor(1) as pool:
        dealing = pool.submit(_divisions, predictions, rng, ordered=True)
        rows = Grid.of(predictions, scored_names(predictions, names), counted)
        divisions = dealing.result()
    fold_of_rows = tuple(_in_file_order(fold, order) for fold in divisions)
    _check_folds(predictions, divisions[0])
    divided = Divided.of(predictions, names, divisions, seed, rows)
    folds, grid, pcf = divided.folds, divided.grid, np.asarray(pcf, dtype=float)
    cases = None if predictions.costs is None else divided.in_cases(divisions)
    del divisions  # large, and the samples need memory
    rates: list[tuple[Singles, Singles]] = []
    with ThreadPoolExecutor(1) as pool:  # the samples leave a processor idle now and then
        drawing = pool.submit(cross_fitted_curves, folds, grid, divided.clusters)
        samples = recorded(divided.samples(n_replicates, rng), rates)
        deviation, tpr_deviation = _deviations(samples, folds[0], grid.columns, pcf)
        resampled = ResampledRates.of(rates, grid.columns)
        rates.clear()
        curves = drawing.result()
    heaviest = heaviest_shares(predictions)
    units_of_rows = effective_units(predictions) if predictions.scores else None

    def fit(
        fit_names: tuple[str, ...], columns: slice, curve: CrossFittedCurve, place: int
    ) -> CrossFit:
        fit_deviation = deviation[place]
        units, clustered = units_of(predictions, fit_names, units_of_rows)
        return CrossFit(
            names=fit_names,
            seed=seed,
            folds=tuple(tallies.of_columns(columns) for tallies in folds),
            curve=curve,
            units=units,
            clustered=clustered,
            pcf=pcf,
            deviation=fit_deviation,
            resampled=resampled.of_model(place, columns) if len(fit_names) == 1 else resampled,
            tpr_deviation=tpr_deviation[place] if len(fit_names) == 1 else None,
            covariance=covariances(predictions, fit_names[0], pcf, counted)
            if len(fit_names) == 1
            else None,
            cases=cases and tuple(tallies.of_columns(columns) for tallies in cases),
            heaviest=heaviest,
            fold_of_rows=fold_of_rows,
        )

    models = {
        name: fit((name,), grid.columns[place], curves[place], place)
        for place, name in enumerate(names)
    }
    if len(models) == 1:
        return CrossFits(models, next(iter(models.values())))
    return CrossFits(models, fit(names, slice(None), curves[-1], -1))


def deviation_from_rule(
    predictions: Predictions,
    names: Sequence[str],
    rule: Bools | tuple[str, int],
    pcf: Floats,
    *,
    n_replicates: int = REPLICATES,
    seed: int = 0,
) -> Floats:
    """`CrossFit.deviation` (b, m) of the choice among the models, less that of one fixed rule.

    rule: the rows (n,) that it calls positive, or a confusion matrix and the index of its rule in
    its `Counts`. Both are judged in the same bootstrap samples. Nothing is chosen for the rule,
    nor without models, where the choice is certain.
    """
    rng = generator(seed, Stream.CROSSFIT)
    matrix = rule if isinstance(rule, tuple) else None
    every = [*names, matrix[0]] if matrix and matrix[0] not in names else names
    called = None if isinstance(rule, tuple) else rule[row_order(predictions)]
    predictions = in_row_order(predictions)
    fold = _folds(predictions, rng, 1, ordered=True)
    rows = Grid.of(predictions, scored_names(predictions, every))
    divided = Divided.of(predictions, every, fold, seed, rows, called)
    chosen_among, at = divided.columns_of(names), divided.column_of_rule(matrix)
    (whole,) = divided.folds

    def cost(tallies: Tallies) -> Floats:
        fpr, tpr = pooled_rates(tallies.of_columns(slice(at, at + 1)))
        return normalized_expected_cost(fpr, tpr, pcf)

    parts = []
    for sample in divided.samples(n_replicates, rng):
        chosen = _deviations([sample], whole, chosen_among, pcf)[0][-1] if chosen_among else 0.0
        parts.append(chosen - (cost(sample) - cost(whole)))
    return np.concatenate(parts)


def fold_codes(predictions: Predictions, seed: int) -> list[NDArray[np.intp]]:
    """Fold codes (n,) of the rows, in any order, in each division of cross-fits with this seed."""
    return _divisions(predictions, generator(seed, Stream.CROSSFIT))


def _in_file_order(fold: NDArray[np.intp], order: NDArray[np.intp]) -> NDArray[np.unsignedinteger]:
    """Fold codes (n,) of rows that were sorted by `order`, in the order of the file."""
    found = np.empty(fold.size, dtype=np.min_scalar_type(int(fold.max())))
    found[order] = fold
    return found


def _divisions(
    predictions: Predictions, rng: Generator, *, ordered: bool = False
) -> list[NDArray[np.intp]]:
    return _folds(predictions, rng, repeats_of(predictions.rows), ordered=ordered)


def _folds(
    predictions: Predictions, rng: Generator, repeats: int, *, ordered: bool = False
) -> list[NDArray[np.intp]]:
    """Fold codes (n,) of the sample, or of each of `repeats` random divisions into folds.

    ordered: the rows are in `row_order` already.
    """
    if predictions.fold is not None:
        return [codes_of(predictions.fold)]
    return random_divisions(predictions, rng, repeats, ordered=ordered)


def _check_folds(predictions: Predictions, fold: NDArray[np.intp]) -> None:
    is_positive, weight = predictions.is_positive, predictions.mass
    for rows, name in ((is_positive, "positive"), (~is_positive, "negative")):
        mass = np.bincount(fold[rows], None if weight is None else weight[rows])
        if np.count_nonzero(mass) < 2:
            raise ValueError(f"at least 2 folds must hold {name} rows to choose on other rows")


def _deviations(
    samples: Iterable[Tallies], whole: Tallies, columns: Sequence[slice], pcf: Floats
) -> tuple[Floats, Floats]:
    """Cross-fitted minus true cost (M + 1, b, m) of each model and of the choice among them.

    Second, the same of the tpr (M, b, m) of each model.

    The truth of the choice is the true cost of the model of least cross-fitted cost in a sample,
    at the threshold that is its cheapest on all rows of the sample.
    """
    fpr, tpr = pooled_rates(whole)

    def deviations(sample: Tallies) -> tuple[Floats, Floats]:
        trial = cross_fitted_of_each(sample, columns, pcf)
        rates = pooled_rates(sample)
        column = cheapest_of_each(*rates, columns, pcf)
        chosen = np.take_along_axis(column, trial.model[None], axis=0)
        tpr_part = trial.tpr - tpr[column]
        column = np.concatenate((column, chosen))
        truth = normalized_expected_cost(fpr[column], tpr[column], pcf)
        return trial.nec - truth, tpr_part

    # Unlike a loop, `map` holds no sample while the next is drawn.
    parts, tpr_parts = zip(*map(deviations, samples))
    return np.concatenate(parts, axis=1), np.concatenate(tpr_parts, axis=1)
