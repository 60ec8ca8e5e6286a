"""How a cost is said that was paid on other rows than those the threshold was chosen on.

Which rows are not judged on, and why, in a sentence.
"""

from costdash.core import Analysis, OperatingPoint
from costdash.core.folds.crossfit import CrossFit
from costdash.report.sentences.amounts import DOLLAR, EQUAL_COSTS, Amounts, Currency
from costdash.wording import listed, percent

MANY = 5  # models that are named
ROWS_RESAMPLED = "class-stratified percentile pointwise"
CLUSTERS_RESAMPLED = "clusters resampled, percentile pointwise"


def rows_words(analysis: Analysis) -> str:
    """How many rows, and what they are for.

    With a split: 1,000 rows (400 of validation to choose on, 600 of test to judge on).
    """
    rows = f"{analysis.totals[0]:,} rows"
    if analysis.parts is None:
        return rows
    parts = analysis.parts
    on = f"{parts.rows:,} of {parts.choose_on} to choose on"
    return f"{rows} ({on}, {analysis.rows:,} of {parts.judge_on} to judge on)"


def cross_fit_scheme(fit: CrossFit, level: float) -> str:
    """The scheme in words; `level` 0: no band."""
    made = f", folds made {fit.repeats} times" if fit.repeats > 1 else ""
    folds = f"all but one of {fit.n_folds} folds"
    how = f"model and threshold chosen on {folds}, paid on that one{made}"
    band = f"{percent(level)} pointwise band, " if level else ""
    said = f"{band}cross-fitted: {how}, seed {fit.seed}."
    return said[0].upper() + said[1:]


def cross_fit_optimism(fit: CrossFit, point: OperatingPoint, currency: Currency = DOLLAR) -> str:
    """How much cheaper the choice looks on the rows that it was made on."""
    gap, amounts = float(fit.optimism([point.pcf])[0]), Amounts.at(point, currency)
    return optimism_words(gap * point.scale, point, "the rows that it was chosen on", amounts)


def optimism_words(gap: float, point: OperatingPoint, where: str, amounts: Amounts) -> str:
    """gap: how much less a case seems to cost where the choice was made."""
    cases = amounts.cases
    if abs(gap) <= EQUAL_COSTS * point.scale:
        return f"On {where} it looks no cheaper."
    if gap < 0:
        return f"On {where} it looks worse by {amounts.total(-cases * gap)}."
    return f"On {where} it looks better by {amounts.total(cases * gap)} (optimism)."


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


def resampling_words(analysis: Analysis) -> str:
    """What the bands of single models are."""
    return ROWS_RESAMPLED if analysis.clusters is None else CLUSTERS_RESAMPLED
