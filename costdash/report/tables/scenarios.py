"""Scenarios: named prior and costs, with the best rule of each side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision, OperatingPoint
from costdash.report.sentences.amounts import (
    DOLLAR,
    EQUAL_COSTS,
    THOUSAND,
    Amounts,
    CaseUnit,
    Currency,
)
from costdash.report.tables.table import Table
from costdash.wording import TRIVIAL_NAMES, number, percent


@dataclass(frozen=True, slots=True)
class Scenario:
    """A named operating point."""

    name: str
    point: OperatingPoint


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """The best rule of a scenario, in numbers and as text.

    best: the call of the rule. model, threshold: None for the trivial rules. cost: per case; its
    text is per 1,000 cases unless the currency names another unit. against: cost relative to
    today's threshold, less 1 (negative: it saves); None without a pinned threshold or if that
    costs nothing.
    """

    name: str
    prior: float
    cost_ratio: float
    pcf: float
    model: str | None
    threshold: str | None
    nec: float
    cost: float
    against: float | None
    best: Call
    texts: tuple[str, ...]


PROVOST_FAWCETT = (
    Scenario("10 negatives to 1 positive, equal costs", OperatingPoint(1 / 11)),
    Scenario("10 negatives to 1 positive, a miss costs 100 alarms", OperatingPoint(1 / 11, 100)),
)


def scenario_rows(
    scenarios: Sequence[Scenario],
    analysis: Analysis,
    names: Sequence[str] | None = None,
    pin: tuple[str, int] | None = None,
    currency: Currency = DOLLAR,
    decided: Decision | None = None,
) -> list[ScenarioRow]:
    """One row per scenario.

    pin: today's threshold as (model, index in its `Counts`). decided: the decision at one operating
    point, if it is known; the others are made here. All costs are in one unit: mistakes if both
    costs are 1 in every scenario, else money.
    """
    known = {decided.point: decided} if decided else {}
    each = [Amounts.at(scenario.point, currency) for scenario in scenarios]
    amounts = Amounts(currency, all(one.mistakes for one in each), scenario_unit(currency))
    return [
        _row(scenario, analysis, names, pin, amounts, known.get(scenario.point))
        for scenario in scenarios
    ]


def scenarios_table(rows: Sequence[ScenarioRow], currency: Currency = DOLLAR) -> Table:
    """Scenarios side by side; the last column only if a pinned threshold is compared with."""
    last = None if any(row.against is not None for row in rows) else -1
    head = ("Scenario", "prior", "ratio", "PC(+)", "best", "threshold")
    return Table(
        title="Scenarios",
        head=(*head, scenario_unit(currency).per, "against today")[:last],
        rows=tuple(row.texts[:last] for row in rows),
        models=tuple(row.model for row in rows),
    )


def _row(
    scenario: Scenario,
    analysis: Analysis,
    names: Sequence[str] | None,
    pin: tuple[str, int] | None,
    amounts: Amounts,
    decided: Decision | None,
) -> ScenarioRow:
    point = scenario.point
    decision = decided or analysis.decide(point, names, 0)
    best = decision.best
    today = analysis.call_at(point, *pin, level=0) if pin else None
    against = _against(best, today)
    return ScenarioRow(
        name=scenario.name,
        prior=point.prior,
        cost_ratio=point.cost_ratio,
        pcf=point.pcf,
        model=best.model,
        threshold=best.text if best.model else None,
        nec=best.nec,
        cost=best.expected_cost,
        against=against,
        best=best,
        texts=(
            scenario.name,
            percent(point.prior),
            ratio_text(point.cost_ratio),
            number(point.pcf),
            best.model or TRIVIAL_NAMES[best.call],
            best.text or "",
            amounts.total(amounts.cases * best.expected_cost),
            "" if against is None else change_text(against),
        ),
    )


def scenario_unit(currency: Currency) -> CaseUnit:
    """One unit for all scenarios, independent of their priors."""
    return currency.case_unit or THOUSAND


def ratio_text(ratio: float) -> str:
    """The cost ratio cost_fn : cost_fp.

    >>> ratio_text(50), ratio_text(0.25), ratio_text(1)
    ('50:1', '1:4', '1:1')
    """
    return f"{number(ratio)}:1" if ratio >= 1 else f"1:{number(1 / ratio)}"


def change_text(share: float) -> str:
    """A relative change in percent.

    >>> change_text(-0.38), change_text(0), change_text(0.1234)
    ('-38 %', 'same', '+12.3 %')
    """
    if abs(share) <= EQUAL_COSTS:
        return "same"
    return f"{'+' if share > 0 else '-'}{percent(abs(share))}"


def _against(best: Call, today: Call | None) -> float | None:
    if today is None or today.expected_cost == 0:
        return None
    return best.expected_cost / today.expected_cost - 1
