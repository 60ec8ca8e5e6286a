"""Models ranked by expected cost while prior and costs are uncertain: ranking, sentence, table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from costdash.core import Analysis
from costdash.core.choose.expected_cost import (
    Weights,
    expected_cost,
    money_weights,
    normalized_weights,
    ranked,
)
from costdash.core.compare.expected_advantage import advantage, cross_fitted_advantage
from costdash.core.conditions.distributions import (
    Beta,
    Distribution,
    PointMass,
    Triangular,
    Uniform,
)
from costdash.core.conditions.intervals import (
    Imprecise,
    RangeWeighting,
    distribution_within,
)
from costdash.core.folds.crossfit import CrossFits
from costdash.core.types import Floats, Interval
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import (
    DOLLAR,
    EQUAL_COSTS,
    CaseUnit,
    Currency,
    money,
    readable_cases,
)
from costdash.report.tables.table import Table
from costdash.wording import DIGITS, digits_apart, listed, number, percent

Weighting = Callable[[Floats], Weights]  # from the ties of a hull
Assumptions = tuple[tuple[str, Distribution], ...]  # the uncertain quantity, and its distribution
FOLLOWS = "If its threshold follows the conditions"
RANKING_TITLE = "Average over your ranges if the threshold follows the conditions"
BEST = "Each model at its best threshold wherever the conditions come to lie, "
ONE_RULE = "; the total of the decision is of one threshold, kept throughout."
UNCERTAIN = ("the prior", "a missed positive", "a false alarm")


@dataclass(frozen=True, slots=True)
class RankedModel:
    """A model's expected cost and its advantage: how much less than the next model it costs.

    advantage: None for the last model. advantage_interval: None if it was not computed.
    """

    model: str
    cost: float
    advantage: float | None
    advantage_interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Models by increasing expected cost.

    level: confidence level of the intervals. cases: the number of cases that costs are stated
    for unless the currency names one; None if costs are normalized. assumptions: the assumed
    distributions of prior and costs. cross_fitted: costs are cross-fitted.
    """

    models: tuple[RankedModel, ...]
    level: float | None = None
    cases: int | None = None
    assumptions: Assumptions = ()
    cross_fitted: bool = False


def normalized_weighting(pcf: Distribution) -> Weighting:
    """Weights for the expected normalized cost."""
    return lambda tie: normalized_weights(tie, pcf)


def money_weighting(prior: Distribution, cost_fn: Distribution, cost_fp: Distribution) -> Weighting:
    """Weights for the expected cost per case in currency."""
    return lambda tie: money_weights(tie, prior, cost_fn, cost_fp)


def rank_models(
    analysis: Analysis,
    weighting: Weighting,
    names: Sequence[str] | None = None,
    intervals: Callable[[str, str], Interval | None] = lambda better, worse: None,
    level: float | None = None,
    cases: int | None = None,
) -> Ranking:
    """Rank the models, each at its best threshold once the conditions are known.

    intervals(better, worse): the interval, at `level`, of the advantage of one model over another.
    """
    names = list(analysis.models if names is None else names)
    order = ranked({name: _expected_cost(analysis, name, weighting) for name in names})
    after = [model.name for model in order[1:]]
    limits = [intervals(model.name, worse) for model, worse in zip(order, after)]
    return Ranking(
        tuple(
            RankedModel(model.name, model.cost, model.advantage, interval)
            for model, interval in zip(order, [*limits, None])
        ),
        level,
        cases,
        cross_fitted=analysis.crossfits is not None,
    )


def _expected_cost(analysis: Analysis, name: str, weighting: Weighting) -> float:
    if analysis.crossfits is None:
        hull = analysis.models[name].hull
        return expected_cost(hull, weighting(hull.tie))
    curve = analysis.crossfits.of([name]).curve
    return float(weighting(curve.tie).cost(curve.fpr, curve.tpr))


def rank_over_ranges(
    derived: DerivedResults,
    ranges: Imprecise,
    peak: RangeWeighting,
    names: Sequence[str],
    level: float,
    crossfits: CrossFits | None = None,
) -> Ranking:
    """Rank the named models while prior and costs are known as ranges.

    peak: the most likely values, or the distribution of pcf; None: all values of a range are
    equally likely. crossfits: costs and limits are of these; else reads the rows once per pair of
    neighbours.
    """
    weighting, cases, assumptions = weighting_for(ranges, peak)
    analysis = derived.analysis.with_crossfits(crossfits)

    def limits(better: str, worse: str) -> Interval | None:
        if crossfits is not None:
            fits = crossfits.of([better]), crossfits.of([worse])
            return cross_fitted_advantage(*fits, weighting, level)
        cells = derived.joint_cells(better, worse)
        return advantage(derived.analysis, cells, weighting, level).limits

    ranking = rank_models(analysis, weighting, names, limits, level, cases)
    return replace(ranking, assumptions=assumptions)


