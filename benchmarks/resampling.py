"""Time of all bands of two models, against a loop that resamples rows and counts again."""

import numpy as np

from benchmarks.counting import sample
from benchmarks.measure import Row, faster, in_turn, seconds
from costdash.core import Predictions, analyse
from costdash.core.compare.comparison import compare_all

ROWS, REPLICATES = 1_000_000, 2_000
TIMED = 3  # replicates of the loop that are run in each round
TIMES = 5


def rows() -> list[Row]:
    is_positive, scores = sample(ROWS, models=2)
    predictions = Predictions(is_positive=is_positive, scores=dict(zip("ab", scores)))

    def ours():
        analysis = analyse(predictions, n_replicates=REPLICATES)
        list(compare_all(predictions, analysis))

    def loop() -> float:
        rng = np.random.default_rng(0)
        taken = seconds(lambda: [_replicate(is_positive, scores, rng) for _ in range(TIMED)])
        return taken / TIMED * REPLICATES

    costdash_times, peer = in_turn(lambda: seconds(ours), loop, times=TIMES)
    what = f"analyse and compare 2 models: every band, {REPLICATES:,} replicates, {ROWS:,} rows"
    name = f"resampling and scikit-learn's roc_curve ({TIMED} replicates timed, scaled up)"
    return [faster(what, costdash_times, peer, name, 300, 1000)]


def _replicate(is_positive, scores, rng) -> None:
    """Resamples each class to its own size, with the same rows for both models."""
    from sklearn.metrics import roc_curve

    classes = (np.flatnonzero(part) for part in (is_positive, ~is_positive))
    drawn = np.concatenate([rng.choice(rows, rows.size) for rows in classes])
    for score in scores:
        roc_curve(is_positive[drawn], score[drawn])
