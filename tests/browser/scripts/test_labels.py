"""No label of a panel lies on a line, a mark or another label, at rest and during a drag."""

import itertools

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.conditions.intervals import Imprecise
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import COST_AXES, View
from costdash.intake.samples import load_sample
from tests.support import live_page
from tests.support.label_overlaps import MEASURE

ALONG_PCF = list(itertools.product((0.003, 0.02, 0.1, 0.3, 0.6), (1, 8, 60, 500)))
ELSEWHERE = [(0.004, 1), (0.03, 20), (0.3, 3), (0.5, 400)]
DRAGS = ((0.5, 1.5), (1.6, 0.2))  # prior and ratio, times those of the figure
AT_REST, MOVING = 2, 0.5  # pixels from letters to lines, at least
SAMPLES = ("card-fraud", "breast-cancer", "ties")


@pytest.fixture(scope="module", params=SAMPLES)
def analysis(request):
    if request.param == "ties":
        rng = np.random.default_rng(5)
        label = np.arange(240) % 4 == 0
        names = ("a", "a rather long name of a model", "b", "worse than chance")
        scores = {
            name: np.round(rng.normal(size=240) + far * label)
            for name, far in zip(names, (0.5, 1, 2.5, -0.5), strict=True)
        }
        predictions = Predictions(is_positive=label, scores=scores)
    else:
        predictions, _ = load_sample(request.param)
    found = analyse(predictions, n_replicates=100)
    return found.with_crossfits(crossfit_models(predictions))


def measured(tab, least):
    return tab.execute_script(MEASURE, least, 0)


def faults_of(tab, analysis, view, points):
    """What lies on something, at each point and where it is dragged to; and the texts seen."""
    faults, seen = [], []
    for prior, ratio in points:
        live_page.show(tab, analysis, OperatingPoint(prior, ratio), view)
        found = measured(tab, AT_REST)
        faults += [(prior, ratio, *fault) for fault in found["faults"]]
        seen.append(found["texts"])
        for share, times in DRAGS:
            there = OperatingPoint(min(0.95, prior * share), ratio * times)
            live_page.move(tab, there)
            moved = measured(tab, MOVING)["faults"]
            faults += [(prior, ratio, "dragged", share, *fault) for fault in moved]
    return faults, seen


def test_along_pcf_no_label_lies_on_anything_and_the_best_curves_have_names(panels, analysis):
    view = View(models=tuple(analysis.models), today=(next(iter(analysis.models)), 3))
    faults, seen = faults_of(panels, analysis, view, ALONG_PCF)
    assert faults == []
    for name in ("roc", "pr", "cost"):
        texts = [text for texts in seen for text in texts[name]]
        assert len(texts) >= 2 * len(ALONG_PCF), name


@pytest.mark.parametrize("axis", list(COST_AXES)[1:])
def test_nor_along_the_other_axes(panels, analysis, axis):
    view = View(models=tuple(analysis.models), today=(list(analysis.models)[-1], 2), cost_axis=axis)
    faults, seen = faults_of(panels, analysis, view, ELSEWHERE)
    assert faults == []
    assert all(texts["cost"] for texts in seen)


@pytest.mark.parametrize("mode", ["det", "gains"])
def test_nor_in_the_modes_of_the_roc_panel(panels, analysis, mode):
    view = View(models=tuple(analysis.models), modes=frozenset({mode}))
    faults, _ = faults_of(panels, analysis, view, ELSEWHERE)
    assert faults == []


def test_nor_with_ranges_and_scores_taken_as_probabilities(panels, analysis):
    ranges = Imprecise((0.01, 0.2), (5, 50), (1, 2))
    view = View(models=tuple(analysis.models), ranges=ranges, score_driven=True)
    faults, _ = faults_of(panels, analysis, view, ELSEWHERE)
    assert faults == []
