"""How sure it is which model is the cheapest: one test of the recommended option, for all outputs.

At one operating point the recommended model is compared with every other model, by the paired
differences that `compare` makes, with Holm's correction for these comparisons. If each is beyond
chance, the model is clearly the cheapest. Else the models that are left may be as cheap. The
recommended model is chosen by the same costs, which does not make this claim too often: the two
cheapest of several equal models are closer together than two of them that are named beforehand.
Gutmann & Maymin (1987).

Where flagging none or all is recommended, each model is compared with that.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Decision
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.cross_fitted_difference import cross_fitted_difference
from costdash.core.compare.multiple_testing import Test, holm
from costdash.core.curves.cost import PCF_GRID, trivial_cost
from costdash.core.curves.envelopes import ModelRange, best_where
from costdash.core.folds.crossfit import ERROR_PCF, CrossFit
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.types import Bools, CallKind, Floats, Interval
from costdash.wording import TRIVIAL_NAMES

GRID = np.union1d(PCF_GRID, ERROR_PCF)  # PC(+) at which ranges are judged


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceAt:
    """nec(a) - nec(b) at some PC(+), with pointwise limits and p-values of no difference: (m,)."""

    value: Floats
    low: Floats
    high: Floats
    p: Floats


# Of two named models a and b at PC(+) (m,); nan where rows are too few.
DifferencesAt = Callable[[str, str, Floats], DifferenceAt]
Few = Callable[[Floats], Bools] | None  # whether few clusters show a difference at PC(+) (m,)


@dataclass(frozen=True, slots=True)
class Contender:
    """A model against the recommended option: nec(recommended) - nec(model), limits and test.

    p is of this comparison alone, p_holm allows for all of them.
    """

    model: str
    value: float
    low: float
    high: float
    p: float
    p_holm: float


@dataclass(frozen=True, slots=True)
class CheapestModel:
    """How sure it is which model is the cheapest at one operating point.

    Created by `cheapest_model`.

    Attributes
    ----------
    model : str or None
        The recommended model; None where flagging none or all is recommended.
    call : str
        "some" for a model, else "none" or "all".
    contenders : tuple of Contender
        The other models, in the order of the choice.
    level : float
        Level of the statement and of the limits of each difference.
    elsewhere : tuple of str, optional
        With ranges of the conditions, the options that may be as cheap somewhere within them.

    Examples
    --------
    >>> rf = Contender("rf", value=-0.05, low=-0.08, high=-0.02, p=0.002, p_holm=0.004)
    >>> nb = Contender("nb", value=-0.02, low=-0.05, high=0.01, p=0.2, p_holm=0.2)
    >>> found = CheapestModel("network", "some", (rf, nb), 0.95)
    >>> found.is_clear, found.as_cheap
    (False, ('nb',))
    """

    model: str | None
    call: CallKind
    contenders: tuple[Contender, ...]
    level: float
    elsewhere: tuple[str, ...] = ()

    @property
    def as_cheap(self) -> tuple[str, ...]:
        """The options that may be as cheap as the recommended one, here or within ranges."""
        here = (c.model for c in self.contenders if not c.p_holm <= 1 - self.level)
        return tuple(dict.fromkeys((*here, *self.elsewhere)))

    @property
    def cheaper(self) -> tuple[str, ...]:
        """The models that cost less beyond chance: where other rows made the choice."""
        shown = (c for c in self.contenders if c.p_holm <= 1 - self.level)
        return tuple(c.model for c in shown if c.value > 0)

    @property
    def is_clear(self) -> bool:
        """Whether the recommended option costs less than each contender, beyond chance."""
        return not self.as_cheap and not self.cheaper

    @property
    def tests(self) -> dict[frozenset[str], Test]:
        """The tests by pair of models, for a comparison that agrees with this one."""
        if self.model is None:
            return {}
        tested = len(self.contenders)
        return {
            frozenset((self.model, c.model)): Test(c.value, c.p, c.p_holm, tested)
            for c in self.contenders
        }


@dataclass(frozen=True, slots=True)
class RivalRange:
    """A range of PC(+) where this model may be as cheap as the recommended option."""

    low: float
    high: float
    model: str


def cross_fitted_differences(
    analysis: Analysis, fewest: Callable[[str], float], few: Callable[[str, str], Few]
) -> DifferencesAt:
    """Differences of cross-fitted costs.

    fewest: rows or clusters of a model's smaller class. few: where few clusters show a difference
    of two models, given in the order of the file.
    """
    fits, place = analysis.crossfits, analysis.place
    assert fits is not None
    no_draws = np.zeros(1)  # they serve only the band of the whole curve

    def differences(a: str, b: str, pcf: Floats) -> DifferenceAt:
        if min(fewest(a), fewest(b)) < MIN_ROWS:
            return DifferenceAt(*np.full((4, pcf.size), np.nan))
        first, second = sorted((a, b), key=place.__getitem__)
        x, value, band = cross_fitted_difference(
            fits.of([first]),
            fits.of([second]),
            analysis.level,
            no_draws,
            pcf.tolist(),
            few(first, second),
        )
        if first != a:
            value, band = -value, band.mirrored()
        at = np.searchsorted(x, pcf)
        return DifferenceAt(*(each[at] for each in (value, band.low, band.high, band.p_at)))

    return differences


def compared_differences(comparison: Callable[[str, str], Comparison]) -> DifferencesAt:
    """Differences by the comparison of a and b, interpolated between the values of its band."""

    def differences(a: str, b: str, pcf: Floats) -> DifferenceAt:
        pair = comparison(a, b)
        rows = [(*pair.at(x), pair.p_here(x)) for x in pcf.tolist()]
        return DifferenceAt(*np.array(rows).reshape(-1, 4).T)

    return differences


def cheapest_model(
    analysis: Analysis, decision: Decision, names: Sequence[str], differences: DifferencesAt
) -> CheapestModel | None:
    """How sure it is that the decision's model is the cheapest of the named ones.

    Parameters
    ----------
    analysis : Analysis
        The analysis that made the decision; its level is that of the statement.
    decision : Decision
        The decision among the named models.
    names : sequence of str
        The models among which it was made.
    differences : callable
        Differences of two models by the evaluation of the analysis.

    Returns
    -------
    CheapestModel or None
        None if there is nothing to compare: for the only model, for flagging none or all where no
        model's own threshold does anything else, and for classes with too few rows.
    """
    best, at = decision.best, np.array([decision.point.pcf])
    owner = best.model
    found = [
        (name, _differences(analysis, owner, name, at, differences))
        for name in names
        if name != owner and (owner or _calls_some(analysis, name, decision.point.pcf))
    ]
    p = [float(difference.p[0]) for _, difference in found]
    if not p or np.isnan(p).any():
        return None
    contenders = tuple(
        Contender(name, float(d.value[0]), float(d.low[0]), float(d.high[0]), alone, after)
        for (name, d), alone, after in zip(found, p, holm(p).tolist(), strict=True)
    )
    return CheapestModel(owner, best.call, contenders, analysis.level)


def is_settled(
    analysis: Analysis, decision: Decision, names: Sequence[str], found: CheapestModel | None
) -> bool:
    """Whether no other option may be as cheap as the decision's: no model, and no other call.

    Only then is it of use to say how likely the decision is the cheapest option. Of two options
    that are nearly a tie the better looking one is said with more than 50 %, and a sample that errs
    is too sure as well.

    Parameters
    ----------
    analysis : Analysis
        The analysis that made the decision.
    decision : Decision
        The decision among the named models, with an interval of its saving.
    names : sequence of str
        The models among which it was made.
    found : CheapestModel or None
        What `cheapest_model` returns for them.
    """
    best = decision.best
    if found is not None and not found.is_clear:
        return False
    if best.model is None:
        return found is not None or not any(
            _calls_some(analysis, name, decision.point.pcf) for name in names
        )
    saves = decision.saving_interval is not None and decision.saving_interval[0] > 0
    return saves and (found is not None or len(names) == 1)


def clear_ranges(
    analysis: Analysis, decision: Decision, names: Sequence[str], differences: DifferencesAt
) -> tuple[Interval, ...]:
    """The ranges of PC(+) where the recommended option is clearly the cheapest.

    There it is so by `cheapest_model`, and a model also costs less than the trivial call beyond
    chance. Each PC(+) of a grid, and that of the decision, stands for the PC(+) next to it. Ranges
    do not overlap and rise; each lies within one range of `best_where`. names: at least one.
    """
    here = decision.point.pcf
    x = np.union1d(GRID, here)
    edge = np.concatenate(([0.0], (x[1:] + x[:-1]) / 2, [1.0]))
    ranges: list[Interval] = []
    for optimal in best_where(analysis.recommended_rules(names)):
        at = x[(edge[1:] > optimal.low) & (edge[:-1] < optimal.high)]
        clear = _is_clear(analysis, optimal, names, at, differences)
        if optimal.owners and decision.saving_interval is not None:
            clear &= (at != here) | (decision.saving_interval[0] > 0)
        ends = np.append(edge[np.searchsorted(x, at)], edge[np.searchsorted(x, at[-1:]) + 1])
        ranges += _joined(ends.clip(optimal.low, optimal.high), clear)
    return tuple(ranges)


def rivals_within(
    analysis: Analysis,
    decision: Decision,
    names: Sequence[str],
    within: Interval,
    differences: DifferencesAt,
) -> tuple[str, ...]:
    """The options that may be as cheap as the decision's somewhere in a range of PC(+).

    Where another option is recommended it is one of them; elsewhere they are the models nearest in
    cost by `cheapest_model`, at both ends of the range and at each PC(+) of a grid between them.
    """
    rivals: list[str] = []
    for optimal in best_where(analysis.recommended_rules(names)):
        low, high = max(within[0], optimal.low), min(within[1], optimal.high)
        if low > high or (low == high and within[0] < within[1]):
            continue
        if not _is_option(optimal, decision):
            rivals.append(optimal.owners[0] if optimal.owners else TRIVIAL_NAMES[optimal.call])
            continue
        at = np.unique([low, *GRID[(low < GRID) & (high > GRID)], high])
        found = _rivals(analysis, optimal, names, at, differences)
        rivals += [names[place] for place in found[found >= 0].tolist()]
    return tuple(dict.fromkeys(rivals))


def _is_option(optimal: ModelRange, decision: Decision) -> bool:
    """Whether the decision's model, or its trivial call, is the best option of a range."""
    best = decision.best
    return best.model in optimal.owners if optimal.owners else optimal.call == best.call


