"""Pairs in the JSON: tests at the decision's conditions, both bands, margins and chosen pairs."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, analyse, auc
from costdash.core.compare.multiple_testing import holm, pair_tests
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import View
from costdash.report.derived import DerivedResults
from costdash.report.html.page import report_html
from costdash.report.json.contract import report_fields
from costdash.report.report import PairOptions, Report, Source
from tests.support.paired_samples import correlated

POINT = OperatingPoint(0.13, 5, 1)
PCFS = (0.0, 0.123, 0.5, 1.0)
SHIFTS = {"a": 0.8, "b": 1.7, "c": 1.1}
ROWS = correlated(np.random.default_rng(5), 60, 140, SHIFTS, 0.5)
ANALYSIS = analyse(ROWS, n_replicates=200)
DERIVED = DerivedResults.in_memory(ROWS, ANALYSIS)


def report(names=("a", "b", "c"), analysis=ANALYSIS, ranges=None, **compare):
    return Report(
        analysis=analysis,
        point=POINT,
        source=Source("scores.csv"),
        view=View(names, ranges=ranges),
        derived=DERIVED,
        compare=PairOptions(**compare),
    )


def pairs(**options):
    return report_fields(report(**options), PCFS)["pairs"]


@pytest.mark.parametrize("cross_fitted", [False, True])
def test_the_tests_are_those_of_the_report_and_the_page(cross_fitted):
    fits = DERIVED.crossfits(list(SHIFTS)) if cross_fitted else None
    shown = report(analysis=ANALYSIS.with_crossfits(fits))
    told = report_fields(shown, PCFS)["pairs"]
    tested = pair_tests(shown.comparisons, POINT.pcf)
    for pair, one in zip(told, tested, strict=True):
        value, low, high = one.comparison.at(POINT.pcf)
        here = {"pcf": POINT.pcf, "value": value, "low": low, "high": high}
        assert pair["here"] == here | {"p": one.here.p, "p_holm": one.here.holm}
        assert pair["anywhere"] == {"p": one.anywhere.p, "p_holm": one.anywhere.holm}
    p_values = [pair["here"]["p"] for pair in told]
    assert [pair["here"]["p_holm"] for pair in told] == holm(p_values).tolist()


def test_the_band_of_the_whole_curve_is_wider_than_the_pointwise_one():
    for pair in pairs():
        for at, whole in zip(pair["difference"], pair["whole_curve"], strict=True):
            assert at["pcf"] == whole["pcf"]
            assert whole["low"] <= at["low"] <= at["value"] <= at["high"] <= whole["high"]


def test_holms_levels_belong_to_the_adjusted_p_values():
    told = pairs()
    order = sorted(told, key=lambda pair: pair["anywhere"]["p"])
    assert order[0]["anywhere"]["p_holm"] < 0.05
    assert order[0]["holm_level"] == pytest.approx(1 - 0.05 / 3)
    assert order[-1]["holm_level"] >= 0.95


@pytest.mark.parametrize("margin", [0.005, 0.05, 0.4])
def test_not_worse_by_more_than_a_margin_is_where_the_band_stays_below_it(margin):
    shown = report(margin=margin)
    for pair, one in zip(report_fields(shown, PCFS)["pairs"], shown.comparisons, strict=True):
        told = pair["non_inferior"]
        assert told["margin"] == margin
        for name, whole in (("pointwise", False), ("whole_curve", True)):
            for pcf in np.linspace(0.003, 0.997, 72):
                below = one.at(pcf, whole)[2] < margin
                inside = any(r["low"] <= pcf <= r["high"] for r in told[name])
                assert inside == below


def test_without_a_margin_there_is_no_answer():
    assert [pair["non_inferior"] for pair in pairs()] == [None] * 3


def test_a_curve_dominates_that_is_nowhere_below():
    grid = np.linspace(0, 1, 2001)

    def tpr(name):
        counts = ANALYSIS.models[name].counts
        return counts.tpr[np.searchsorted(counts.fpr, grid, side="right") - 1]

    for pair in pairs():
        gap = tpr(pair["a"]) - tpr(pair["b"])
        expected = "a" if (gap >= 0).all() else "b" if (gap <= 0).all() else None
        assert pair["dominates"] == expected
        assert pair["largest"]["value"] == pytest.approx(
            max((at["value"] for at in pair["difference"]), key=abs), abs=0.1
        )


def test_chosen_pairs_replace_all_pairs_and_keep_their_order():
    (mirrored,) = pairs(names=("a",), pairs=(("c", "b"),))
    plain = next(pair for pair in pairs() if (pair["a"], pair["b"]) == ("b", "c"))
    assert (mirrored["a"], mirrored["b"]) == ("c", "b")
    assert_allclose(
        [at["value"] for at in mirrored["difference"]],
        [-at["value"] for at in plain["difference"]],
    )
    areas = [auc(ANALYSIS.models[name].counts) for name in "cb"]
    assert mirrored["auc_difference"]["value"] == pytest.approx(areas[0] - areas[1])


def test_the_report_says_margin_and_bands():
    plain = report_html(report())
    assert "is not worse than" not in plain
    assert "among 3 pairs" not in plain
    told = report_html(report(margin=0.05, holm=True, whole_curve=True))
    assert told.count("is not worse than") == 3
    assert "95 % among 3 pairs" in json.dumps(told)
    assert "whole curve at once" in told


def test_the_lc_index_weighs_where_each_model_is_cheaper():
    assert [pair["lc_index"] for pair in pairs()] == [None] * 3
    known = Imprecise((0.13, 0.13), (2, 20), (1, 1))
    rng = np.random.default_rng(0)
    ends = [ratio / (1 + ratio) for ratio in (2, 5, 20)]
    share = rng.triangular(*ends, 20_000)
    ratio = share / (1 - share)
    pcf = 0.13 * ratio / (0.13 * ratio + 0.87)
    for pair in pairs(ranges=known):
        gap = np.subtract(*(ANALYSIS.models[pair[name]].hull.cost(pcf) for name in ("a", "b")))
        index = (gap < -1e-12).mean() - (gap > 1e-12).mean()
        assert pair["lc_index"] == pytest.approx(index, abs=0.02)
    page = report_html(report(ranges=known))
    assert any(f"LC index of {pair} " in page for pair in ("a against b", "b against a"))
