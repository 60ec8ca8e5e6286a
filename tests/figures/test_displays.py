"""The displays of scikit-learn: their numbers are those of `analyse`, their options RocCurve's."""

import inspect
import subprocess
import sys
from dataclasses import replace

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from matplotlib import pyplot
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import RocCurveDisplay
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.svm import LinearSVC

import costdash
from costdash import CostCurveDisplay, DecisionCurveDisplay
from costdash.core import OperatingPoint, decision_curve, trivial_call

DISPLAYS = CostCurveDisplay, DecisionCurveDisplay
MAKERS = "from_estimator", "from_predictions", "from_cv_results", "plot"
FEW = {"n_replicates": 100}
X, Y = make_classification(600, weights=[0.7], flip_y=0.1, random_state=0)
TRAIN, TEST = slice(300), slice(300, None)


@pytest.fixture(autouse=True)
def _without_a_screen():
    pyplot.switch_backend("agg")
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def model():
    search = GridSearchCV(LogisticRegression(), {"C": [0.1, 1]}, cv=2)
    return search.fit(X[TRAIN], Y[TRAIN])


@pytest.fixture(scope="module")
def sample(model):
    scores = {"Classifier": model.predict_proba(X[TEST])[:, 1]}
    return costdash.Predictions(is_positive=Y[TEST] == 1, scores=scores)


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize("maker", MAKERS)
def test_options_are_those_of_the_roc_display(display, maker):
    own, other = (
        inspect.signature(getattr(cls, maker)).parameters for cls in (display, RocCurveDisplay)
    )
    renamed = {"chance_level_kwargs": "chance_level_kw"}  # scikit-learn has both names
    expected = {renamed.get(name, name) for name in other} - {"drop_intermediate"}
    assert expected <= own.keys()
    first = [name for name, one in other.items() if one.kind is one.POSITIONAL_OR_KEYWORD]
    assert list(own)[: len(first)] == first


def test_a_fitted_search_gives_the_numbers_of_analyse(model, sample):
    display = CostCurveDisplay.from_estimator(model, X[TEST], Y[TEST], **FEW)
    analysis = costdash.analyse(sample, **FEW)
    [found] = analysis.models.values()
    band = found.bands.cost(0.95)
    assert (display.name, display.area) == ("GridSearchCV", found.hull.area)
    for name, expected in {"pcf": band.x, "low": band.low, "high": band.high}.items():
        assert_array_equal(getattr(display, name), expected)
    assert_array_equal(display.nec, found.hull.cost(band.x))
    assert np.isin(found.hull.tie, display.pcf).all()
    point = OperatingPoint(0.1, 20, 1)
    own, other = (one.decide(point).best for one in (display.analysis_, analysis))
    assert (own.threshold, own.expected_cost) == (other.threshold, other.expected_cost)
    assert_array_equal(display.line_.get_ydata(), display.nec)
    assert display.ax_.get_xlabel() == "Probability cost PC(+) (Positive label: 1)"


@pytest.mark.parametrize("kind", ["csv", "pandas", "arrow", "duckdb"])
def test_every_kind_of_table_gives_the_numbers_of_the_search(model, sample, kind, tmp_path):
    frame = pd.DataFrame({"y": Y[TEST], "rf": sample.scores["Classifier"]})
    table = frame
    if kind == "csv":
        table = tmp_path / "scores.csv"
        frame.to_csv(table, index=False)
    elif kind != "pandas":
        table = pa.Table.from_pandas(frame)
    if kind == "duckdb":
        table = duckdb.sql("SELECT * FROM frame")
    rows = costdash.read_predictions(table, label="y", positive="1", scores=["rf"])
    hull = costdash.analyse(rows, **FEW).models["rf"].hull
    display = CostCurveDisplay.from_estimator(model, X[TEST], Y[TEST], **FEW)
    assert_array_equal(hull.cost(display.pcf), display.nec)


@pytest.mark.parametrize("rule", ["scores", "best"])
def test_net_benefit_is_that_of_the_core(model, sample, rule):
    t = [0.05, 0.2, 0.5]
    given = {"prior": 0.1, "threshold_probability": t, "rule": rule}
    display = DecisionCurveDisplay.from_estimator(model, X[TEST], Y[TEST], **given, **FEW)
    curve = decision_curve(sample, costdash.analyse(sample, **FEW), "Classifier", t, 0.1)
    expected = getattr(curve, rule)
    assert_array_equal(display.net_benefit, expected.value)
    assert_array_equal(display.low, expected.low)
    assert_array_equal(display.high, expected.high)
    assert_array_equal(display.flag_all, curve.flag_all)


