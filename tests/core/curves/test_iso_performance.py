"""Iso-performance lines end on the border of the unit square, with equal cost at both ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import convex_hull, count, normalized_expected_cost
from costdash.core.curves.iso_performance import iso_performance_line, nearest_to_trivial
from tests.support.scored import rates, with_cells


@given(rates, rates, st.floats(1e-6, 1 - 1e-6))
def test_the_ends_lie_on_the_border_and_cost_as_much_as_the_point(fpr, tpr, pcf):
    x, y = iso_performance_line(fpr, tpr, (1 - pcf) / pcf)
    for end in zip(x, y):
        assert min(*end, *(1 - v for v in end)) == pytest.approx(0, abs=1e-9)
    cost = normalized_expected_cost(fpr, tpr, pcf)
    assert_allclose(normalized_expected_cost(x, y, pcf), cost, atol=1e-9)
    assert x[0] <= fpr + 1e-9
    assert x[1] >= fpr - 1e-9


def test_a_line_through_a_corner_starts_there():
    x, y = iso_performance_line(0, 0, 4)
    assert (list(x), list(y)) == ([0, 0.25], [0, 1])


@pytest.mark.parametrize("slope", [0, -1, float("nan")])
def test_the_slope_must_be_positive(slope):
    with pytest.raises(ValueError, match="slope must be positive"):
        iso_performance_line(0.1, 0.2, slope)


def test_the_model_nearest_to_trivial_has_the_cheapest_nontrivial_threshold():
    cells = {"first": (30, 20, 15, 35), "second": (40, 10, 10, 40), "constant": (50, 0, 50, 0)}
    hulls = {name: convex_hull(count(*with_cells(*four)), name) for name, four in cells.items()}
    assert nearest_to_trivial(hulls, 0.05) == "second"
    assert nearest_to_trivial({"constant": hulls["constant"]}, 0.05) == "constant"
