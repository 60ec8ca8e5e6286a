"""The fields of a report besides the analysis.

The choice of a criterion, amounts for a number of cases, ranges, scenarios, and the conditions at
which the decision changes: the numbers behind the sentences and tables of the page.
"""

from collections.abc import Sequence
from dataclasses import asdict

from costdash.core import Call
from costdash.core.analysis.calls import call_of_choice, call_of_single, choice_by
from costdash.core.analysis.validity import MATERIAL
from costdash.core.choose.choice import Choice, Rule
from costdash.core.choose.criteria import CRITERIA, Criterion, LimitedCost
from costdash.core.combine.combination import CHAIN, MIX, REPAIR, CombinationPoints
from costdash.core.combine.parameter_selection import ParameterSelection
from costdash.core.compare.expected_regret import Saving
from costdash.core.conditions.distributions import Beta, Distribution
from costdash.core.curves.cost import COARSE_PCF_GRID
from costdash.core.curves.threshold_table import columns_at, rows
from costdash.report.json import Fields
from costdash.report.json.models import allowance_fields
from costdash.report.json.review import review_fields
from costdash.report.json.segments import segment_fields
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.sensitivity import RuleRange, changes
from costdash.report.sentences.validity import validity_of
from costdash.report.tables.ranking import UNCERTAIN, Ranking
from costdash.report.tables.scenarios import Scenario, ScenarioRow

UNCERTAIN_FIELDS = dict(zip((*UNCERTAIN, "PC(+)"), ("prior", "cost_fn", "cost_fp", "pcf")))


def decision_fields(report: Report) -> Fields:
    """The fields that depend on the report's criterion, ranges, scenarios and number of cases.

    `criterion` is null for least expected cost, whose choice is `best`; `ranges` is null where
    prior and costs are known.
    """
    criterion = report.view.criterion if report.shown else None
    selection = report.view.by_training
    return {
        "criterion": criterion and _criterion(report, criterion, report.scene.choice),
        "further_criteria": [
            _criterion(report, criterion, None)
            for criterion in report.further_criteria
            if report.shown
        ],
        "amounts": _amounts(report),
        "chosen": _trial(report),
        "keep": validity_fields(report),
        "changes": _changes(report),
        "ranges": _ranges(report),
        "scenarios": [
            _scenario(scenario, row)
            for scenario, row in zip(report.all_scenarios, report.scenario_rows, strict=True)
        ],
        **review_fields(report),
        **({"parameter_selection": _by_training(selection)} if selection else {}),
        **({"combinations": _combinations(report)} if report.combinations else {}),
        **({"segments": segment_fields(report.segment_costs)} if report.segment else {}),
    }


def _combinations(report: Report) -> list[Fields]:
    """What models made of others are made of; for two, where they may lie, should, and do.

    Fawcett (2004), sections 7.4.1, 7.4.3 and 7.4.4.
    """
    combinations = []
    for how in report.combinations:
        fields: Fields = {"model": how.name, "rule": how.rule, "of": list(how.models)}
        if how.rule != REPAIR and report.derived:
            points = report.derived.combination_points(how)
            fields |= {
                **_of_rule(points),
                "pcf": None if how.thresholds else how.pcf,
                "thresholds": list(points.thresholds),
                **{
                    name: dict(zip(("fpr", "tpr"), point))
                    for name, point in (
                        ("first", points.first),
                        ("second", points.second),
                        ("here", points.real),
                        ("expected", points.bounds.expected),
                    )
                },
                "bounds": {"fpr": list(points.bounds.fpr), "tpr": list(points.bounds.tpr)},
            }
        combinations.append(fields)
    return combinations


def _of_rule(points: CombinationPoints) -> Fields:
    """The share of a mixture, or a chain's classifiers and the point that the hull promises."""
    if points.how.rule == MIX:
        return {"share": points.how.share}
    if points.how.rule == CHAIN:
        rules = [{"model": name, "threshold": at} for name, at in points.rules]
        return {"rules": rules, "hull": dict(zip(("fpr", "tpr"), points.second))}
    return {}


def _by_training(selection: ParameterSelection) -> Fields:
    """What choosing the model that was trained for the nearest PC(+) costs, beside the envelope.

    Drummond & Holte (2000), section 2.3.
    """
    costs = zip(
        COARSE_PCF_GRID, selection.cost(COARSE_PCF_GRID), selection.hull.cost(COARSE_PCF_GRID)
    )
    of_models = zip(selection.names, selection.trained_for, selection.fpr, selection.tpr)
    return {
        "models": [
            {"model": name, "trained_for": pcf, "fpr": fpr, "tpr": tpr}
            for name, pcf, fpr, tpr in of_models
        ],
        "switches": selection.switch.tolist(),
        "cost": [{"pcf": x, "nec": nec, "envelope": best} for x, nec, best in costs],
        "area": selection.area,
        "envelope_area": selection.hull.area,
        "extra_area": selection.extra_area,
    }


