"""p-values and Holm's correction for all pairs of models."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core.compare.comparison import compare, compare_all
from costdash.core.compare.multiple_testing import holm, holm_level, pair_tests
from costdash.core.compare.paired_sample import joint_cells
from tests.support.paired_samples import analysed, correlated

SHIFTS = {"one": 1.4, "two": 1.1, "poor": 0.2}


@pytest.fixture(scope="module")
def sample():
    predictions = correlated(np.random.default_rng(3), 150, 250, SHIFTS, 0.5)
    analysis = analysed(predictions, 500)
    return predictions, analysis, list(compare_all(predictions, analysis))


def test_each_kind_of_test_is_a_family_of_its_own(sample):
    *_, compared = sample
    found = pair_tests(compared, 0.4)
    for kind, p_values in (
        ("here", [c.p_here(0.4) for c in compared]),
        ("anywhere", [c.p for c in compared]),
        ("area", [c.auc_difference.p for c in compared]),
    ):
        assert_allclose([getattr(t, kind).p for t in found], p_values)
        assert_allclose([getattr(t, kind).holm for t in found], holm(p_values))
    assert [t.here.value for t in found] == [c.at(0.4)[0] for c in compared]
    assert found[1].here.remains(0.95)
    assert not found[1].here.remains(1 - found[1].here.holm + 1e-9)


@pytest.mark.parametrize("pcf", [0.2, 0.33, 0.5, 0.71])
def test_p_at_a_pcf_is_the_level_at_which_the_band_excludes_zero(sample, pcf):
    """The pointwise band at level 1 - p just reaches zero, up to the noise of the replicates."""
    predictions, analysis, compared = sample
    for one in compared:
        p = one.p_here(pcf)
        cells = joint_cells(predictions, analysis, one.a, one.b)
        for level, excludes in ((1 - 1.3 * p - 0.02, True), (1 - 0.7 * p + 0.02, False)):
            if 0 < level < 1:
                _, low, high = compare(analysis, cells, one.a, one.b, level=level).at(pcf)
                assert (low > 0 or high < 0) == excludes


def test_a_model_never_differs_from_its_copy():
    predictions = correlated(np.random.default_rng(0), 60, 60, {"a": 1.0}, 0.5)
    scores = {"a": predictions.scores["a"], "copy": predictions.scores["a"]}
    predictions = type(predictions)(is_positive=predictions.is_positive, scores=scores)
    (test,) = pair_tests(list(compare_all(predictions, analysed(predictions, 200))), 0.5)
    assert test.here.p == test.anywhere.p == test.area.p == 1


def test_swapping_keeps_the_p_values(sample):
    *_, compared = sample
    for one in compared:
        assert one.swapped().p_here(0.4) == one.p_here(0.4)


def test_the_clearest_pair_gets_the_strictest_level(sample):
    *_, compared = sample
    levels = [holm_level(compared, c.b, c.a, 0.95) for c in compared]
    order = np.argsort([c.p for c in compared], kind="stable")
    assert_allclose(np.array(levels)[order], [1 - 0.05 / 3, 1 - 0.05 / 2, 0.95])


def test_too_few_rows_give_no_p_value_and_keep_the_level():
    predictions = correlated(np.random.default_rng(0), 3, 60, {"a": 1.0, "b": 0.5}, 0.5)
    compared = list(compare_all(predictions, analysed(predictions, 200)))
    assert np.isnan(pair_tests(compared, 0.5)[0].here.holm)
    assert holm_level(compared, "a", "b", 0.9) == 0.9


def test_a_pair_does_not_depend_on_the_other_pairs(sample):
    predictions, analysis, compared = sample
    (one,) = compare_all(predictions, analysis, names=["two", "poor"], level=0.8)
    assert (one.a, one.b, one.level) == ("two", "poor", 0.8)
    assert_allclose(one.value, compared[2].value)
    cells = joint_cells(predictions, analysis, "two", "poor")
    wider = compare(analysis, cells, "two", "poor", level=0.8)
    assert_allclose(one.limits(), wider.limits())
