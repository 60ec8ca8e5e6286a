"""Guesses of roles from the names and values of columns."""

import warnings

import pyarrow as pa
import pytest

from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError
from costdash.intake.limits import Limits

TRUTH = [1, 0, 1, 0, 0, 1]
PROBABILITY = [0.9, 0.2, 0.6, 0.4, 0.1, 0.7]
MARGIN = [2.5, -1.5, 0.25, -0.5, -3.0, 1.0]
WORDS = ["a", "b", "c", "a", "b", "c"]
ROWS = [1, 2, 3, 4, 5, 6]
LABELS = """
label Label LABEL labels y y_true target truth class outcome approved is_fraud isFraud
true_label default churned Diagnosis has_disease actual_class
"""
OTHER_ROLES = """
id ID case_id customer_id index row uuid amount Amount price age year count fold split
weight patient transaction_id acct_no cost_fn timestamp
"""


def guessed(limits=None, /, **columns):
    return guess(Columns(pa.table(columns)), limits=limits)


@pytest.mark.parametrize(
    "name",
    LABELS.split(),
)
def test_a_label_is_recognised_by_its_name(name):
    found = guessed(score=PROBABILITY, other=PROBABILITY[::-1], **{name: TRUTH})
    assert found.roles.label == name
    assert found.roles.scores == ("score", "other")
    assert found.certain


def test_flags_beside_fractions_are_not_taken_as_models_unasked():
    found = guessed(y=TRUTH, score=PROBABILITY, female=[0, 1] * 3)
    assert found.roles.scores == ("score",)
    assert not found.certain
    assert "Columns of whole numbers were not taken as scores: female." in found.questions[0]


def test_flags_are_calls_where_no_column_holds_fractions():
    found = guessed(y=TRUTH, first=[0, 1] * 3, second=TRUTH[::-1])
    assert found.roles.scores == ("first", "second")
    assert found.certain


def test_one_sentence_names_the_columns_that_are_not_used():
    found = guessed(
        y=TRUTH, score=PROBABILITY, age=MARGIN, city=["a", "b", "c", "d", "e", "f"], n=[5, 1] * 3
    )
    assert found.notes == [
        "Read as: label y (1), model score. Not used: age (by its name), city (text) and "
        "n (whole numbers)."
    ]
    assert guessed(y=TRUTH, score=PROBABILITY, age=MARGIN, row=ROWS).notes == []


@pytest.mark.parametrize("name", ["predicted_label", "score_class", "pred_y", "y_hat"])
def test_a_prediction_is_not_a_label(name):
    found = guessed(truth=TRUTH, **{name: TRUTH[::-1]})
    assert found.roles.label == "truth"
    assert found.roles.scores == (name,)


@pytest.mark.parametrize(
    ("values", "positive"),
    [
        ((1, 0), "1"),
        ((0, 1), "1"),
        ((1, -1), "1"),
        ((1.0, 0.0), "1"),
        ((True, False), "true"),
        (("yes", "no"), "yes"),
        (("N", "Y"), "Y"),
        (("neg", "pos"), "pos"),
        (("+", "-"), "+"),
        (("malignant", "benign"), "malignant"),
        (("fraud", "ok"), "fraud"),
        (("control", "treated"), "treated"),
        (("TRUE", "FALSE"), "TRUE"),
        ((0, 7), "7"),
    ],
)
def test_the_positive_value_is_recognised(values, positive):
    found = guessed(label=[values[0], values[1]] * 3, score=PROBABILITY)
    assert found.roles.positive == positive
    assert found.certain
    assert positive in found.reasons["positive"]


@pytest.mark.parametrize(
    ("values", "positive"),
    [((1, 2), "2"), ((3, -2), "3"), (("good", "bad"), "bad"), (("a", "b"), "b")],
)
def test_an_ambiguous_positive_value_is_asked_about(values, positive):
    found = guessed(label=[values[0]] * 4 + [values[1]] * 2, score=PROBABILITY)
    assert found.roles.positive == positive
    assert not found.certain
    assert "Is that right?" in found.questions[0]


def test_the_positive_one_of_many_values_is_asked_about():
    found = guessed(label=WORDS, score=PROBABILITY)
    assert found.roles.positive is None
    assert "3 values (a, b and c)" in found.questions[0]


@pytest.mark.parametrize(
    "name",
    OTHER_ROLES.split(),
)
def test_a_column_named_for_another_role_is_not_a_score(name):
    found = guessed(label=TRUTH, score=PROBABILITY, **{name: [7, 3, 9, 4, 8, 5]})
    assert found.roles.scores == ("score",)
    assert found.certain


