"""Recommended rules along PC(+), whose rates are never all in memory."""

import numpy as np

from costdash.core.curves import recommended_rules
from costdash.core.curves.least_cost import least_cost
from costdash.core.curves.recommended_rules import CostLines


def stepwise(edge, fpr, tpr):
    """Rates (M, m) at pcf of M rules whose rates (M, n) change at the edges."""

    def rates(row, pcf):
        place = np.searchsorted(edge, pcf) - 1
        return fpr[row, place], tpr[row, place]

    return [lambda pcf, row=row: rates(row, pcf) for row in range(fpr.shape[0])]


def test_the_least_cost_does_not_depend_on_how_many_pieces_are_in_memory(monkeypatch):
    rng = np.random.default_rng(0)
    for models, pieces in ((1, 1), (2, 7), (5, 40), (30, 300)):
        edge = np.concatenate(([0.0], np.sort(rng.random(pieces - 1)), [1.0]))
        fpr, tpr = rng.integers(0, 4, (2, models, pieces)) / 3  # with ties
        lines = CostLines(edge, stepwise(edge, fpr, tpr))
        expected = least_cost(edge, fpr, tpr)
        for cells in (1, 17, 10**6):
            monkeypatch.setattr(recommended_rules, "CELLS", cells)
            for part, whole in zip(lines.least(edge), expected, strict=True):
                np.testing.assert_array_equal(part, whole)
