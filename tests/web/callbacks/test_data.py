"""Uploads, samples, roles of columns, and deletion."""

import json
from dataclasses import replace

import numpy as np
import pytest
from dash import no_update
from flask import g
from plotly.utils import PlotlyJSONEncoder

from costdash.core import OperatingPoint, Predictions
from costdash.core.probabilities.recalibration import whole_recalibration
from costdash.figures import View, make_scene
from costdash.figures.panels.roc import roc_figure
from costdash.intake.process.worker import PREDICTIONS, TABLE
from costdash.intake.rows.combinations import points_of
from costdash.intake.storage.predictions import load_details
from costdash.report.sentences.rules import rule_code
from costdash.web.callbacks import data
from costdash.web.ids import ids
from costdash.web.page.dialogs import choices, filled, roles_of, value_choices
from costdash.web.page.panels import PROMISED_KEY, key
from costdash.web.session import random_token
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import DatasetUnavailable, folder_of
from costdash.web.stores import answer
from costdash.web.stores.combinations import rule_origins, with_combinations_of
from costdash.web.stores.question import Question

WIDE = "label,score\n" + "".join(f"{i % 2},{i / 40 + (i % 2) / 4}\n" for i in range(40))
THREE = "label,score\n" + "".join(f"{'abc'[i % 3]},{i / 40}\n" for i in range(42))
PETS = "pet,p_ant,p_bee,p_cat\n" + "".join(
    f"{('ant', 'bee', 'cat', 'ant')[i % 4]},{i * 7 % 10 / 9},{i * 3 % 10 / 9},{i * 4 % 11 / 9}\n"
    for i in range(44)
)
WORDS = "only,words\n" + "here,it\n" * 30


@pytest.fixture
def upload(store, session):
    """Stores a file as an upload does, and returns what the page's script sends about it."""

    def upload(text, name="file.csv"):
        token, folder = store.begin(session, len(text))
        (folder / "upload").write_text(text)
        store.finish(folder, session, name, len(text))
        return {"token": token}

    return upload


def sentence(notices):
    assert len(notices) == 1
    assert notices[0]["message"].endswith((".", "?"))
    return notices[0]["message"]


@pytest.mark.parametrize("token", [None, "", "sample-", "sample-x", "x" * 43, 5, "someone else's"])
def test_a_page_without_own_data_shows_a_sample(visit, add_dataset, token):
    if token == "someone else's":
        token = add_dataset(random_token())
    dataset, outline, said = data.open_data(None, {"token": token})
    assert dataset["token"] == data.FIRST
    assert outline is no_update
    assert said is no_update


def test_a_reload_keeps_the_data_of_the_browser_tab(visit, add_dataset):
    token = add_dataset(visit)
    assert data.open_data(None, {"token": token})[0]["token"] == token


def test_newly_opened_data_replace_the_sample(server, add_dataset, session):
    token = add_dataset(session)
    with server.test_request_context(headers={"Cookie": f"costdash-opened={token}"}):
        g.session = session
        assert data.open_data(None, None)[0]["token"] == token


def test_the_dataset_store_has_names_and_totals_but_no_rows(visit, add_dataset):
    small, large = (
        data.open_data(None, {"token": add_dataset(visit, rows)})[0] for rows in (40, 4000)
    )
    assert [model["name"] for model in small["models"]] == ["a", "b <i>"]
    assert [model["i"] for model in small["models"]] == [0, 1]
    for dataset, rows in ((small, 40), (large, 4000)):
        assert dataset["rows"] == rows
        assert dataset["prevalence"] == dataset["positives"] / rows
    assert abs(len(json.dumps(large)) - len(json.dumps(small))) < 50


def test_a_valid_file_is_drawn_and_its_outline_is_stored(visit, upload):
    sent = upload(WIDE, "mine.csv")
    dataset, outline, said = data.open_data(sent, None)
    assert (dataset["token"], dataset["name"], dataset["rows"]) == (sent["token"], "mine.csv", 40)
    assert said is no_update
    assert not outline["asked"]
    assert outline["roles"]["label"] == "label"
    assert data.describe_dataset(dataset)[2] == ""


