"""Normal deviates of the ROC curve, against scikit-learn's DET curve."""

import numpy as np
import pytest
from scipy.stats import norm

from costdash.core.curves.roc import normal_deviates
from costdash.core.sample.counts import count

metrics = pytest.importorskip("sklearn.metrics")


@pytest.mark.parametrize("seed", range(4))
def test_deviates_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    is_positive = rng.random(200) < (0.02 if seed == 3 else 0.3)
    is_positive[:2] = True, False
    score = np.round(rng.normal(size=200) + is_positive, 1 + seed % 2)
    weight = rng.integers(1, 5, 200).astype(float) if seed % 2 else None
    counts = count(is_positive, score, weight)
    across, up = normal_deviates(counts)
    fpr, fnr, thresholds = metrics.det_curve(is_positive, score, sample_weight=weight)
    places = [
        int(np.flatnonzero(counts.threshold == t)[0]) for t in thresholds[np.isfinite(thresholds)]
    ]
    known = np.isfinite(thresholds)
    np.testing.assert_allclose(across[places], norm.ppf(fpr[known]), atol=1e-9)
    np.testing.assert_allclose(up[places], norm.ppf(fnr[known]), atol=1e-9)


def test_normal_scores_give_a_straight_line():
    rank = (np.arange(4000) + 0.5) / 4000
    score = np.concatenate((norm.ppf(rank) + 1.5, norm.ppf(rank)))
    across, up = normal_deviates(count(np.arange(8000) < 4000, score))
    inner = (abs(across) < 2) & (abs(up) < 2)
    np.testing.assert_allclose(across[inner] + up[inner], -1.5, atol=0.02)
