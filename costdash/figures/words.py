"""Names as the panels say them, and what a band is."""

from collections.abc import Collection
from html import escape

from costdash.core import Analysis, Band
from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.reading import percent

WHOLE = "whole curve at once, where at least 5 errors of each kind are expected"


def escaped(name: str) -> str:
    """A name as plain text for plotly, which reads a few HTML tags in its labels."""
    return escape(name, quote=False)


def band_words(
    analysis: Analysis, level: float, bands: Collection[Band], whole: bool = False
) -> str:
    """What the drawn bands are, of the whole curve at once or pointwise, or why there is none."""
    if not bands:
        return f"no band: fewer than {MIN_ROWS} rows in a class"
    drawn = "class-stratified replicates"
    if analysis.clusters is not None:
        drawn = f"replicates of {analysis.clusters:,} clusters"
    words = (
        f"{percent(level)} {WHOLE if whole else 'pointwise'}, {analysis.n_replicates:,} {drawn}, "
        f"seed {analysis.seed}, thresholds {analysis.chosen}"
    )
    if any(band.safe.any() for band in bands):
        words += f"; Jeffreys limits where fewer than {SMALL_CELL} rows fall in a cell"
    return words
