"""The operating point rejects conditions whose costs leave the range of floating-point numbers."""

import pytest

from costdash.core import OperatingPoint


@pytest.mark.parametrize(
    "given", [(0.1, 1e-300, 1e300), (0.1, 1e300, 1e-300), (5e-324, 1, 1), (0.1, 5e-324, 5e-324)]
)
def test_extreme_conditions_are_rejected_in_a_sentence(given):
    with pytest.raises(ValueError, match="the conditions are too extreme to compute costs: prior"):
        OperatingPoint(*given)


@pytest.mark.parametrize("given", [(0.1, 1e200, 1), (1e-240, 1, 1), (1 - 1e-16, 1, 1e200)])
def test_wide_conditions_are_accepted(given):
    assert 0 <= OperatingPoint(*given).pcf <= 1