def test_an_unreadable_file_changes_nothing_but_shows_a_notice(visit, upload):
    sent = upload(WORDS)
    dataset, outline, said = data.open_data(sent, {"token": data.FIRST})
    assert dataset is no_update
    assert outline is no_update or outline["asked"]
    if outline is no_update:
        assert sentence(said)


def test_a_file_with_unclear_columns_opens_the_dialog_first(visit, upload):
    dataset, outline, said = data.open_data(upload(THREE), {"token": data.FIRST})
    assert dataset is no_update
    assert said is no_update
    opened, note, *_ = filled(outline)
    assert opened
    assert note.endswith((".", "?"))
    assert choices(outline, "label") == ["a", "b", "c"]


def test_another_positive_value_swaps_the_classes(visit, upload):
    dataset, outline, _ = data.open_data(upload(THREE), None)
    positives = {}
    for positive in "ab":
        roles = {"label": "label", "positive": positive, "scores": ["score"]}
        dataset, outline, said = data.reread(outline["token"], roles)
        assert said == ""
        positives[positive] = dataset["positives"]
    assert positives == {"a": 14, "b": 14}
    assert dataset["token"] == outline["token"]


@pytest.mark.parametrize(
    "roles", [["gone", "1", ["score"]], ["label", "2", ["score"]], ["label", "1", ["gone"]]]
)
def test_invalid_roles_change_nothing_and_give_the_reason(visit, upload, roles):
    dataset, outline, _ = data.open_data(upload(WIDE), None)
    change = data.change_dataset(ids.ROLES_APPLY, None, 1, None, dataset, outline, *roles)
    again, outline, still_open, said, _ = change
    assert again is no_update
    assert outline is no_update
    assert still_open
    assert said.endswith((".", "?"))
    assert data.open_data(None, dataset)[0]["rows"] == 40


def test_a_class_with_a_single_row_is_drawn(visit, upload):
    _, outline, _ = data.open_data(upload(WIDE), None)
    roles = {"label": "score", "positive": "0", "scores": ["label"]}
    again, _, said = data.reread(outline["token"], roles)
    assert said == ""
    assert again["positives"] == 1


@pytest.mark.parametrize("token", [None, "x" * 43, data.FIRST])
def test_columns_of_other_peoples_data_are_neither_shown_nor_changed(visit, token):
    assert data.stored_outline({"token": token}) is None
    dataset, outline, said = data.reread(token, {"label": "y"})
    assert dataset is no_update
    assert outline is no_update
    assert said == str(DatasetUnavailable())


def test_the_dialog_reopens_with_the_current_roles(visit, upload):
    dataset, _, _ = data.open_data(upload(WIDE), None)
    outline = data.stored_outline(dataset)
    assert outline["asked"]
    opened, _, *boxes = filled(outline)
    assert opened
    assert roles_of(boxes[1::2])["scores"] == ["score"]
    values, positive = value_choices("label", outline, "1")
    assert values == ["0", "1"]
    assert positive == "1"
    assert value_choices("score", outline, "no such value")[1] is None


def test_a_split_is_shown_and_corrected_in_the_dialog(visit, upload):
    rows = [f"{i % 2},0.{i},{part}" for i, part in enumerate(["train", "dev", "test"] * 3)]
    table = "\n".join(["label,score,split", *rows, "0,0.35,dev", "1,0.95,test", ""])
    dataset, outline, _ = data.open_data(upload(table), None)
    if outline["asked"]:  # which value of the label is positive
        dataset, outline, _ = data.reread(outline["token"], outline["roles"])
    assert dataset["choose_on"] == "dev"
    assert "split, chosen on dev, judged on test." in dataset["read_as"]
    _, _, *boxes = filled(data.stored_outline(dataset))
    roles = roles_of(boxes[1::2])
    assert (roles["split"], roles["choose_on"], roles["judge_on"]) == ("split", "dev", "test")
    again = value_choices("split", outline, "dev", "gone")
    assert again == (["train", "dev", "test"], "dev", ["train", "dev", "test"], None)
    redrawn, _, said = data.reread(outline["token"], roles | {"choose_on": "train"})
    assert (redrawn["choose_on"], said) == ("train", "")
    refused, _, said = data.reread(outline["token"], roles | {"judge_on": "dev"})
    assert refused is no_update
    assert "same part" in said
    whole = {name: roles[name] for name in ("label", "positive", "scores")}
    assert data.reread(outline["token"], whole)[0]["choose_on"] is None


