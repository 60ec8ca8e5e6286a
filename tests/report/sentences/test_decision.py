"""The sentences of the decision, for calls with given rates."""

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from costdash.core import (
    Analysis,
    Call,
    Decision,
    OperatingPoint,
    Predictions,
    analyse,
    count,
    trivial_call,
)
from costdash.core.analysis.hold_out import HoldOut
from costdash.core.choose.decision import Allowance, rates_at
from costdash.core.compare.expected_regret import Saving
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.probabilities.recalibration import with_recalibrated
from costdash.core.resample.cluster_bootstrap import ClassSizes
from costdash.core.sample.split import Split
from costdash.report.sentences.amounts import CASE, CaseUnit, Currency
from costdash.report.sentences.decision import (
    FITTED_SCORES,
    decision_sentences,
)
from costdash.report.sentences.sample import few_cases

# Thresholds 0, 0.01, ..., 0.99: the one at index k is 1 - k / 100.
ROWS = SimpleNamespace(
    counts=count(np.arange(100) >= 37, np.arange(100) / 100), auc=1.0, auc_interval=(0.99, 1.0)
)
FILE = Analysis(11_183, 260, 10_923, {"rf": ROWS, "nb": ROWS}, 0.95, 2000, 0)
POINT = OperatingPoint(prior=0.01, cost_fn=200, cost_fp=20)
METHOD = (
    "95 % interval of this one cost, 2,000 bootstrap samples within each class, seed 0, "
    "thresholds chosen on these rows. Chosen on the same rows, it contains the true cost less "
    "often than it says."
)
PER_THOUSAND = Currency(case_unit=CaseUnit(1000))
CERTAIN = "No interval: this cost does not depend on a model."
BAND = (1190 / 1360, 1530 / 1360)


def call(point, fpr, tpr, band=None, model="rf", text="0.37", index=63):
    """A threshold with these rates and an interval given as multiples of its cost."""
    rates = rates_at(point, fpr, tpr)
    interval = None if band is None else tuple(rates["nec"] * share for share in band)
    return Call("some", model, (model,), float(text), text, index, interval=interval, **rates)


def decided(point, best, level=0.95):
    return Decision(point, best, trivial_call(point), level)


def sentences_of(point, fpr, tpr, band=(0.9, 1.1), level=0.95, file=FILE, **more):
    decision = decided(point, call(point, fpr, tpr, band), level)
    return decision_sentences(decision, file, **{"currency": PER_THOUSAND} | more)


def test_the_decision_of_a_models_threshold():
    sentences = sentences_of(POINT, 51 / 990, 0.83, band=BAND)
    assert sentences.text == (
        "Flag a case when rf scores 0.37 or more. Of 1,000 cases, 10 are positive. This finds 8 "
        "of them and raises 51 false alarms. Cost per 1,000 cases: $1,360 (95 %: $1,190 to "
        "$1,530). Saves $640 (32 %) per 1,000 cases against no model."
    )
    assert sentences.detail == METHOD


def test_phrases_have_roles():
    sentences = sentences_of(POINT, 51 / 990, 0.83, band=BAND)
    phrases = (*sentences.headline, *sentences.cost, *sentences.against)
    assert {phrase.role: phrase.text for phrase in phrases if phrase.role} == {
        "model": "rf",
        "threshold": "0.37",
        "positives": "10",
        "finds": "8",
        "alarms": "51",
        "cost": "$1,360",
        "low": "$1,190",
        "high": "$1,530",
        "saving": "$640",
    }