_CACHED: WeakKeyDictionary[CrossFit, dict[tuple[float, tuple[str, ...]], tuple[RivalRange, ...]]]
_CACHED = WeakKeyDictionary()


def rival_ranges(
    analysis: Analysis, names: Sequence[str], differences: DifferencesAt
) -> tuple[RivalRange, ...]:
    """The ranges of PC(+) where another model may be as cheap as the recommended option.

    By `cheapest_model` at each PC(+) of a grid, which stands for the PC(+) next to it. Ranges rise,
    and each lies within one range of `best_where`. Its model is the one that is the nearest in most
    of it. names: at least one. Cached: they do not depend on the conditions. Costs must be
    cross-fitted.
    """
    assert analysis.crossfits is not None
    cached = _CACHED.setdefault(analysis.crossfits.of(names), {})
    key = analysis.level, tuple(names)
    if key not in cached:
        cached[key] = tuple(_rival_ranges(analysis, names, differences))
    return cached[key]


def _rival_ranges(
    analysis: Analysis, names: Sequence[str], differences: DifferencesAt
) -> Iterator[RivalRange]:
    edge = np.concatenate(([0.0], (GRID[1:] + GRID[:-1]) / 2, [1.0]))
    for optimal in best_where(analysis.recommended_rules(names)):
        at = np.flatnonzero((edge[1:] > optimal.low) & (edge[:-1] < optimal.high))
        ends = np.append(edge[at], edge[at[-1] + 1]).clip(optimal.low, optimal.high)
        rival = _rivals(analysis, optimal, names, GRID[at], differences)
        turns = np.flatnonzero(np.diff(rival >= 0, prepend=False, append=False)).reshape(-1, 2)
        for start, end in turns.tolist():
            wide = np.bincount(rival[start:end], np.diff(ends[start : end + 1]))
            yield RivalRange(float(ends[start]), float(ends[end]), names[int(wide.argmax())])


