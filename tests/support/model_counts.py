"""Counts of several models of one labelled sample, with ties within and between models."""

import numpy as np
from hypothesis import strategies as st

from costdash.core import common_hull, convex_hull, count
from costdash.core.sample.counts import Counts
from tests.support.scored import WEIGHTS

NAMES = ("A", "B", "C")


@st.composite
def model_counts(draw, max_rows=16, weighted=False, levels=4):
    """Strategy: counts by name of one to three models with few distinct scores."""
    n = draw(st.integers(2, max_rows))
    is_positive = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    is_positive[:2] = True, False
    weight = None
    if weighted:
        weight = np.array(draw(st.lists(st.sampled_from(WEIGHTS), min_size=n, max_size=n)))
    names = NAMES[: draw(st.integers(1, 3))]
    scores = st.lists(st.integers(0, levels), min_size=n, max_size=n)
    return {name: count(is_positive, draw(scores), weight) for name in names}


def hulls_of(counts):
    """The common hull, and each model's own hull by name."""
    return common_hull(counts), {name: convex_hull(c, name) for name, c in counts.items()}


def all_rates(counts):
    """fpr and tpr of every threshold of every model, concatenated."""
    return (
        np.concatenate([c.fpr for c in counts.values()]),
        np.concatenate([c.tpr for c in counts.values()]),
    )


def counts_through(*points, total=100):
    """Counts of `total` rows per class whose ROC curve passes through the points (fp, tp)."""
    fp, tp = np.array([(0, 0), *points, (total, total)]).T
    return Counts(np.append(np.inf, np.arange(fp.size - 1, 0, -1.0)), tp, fp)
