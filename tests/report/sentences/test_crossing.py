"""The sentence at a crossing of two cost curves, and the line that touches both hulls there."""

import numpy as np
import pytest

from costdash.core import common_hull, convex_hull, count
from costdash.core.curves.envelopes import crossovers
from costdash.core.curves.iso_performance import tangent
from costdash.report.sentences.comparison import crossing_sentence

Y = np.array([1] * 10 + [0] * 10, dtype=bool)
RULES = {  # positives and negatives called by each, of ten
    "strict": (5, 0),
    "lax": (9, 4),
    "third": (8, 1),
}


@pytest.fixture(scope="module")
def models():
    calls = {n: np.r_[np.arange(10) < tp, np.arange(10) < fp] for n, (tp, fp) in RULES.items()}
    return {name: count(Y, called.astype(float)) for name, called in calls.items()}


def test_the_line_touches_both_models_where_they_cost_the_same(models):
    first, second = (convex_hull(models[name], name) for name in ("strict", "lax"))
    (cross,) = crossovers(first, second)
    assert cross.pcf == pytest.approx(0.5)  # 0.5 pcf = 0.4 (1 - pcf) + 0.1 pcf
    line = tangent(first, second, cross.pcf)
    assert line.slope == pytest.approx(1)
    assert line.nec == pytest.approx(0.25)
    assert (line.first, line.second) == ((0, 0.5), (pytest.approx(0.4), 0.9))
    assert line.ends == ((0, pytest.approx(0.5)), (pytest.approx(0.5), 1))


@pytest.mark.parametrize(
    ("on", "end"),
    [
        (("strict", "lax"), "no model that is on costs less."),
        (("strict", "lax", "third"), "a third model, third, costs less, 0.15."),
    ],
)
def test_sentence_names_a_third_model_that_costs_less(models, on, end):
    first, second = (convex_hull(models[name], name) for name in ("strict", "lax"))
    counts = {name: models[name] for name in on}
    hulls = {name: convex_hull(models[name], name) for name in on}
    sentence = crossing_sentence(
        "strict", "lax", tangent(first, second, 0.5), common_hull(counts, hulls)
    )
    start = "strict and lax cost the same here, 0.25 of normalized expected cost; "
    assert sentence == start + end
