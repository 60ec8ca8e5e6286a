"""The tab that compares two models."""

import json
from itertools import combinations

import pytest
from dash import html, no_update
from dash._utils import to_json

from costdash.core import OperatingPoint
from costdash.intake.api import read_confusions
from costdash.intake.storage.predictions import save_predictions
from costdash.report.report import PairOptions
from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.pairs import pair_table
from costdash.web.callbacks import compare, pairs
from costdash.web.page.tabs.compare import short_amount
from costdash.web.routes.download import report_of
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import derived_results
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from tests.support.page_texts import found, texts

TOKEN = "sample-breast-cancer"
CONDITIONS = {"prior": 0.1, "cost_fn": 10.0, "cost_fp": 1.0}


@pytest.fixture
def dataset(visit):
    return described(TOKEN, visit)


@pytest.fixture
def view(dataset):
    return {"models": [model["name"] for model in dataset["models"]], "level": 0.95}


def compared(dataset, view, a, b, conditions=CONDITIONS, **options):
    return compare.comparison(Question.of(dataset, conditions, view), a, b, PairOptions(**options))


def test_the_curve_is_the_difference_of_the_two_envelopes(visit, dataset, view):
    figure = compared(dataset, view, "forest", "logistic").figure
    drawn = next(t for t in json.loads(to_json(figure))["data"] if t["uid"] == "difference")
    models = analysis_of(TOKEN, visit).models
    exact = models["forest"].hull.cost(drawn["x"]) - models["logistic"].hull.cost(drawn["x"])
    assert drawn["y"] == pytest.approx(exact, abs=1e-5)


def test_on_other_folds_page_report_and_words_are_cross_fitted(visit, dataset, view):
    other = view | {"evaluation": "other", "models": ["forest", "logistic"]}
    figure, note, said, *_ = compared(dataset, other, "forest", "logistic")
    here = next(t for t in json.loads(to_json(figure))["data"] if t["uid"] == "here")
    report = report_of(Question.of({"token": TOKEN}, CONDITIONS, other), ["forest", "logistic"])
    value, _, _ = report.comparisons[0].at(report.point.pcf)
    fits = report.crossfits.models
    costs = [fits[name].cost([report.point.pcf])[0] for name in ("forest", "logistic")]
    assert here["y"] == [pytest.approx(value)] == [pytest.approx(costs[0] - costs[1])]
    assert "cross-fitted costs" in " ".join(texts(html.Div(note)))
    assert "costs cross-fitted" in " ".join(texts(html.Div(said)))
    table = pairs.all_pairs(
        Question.of(dataset, CONDITIONS, view | {"evaluation": "other"}), "a", "b"
    ).tests
    assert "Costs are cross-fitted" in " ".join(texts(html.Div(table)))


def test_the_text_names_both_models_and_where_each_is_best(dataset, view):
    _, note, said, *_ = compared(dataset, view, "forest", "logistic", margin=0.05)
    words = " ".join(texts(html.Div(said)))
    for part in ("forest", "logistic", "DeLong", "PC(+)", "by more than 5 %"):
        assert part in words
    assert "2,000" in " ".join(texts(html.Div(note))) or "100" in " ".join(texts(html.Div(note)))


def test_the_first_card_says_the_difference_in_net_benefit(dataset, view):
    first = compared(dataset, view, "forest", "logistic").cards[0]
    told = [text for text in texts(html.Div([first])) if text.startswith("Net benefit at a ")]
    assert len(told) == 1
    assert all(part in told[0] for part in ("forest", "logistic", "per 100 cases", " to "))


def test_the_two_sides_are_named_without_thresholds(visit, dataset, view):
    analysis, point = analysis_of(TOKEN, visit), OperatingPoint(**CONDITIONS)
    best = analysis.call_of(point, "logistic", 0).index

    def said(today):
        cards = compared(dataset, view | {"today": today}, "forest", "logistic").cards
        return " | ".join(texts(html.Div([cards[0]])))

    every = "forest and logistic, each at its best threshold"
    other = {"model": "logistic", "index": best + 9, "text": "0.46"}
    rule = "Today's rule, logistic \u2265 0.46, is not logistic's best: against it the saving is on"
    assert every in said(None)
    assert "Today's rule" not in said(None)
    assert every in said(other)
    assert rule in said(other)
    assert "Today's rule" not in said(other | {"index": best, "text": None})
    third = next(name for name in view["models"] if name not in ("forest", "logistic"))
    assert "Today's rule" not in said(other | {"model": third})


