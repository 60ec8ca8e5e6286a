"""What the JSON says of criteria, ranges, scenarios and amounts, against slow computations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash import summarise
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.criteria import CRITERIA
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import View
from costdash.report.derived import DerivedResults
from costdash.report.json.contract import report_fields
from costdash.report.report import Report, Source
from costdash.report.request import read_criterion
from costdash.report.sentences.amounts import CaseUnit, Currency
from costdash.report.tables.scenarios import Scenario

POINT = OperatingPoint(prior=0.1, cost_fn=8, cost_fp=2)
RNG = np.random.default_rng(3)
IS_POSITIVE = np.arange(400) % 4 == 0
SCORES = {
    "fine": RNG.normal(size=400) + 1.5 * IS_POSITIVE,
    "ties": np.round(RNG.normal(size=400) + IS_POSITIVE),
}
ROWS = Predictions(is_positive=IS_POSITIVE, scores=SCORES)
ANALYSIS = analyse(ROWS, n_replicates=100)
FIELDS = {
    "cost": {},
    "max-flagged": {"limit": 0.1},
    "max-alarms": {"limit": 0.01},
    "min-recall": {"limit": 0.97},
    "min-precision": {"limit": 0.9},
    "fpr": {"limit": 0.12},
    "tpr": {"limit": 0.83},
    "capacity": {"limit": 0.2},
    "regret": {"ranges": Imprecise((0.05, 0.3), (2.0, 20.0), (1.0, 1.0))},
    "error": {},
    "product": {},
    "threshold": {"model": "ties", "threshold": 0.4},
}
EVERY = [
    (called[~IS_POSITIVE].mean(), called[IS_POSITIVE].mean())
    for score in SCORES.values()
    for called in (score >= t for t in [np.inf, *np.unique(score)])
]


def fields(point=POINT, names=("fine", "ties"), more=None, **view):
    report = Report(
        analysis=ANALYSIS,
        point=point,
        source=Source("a.csv"),
        view=View(names, **view),
        derived=DerivedResults.in_memory(ROWS, ANALYSIS),
        **(more or {}),
    )
    return report_fields(report, (0.5,))


def rates(rule):
    if rule["call"] != "some":
        return (float(rule["call"] == "all"),) * 2
    called = SCORES[rule["model"]] >= rule["threshold"]
    return called[~IS_POSITIVE].mean(), called[IS_POSITIVE].mean()


def of_criterion(key, point=POINT, **more):
    criterion = read_criterion(key, FIELDS[key] | more, point, ANALYSIS)
    return fields(point, criterion=criterion)["criterion"]


def test_every_criterion_is_tested():
    assert set(FIELDS) == set(CRITERIA)


@pytest.mark.parametrize("key", [key for key in FIELDS if key != "cost"])
def test_a_choice_has_the_rates_and_the_cost_of_its_rules(key):
    found = of_criterion(key)
    assert found["name"] == key
    shares = [part["share"] for part in found["mixture"]]
    assert sum(shares) == pytest.approx(1)
    mixed = np.dot(shares, [rates(part) for part in found["mixture"]])
    for rule, expected in ((found["chosen"], mixed), (found["single"], rates(found["single"]))):
        assert_allclose((rule["fpr"], rule["tpr"]), expected)
        assert_allclose(rule["expected_cost"], POINT.expected_cost(*expected))
        assert_allclose(rule["nec"] * POINT.scale, rule["expected_cost"])


def test_limits_are_kept_by_the_largest_share_of_positives():
    for key, used in (
        ("fpr", lambda fpr, tpr: fpr),
        ("capacity", lambda fpr, tpr: POINT.prior * tpr + (1 - POINT.prior) * fpr),
    ):
        limit = FIELDS[key]["limit"]
        found = of_criterion(key)
        most = max(tpr for fpr, tpr in EVERY if used(fpr, tpr) <= limit + 1e-12)
        assert found["single"]["tpr"] == pytest.approx(most)
        assert found["chosen"]["tpr"] >= most - 1e-12
        assert used(found["chosen"]["fpr"], found["chosen"]["tpr"]) <= limit + 1e-12
    assert of_criterion("fpr")["max_fpr"] == 0.12
    assert of_criterion("fpr", sure=True)["level"] == 0.95


def test_a_floor_is_kept_by_the_fewest_false_alarms():
    found = of_criterion("tpr")
    fewest = min(fpr for fpr, tpr in EVERY if tpr >= 0.83)
    assert found["min_tpr"] == 0.83
    assert found["single"]["fpr"] == pytest.approx(fewest)
    assert found["chosen"]["fpr"] <= fewest + 1e-12
    assert found["chosen"]["tpr"] == pytest.approx(0.83)


def test_other_criteria_choose_the_best_of_all_thresholds():
    error = of_criterion("error")["chosen"]
    wrong = [0.1 * (1 - tpr) + 0.9 * fpr for fpr, tpr in EVERY]
    assert 0.1 * (1 - error["tpr"]) + 0.9 * error["fpr"] == pytest.approx(min(wrong))
    product = of_criterion("product")["single"]
    largest = max((1 - fpr) * tpr for fpr, tpr in EVERY)
    assert (1 - product["fpr"]) * product["tpr"] == pytest.approx(largest)
    fixed = of_criterion("threshold")
    assert (fixed["model"], fixed["threshold"]) == ("ties", 0.4)
    assert_allclose(rates(fixed["chosen"]), rates({"call": "some", **fixed}))


def test_least_cost_is_null_and_further_criteria_are_listed():
    further = (read_criterion("capacity", FIELDS["capacity"], POINT, ANALYSIS),)
    found = fields(more={"further_criteria": further})
    assert found["criterion"] is None
    assert found["further_criteria"] == [of_criterion("capacity")]


@pytest.mark.parametrize(
    ("unit", "cases"), [(None, 1000), (CaseUnit(1), 1), (CaseUnit.per_period(3000), 3000)]
)
def test_amounts_are_those_of_the_number_of_cases(unit, cases):
    found = fields(more={"currency": Currency("€", case_unit=unit)})
    told, best = found["amounts"], found["best"]
    assert (told["cases"], told["currency"], told["mistakes"]) == (cases, "€", False)
    assert told["period"] == ("month" if unit and unit.period else None)
    assert told["missed"]["cases"] == pytest.approx(cases * 0.1 * (1 - best["tpr"]))
    assert told["false_alarms"]["cost"] == pytest.approx(cases * 0.9 * best["fpr"] * 2)
    parts = [told[name] for name in ("found", "missed", "false_alarms", "left_alone")]
    assert sum(part["cases"] for part in parts) == pytest.approx(cases)
    assert sum(part["cost"] for part in parts) == pytest.approx(told["expected_cost"])
    assert told["expected_cost"] == pytest.approx(cases * best["expected_cost"])


def test_a_chosen_threshold_has_its_counts_rates_and_costs():
    assert fields()["chosen"] is None
    index = int(ANALYSIS.models["ties"].counts.index(1.0))
    found = fields(trial=("ties", index))["chosen"]
    called = SCORES["ties"] >= found["threshold"]
    counted = [int((called & IS_POSITIVE).sum()), int((called & ~IS_POSITIVE).sum())]
    assert (found["model"], found["threshold"]) == ("ties", 1.0)
    assert [found["tp"], found["fp"]] == counted
    assert (found["tp"] + found["fn"], found["fp"] + found["tn"]) == (100, 300)
    assert found["expected_cost"] == pytest.approx(
        POINT.expected_cost(counted[1] / 300, counted[0] / 100)
    )


def test_in_each_segment_of_the_ranges_its_rule_is_the_cheapest():
    known = Imprecise((0.05, 0.4), (3, 30), (1, 2))
    ranges = fields(ranges=known)["ranges"]
    assert (ranges["prior"], ranges["pcf"]) == ([0.05, 0.4], list(known.pcf))
    parts = ranges["segments"]
    assert len(parts) > 1
    ends = [parts[0]["low"], *(part["high"] for part in parts)]
    assert ends == [ranges["pcf"][0], *(part["low"] for part in parts[1:]), ranges["pcf"][1]]
    for part in parts:
        for pcf, nec in zip((part["low"], part["high"]), part["nec"], strict=True):
            least = min(fpr * (1 - pcf) + (1 - tpr) * pcf for fpr, tpr in EVERY)
            fpr, tpr = rates(part)
            assert nec == pytest.approx(least) == pytest.approx(fpr * (1 - pcf) + (1 - tpr) * pcf)


def test_the_rule_over_the_ranges_is_that_of_a_search_through_them():
    known = Imprecise((0.05, 0.4), (3, 30), (1, 2))
    found = fields(ranges=known)["ranges"]["rule"]
    best = ANALYSIS.decide(POINT).best
    ends = np.transpose((known.prior, known.cost_fn, known.cost_fp))
    prior, fn, fp = np.random.default_rng(1).uniform(*ends, (4000, 3)).T
    costs = [prior * fn * (1 - tpr) + (1 - prior) * fp * fpr for fpr, tpr in EVERY]
    own = prior * fn * (1 - best.tpr) + (1 - prior) * fp * best.fpr
    ours = [
        prior * fn * (1 - tpr) + (1 - prior) * fp * fpr
        for fpr, tpr in (
            rates({"model": best.model, "call": "some", "threshold": t})
            for t in np.unique(SCORES[best.model])
        )
    ]
    cheapest = np.min(ours, axis=0) <= np.min(costs, axis=0) * (1 + 1e-12)
    assert found["share_cheapest"] == pytest.approx(cheapest.mean(), abs=0.03)
    low, high = found["expected_cost"]
    assert low <= own.min() <= own.max() <= high
    regret = (own - np.min(costs, axis=0)).max()
    assert regret <= found["largest_regret"] <= 2 * regret
    assert found["one_rule"] is False


def test_with_likely_the_share_of_ranges_is_by_the_same_distribution_as_the_ranking():
    noise, sure = RNG.normal(size=(2, 400)), RNG.random((2, 400)) < 0.5
    scores = {
        "a": noise[0] + 3 * (IS_POSITIVE & sure[0]),
        "b": noise[1] - 3 * (~IS_POSITIVE & sure[1]),
    }
    rows = Predictions(is_positive=IS_POSITIVE, scores=scores)
    options = {"prior": 0.1, "prior_range": (0.005, 0.4), "cost_fn": 9, "cost_fn_range": (1, 10)}
    options |= {"same_rows": True, "n_replicates": 100}
    even, likely = (summarise(rows, **options, likely=x).fields() for x in (False, True))
    segments = even["ranges"]["segments"]
    rng, best = np.random.default_rng(2), likely["best"]
    edges = [x["high"] for x in segments[:-1]]
    owned = np.array([best["model"] in x["owners"] for x in segments])
    draws = {
        False: (rng.uniform(0.005, 0.4, 40_000), rng.uniform(1, 10, 40_000)),
        True: (rng.triangular(0.005, 0.1, 0.4, 40_000), rng.triangular(1, 9, 10, 40_000)),
    }
    for found, (prior, miss) in ((even, draws[False]), (likely, draws[True])):
        pcf = prior * miss / (prior * miss + 1 - prior)
        expected = owned[np.searchsorted(edges, pcf)].mean()
        assert 0 < expected < 1
        assert found["ranges"]["rule"]["share_cheapest"] == pytest.approx(expected, abs=0.01)


def test_the_ranking_orders_the_models_by_their_mean_cost():
    known = Imprecise((0.05, 0.4), (3, 30), (1, 2))
    ranking = fields(ranges=known)["ranges"]["ranking"]
    rng = np.random.default_rng(0)
    sampled = rng.uniform((0.05, 3, 1), (0.4, 30, 2), (4000, 3))
    means = {}
    for name, score in SCORES.items():
        lines = [rates({"model": name, "call": "some", "threshold": t}) for t in np.unique(score)]
        fpr, tpr = np.array([(0.0, 0.0), *lines]).T[:, :, None]
        prior, fn, fp = sampled.T
        means[name] = (prior * (1 - tpr) * fn + (1 - prior) * fpr * fp).min(axis=0).mean()
    first, last = ranking["models"]
    assert means[first["model"]] < means[last["model"]]
    for one in (first, last):
        assert one["cost"] == pytest.approx(means[one["model"]], rel=0.05)
    assert first["advantage"]["value"] == pytest.approx(last["cost"] - first["cost"])
    assert first["advantage"]["low"] < first["advantage"]["value"] < first["advantage"]["high"]
    assert last["advantage"] is None
    uniform = {"distribution": "Uniform", "low": 0.05, "high": 0.4}
    assert ranking["distributions"]["prior"] == uniform


def test_scenarios_have_the_decisions_of_their_conditions():
    rural = OperatingPoint(0.02, 30, 2)
    rule = "fine", 40
    now, found = fields(today=rule, more={"scenarios": (Scenario("rural", rural),)})["scenarios"]
    assert (now["name"], found["name"]) == ("Now", "rural")
    for one, point in ((now, POINT), (found, rural)):
        best, today = ANALYSIS.decide(point).best, ANALYSIS.call_at(point, *rule)
        assert (one["model"], one["threshold"]) == (best.model, best.threshold)
        assert one["expected_cost"] == best.expected_cost
        assert one["against_today"] == best.expected_cost / today.expected_cost - 1


def test_without_ranges_models_or_scenarios_the_fields_are_empty():
    found = fields(names=(), more={"scenarios": ()})
    assert (found["ranges"], found["changes"], len(found["scenarios"])) == (None, [], 1)
    assert found["scenarios"][0]["call"] == ANALYSIS.decide(POINT, ()).best.call


@pytest.mark.parametrize(("shift", "given"), [(0.05, False), (2.5, True)])
def test_how_likely_the_choice_is_the_cheapest_is_null_where_another_may_be_as_cheap(shift, given):
    rng = np.random.default_rng(4)
    scores = {"a": rng.normal(size=400) + (1 + shift) * IS_POSITIVE}
    scores["b"] = rng.normal(size=400) + 1.0 * IS_POSITIVE
    rows = Predictions(is_positive=IS_POSITIVE, scores=scores)
    found = summarise(rows, prior=0.3, cost_fn=3, n_replicates=100).fields()
    best, shares = found["best"], [option["share_cheapest"] for option in found["options"]]
    assert found["cheapest"]["clear"] is given
    if given:
        assert best["share_note"] is None
        assert best["share_cheapest"] == shares[2 + ["a", "b"].index(best["model"])]
        assert sum(shares) == pytest.approx(1)
    else:
        assert best["share_cheapest"] is None
        assert shares == [None] * 4
        assert best["share_note"].startswith(f"{found['cheapest']['statement']}. Of options")
    assert best["expected_regret"] >= 0