@pytest.mark.parametrize(
    ("point", "fpr", "tpr", "end"),
    [
        (
            replace(POINT, cost_fn=2e9, cost_fp=2e8),
            51 / 990,
            0.83,
            "Cost per 1,000 cases: $13,600,000,000 (95 %: $12,200,000,000 to $15,000,000,000). "
            "Saves $6,400,000,000 (32 %) per 1,000 cases against no model.",
        ),
        (
            replace(POINT, cost_fn=2e-6, cost_fp=2e-7),
            51 / 990,
            0.83,
            "Cost per 1,000 cases: $0.0000136 (95 %: $0.0000122 to $0.000015). Saves $0.0000064 "
            "(32 %) per 1,000 cases against no model.",
        ),
        (
            POINT,
            1 / 990,
            0.9,
            "This finds 9 of them and raises 1 false alarm. Cost per 1,000 cases: $220 (95 %: "
            "$198 to $242). Saves $1,780 (89 %) per 1,000 cases against no model.",
        ),
        (
            POINT,
            0,
            1,
            "This finds all of them and raises no false alarms. Cost per 1,000 cases: $0. Saves "
            "$2,000 (100 %) per 1,000 cases against no model.",
        ),
        (
            POINT,
            0.2 / 990,
            0.04,
            "This finds fewer than 1 of them and raises fewer than 1 false alarm. Cost per 1,000 "
            "cases: $1,920 (95 %: $1,730 to $2,120). Saves $76 (3.8 %) per 1,000 cases against no "
            "model.",
        ),
        (
            OperatingPoint(0.9, 10, 30),
            0.2,
            0.99,
            "Of 1,000 cases, 900 are positive. This finds 891 of them and raises 20 false alarms. "
            "Cost per 1,000 cases: $690 (95 %: $621 to $759). Saves $2,310 (77 %) per 1,000 cases "
            "against no model.",
        ),
    ],
)
def test_tiny_and_huge_amounts_are_readable(point, fpr, tpr, end):
    assert sentences_of(point, fpr, tpr).text.endswith(end)


def test_amounts_are_for_as_many_cases_as_give_50_positives():
    point = OperatingPoint(1e-6, 1e6, 5)
    assert sentences_of(point, 1e-7, 0.5, currency=Currency()).text.endswith(
        "Of 100,000,000 cases, 100 are positive. This finds 50 of them and raises 10 false alarms. "
        "Cost per 100,000,000 cases: $50,000,000 (95 %: $45,000,000 to $55,000,000). Saves "
        "$50,000,000 (50 %) per 100,000,000 cases against no model."
    )


def test_numbers_of_cases_are_whole_unless_few_positives_are_expected():
    month = Currency(case_unit=CaseUnit.per_period(75))
    text = sentences_of(POINT, 51 / 990, 0.83, currency=month).text
    assert "Of 75 cases a month, 0.75 are positive. This finds 0.622 of them" in text
    text = sentences_of(POINT, 51 / 990, 0.83, currency=Currency(case_unit=CASE)).text
    assert " or more. This finds 83 % of positives and flags 5.15 % of negatives. Cost per" in text


def test_costs_are_numbers_of_errors_while_both_costs_are_one():
    point = OperatingPoint(prior=0.1)
    assert sentences_of(point, 0.01, 0.75).text.endswith(
        "This finds 75 of them and raises 9 false alarms. Errors per 1,000 cases: 34 (95 %: 30.6 "
        "to 37.4). Makes 66 fewer errors per 1,000 cases than no model."
    )
    today = call(point, 0.05, 0.8, model="nb", text="0.5", index=50)
    text = sentences_of(point, 0.01, 0.75, today=today).text
    assert text.endswith("Makes 31 fewer errors per 1,000 cases than today's rule.")


def test_flagging_none_is_explained():
    sentences = decision_sentences(decided(POINT, trivial_call(POINT)), FILE, currency=PER_THOUSAND)
    assert sentences.text == (
        "Flag none. At these costs no model is worth its false alarms. Of 1,000 cases, 10 are "
        "positive. This finds none of them. Cost per 1,000 cases: $2,000. Flagging none is "
        "cheapest."
    )
    assert sentences.detail == CERTAIN


def test_flagging_all_is_explained():
    point = OperatingPoint(prior=0.9, cost_fn=20, cost_fp=0.5)
    sentences = decision_sentences(decided(point, trivial_call(point)), FILE, names=["rf"])
    assert sentences.text == (
        "Flag all. At these costs no model is worth the positives it misses. Of 1,000 cases, 900 "
        "are positive. This finds all of them and raises 100 false alarms. Cost per 1,000 cases: "
        "$50. Flagging all is cheapest."
    )