def test_deleting_removes_the_data_and_shows_a_sample(visit, add_dataset):
    token = add_dataset(visit)
    dataset, outline, _, _, said = data.change_dataset(
        ids.DELETE_BUTTON, None, None, 1, {"token": token}, None
    )
    assert dataset["token"] == data.FIRST
    assert outline is None
    assert sentence(said) == "Your data were deleted."
    with pytest.raises(DatasetUnavailable):
        folder_of(token, visit)


def test_only_the_owner_can_delete_data(visit, add_dataset):
    other = random_token()
    token = add_dataset(other)
    data.delete({"token": token})
    data.delete({"token": data.FIRST})
    assert folder_of(token, other).is_dir()
    assert data.open_data(None, None)[0]["token"] == data.FIRST


def test_head_models_and_summary_describe_the_same_data_set(visit, add_dataset):
    token = add_dataset(visit)
    (folder_of(token, visit) / TABLE).touch()
    dataset = data.open_data(None, {"token": token})[0]
    name, boxes, _, summary, _, *disabled, _, _ = data.describe_dataset(dataset)
    assert [one["value"] for one in data.model_choices(dataset)] == [box.value for box in boxes]
    assert [box.value for box in boxes] == ["a", "b <i>"]
    assert "40 cases" in str(name)
    assert summary
    assert disabled == [False, False]
    sample = data.open_data(None, None)[0]
    assert data.describe_dataset(sample)[-4:] == (True, True, False, "Folds")


def test_the_folds_tab_says_that_it_makes_folds_where_the_file_has_none(visit, add_dataset):
    dataset = data.open_data(None, {"token": add_dataset(visit)})[0]
    assert data.describe_dataset(dataset)[-2:] == (False, "Folds (10 at random)")
    assert data.describe_dataset(dataset | {"counted": True})[-2:] == (False, "Folds")


@pytest.mark.parametrize("nothing", [None, {}, {"token": None, "models": []}])
def test_without_data_all_descriptions_are_empty(visit, nothing):
    off = (True, True, True, "Folds")
    assert data.describe_dataset(nothing) == ([], [], "", [], [], *off)
    assert data.model_choices(nothing) == []


def test_the_positive_class_can_be_changed(visit, upload):
    sent = upload(PETS)
    dataset, outline, said = data.open_data(sent, None)
    assert (dataset["classes"], dataset["positive"]) == (["ant", "bee", "cat"], "bee")
    assert [model["name"] for model in dataset["models"]] == ["p_bee"]
    assert "cat has p_cat" in sentence(said)
    assert "cat has p_cat" in filled(outline)[-1]
    again, outline, said = data.open_data(sent | {"positive": "ant"}, dataset)
    assert said is no_update
    assert outline["roles"]["positive"] == again["positive"] == "ant"
    assert [model["name"] for model in again["models"]] == ["p_ant"]
    assert (again["positives"], again["token"]) == (22, dataset["token"])
    assert again["revision"] != dataset["revision"]


def test_an_unknown_class_changes_nothing_and_gives_a_notice(visit, upload):
    sent = upload(PETS)
    dataset, _, _ = data.open_data(sent, None)
    again, outline, said = data.open_data(sent | {"positive": "eel"}, dataset)
    assert again == dataset
    assert outline is no_update
    assert "eel" in sentence(said)


@pytest.mark.parametrize("token", ["x" * 43, data.FIRST])
def test_only_the_owner_can_change_the_positive_class(visit, token):
    before = data.open_data(None, None)[0]
    dataset, outline, said = data.open_data({"token": token, "positive": "ant"}, before)
    assert dataset is no_update or dataset["token"] == data.FIRST
    assert outline is None or sentence(said)


def test_the_data_tab_shows_the_areas_of_all_classes(visit, upload):
    dataset, _, _ = data.open_data(upload(PETS), None)
    told = json.dumps(data.summary(dataset)[0], cls=PlotlyJSONEncoder)
    for words in ("Hand & Till M", "Provost & Domingos AUC", "Hardest to tell apart", "cat"):
        assert words in told
    two, _, _ = data.open_data(upload(WIDE), None)
    assert "classes" not in two
    assert "Hand & Till M" not in json.dumps(data.summary(two)[0], cls=PlotlyJSONEncoder)


