"""What displays share: axes of matplotlib, styles and legends of curves, and bands."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from costdash.core.types import Floats

EXTRA = "{} needs {}: pip install 'costdash[sklearn]'"
SEVERAL = {"alpha": 0.5, "linestyle": "--", "color": "blue"}  # as scikit-learn draws folds
TRIVIAL = {"color": "k", "linestyle": "--", "linewidth": 1}
BAND = {"alpha": 0.15, "linewidth": 0}

Curves = Sequence[Floats]
Styles = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
Names = str | Sequence[str] | None


def as_list(given: Any) -> list[Any]:
    """A value or a list of values, as a list; empty for None."""
    if given is None:
        return []
    return list(given) if isinstance(given, list | tuple) else [given]


def axes_of(ax: Any, what: str) -> Any:
    """The axes to draw on, made if there are none. Raises ImportError without matplotlib."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError(EXTRA.format(what, "matplotlib")) from None
    return pyplot.subplots()[1] if ax is None else ax


def styles_of(
    n_curves: int, name: Names, metric: Sequence[float], quantity: str, given: Styles
) -> list[dict[str, Any]]:
    """The style of each curve with its label, by the rules of scikit-learn's displays.

    One style for several curves gives one entry of the legend, with the mean of the metric.
    Raises ValueError for lists of wrong length, and for several names with a single style.
    """
    each = isinstance(given, list | tuple)
    names = as_list(name)
    if each and len(as_list(given)) != n_curves:
        raise ValueError(f"curve_kwargs must be None, a dictionary or a list of {n_curves}")
    if len(names) > 1 and (not each or len(names) != n_curves):
        raise ValueError(
            f"several names need as many curves and a list of {n_curves} in curve_kwargs"
        )
    names = names * n_curves if len(names) == 1 else names or [None] * n_curves
    if each or n_curves == 1:
        metrics: list[float | None] = [*metric] or [None] * n_curves
        labels = [_label(label, quantity, _number(value)) for label, value in zip(names, metrics)]
    else:
        mean = f"{np.mean(metric):0.3f} +/- {np.std(metric):0.3f}" if metric else None
        labels = [_label(names[0], quantity, mean), *[None] * (n_curves - 1)]
    styles = as_list(given) if each else [given or {}] * n_curves
    default = SEVERAL if n_curves > 1 else {}
    return [
        {"label": label} | default | _plain_names(style) for label, style in zip(labels, styles)
    ]


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:0.3f}"


def _label(name: str | None, quantity: str, value: str | None) -> str | None:
    if value is None:
        return name
    return f"{quantity} = {value}" if name is None else f"{name} ({quantity} = {value})"


def _plain_names(style: Mapping[str, Any]) -> dict[str, Any]:
    """A style with long names, such as linestyle for ls. Raises TypeError for both at once."""
    from matplotlib import cbook
    from matplotlib.lines import Line2D

    return dict(cbook.normalize_kwargs(dict(style), Line2D))


def draw_bands(
    ax: Any, x: Curves, low: Sequence[Any], high: Sequence[Any], lines: Sequence[Any], given: Any
) -> Any:
    """Draws each curve's band in the colour of its line; returns an artist, a list, or None."""
    polygons = [
        ax.fill_between(at, below, above, **({"color": line.get_color()} | BAND | (given or {})))
        for at, below, above, line in zip(x, low, high, lines)
        if below is not None
    ]
    return polygons[0] if len(polygons) == 1 else polygons or None


def finish(ax: Any, despine: bool) -> None:
    """The legend, if a curve has a label; and only two spines if that is wanted."""
    if despine:
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(loc="best")


def of_positive(quantity: str, pos_label: Any) -> str:
    """The title of an axis."""
    return quantity if pos_label is None else f"{quantity} (Positive label: {pos_label})"
