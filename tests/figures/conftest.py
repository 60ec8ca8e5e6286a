"""Analyses to draw: three kinds of model, many rows, tied scores, few positives."""

import numpy as np
import pytest

from costdash.core import Predictions, analyse
from tests.support.scored import binormal

MARKUP_NAME = "<b>odd & more</b>"


def simulated(rng, n_positive, n_negative, shifts):
    """Models of the same rows, each with normal scores of its own shift."""
    scores = {name: binormal(rng, n_positive, n_negative, s).score for name, s in shifts.items()}
    return np.arange(n_positive + n_negative) < n_positive, scores


@pytest.fixture(scope="session")
def analysis():
    """A good model, one with probabilities and markup in its name, and one of four scores."""
    is_positive, scores = simulated(
        np.random.default_rng(1), 60, 340, {"good": 1.8, MARKUP_NAME: 1.2, "ties": 1}
    )
    scores[MARKUP_NAME] = 1 / (1 + np.exp(-scores[MARKUP_NAME]))
    scores["ties"] = np.round(scores["ties"]).clip(-1, 2)
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=200)


@pytest.fixture(scope="session")
def large():
    """Five models whose thinned curves are long."""
    rng = np.random.default_rng(2)
    shifts = {f"model {k}": 0.6 + 0.4 * k for k in range(5)}
    is_positive, scores = simulated(rng, 2000, 40_000, shifts)
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=200)


@pytest.fixture(scope="session")
def tied():
    """Two models of two scores each; at small PC(+) call none is best and then the second."""
    is_positive = np.arange(100) < 50
    raised = {"first": (30, 15), "second": (40, 10)}  # of 50 positives, of 50 negatives
    scores = {
        name: np.concatenate([np.arange(50) < found, np.arange(50) < false]).astype(float)
        for name, (found, false) in raised.items()
    }
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)


@pytest.fixture(scope="session")
def tiny():
    """Too few positives for a band."""
    is_positive, scores = simulated(np.random.default_rng(3), 4, 40, {"a": 1, "b": 0})
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)