def test_without_models_the_trivial_rule_is_recommended():
    sentences = decision_sentences(
        decided(POINT, trivial_call(POINT)), FILE, names=[], currency=PER_THOUSAND
    )
    assert sentences.text == (
        "Switch a model on to compare it with flagging none. Of 1,000 cases, 10 are positive. "
        "This finds none of them. Cost per 1,000 cases: $2,000."
    )
    assert sentences.detail == ""


def test_a_narrow_interval_has_more_digits():
    text = sentences_of(POINT, 51 / 990, 0.83, band=(0.9995, 1.0005)).text
    assert "$1,360 (95 %: $1,359 to $1,361)" in text


@pytest.mark.parametrize(
    ("band", "level", "detail"),
    [
        (None, None, "Threshold chosen on these rows."),
        (
            None,
            0.95,
            "No interval: it needs at least 5 rows of each class. Threshold chosen on these rows.",
        ),
        ((1, 1), 0.9, "The 90 % interval has no width here. Threshold chosen on these rows."),
    ],
)
def test_a_missing_interval_is_explained(band, level, detail):
    sentences = sentences_of(POINT, 51 / 990, 0.83, band, level)
    assert sentences.text.endswith(": $1,360. Saves $640 (32 %) per 1,000 cases against no model.")
    assert sentences.detail == detail


def test_a_saving_of_nothing_is_stated():
    assert sentences_of(POINT, 0.05 * 10 / 99 * 2, 0.1, None).text.endswith(
        ": $2,000. Costs as much as no model."
    )


@pytest.mark.parametrize(
    ("positives", "negatives", "warning"),
    [
        (19, 800, "Only 19 positives in the file: too few to decide on."),
        (1, 800, "Only 1 positive in the file: too few to decide on."),
        (500, 12, "Only 12 negatives in the file: too few to decide on."),
        (20, 20, ""),
    ],
)
def test_few_rows_of_a_class_add_a_warning(positives, negatives, warning):
    file = replace(FILE, positives=positives, negatives=negatives)
    sentences = sentences_of(POINT, 0.05, 0.8, file=file)
    assert sentences.warning == warning
    assert sentences.text.endswith(warning)


BACKWARDS = SimpleNamespace(counts=ROWS.counts, auc=0.21, auc_interval=(0.18, 0.24))
MAYBE = SimpleNamespace(counts=ROWS.counts, auc=0.48, auc_interval=(0.45, 0.51))
TURN = (
    "backwards: a lower score means more likely positive. Turn {} round in Data, or choose the "
    "other value as positive."
)


@pytest.mark.parametrize(
    ("models", "names", "warning"),
    [
        ([BACKWARDS], ["rf"], f"Model rf ranks {TURN.format('it')}"),
        ([BACKWARDS] * 2, ["rf", "nb"], f"Both models rank {TURN.format('them')}"),
        ([BACKWARDS] * 3, ["rf", "nb", "lr"], f"All 3 models rank {TURN.format('them')}"),
        ([BACKWARDS, ROWS], ["rf"], f"Model rf ranks {TURN.format('it')}"),
        ([BACKWARDS, ROWS], ["rf", "nb"], ""),
        ([MAYBE], ["rf"], ""),
        ([MAYBE, BACKWARDS], ["rf", "nb"], ""),
        ([BACKWARDS], [], ""),
    ],
)
def test_a_warning_if_every_model_shown_ranks_backwards(models, names, warning):
    file = replace(FILE, models=dict(zip(("rf", "nb", "lr"), models)))
    best = trivial_call(POINT)
    assert decision_sentences(decided(POINT, best), file, names).warning == warning
    few = replace(file, positives=19)
    assert "Only 19 positives" in decision_sentences(decided(POINT, best), few, names).warning


