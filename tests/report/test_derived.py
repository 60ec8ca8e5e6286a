"""Results that follow from the analysis alone, so that nobody reads the rows for them."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse, crossfit_all
from costdash.core.resample.cluster_bootstrap import ClassSizes, fewest_units
from costdash.report.derived import DerivedResults


def rows_of(weight):
    rng = np.random.default_rng(3)
    is_positive = np.arange(300) % 3 == 0
    scores = {name: rng.normal(is_positive, 1) for name in ("a", "b")}
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


WEIGHTS = {"equal": None, "given": np.random.default_rng(4).uniform(1, 9, 300)}


@pytest.mark.parametrize("weight", WEIGHTS.values(), ids=WEIGHTS)
def test_the_certainty_of_a_cross_fitted_decision_reads_no_rows(weight):
    def cached(kind, key, make):
        raise AssertionError(kind)

    rows = rows_of(weight)
    analysis = analyse(rows, n_replicates=100)
    crossed = analysis.with_crossfits(crossfit_all(rows))
    decision = crossed.decide(OperatingPoint(0.3, 2, 1))
    derived = DerivedResults(analysis, cached)
    assert derived.cheapest_model(crossed, decision, ["a", "b"]) is not None
    assert derived._fewest("a") == fewest_units(rows)


def test_the_fewest_rows_of_a_class_follow_from_the_sizes_of_the_classes():
    rows = rows_of(WEIGHTS["given"])
    assert ClassSizes.of(rows).fewest == fewest_units(rows) < 100
