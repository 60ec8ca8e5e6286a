"""How far the rule can be kept, in words."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.cross_fitted import analyse as analyse_cross_fitted
from costdash.core.analysis.validity import ValidityRange
from costdash.report.sentences.validity import (
    Validity,
    threshold_range_words,
    validity_of,
    validity_sentences,
)
from costdash.wording import inner_limits

IS_POSITIVE = np.arange(400) % 4 == 0
RNG = np.random.default_rng(0)
TWO = analyse(
    Predictions(
        is_positive=IS_POSITIVE,
        scores={
            "A": np.round(RNG.normal(size=400) + 1.5 * IS_POSITIVE, 1),
            "C": np.round(RNG.normal(size=400) + IS_POSITIVE, 1),
        },
    ),
    n_replicates=100,
)
PERFECT = analyse(
    Predictions(is_positive=IS_POSITIVE, scores={"A": IS_POSITIVE.astype(float)}), n_replicates=100
)
WEAK = analyse(
    Predictions(is_positive=IS_POSITIVE, scores={"A": np.arange(400) * 7 % 11}),
    n_replicates=100,
)
FLAT = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": np.ones(400)}), n_replicates=100)


def said(analysis, point, names=None):
    names = list(analysis.models) if names is None else names
    return validity_sentences(analysis, analysis.decide(point, names, 0).best, point, names)


def inwards(low, high):
    """Both limits to two digits, within them."""
    step = 10.0 ** (np.floor(np.log10([low, high])) - 1)
    return np.ceil(low / step[0]) * step[0], np.floor(high / step[1]) * step[1]


@given(st.floats(1e-6, 1e6), st.floats(1, 3), st.floats(0, 1))
def test_limits_are_rounded_inwards_and_hold_the_present_value(low, factor, share):
    high = low * factor
    now = low + share * (high - low)
    least, most = (float(text.replace(",", "")) for text in inner_limits(low, high, now))
    assert low * (1 - 1e-9) <= least <= most <= high * (1 + 1e-9)
    assert least * (1 - 1e-9) <= now <= most * (1 + 1e-9)


def test_the_limits_are_those_of_the_room():
    point = OperatingPoint(0.1, 20, 2)
    found = validity_of(TWO, TWO.decide(point).best, point, ["A", "C"])
    assert (found.model, found.sure) == (None, None)
    low, high = (f"{x:.2g} %" for x in inwards(*(100 * end for end in found.rule.prior)))
    least, most = (f"{x:.2g}" for x in inwards(*found.rule.cost_ratio))
    assert said(TWO, point)[:2] == [
        f"Keep this rule while {low} to {high} of cases are positive, or while a miss costs "
        f"{least} to {most} false alarms.",
        "Inside that, by these rows, no other rule is more than 5 % cheaper.",
    ]


@pytest.mark.parametrize(
    ("point", "start", "limit"),
    [
        (OperatingPoint(0.001, 1, 10), "Flag none while at most", "a miss costs at most"),
        (OperatingPoint(0.9, 100, 1), "Flag all while at least", "a false alarm costs at most"),
    ],
    ids=["none", "all"],
)
def test_a_trivial_rule_has_one_limit(point, start, limit):
    text = said(WEAK, point)[0]
    assert text.startswith(start)
    assert limit in text


def test_a_perfect_model_is_kept_whatever_the_conditions():
    text = said(PERFECT, OperatingPoint(0.5))
    assert text == [
        "Keep this rule whatever the conditions: by these rows, no other rule is more than 5 % "
        "cheaper."
    ]


def cross_fitted(rows, seed=0):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(rows) % 4 == 0
    scores = {"A": rng.normal(size=rows) + 1.5 * is_positive}
    return analyse_cross_fitted(Predictions(is_positive=is_positive, scores=scores))


def test_cross_fitted_limits_say_how_sure_they_are():
    analysis, point = cross_fitted(8000), OperatingPoint(0.1, 20, 2)
    call = analysis.decide(point, ["A"], 0).best
    found = validity_of(analysis, call, point, ["A"])
    low, high = (f"{x:.2g} %" for x in inwards(*(100 * end for end in found.rule.prior)))
    text = validity_sentences(analysis, call, point, ["A"])
    assert text[0].startswith(f"Keep this rule while {low} to {high} of cases are positive, or")
    assert text[1] == "Inside that it is 90 % sure that no other rule is more than 5 % cheaper."
    sure = "the model is 90 % sure to cost at most 5 % more than the cheapest "
    assert text[2] == f"With its threshold chosen again, {sure}whatever the conditions."
    assert found.model.pcf[0] <= found.rule.pcf[0] < found.rule.pcf[1] <= found.model.pcf[1]


def test_few_rows_do_not_tell_how_far_conditions_may_change():
    analysis, point = cross_fitted(120), OperatingPoint(0.3)
    call = analysis.decide(point, ["A"], 0).best
    validity = validity_of(analysis, call, point, ["A"])
    assert validity.rule.is_empty
    assert threshold_range_words(validity, call, point) == "not for certain"
    assert not validity.model.is_empty
    assert validity_sentences(analysis, call, point, ["A"], validity)[0] == (
        "The model is surer than its threshold: on new cases another threshold may turn out more "
        "than 5 % cheaper, even at these conditions. To rule that out (90 % sure) takes more rows."
    )
    unsure = replace(validity, model=None)
    assert validity_sentences(analysis, call, point, ["A"], unsure) == [
        "On new cases another rule may turn out more than 5 % cheaper, even at these conditions. "
        "To rule that out (90 % sure) takes more rows."
    ]


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        ((0.0033, 0.0101), "from 0.33 % to 1 %"),
        ((0.0033, 1.0), "at least 0.33 %"),
        ((0.0, 0.0101), "at most 1 %"),
        ((0.0, 1.0), "at any share"),
    ],
)
def test_the_line_beside_the_tabs_always_says_where_a_threshold_may_stay(prior, words):
    point = OperatingPoint(0.006, 50)
    call = TWO.decide(point, None, 0).best
    found = Validity(ValidityRange((0.1, 0.9), prior, (0.0, inf)))
    assert threshold_range_words(found, replace(call, call="some"), point) == words
    assert threshold_range_words(found, replace(call, call="none"), point) == ""
    assert threshold_range_words(None, call, point) == ""


def test_a_tie_is_named():
    assert "Tie: flagging all costs the same." in said(FLAT, OperatingPoint(0.5))


def test_nothing_is_said_without_models():
    assert said(TWO, OperatingPoint(0.5), []) == []


@given(st.floats(0.001, 0.99), st.floats(0.01, 1000))
def test_the_limits_of_the_model_are_apart_from_the_present_prior(prior, cost_fn):
    text = said(TWO, OperatingPoint(prior, cost_fn))
    assert 1 <= len(text) <= 4
    assert "undefined" not in " ".join(text)
    assert "nan" not in " ".join(text)
