"""Time of counts, areas and hull from raw arrays, against scikit-learn and against one sort."""

import numpy as np

from benchmarks.measure import Row, faster, in_turn, seconds, within
from costdash.core import auc, average_precision, convex_hull, count

PREVALENCE, SHIFT = 0.1, 1.5
SORT = "one np.sort of the scores"
TIMES = {1_000_000: 9, 10_000_000: 3}


def rows() -> list[Row]:
    return [row for n in TIMES for row in _rows(n)]


def sample(n: int, models: int = 1, prevalence: float = PREVALENCE):
    """Labels (n,), and scores (n,) of each model, in (0, 1) and distinct."""
    rng = np.random.default_rng(n)
    is_positive = rng.random(n) < prevalence
    logits = (rng.normal(SHIFT * (1 + i / 5) * is_positive, 1) - 2 for i in range(models))
    return is_positive, [1 / (1 + np.exp(-logit)) for logit in logits]


def ours(is_positive, score) -> None:
    counts = count(is_positive, score)
    auc(counts)
    average_precision(counts)
    convex_hull(counts)


def scikit_learn(is_positive, score) -> None:
    from sklearn import metrics

    metrics.roc_curve(is_positive, score)
    metrics.precision_recall_curve(is_positive, score)
    metrics.roc_auc_score(is_positive, score)
    metrics.average_precision_score(is_positive, score)


def _rows(n: int) -> list[Row]:
    is_positive, (score,) = sample(n)
    sides = (
        lambda: seconds(lambda: ours(is_positive, score)),
        lambda: seconds(lambda: scikit_learn(is_positive, score)),
        lambda: seconds(lambda: np.sort(score)),
        lambda: seconds(lambda: count(is_positive, score)),
    )
    costdash_times, peer = in_turn(*sides[:2], times=TIMES[n])
    again, sort, counted = in_turn(sides[0], *sides[2:], times=5 * TIMES[n])
    what = f"counts, AUC, average precision and hull of {n:,} rows"
    return [
        faster(what, costdash_times, peer, "scikit-learn's four functions", 5, 10),
        within("the same", again, sort, SORT, 3, 1.5),
        within(f"counts alone of {n:,} rows", counted, sort, SORT, 2, 1),
    ]