def criterion_values(criterion: Criterion) -> Fields:
    """The fields of a criterion such as its limit, named as in its class."""
    fields = CRITERIA[criterion.key].fields
    return {field.attribute: getattr(criterion, field.attribute) for field in fields}


def _criterion(report: Report, criterion: Criterion, choice: Choice | None) -> Fields:
    """The choice of a criterion among the models shown, and the criterion's fields."""
    analysis, point = report.scene.analysis, report.point
    choice = choice or choice_by(criterion, analysis, report.shown)
    given = criterion_values(criterion)
    call = call_of_choice(analysis, point, choice, report.level)
    single = call_of_single(analysis, point, choice, report.level)
    if isinstance(criterion, LimitedCost):
        cheapest = analysis.decide(point, report.shown, 0).best.expected_cost
        given |= {
            "binds": choice.least_cost_of is None,
            "cost_of_limit": single.expected_cost - cheapest,
            "cost_of_limit_interval": _price_interval(report.limit_price),
        }
    return {
        "name": criterion.key,
        **given,
        "chosen": _call(report, call),
        "mixture": [
            {**_rule(report, rule), "share": share}
            for rule, share in zip(choice.rules, choice.share, strict=True)
        ],
        "single": _call(report, single),
    }


def _price_interval(price: Saving | None) -> list[float] | None:
    return None if price is None else [price.low, price.high]


def _rule(report: Report, rule: Rule) -> Fields:
    """A rule of a mixture; without model and threshold if it calls none or all."""
    trivial = rule.call != "some"
    counts = report.analysis.models[rule.model].counts
    return {
        "model": None if trivial else rule.model,
        "call": rule.call,
        "threshold": None if trivial else counts.threshold[rule.index],
        "fpr": rule.fpr,
        "tpr": rule.tpr,
    }


def _call(report: Report, call: Call) -> Fields:
    interval = call.interval and [report.point.scale * end for end in call.interval]
    return {
        "model": call.model,
        "call": call.call,
        "threshold": call.threshold,
        "fpr": call.fpr,
        "tpr": call.tpr,
        "precision": call.precision,
        "nec": call.nec,
        "expected_cost": call.expected_cost,
        **allowance_fields(call),
        "cost_interval": interval,
    }


def _amounts(report: Report) -> Fields:
    """The expected outcomes of the shown rule among a number of cases, and their costs. `period`:
    the period in which these cases come, or null. `mistakes`: costs are numbers of mistakes.
    `found_cost`, where costs differ from case to case: the cost of missing the positives found,
    out of the cost of missing all positives.
    """
    title, call = report.summary.shown_call
    expected = ledger(call, report.point, currency=report.currency)
    unit = Amounts.at(report.point, report.currency)
    whole = expected.cases * report.point.prior * report.point.cost_fn
    allowance = call.allowance
    allowances = allowance and {
        "tuning": expected.cases * allowance.tuning,
        "choosing": expected.cases * allowance.choosing,
    }
    positives_cost = {"found_cost": {"found": whole * call.tpr, "of": whole}}
    outcomes = {
        "found": expected.positives_found,
        "missed": expected.missed,
        **({"reviewed": expected.reviewed} if expected.reviewed else {}),
        "false_alarms": expected.false_alarms,
        "left_alone": expected.left_alone,
    }
    return {
        "cases": expected.cases,
        "period": unit.case_unit.period or None,
        "currency": report.currency.symbol,
        "mistakes": unit.mistakes,
        "rule": title,
        **{name: {"cases": entry.cases, "cost": entry.cost} for name, entry in outcomes.items()},
        "allowance": allowances,
        "expected_cost": expected.cases * call.expected_cost,
        **(positives_cost if call.in_cases else {}),
    }


def _trial(report: Report) -> Fields | None:
    """The trial threshold: its counts, rates and costs."""
    if report.view.trial is None:
        return None
    name, index = report.view.trial
    model = report.analysis.models[name]
    (row,) = rows(columns_at(model.counts, report.point, [index], model.cases))
    del row["index"]
    return {"model": name, **row}


def validity_fields(report: Report) -> Fields | None:
    """The conditions under which no other rule is cheaper than `best` by more than `within`.

    null under a criterion, for a review zone and without models. An end of `cost_ratio` is null
    where there is no limit. sure: how sure the limits are; null if they are by the rows alone.
    model: the same of the model, with its threshold chosen again; null where no model is used.
    """
    if report.summary.by_criterion or not report.shown or report.summary.recommended.zone:
        return None
    best = report.scene.decision.best
    validity = validity_of(report.scene.analysis, best, report.point, report.shown)
    if validity is None:
        return None
    model = asdict(validity.model) if validity.model else None
    return {"within": MATERIAL, "sure": validity.sure, **asdict(validity.rule), "model": model}


