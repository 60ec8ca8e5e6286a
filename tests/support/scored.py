"""Labelled, scored samples: hypothesis strategies with extreme numbers, and simulated ones."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from costdash.core.probabilities.scores import hull_edges, loss_area, score_edges

WEIGHTS = (0.1, 0.25, 1.0, 1.0, 3.0, 7.3, 1e-3, 1e4)


class Sample(NamedTuple):
    """Rows of both classes; weight may be None."""

    is_positive: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None = None


LAST_BITS = [float(np.nextafter(x, to)) for x in (0.1, 1.0, -2.5) for to in (-9, x, 9)]
EXTREME = [-0.0, 0.0, 5e-324, -5e-324, 2.2e-308, 1e-300, -1e-300, 1e300, -1.7976931348623157e308]
SCORES = {
    "levels": st.integers(-3, 3).map(float),
    "integers": st.integers(-(2**53), 2**53).map(float),
    "float32": st.floats(width=32, allow_nan=False, allow_infinity=False),
    "any": st.floats(allow_nan=False, allow_infinity=False),
    "probabilities": st.floats(0, 1),
    "last bits": st.sampled_from(LAST_BITS),
    "extreme": st.sampled_from(EXTREME + LAST_BITS),
}


@st.composite
def samples(draw, kinds=tuple(SCORES), max_rows=40, weighted=False):
    """Scores of one kind, with or without ties, and any class mixture down to a single row."""
    score = draw(st.lists(SCORES[draw(st.sampled_from(kinds))], min_size=2, max_size=max_rows))
    n = len(score)
    is_positive = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    if draw(st.booleans()) or is_positive.all() or not is_positive.any():
        is_positive[:] = draw(st.booleans())  # a single row of one class
        at = draw(st.integers(0, n - 1))
        is_positive[at] = not is_positive[at]
    weight = None
    if weighted:
        weight = np.array(draw(st.lists(st.sampled_from(WEIGHTS), min_size=n, max_size=n)))
    return Sample(is_positive, np.array(score, dtype=float), weight)


def at_pcf(point, pcf):
    """The point with cost_fn changed so that PC(+) is `pcf`, clipped to [1e-6, 1 - 1e-6]."""
    pcf = min(max(pcf, 1e-6), 1 - 1e-6)
    return replace(point, cost_fn=point.cost_fp * (1 - point.prior) / point.prior * pcf / (1 - pcf))


def brier_score(counts, prior=None, score_prior=None):
    """The Brier score of scores in [0, 1], as the area under their loss; both priors default."""
    prior, made = (counts.prevalence if p is None else p for p in (prior, score_prior))
    return loss_area(score_edges(counts, made, prior), counts.fpr, counts.fnr, prior)


def envelope_loss(hull, prior):
    """The Brier score after pooling adjacent violators, as the area under the lower envelope."""
    return loss_area(hull_edges(hull, prior), hull.fpr, 1 - hull.tpr, prior)


rates = st.floats(0, 1)
inner_rates = st.floats(0.001, 0.999)


def binormal(rng, n_positive, n_negative, shift=1.0, spread=1.0):
    """Normal scores: positives from N(shift, spread), negatives from N(0, 1)."""
    score = np.append(rng.normal(shift, spread, n_positive), rng.normal(0, 1, n_negative))
    return Sample(np.arange(score.size) < n_positive, score)


def with_cells(tp, fn, fp, tn):
    """Two-level scores with this confusion matrix at threshold 1."""
    is_positive = np.repeat([True, True, False, False], [tp, fn, fp, tn])
    return Sample(is_positive, np.repeat([1.0, 0.0, 1.0, 0.0], [tp, fn, fp, tn]))