def test_matrices_that_are_uploaded_stay_when_columns_are_chosen_again(visit, upload):
    table = "name,tp,fn,fp,tn\nM1,15,4,6,25\nM2,25,5,1,20\n"
    dataset, outline, _ = data.open_data(upload(table), None)
    assert [model["name"] for model in dataset["models"]] == ["M1", "M2"]
    _, _, *boxes = filled(data.stored_outline(dataset))
    change = data.change_dataset(ids.ROLES_APPLY, None, 1, None, dataset, outline, *boxes[1::2])
    assert change[3] == ""
    assert [model["name"] for model in change[0]["models"]] == ["M1", "M2"]


def test_costs_per_case_start_at_their_means(visit, upload):
    rows = "".join(f"{i % 2},{i / 40 + (i % 2) / 4},{i + 1}\n" for i in range(40))
    dataset, outline, _ = data.open_data(upload("label,score,amount\n" + rows), None)
    costs = {"cost_fn_column": "amount", "cost_fp_column": "2"}
    chosen = outline["roles"] | {"scores": ["score"]} | costs
    dataset, outline, said = data.reread(outline["token"], chosen)
    assert said == ""
    assert dataset["suggested"] == {"prior": 0.5, "cost_fn": 21.0, "cost_fp": 2.0}
    _, _, *boxes = filled(data.stored_outline(dataset))
    change = data.change_dataset(ids.ROLES_APPLY, None, 1, None, dataset, outline, *boxes[1::2])
    assert change[0]["suggested"]["cost_fn"] == 21.0


def test_the_dialog_shows_the_first_rows_with_label_and_scores_first(visit, upload):
    text = "note,label,score\n" + "".join(f"n{i},{i % 2},{i / 40}\n" for i in range(40))
    _, outline, _ = data.open_data(upload(text), None)
    *_, preview, _ = filled(outline)
    table = json.dumps(preview, cls=PlotlyJSONEncoder)
    places = [table.index(f'"{cell}"') for cell in ("label", "score", "note", "n0", "n1", "n2")]
    assert places == sorted(places)
    assert '"n3"' not in table


def typed(*rows, **more):
    return {"rows": [list(map(str, row)) for row in rows], "at": 1} | more


M1, M2 = ("M1", 150, 40, 60, 250), ("M2", 250, 45, 5, 200)


def test_four_counts_are_a_data_set_of_their_own_and_can_be_edited(visit):
    sample, _, _ = data.open_data(None, None)
    first, _, said = data.draw_counts(typed(M1, M2, ("", "", "", "", ""), fresh=True), sample)
    assert (said, first["matrices"]) == ("", [list(M1), list(M2)])
    assert (first["rows"], first["positives"]) == (500, 190)
    more, _, said = data.draw_counts(typed(M1, ("M2", 200, 95, 5, 200), ("", 1, 2, 3, 4)), first)
    assert (said, more["token"]) == ("", first["token"])
    assert more["revision"] != first["revision"]
    assert [model["name"] for model in more["models"]] == ["M1", "M2", "M3"]
    assert more["models"][1]["auc"] < first["models"][1]["auc"]
    fewer, _, _ = data.draw_counts(typed(M2), more)
    assert (fewer["matrices"], fewer["positives"]) == ([list(M2)], 295)
    assert data.draw_counts(typed(), fewer)[2] == "Type the four counts of at least one classifier."


@pytest.mark.parametrize("asked", [{"at": 1}, {"rows": None, "at": 1}, {"rows": 3, "at": 1}])
def test_counts_without_rows_end_in_a_sentence(visit, asked):
    sample, _, _ = data.open_data(None, None)
    assert data.draw_counts(asked, sample)[2] == "Type the four counts of at least one classifier."


def test_four_counts_stand_beside_a_sample_in_a_copy_of_it(visit):
    sample, _, _ = data.open_data(None, None)
    beside, _, said = data.draw_counts(typed(M1), sample)
    assert said == ""
    assert (beside["name"], beside["rows"]) == (sample["name"], sample["rows"])
    assert [m["name"] for m in beside["models"]] == [*(m["name"] for m in sample["models"]), "M1"]
    assert beside["suggested"] == sample["suggested"]
    assert not beside["sample"]
    assert data.open_data(None, sample)[0]["models"] == sample["models"]