def test_without_an_interval_the_area_itself_tells_that_a_model_ranks_backwards():
    bare = SimpleNamespace(counts=ROWS.counts, auc=0.21, auc_interval=(np.nan, np.nan))
    sentences = sentences_of(POINT, 0.05, 0.8, file=replace(FILE, models={"rf": bare}))
    assert sentences.warning == f"Model rf ranks {TURN.format('it')}"


@pytest.mark.parametrize(
    ("rows", "warning"),
    [
        ((300, 1000, 260.7, 900.0), ""),
        ((300, 1000, 19.99, 900.0), "The 300 positives in the file tell only as much as 19"),
        ((300, 1000, 20.0 - 1e-12, 900.0), ""),
        ((300, 1200, 100.0, 3.2), "The 1,200 negatives in the file tell only as much as 3"),
        ((12, 1000, 11.9, 900.0), "Only 12 positives in the file"),
    ],
)
def test_the_warning_tells_rows_of_a_weighted_file_from_what_they_are_worth(rows, warning):
    file = replace(FILE, positives=0.1, class_rows=ClassSizes(*rows))
    if warning.startswith("The"):
        warning += " of equal weight"
    end = ": too few to decide on." if warning else ""
    assert sentences_of(POINT, 0.05, 0.8, file=file).warning == warning + end


def test_with_weights_and_a_hold_out_the_warning_is_of_the_part_that_has_few():
    enough, few = ClassSizes(90, 80, 60.0, 50.0), ClassSizes(70, 60, 55.0, 8.5)
    hold_out = HoldOut("val", "test", 130, 0.7, 0.6, few)
    file = replace(FILE, positives=0.9, negatives=0.8, class_rows=enough, hold_out=hold_out)
    warning = "The 60 negatives in the part val tell only as much as 8 of equal weight"
    assert few_cases(file) == warning


@pytest.mark.parametrize("split", [False, True])
def test_the_rows_of_weighted_classes_and_what_they_are_worth(split):
    rng = np.random.default_rng(8)
    y, weight = rng.random(400) < 0.3, rng.lognormal(sigma=1.5, size=400) / 1e3
    parts = Split(rng.random(400) < 0.5, "val", "test") if split else None
    rows = Predictions(
        is_positive=y, scores={"rf": rng.normal(size=400)}, weight=weight, split=parts
    )
    analysis = analyse(rows, n_replicates=100)
    found = [(analysis.class_rows, parts.in_evaluation if parts else y | ~y)]
    if parts:
        found.append((analysis.hold_out.class_rows, ~parts.in_evaluation))
    for sizes, part in found:
        for n, effective, side in (
            (sizes.positives, sizes.effective_positives, y),
            (sizes.negatives, sizes.effective_negatives, ~y),
        ):
            own = weight[part & side]
            assert n == own.size
            assert effective == pytest.approx(own.sum() ** 2 / (own**2).sum())
    assert analyse(replace(rows, weight=None), n_replicates=100).class_rows is None


def test_the_warning_counts_groups_as_well():
    grouped = replace(FILE, clusters=40, effective_positives=11.6, effective_negatives=40)
    hint = " The positives tell only as much as 12 groups of equal size: too few to decide on."
    assert sentences_of(POINT, 0.05, 0.8, file=grouped).text.endswith(hint)
    many = replace(grouped, effective_positives=19.5)
    assert sentences_of(POINT, 0.05, 0.8, file=many).text.endswith("against no model.")


@pytest.mark.parametrize(
    ("fpr", "tpr", "end"),
    [
        (0.1, 0.5, "Saves $1,620 per 1,000 cases against today's rule."),
        (0.01, 0.9, "Costs $962 per 1,000 cases more than today's rule."),
        (51 / 990, 0.83, "Costs as much as today's rule."),
    ],
)
def test_todays_rule_is_compared_with_the_best(fpr, tpr, end):
    today = call(POINT, fpr, tpr, model="nb", text="0.5", index=50)
    assert sentences_of(POINT, 51 / 990, 0.83, today=today).text.endswith(end)


