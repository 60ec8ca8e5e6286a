"""While a range is dragged, the script writes and draws the same as Python does on release."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.decision import trivial_call
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import View
from costdash.report.sentences.amounts import DOLLAR
from costdash.report.sentences.sensitivity import (
    over_ranges,
    present_values,
    range_amounts,
    range_cost,
    ranges_sentence,
    rule_ranges,
)
from costdash.report.tables.decision import optimal_ranges_table
from tests.support import live_page
from tests.support.scored import binormal

POINT = OperatingPoint(0.05, 10, 1)


@pytest.fixture(scope="module")
def models():
    """Three different models, a copy of one, one with few thresholds, and a constant score."""
    rng = np.random.default_rng(5)
    score = {n: binormal(rng, 60, 240, s).score for n, s in (("a", 0.8), ("b", 1.4), ("c", 1.5))}
    score |= {"twin": score["c"], "coarse": np.round(score["b"]), "flat": score["a"] * 0}
    return analyse(Predictions(is_positive=np.arange(300) < 60, scores=score), n_replicates=100)


def ranges(hull):
    """Random ranges, single points, and ranges that end on a tie of the hull."""
    rng = np.random.default_rng(11)
    for n in range(150):
        prior = np.sort(10 ** rng.uniform(-3, -0.01, 2))
        fn, fp = (np.sort(10 ** rng.uniform(-2, 3, 2)).round(3) for _ in range(2))
        known = [tuple(ends.tolist()) for ends in (prior, fn, fp)]
        for k in range(3):
            if n % 2 ** (k + 1) < 2**k:
                known[k] = (known[k][0],) * 2 if k == 0 else (1.0, 1.0)
        yield Imprecise(*known)
    for low, high in zip(hull.tie, hull.tie[1:]):
        if 0 < low and high < 1:
            yield Imprecise((float(low), float(high)))
            yield Imprecise((float(low), float(low)))


def ends_of(known):
    return known.prior, known.cost_fn, known.cost_fp


def as_json(known):
    return {"prior": known.prior, "cost_fn": known.cost_fn, "cost_fp": known.cost_fp}


@pytest.mark.parametrize("names", [None, ("a",), ("c", "twin"), ("flat",), ()])
def test_texts_and_list_equal_those_of_the_report(panels, models, names):
    shown = tuple(models.models) if names is None else names
    asked = list(ranges(models.hull()))
    points = [
        OperatingPoint(*(ends[k % 2] for ends in one)) for k, one in enumerate(map(ends_of, asked))
    ]
    told = panels.execute_script(
        """
        const [live, asked, today] = arguments;
        return asked.map((point) => ({
          ...page.rangeTexts(live, point, page.resultsAt(live, point), null, false, today),
          rows: page.rangeRows(live, point.ranges),
        }));
        """,
        live_page.live_json(models, View(shown)),
        [live_page.point_json(at) | {"ranges": as_json(known)} for at, known in zip(points, asked)],
        {"fpr": 0.05, "tpr": 0.3},
    )
    today = replace(trivial_call(points[0]), fpr=0.05, tpr=0.3)
    for point, known, said in zip(points, asked, told, strict=True):
        found = rule_ranges(models, known, shown)
        best = models.decide(point, shown).best if shown else trivial_call(point)
        over = over_ranges(models, best, known, shown, found, today=today)
        amounts = range_amounts(point, known, DOLLAR)
        assert said["ranges"] == ranges_sentence(over, best, amounts, by_criterion=False)
        assert said["range-cost"] == range_cost(over.cost, amounts)
        assert said["present-values"] == present_values()
        assert [tuple(row) for row in said["rows"]] == list(optimal_ranges_table(found).rows)


# positions of marks and ends of lines: plotly leaves out points on a straight line
SEEN = """
const numbers = (text) => text.match(/-?[0-9.]+/g).map(Number);
const ends = (values) => [Math.min(...values), Math.max(...values)];
function place(path) {
  if (path.getAttribute('transform')) return numbers(path.getAttribute('transform'));
  const spots = numbers(path.getAttribute('d'));
  const [xs, ys] = [0, 1].map((side) => spots.filter((_, k) => k % 2 === side));
  return [...ends(xs), ...ends(ys)];
}
const paths = (name, uid) =>
  [...page.traceElement(page.getPanel(name), uid).querySelectorAll('path')];
const seen = (name, uid) => paths(name, uid)
  .filter((path) => path.getAttribute('display') !== 'none' && path.getAttribute('d'))
  .map(place);
return [seen('cost', 'interval'), seen('roc', 'optimal-range')];
"""


def test_shading_and_highlighted_segment_equal_those_of_the_figures(panels, models):
    """The script redraws a range with more vertices, then one with fewer."""
    names = tuple(models.models)
    first = Imprecise((0.05, 0.2), (5, 10))
    for known in (Imprecise((0.01, 0.3), (5, 40)), Imprecise((0.1, 0.1), (6, 6))):
        live_page.show(panels, models, POINT, View(names, ranges=known))
        drawn = panels.execute_script(SEEN)
        live_page.show(panels, models, POINT, View(names, ranges=first))
        assert panels.execute_script(SEEN) != drawn
        panels.execute_async_script(
            """
            window.point = { ...window.point, ranges: arguments[0] };
            page.movePoint(window.point);
            window.still(arguments[1]);
            """,
            as_json(known),
        )
        for found, expected in zip(panels.execute_script(SEEN), drawn, strict=True):
            assert len(found) == len(expected) > 0
            for here, there in zip(found, expected):
                assert np.allclose(here, there, atol=0.02)
