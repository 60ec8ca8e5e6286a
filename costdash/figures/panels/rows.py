"""What a row says of a linked panel, of an axis of the cost panel and of a mode of a panel.

Page, report, exports, alt texts, the address and the browser scripts (through the boot data) read
the rows, so no code asks which row it has.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from costdash.figures.alternatives import CurveTable
from costdash.figures.axes import Axis
from costdash.figures.panels.roc_axes import RocAxes
from costdash.figures.scene import Scene
from costdash.figures.traces import PanelFigure, Trace

Drawing = Callable[[Scene], PanelFigure]
Words = Callable[[Scene], str]
Points = Callable[[Scene], CurveTable]
WIDTH = 408  # of a panel, in parts of the row of panels


@dataclass(frozen=True, slots=True)
class CostAxis:
    """A pair of axes of the cost panel.

    id: in the view and in addresses. name: in the switch. figure, alt_text: made of a scene.
    explanation, source: the paragraphs behind "?" while the axis is shown, and their literature if
    it differs from the panel's. handle: what the vertical line moves; "" without such a line.
    bands: draw bands. expected: where costs are cross-fitted, draw the cost to expect, and its band
    instead of the models'. table: the CSV file of its points; "" for the panel's. csv_curve,
    csv_title: of that file, if no other row has it.
    """

    id: str
    name: str
    x: Axis
    y: Axis
    figure: Drawing
    alt_text: Words
    explanation: tuple[str, ...]
    source: str = ""
    handle: str = ""
    bands: bool = False
    expected: bool = False
    table: str = ""
    csv_curve: Points | None = None
    csv_title: str = ""


@dataclass(frozen=True, slots=True)
class PanelMode:
    """Another drawing in a panel, offered in its menu.

    id: in the view and in addresses. panel: the panel's id. name: in the menu. title: the panel's
    heading meanwhile. explanation, source: the paragraphs behind "?", if they differ from the
    panel's. One of three kinds: axes places the curves on other axes (None where it cannot);
    overlay draws over the curves, with a note in sight; figure and alt_text replace the drawing,
    and thresholds have no place in it. calibrated: it needs the calibration of a model.
    table, csv_curve, csv_title: as those of an axis.
    """

    id: str
    panel: str
    name: str
    title: str
    explanation: tuple[str, ...] = ()
    source: str = ""
    axes: Callable[[Scene], RocAxes | None] | None = None
    overlay: Callable[[Scene], Iterable[Trace]] | None = None
    note: Words | None = None
    figure: Drawing | None = None
    alt_text: Words | None = None
    calibrated: bool = False
    table: str = ""
    csv_curve: Points | None = None
    csv_title: str = ""

    @property
    def keeps_places(self) -> bool:
        """Whether thresholds keep a place; only then is it made of rates alone, as a report needs.

        The scripts leave the panel alone otherwise.
        """
        return self.figure is None


@dataclass(frozen=True, slots=True)
class Panel:
    """A linked panel.

    id: in answers, files and DOM ids. title: its heading. short: in the switch of a narrow page.
    word: within a sentence. axes: x and y. figure, alt_text, csv_curve: made of a scene. csv_title:
    in the menu of CSV files. explanation, source: the paragraphs behind "?" and their literature.
    places: how thresholds lie on its axes, a kind of `assets/core/threshold-places.js`; "" if they
    have no place. bands: it draws the models' bands. draws_thresholds: each point of a model's line
    is a threshold. width: in parts of the row of panels. first: on a narrow page. strip: the strip
    of the best models lies below its curves. scores: its menu offers what scores cost that are
    taken as probabilities. cost_axes: of its switch.
    """

    id: str
    title: str
    short: str
    word: str
    axes: tuple[Axis, Axis]
    figure: Drawing
    alt_text: Words
    csv_curve: Points
    csv_title: str
    explanation: tuple[str, ...]
    source: str
    places: str = ""
    bands: bool = False
    draws_thresholds: bool = False
    width: int = WIDTH
    first: bool = False
    strip: bool = False
    scores: bool = False
    cost_axes: Mapping[str, CostAxis] = field(default_factory=dict)

    @property
    def wide(self) -> bool:
        """Whether it takes a whole row on a small screen and on paper."""
        return self.width > WIDTH