def _changes(report: Report) -> list[Fields]:
    """The nearest conditions at which another rule or model is best; empty under a criterion.

    `pcf` is reached at `prior` and the present costs, or at `cost_ratio` and the present prior.
    """
    if report.summary.by_criterion:
        return []
    return [
        {
            "model": change.model,
            "call": change.call,
            "threshold": change.threshold,
            "other_model": change.other_model,
            "pcf": change.switch.pcf,
            "prior": change.switch.prior,
            "cost_ratio": change.switch.cost_ratio,
        }
        for change in changes(report.scene.analysis, report.point, report.shown)
    ]


def _ranges(report: Report) -> Fields | None:
    ranges = report.view.ranges
    if ranges is None:
        return None
    return {
        **asdict(ranges),
        "pcf": ranges.pcf,
        "rule": _over_ranges(report),
        "segments": [
            _optimal_range(optimal_range) for optimal_range in report.summary.optimal_ranges
        ],
        "ranking": report.ranking and _ranking(report.ranking),
    }


def _over_ranges(report: Report) -> Fields | None:
    """Cost of the headline's rule per case; `share_cheapest` is null under another criterion, and
    takes all values of a range as equally likely, or those of the operating point as most likely.
    `average_cost`: over the ranges, by the stated distribution; null if that is one of PC(+).
    `largest_regret`: its largest excess over the cheapest rule within the ranges. Of a review zone
    the costs are known, the others null.
    """
    over, review = report.summary.over, report.scene.review
    average = report.summary.recommended.expected_cost
    if over is None and review is not None and report.summary.recommended.zone is not None:
        return {
            "share_cheapest": None,
            "one_rule": False,
            "expected_cost": review.cost_within(report.view.ranges) if report.view.ranges else None,
            "average_cost": None if isinstance(report.weighting, Beta) else average,
            "largest_regret": None,
        }
    if over is None:
        return None
    return {
        "share_cheapest": None if report.summary.by_criterion else over.share,
        "one_rule": over.one_rule,
        "expected_cost": over.cost,
        "average_cost": None if isinstance(report.weighting, Beta) else average,
        "largest_regret": over.regret,
    }


def _optimal_range(optimal_range: RuleRange) -> Fields:
    """An interval of PC(+), the conditions that it holds for, and the best rule of it."""
    low, high = optimal_range.pcf
    return {
        "low": low,
        "high": high,
        "model": optimal_range.model,
        "call": optimal_range.call,
        "threshold": optimal_range.threshold,
        "owners": optimal_range.owners,
        **asdict(optimal_range.ranges),
        "nec": optimal_range.nec,
        "expected_cost": optimal_range.cost,
    }


def _ranking(ranking: Ranking) -> Fields:
    """Models by expected cost over the ranges: per case, or normalized.

    `advantage` is over the next model; its limits are null where there is none.
    """
    return {
        "cost": "expected_cost" if ranking.cases else "nec",
        "level": ranking.level,
        "distributions": {
            UNCERTAIN_FIELDS[name]: _distribution(distribution)
            for name, distribution in ranking.assumptions
        },
        "models": [
            {
                "model": model.model,
                "cost": model.cost,
                "advantage": _limits(model.advantage, model.advantage_interval),
            }
            for model in ranking.models
        ],
    }


def _limits(value: float | None, limits: Sequence[float] | None) -> Fields | None:
    if value is None:
        return None
    low, high = limits or (None, None)
    return {"value": value, "low": low, "high": high}


def _distribution(distribution: Distribution) -> Fields:
    return {"distribution": type(distribution).__name__} | asdict(distribution)


def _scenario(scenario: Scenario, row: ScenarioRow) -> Fields:
    """The rule at named conditions; `against_today` is relative to today's cost, less 1.

    Costs per case: `keeping` of the rule of the present conditions, `today` of today's rule,
    `no_model` of flagging none or all.
    """
    point, best = scenario.point, row.best
    return {
        "name": scenario.name,
        "prior": point.prior,
        "cost_fn": point.cost_fn,
        "cost_fp": point.cost_fp,
        "pcf": point.pcf,
        "model": best.model,
        "call": best.call,
        "threshold": best.threshold,
        "fpr": best.fpr,
        "tpr": best.tpr,
        "nec": row.nec,
        "expected_cost": row.cost,
        "against_today": row.against,
        "keeping": row.unchanged,
        "today": row.today,
        "no_model": row.trivial,
    }
