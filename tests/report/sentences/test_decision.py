"""The sentences of the decision, for calls with given rates."""

import re
from dataclasses import replace

import numpy as np
import pytest

from costdash.core import (
    Analysis,
    Call,
    Decision,
    OperatingPoint,
    Predictions,
    analyse,
    trivial_call,
)
from costdash.core.choose.decision import rates_at
from costdash.report.sentences.amounts import Currency, money
from costdash.report.sentences.decision import decision_sentences

FILE = Analysis(11_183, 260, 10_923, {"rf": None, "nb": None}, 0.95, 2000, 0)
POINT = OperatingPoint(prior=0.01, cost_fn=200, cost_fp=20)
METHOD = (
    "95 % pointwise band, 2,000 class-stratified replicates, seed 0, "
    "thresholds chosen on these rows."
)
CERTAIN = "This follows from the conditions alone, so it has no band."


def call(point, fpr, tpr, band=None, model="rf", text="0.37", index=7):
    """A threshold with these rates and an interval given as multiples of its cost."""
    rates = rates_at(point, fpr, tpr)
    interval = None if band is None else tuple(rates["nec"] * share for share in band)
    return Call("some", model, (model,), float(text), text, index, interval=interval, **rates)


def decided(point, best, level=0.95):
    return Decision(point, best, trivial_call(point), level)


def sentences_of(point, fpr, tpr, band=(0.9, 1.1), level=0.95, file=FILE, **more):
    return decision_sentences(decided(point, call(point, fpr, tpr, band), level), file, **more)


def test_headline_and_detail_of_a_models_threshold():
    sentences = sentences_of(POINT, 51 / 990, 0.83, band=(1190 / 1360, 1530 / 1360))
    assert sentences.text == (
        "Use rf and call positive at a score of 0.37 or more. Of 1,000 cases, 10 positive, "
        "it finds 8.3 and raises 51 false alarms: $1,360 (95 % band $1,190 to $1,530), "
        "$640 less than calling none."
    )
    assert sentences.detail == METHOD


def test_phrases_have_roles():
    phrases = sentences_of(POINT, 51 / 990, 0.83, band=(1190 / 1360, 1530 / 1360)).headline
    assert {phrase.role: phrase.text for phrase in phrases if phrase.role} == {
        "model": "rf",
        "threshold": "0.37",
        "cases": "1,000",
        "positives": "10",
        "finds": "8.3",
        "alarms": "51",
        "cost": "$1,360",
        "band": ")",
        "low": "$1,190",
        "high": "$1,530",
        "saving": "$640 less",
        "trivial": "none",
    }


@pytest.mark.parametrize(
    ("point", "fpr", "tpr", "end"),
    [
        (
            replace(POINT, cost_fn=2e9, cost_fp=2e8),
            51 / 990,
            0.83,
            "finds 8.3 and raises 51 false alarms: $13,600,000,000 (95 % band $12,200,000,000 "
            "to $15,000,000,000), $6,400,000,000 less than calling none.",
        ),
        (
            replace(POINT, cost_fn=2e-6, cost_fp=2e-7),
            51 / 990,
            0.83,
            "finds 8.3 and raises 51 false alarms: $0.0000136 (95 % band $0.0000122 to "
            "$0.000015), $0.0000064 less than calling none.",
        ),
        (
            POINT,
            1 / 990,
            0.9,
            "finds 9 and raises 1 false alarm: $220 (95 % band $198 to $242), $1,780 less than "
            "calling none.",
        ),
        (
            POINT,
            0,
            1,
            "finds 10 and raises no false alarms: $0, $2,000 less than calling none.",
        ),
        (
            POINT,
            0,
            0.99996,
            "finds 9.9996 and raises no false alarms: $0.08 (95 % band $0.072 to $0.088), "
            "$2,000 less than calling none.",
        ),
        (
            OperatingPoint(0.9, 10, 30),
            0.2,
            0.99,
            "Of 1,000 cases, 900 positive, it finds 891 and raises 20 false alarms: $690 "
            "(95 % band $621 to $759), $2,310 less than calling all.",
        ),
        (
            OperatingPoint(1e-6, 1e6, 5),
            1e-7,
            0.5,
            "Of 10,000,000 cases, 10 positive, it finds 5 and raises 1 false alarm: $5,000,000 "
            "(95 % band $4,500,000 to $5,500,000), $5,000,000 less than calling none.",
        ),
    ],
)
def test_tiny_and_huge_amounts_are_readable(point, fpr, tpr, end):
    assert sentences_of(point, fpr, tpr).text.endswith(end)


