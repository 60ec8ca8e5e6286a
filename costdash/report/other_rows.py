"""How a cost is said that was paid on other rows than those the threshold was chosen on."""

from costdash.core import OperatingPoint
from costdash.core.crossfit import CrossFit
from costdash.report.amounts import SAME, Amounts
from costdash.report.numbers import DOLLAR, Currency, percent, spoken_cases


def cross_fitted(fit: CrossFit, level: float) -> str:
    """The scheme in words; `level` 0: no band."""
    made = f", made {fit.repeats} times" if fit.repeats > 1 else ""
    how = f"model and threshold chosen on the other of {fit.n_folds} folds{made}, paid on this one"
    band = f"{percent(level)} pointwise band, " if level else ""
    said = f"{band}cross-fitted: {how}, seed {fit.seed}."
    return said[0].upper() + said[1:]


def optimism(fit: CrossFit, point: OperatingPoint, currency: Currency = DOLLAR) -> str:
    """How much cheaper the choice looks on the rows that it was made on."""
    cases, amounts = spoken_cases(point.prior), Amounts.at(point, currency)
    gap = cases * point.scale * float(fit.optimism([point.pcf])[0])
    if gap <= SAME * cases * point.scale:
        return "On the rows that it was chosen on it looks no cheaper."
    return f"On the rows that it was chosen on it looks {amounts.less(gap)} (optimism)."