def test_todays_rule_may_be_the_best():
    today = call(POINT, 51 / 990, 0.83)
    text = sentences_of(POINT, 51 / 990, 0.83, today=today).text
    assert text.endswith(
        "Saves $640 (32 %) per 1,000 cases against no model. This is today's rule."
    )


def test_todays_rule_is_compared_with_flagging_none():
    today = call(POINT, 0.1, 0.5, model="nb", text="0.5")
    sentences = decision_sentences(
        decided(POINT, trivial_call(POINT)), FILE, today=today, currency=PER_THOUSAND
    )
    assert sentences.text.endswith(
        "Flagging none is cheapest and saves $980 per 1,000 cases against today's rule."
    )


def test_todays_rule_may_be_flagging_none():
    today = replace(trivial_call(POINT), model="nb", index=0)
    text = sentences_of(POINT, 51 / 990, 0.83, today=today).text
    assert text.endswith("Saves $640 per 1,000 cases against today's rule.")


def test_savings_have_intervals_and_may_be_chance():
    best, today = call(POINT, 51 / 990, 0.83), call(POINT, 0.1, 0.5, model="nb", text="0.5")
    saved = today.expected_cost - best.expected_cost

    def said(low, high, **more):
        decision = replace(decided(POINT, best, 0.9), **more)
        return decision_sentences(
            decision,
            FILE,
            today=today,
            over_today=Saving(saved, low * saved, high * saved),
            currency=PER_THOUSAND,
        )

    sure = said(0.5, 2)
    assert sure.savings == "Against today's rule 90 %: $810 to $3,240 saved."
    assert sure.savings in sure.detail
    assert sure.saving_limits == "90 %: $810 to $3,240 saved"
    saves = "Saves $1,620 per 1,000 cases against today's rule"
    assert sure.text.endswith(f"{saves} (90 %: $810 to $3,240).")
    unsure = said(-1, 2)
    assert unsure.savings == "Against today's rule 90 %: $1,620 lost to $3,240 saved."
    assert unsure.saving_limits == "90 %: $1,620 lost to $3,240 saved: may be chance"
    assert unsure.text.endswith(f"{saves} (90 %: \N{MINUS SIGN}$1,620 to $3,240): may be chance.")
    both = said(0.5, 2, saving_interval=(-0.5, 1.0))
    assert both.savings.startswith("Against no model 90 %: $500 lost to $1,000 saved.")
    assert "on so small a margin" not in both.savings  # not cross-fitted
    assert (both.text, both.saving_limits) == (sure.text, sure.saving_limits)
    fitted = replace(best, allowance=Allowance(0.0, 0.0, 1))
    for low, warned in ((-0.5, True), (0.01, False)):
        decision = Decision(POINT, fitted, trivial_call(POINT), 0.9, (low, 1.0))
        assert decision.small_margin == warned
        text = decision_sentences(decision, FILE).savings
        assert text.endswith("intervals contain the truth less often than they say.") == warned
    alone = decision_sentences(Decision(POINT, fitted, trivial_call(POINT), 0.9, (-0.5, 1.0)), FILE)
    assert alone.text.endswith(
        "against no model (90 %: \N{MINUS SIGN}$5,000 to $10,000): may be chance."
    )


def test_a_rule_that_costs_more_has_an_interval_of_that():
    best, today = call(POINT, 51 / 990, 0.83), call(POINT, 0.01, 0.9, model="nb", text="0.5")
    saved = today.expected_cost - best.expected_cost
    decision, over = decided(POINT, best, 0.9), Saving(saved, 2 * saved, -0.5 * saved)
    said = decision_sentences(decision, FILE, today=today, over_today=over, currency=PER_THOUSAND)
    minus = "\N{MINUS SIGN}"
    assert said.text.endswith(
        f"Costs $962 per 1,000 cases more than today's rule (90 %: {minus}$481 to $1,920): "
        "may be chance."
    )
    assert said.saving_limits == "90 %: $1,920 lost to $481 saved: may be chance"


