"""Numbers and names as the panels say them, and what a band is."""

from collections.abc import Collection
from decimal import Decimal
from html import escape

from costdash.core import Analysis, Band
from costdash.core.bootstrap import MIN_ROWS, SMALL_CELL


def escaped(name: str) -> str:
    """A name as plain text for plotly, which reads a few HTML tags in its labels."""
    return escape(name, quote=False)


def number(value: float) -> str:
    """3 significant digits, thousands separated, never an exponent."""
    return f"{Decimal(f'{value:.3g}'):,f}"


def percent(share: float) -> str:
    """'0.6 %'; next to 100 % it is the rest that keeps 3 digits."""
    if share <= 0.99:
        return f"{number(100 * share)} %"
    return f"{100 - Decimal(f'{100 * (1 - share):.3g}'):f} %"


def band_words(analysis: Analysis, level: float, bands: Collection[Band]) -> str:
    """What the drawn bands are, or why there is none."""
    if not bands:
        return f"no band: fewer than {MIN_ROWS} rows in a class"
    words = (
        f"{percent(level)} pointwise, {analysis.n_replicates:,} class-stratified replicates, "
        f"seed {analysis.seed}, thresholds chosen on these rows"
    )
    if any(band.safe.any() for band in bands):
        words += f"; Jeffreys limits where fewer than {SMALL_CELL} rows fall in a cell"
    return words
