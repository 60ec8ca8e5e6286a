"""The answer to a question of the page."""

import json
from dataclasses import replace

import pytest
from dash import no_update
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costdash.core import OperatingPoint
from costdash.core.choose.cost_axes import cost_by_threshold, flat_zone
from costdash.figures import PANELS, View, make_scene
from costdash.web.routes.answer import to_json
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.jobs import StillWorking
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores import answer, question
from costdash.web.stores.question import Question
from tests.support.page_texts import texts

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}
FUNCTION_SCOPED = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20
)


@pytest.fixture
def analysis(visit):
    return analysis_of(TOKEN, visit)


@pytest.fixture
def ask(analysis, settings):
    """The answer with some values of the conditions and the view changed."""

    def ask(prior=0.2, cost_fn=5.0, cost_fp=1.0, ranges=None, weighting=None, **view):
        conditions = {"ranges": ranges, "weighting": weighting} if ranges else {}
        conditions |= {"prior": prior, "cost_fn": cost_fn, "cost_fp": cost_fp}
        view = {"models": list(analysis.models), "level": 0.95} | view
        asked = OWN | conditions | {"seq": 3}, OWN | view | {"seq": 4}
        told, said = answer.answer_question(Question.of(OWN, *asked))
        assert said is no_update
        return told

    return ask


def points(figure, uid):
    trace = next(trace for trace in figure.data if trace.uid == uid)
    return list(trace.x), list(trace.y)


OLDER = OWN | {"revision": "0"}


@pytest.mark.parametrize("dataset", [OWN, OLDER, {}, None])
@pytest.mark.parametrize("others", [(OWN, OLDER), (OLDER, OWN), (OWN, None), ({}, OWN), (None, {})])
def test_no_answer_while_the_stores_belong_to_different_data_sets(visit, settings, dataset, others):
    assert answer.answer_question(Question.of(dataset, *others)) == (no_update, no_update)


def test_the_page_is_told_that_heavy_computations_go_on(visit, settings, monkeypatch):
    def working(*_):
        raise StillWorking

    monkeypatch.setattr(question, "analysis_of", working)
    assert answer.answer_question(Question.of(OWN, OWN, OWN)) == ({"working": True}, no_update)


def test_the_answer_has_the_sequence_numbers_of_its_question(ask):
    told = ask()
    assert (told["conditions_seq"], told["view_seq"]) == (3, 4)


@pytest.mark.parametrize("conditions", [{}, {"prior": 2, "cost_fn": 1, "cost_fp": 1}])
def test_unreadable_conditions_give_a_notice_and_no_update(visit, settings, conditions):
    told, said = answer.answer_question(Question.of(OWN, OWN | conditions, OWN))
    assert told is no_update
    assert said[0]["message"].endswith("reset them.")


def test_deleted_data_give_a_notice(visit, settings):
    told, said = answer.answer_question(Question.of(OWN | {"token": "x" * 43}, OWN, OWN))
    assert told is no_update
    assert said[0]["message"] == str(DatasetUnavailable())


priors, costs = st.floats(1e-6, 1 - 1e-6), st.floats(1e-3, 1e6)


@given(prior=priors, cost_fn=costs, cost_fp=costs, level=st.sampled_from([0, 0.8, 0.99]))
@FUNCTION_SCOPED
def test_the_answer_has_no_inf_or_nan(ask, prior, cost_fn, cost_fp, level):
    def refuse(text):
        raise AssertionError(text)

    told = ask(prior, cost_fn, cost_fp, level=level, lines=True, score_driven=True)
    text = json.dumps(told, default=to_json)
    json.loads(text, parse_constant=refuse)


@given(prior=priors, cost_fn=costs, cost_fp=costs)
@FUNCTION_SCOPED
def test_the_best_rule_is_the_decision_of_core(ask, analysis, prior, cost_fn, cost_fp):
    names = tuple(analysis.models)
    best = analysis.decide(OperatingPoint(prior, cost_fn, cost_fp), names, 0.95).best
    wanted = {"model": best.model, "index": best.index, "text": best.text}
    wanted = wanted if best.model else None
    assert ask(prior, cost_fn, cost_fp)["best"] == wanted


