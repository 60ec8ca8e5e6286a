"""Rows with missing scores: which are complete, and analyses of the complete ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from costdash.core import Predictions, ScoredRows, analyse

NAMES = ("a", "b", "c", "d")


@st.composite
def scored_rows(draw):
    """Up to four models with or without missing scores; optional weights, folds and clusters."""
    n = draw(st.integers(4, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    scores = {}
    for name in NAMES[: draw(st.integers(1, 4))]:
        score = rng.integers(0, 6, n).astype(float)
        score[rng.random(n) < draw(st.sampled_from([0, 0, 0.1, 0.5]))] = np.nan
        scores[name] = score
    extra = {"weight": rng.uniform(1, 2, n), "fold": rng.integers(0, 3, n), "cluster": np.arange(n)}
    kept = {name: part for name, part in extra.items() if draw(st.booleans())}
    return ScoredRows(is_positive=rng.random(n) < 0.5, scores=scores, **kept)


@given(scored_rows(), st.sets(st.sampled_from(NAMES)))
def test_complete_keeps_the_rows_with_every_named_score(scored, names):
    names &= scored.scores.keys()
    rows = [
        i for i in range(scored.rows) if all(np.isfinite(scored.scores[name][i]) for name in names)
    ]
    lacking = {name: int(np.isnan(scored.scores[name]).sum()) for name in sorted(names)}
    assert scored.lacking(names) == {name: n for name, n in lacking.items() if n}
    if len(set(scored.is_positive[rows].tolist())) < 2:
        with pytest.raises(ValueError, match=r"both classes|at least one model"):
            scored.complete(names)
        return
    whole = [n for n, score in scored.scores.items() if np.isfinite(score[rows]).all()]
    if not whole:
        with pytest.raises(ValueError, match="at least one model"):
            scored.complete(names)
        return
    found = scored.complete(names)
    assert_array_equal(found.is_positive, scored.is_positive[rows])
    assert list(found.scores) == whole
    assert names <= set(whole)
    for name in whole:
        assert_array_equal(found.scores[name], scored.scores[name][rows])
    for part in ("weight", "fold", "cluster"):
        if getattr(scored, part) is None:
            assert getattr(found, part) is None
        else:
            assert_array_equal(getattr(found, part), getattr(scored, part)[rows])


def test_complete_returns_predictions_unchanged():
    sample = Predictions(is_positive=[1, 0], scores={"a": [0.2, 0.1], "b": [1, 2]})
    assert sample.complete(["a"]) is sample
    assert sample.lacking() == {}


@pytest.fixture(scope="module")
def scored():
    """300 rows; b misses 40 scores and c 25, of which 10 are in the same rows."""
    rng = np.random.default_rng(4)
    is_positive = rng.random(300) < 0.4
    scores = {name: rng.normal(is_positive, 1).round(2) for name in ("a", "b", "c")}
    scores["b"][:40] = np.nan
    scores["c"][30:55] = np.nan
    return ScoredRows(is_positive=is_positive, scores=scores)


@pytest.mark.parametrize(
    ("names", "rows", "models", "lacking"),
    [
        (None, 245, ["a", "b", "c"], {"b": 40, "c": 25}),
        (["c", "b"], 245, ["a", "b", "c"], {"b": 40, "c": 25}),
        (["a"], 300, ["a"], {}),
        (["a", "b"], 260, ["a", "b"], {"b": 40}),
        (["c"], 275, ["a", "c"], {"c": 25}),
    ],
)
def test_an_analysis_uses_the_rows_complete_for_the_named_models(
    scored, names, rows, models, lacking
):
    found = analyse(scored, names, n_replicates=100)
    assert (found.rows, found.left_out) == (rows, 300 - rows)
    assert list(found.models) == models
    assert found.lacking == lacking
    assert {int(m.counts.positives + m.counts.negatives) for m in found.models.values()} == {rows}


def test_other_models_do_not_change_a_models_place_and_random_numbers(scored):
    both = analyse(scored, ["c"], n_replicates=100)
    alone = Predictions(
        is_positive=scored.is_positive[~np.isnan(scored.scores["c"])],
        scores={
            name: scored.scores[name][~np.isnan(scored.scores["c"])] if name != "b" else range(275)
            for name in scored.scores
        },
    )
    again = analyse(alone, n_replicates=100)
    assert both.place == {"a": 0, "c": 2}
    assert_array_equal(both.models["c"].bands.vertex_tpr, again.models["c"].bands.vertex_tpr)
