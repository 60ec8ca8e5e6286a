"""Where the division into folds decides: against recommendations with other seeds."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, Split
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.undecided import undecided
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.folds.crossfit_counts import costs_of_division

N = 240
SEEDS = 8
NAMES = ("a", "b", "c")


def drawn(seed, **more):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(N) < 30
    shared = rng.normal(size=N)
    scores = {
        name: 0.6 * shared + 0.8 * rng.normal(size=N) + shift * is_positive
        for name, shift in zip(NAMES, (1.0, 1.0, 1.1))
    }
    return Predictions(is_positive=is_positive, scores=scores, **more)


def decided(rows, analysis, seed):
    fits = crossfit_models(rows, seed=seed, n_replicates=10)
    return replace(analysis, seed=seed).with_crossfits(fits)


@pytest.fixture(scope="module")
def files():
    """The analyses of some files with each of several seeds."""
    made = []
    for seed in range(6):
        rows = drawn(seed)
        analysis = analyse(rows, n_replicates=100)
        made.append([decided(rows, analysis, k) for k in range(SEEDS)])
    return made


def slow_costs(models, pcf):
    """Each model, and the choice, of one division: loops over folds, thresholds and models."""
    folds, places = range(models[0].fp.shape[0]), range(len(models))

    def cost(called, some):
        """nec on some folds of what is called there; called: (model, column) by fold."""
        sums = np.zeros(4)
        for fold in some:
            m, k = called[fold]
            t = models[m]
            sums += t.fp[fold, k], t.tp[fold, k], t.negatives[fold, -1], t.positives[fold, -1]
        return normalized_expected_cost(sums[0] / sums[2], sums[1] / sums[3], pcf)

    def others(fold):
        return [other for other in folds if other != fold]

    tuned = []
    for m in places:
        thresholds = range(models[m].fp.shape[1])
        costs = [[cost([(m, k)] * len(folds), others(fold)) for k in thresholds] for fold in folds]
        tuned.append([(m, int(np.argmin(each))) for each in costs])
    chosen = []
    for fold in folds:
        least = int(np.argmin([cost(called, others(fold)) for called in tuned]))
        chosen.append(tuned[least][fold])
    return [*(cost(called, folds) for called in tuned), cost(chosen, folds)]


@pytest.mark.parametrize("pcf", [0.137, 0.31, 0.62])
def test_costs_of_a_division_are_those_of_a_loop_and_average_to_the_cross_fitted_cost(files, pcf):
    fits = files[0][0].crossfits
    models = [fits.of([name]) for name in NAMES]
    divisions = list(zip(*(fit.folds for fit in models)))
    found = np.array([costs_of_division(tallies, pcf) for tallies in divisions])
    np.testing.assert_allclose(found[0], slow_costs(divisions[0], pcf))
    whole = [*(fit.cost([pcf])[0] for fit in models), fits.together.cost([pcf])[0]]
    np.testing.assert_allclose(found.mean(axis=0), whole)


def test_it_is_said_where_seeds_recommend_different_rules_and_hardly_elsewhere(files):
    said = {True: [], False: []}
    for seeds in files:
        for pcf in (0.083, 0.1234, 0.317, 0.52):
            rules, doubts = [], []
            for analysis in seeds:
                best = analysis.decide(OperatingPoint(pcf), NAMES, 0).best
                found = undecided(analysis, analysis.decide(OperatingPoint(pcf), NAMES, 0), NAMES)
                if found:
                    assert (found[0].model, found[0].call) == (best.model, best.call)
                    assert len({(call.model, call.call) for call in found}) == len(found) > 1
                rules.append((best.model, best.call))
                doubts.append(bool(found))
            said[len(set(rules)) > 1].append(np.mean(doubts))
    assert len(said[True]) >= 3
    assert np.mean(said[True]) > 0.6
    assert np.mean(said[False]) < 0.25


@pytest.mark.parametrize(
    "more",
    [{"fold": np.arange(N) % 5}, {"split": Split(np.arange(N) % 2 == 0, "dev", "test")}],
    ids=["folds of the file", "hold-out"],
)
def test_without_random_folds_nothing_depends_on_them(more):
    rows = drawn(0, **more)
    analysis = analyse(rows, n_replicates=100)
    if "fold" in more:
        analysis = decided(rows, analysis, 0)
    for pcf in (0.1, 0.3, 0.5):
        decision = analysis.decide(OperatingPoint(pcf), NAMES, 0)
        assert undecided(analysis, decision, NAMES) == ()