def test_new_counts_leave_the_file_that_is_shown(visit, upload):
    dataset, _, _ = data.open_data(upload(WIDE), None)
    new, _, said = data.draw_counts(typed(M1, fresh=True), dataset)
    assert (said, [model["name"] for model in new["models"]]) == ("", ["M1"])
    assert new["token"] != dataset["token"]
    assert [m["name"] for m in data.open_data(None, dataset)[0]["models"]] == ["score"]


def test_a_notice_mends_a_model_below_the_diagonal_and_leads_to_further_notes(visit, upload):
    text = "label,score,back\n" + "".join(
        f"{i % 2},{i % 2 / 2 + i / 99},{1 - i % 2 / 2 - i / 99}\n" for i in range(40)
    )
    _, _, notices = data.open_data(upload(text), None)
    message = json.dumps(notices[0]["message"], cls=PlotlyJSONEncoder)
    assert "Negate back" in message
    assert '"data-negate": "back"' in message


def test_four_counts_stand_beside_a_file_and_leave_it_again(visit, upload):
    dataset, _, _ = data.open_data(upload(WIDE), None)
    beside, outline, said = data.draw_counts(typed(M2), dataset)
    assert (said, beside["token"], beside["rows"]) == ("", dataset["token"], 40)
    assert [model["name"] for model in beside["models"]] == ["score", "M2"]
    assert outline["roles"]["confusions"] == [list(M2)]
    alone, _, _ = data.draw_counts(typed(), beside)
    assert [model["name"] for model in alone["models"]] == ["score"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("M", -3, 1, 1, 1), "Confusion matrix M: tp must not be negative, got -3."),
        (("M", "2.5", 1, 1, 1), "Confusion matrix M: tp must be a whole number, got '2.5'."),
        (("M", 0, 0, 1, 1), "Confusion matrix M: both classes must have a case, got no positive"),
        (("M", 1, "", 1, 1), "Confusion matrix M: type FN too."),
        (("score", 1, 1, 1, 1), "A confusion matrix and a column of scores are both called"),
    ],
)
def test_bad_counts_change_nothing_and_give_one_sentence(visit, upload, row, said):
    dataset, _, _ = data.open_data(upload(WIDE), None)
    again, _, sentence = data.draw_counts(typed(row), dataset)
    assert again is no_update
    assert sentence.startswith(said)
    assert sentence.count(". ") <= 1


def test_a_model_is_negated_and_turned_back_with_one_click(visit, upload):
    turned = "label,score\n" + "".join(f"{1 - i % 2},{i / 40 + (i % 2) / 4}\n" for i in range(40))
    sent = upload(turned)
    dataset, _, _ = data.open_data(sent, None)
    area = dataset["models"][0]["auc"]
    assert area < 0.5
    assert "Negate score" in json.dumps(data.summary(dataset)[1], cls=PlotlyJSONEncoder)
    negated, _, _ = data.open_data(sent | {"negate": "score"}, dataset)
    assert negated["models"][0]["auc"] == pytest.approx(1 - area)
    assert "score is negated" in json.dumps(data.summary(negated)[1], cls=PlotlyJSONEncoder)
    back, _, _ = data.open_data(sent | {"negate": "score"}, negated)
    assert back["models"][0]["auc"] == pytest.approx(area)


def test_two_models_are_combined_drawn_and_removed(visit, upload):
    rng = np.random.default_rng(0)
    y = np.arange(120) % 2
    a, b = (rng.normal(size=120) + y for _ in range(2))
    text = "label,a,b\n" + "".join(f"{k},{p},{q}\n" for k, p, q in zip(y, a, b))
    sent = upload(text)
    dataset, _, _ = data.open_data(sent, None)
    assert dataset["combinations"] == []
    asked = {"rule": "and", "models": ["a", "b"], "pcf": 0.5}
    both, outline, notices = data.open_data(sent | {"combine": asked}, dataset)
    assert notices is no_update
    assert [model["name"] for model in both["models"]] == ["a", "b", "a and b"]
    assert both["combinations"] == ["a and b"]
    view = with_combinations_of(
        View(("a", "b", "a and b")), both, analysis_of(both["token"], g.session)
    )
    [points] = view.combinations
    assert points.how.models == ("a", "b")
    assert points.bounds.tpr[0] <= points.real[1] <= points.bounds.tpr[1]
    assert with_combinations_of(View(("a", "b")), both, None).combinations == ()
    again, _, said = data.open_data(sent | {"combine": asked}, both)
    assert again is no_update
    assert "there already" in said[0]["message"]
    edited, _, sentence = data.reread(both["token"], outline["roles"])
    assert (sentence, edited["combinations"]) == ("", ["a and b"])
    bare, _, _ = data.open_data(sent | {"combine": {"remove": "a and b"}}, edited)
    assert [model["name"] for model in bare["models"]] == ["a", "b"]


