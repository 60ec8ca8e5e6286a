"""Folds, and thresholds chosen on other rows, as tables for the report."""

from collections.abc import Sequence

from costdash.core import OperatingPoint
from costdash.core.curves.roc import auc
from costdash.core.folds.averages import fold_means
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folds import Folds
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.tables.table import Table
from costdash.wording import digits_apart, percent


def folds_table(
    folds: Sequence[Folds], point: OperatingPoint, level: float, currency: Currency = DOLLAR
) -> Table:
    """Areas fold by fold, and the mean cost of each fold's own best threshold at `point`."""
    cost = _cost_head(point, currency)
    return Table(
        title="Averages over folds",
        head=(
            "Model",
            "Folds",
            "Mean AUC",
            "Lowest to highest",
            "AUC merged",
            cost,
            _limits(level),
        ),
        rows=tuple(_fold_row(model, point, level, currency) for model in folds),
        models=tuple(model.name for model in folds),
        note="Costs of each fold's own cheapest threshold, with Student's limits over folds "
        "(Drummond & Holte 2004, section 7).",
    )


def crossfit_table(
    fits: CrossFits, point: OperatingPoint, level: float, currency: Currency = DOLLAR
) -> Table:
    """What thresholds cost that are chosen on the other folds, and how much better they looked."""
    cost = _cost_head(point, currency)
    made = fits.together
    repeated = f", made {made.repeats} times, seed {made.seed}" if made.repeats > 1 else ""
    each = [("model and threshold together", None, made)]
    each += [(name, name, fit) for name, fit in fits.models.items()]
    return Table(
        title="Thresholds chosen on other rows",
        head=("Chosen", cost, _limits(level), "On the same rows"),
        rows=tuple((name, *_crossfit_row(fit, point, level, currency)) for name, _, fit in each),
        models=tuple(model for _, model, _ in each),
        note=f"{made.n_folds} folds{repeated}: chosen on the other folds, paid on each.",
    )


def _fold_row(model: Folds, point, level, currency) -> tuple[str, ...]:
    means = fold_means(model, point.pcf, level)
    nec = means.nec
    return (
        model.name,
        f"{len(model.auc)}",
        f"{means.auc.value[0]:.3f}",
        f"{min(model.auc):.3f} to {max(model.auc):.3f}",
        f"{auc(model.merged):.3f}",
        *_costs(nec.value[0], nec.low[0], nec.high[0], point, currency),
    )


def _crossfit_row(fit, point, level, currency) -> tuple[str, ...]:
    low, high = fit.interval(point.pcf, level)
    cost, limits = _costs(float(fit.cost([point.pcf])[0]), low, high, point, currency)
    same, _ = _costs(float(fit.same_rows([point.pcf])[0]), low, high, point, currency)
    return cost, limits, same


def _costs(nec, low, high, point: OperatingPoint, currency: Currency) -> tuple[str, str]:
    """nec and its limits as amounts for as many cases as the decision speaks of."""
    amounts = Amounts.at(point, currency)
    scale = amounts.cases * point.scale
    if low != low:
        return amounts.bare(scale * nec), "none"
    low, high = scale * max(low, 0.0), scale * high
    digits = digits_apart(low, high)
    said = f"{amounts.bare(low, digits)} to {amounts.bare(high, digits)}"
    return amounts.bare(scale * nec), said


def _cost_head(point: OperatingPoint, currency: Currency) -> str:
    amounts = Amounts.at(point, currency)
    return f"{'Mistakes' if amounts.mistakes else 'Cost'} {amounts.case_unit.per}"


def _limits(level: float) -> str:
    return f"{percent(level)} limits"