def test_conditions_move_the_marks_and_not_the_curves(ask, analysis):
    one, other = ask(prior=0.01)["figures"], ask(prior=0.6)["figures"]
    for i in range(len(analysis.models)):
        for panel in ("roc", "cost"):
            uid = f"model-{i}"
            assert points(one[panel], uid) == points(other[panel], uid)
    assert points(one["pr"], "model-0") != points(other["pr"], "model-0")
    assert points(one["roc"], "iso") != points(other["roc"], "iso")


def test_all_figures_are_of_the_same_data_set(ask):
    figures = [*ask(prior=0.01)["figures"].values(), *ask(prior=0.6)["figures"].values()]
    assert {figure.layout.uirevision for figure in figures} == {OWN["revision"]}


def test_figures_leave_out_the_labels_which_the_page_places(ask, analysis):
    view = View(tuple(analysis.models))
    alone = make_scene(analysis, OperatingPoint(0.1, 10, 1), view)
    for panel in PANELS:
        assert panel.figure(alone).layout.meta["labels"]
        assert not ask(prior=0.1)["figures"][panel.id].layout.meta["labels"]


def test_a_hidden_model_is_in_no_table_of_the_answer(ask, analysis):
    on, off = list(analysis.models)[:-1], len(analysis.models) - 1
    told = ask(models=on)
    assert [model["name"] for model in told["live"]["models"]] == on
    for figure in told["figures"].values():
        assert f"model-{off}" not in {
            trace.uid for trace in figure.data if trace.visible is not False
        }


def test_the_two_cheapest_models_are_compared_first(ask, analysis):
    pcf = OperatingPoint(0.1, 10, 1).pcf
    order = sorted(analysis.models.values(), key=lambda model: float(model.hull.cost(pcf)))
    assert ask(0.1, 10, 1)["cheapest"] == [model.name for model in order[:2]]


def test_without_shown_models_the_answer_has_no_best_threshold(ask):
    told = ask(models=[])
    assert told["best"] is None
    assert told["notes"] == [[] for _ in PANELS]
    assert told["spoken"]


def test_a_pinned_threshold_is_shown_even_if_its_model_is_hidden(ask, analysis):
    first, *others = analysis.models
    told = ask(models=others, today={"model": first, "index": 2})
    assert told["today_note"].startswith(f"Today: {first}")
    assert "Today" in str(told["rules_table"])
    assert ask(today={"model": "gone", "index": 2})["today_note"].startswith("+ Today")


def test_switching_a_model_states_whether_it_extends_the_hull(ask, analysis):
    on = [name for name in analysis.models if name != "forest"]
    (first, *_) = ask(models=on, switched="forest")["standing"]
    assert first.children.startswith("forest is off and the hull")
    (first, *_) = ask(switched="forest")["standing"]
    assert first.children.startswith("forest is on and")
    said = [part.children for part in ask(switched=["forest"])["standing"]]
    assert not any(sentence.startswith("forest") for sentence in said)


def test_with_ranges_the_present_values_are_stated(ask):
    ranges = {"prior": [0.003, 0.01], "cost_fn": [200, 1000], "cost_fp": [1, 1]}
    said = texts(ask(0.00548, 447, 1, ranges=ranges)["confusion"])
    assert "Average over your ranges" in said
    assert any(text.startswith("ends: $") for text in said)
    assert not any("your ranges" in text for text in texts(ask()["confusion"]))


def test_with_ranges_the_rule_is_that_of_their_means(ask):
    ranges = {"prior": [0.02, 0.2], "cost_fn": [2, 40], "cost_fp": [1, 1]}
    even = ask(0.05, 5, 1, ranges=ranges)
    mean = ask(0.11, 21, 1)
    assert even["best"] == mean["best"] != ask(0.05, 5, 1)["best"]
    assert ask(0.1, 10, 1, ranges=ranges)["best"] == even["best"]
    triangles = ask(0.02, 2, 1, ranges=ranges, weighting=True)
    assert triangles["best"] == ask(0.24 / 3, 44 / 3, 1)["best"] != even["best"]


