"""What the page says of each model: costs that are those of the analysis, and where it is best."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
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
        assert one.per == "per 1,000 cases"
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


def test_the_recommended_model_says_that_choosing_costs_something(analysis):
    names = ("good", "noise")
    call = analysis.call_of(POINT, "good", 0)
    amounts = Amounts.at(POINT)
    alone = amounts.bare(amounts.cases * call.expected_cost)
    for factor, words in ((1.1, ": choosing costs something too"), (0.9, "")):
        best = replace(call, nec=factor * call.nec, expected_cost=factor * call.expected_cost)
        good, noise = model_summary(analysis, POINT, names, amounts, best)
        chosen = amounts.bare(amounts.cases * best.expected_cost)
        assert good.sentences[0] == f"Alone {alone}; chosen among 2 models {chosen}{words}"
        assert not noise.sentences[0].startswith("Alone")
    assert not any(
        sentence.startswith("Alone") for sentence in summaries_of(analysis, names)[0].sentences
    )


def test_chip_and_table_say_the_same_of_where_a_model_beats_none_and_all():
    rng = np.random.default_rng(4)
    positive = rng.random(400) < 0.3
    rows = Predictions(is_positive=positive, scores={"good": positive + rng.normal(size=400)})
    same = analyse(rows, n_replicates=100)
    crossed = same.with_crossfits(crossfit_models(rows, ("good",), seed=same.seed))
    for one, beats in ((same, "Beats"), (crossed, "Clearly beats")):
        low, high = one.operating_range("good")
        [sentence] = [
            sentence for sentence in summaries_of(one, ("good",))[0].sentences if "eats" in sentence
        ]
        assert sentence == f"{beats} flagging none or all {pcf_range(low, high)}"
        assert f"{number(low)} to {number(high)}" in areas_table(one).rows[0]
    heads = [areas_table(one).head[6] for one in (same, crossed)]
    assert heads == [
        "on the same rows, beats flagging none and all at PC(+)",
        "clearly beats flagging none and all at PC(+)",
    ]


def test_a_model_that_looks_cheaper_on_other_folds_says_why_it_is_not_chosen():
    rng = np.random.default_rng(5)
    positive = rng.random(300) < 0.3
    fine = positive + rng.normal(size=300)
    scores = {"fine": fine, "coarse": np.round(fine - 0.1), "noise": rng.normal(size=300)}
    rows = Predictions(is_positive=positive, scores=scores)
    same = analyse(rows, n_replicates=100)
    crossed = same.with_crossfits(crossfit_models(rows, tuple(scores), seed=same.seed))
    found = []
    for cost_fn in np.geomspace(1, 100, 40):
        point = OperatingPoint(0.1, cost_fn, 10)
        best = crossed.decide(point, level=0).best
        for name in scores:
            call, own = crossed.call_of(point, name, 0), same.call_of(point, name, 0)
            if best.model in (None, name) or call.expected_cost >= best.expected_cost:
                continue
            [one] = model_summary(crossed, point, (name,), Amounts.at(point), best)
            assert own.expected_cost > same.call_of(point, best.model, 0).expected_cost
            assert (one.more, one.less[-5:]) == ("", " less")
            assert (
                f"{one.less} than {best.model} on other cases, but more on all rows"
                in one.sentences[0]
            )
            found.append(name)
    assert found
    tags = {one.name: one.tag for one in summaries_of(crossed, tuple(scores))}
    assert tags["noise"].endswith(" on all rows")