def copied(dataset, model, text):
    """The rule as code that the page copies for a threshold of a model."""
    analysis = analysis_of(dataset["token"], g.session)
    call = replace(
        analysis.call_at(OperatingPoint(0.5), model, 1),
        call="some",
        text=text,
        threshold=float(text),
    )
    return rule_code(call, rule_origins(dataset, analysis))


EMPTY = {"recalibrated": [], "combinations": []}


def test_a_model_is_recalibrated_copied_as_code_and_removed(visit, upload):
    rng = np.random.default_rng(0)
    y = np.arange(400) % 2
    score = (rng.normal(size=400) + 2 * y).round(2)
    sent = upload("label,a\n" + "".join(f"{k},{s}\n" for k, s in zip(y, score)))
    dataset, _, _ = data.open_data(sent, None)
    both, outline, _ = data.open_data(sent | {"recalibrate": "a"}, dataset)
    assert [model["name"] for model in both["models"]] == ["a", "a recalibrated"]
    assert both["combinations"] == ["a recalibrated"]
    assert any("made probabilities" in message for message in both["messages"])
    model = analysis_of(both["token"], g.session).models["a recalibrated"]
    assert model.is_probability
    code = copied(both, "a recalibrated", "0.3")
    fit = whole_recalibration(Predictions(is_positive=y, scores={"a": score}), "a")
    for one in (-3.0, 0.5, 1.234, 9.0):
        expected = fit.probabilities(one) >= 0.3
        assert eval(code, {"numpy": np, "score": one}) == expected
    assert copied(both, "a", "0.3") == "score >= 0.3"
    again, _, said = data.open_data(sent | {"recalibrate": "a"}, both)
    assert again is no_update
    assert "there already" in said[0]["message"]
    asked = {"rule": "or", "models": ["a", "a recalibrated"], "pcf": 0.5}
    three, _, _ = data.open_data(sent | {"combine": asked}, both)
    [points] = points_of(load_details(folder_of(three["token"], g.session) / PREDICTIONS))
    code = copied(three, points.how.name, "1")
    a, b = points.thresholds
    for one in (-3.0, 0.5, 1.234, 9.0):
        expected = one >= a or fit.probabilities(one) >= b
        assert eval(code, {"numpy": np, "score": one}) == expected
    assert len(three["models"]) == 3
    edited, _, sentence = data.reread(both["token"], outline["roles"])
    assert (sentence, edited["combinations"]) == ("", ["a recalibrated"])
    bare, _, _ = data.open_data(sent | {"combine": {"remove": "a recalibrated"}}, three)
    assert [model["name"] for model in bare["models"]] == ["a"]
    assert (both["combinations_before"], "combinations_before" in dataset) == (EMPTY, False)
    undone, _, _ = data.open_data(sent | {"combinations_before": bare["combinations_before"]}, bare)
    assert (undone["models"], undone["combinations_before"]) == (both["models"], None)
    forged, _, said = data.open_data(
        sent | {"combinations_before": EMPTY | {"combinations": [{"name": "x"}]}}, bare
    )
    assert (forged, len(said)) == (no_update, 1)


def test_what_cannot_be_recalibrated_leaves_the_data_as_they_were(visit, upload):
    sent = upload("label,a,fold\n" + "".join(f"{i < 2:d},{i / 9},{i // 2 % 2}\n" for i in range(8)))
    dataset, _, _ = data.open_data(sent, None)
    for model, words in (("a", "one fold holds all rows of a class"), ("z", "No model is called")):
        _, _, said = data.open_data(sent | {"recalibrate": model}, dataset)
        assert words in said[0]["message"]
        assert data.stored_outline(dataset)["roles"].get("recalibrated") is None


