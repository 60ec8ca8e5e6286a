"""Names beside curves: inside the panel, clear of each other and of other curves."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import PANELS, View, make_scene
from costdash.figures.panels import labels
from costdash.figures.panels.labels import FreeArea
from tests.support.scored import binormal


@pytest.fixture(scope="module")
def scene():
    rng = np.random.default_rng(3)
    scores = {f"m{k}": binormal(rng, 60, 240, 0.4 + k / 3, 0.6 + k / 4).score for k in range(9)}
    rows = Predictions(is_positive=np.arange(300) < 60, scores=scores)
    return make_scene(analyse(rows, n_replicates=100), OperatingPoint(0.1, 6), View(tuple(scores)))


def distance(box, points):
    """From a box to the nearest point, point by point."""
    left, top, right, bottom = box
    return min(
        np.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) for x, y in points
    )


def test_clearance_is_the_distance_to_the_nearest_point():
    rng = np.random.default_rng(5)
    boxes = labels.around(rng.uniform(0, 100, (40, 2)), 30, 14)
    points = rng.uniform(0, 100, (25, 2))
    expected = [distance(box, points) for box in boxes]
    np.testing.assert_allclose(labels.clearance(boxes, points), expected, atol=1e-12)
    assert 0 in expected


def walked_whole(free_area, x, y):
    """The whole path in equal steps, then what of it is seen."""
    path = free_area.pixels(x, y)
    length = np.append(0, np.cumsum(np.hypot(*np.diff(path, axis=0).T)))
    at = np.append(np.arange(0, length[-1], labels.STEP), length[-1])
    every = np.column_stack([np.interp(at, length, path[:, k]) for k in (0, 1)])
    return every[((every >= 0) & (every <= (free_area.wide, free_area.high))).all(axis=1)]


@pytest.mark.parametrize("spread", [0.5, 1, 20])
def test_only_what_is_seen_of_a_path_is_walked(spread):
    rng, free_area = np.random.default_rng(6), FreeArea((0, 1), (0, 1))
    for _ in range(50):
        x, y = 0.5 + rng.uniform(-spread, spread, (2, rng.integers(1, 9)))
        x[rng.random(len(x)) < 0.3] = x[0]
        found, expected = free_area.walked(x, y), walked_whole(free_area, x, y)
        assert len(found) == len(expected)
        np.testing.assert_allclose(found, expected, atol=1e-6)


def test_a_path_of_billions_of_pixels_takes_no_memory():
    free_area = FreeArea((0, 1), (0, 1))
    found = free_area.walked([0, 1, np.nan, 1, 9, 9], [0.5, 1e12, 1, 0.5, 9, 9])
    assert len(found) <= 2 * free_area.high / labels.STEP


def test_names_stand_clear_of_each_other_and_of_all_curves(scene):
    free_area = FreeArea((0, 1), (0, 1))
    curves = {i: (model.hull.fpr, model.hull.tpr) for i, model in scene.shown}
    drawn = labels.names(scene, free_area, curves)
    assert drawn
    assert len(drawn) == len(free_area.boxes)
    every = np.vstack([free_area.walked(*curve) for curve in curves.values()])
    for k, box in enumerate(free_area.boxes):
        assert min(box) >= 0
        assert (box[2] <= free_area.wide) & (box[3] <= free_area.high)
        assert distance(box, every) >= 1
        for left, top, right, bottom in free_area.boxes[:k]:
            assert box[0] > right or box[2] < left or box[1] > bottom or box[3] < top


def test_a_curve_without_room_has_no_name(scene):
    crowd = {i: ([0, 1], [y, y]) for i, y in enumerate(np.linspace(0.4, 0.41, 9))}
    assert len(labels.names(scene, FreeArea((0, 1), (0, 1)), crowd)) <= 2


def test_a_free_text_takes_the_nearest_free_place():
    free_area = FreeArea((0, 1), (0, 1))
    free_area.points.append(free_area.walked([0, 1], [0.5, 0.5]))
    near = (150.0, 60.0)
    assert labels.free(free_area, ("here",), near)
    left, top, right, bottom = free_area.boxes[0]
    assert np.hypot((left + right) / 2 - near[0], (top + bottom) / 2 - near[1]) < 12
    free_area.points.append(free_area.walked(np.linspace(0, 1, 60), np.arange(60) % 2))
    assert labels.free(free_area, ("nowhere",), near) is None


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
def test_the_recommended_model_is_named_in_every_panel(scene, panel):
    drawn = panel.figure(scene).to_plotly_json()["layout"]["meta"]["labels"]
    assert scene.recommended.model in [label["text"] for label in drawn]


def test_the_square_of_todays_rule_has_a_label_that_hides_nothing(scene):
    name, model = next(iter(scene.analysis.models.items()))
    index = int(model.counts.tp.size // 2)
    held = make_scene(
        scene.analysis, scene.point, View(tuple(scene.analysis.models), today=(name, index))
    )
    for panel in PANELS:
        before, after = (panel.figure(one).layout.meta["labels"] for one in (scene, held))
        assert not [label for label in before if label["text"].startswith("today")]
        (label,) = [label for label in after if label["text"].startswith("today")]
        assert label["text"] == ("today" if panel.id == "cost" else f"today, {held.today.text}")
        moves = label.get("name") == labels.MOVING
        assert moves == (panel.id != "roc")
