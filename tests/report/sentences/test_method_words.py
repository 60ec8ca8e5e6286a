"""The words for bands, crossovers and thresholds say how the numbers were made."""

import numpy as np
import pytest

from costdash.core import Predictions, analyse, compare_all
from costdash.core.analysis.hold_out import HoldOut
from costdash.core.sample.split import Split
from costdash.figures.panels.difference import difference_band_words
from costdash.figures.scene import selection_words
from costdash.report.sentences.comparison import crossover_words
from costdash.report.sentences.sample import resampling_words
from tests.support.paired_samples import correlated, two_rules


@pytest.fixture(scope="module")
def plain():
    """150 rows scored by two models."""
    return correlated(np.random.default_rng(0), 60, 90, {"a": 1.2, "b": 0.9}, 0.5)


def compared(predictions):
    analysis = analyse(predictions, n_replicates=100)
    (comparison,) = compare_all(predictions, analysis)
    return analysis, comparison


def test_rows_are_resampled_class_by_class(plain):
    analysis, comparison = compared(plain)
    assert resampling_words(analysis) == "class-stratified percentile pointwise"
    words = difference_band_words(comparison).split("; Jeffreys")[0]
    assert words == (
        "paired class-stratified percentile pointwise, thresholds chosen on these rows"
    )
    assert "whole curve at once" in difference_band_words(comparison, simultaneous=True)
    assert crossover_words(comparison).startswith("PC(+) at which both models cost the same")


def test_clusters_are_named(plain):
    clustered = Predictions(
        is_positive=plain.is_positive, scores=plain.scores, cluster=np.arange(150) // 2
    )
    analysis, comparison = compared(clustered)
    assert resampling_words(analysis) == "clusters resampled, percentile pointwise"
    assert difference_band_words(comparison).startswith("paired, clusters resampled, percentile")


def test_a_hold_out_names_its_parts(plain):
    analysis, comparison = compared(
        Predictions(
            is_positive=plain.is_positive,
            scores=plain.scores,
            split=Split(np.arange(150) % 2 == 0, choose_on="validation", judge_on="test"),
        )
    )
    assert selection_words(analysis.hold_out) == "chosen on validation, judged on test"
    assert "thresholds chosen on validation, judged on test" in difference_band_words(comparison)
    assert crossover_words(comparison).startswith("PC(+) at which the costs change places")


def test_jeffreys_limits_are_named():
    _, comparison = compared(two_rules(positive=(39, 1, 0, 20), negative=(6, 1, 1, 52)))
    assert difference_band_words(comparison).endswith(
        "; Jeffreys (small-sample) limits where fewer than 5 rows tell the models apart"
    )


def test_without_a_band_there_are_no_words():
    _, comparison = compared(two_rules(positive=(1, 1, 1, 1), negative=(6, 1, 1, 52)))
    assert difference_band_words(comparison) == ""


def test_parts_of_a_hold_out_are_none_by_default():
    assert selection_words(None) == "chosen on these rows"
    assert selection_words(HoldOut("a", "b", 1, 1, 0)) == "chosen on a, judged on b"