def test_ranges_add_the_lc_index_and_hidden_models_are_mentioned(dataset, view):
    ranges = {"prior": [0.05, 0.2], "cost_fn": [5.0, 20.0], "cost_fp": [1.0, 1.0]}
    view = view | {"models": ["forest", "logistic"]}
    given = CONDITIONS | {"ranges": ranges}
    said = compared(dataset, view, "forest", "logistic", conditions=given).text
    told = " ".join(texts(html.Div(said)))
    assert "LC index of forest against logistic" in told
    assert "Switching neighbours on would" in told
    assert "dominates" in told


def test_without_bands_no_text_mentions_a_level_or_a_band(dataset, view):
    view = view | {"level": 0}
    figure, note, said, lead, interval, *_ = compared(
        dataset, view, "forest", "logistic", margin=0.05
    )
    assert "band" not in {trace["uid"] for trace in json.loads(to_json(figure))["data"]}
    told = " ".join(texts(html.Div([*said, *note, *lead, *interval])))
    assert "95 %" not in told
    assert "chance" not in told
    assert "Bands are off" in told
    table = pairs.all_pairs(Question.of(dataset, CONDITIONS, view), "forest", "logistic").tests
    assert "95 %" not in " ".join(texts(html.Div(table)))


def test_all_pairs_of_shown_models_are_tested(dataset, view):
    told = pairs.all_pairs(Question.of(dataset, CONDITIONS, view), "forest", "logistic").tests
    names, words = view["models"], " ".join(texts(html.Div(told)))
    assert f"Of {len(names) * (len(names) - 1) // 2} pairs, at 95 %" in words
    view = view | {"models": ["forest", "logistic"]}
    assert pairs.all_pairs(Question.of(dataset, CONDITIONS, view), "forest", "logistic").tests == []


def test_the_p_values_of_all_pairs_are_those_of_the_report_and_the_csv(visit, dataset, view):
    conditions = CONDITIONS | {"prior": 0.003, "cost_fn": 1.0}  # between 0 and the first pcf > 0
    shown = pairs.all_pairs(Question.of(dataset, conditions, view), "forest", "logistic").tests
    report = report_of(Question.of({"token": TOKEN}, conditions, view))
    told = " ".join(texts(html.Div(shown)))
    for row in pair_table(report.pair_tests, report.point, 0.95).rows:
        assert " ".join(row) in told


def test_the_band_at_holms_level_is_wider_and_labelled(dataset, view):
    plain, strict = (compared(dataset, view, "forest", "logistic", holm=h) for h in (False, True))
    reach = []
    for figure, *_ in (plain, strict):
        data = json.loads(to_json(figure))["data"]
        band = next(trace["y"] for trace in data if trace["uid"] == "band")
        reach.append(max(band) - min(band))
    assert reach[0] < reach[1]
    assert "Holm's for 95 % among 3 pairs" in " ".join(texts(html.Div(strict[1])))


def test_a_crossover_has_the_common_tangent_of_both_hulls(visit, dataset, view):
    models, drawn = analysis_of(TOKEN, visit).models, []
    for a, b in combinations(view["models"], 2):
        said = compared(dataset, view, a, b).text
        drawn += [(a, b, line) for line in tangents(html.Div(said))]
    assert drawn
    for a, b, line in drawn:
        slope = (1 - line["pcf"]) / line["pcf"]
        for name, at in zip((a, b), line["touched"]):
            hull = models[name].hull
            heights = hull.tpr - slope * hull.fpr
            assert at["tpr"] - slope * at["fpr"] == pytest.approx(heights.max())
            assert at["i"] == list(models).index(name)
        (x, _), (y, _) = line["ends"]
        assert y - slope * x == pytest.approx(heights.max())
        assert line["sentence"].startswith(f"{a} and {b} cost the same here")


