"""AUCs of several classes against counting pairs of rows, and against scikit-learn."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import roc_auc_score

from costdash.core import ClassScores, auc, count, multiclass
from tests.support.oracles import mann_whitney
from tests.support.scored import SCORES, WEIGHTS

NAMES = ("ant", "bee", "cat", "dog")
KINDS = ("levels", "probabilities", "last bits", "any", "extreme")


def sample_of(code, scores, weight=None):
    """A sample whose class i has row i of scores (c, n) as its column."""
    names = NAMES[: len(scores)]
    columns = {name: {f"p_{name}": score} for name, score in zip(names, scores, strict=True)}
    return ClassScores(names=names, code=np.array(code), scores=columns, weight=weight)


@st.composite
def several_classes(draw, least=2, weighted=False):
    """Two to four classes, down to a single row each, with or without ties."""
    c = draw(st.integers(least, 4))
    code = list(range(c)) + draw(st.lists(st.integers(0, c - 1), max_size=16))
    score = SCORES[draw(st.sampled_from(KINDS))]
    row = st.lists(score, min_size=len(code), max_size=len(code)).map(np.array)
    scores = [draw(row) for _ in range(c)]
    weights = st.lists(st.sampled_from(WEIGHTS), min_size=len(code), max_size=len(code))
    return sample_of(code, scores, np.array(draw(weights)) if weighted else None)


def scores_of(sample):
    """Scores (c, n): the only column of each class."""
    return np.array([score for columns in sample.scores.values() for score in columns.values()])


def only(sample):
    (found,) = multiclass(sample)
    return found


def pair_by_pair(sample, i, j):
    """A(i|j): rows of class i against rows of class j, one by one, in the column of i."""
    score = scores_of(sample)[i]
    both = np.isin(sample.code, (i, j))
    weight = None if sample.weight is None else sample.weight[both]
    return mann_whitney(sample.code[both] == i, score[both], weight)


@given(st.booleans().flatmap(lambda weighted: several_classes(weighted=weighted)))
def test_the_auc_of_a_pair_of_classes_is_the_share_of_ordered_row_pairs(sample):
    found = only(sample)
    for (i, j), pair in zip(combinations(range(len(sample.names)), 2), found.pairs, strict=True):
        assert (pair.a, pair.b) == (sample.names[i], sample.names[j])
        assert_allclose(pair.a_given_b, pair_by_pair(sample, i, j), atol=1e-12)
        assert_allclose(pair.b_given_a, pair_by_pair(sample, j, i), atol=1e-12)
        assert pair.auc == (pair.a_given_b + pair.b_given_a) / 2
    assert_allclose(found.hand_till_m, np.mean([pair.auc for pair in found.pairs]))


@given(st.booleans().flatmap(lambda weighted: several_classes(weighted=weighted)))
def test_the_auc_of_a_class_is_that_of_its_one_vs_rest_curve(sample):
    found = only(sample)
    weight = np.ones(sample.code.size) if sample.weight is None else sample.weight
    for i, one in enumerate(found.classes):
        rest = sample.one_vs_rest(one.name)
        counts = count(rest.is_positive, rest.scores[one.column], rest.weight)
        assert_allclose(one.auc, auc(counts), atol=1e-12)
        assert_allclose(one.prevalence, weight[sample.code == i].sum() / weight.sum())
    expected = sum(one.auc * one.prevalence for one in found.classes)
    assert_allclose(found.provost_domingos_auc, expected)


@given(several_classes(least=3), st.integers(1, 5))
def test_both_averages_match_scikit_learn(sample, levels):
    """scikit-learn needs rows that sum to one, so the scores are normalised, with many ties."""
    ranks = np.argsort(np.argsort(scores_of(sample), axis=1), axis=1) % levels + 1.0
    share = ranks / ranks.sum(axis=0)
    found = only(sample_of(sample.code, share))
    pd = roc_auc_score(sample.code, share.T, multi_class="ovr", average="weighted")
    m = roc_auc_score(sample.code, share.T, multi_class="ovo", average="macro")
    assert_allclose(found.provost_domingos_auc, pd)
    assert_allclose(found.hand_till_m, m)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=20), st.data())
def test_two_classes_with_complementary_scores_have_one_auc(levels, data):
    score = np.array(levels) / 8
    code = data.draw(st.lists(st.integers(0, 1), min_size=score.size, max_size=score.size))
    code[:2] = 0, 1
    found = only(sample_of(code, [1 - score, score]))
    expected = auc(count(np.array(code) == 1, score))
    figures = [found.hand_till_m, found.provost_domingos_auc, *(c.auc for c in found.classes)]
    assert_allclose(figures, expected, atol=1e-12)


@given(several_classes(least=3), st.integers(2, 5))
def test_repeating_a_class_changes_the_weighted_average_but_not_hand_till(sample, copies):
    rows, first = np.arange(sample.code.size), np.flatnonzero(sample.code == 0)
    more = np.append(rows, np.tile(first, copies))
    more = only(sample_of(sample.code[more], scores_of(sample)[:, more]))
    assert_allclose(more.hand_till_m, only(sample).hand_till_m, atol=1e-12)
    assert more.classes[0].prevalence > only(sample).classes[0].prevalence


def test_a_class_of_one_row_in_a_million():
    rng = np.random.default_rng(3)
    code = np.zeros(1_000_000, dtype=int)
    code[1::2], code[7] = 1, 2
    scores = rng.integers(0, 50, (3, code.size)) / 50
    found = only(sample_of(code, scores))
    above = [(scores[2][code == i] < scores[2][7]).mean() for i in (0, 1)]
    tied = [(scores[2][code == i] == scores[2][7]).mean() / 2 for i in (0, 1)]
    given = [pair.b_given_a for pair in found.pairs if pair.b == "cat"]
    assert_allclose(given, np.add(above, tied), rtol=1e-12)
    assert found.classes[2].prevalence == 1e-6


def test_every_model_gets_its_own_areas():
    code, good = [0, 1, 2, 0, 1, 2], np.eye(3)[:, [0, 1, 2, 0, 1, 2]]
    columns = {
        name: {f"good_{name}": score, f"bad_{name}": -score} for name, score in zip(NAMES, good)
    }
    good, bad = multiclass(ClassScores(names=NAMES[:3], code=np.array(code), scores=columns))
    assert good.hand_till_m == good.provost_domingos_auc == 1
    assert bad.hand_till_m == bad.provost_domingos_auc == 0
    assert [one.column for one in bad.classes] == ["bad_ant", "bad_bee", "bad_cat"]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"code": [0, 0, 1, 1]}, "none for cat"),
        ({"code": [0, 1, 2, 3]}, "below 3"),
        ({"code": [0.0, 1.0, 2.0, 2.0]}, "integers"),
        ({"names": ("ant", "bee", "ant")}, "all different"),
        ({"names": ("ant", "bee", "eel")}, "scores must be of the classes"),
        ({"weight": [1, 1, 0, 1]}, "weight must be positive"),
    ],
)
def test_an_invalid_sample_is_rejected(changed, says):
    whole = {
        "names": NAMES[:3],
        "code": [0, 1, 2, 2],
        "scores": {name: {f"p_{name}": np.arange(4.0)} for name in NAMES[:3]},
    } | changed
    with pytest.raises(ValueError, match=says):
        ClassScores(**whole)


def test_a_missing_score_is_rejected():
    scores = {name: {"p": np.array([0.0, np.nan, 1.0])} for name in NAMES[:3]}
    with pytest.raises(ValueError, match="finite"):
        ClassScores(names=NAMES[:3], code=np.array([0, 1, 2]), scores=scores)
