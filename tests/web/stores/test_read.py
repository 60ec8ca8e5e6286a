"""Reading the stores of the page: valid values become a request, others are rejected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import Predictions, analyse
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.web.stores.read import Unreadable, drawn_models, point_of, view_of, weighting_of
from costdash.web.wire import CONFIDENCE_LEVELS

PREDICTIONS = Predictions(
    is_positive=[True, False] * 10,
    scores={"b": [i % 7 for i in range(20)], "a": [i % 5 for i in range(20)]},
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=100)
GOOD = {"models": ["a", "b"], "level": 0.9}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
costs = st.floats(1e-9, 1e9)


def some(**fields):
    return st.fixed_dictionaries({}, optional=fields)


@given(st.floats(1e-9, 1 - 1e-9), costs, costs)
def test_conditions_are_read_unchanged(prior, cost_fn, cost_fp):
    read = point_of({"prior": prior, "cost_fn": cost_fn, "cost_fp": cost_fp, "touched": True})
    assert read == OperatingPoint(prior, cost_fn, cost_fp)


@given(some(prior=values, cost_fn=values, cost_fp=values))
def test_conditions_are_a_valid_operating_point_or_unreadable(conditions):
    try:
        point = point_of(conditions)
    except Unreadable:
        return
    assert 0 < point.prior < 1
    assert min(point.cost_fn, point.cost_fp) > 0


def test_integers_beyond_doubles_are_unreadable():
    with pytest.raises(Unreadable):
        point_of({"prior": 0.5, "cost_fn": 10**400, "cost_fp": 1})


def test_a_and_b_of_a_beta_have_an_upper_bound():
    assert weighting_of({"weighting": {"a": 1e6, "b": 2}}) == Beta(1e6, 2)
    for a in (1.1e6, 0, -1, "x", None):
        with pytest.raises(Unreadable):
            weighting_of({"weighting": {"a": a, "b": 2}})


@given(some(models=values, today=values, trial=values) | values, some(criterion=values) | values)
def test_names_of_drawn_models_are_texts_for_any_store(view, conditions):
    assert all(isinstance(name, str) for name in drawn_models(view, conditions))


def test_shown_models_and_those_of_kept_thresholds_are_drawn():
    view = {"models": ["a"], "today": {"model": "b", "index": 1}, "trial": {"model": "c"}}
    criterion = {"criterion": {"kind": "threshold", "model": "d", "threshold": 1}}
    assert set(drawn_models(view, criterion)) == {"a", "b", "c", "d"}
    assert drawn_models(None, None) == ()


threshold = values | some(model=values | st.sampled_from("ab"), index=values | st.integers(-3, 30))


@given(some(models=values, level=values, today=threshold, trial=threshold))
def test_a_view_has_only_models_and_thresholds_of_the_data(given_view):
    try:
        view = view_of({**GOOD, **given_view}, ANALYSIS, "token")
    except Unreadable:
        return
    assert set(view.models) <= ANALYSIS.models.keys()
    assert view.level in (0, *CONFIDENCE_LEVELS)
    for held in filter(None, (view.today, view.trial)):
        name, index = held
        ANALYSIS.models[name].counts.threshold[index]
        assert index >= 0


@pytest.mark.parametrize("wanted", [["a", "b"], ["b", "a"], ["a", "b", "gone", "a"]])
def test_models_are_in_the_order_of_the_file(wanted):
    assert view_of({**GOOD, "models": wanted}, ANALYSIS, "t").models == ("b", "a")


@pytest.mark.parametrize("level", [0.0, *CONFIDENCE_LEVELS])
def test_offered_levels_are_read_unchanged(level):
    assert view_of({**GOOD, "level": level}, ANALYSIS, "t").level == level


def test_a_new_data_set_resets_the_zoom():
    """uirevision follows the token: a slider keeps the zoom, an upload does not."""
    assert view_of(GOOD, ANALYSIS, "one").uirevision != view_of(GOOD, ANALYSIS, "two").uirevision


@pytest.mark.parametrize("missing", GOOD)
def test_a_view_without_models_or_level_is_unreadable(missing):
    with pytest.raises(Unreadable):
        view_of({key: value for key, value in GOOD.items() if key != missing}, ANALYSIS, "t")


def test_todays_rule_may_be_given_by_the_share_of_cases_that_it_flags():
    counts = ANALYSIS.models["a"].counts
    for prior in (0.1, 0.5):
        for share in (0.0, 0.3, 1.0):
            today = {"model": "a", "index": 0, "text": None, "share": share}
            name, index = view_of({**GOOD, "today": today}, ANALYSIS, "t", prior).today
            called = prior * counts.tpr + (1 - prior) * counts.fpr
            assert name == "a"
            assert abs(called[index] - share) == abs(called - share).min()


@pytest.mark.parametrize("share", [-0.1, 2, "x", None, float("nan")])
def test_a_share_that_is_none_leaves_the_threshold(share):
    today = {"model": "a", "index": 2, "text": None, "share": share}
    assert view_of({**GOOD, "today": today}, ANALYSIS, "t").today == ("a", 2)
