"""The value of more labels, against exact sums over all that more rows may show."""

import pickle
from dataclasses import replace
from math import lgamma

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.compare import label_value as label_value_module
from costdash.core.compare.label_value import FEWEST, label_value, value_of
from costdash.core.compare.option_costs import option_costs
from costdash.core.compare.sample_size import (
    PairQuestion,
    Shown,
    rows_to_detect,
    rows_to_detect_pair,
)
from costdash.core.folds.crossfit import crossfit_models
from tests.support.paired_samples import analysed, correlated


def counted(tp, fp, fn, tn):
    """Predictions of a model that calls as these counts, and the point of threshold probability."""
    y = np.repeat([True, False, True, False], [tp, fp, fn, tn])
    score = np.repeat([1.0, 1.0, 0.0, 0.0], [tp, fp, fn, tn])
    return Predictions(is_positive=y, scores={"a": score})


def compositions(m, parts):
    if parts == 1:
        yield (m,)
        return
    for first in range(m + 1):
        for rest in compositions(m - first, parts - 1):
            yield (first, *rest)


def dirichlet_value(counts, z, m):
    """EVSI of m more rows: rates have the Dirichlet distribution of the counts; exact."""
    n, w = sum(counts), z / (1 - z)

    def net_benefit(tp, fp, fn, tn):
        return np.array([0.0, (tp + fn) - (fp + tn) * w, tp - fp * w])

    value = 0.0
    for more in compositions(m, 4):
        log = lgamma(m + 1) + lgamma(n) - lgamma(n + m)
        log += sum(lgamma(a + x) - lgamma(a) - lgamma(x + 1) for a, x in zip(counts, more))
        value += np.exp(log) * net_benefit(*(a + x for a, x in zip(counts, more))).max() / (n + m)
    return value - net_benefit(*counts).max() / n


EXACT = [
    ((4, 3, 2, 11), 0.2, 5, 0.004185, 0.0027),
    ((4, 3, 2, 11), 0.2, 20, 0.010127, 0.0087),
    ((6, 6, 2, 6), 0.3, 5, 0.006002, 0.0051),
    ((6, 6, 2, 6), 0.3, 20, 0.013602, 0.0133),
]


@pytest.mark.parametrize(("counts", "z", "m", "exact", "normal"), EXACT)
def test_value_of_few_rows_is_near_the_exact_one(counts, z, m, exact, normal):
    assert dirichlet_value(counts, z, m) == pytest.approx(exact, abs=1e-6)
    rows = counted(*counts)
    point = OperatingPoint(rows.prevalence, 1.0, z / (1 - z))
    costs = option_costs(rows, {"a": np.array([1.0])}, point, (False, False, True))
    value = value_of(costs, rows.rows, rows.positives)
    share = m / (sum(counts) + m)
    noise = np.random.default_rng(0).multivariate_normal(
        costs.cost, share * costs.covariance, 10**6
    )
    drawn = costs.cost.min() - noise.min(axis=1).mean()  # the mean of each option's cost is known
    assert value.of_rows(m) == pytest.approx(drawn, rel=0.03)
    assert value.of_rows(m) == pytest.approx(normal, rel=0.1)


def test_two_options_have_the_closed_form():
    """s phi(d / s) - d Phi(-d / s), of the difference d and its error s."""
    from scipy.stats import norm

    rows = correlated(np.random.default_rng(1), 200, 800, {"a": 1.0, "b": 1.1}, 0.6)
    point = OperatingPoint(0.2, 4, 1)
    costs = option_costs(rows, {"a": np.array([0.7]), "b": np.array([0.8])}, point).among([2, 3])
    value = value_of(costs, rows.rows, 200)
    d = abs(float(costs.cost[0] - costs.cost[1]))
    c = costs.covariance
    error = (c[0, 0] + c[1, 1] - 2 * c[0, 1]) ** 0.5
    for more in (100, 1000, 50_000):
        s = error * (more / (rows.rows + more)) ** 0.5
        assert value.of_rows(more) == pytest.approx(
            s * norm.pdf(d / s) - d * norm.cdf(-d / s), rel=0.03
        )


def test_value_grows_with_rows_towards_perfect_information():
    rows = correlated(np.random.default_rng(2), 100, 900, {"a": 1.0, "b": 1.2}, 0.5)
    analysis = analysed(rows)
    decision = analysis.decide(OperatingPoint(0.05, 30, 1))
    value = label_value(rows, analysis, decision, ["a", "b"])
    curve = [more.value for more in value.curve]
    assert curve == sorted(curve)
    assert 0 < curve[0]
    assert curve[-1] < value.evpi
    assert value.of_rows(1e9) == pytest.approx(value.evpi, rel=1e-3)
    alone = [more.value for more in value.positives_alone]
    assert alone == sorted(alone)
    assert alone[-1] < value.evpi
    both = value.of_classes(100, 900)
    assert both == pytest.approx(value.of_rows(1000), rel=0.05)