def test_amounts_are_numbers_of_mistakes_while_both_costs_are_one():
    point = OperatingPoint(prior=0.1)
    assert sentences_of(point, 0.01, 0.75).text.endswith(
        "it finds 75 and raises 9 false alarms: 34 mistakes (95 % band 30.6 to 37.4), "
        "66 fewer than calling none."
    )
    pin = call(point, 0.05, 0.8, model="nb", text="0.5", index=3)
    detail = sentences_of(point, 0.01, 0.75, pin=pin).detail
    assert detail == f"{METHOD} Today's threshold, nb at 0.5, makes 65 mistakes: 31 more."
    assert "1 mistake, 99 fewer" in sentences_of(point, 0, 0.99, band=None).text
    assert "no mistakes, 100 fewer" in sentences_of(point, 0, 1, band=None).text


def test_calling_none_is_explained():
    sentences = decision_sentences(decided(POINT, trivial_call(POINT)), FILE)
    assert sentences.text == (
        "Call none positive: at these conditions no threshold of these models is worth its false "
        "alarms. Of 1,000 cases, 10 positive, none is found: $2,000."
    )
    assert sentences.detail == CERTAIN


def test_calling_all_is_explained():
    point = OperatingPoint(prior=0.9, cost_fn=20, cost_fp=0.5)
    sentences = decision_sentences(decided(point, trivial_call(point)), FILE, names=["rf"])
    assert sentences.text == (
        "Call all positive: at these conditions no threshold of rf is worth the positives it "
        "misses. Of 1,000 cases, 900 positive, all are found, with 100 false alarms: $50."
    )


def test_without_models_the_trivial_rule_is_recommended():
    sentences = decision_sentences(decided(POINT, trivial_call(POINT)), FILE, names=[])
    assert sentences.text == (
        "No model is switched on. Without one it is best to call none positive. "
        "Of 1,000 cases, 10 positive, none is found: $2,000."
    )
    assert sentences.detail == ""


def test_a_narrow_band_has_more_digits():
    text = sentences_of(POINT, 51 / 990, 0.83, band=(0.9995, 1.0005)).text
    assert "$1,360 (95 % band $1,359 to $1,361)" in text


@pytest.mark.parametrize(
    ("band", "level", "detail"),
    [
        (None, None, "Threshold chosen on these rows."),
        (
            None,
            0.95,
            "No band: it needs at least 5 rows of each class. Threshold chosen on these rows.",
        ),
        ((1, 1), 0.9, "The 90 % band has no width here. Threshold chosen on these rows."),
    ],
)
def test_a_missing_band_is_explained(band, level, detail):
    sentences = sentences_of(POINT, 51 / 990, 0.83, band, level)
    assert sentences.text.endswith(": $1,360, $640 less than calling none.")
    assert sentences.detail == detail


def test_a_saving_of_nothing_is_stated():
    assert sentences_of(POINT, 0.05 * 10 / 99 * 2, 0.1, None).text.endswith(
        ": $2,000, as much as calling none."
    )


@pytest.mark.parametrize(
    ("positives", "negatives", "hint"),
    [
        (19, 800, " The file has only 19 positives: take this as a hint."),
        (1, 800, " The file has only 1 positive: take this as a hint."),
        (500, 12, " The file has only 12 negatives: take this as a hint."),
        (20, 20, "calling none."),
    ],
)
def test_few_rows_of_a_class_add_a_warning(positives, negatives, hint):
    file = replace(FILE, positives=positives, negatives=negatives)
    assert sentences_of(POINT, 0.05, 0.8, file=file).text.endswith(hint)


def test_the_warning_counts_effective_rows_of_a_weighted_file():
    light = replace(FILE, positives=0.1, effective_positives=260.7, effective_negatives=900)
    assert sentences_of(POINT, 0.05, 0.8, file=light).text.endswith("calling none.")
    heavy = replace(light, positives=1e6, effective_positives=12.9)
    hint = " The file has only 12 positives: take this as a hint."
    assert sentences_of(POINT, 0.05, 0.8, file=heavy).text.endswith(hint)


def test_the_warning_counts_groups_as_well():
    grouped = replace(FILE, clusters=40, effective_positives=11.6, effective_negatives=40)
    hint = " The positives tell only as much as 12 groups of equal size: take this as a hint."
    assert sentences_of(POINT, 0.05, 0.8, file=grouped).text.endswith(hint)
    many = replace(grouped, effective_positives=19.5)
    assert sentences_of(POINT, 0.05, 0.8, file=many).text.endswith("calling none.")