@pytest.mark.parametrize("share", [0.02, 0.05, 0.1])
def test_the_flat_zone_is_that_of_all_thresholds(ask, analysis, share):
    told = ask(flat=share)
    counts = analysis.models[told["flat"]["model"]].counts
    cost = cost_by_threshold(counts, OperatingPoint(0.2, 5, 1))
    first, last = flat_zone(cost, share)
    zone = told["flat"]["low"], told["flat"]["high"]
    assert zone == (counts.threshold[last], counts.threshold[first])
    assert told["flat"]["words"][1] == f"costs at most {100 * share:.0f} % more on these rows"


def test_there_is_no_flat_zone_where_only_flagging_none_is_cheap(ask, monkeypatch):
    found = answer.flat_zone_of

    def none_only(scene):
        return replace(found(scene), low=float("inf"), high=float("inf"))

    monkeypatch.setattr(answer, "flat_zone_of", none_only)
    assert ask()["flat"] is None


@pytest.mark.parametrize("given", [None, "0.02", 7, [0.02]])
def test_a_flat_zone_that_is_not_offered_is_the_usual_one(ask, given):
    assert ask(flat=given)["flat"] == ask()["flat"]


def test_thresholds_of_several_models_come_with_a_warning(ask, analysis):
    first, second = list(analysis.models)[:2]
    today = {"model": second, "index": 9, "text": None}
    warned = [
        any(
            "need not be on one scale" in text
            for block in ask(models=on, today=rule)["rules_table"]
            for text in texts(block)
        )
        for on, rule in (([first], None), ([first], today), ([first, second], None))
    ]
    assert warned == [False, True, True]


def test_without_prices_the_total_says_where_to_type_them(ask):
    note = "No prices set: each error counts 1."
    assert note in str(ask(cost_fn=1.0, cost_fp=1.0)["confusion"])
    assert note not in str(ask(cost_fn=5.0, cost_fp=1.0)["confusion"])


@pytest.mark.parametrize("given", [["reliability"], ["reliability", "other"]])
def test_the_reliability_is_told_where_it_is_asked_for(ask, analysis, given):
    told = ask(modes=given)
    able = any(model.is_probability for model in analysis.models.values())
    note = texts(told["notes"][1])
    assert ("miscalibration" in str(note)) == able
    assert told["figures"]["pr"].layout.meta["mode"]["key"] == "reliability"


def test_one_mode_of_each_panel_is_shown(ask):
    told = ask(modes=["det", "reliability"])["figures"]
    assert told["roc"].layout.meta["mode"]["key"] == "det"
    assert "mode" in told["pr"].layout.meta
    assert "mode" not in ask(modes=[])["figures"]["roc"].layout.meta


def test_the_key_tells_of_calibration_only_while_it_is_shown(ask, analysis):
    able = any(model.is_probability for model in analysis.models.values())
    keys = [str(ask(modes=shown)["key"]) for shown in (["reliability"], ["det"])]
    assert ["round the diagonal" in text for text in keys] == [able, False]


@pytest.mark.parametrize("given", [None, "reliability", ["other"], [1, None]])
def test_unknown_modes_show_the_curves(ask, given):
    meta = ask(modes=given)["figures"]["pr"].layout.meta
    assert "mode" not in meta


def test_what_scores_cost_as_probabilities_is_told_below_the_cost_panel_while_it_is_drawn(ask):
    place = [panel.id for panel in PANELS].index("cost")
    assert not [note for note in ask()["notes"][place] if "scores-note" in note.className]
    for k, notes in enumerate(ask(score_driven=True)["notes"]):
        told = [note.children for note in notes if "scores-note" in note.className]
        assert len(told) == (k == place)
        assert all("probabilities" in text for text, *_ in told)
