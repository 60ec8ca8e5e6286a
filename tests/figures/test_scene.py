"""A scene: its intervals with an estimated prior, and the order of its models."""

from costdash.core import OperatingPoint
from costdash.figures import View, make_scene

POINT = OperatingPoint(0.1, 6, 1)


def test_nec_interval_takes_the_prior_as_known_even_if_it_is_estimated(analysis):
    names = tuple(analysis.models)
    known = make_scene(analysis, POINT, View(names))
    estimated = make_scene(analysis, POINT, View(names, estimated_prior=True))
    assert estimated.nec_interval == known.nec_interval == known.decision.best.interval
    assert estimated.decision.best.interval != known.decision.best.interval


def test_selected_models_keep_the_order_of_the_view_and_shown_ones_that_of_the_file(analysis):
    scene = make_scene(analysis, POINT, View(("ties", "good")))
    assert [model.name for model in scene.selected] == ["ties", "good"]
    assert [model.name for _, model in scene.shown] == ["good", "ties"]