def weighting_for(
    ranges: Imprecise, peak: RangeWeighting
) -> tuple[Weighting, int | None, Assumptions]:
    """The weighting, the number of cases that costs are stated for, and the assumptions.

    Costs are normalized (None cases) if nobody set costs, or if only pcf has a distribution.
    """
    if isinstance(peak, Beta):
        return normalized_weighting(peak), None, (("PC(+)", peak),)
    if ranges.cost_fn == ranges.cost_fp == (1, 1):
        pcf = distribution_within(ranges.pcf, peak.pcf if peak else None)
        return normalized_weighting(pcf), None, (("PC(+)", pcf),)
    modes = (peak.prior, peak.cost_fn, peak.cost_fp) if peak else (None,) * 3
    over = tuple(map(distribution_within, (ranges.prior, ranges.cost_fn, ranges.cost_fp), modes))
    return (
        money_weighting(*over),
        readable_cases(sum(ranges.prior) / 2),
        tuple(zip(UNCERTAIN, over)),
    )


def ranking_sentence(ranking: Ranking, currency: Currency = DOLLAR) -> str:
    """The model with the lowest expected cost, and its advantage over the next."""
    if not ranking.models:
        return "No model is switched on."
    first, *rest = ranking.models
    verb = "costs" if ranking.cases else "has a normalized cost of"
    cost = f"{FOLLOWS}, {first.model} {verb} {_amount(ranking, first.cost, currency)}"
    if first.advantage is None:
        return f"{cost}."
    equal = [other.model for other in rest if other.cost - first.cost <= EQUAL_COSTS * other.cost]
    if equal:
        return f"{cost}, just as {listed(equal)}."
    less = _amount(ranking, first.advantage, currency, unit=False)
    sentence = f"{cost}, {less} less than {rest[0].model}"
    if first.advantage_interval is None:
        return f"{sentence}."
    low, high = first.advantage_interval
    least = _amount(ranking, low, currency, unit=False, other=high)
    most = _amount(ranking, high, currency, unit=False, other=low)
    sentence += f" ({percent(ranking.level or 0)} band {least} to {most})"
    return f"{sentence}." if low > 0 else f"{sentence}. That may be chance."


def ranking_table(ranking: Ranking, currency: Currency = DOLLAR) -> Table:
    """One row per model: its expected cost, and its advantage over the next with its interval."""
    case_unit = _case_unit(ranking, currency)
    per = f"Cost {case_unit.per}" if case_unit else "Normalized cost"
    head = ("Model", per, "Less than the next", f"{percent(ranking.level or 0)} band")
    best = BEST + ("cross-fitted" if ranking.cross_fitted else "in this sample") + ONE_RULE
    return Table(
        title=RANKING_TITLE,
        head=head,
        rows=tuple(_row(model, ranking, currency) for model in ranking.models),
        models=tuple(model.model for model in ranking.models),
        note=" ".join([best, *assumption_sentences(ranking.assumptions, currency)]),
    )


def assumption_sentences(assumptions: Assumptions, currency: Currency = DOLLAR) -> list[str]:
    """A sentence on the assumed distributions; empty without assumptions."""
    formats = {"the prior": percent, "PC(+)": number}
    amount = partial(money, currency=currency)
    clauses = [
        f"{name} is {distribution_words(distribution, formats.get(name, amount))}"
        for name, distribution in assumptions
    ]
    return [f"Taken so: {'; '.join(clauses)}."] if clauses else []


def distribution_words(
    distribution: Distribution, value_text: Callable[[float], str] = number
) -> str:
    """A distribution in words; `value_text` formats its values."""
    match distribution:
        case PointMass(at):
            return f"{value_text(at)} for certain"
        case Uniform(low, high):
            return f"anything from {value_text(low)} to {value_text(high)}, all equally likely"
        case Triangular(low, mode, high):
            return f"{value_text(low)} to {value_text(high)}, most likely {value_text(mode)}"
        case Beta(a, b):
            return f"about {value_text(distribution.mean)}, as Beta({number(a)}, {number(b)})"
        case _:
            assert_never(distribution)


def _row(model: RankedModel, ranking: Ranking, currency: Currency) -> tuple[str, ...]:
    cost, lead, band = _amount(ranking, model.cost, currency, unit=False), "", ""
    if model.advantage is not None:
        lead = _amount(ranking, model.advantage, currency, unit=False)
    if model.advantage_interval is not None:
        low, high = model.advantage_interval
        ends = (low, high), (high, low)
        band = " to ".join(_amount(ranking, a, currency, False, b) for a, b in ends)
    return (model.model, cost, lead, band)


def _amount(
    ranking: Ranking,
    cost: float,
    currency: Currency,
    unit: bool = True,
    other: float | None = None,
) -> str:
    """An amount of money, or a bare number if costs are normalized.

    other: a second cost, from which the printed number must differ.
    """
    case_unit = _case_unit(ranking, currency)
    cases = case_unit.cases if case_unit else 1
    digits = DIGITS if other is None else digits_apart(cases * cost, cases * other)
    if case_unit is None:
        return number(cost, digits)
    return (
        case_unit.amount(cost, currency, digits) if unit else money(cases * cost, currency, digits)
    )


def _case_unit(ranking: Ranking, currency: Currency) -> CaseUnit | None:
    """None if costs are normalized."""
    return None if ranking.cases is None else currency.case_unit or CaseUnit(ranking.cases)
