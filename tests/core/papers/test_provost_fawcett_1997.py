"""Provost & Fawcett (1997), Analysis and Visualization of Classifier Performance."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, common_hull, convex_hull, neyman_pearson
from costdash.core.choose.switch_points import optimal_ranges_within
from costdash.core.curves.recommended_rules import RecommendedRules
from tests.support.model_counts import counts_through

PRIOR = 1 / 11  # negatives outnumber positives 10 to 1


@pytest.mark.parametrize(
    ("cost_fn", "cost_fp", "slope", "pcf"),
    [
        (1, 1, 10, 1 / 11),  # scenario A
        (100, 1, 1 / 10, 10 / 11),  # scenario B
        (1000, 5, 1 / 20, 20 / 21),  # figure 5a, one end
        (500, 10, 1 / 5, 5 / 6),  # figure 5a, other end
    ],
)
def test_scenarios_have_the_slopes_of_the_paper_and_the_pcf_of_erratum_25(
    cost_fn, cost_fp, slope, pcf
):
    point = OperatingPoint(PRIOR, cost_fn, cost_fp)
    assert point.slope == pytest.approx(slope)
    assert point.pcf == pytest.approx(pcf)


@pytest.mark.parametrize(("slope", "pcf"), [(1 / 5, 5 / 6), (2, 1 / 3)])
def test_figure_5b_slopes_as_pcf(slope, pcf):
    point = OperatingPoint(0.5, cost_fn=1, cost_fp=slope)
    assert (point.slope, point.pcf) == (pytest.approx(slope), pytest.approx(pcf))


def test_figures_2_and_3_only_hull_classifiers_are_ever_best():
    """A is strict and C is lax; B lies below the chord of A and C, and D lies below A."""
    models = {
        "A": counts_through((5, 50), (20, 62)),
        "B": counts_through((25, 65)),
        "C": counts_through((40, 90)),
        "D": counts_through((10, 45)),
    }
    hull = common_hull(models)
    assert {name for owners in hull.owner[1:-1] for name in owners} == {"A", "C"}
    best = {
        scenario: hull.owner[hull.cheapest(OperatingPoint(PRIOR, cost_fn).pcf)]
        for scenario, cost_fn in (("A", 1.1), ("B", 20))
    }
    assert best == {"A": ("A",), "B": ("C",)}
    assert hull.cheapest(OperatingPoint(PRIOR, 0.5).pcf) == 0  # figure 5c: do nothing


def test_figure_4_a_classifier_that_extends_the_hull_may_be_best():
    before = {"A": counts_through((5, 50)), "C": counts_through((40, 90))}
    e, f = counts_through((15, 75)), counts_through((30, 70))
    assert ("E",) in common_hull(before | {"E": e}).owner
    assert ("F",) not in common_hull(before | {"F": f}).owner
    pcf = np.linspace(0, 1, 41)
    assert_allclose(common_hull(before | {"F": f}).cost(pcf), common_hull(before).cost(pcf))


def test_figure_5_the_best_models_within_a_range_of_slopes():
    """Figure 5a: only C; 5b: A, E and C in turn; 5c, steep slopes: do nothing."""
    models = {
        "A": counts_through((5, 50)),
        "C": counts_through((40, 92)),
        "E": counts_through((15, 75)),
    }
    hull = common_hull(models)

    def best(low, high):
        """The best models from slope `low` to `high`; "none" where it is best to do nothing."""
        pcf = 1 / (1 + high), 1 / (1 + low)
        found = [
            optimal_range.vertex
            for optimal_range in optimal_ranges_within(RecommendedRules.of(hull), *pcf)
        ]
        return ["none" if vertex == 0 else hull.owner[vertex][0] for vertex in found]

    assert best(1 / 5, 1 / 4) == ["C"]
    assert best(1 / 5, 3) == ["A", "E", "C"]
    assert best(11, 20) == ["none"]


def test_a_cost_of_rates_without_priors_assumes_equal_priors():
    """Erratum 24: FP c(Y,n) + FN c(N,p) of rates is twice the expected cost at equal priors."""
    fpr, fnr, c_yn, c_np = 0.2, 0.3, 1.0, 5.0
    printed = fpr * c_yn + fnr * c_np
    point = OperatingPoint(0.5, cost_fn=c_np, cost_fp=c_yn)
    assert 2 * point.expected_cost(fpr, 1 - fnr) == pytest.approx(printed)


def test_neyman_pearson_takes_the_left_end_of_the_step_at_the_limit():
    counts = counts_through((10, 30), (20, 30), (40, 90))
    chosen = neyman_pearson(counts, convex_hull(counts), 0.3)
    assert (counts.fpr[chosen.single], counts.tpr[chosen.single]) == (0.1, 0.3)
    assert chosen.mixture.tpr > 0.3
