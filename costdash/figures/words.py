"""Numbers and names as the panels say them, and what a band is."""

from decimal import Decimal
from html import escape

from costdash.core import Analysis, ModelAnalysis


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


def band_words(analysis: Analysis, level: float, models: list[ModelAnalysis], safe: bool) -> str:
    """What the drawn band is; `safe` where Jeffreys' limits stand in some of it."""
    if not level or not models:
        return ""
    if all(model.bands is None for model in models):
        return "no band: fewer than 5 rows in a class"
    words = (
        f"{percent(level)} pointwise, {analysis.n_replicates:,} class-stratified replicates, "
        f"seed {analysis.seed}, thresholds chosen on these rows"
    )
    return words + "; Jeffreys limits where fewer than 5 rows fall in a cell" * safe
