"""Drummond & Holte (2004), What ROC Curves Can't Do (and Cost Curves Can)."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom

from costdash.core import (
    OperatingPoint,
    Predictions,
    analyse,
    bootstrap_bands,
    convex_hull,
    count,
    normalized_expected_cost,
    trivial_cost,
)
from tests.support.scored import with_cells

FIGURE_11 = with_cells(tp=16, fn=4, fp=4, tn=6)


def test_a_point_in_roc_space_is_a_line_in_cost_space():
    """Section 2: y = FP at x = 0 and y = 1 - TP at x = 1."""
    assert_allclose(normalized_expected_cost(0.4, 0.8, [0, 1]), (0.4, 0.2))


def test_pcf_is_the_prevalence_at_equal_costs():
    assert OperatingPoint(0.23).pcf == pytest.approx(0.23)
    assert OperatingPoint(0.23, 7, 7).pcf == pytest.approx(0.23)
    assert OperatingPoint(0.2, 4, 1).pcf == pytest.approx(0.5)


def test_figure_11_cost_and_operating_range():
    hull = convex_hull(count(*FIGURE_11))
    assert hull.cost(0.5) == pytest.approx(0.3)
    assert_allclose(hull.operating_range, (1 / 3, 3 / 4))


def exact_limits(level=0.9):
    """Limits at PC(+) .5 from all pairs of values of the two binomials of figure 11."""
    fn, fp = np.arange(21), np.arange(11)
    cost = np.round(0.5 * fn[:, None] / 20 + 0.5 * fp / 10, 9)
    chance = binom.pmf(fn, 20, 4 / 20)[:, None] * binom.pmf(fp, 10, 4 / 10)
    order = np.argsort(cost, axis=None)
    below = np.cumsum(chance.ravel()[order])
    return [
        cost.ravel()[order][np.searchsorted(below, q)] for q in ((1 - level) / 2, (1 + level) / 2)
    ]


def test_figure_12_exact_limits_at_one_half():
    assert_allclose(exact_limits(), (0.15, 0.45))


@pytest.mark.parametrize("seed", range(5))
def test_figure_12_the_band_has_the_exact_limits(seed):
    """3 % of all samples lie below .15 and 6 % below .175, which many replicates distinguish."""
    rng = np.random.default_rng(seed)
    band = bootstrap_bands(count(*FIGURE_11), n_replicates=20_000, rng=rng).cost(0.9)
    at = np.flatnonzero(band.x == 0.5)[0]
    assert_allclose((band.low[at], band.high[at]), (0.15, 0.45))
    assert not band.safe.any()


def test_figure_12_the_usual_number_of_replicates_reaches_the_limits():
    is_positive, score, _ = FIGURE_11
    analysis = analyse(Predictions(is_positive=is_positive, scores={"a": score}), level=0.9)
    call = analysis.decide(OperatingPoint(0.5)).best
    assert call.nec == pytest.approx(0.3)
    assert_allclose(call.interval, (0.15, 0.45))


def test_class_totals_are_fixed_in_replicates():
    """Section 8: both classes are independent binomials, which give the limits at pcf 0 and 1."""
    analysis = analyse(
        Predictions(is_positive=FIGURE_11.is_positive, scores={"a": FIGURE_11.score}), level=0.9
    )
    bands = analysis.models["a"].bands
    assert_allclose(bands.vertex_interval(1, 1.0, 0.9), np.array(binom.interval(0.9, 20, 0.2)) / 20)
    assert_allclose(bands.vertex_interval(1, 0.0, 0.9), np.array(binom.interval(0.9, 10, 0.4)) / 10)


def test_figure_4_an_envelope_never_costs_more_than_a_trivial_classifier():
    """Erratum 10: the curve of the figure does, so it is no envelope."""
    pcf = np.linspace(0, 1, 101)
    assert (convex_hull(count(*FIGURE_11)).cost(pcf) <= trivial_cost(pcf) + 1e-15).all()


def test_figure_4_the_default_threshold_has_the_operating_range_of_erratum_10():
    """FP .450 (of 111) and FN .175 (of 97) on the sonar data."""
    hull = convex_hull(count(*with_cells(tp=80, fn=17, fp=50, tn=61)))
    assert_allclose(hull.operating_range, (0.353, 0.758), atol=5e-4)


def test_section_6_classifier_b_is_compared_with_call_none_above_seven_thirds():
    hull = convex_hull(count(*with_cells(tp=7, fn=3, fp=3, tn=7)))
    assert_allclose(hull.tie, (0.3, 0.7))
    assert hull.cost(1 / (1 + 2.3)) == pytest.approx(0.3)