def test_a_mixture_and_a_chain_are_added_and_say_what_they_do(visit, upload):
    rng = np.random.default_rng(0)
    y = np.arange(300) % 2
    noise, sure = rng.normal(size=(2, 300)), rng.random((2, 300)) < 0.5
    a, b = noise[0] + 3 * (y * sure[0]), noise[1] - 3 * ((1 - y) * sure[1])
    text = "label,a,b\n" + "".join(f"{k},{p},{q}\n" for k, p, q in zip(y, a, b))
    sent = upload(text)
    dataset, _, _ = data.open_data(sent, None)
    mix = {"rule": "mix", "models": ["a", "a"], "pcf": 0.5, "share": 0.3, "thresholds": [2, 0.5]}
    mixed, _, _ = data.open_data(sent | {"combine": mix}, dataset)
    name = "30 % a ≥ 0.5, else a ≥ 2"
    assert mixed["combinations"] == [name]
    chain = {"rule": "chain", "models": ["a", "b"], "pcf": 0.75}
    chained, _, said = data.open_data(sent | {"combine": chain}, mixed)
    assert chained["combinations"] == [name, "chain up to PC(+) 0.75"]
    assert "which the hull promises, flags" in said[0]["message"]
    assert copied(chained, name, "1").startswith(f"# {name} draws lots between")
    view = View(("a", "b", *chained["combinations"]))
    scene = make_scene(analysis := analysis_of(chained["token"], g.session), OperatingPoint(0.5),
                       with_combinations_of(view, chained, analysis))  # fmt: skip
    drawn = {trace["uid"]: trace for trace in roc_figure(scene).to_plotly_json()["data"]}
    assert len(drawn["bounds-0"]["x"]) == 2
    promised = scene.view.combinations[1].second
    assert (drawn["promised-1"]["x"][0], drawn["promised-1"]["y"][0]) == pytest.approx(promised)
    assert PROMISED_KEY in str(key(scene))


def test_what_cannot_be_combined_leaves_the_data_as_they_were(visit, upload):
    rng = np.random.default_rng(0)
    scores = [(i % 2, i % 2 + rng.random() / 2, rng.normal()) for i in range(60)]
    sent = upload("label,a,b\n" + "".join(f"{y},{a},{b}\n" for y, a, b in scores))
    dataset, _, _ = data.open_data(sent, None)
    assert [model["name"] for model in dataset["models"]] == ["a", "b"]
    for asked, words in (
        ({"rule": "repair", "models": ["a"], "pcf": 0.5}, "no dent to repair"),
        ({"rule": "and", "models": ["a", "a"], "pcf": 0.5}, "two different models"),
        ({"rule": "xor", "models": ["a", "b"], "pcf": 0.5}, "a combination is"),
        ({"rule": "or", "models": ["a", "b"], "pcf": 0}, "flags no case"),
    ):
        _, _, said = data.open_data(sent | {"combine": asked}, dataset)
        assert words in said[0]["message"]
        assert data.stored_outline(dataset)["roles"].get("combinations") is None


def test_what_models_were_trained_for_is_drawn(visit, upload):
    rng = np.random.default_rng(0)
    rows = [(i % 2, *rng.random(2)) for i in range(60)]
    sent = upload("label,a,b\n" + "".join(f"{y},{a},{b}\n" for y, a, b in rows))
    dataset, _, _ = data.open_data(sent, None)
    roles = data.stored_outline(dataset)["roles"]
    trained, _, sentence = data.reread(dataset["token"], roles | {"trained_for": "a 11:1, b = 0.6"})
    assert sentence == ""
    analysis = analysis_of(trained["token"], g.session)
    found = with_combinations_of(View(("a", "b")), trained, analysis).by_training
    assert found.names == ("a", "b")
    assert found.trained_for == pytest.approx((1 / 12, 0.6))
    for text, words in (("z 2:1", "No model is called"), ("a 2:x", "no share or ratio")):
        _, _, sentence = data.reread(trained["token"], roles | {"trained_for": text})
        assert words in sentence


