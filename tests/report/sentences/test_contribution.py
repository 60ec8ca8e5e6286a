"""What each model contributes to the common hull."""

import numpy as np
import pytest

from costdash.core import Predictions, analyse
from costdash.report.sentences.contribution import contribution_sentences, switched_sentence

Y = np.array([1] * 20 + [0] * 20, dtype=bool)
RULES = {  # positives and negatives called, of twenty
    "strict": (10, 0),
    "lax": (18, 8),
    "inside": (12, 6),
    "between": (14, 4),  # on the line from strict to lax
}


@pytest.fixture(scope="module")
def analysis():
    calls = {n: np.r_[np.arange(20) < tp, np.arange(20) < fp] for n, (tp, fp) in RULES.items()}
    scores = {name: called.astype(float) for name, called in calls.items()}
    return analyse(Predictions(is_positive=Y, scores=scores), n_replicates=100)


@pytest.mark.parametrize(
    ("on", "name", "sentence"),
    [
        (("strict", "lax"), "lax", "lax is on and extends the hull: it costs least from PC(+) 0.5"),
        (("strict",), "lax", "lax is off and the hull shrinks: it cost least from PC(+) 0.5 to"),
        (("strict", "lax", "inside"), "inside", "inside is on and does not extend the hull: it c"),
        (("strict", "lax"), "inside", "inside is off and the hull stays as it was."),
        (("strict", "lax"), "between", "between is off and the hull stays as it was."),
        (("strict",), "strict", ""),
        ((), "strict", ""),
    ],
)
def test_a_model_extends_the_hull_where_it_costs_least(analysis, on, name, sentence):
    found = switched_sentence(analysis, on, name)
    assert found.startswith(sentence)
    assert bool(found) == bool(sentence)


def test_models_that_are_never_strictly_best_are_listed(analysis):
    sentences = contribution_sentences(analysis, tuple(RULES))
    assert sentences == [
        "Always beaten in this sample: inside.",
        "Ties for cheapest at best in this sample: between.",
    ]
    assert contribution_sentences(analysis, ("strict", "lax")) == []
    assert contribution_sentences(analysis, ("strict", "lax"), "nobody") == []
    assert len(contribution_sentences(analysis, ("strict", "lax"), "inside")) == 1