@pytest.mark.parametrize(
    ("fpr", "tpr", "end"),
    [
        (0.1, 0.5, "Today's threshold, nb at 0.5, costs $2,980: $1,620 more."),
        (0.01, 0.9, "Today's threshold, nb at 0.5, costs $398: $962 less."),
        (51 / 990, 0.83, "Today's threshold, nb at 0.5, costs $1,360: the same."),
    ],
)
def test_todays_threshold_is_compared_with_the_best(fpr, tpr, end):
    pin = call(POINT, fpr, tpr, model="nb", text="0.5", index=3)
    assert sentences_of(POINT, 51 / 990, 0.83, pin=pin).detail == f"{METHOD} {end}"


def test_todays_threshold_may_be_the_best():
    pin = call(POINT, 51 / 990, 0.83)
    assert (
        sentences_of(POINT, 51 / 990, 0.83, pin=pin).detail
        == f"{METHOD} This is today's threshold."
    )


def test_todays_threshold_is_compared_with_calling_none():
    pin = call(POINT, 0.1, 0.5, model="nb", text="0.5")
    sentences = decision_sentences(decided(POINT, trivial_call(POINT)), FILE, pin=pin)
    assert sentences.detail == f"{CERTAIN} Today's threshold, nb at 0.5, costs $2,980: $980 more."


def test_todays_rule_may_be_calling_none():
    pin = replace(trivial_call(POINT), model="nb", index=0)
    detail = sentences_of(POINT, 51 / 990, 0.83, pin=pin).detail
    assert detail.endswith("Today's rule, calling none, costs $2,000: $640 more.")


def test_the_currency_may_follow_the_number():
    text = sentences_of(POINT, 51 / 990, 0.83, currency=Currency("€", after=True)).text
    assert ": 1,360 € (95 % band 1,220 € to 1,500 €), 640 € less than calling none." in text


def test_tied_models_are_named_with_their_own_thresholds():
    is_positive = np.arange(200) % 4 == 0
    score = np.random.default_rng(3).normal(size=200) + 2 * is_positive
    scores = {"a": score, "b": 3 * score, "c": score - 5}
    analysis = analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)
    point = OperatingPoint(0.25, 2, 1)
    decision = analysis.decide(point)
    sentences = decision_sentences(decision, analysis)
    assert sentences.text.startswith(f"Use a and call positive at a score of {decision.best.text}")
    tied = re.search(r"Just as good: b at (\S+) and c at (\S+)\. Against", sentences.detail)
    called = score >= float(decision.best.text)
    assert np.array_equal(scores["b"] >= float(tied[1]), called)
    assert np.array_equal(scores["c"] >= float(tied[2]), called)
    alone = decision_sentences(analysis.decide(point, ["b"]), analysis, ["b"])
    assert "Just as good" not in alone.detail


def test_the_printed_band_contains_the_printed_cost():
    point = OperatingPoint(0.9, 1, 0.001)
    text = sentences_of(point, 0.9375, 1.0, band=(1 + 1e-15, 50)).text
    cost, low = re.search(r": (\S+) \(95 % band (\S+) to", text).groups()
    assert cost == low


def test_the_method_names_clusters_where_clusters_are_resampled():
    rng = np.random.default_rng(3)
    is_positive = np.repeat(rng.random(60) < 0.4, 5)
    scores = {"a": is_positive + rng.normal(size=300)}
    rows = Predictions(is_positive=is_positive, scores=scores, cluster=np.arange(300) // 5)
    analysis = analyse(rows, n_replicates=100)
    detail = decision_sentences(analysis.decide(OperatingPoint(0.4, 1, 1)), analysis).detail
    assert "replicates of 60 clusters" in detail
    assert "class-stratified" not in detail


def test_the_detail_line_has_the_band_of_the_saving():
    best = call(POINT, 0.02, 0.9, (0.1, 0.2))
    decision = replace(decided(POINT, best), level=0.9)
    saved = 1000 * decision.saving
    sure = replace(decision, saving_interval=(decision.saving / 2, 2 * decision.saving))
    trivial = decision.trivial.call
    words = (
        f"Against calling {trivial} it saves {money(saved / 2)} to {money(2 * saved)} (90 % band)."
    )
    assert words in decision_sentences(sure, FILE).detail
    unsure = replace(decision, saving_interval=(-decision.saving, 2 * decision.saving))
    words = (
        f"the 90 % band reaches from {money(saved)} more to {money(2 * saved)} less: "
        "the saving may be chance."
    )
    assert words in decision_sentences(unsure, FILE).detail
    assert "Against" not in decision_sentences(decision, FILE).detail
