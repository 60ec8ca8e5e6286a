"""Score columns that belong to the classes of a label, recognised by their names."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

from costdash import read_predictions
from costdash.intake import IntakeError, read_with_messages
from costdash.intake.api import labelled_rows, write_table
from costdash.intake.columns.classes import class_columns
from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.formats.read import read_frame
from costdash.intake.limits import Limits
from costdash.intake.process.client import check
from costdash.intake.storage.predictions import load_details, load_predictions, save_predictions

FLOWERS = ["setosa", "versicolor", "virginica"]


def named(pattern, classes=FLOWERS):
    return [pattern.format(name) for name in classes]


def whole(columns, classes=FLOWERS):
    return [dict(zip(classes, columns, strict=True))]


@pytest.mark.parametrize(
    "pattern",
    ["{}", "p_{}", "prob_{}", "{}_score", "P({})", "Score {}", "rf.{}", "svm-{}-margin", "p_ {}"],
)
@pytest.mark.parametrize("spelled", [str, str.upper, str.title])
def test_columns_have_the_names_of_classes_with_equal_affixes(pattern, spelled):
    columns = [spelled(name) for name in named(pattern)]
    assert class_columns(FLOWERS, [*columns, "amount", "setosa_length"]) == whole(columns)
    assert class_columns([spelled(name) for name in FLOWERS], named(pattern)) != []


@pytest.mark.parametrize("pattern", ["{}", "class_{}", "p{}", "class{}", "p_{}.0", "{}_p"])
def test_numbered_classes_have_numbered_columns(pattern):
    classes = [str(i) for i in range(12)]
    columns = named(pattern, classes)
    assert class_columns(classes, columns) == whole(columns, classes)


def test_a_sign_distinguishes_classes():
    columns = ["p_-1", "p_0", "p_1"]
    assert class_columns(["-1", "0", "1"], columns) == whole(columns, ["-1", "0", "1"])


def test_separators_within_a_class_name_may_differ():
    columns = ["p_Iris.setosa", "p_Iris.versicolor", "p_Iris.virginica"]
    classes = ["Iris-setosa", "Iris versicolor", "iris_virginica"]
    assert class_columns(classes, columns) == whole(columns, classes)


@pytest.mark.parametrize(
    ("classes", "columns"),
    [
        (FLOWERS[:2], named("p_{}", FLOWERS[:2])),  # two classes are positive and negative
        (FLOWERS, named("p_{}")[:2]),  # a class without a column
        (FLOWERS, ["p_setosa", "versicolor_p", "p_virginica"]),  # other words around
        (FLOWERS, [*named("p_{}"), "P_Setosa"]),  # a class with two columns
        (FLOWERS, named("p{}")),  # part of another word
        (["A", "a", "b"], ["p_A", "p_a", "p_b"]),  # classes that differ in capitals
        (["1", "2", "3"], ["p_11", "p_12", "p_13"]),  # part of another number
        (["a", "b", "c"], [f"{x}_{y}" for x in "abc" for y in "abc"]),  # a column of two classes
    ],
)
def test_columns_that_do_not_match_one_to_one_belong_to_no_class(classes, columns):
    assert class_columns(classes, columns) == []


def test_several_models_may_score_all_classes():
    columns = [*named("rf_{}"), *named("nb_{}")[::-1]]
    assert class_columns(FLOWERS, columns) == whole(columns[:3]) + whole(columns[:2:-1])


@pytest.fixture
def frame():
    rng = np.random.default_rng(8)
    species = np.repeat(FLOWERS, (5, 9, 6))
    scores = {name: rng.random(20) + (species == name) for name in FLOWERS}
    frame = pd.DataFrame({"length": rng.normal(5, 1, 20), "species": species})
    return frame.assign(**{f"p_{name}": (s / 3).round(1) for name, s in scores.items()})


def test_the_label_is_recognised_by_columns_named_after_its_values(frame):
    found = guess(
        Columns(pa.table(frame.assign(best=frame.p_setosa > 0.5, confidence=frame.p_setosa)))
    )
    assert found.notes == [
        "Not taken as scores because they belong to no single class: confidence.",
        "Read as: label species (setosa), models p_setosa, p_versicolor and p_virginica. Not "
        "used: length (numbers), best (whole numbers) and confidence (numbers).",
    ]
    assert found.certain
    assert found.roles.label == "species"
    assert found.roles.scores == tuple(named("p_{}"))
    assert "setosa has p_setosa" in found.reasons["scores"]
    assert found.roles.positive == "setosa"
    assert "no class is rarer" in found.reasons["positive"]


def test_each_class_is_scored_by_its_own_column(frame):
    for name in FLOWERS:
        predictions, details, messages = read_with_messages(frame, positive=name.upper())
        assert list(predictions.scores) == [f"p_{name}"]
        assert_array_equal(predictions.is_positive, frame.species == name)
        assert "Not used: length (numbers)." in messages[0]
        assert f"“{name}” is positive" in messages[1]
        assert "versicolor has p_versicolor" in messages[2]
        assert [one["name"] for one in details["multiclass"][0]["classes"]] == FLOWERS


def test_all_classes_keep_weights_and_folds_of_their_rows(frame):
    frame = frame.assign(w=np.arange(20.0), fold=np.arange(20) % 2)
    frame.loc[3, "p_virginica"] = np.nan
    kept = frame.drop(index=[0, 3])  # no weight, no score
    classes = read_predictions(frame, weight="w", fold="fold", weight_is="sampling").classes
    assert classes.names == tuple(FLOWERS)
    assert_array_equal(np.array(classes.names)[classes.code], kept.species)
    for name in FLOWERS:
        rest = classes.one_vs_rest(name)
        assert_array_equal(rest.scores[f"p_{name}"], kept[f"p_{name}"])
        assert_array_equal(rest.is_positive, kept.species == name)
        assert_array_equal(rest.weight, kept.w)
        assert_array_equal(rest.fold, kept.fold)


def test_a_class_without_a_complete_row_is_left_out(frame):
    more = frame.assign(p_other=0.1)
    more.loc[[0, 8], "species"] = "other"
    more.loc[[0, 8], "p_other"] = np.nan
    assert read_predictions(more, positive="setosa").classes.names == tuple(FLOWERS)
    frame.loc[frame.species == "virginica", "p_setosa"] = np.nan
    predictions, details, messages = read_with_messages(frame)
    assert f"Left out: {6} rows without a score for each class." in messages
    assert predictions.classes is None
    assert details["multiclass"] == []
    assert "no areas of all classes" in messages[-1]


def test_classes_are_loaded_as_they_were_saved(frame, tmp_path):
    frame["length"] = np.where(np.arange(20) == 4, np.nan, 1.0)  # a model of no class
    scores = ["length", *named("p_{}")]
    read = read_frame(pa.table(frame), Limits())
    given = {"label": "species", "positive": "setosa", "scores": scores}
    scored, details, _ = labelled_rows(read, guess(read.columns, Roles.given(**given)))
    save_predictions(tmp_path, scored, details)
    loaded, loaded_details = load_predictions(tmp_path)
    assert loaded_details == load_details(tmp_path) == json.loads(json.dumps(details))
    assert (loaded.complete().rows, loaded.classes.code.size) == (19, 20)
    for kept, made in ((loaded.classes, scored.classes), (loaded.complete().classes,) * 2):
        assert kept.models == made.models
        assert_array_equal(kept.code, made.code)
        assert_array_equal(kept.scores["virginica"]["p_virginica"], frame.p_virginica)
    assert load_details(tmp_path / "nowhere") == {}


def test_predictions_from_a_notebook_keep_all_classes(frame, tmp_path):
    given = read_predictions(frame, positive="versicolor")
    roles = write_table(given, tmp_path / "table")
    again = read_predictions(tmp_path / "table", **roles.as_json())
    assert again.classes.names == given.classes.names
    assert_array_equal(again.classes.code, given.classes.code)
    assert_array_equal(again.is_positive, frame.species == "versicolor")
    assert list(again.scores) == ["p_versicolor"]


def test_areas_are_those_of_the_evaluation_part(frame):
    split = np.where(np.arange(20) % 2, "test", "validation")
    split_file, evaluation, every_row = (
        read_with_messages(rows)[1]["multiclass"][0]
        for rows in (frame.assign(split=split), frame[split == "test"], frame)
    )
    assert split_file["pairs"] == evaluation["pairs"]
    found = (model["classes"] for model in (split_file, evaluation, every_row))
    for one, area, share in zip(*found, strict=True):
        assert one == area | {"prevalence": share["prevalence"]}
    split[frame.species == "setosa"] = "validation"
    given = {"positive": "virginica", "split": "split"}
    assert read_predictions(frame.assign(split=split), **given).classes is None


def test_without_a_column_for_every_class_there_are_two_classes(frame):
    two = {"label": "species", "scores": named("p_{}")[:2]}
    predictions = read_predictions(frame, positive="setosa", **two)
    assert predictions.classes is None
    assert list(predictions.scores) == named("p_{}")[:2]
    with pytest.raises(IntakeError, match="Which one is positive"):
        read_predictions(frame, **two)


def test_a_model_of_no_class_is_kept_beside_that_of_the_positive_class(frame):
    scores = ["length", *named("p_{}")]
    predictions = read_predictions(frame, label="species", positive="virginica", scores=scores)
    assert list(predictions.scores) == ["length", "p_virginica"]
    assert predictions.classes.models == whole(named("p_{}"))


def test_columns_named_by_numbers_are_not_scores_of_numbered_classes():
    pixels = {str(i): np.arange(20) ** 2 % (9 + i) for i in range(3)}
    found = guess(Columns(pa.table({"label": np.arange(20) % 3} | pixels)))
    assert found.questions == ["Which of 0, 1 and 2 are scores of models?"]


def test_models_of_the_long_layout_may_be_named_as_the_classes(frame):
    wide = frame[["species", *named("p_{}")]].rename(columns=lambda name: name.removeprefix("p_"))
    long = wide.reset_index().melt(["index", "species"], var_name="model", value_name="score")
    given = {"label": "species", "positive": "setosa", "scores": "score"}
    predictions = read_predictions(long, model="model", case_id="index", **given)
    assert list(predictions.scores) == ["setosa"]
    assert predictions.classes.models == whole(FLOWERS)


def test_check_reports_every_class(frame, tmp_path):
    frame["p_versicolor"] *= -1
    frame.to_csv(tmp_path / "flowers.csv", index=False)
    found = check(tmp_path / "flowers.csv")
    assert found["status"] == "warning"
    assert (found["rows"], found["positives"]) == (20, 5)
    assert list(found["models"]) == named("p_{}")
    warnings = [message for message in found["messages"] if "worse than chance" in message]
    assert len(warnings) == 1
    assert "p_versicolor" in warnings[0]
    assert "other value" not in warnings[0]