def tangents(part):
    """The common tangents in the buttons of the crossovers."""
    carried = getattr(part, "data-crossover", None)
    below = getattr(part, "children", None)
    below = below if isinstance(below, list | tuple) else [below]
    found = [json.loads(carried)] if carried else []
    return found + [line for child in below if hasattr(child, "_type") for line in tangents(child)]


@pytest.mark.parametrize(("a", "b"), [("forest", "forest"), ("forest", "nobody"), (None, None)])
def test_without_a_valid_pair_nothing_is_drawn(dataset, view, a, b):
    answer = compared(dataset, view, a, b)
    assert answer.figure is no_update
    assert "Choose two models" in answer.lead


def test_swapping_the_models_negates_the_difference(visit):
    one = derived_results(TOKEN, visit).comparison("forest", "logistic", 0.9)
    two = derived_results(TOKEN, visit).comparison("logistic", "forest", 0.9)
    assert two.value == pytest.approx(-one.value)
    assert two.band.low == pytest.approx(-one.band.high)


def test_the_list_of_pairs_says_of_each_who_is_cheaper_or_that_it_may_be_chance(dataset, view):
    shown = pairs.all_pairs(Question.of(dataset, CONDITIONS, view), "forest", "logistic")
    head, *rows = found(html.Div(shown.pairs), html.Tr)
    assert "All three pairs, at your conditions" in texts(head)
    assert len(rows) == 3
    for row in rows:
        *_, p, verdict = ("".join(texts(cell)) for cell in row.children)
        sure = float(p) <= 0.05 if p[0].isdigit() else True
        assert verdict.endswith(" is cheaper") if sure else verdict.startswith("may be chance")
        pair = json.loads(found(row, html.Button)[0].to_plotly_json()["props"]["data-pair"])
        said = "".join(texts(html.Div(compared(dataset, view, *pair).lead)))
        assert ("also allowing for 3 comparisons" in said) == sure
        assert ("it may be chance." in said) == (verdict == "may be chance among 3")
    assert shown.bands[-1] == {"value": "holm", "label": "all 3 pairs"}
    two = view | {"models": ["forest", "logistic"]}
    alone = pairs.all_pairs(Question.of(dataset, CONDITIONS, two), "forest", "logistic")
    assert found(html.Div(alone.pairs), html.Tr) == []
    assert [band["value"] for band in alone.bands] == ["point", "curve"]


def test_the_cards_say_where_the_difference_comes_from_and_what_the_auc_says(dataset, view):
    answer = compared(dataset, view, "forest", "logistic")
    titles = [texts(card)[0] for card in answer.cards]
    assert titles[:2] == ["Where the difference comes from", "Where they disagree"]
    other = compared(dataset, view | {"evaluation": "other"}, "forest", "logistic")
    card = texts(other.cards[1])
    assert card[0] == "Where the rules chosen on all rows disagree"
    assert card[-1].startswith("Two fixed rules")
    assert "(AUC)" in titles[2]
    swapped = compared(dataset, view, "logistic", "forest")
    assert "".join(texts(html.Div(swapped.lead))) == "".join(texts(html.Div(answer.lead)))


@pytest.mark.parametrize(
    ("x", "mistakes", "text"),
    [
        (-20_000, False, "\u2212$20k"),
        (1_100, False, "+$1.1k"),
        (2.5, False, "+$2.5"),
        (-0.5, True, "\u22120.5"),
        (3e6, True, "+3M"),
    ],
)
def test_amounts_on_axes_are_short(x, mistakes, text):
    assert short_amount(x, Amounts(mistakes=mistakes)) == text


@pytest.mark.parametrize("pair", [("M1", "M2"), ("M2", "M3")])
def test_of_confusion_matrices_no_case_is_classified_by_both(store, visit, pair):
    matrices = {"M1": (40, 20, 60, 250), "M2": (250, 45, 5, 200), "M3": (50, 10, 90, 210)}
    token, folder = store.begin(visit, 0)
    save_predictions(folder / "predictions", read_confusions(matrices), {})
    store.finish(folder, visit, "file.csv", 0)
    cards = str(
        compared({"token": token, "revision": "1"}, {"models": [*matrices], "level": 0.95}, *pair)
    )
    assert "Where the difference comes from" in cards
    assert "pair-cells" not in cards