@pytest.mark.parametrize("name", ["score", "rf", "p_bad", "probability", "Model A", "svm", "xgb2"])
def test_scores_are_recognised_by_their_names(name):
    found = guessed(label=TRUTH, **{name: MARGIN, "other": PROBABILITY})
    assert found.roles.scores == (name, "other")
    assert found.certain


def test_a_column_that_counts_the_rows_is_not_a_score():
    assert guessed(label=TRUTH, score=PROBABILITY, n=ROWS).roles.scores == ("score",)


def test_scores_keep_the_order_of_the_file():
    found = guessed(b=PROBABILITY, label=TRUTH, svm=MARGIN, a=PROBABILITY)
    assert found.roles.scores == ("b", "svm", "a")


def test_numbers_without_a_telling_name_or_scale_are_asked_about():
    assert not guessed(label=TRUTH, score=PROBABILITY, height=MARGIN).certain
    assert not guessed(label=TRUTH, **{f"x{i}": MARGIN for i in range(20)}).certain
    assert guessed(label=TRUTH, x=MARGIN).certain
    assert guessed(label=TRUTH, points=[20, 3, 17, 9, 2, 11]).certain


def test_folds_are_used_and_weights_only_suggested():
    found = guessed(label=TRUTH, score=PROBABILITY, fold=[1, 2] * 3, weight=[2.0] * 6)
    assert (found.roles.fold, found.roles.weight) == ("fold", None)
    assert "weight" in found.notes[0]
    assert found.certain


def test_the_long_layout_is_recognised_by_a_column_of_models():
    found = guessed(
        id=[1, 2, 3] * 2, model=["rf"] * 3 + ["nb"] * 3, y=[1, 0, 1] * 2, score=PROBABILITY
    )
    assert (found.roles.model, found.roles.case_id) == ("model", "id")
    assert found.roles.scores == ("score",)
    assert found.certain


def test_given_roles_are_kept_and_others_guessed():
    table = pa.table({"y": TRUTH, "z": TRUTH[::-1], "a": PROBABILITY, "b": PROBABILITY})
    found = guess(Columns(table), Roles(label="z"))
    assert (found.roles.label, found.roles.scores) == ("z", ("a", "b"))
    assert "not taken as scores: y" in found.questions[0]
    complete = guess(Columns(table.append_column("fold", [ROWS])), Roles(label="z", scores=("a",)))
    assert complete.roles == Roles(label="z", positive="1", scores=("a",))


@pytest.mark.parametrize(
    "given",
    [
        Roles(label="nowhere"),
        Roles(scores=("a", "nowhere")),
        Roles(label="y", weight="y"),
        Roles(scores=("a", "a")),
        Roles(model="y", scores=("a", "b")),
    ],
)
def test_roles_that_do_not_fit_are_rejected(given):
    with pytest.raises(IntakeError):
        guess(Columns(pa.table({"y": TRUTH, "a": PROBABILITY, "b": PROBABILITY})), given)


def test_with_too_many_columns_the_user_chooses():
    """Columns with another role, and columns of text, do not count."""
    many = {"label": TRUTH, "a": PROBABILITY, "b": PROBABILITY}
    many["note"] = [f"n{i}" for i in range(len(TRUTH))]
    assert guessed(Limits(columns=2), **many).roles.scores == ("a", "b")
    found = guessed(Limits(columns=1), **many)
    assert found.roles.scores == ()
    assert "2 columns that may be scores, more than 1" in found.questions[0]


def test_roles_are_equal_after_a_round_trip_through_json():
    roles = Roles(label="y", positive="1", scores=("a", "b"), fold="f")
    assert Roles.of(roles.as_json()) == roles
    assert Roles.of({}) == Roles()


@pytest.mark.parametrize("chosen", [{"label": "label", "scores": ("s",)}, {}])
def test_a_label_of_probabilities_is_said_to_look_like_a_score(chosen):
    table = pa.table({"label": [0, 0.1, 0.3, 0.5, 0.9, 1], "s": [*range(6)]})
    (question, *_) = guess(Columns(table), Roles(**chosen)).questions
    assert question.startswith("The label column label holds 6 different numbers between 0 and 1")


def test_a_few_grades_between_0_and_1_are_classes():
    table = pa.table({"label": [0, 0.5, 1] * 2, "s": [*range(6)]})
    (question, *_) = guess(Columns(table), Roles(label="label", scores=("s",))).questions
    assert "Which one is positive?" in question


def test_scores_at_the_ends_of_the_doubles_give_no_warning_of_numpy():
    table = pa.table({"label": [0, 1] * 50, "m": [-1.7e308, 1.7e308] * 50})
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert guess(Columns(table), Roles(), Limits()).roles.scores == ("m",)