def _rivals(
    analysis: Analysis,
    optimal: ModelRange,
    names: Sequence[str],
    pcf: Floats,
    differences: DifferencesAt,
) -> NDArray[np.intp]:
    """Place in `names` of the cheapest model (m,) that may be as cheap as a range's best option.

    -1 where there is none; models that tie with the best one are no rivals.
    """
    owner, no_rival = optimal.owners[0] if optimal.owners else None, np.full(pcf.size, -1)
    others = np.array([place for place, name in enumerate(names) if name != owner], dtype=np.intp)
    found = [_differences(analysis, owner, names[place], pcf, differences) for place in others]
    if not found or np.isnan([d.p for d in found]).any():
        return no_rival
    value, p = np.stack([d.value for d in found]), np.stack([d.p for d in found])
    if owner is None:  # a model that makes the trivial call is no other option
        some = np.stack([_call_some(analysis, names[place], pcf) for place in others])
        value, p = np.where(some, value, -np.inf), np.where(some, p, 0)
    order = p.argsort(axis=0)
    times = len(others) - np.arange(len(others))[:, None]
    stepped = np.maximum.accumulate(np.take_along_axis(p, order, axis=0) * times, axis=0)
    after = np.empty_like(p)
    np.put_along_axis(after, order, stepped, axis=0)  # Holm
    as_cheap = np.where(after <= 1 - analysis.level, -np.inf, value)
    as_cheap[np.isin(others, [names.index(name) for name in optimal.owners])] = -np.inf
    return np.where(np.isfinite(as_cheap.max(axis=0)), others[as_cheap.argmax(axis=0)], no_rival)


