"""What the page says of each model: costs that are those of the analysis, and where it is best."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import Allowance, OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import pcf_range
from costdash.report.tables.model_summary import model_summary
from costdash.report.tables.models import areas_table
from costdash.wording import number

POINT = OperatingPoint(0.02, 500, 10)


@pytest.fixture(scope="module")
def analysis():
    rng = np.random.default_rng(3)
    positive = rng.random(400) < 0.3
    good = positive + rng.normal(size=400)
    scores = {"good": good, "copy": good, "noise": rng.normal(size=400)}
    return analyse(Predictions(is_positive=positive, scores=scores), n_replicates=100)


def summaries_of(analysis, names):
    best = analysis.decide(POINT, names, level=0).best
    return model_summary(analysis, POINT, names, Amounts.at(POINT), best)


def test_costs_are_those_of_the_analysis_and_the_order_is_that_of_the_names(analysis):
    names = ("noise", "good")
    found = summaries_of(analysis, names)
    assert tuple(one.name for one in found) == names
    for one in found:
        assert one.nec == analysis.call_of(POINT, one.name, 0).nec
        assert one.per == "per 10,000 cases"
        assert any(sentence.startswith("AUC 0.") for sentence in one.sentences)


def test_a_model_that_is_cheapest_nowhere_is_tagged(analysis):
    noise, good = summaries_of(analysis, ("noise", "good"))
    assert (noise.tag, good.tag) == ("always beaten", "")
    assert any(sentence.startswith("Cheapest of all from PC(+)") for sentence in good.sentences)
    assert "than good" in noise.sentences[0]
    assert not any("Cheapest" in sentence for sentence in noise.sentences)
    assert {one.tag for one in summaries_of(analysis, ("good", "copy"))} == {
        "ties for cheapest at best"
    }


def test_one_model_has_no_tag_and_no_models_no_summary(analysis):
    [alone] = summaries_of(analysis, ("noise",))
    assert alone.tag == ""
    assert summaries_of(analysis, ()) == []


def test_the_recommended_model_says_what_it_costs_with_the_choice_among_models(analysis):
    names = ("good", "noise")
    call, amounts = analysis.call_of(POINT, "good", 0), Amounts.at(POINT)
    choosing = 0.1 * call.expected_cost
    best = replace(
        call,
        expected_cost=call.expected_cost + choosing,
        allowance=Allowance(0.0, choosing, len(names)),
    )
    good, noise = model_summary(analysis, POINT, names, amounts, best)
    total = amounts.bare(amounts.cases * best.expected_cost)
    words = f"With the allowance for choosing among 2 models {total}"
    assert good.sentences[0] == words
    assert (good.more, noise.sentences[0]) == ("", f"{noise.more} than good")
    assert not any(
        sentence.startswith("With the") for sentence in summaries_of(analysis, names)[0].sentences
    )


def test_chip_and_table_say_the_same_of_where_a_model_beats_none_and_all():
    rng = np.random.default_rng(4)
    positive = rng.random(400) < 0.3
    rows = Predictions(is_positive=positive, scores={"good": positive + rng.normal(size=400)})
    same = analyse(rows, n_replicates=100)
    crossed = same.with_crossfits(crossfit_models(rows, ("good",), seed=same.seed))
    for one, beats in ((same, "Beats"), (crossed, "Beats")):
        low, high = one.operating_range("good")
        [sentence] = [
            sentence for sentence in summaries_of(one, ("good",))[0].sentences if "eats" in sentence
        ]
        assert sentence == f"{beats} flagging none or all {pcf_range(low, high)}"
        assert f"{number(low)} to {number(high)}" in areas_table(one).rows[0]
    heads = [areas_table(one).head[6] for one in (same, crossed)]
    assert heads == [
        "on the same rows, beats flagging none and all at PC(+)",
        "on other rows, beats flagging none and all at PC(+)",
    ]


def test_an_amount_of_no_threshold_says_so():
    rows = Predictions(is_positive=[True, False] * 30, scores={"flat": [0.0] * 60})
    flat, dear = analyse(rows, n_replicates=100), OperatingPoint(0.5, 100)
    about = (dear, ["flat"], Amounts.at(dear), flat.decide(dear).best)
    (summary,) = model_summary(flat, *about)
    assert summary.tag == "flags all"
    (capped,) = model_summary(flat, *about, {"flat": 1.0})
    assert capped.tag == ""