@pytest.mark.parametrize(
    "asked",
    [
        {"negate": "a"},
        {"positive": "0"},
        {"recalibrate": "a"},
        {"combine": {"rule": "and", "models": ["a", "b <i>"], "pcf": 0.5}},
        {},
    ],
)
def test_counts_of_a_table_are_never_read_again_or_deleted(visit, add_dataset, asked):
    token = add_dataset(visit)
    before = data.described(token, visit)
    _, _, said = data.open_data({"token": token} | asked, before)
    assert "no file is stored" in sentence(said)
    roles = data.reread(token, {"label": "label", "scores": ["a"], "positive": "1"})
    assert "no file is stored" in roles[2]
    assert data.described(token, visit) == before
    assert before["fileless"]


def test_counts_of_a_table_offer_only_what_works(visit, add_dataset):
    dataset = data.described(add_dataset(visit), visit)
    low = dataset | {"models": [model | {"auc": 0.2} for model in dataset["models"]]}
    *_, notes, columns_disabled, delete_disabled, _, _ = data.describe_dataset(low)
    notes = json.dumps(notes, cls=PlotlyJSONEncoder)
    assert "Negate" not in notes
    assert "No file is stored, so columns" in notes
    assert "needs single rows" not in notes
    assert (columns_disabled, delete_disabled) == (True, False)


def test_typed_counts_join_counts_of_a_table(visit, add_dataset):
    dataset = data.described(add_dataset(visit), visit)
    rows = [["expert", "5", "5", "1", "9"]]
    new, _, said = data.draw_counts({"rows": rows}, dataset)
    assert said == ""
    assert [model["name"] for model in new["models"]] == ["a", "b <i>", "expert"]
    assert new["revision"] != dataset["revision"]
    _, _, said = data.draw_counts({"rows": [["a", "5", "5", "1", "9"]]}, new)
    assert "There is a model “a” already" in said


@pytest.mark.parametrize("sent", [None, {}, {"rows": "x"}, {"rows": [["a", 1]]}, {"rows": [5]}])
def test_tampered_counts_end_in_a_sentence(visit, add_dataset, sent):
    dataset = data.described(add_dataset(visit), visit)
    assert data.draw_counts(sent, dataset)[2] == "Type the four counts of at least one classifier."


def cascade_csv(n=300):
    rng = np.random.default_rng(6)
    is_positive = np.arange(n) % 3 == 0
    verdict = np.where(rng.random(n) < 0.93, is_positive, ~is_positive).astype(int)
    score = np.round(rng.normal(size=n) + is_positive, 3)
    lines = [f"{int(y)},{s},{v}" for y, s, v in zip(is_positive, score, verdict, strict=True)]
    return "\n".join(["label,fast,slow", *lines])


def test_the_column_of_a_reviewer_is_no_model_and_its_verdicts_decide(visit, upload):
    dataset, outline, _ = data.open_data(upload(cascade_csv()), None)
    roles = {"label": "label", "positive": "1", "scores": ["fast", "slow"], "reviewer": "slow"}
    dataset, outline, said = data.reread(dataset["token"], roles)
    assert said == ""
    assert dataset["reviewer"] == "slow"
    assert [model["name"] for model in dataset["models"]] == ["fast"]
    assert outline["roles"]["reviewer"] == "slow"
    own = {"token": dataset["token"], "revision": dataset["revision"]}
    conditions = {"prior": 0.2, "cost_fn": 20.0, "cost_fp": 4.0}
    view = own | {"models": ["fast"], "level": 0.95, "evaluation": "other", "seq": 2}

    def ask(review):
        asked = own | conditions | {"review": review, "seq": 1}
        return answer.answer_question(Question.of(dataset, asked, view))[0]

    told, perfect = ask({"price": 0.5, "column": "slow"}), ask({"price": 0.5})
    assert told["review_state"]["pays"]
    assert told["review_state"]["limit_price"] < perfect["review_state"]["limit_price"]
    assert told["bars"]["review"]["price"] == pytest.approx(0.5)
    assert told["zone"] is None  # only the server knows the verdicts
    assert ask({"price": 0.5, "column": "gone"})["review_state"] is None


def test_a_reviewer_that_cannot_help_is_refused_with_its_rates(visit, upload):
    dataset, *_ = data.open_data(upload(cascade_csv().replace("slow", "useless")), None)
    roles = {"label": "label", "positive": "0", "scores": ["fast"], "reviewer": "useless"}
    _, _, said = data.reread(dataset["token"], roles)
    assert "right no more often than chance" in said