def _is_clear(
    analysis: Analysis,
    optimal: ModelRange,
    names: Sequence[str],
    pcf: Floats,
    differences: DifferencesAt,
) -> Bools:
    """Whether (m,) the best option of a range is clearly the cheapest at pcf (m,)."""
    owner = optimal.owners[0] if optimal.owners else None
    clear = np.ones(pcf.size, dtype=bool)
    if owner is not None:
        clear &= _highest_cost(analysis, owner, names, pcf) < trivial_cost(pcf)
    every = [
        _differences(analysis, owner, name, pcf, differences) for name in names if name != owner
    ]
    if not every:
        return clear
    value, p = np.stack([d.value for d in every]), np.stack([d.p for d in every])
    if owner is None:  # a model that makes the trivial call is no other option
        some = np.stack([_call_some(analysis, name, pcf) for name in names])
        value, p = np.where(some, value, -1), np.where(some, p, 0)
    # Holm: of k p-values the i-th smallest, from 0, times k - i. Zeros of no option come first.
    times = len(every) - np.arange(len(every))[:, None]
    shown = (np.sort(p, axis=0) * times <= 1 - analysis.level).all(axis=0)
    found: Bools = clear & shown & (value < 0).all(axis=0)
    return found


def _joined(edge: Floats, clear: Bools) -> list[Interval]:
    """The clear ones (m,) of the ranges between the edges (m + 1,), joined."""
    turns = edge[np.flatnonzero(np.diff(clear, prepend=False, append=False))].tolist()
    return [(low, high) for low, high in zip(turns[::2], turns[1::2]) if low < high]


def _differences(
    analysis: Analysis, owner: str | None, name: str, pcf: Floats, differences: DifferencesAt
) -> DifferenceAt:
    """nec of the recommended option less that of a model."""
    if owner is not None:
        return differences(owner, name, pcf)
    return _against_trivial(analysis, name, pcf)


def _highest_cost(analysis: Analysis, owner: str, names: Sequence[str], pcf: Floats) -> Floats:
    """Upper limit (m,) of the cost of the choice, or of the model without cross-fitting."""
    fits, bands = analysis.crossfits, analysis.models[owner].bands
    if fits is not None:
        return fits.of(names).band(analysis.level, pcf).high
    if bands is None:
        return np.ones(pcf.size)
    band = bands.cost(analysis.level)
    return np.interp(pcf, band.x, band.high)


def _against_trivial(analysis: Analysis, name: str, pcf: Floats) -> DifferenceAt:
    """nec of the trivial call less that of a model."""
    level, fits = analysis.level, analysis.crossfits
    half = NormalDist().inv_cdf((1 + level) / 2)
    if fits is not None:
        nec, error = fits.of([name]).cost_with_error(pcf)
    else:
        model = analysis.models[name]
        nec, error = model.hull.cost(pcf), np.full(pcf.size, np.nan)
        if model.bands is not None:
            band = model.bands.cost(level)
            low, high = (np.interp(pcf, band.x, end) for end in (band.low, band.high))
            error = (high - low) / (2 * half)
    value = trivial_cost(pcf) - nec
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(value == 0, 1.0, 2 * ndtr(-np.abs(value) / error))
    return DifferenceAt(value, value - half * error, value + half * error, p)


def _calls_some(analysis: Analysis, name: str, pcf: float) -> bool:
    return bool(_call_some(analysis, name, np.array([pcf]))[0])


def _call_some(analysis: Analysis, name: str, pcf: Floats) -> Bools:
    """Whether (m,) the model's cheapest threshold calls neither none nor all."""
    hull = analysis.models[name].hull
    vertex = hull.cheapest(pcf)
    found: Bools = (vertex > 0) & (vertex < hull.tie.size)
    return found