def test_scores_on_another_scale_get_their_best_thresholds():
    machine = LinearSVC().fit(X[TRAIN], Y[TRAIN])
    display = DecisionCurveDisplay.from_estimator(machine, X[TEST], Y[TEST], **FEW)
    assert display.rule == "best"
    with pytest.raises(ValueError, match=r"scores must lie in \[0, 1\]"):
        DecisionCurveDisplay.from_estimator(machine, X[TEST], Y[TEST], rule="scores", **FEW)


@pytest.mark.parametrize("display", DISPLAYS)
def test_folds_are_curves_of_their_test_rows(display):
    kept = {"return_estimator": True, "return_indices": True}
    found = cross_validate(LogisticRegression(), X, Y, cv=3, **kept)
    shown = display.from_cv_results(found, pd.DataFrame(X), Y, name="lr")
    assert len(shown.line_) == len(shown.analysis_) == 3
    assert shown.band_ is None
    labels = [line.get_label() for line in shown.line_]
    assert labels[0].startswith("lr")
    assert all(label.startswith("_") for label in labels[1:])
    test = found["indices"]["test"][1]
    score = found["estimator"][1].predict_proba(X[test])[:, 1]
    if display is CostCurveDisplay:
        one = display.from_predictions(Y[test], score, **FEW)
        assert shown.area[1] == one.area
        assert labels[0] == f"lr (area = {np.mean(shown.area):.3f} +/- {np.std(shown.area):.3f})"
    else:
        one = display.from_predictions(Y[test], score, prior=shown.prior, **FEW)
        assert_array_equal(shown.net_benefit[1], one.net_benefit)
    named = shown.plot(name=["a", "b", "c"], curve_kwargs=[{"c": "red"}, {}, {"ls": ":"}])
    assert [line.get_label()[0] for line in named.line_] == ["a", "b", "c"]
    assert named.line_[0].get_color() == "red"
    with pytest.raises(ValueError, match="several names"):
        shown.plot(name=["a", "b", "c"])
    with pytest.raises(ValueError, match="cv_results needs"):
        display.from_cv_results({}, X, Y)


@pytest.mark.parametrize("method", ["predict_proba", "decision_function"])
def test_the_other_class_as_positive_mirrors_the_curve(model, method):
    given = {"response_method": method, **FEW}
    one, other = (
        CostCurveDisplay.from_estimator(model, X[TEST], Y[TEST], pos_label=label, **given)
        for label in (1, 0)
    )
    hull = other.analysis_.models["GridSearchCV"].hull
    assert_allclose(hull.cost(1 - one.pcf), one.nec, atol=1e-12)


def test_weights_repeat_rows_and_labels_may_be_text():
    rng = np.random.default_rng(0)
    times, score, names = rng.integers(0, 3, 300), X[TEST][:, 0], np.array(["no", "yes"])[Y[TEST]]
    weighted = CostCurveDisplay.from_predictions(
        names, score, sample_weight=times, pos_label="yes", **FEW
    )
    repeated = CostCurveDisplay.from_predictions(
        names.repeat(times), score.repeat(times), pos_label="yes", **FEW
    )
    assert weighted.area == pytest.approx(repeated.area, abs=1e-12)
    with pytest.raises(ValueError, match="pos_label is needed"):
        CostCurveDisplay.from_predictions(names, score)


@pytest.mark.parametrize("fitted", [True, False])
def test_a_decision_becomes_a_classifier(model, fitted):
    display = CostCurveDisplay.from_estimator(model, X[TEST], Y[TEST], **FEW)
    decision = display.analysis_.decide(OperatingPoint(0.1, 20, 1))
    classifier = decision.as_classifier(model if fitted else LogisticRegression())
    if not fitted:
        classifier.fit(X[TRAIN], Y[TRAIN])
        assert classifier.get_params()["threshold"] == decision.best.threshold
        return
    called = classifier.predict(X[TEST])
    assert_array_equal(called, model.predict_proba(X[TEST])[:, 1] >= decision.best.threshold)
    for prior, every in ((0.1, 0), (0.9, 1)):
        trivial = replace(decision, best=trivial_call(OperatingPoint(prior)))
        assert (trivial.as_classifier(model).predict(X[TEST]) == every).all()


def test_displays_load_no_library_before_they_draw():
    code = "import sys, costdash; costdash.CostCurveDisplay; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"matplotlib", "sklearn"} & {*done.stdout.split()}