def test_a_price_chooses_the_number_of_rows():
    rows = correlated(np.random.default_rng(4), 100, 900, {"a": 1.0, "b": 1.2}, 0.5)
    analysis = analysed(rows)
    value = label_value(rows, analysis, analysis.decide(OperatingPoint(0.05, 30, 1)), ["a", "b"])
    cheap, dear = value.worth(0.01, 1e6), value.worth(1.0, 1e6)
    assert cheap.rows > dear.rows
    assert cheap.value > dear.value > 0
    net = [1e6 * value.of_rows(m) - m for m in np.geomspace(10, 1e5, 300)]
    assert dear.value == pytest.approx(max(net), rel=0.02)
    assert value.worth(1e9, 1.0) is None
    assert value.best_mix(1e9, 1.0) is None
    mix = value.best_mix(1.0, 1e6)
    assert mix.value > dear.value
    assert mix.positives / mix.rows > 0.2


def test_too_few_rows_of_a_class_have_no_value():
    rows = correlated(np.random.default_rng(5), FEWEST - 1, 500, {"a": 1.5}, 0)
    analysis = analysed(rows)
    assert label_value(rows, analysis, analysis.decide(OperatingPoint(0.1, 9, 1)), ["a"]) is None


def test_many_models_have_fewer_thresholds_each(monkeypatch):
    """Otherwise 200 models would need a matrix of 6,000 x 6,000 covariances, several times."""
    rows = correlated(np.random.default_rng(7), 240, 900, {name: 1.5 for name in "abcdef"}, 0.5)
    analysis = analysed(rows)
    decision = analysis.decide(OperatingPoint(0.1, 9, 1))
    whole = label_value(rows, analysis, decision, [*"abcdef"])
    monkeypatch.setattr(label_value_module, "MOST_OPTIONS", 60)
    few = label_value(rows, analysis, decision, [*"abcdef"])
    assert whole.gain.size > 6 * 20
    assert 6 * 10 < few.gain.size <= 2 + 6 * 12  # none, all, and the cheapest of each
    assert few.of_rows(1e9) == pytest.approx(whole.of_rows(1e9), rel=0.25)


def test_an_estimated_prior_makes_more_labels_worth_more():
    rows = correlated(np.random.default_rng(6), 60, 240, {"a": 1.0}, 0)
    analysis = analyse(rows, n_replicates=100)
    point = OperatingPoint(rows.prevalence, 4, 1)
    known, estimated = (
        label_value(rows, each, each.decide(point), ["a"])
        for each in (analysis, analysis.with_estimated_prior)
    )
    assert estimated.evpi > known.evpi


@pytest.mark.parametrize("effect", [0.02, 0.05])
def test_rows_to_detect_have_the_power_they_promise(effect):
    """On normal differences of cost: the interval excludes 0 in 80 % of samples."""
    rows = correlated(np.random.default_rng(7), 300, 700, {"a": 1.0, "b": 1.0}, 0.5)
    point = OperatingPoint(0.3, 2, 1)
    costs = option_costs(rows, {"a": np.array([0.5]), "b": np.array([0.5])}, point)
    sizes = (rows.rows - rows.positives, rows.positives)
    wanted = rows_to_detect(costs, (2, 3), sizes, Shown(effect))
    contrast = np.zeros(4)
    contrast[2:] = 1, -1
    variance = contrast @ costs.covariance @ contrast
    rng = np.random.default_rng(0)

    def power(variance):
        shown = rng.normal(effect, variance**0.5, 40_000)
        return (np.abs(shown) > 1.959964 * variance**0.5).mean()

    assert power(variance * rows.rows / wanted.rows) == pytest.approx(0.8, abs=0.01)
    assert power(variance) == pytest.approx(wanted.power_now, abs=0.01)
    mix = sum(
        contrast @ part @ contrast * size / best
        for part, size, best in zip(
            (costs.of_negatives, costs.of_positives),
            sizes,
            (wanted.best_negatives, wanted.best_positives),
        )
    )
    assert power(mix) == pytest.approx(0.8, abs=0.01)
    assert wanted.best_negatives + wanted.best_positives <= wanted.rows + 2


