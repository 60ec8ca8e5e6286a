"""Scenarios: named prior and costs, with the best rule of each side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision, OperatingPoint
from costdash.core.analysis.calls import call_of_single, choice_by
from costdash.core.choose.criteria import Criterion
from costdash.core.choose.decision import trivial_call
from costdash.report.sentences.amounts import (
    DOLLAR,
    EQUAL_COSTS,
    THOUSAND,
    Amounts,
    CaseUnit,
    Currency,
)
from costdash.report.sentences.rules import call_words, spoken_threshold
from costdash.report.tables.table import Table
from costdash.wording import MINUS, TRIVIAL_NAMES, number, percent

TODAY = 8  # the column of today's rule


@dataclass(frozen=True, slots=True)
class Scenario:
    """A named operating point."""

    name: str
    point: OperatingPoint


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """The best rule of a scenario, in numbers and as text.

    best: the call of the rule. model, threshold: None for the trivial rules. Costs are per case:
    cost of that rule; unchanged of the rule of now, today of today's rule (None without one),
    trivial of flagging none or all. against: cost relative to today's rule, less 1 (negative: it
    saves); None without that rule or if it costs nothing. texts: the cells of the table.
    """

    name: str
    prior: float
    cost_ratio: float
    pcf: float
    model: str | None
    threshold: str | None
    nec: float
    cost: float
    unchanged: float
    today: float | None
    trivial: float
    against: float | None
    best: Call
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioRules:
    """The prices and rules of the scenarios.

    pin: today's threshold as (model, index in its `Counts`). criterion: what chooses the rule;
    None for least expected cost. decided: the decision at one operating point, if it is known;
    the others are made here.
    """

    today: tuple[str, int] | None = None
    criterion: Criterion | None = None
    decided: Decision | None = None


def scenario_rows(
    scenarios: Sequence[Scenario],
    analysis: Analysis,
    names: Sequence[str] | None = None,
    rules: ScenarioRules | None = None,
    currency: Currency = DOLLAR,
) -> list[ScenarioRow]:
    """One row per scenario; the first is the present point, whose rule is the unchanged rule.

    All costs are in one unit, that of the first scenario: errors if both costs are 1 in every
    scenario, else money.
    """
    rules = rules or ScenarioRules()
    names = list(analysis.models if names is None else names)
    amounts = scenario_amounts(scenarios, currency)
    chosen = [_chosen(scenario.point, analysis, names, rules) for scenario in scenarios]
    return [
        _row(scenario, analysis, best, chosen[0], rules, amounts)
        for scenario, best in zip(scenarios, chosen)
    ]


def scenario_amounts(scenarios: Sequence[Scenario], currency: Currency) -> Amounts:
    """How the costs of all scenarios are printed."""
    each = [Amounts.at(scenario.point, currency) for scenario in scenarios]
    unit = each[0].case_unit if each else scenario_unit(currency)
    return Amounts(currency, all(amounts.mistakes for amounts in each), unit)


def scenarios_table(rows: Sequence[ScenarioRow], per: str) -> Table:
    """Scenarios side by side; a column of today's rule only if it exists.

    per: the unit of the costs, such as "per 1,000".
    """
    head = ["Scenario", "Positives", "Missed", "False alarm", "PC(+)", "Rule", f"Cost {per}"]
    head += ["Keeping this rule", "Today", "No model"]
    today = any(row.today is not None for row in rows)
    columns = [k for k in range(len(head)) if today or k != TODAY]
    return Table(
        title="Scenarios",
        head=tuple(head[k] for k in columns),
        rows=tuple(tuple(row.texts[k] for k in columns) for row in rows),
        models=tuple(row.model for row in rows),
    )


def _chosen(
    point: OperatingPoint, analysis: Analysis, names: Sequence[str], rules: ScenarioRules
) -> Call:
    """The best single threshold by the criterion, or else of least expected cost, at a scenario."""
    if rules.criterion is not None and names:
        criterion = rules.criterion.at(point)
        return call_of_single(analysis, point, choice_by(criterion, analysis, names))
    if rules.decided is not None and rules.decided.point == point:
        return rules.decided.best
    return analysis.decide(point, names, 0).best


def _row(
    scenario: Scenario,
    analysis: Analysis,
    best: Call,
    now: Call,
    rules: ScenarioRules,
    amounts: Amounts,
) -> ScenarioRow:
    point, todays = scenario.point, rules.today
    unchanged, trivial = point.expected_cost(*now.model_rates), trivial_call(point)
    today = analysis.call_at(point, *todays, level=0).expected_cost if todays else None
    return ScenarioRow(
        name=scenario.name,
        prior=point.prior,
        cost_ratio=point.cost_ratio,
        pcf=point.pcf,
        model=best.model,
        threshold=best.text if best.model else None,
        nec=best.model_cost / point.scale,
        cost=best.model_cost,
        unchanged=unchanged,
        today=today,
        trivial=trivial.expected_cost,
        against=best.model_cost / today - 1 if today else None,
        best=best,
        texts=(
            scenario.name,
            percent(point.prior),
            *(amounts.bare(cost) for cost in (point.cost_fn, point.cost_fp)),
            number(point.pcf),
            call_words(best, spoken_threshold(best)),
            amounts.total(amounts.cases * best.model_cost),
            _unchanged_cost_text(unchanged, best.model_cost, amounts),
            "" if today is None else amounts.total(amounts.cases * today),
            f"{amounts.total(amounts.cases * trivial.expected_cost)} {TRIVIAL_NAMES[trivial.call]}",
        ),
    )


def _unchanged_cost_text(unchanged: float, best: float, amounts: Amounts) -> str:
    """What keeping the rule of now costs, and how much more that is than the rule chosen."""
    if abs(unchanged - best) <= EQUAL_COSTS * max(unchanged, best):
        return "the same"
    extra = f" {change_text(unchanged / best - 1)}" if best else ""
    return f"{amounts.total(amounts.cases * unchanged)}{extra}"


def scenario_unit(currency: Currency) -> CaseUnit:
    """One unit for all scenarios, independent of their priors."""
    return currency.case_unit or THOUSAND


def change_text(share: float) -> str:
    """A relative change in percent.

    >>> change_text(-0.38), change_text(0), change_text(0.1234)
    ('\u221238 %', 'same', '+12.3 %')
    """
    if abs(share) <= EQUAL_COSTS:
        return "same"
    return f"{'+' if share > 0 else MINUS}{percent(abs(share))}"
