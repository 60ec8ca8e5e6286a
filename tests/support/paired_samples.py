"""Samples scored by two or more models, for tests of comparisons."""

import numpy as np
from hypothesis import strategies as st

from costdash.core import Predictions, analyse
from tests.support.scored import SCORES, WEIGHTS


@st.composite
def paired(draw, names=("a", "b"), max_rows=40, weighted=False, kinds=tuple(SCORES)):
    """Predictions of several models; the second may copy all or half of the first's scores."""
    n = draw(st.integers(2, max_rows))
    is_positive = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    at = draw(st.integers(0, n - 1))
    is_positive[at] = not is_positive[at - 1]
    kind = SCORES[draw(st.sampled_from(kinds))]
    scores = {name: np.array(draw(st.lists(kind, min_size=n, max_size=n))) for name in names}
    relation = draw(st.sampled_from(["free", "free", "copy", "half copied"]))
    if relation != "free":
        some = n if relation == "copy" else n // 2
        scores[names[1]][:some] = scores[names[0]][:some]
    weight = None
    if weighted:
        weight = np.array(draw(st.lists(st.sampled_from(WEIGHTS), min_size=n, max_size=n)))
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


def correlated(rng, n_positive, n_negative, shifts, correlation, weight=None):
    """Normal scores of one model per shift, shifted for positives, with a common correlation."""
    is_positive = np.arange(n_positive + n_negative) < n_positive
    shared = rng.normal(size=is_positive.size)
    scores = {
        name: correlation**0.5 * shared
        + (1 - correlation) ** 0.5 * rng.normal(size=is_positive.size)
        + shift * is_positive
        for name, shift in shifts.items()
    }
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


def two_rules(positive, negative):
    """Models a and b with two scores each, from the number of rows that both models, only a, only b
    and neither call, for each class."""
    calls = np.repeat([(1, 1), (1, 0), (0, 1), (0, 0)] * 2, [*positive, *negative], axis=0)
    is_positive = np.arange(len(calls)) < sum(positive)
    a, b = calls.T.astype(float)
    return Predictions(is_positive=is_positive, scores={"a": a, "b": b})


def analysed(predictions, n_replicates=200, **more):
    """An analysis with few replicates."""
    return analyse(predictions, n_replicates=n_replicates, **more)