def calls_of_other_folds(rows, name, point):
    """Whether each row is flagged by the threshold that is the cheapest on the other folds."""
    score, y, called = rows.scores[name], rows.is_positive, np.zeros(rows.rows, bool)
    thresholds = [np.inf, *np.unique(score)[::-1]]
    for fold in np.unique(rows.fold):
        others = rows.fold != fold
        costs = [
            point.expected_cost((score[others & ~y] >= t).mean(), (score[others & y] >= t).mean())
            for t in thresholds
        ]
        here = rows.fold == fold
        called[here] = score[here] >= thresholds[int(np.argmin(np.round(costs, 12)))]
    return called


@pytest.mark.parametrize("seed", range(4))
def test_two_models_differ_as_much_as_on_rows_that_did_not_choose_their_thresholds(seed):
    rng = np.random.default_rng(seed)
    rows = correlated(rng, 40, 160, {"a": 1.0, "b": 1.5}, 0.4)
    rows = replace(rows, fold=rng.permuted(np.arange(200) % 5))
    point, question = OperatingPoint(0.2, 5, 1), PairQuestion(0.1)
    fitted = analysed(rows, n_replicates=100).with_crossfits(crossfit_models(rows, n_replicates=5))
    found = rows_to_detect_pair(rows, fitted, point, ("a", "b"), question)
    each = {}
    for name in "ab":
        called = calls_of_other_folds(rows, name, point)
        missed, alarm = point.prior * point.cost_fn, (1 - point.prior) * point.cost_fp
        each[name] = np.where(rows.is_positive, missed * ~called, alarm * called)
    difference = each["a"] - each["b"]
    v1, v0 = (difference[part].var() for part in (rows.is_positive, ~rows.is_positive))
    effect = 0.1 * max(fitted.call_of(point, name, 0).expected_cost for name in "ab")
    z = 1.959964 + 0.8416212
    assert found.effect == pytest.approx(effect)
    assert found.rows == pytest.approx((z / effect) ** 2 * (v1 / 0.2 + v0 / 0.8), rel=2e-3)
    best = (z / effect) ** 2 * (v1**0.5 + v0**0.5) ** 2
    assert found.best_positives + found.best_negatives == pytest.approx(best, rel=2e-3)


def test_rows_that_chose_the_thresholds_ask_for_too_few():
    """Over many samples, the variance on the rows that chose them is smaller."""
    point, question, ratios = OperatingPoint(0.2, 6, 1), PairQuestion(0.1), []
    for seed in range(12):
        rows = correlated(np.random.default_rng(seed), 60, 540, {"a": 1.0, "b": 1.3}, 0.5)
        plain = analysed(rows, n_replicates=100)
        fitted = plain.with_crossfits(crossfit_models(rows, n_replicates=5))
        counts = [
            rows_to_detect_pair(rows, each, point, ("a", "b"), question) for each in (plain, fitted)
        ]
        ratios.append(
            counts[0].rows * counts[0].effect ** 2 / counts[1].rows / counts[1].effect ** 2
        )
    assert 0.6 < np.mean(ratios) < 0.95


def test_models_that_make_the_same_calls_have_nothing_to_show():
    rows = correlated(np.random.default_rng(8), 50, 50, {"a": 1.0}, 0)
    rows = replace(rows, scores={"a": rows.scores["a"], "b": rows.scores["a"]})
    costs = option_costs(
        rows, {"a": np.array([0.5]), "b": np.array([0.5])}, OperatingPoint(0.3, 2, 1)
    )
    assert rows_to_detect(costs, (2, 3), (50, 50), Shown(0.1)) is None
    with pytest.raises(ValueError, match="effect must be positive, got 0"):
        Shown(0)
    with pytest.raises(ValueError, match=r"power must lie in \(0, 1\), got 1"):
        Shown(0.1, power=1)


def test_an_evaluated_value_holds_its_numbers_and_no_draws():
    rows = correlated(np.random.default_rng(6), 100, 900, {"a": 1.0, "b": 1.2}, 0.5)
    analysis = analysed(rows)
    decision = analysis.decide(OperatingPoint(0.05, 30, 1))
    plain = label_value(rows, analysis, decision, ["a", "b"])
    value = label_value(rows, analysis, decision, ["a", "b"]).evaluated()
    assert label_value_module._noise.cache_info().currsize == 0
    copy = pickle.loads(pickle.dumps(value))
    assert len(pickle.dumps(value)) < 100_000
    label_value_module._noise.cache_clear()
    assert copy.evpi == plain.evpi
    assert copy.of_as_many == plain.of_rows(1000)
    assert copy.of_as_many_positives == plain.of_classes(100, 0)
    assert label_value_module._noise.cache_info().currsize <= 2