def test_without_a_level_a_saving_has_no_limits():
    today = call(POINT, 0.1, 0.5, model="nb", text="0.5")
    assert sentences_of(POINT, 51 / 990, 0.83, today=today).saving_limits == ""


@pytest.mark.parametrize("crossfit", [True, False])
def test_costs_of_recalibrated_scores_are_said_to_be_a_little_too_low(crossfit):
    rng = np.random.default_rng(0)
    is_positive = np.arange(300) % 3 == 0
    rows = with_recalibrated(
        Predictions(is_positive=is_positive, scores={"a": rng.normal(size=300) + 2 * is_positive}),
        "a",
    )
    analysis = analyse(rows, n_replicates=100)
    if crossfit:
        analysis = analysis.with_crossfits(crossfit_models(rows))
    for name, is_recalibrated in (("a", False), ("a recalibrated", True)):
        decision = analysis.decide(OperatingPoint(0.3), [name])
        assert decision.best.model == name
        said = decision_sentences(decision, analysis, [name], method="Method.").detail
        assert (FITTED_SCORES in said) == (is_recalibrated and crossfit)


def test_the_currency_may_follow_the_number():
    text = sentences_of(POINT, 51 / 990, 0.83, currency=Currency("€", True, CaseUnit(1000))).text
    assert (
        ": 1,360 € (95 %: 1,220 € to 1,500 €). Saves 640 € (32 %) per 1,000 cases against no model."
        in text
    )


def test_tied_models_are_named_with_their_own_thresholds():
    is_positive = np.arange(200) % 4 == 0
    score = np.random.default_rng(3).normal(size=200) + 2 * is_positive
    scores = {"a": score, "b": 3 * score, "c": score - 5}
    analysis = analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)
    point = OperatingPoint(0.25, 2, 1)
    decision = analysis.decide(point)
    sentences = decision_sentences(decision, analysis)
    assert sentences.text.startswith("Flag a case when a scores ")
    tied = re.search(r"Tie: b ≥ (\S+) and c ≥ (\S+) cost the same\.", sentences.detail)
    called = score >= float(decision.best.text)
    assert np.array_equal(scores["b"] >= float(tied[1]), called)
    assert np.array_equal(scores["c"] >= float(tied[2]), called)
    alone = decision_sentences(analysis.decide(point, ["b"]), analysis, ["b"])
    assert "Tie" not in alone.detail


def test_the_printed_interval_contains_the_printed_cost():
    point = OperatingPoint(0.9, 1, 0.001)
    text = sentences_of(point, 0.9375, 1.0, band=(1 + 1e-15, 50)).text
    cost, low = re.search(r": (\S+) \(95 %: (\S+) to", text).groups()
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


def test_a_model_that_looks_cheaper_is_named_beside_the_trivial_rule_that_is_recommended():
    """Scores that may be useless are not recommended, however cheap they look in the sample."""
    rng = np.random.default_rng(4)
    truth = np.arange(200) < 40
    scores = {f"m{k}": truth * 0.1 + rng.normal(size=200) for k in range(3)}
    rows = Predictions(is_positive=truth, scores=scores)
    file = analyse(rows, n_replicates=100)
    crossed = file.with_crossfits(crossfit_models(rows, n_replicates=20))
    assert not crossed.tells_apart([*scores])
    named = 0
    for prior in np.linspace(0.02, 0.98, 40):
        point = OperatingPoint(prior=float(prior), cost_fn=3, cost_fp=2)
        for analysis in (file, crossed):
            decision = analysis.decide(point)
            said = decision_sentences(decision, analysis).text
            costs = [analysis.call_of(point, name, 0).expected_cost for name in scores]
            cheaper = min(costs) < decision.best.expected_cost * (1 - 1e-9)
            trivial = decision.best.call != "some"
            assert ("looks cheaper (" in said) == (trivial and cheaper)
            assert (" is cheapest." in said) == trivial
            by_chance = "No model is shown to tell positives from negatives." in said
            assert by_chance == (analysis is crossed)
            named += "looks cheaper (" in said
    assert named
