"""A line chart on the unit square as SVG text, in the colours of the page that shows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

SIZE, LEFT, BOTTOM, MARGIN = 320, 56, 40, 12
COLOURS = {"first": "#1d4ed8", "second": "#c2410c", "third": "#0f766e", "plain": "currentColor"}


@dataclass
class Chart:
    """Axes from 0 to 1 in x and from 0 to `top` in y; marks are drawn in the order of the calls."""

    x_title: str
    y_title: str
    top: float = 1.0
    marks: list[str] = field(default_factory=list)

    def place(self, x: float, y: float) -> tuple[float, float]:
        return round(LEFT + x * SIZE, 2), round(MARGIN + (1 - y / self.top) * SIZE, 2)

    def line(
        self, x: Sequence[float], y: Sequence[float], colour: str = "plain", dash: str = ""
    ) -> "Chart":
        points = " ".join(f"{a},{b}" for a, b in map(self.place, x, y))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.marks.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[colour]}" '
            f'stroke-width="{1 if dash else 2}"{dashed}/>'
        )
        return self

    def area(
        self, x: Sequence[float], low: Sequence[float], high: Sequence[float], colour: str
    ) -> "Chart":
        outline = [*zip(x, low), *zip(reversed(list(x)), reversed(list(high)))]
        points = " ".join(f"{a},{b}" for a, b in (self.place(*point) for point in outline))
        self.marks.append(
            f'<polygon points="{points}" fill="{COLOURS[colour]}" fill-opacity="0.18"/>'
        )
        return self

    def dot(self, x: float, y: float, colour: str = "plain") -> "Chart":
        a, b = self.place(x, y)
        self.marks.append(f'<circle cx="{a}" cy="{b}" r="4" fill="{COLOURS[colour]}"/>')
        return self

    def text(self, x: float, y: float, words: str, anchor: str = "start") -> "Chart":
        a, b = self.place(x, y)
        self.marks.append(f'<text x="{a}" y="{b}" text-anchor="{anchor}">{escape(words)}</text>')
        return self

    def svg(self, title: str) -> str:
        """The picture; `title` is what a screen reader says."""
        width, height = LEFT + SIZE + MARGIN, MARGIN + SIZE + BOTTOM
        middle = MARGIN + SIZE / 2
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(title)}">{"".join(self._axes())}{"".join(self.marks)}'
            f'<text x="{LEFT + SIZE / 2}" y="{height - 4}" text-anchor="middle">'
            f'{escape(self.x_title)}</text><text x="12" y="{middle}" text-anchor="middle" '
            f'transform="rotate(-90 12 {middle})">{escape(self.y_title)}</text></svg>'
        )

    def _axes(self) -> list[str]:
        frame = (
            f'<rect x="{LEFT}" y="{MARGIN}" width="{SIZE}" height="{SIZE}" fill="none" '
            'stroke="currentColor" stroke-opacity="0.4"/>'
        )
        ticks = [0, 0.25, 0.5, 0.75, 1]
        x, y = zip(*(self.place(tick, tick * self.top) for tick in ticks))
        below = [
            f'<text x="{a}" y="{MARGIN + SIZE + 15}" text-anchor="middle">{tick:g}</text>'
            for a, tick in zip(x, ticks)
        ]
        beside = [
            f'<text x="{LEFT - 5}" y="{b + 4}" text-anchor="end">{tick * self.top:.3g}</text>'
            for b, tick in zip(y, ticks)
        ]
        return [frame, *below, *beside]
