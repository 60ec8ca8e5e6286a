"""What holds for every panel of the registry, at every view and operating point."""

import json
from itertools import chain

import pytest

from costdash.core import OperatingPoint
from costdash.figures import COST_AXES, PALETTES, PANEL_MODES, PANELS, View, live, make_scene

BY_ID = {panel.id: panel for panel in PANELS}
MARKS = {
    "roc": {"chance", "hull", "iso", "trial", "today", "best"},
    "pr": {"noskill", "iso", "trial", "today", "best"},
    "cost": {"trivial", "trial-line", "today-line", "pcf", "pcf-foot", "trial", "today", "best"},
}
OF_A_MODEL = {"cost": ["model", "range"]}  # else "model" alone
MARKUP_NAME = "<b>odd & more</b>"
ALL = ("good", MARKUP_NAME, "ties")
VIEWS = {
    "all": View(ALL),
    "none": View(()),
    "no bands": View(ALL, level=0),
    "today's rule, switched off": View(("ties",), today=("good", 5), level=0.8),
    "today's rule at call none": View(ALL, today=("good", 0), trial=("ties", 1)),
    "everything": View(
        ALL, today=(MARKUP_NAME, 9), trial=("good", 7), lines=True, score_driven=True
    ),
}
POINTS = {
    "even": OperatingPoint(0.5),
    "rare": OperatingPoint(0.0003, 4000, 3),
    "call none": OperatingPoint(1e-6),
    "call all": OperatingPoint(0.999, 1000, 1),
}


@pytest.fixture(params=BY_ID)
def panel(request):
    return request.param


@pytest.fixture(params=VIEWS.values(), ids=VIEWS)
def view(request):
    return request.param


@pytest.fixture(params=POINTS.values(), ids=POINTS)
def point(request):
    return request.param


@pytest.fixture
def drawn(panel, analysis, point, view):
    return BY_ID[panel].figure(make_scene(analysis, point, view)).to_plotly_json()


def leaves(part, key=""):
    """(key, value) of everything that is no list or dict."""
    if isinstance(part, dict):
        return chain.from_iterable(leaves(value, key) for key, value in part.items())
    if isinstance(part, list | tuple):
        return chain.from_iterable(leaves(value, key) for value in part)
    return [(key, part)]


def test_every_mark_and_every_shown_model_is_a_trace(drawn, panel, view):
    uids = [trace["uid"] for trace in drawn["data"]]
    kinds = OF_A_MODEL.get(panel, ["model"])
    models = {f"{kind}-{ALL.index(m)}" for m in view.models for kind in kinds}
    assert len(set(uids)) == len(uids)
    assert MARKS.get(panel, set()) | models <= set(uids)


def test_every_trace_has_a_finite_point_and_as_many_x_as_y(drawn):
    for trace in drawn["data"]:
        assert len(trace["x"]) == len(trace["y"])
        assert any(None not in pair for pair in zip(trace["x"], trace["y"]))


def test_only_the_lines_of_single_thresholds_have_gaps(drawn):
    for trace in drawn["data"]:
        if not trace["uid"].startswith("lines-"):
            assert None not in trace["x"] + trace["y"]


def test_json_is_strict_and_holds_plain_lists(drawn):
    assert json.loads(json.dumps(drawn, allow_nan=False)) == drawn
    assert "bdata" not in json.dumps(drawn)


def test_every_colour_is_of_the_light_palette(drawn):
    colours = {
        value
        for key, value in leaves(drawn)
        if isinstance(value, str) and ("color" in key or value.startswith(("#", "rgb")))
    }
    assert colours
    assert colours <= set(PALETTES["light"].values())


def test_plotly_validates_every_figure(drawn):
    import plotly.graph_objects as go

    go.Figure(drawn)


def test_plotly_handles_neither_hover_nor_drag(drawn):
    assert {trace["hoverinfo"] for trace in drawn["data"]} == {"skip"}
    assert drawn["layout"]["template"]["layout"]["dragmode"] is False


def test_model_names_are_escaped(analysis, panel):
    drawn = BY_ID[panel].figure(make_scene(analysis, POINTS["even"], VIEWS["all"])).to_plotly_json()
    for trace in drawn["data"]:
        trace.pop("meta", None)  # for scripts, which write it as plain text
    text = json.dumps(drawn)
    assert "<b>" not in text
    assert "&lt;b&gt;odd &amp; more&lt;/b&gt;" in text


def test_axes_do_not_move_with_the_operating_point(analysis, panel, view):
    scenes = [make_scene(analysis, point, view) for point in POINTS.values()]
    layouts = [BY_ID[panel].figure(scene).to_plotly_json()["layout"] for scene in scenes]
    for key in ("margin", "uirevision"):
        assert len({json.dumps(layout[key]) for layout in layouts}) == 1
    assert len({json.dumps(layout["xaxis"]) for layout in layouts}) == 1
    assert len({json.dumps(layout["yaxis"]["range"]) for layout in layouts}) == 1


def test_five_models_fit_in_half_a_megabyte(large):
    view = View(tuple(large.models), today=("model 1", 50))
    point = OperatingPoint(0.01, 50, 1)
    parts = [panel.figure(make_scene(large, point, view)).to_plotly_json() for panel in PANELS]
    parts.append(live(large, view))
    size = sum(len(json.dumps(part, separators=(",", ":"))) for part in parts)
    assert size < 500_000


def test_every_panel_has_an_alt_text_and_an_explanation(analysis, panel, point, view):
    text = BY_ID[panel].alt_text(make_scene(analysis, point, view))
    assert text.endswith(".")
    assert "nan" not in text
    assert all(BY_ID[panel].explanation)
    assert BY_ID[panel].source


def test_rows_of_a_csv_curve_are_as_wide_as_its_head(analysis, panel, point, view):
    head, rows = BY_ID[panel].csv_curve(make_scene(analysis, point, view))
    assert len(set(head)) == len(head)
    found = list(rows)
    assert {len(row) for row in found} <= {len(head)}
    assert {row[0] for row in found} >= set(view.models)


def test_a_figure_is_sent_as_plotly_would_write_it(analysis, panel, point, view):
    figure = BY_ID[panel].figure(make_scene(analysis, point, view))
    assert _plain(figure) == _plain(figure.plotly)


@pytest.mark.parametrize("how", [*COST_AXES, *PANEL_MODES])
def test_axes_and_modes_are_sent_as_plotly_would_write_them(analysis, how):
    names = tuple(analysis.models)
    of_axis = how in COST_AXES
    view = View(names, cost_axis=how) if of_axis else View(names, modes=frozenset({how}))
    for panel in PANELS:
        figure = panel.figure(make_scene(analysis, OperatingPoint(0.1, 5), view))
        assert _plain(figure) == _plain(figure.plotly)


def _plain(figure):
    return json.loads(json.dumps(figure.to_plotly_json()))
