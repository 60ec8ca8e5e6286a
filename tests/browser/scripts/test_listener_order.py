"""Scripts that listen to the same event do not depend on the order in which they are called."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import View
from tests.support import live_page
from tests.support.scored import binormal

START = OperatingPoint(0.05, 10, 1)
END = OperatingPoint(0.08, 25, 1)
SEEN = """
const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
const drawn = [...document.querySelectorAll('.svg-container > svg *')].map((element) =>
  [element.tagName, element.getAttribute('d'), place(element.getBoundingClientRect())].join(' '));
return [drawn, document.body.innerText];
"""


@pytest.fixture(scope="module")
def analysis():
    rng = np.random.default_rng(5)
    is_positive = np.arange(3000) < 150
    scores = {name: binormal(rng, 150, 2850, shift).score for name, shift in (("a", 1), ("b", 2))}
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)


def test_panels_look_alike_whatever_the_order_of_the_listeners(panels, analysis):
    def moved():
        live_page.show(panels, analysis, START, View(tuple(analysis.models)))
        live_page.move(panels, END)
        return panels.execute_script(SEEN)

    moved()  # from here on, both runs start from the same panels
    in_order = moved()
    try:
        panels.execute_script("page.reverseListeners();")
        reversed_order = moved()
    finally:
        panels.execute_script("page.reverseListeners();")
    assert reversed_order == in_order
