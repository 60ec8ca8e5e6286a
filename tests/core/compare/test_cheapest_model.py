"""How sure it is which model is the cheapest, against the comparisons of pairs."""

import numpy as np
import pytest
from scipy.special import ndtr

from costdash.core import ConfusionMatrix, OperatingPoint, Predictions, Split
from costdash.core.analysis.analyse import analyse
from costdash.core.compare.cheapest_model import (
    GRID,
    CheapestModel,
    Contender,
    is_settled,
)
from costdash.core.compare.multiple_testing import holm, pair_tests
from costdash.core.curves.cost import trivial_cost
from costdash.report.derived import DerivedResults

N = 240
KINDS = {
    "plain": {},
    "weights": {"weight": lambda rng: rng.choice([0.5, 1, 3], N)},
    "clusters": {"cluster": lambda _: np.arange(N) // 4},
    "few clusters": {"cluster": lambda _: np.arange(N) // 24},
    "hold-out": {"split": lambda rng: Split(rng.random(N) < 0.5, "dev", "test")},
    "a matrix": {"confusions": lambda _: {"M": ConfusionMatrix(60, 25, 20, 135)}},
    "a matrix beside clusters": {
        "confusions": lambda _: {"M": ConfusionMatrix(60, 25, 20, 135)},
        "cluster": lambda _: np.arange(N) // 4,
    },
    "a small matrix": {"confusions": lambda _: {"M": ConfusionMatrix(3, 1, 20, 135)}},
}


def drawn(seed, **more):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(N) % 3 == 0
    shifts = {"a": 0.4, "b": 1.0, "c": 2.5}
    scores = {name: np.round(rng.normal(size=N) + x * is_positive, 1) for name, x in shifts.items()}
    return Predictions(
        is_positive=is_positive,
        scores=scores,
        **{name: make(rng) for name, make in more.items()},
    )


def results_of(rows):
    """The derived results, the analysis as it decides, and the names of its models."""
    analysis = analyse(rows, n_replicates=100, level=0.9)
    derived, names = DerivedResults.in_memory(rows, analysis), tuple(analysis.models)
    fits = None if rows.split is not None else derived.crossfits(names)
    return derived, analysis.with_crossfits(fits), names


@pytest.fixture(params=KINDS, scope="module")
def results(request):
    return results_of(drawn(list(KINDS).index(request.param), **KINDS[request.param]))


@pytest.mark.parametrize("point", [OperatingPoint(0.3), OperatingPoint(0.1, 8, 1)])
def test_each_model_is_compared_as_in_the_comparison_of_the_pair(results, point):
    derived, analysis, names = results
    decision = analysis.decide(point, names)
    found, best = derived.cheapest_model(analysis, decision, names), decision.best.model
    at = () if analysis.crossfits is None else (point.pcf,)
    every = derived.comparisons(names, 0.9, 10, at, analysis.crossfits)
    pairs = {
        frozenset((c.a, c.b)): c if c.a == best else c.swapped()
        for c in every
        if best in (c.a, c.b)
    }
    p = [pairs[frozenset((best, name))].p_here(point.pcf) for name in names if name != best]
    if np.isnan(p).any():
        assert found is None
        return
    assert [c.model for c in found.contenders] == [name for name in names if name != best]
    assert [c.p for c in found.contenders] == p
    assert [c.p_holm for c in found.contenders] == holm(p).tolist()
    for c in found.contenders:
        pair = pairs[frozenset((best, c.model))]
        assert (c.value, c.low, c.high) == pair.at(point.pcf)
    assert set(found.as_cheap) == {c.model for c in found.contenders if c.p_holm > 0.1}
    tests = {
        frozenset((t.comparison.a, t.comparison.b)): t.here
        for t in pair_tests(every, point.pcf, found.tests)
    }
    plain = {
        frozenset((t.comparison.a, t.comparison.b)): t.here for t in pair_tests(every, point.pcf)
    }
    for pair, test in tests.items():
        if best in pair:
            assert test.holm == found.tests[pair].holm
            assert test.tested == len(p)
        else:
            assert test == plain[pair]


def test_ranges_are_where_the_statement_is_clear_and_the_model_beats_the_trivial_call(results):
    derived, analysis, names = results
    rules = analysis.recommended_rules(names)
    here = analysis.decide(OperatingPoint(0.3), names)
    ranges = derived.clear_ranges(analysis, here, names)
    assert all(low < high for low, high in ranges)
    assert all(one[1] <= two[0] for one, two in zip(ranges, ranges[1:]))
    seen = set()
    for pcf in GRID[5:-5:3].tolist():
        if np.min(np.abs(rules.tie - pcf)) < 1e-3:
            continue
        decision = analysis.decide(OperatingPoint(pcf, 1, 1), names)
        found = derived.cheapest_model(analysis, decision, names)
        clear = found is None if decision.best.model is None else False
        if found is not None:
            clear = found.is_clear
        if decision.best.model is not None:
            low, _ = decision.saving_interval or (np.nan, np.nan)
            clear &= low > 0
        assert any(low < pcf < high for low, high in ranges) == clear
        seen.add(clear)
    assert False in seen


def test_rivals_are_the_nearest_models_that_may_be_as_cheap(results):
    derived, analysis, names = results
    if analysis.crossfits is None:
        return
    rules, rivals = analysis.recommended_rules(names), derived.rival_ranges(analysis, names)
    assert all(one.high <= two.low for one, two in zip(rivals, rivals[1:]))
    nearest_in, seen = {rival: set() for rival in rivals}, set()
    for pcf in GRID[5:-5].tolist():
        if np.min(np.abs(rules.tie - pcf)) < 1e-3:
            continue
        decision = analysis.decide(OperatingPoint(pcf, 1, 1), names)
        found = derived.cheapest_model(analysis, decision, names)
        if found is None:
            assert not any(rival.low < pcf < rival.high for rival in rivals)
            continue
        tied = decision.best.owners
        unsure = [c for c in found.contenders if c.model in found.as_cheap and c.model not in tied]
        hatched = [rival for rival in rivals if rival.low < pcf < rival.high]
        assert len(hatched) == bool(unsure)
        seen.add(bool(unsure))
        if unsure:
            nearest_in[hatched[0]].add(max(unsure, key=lambda c: c.value).model)
    assert True in seen or not rivals
    for rival, nearest in nearest_in.items():
        assert not nearest or rival.model in nearest


def test_rivals_within_ranges_are_those_of_each_point_between_their_ends(results):
    derived, analysis, names = results
    rules, rng, seen = analysis.recommended_rules(names), np.random.default_rng(5), set()
    for low, high in np.sort(rng.uniform(0.03, 0.97, (12, 2))).tolist():
        decision = analysis.decide(OperatingPoint((low + high) / 2, 1, 1), names)
        rivals = derived.rivals_within(analysis, decision, names, (low, high))
        for pcf in [low, *GRID[(low < GRID) & (high > GRID)].tolist(), high]:
            if np.min(np.abs(rules.tie - pcf)) < 1e-3:
                continue
            there = analysis.decide(OperatingPoint(pcf, 1, 1), names)
            best, tied = there.best, there.best.owners
            if (best.call, best.model) != (decision.best.call, decision.best.model):
                assert (*tied, f"flag {best.call}")[0] in rivals or decision.best.model in tied
                seen.add("another is recommended")
                continue
            found = derived.cheapest_model(analysis, there, names)
            unsure = {c for c in found.contenders if c.model in found.as_cheap} if found else set()
            nearest = [c.model for c in sorted(unsure, key=lambda c: -c.value)]
            nearest = [name for name in nearest if name not in tied]
            assert not nearest or nearest[0] in rivals
            seen.add("as cheap" if nearest else "clear")
    assert seen - {"clear"}


def test_where_no_model_may_be_as_cheap_ranges_have_no_rivals():
    derived, analysis, names = results_of(drawn(3))
    clear = [
        (low, high)
        for decision in (analysis.decide(OperatingPoint(0.4, 1, 1), names),)
        for low, high in derived.clear_ranges(analysis, decision, names)
        if high - low > 0.02
    ]
    assert clear
    for low, high in clear:
        middle = analysis.decide(OperatingPoint((low + high) / 2, 1, 1), names)
        assert derived.rivals_within(analysis, middle, names, (low + 0.01, high - 0.01)) == ()
    assert derived.rivals_within(analysis, middle, names, (0.01, 0.99))


def test_the_present_point_has_the_statement_of_the_card(results):
    derived, analysis, names = results
    for prior in np.random.default_rng(1).uniform(0.05, 0.9, 12).tolist():
        decision = analysis.decide(OperatingPoint(prior), names)
        if decision.best.model is None:
            continue
        found = derived.cheapest_model(analysis, decision, names)
        low, _ = decision.saving_interval or (np.nan, np.nan)
        clear = found is not None and found.is_clear and low > 0
        ranges = derived.clear_ranges(analysis, decision, names)
        assert any(a < prior < b for a, b in ranges) == clear


def test_flagging_none_is_compared_with_each_model_that_does_something_else():
    rows = drawn(3)
    derived, analysis, names = results_of(rows)
    for pcf in (0.02, 0.05, 0.1):
        decision = analysis.decide(OperatingPoint(pcf), names)
        if decision.best.model is not None:
            continue
        found = derived.cheapest_model(analysis, decision, names)
        own = [n for n in names if analysis.call_of(OperatingPoint(pcf), n, 0).call == "some"]
        assert [c.model for c in found.contenders] == own if found else not own
        for c in found.contenders if found else ():
            fit = analysis.crossfits.of([c.model])
            error = fit.at(pcf)[2]
            assert c.value == pytest.approx(trivial_cost(pcf) - fit.cost([pcf])[0])
            assert c.p == pytest.approx(2 * ndtr(-abs(c.value) / error))


def test_a_model_that_costs_less_on_other_rows_is_not_as_cheap_but_cheaper():
    better = Contender("better", 0.05, 0.02, 0.08, 0.001, 0.002)
    close = Contender("close", -0.01, -0.02, 0.01, 0.3, 0.3)
    assert CheapestModel("chosen", "some", (better,), 0.95).cheaper == ("better",)
    assert not CheapestModel("chosen", "some", (better,), 0.95).is_clear
    assert CheapestModel("chosen", "some", (better, close), 0.95).as_cheap == ("close",)


@pytest.mark.parametrize("k", [2, 3, 6])
def test_the_least_of_equal_costs_is_rarely_called_clearly_the_least(k):
    """Normal costs of equal models: the claim is false in at most 5 % of samples."""
    cost = np.random.default_rng(1).normal(size=(4000, k))
    cost.sort(axis=1)
    claims = 0
    for x in cost:
        p = 2 * ndtr(-(x[1:] - x[0]) / np.sqrt(2))
        claims += (holm(p) <= 0.05).all()
    assert claims / len(cost) < 0.06


@pytest.mark.parametrize("point", [OperatingPoint(0.3), OperatingPoint(0.1, 8, 1)])
def test_a_decision_is_settled_where_neither_a_model_nor_no_model_may_be_as_cheap(results, point):
    derived, analysis, names = results
    for some in (names, names[-1:], names[:1], names[:2]):
        if analysis.crossfits is not None:
            analysis = analysis.with_crossfits(derived.crossfits(some))
        decision = analysis.decide(point, some)
        found = derived.cheapest_model(analysis, decision, some)
        best, rest = decision.best, [] if found is None else found.contenders
        dearer = all(x.p_holm <= 0.1 and x.value < 0 for x in rest)
        if best.model is None:
            trivial = [analysis.call_of(point, name, 0).call != "some" for name in some]
            expected = (found is not None and dearer) or all(trivial)
            assert is_settled(analysis, decision, some, found) == expected
            continue
        clear = len(rest) == len(some) - 1 and dearer
        low = decision.saving_interval and decision.saving_interval[0]
        assert is_settled(analysis, decision, some, found) == bool(clear and low and low > 0)


def test_equal_models_and_a_useless_one_are_not_settled_and_a_good_one_is():
    rng = np.random.default_rng(3)
    is_positive = np.arange(400) % 2 == 0
    noise = rng.normal(size=(3, 400))
    close = {"a": noise[0] + is_positive, "b": noise[1] + is_positive}
    cases = (
        (close, False),
        ({"a": noise[0]}, False),  # no model is recommended, and this one may be as cheap
        ({"a": noise[0] + 3 * is_positive}, True),
        ({"a": noise[0] + 3 * is_positive, "b": noise[1] + 0.5 * is_positive}, True),
    )
    for scores, expected in cases:
        derived, analysis, names = results_of(Predictions(is_positive=is_positive, scores=scores))
        decision = analysis.decide(OperatingPoint(0.5), names)
        found = derived.cheapest_model(analysis, decision, names)
        assert is_settled(analysis, decision, names, found) == expected
