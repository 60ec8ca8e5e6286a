"""A scene holds the numbers that all parts of an answer show."""

from costdash.core import OperatingPoint
from costdash.figures import View, make_scene

POINT = OperatingPoint(0.1, 6, 1)


def test_a_scene_knows_the_interval_of_nec_with_and_without_an_estimated_prior(analysis):
    names = tuple(analysis.models)
    known = make_scene(analysis, POINT, View(names))
    estimated = make_scene(analysis, POINT, View(names, estimated_prior=True))
    assert estimated.nec_interval == known.nec_interval == known.decision.best.interval
    assert estimated.decision.best.interval != known.decision.best.interval


def test_the_selected_models_keep_the_order_of_the_view(analysis):
    scene = make_scene(analysis, POINT, View(("ties", "good")))
    assert [model.name for model in scene.selected] == ["ties", "good"]
    assert [model.name for _, model in scene.shown] == ["good", "ties"]
