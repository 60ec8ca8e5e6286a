"""Which rows are not judged on, and why, in a sentence."""

from costdash.core import Analysis
from costdash.reading import listed

MANY = 5  # models that are named


def left_out_sentence(analysis: Analysis) -> str:
    """Counts of rows, in all and for each model that lacks them; "" where none is left out."""
    if not analysis.left_out:
        return ""
    rows = "1 row" if analysis.left_out == 1 else f"{analysis.left_out:,} rows"
    if len(analysis.lacking) == 1:
        return f"{rows} left out: model {next(iter(analysis.lacking))} has no score there."
    each = [f"model {name} in {count:,}" for name, count in analysis.lacking.items()]
    if len(each) > MANY:
        each = [*each[:MANY], f"{len(each) - MANY} more models"]
    return f"{rows} left out for want of a score: {listed(each)}."
