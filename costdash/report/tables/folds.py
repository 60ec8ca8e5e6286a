"""Tables of folds: one row per fold, averages over folds, and cross-fitted costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from statistics import mean

from costdash.core import OperatingPoint
from costdash.core.curves.roc import auc
from costdash.core.folds.averages import Mean, fold_means
from costdash.core.folds.crossfit import CrossFit, CrossFits
from costdash.core.folds.folds import Folds
from costdash.core.types import Floats
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.tables.table import Table
from costdash.wording import digits_apart, number, percent

CASE_DIGITS = 6
EQUAL = 1e-9  # costs that differ by a smaller share are equal
ANY_LEVEL = 0.95  # fold_means wants a level even if only the means are printed


@dataclass(frozen=True, slots=True)
class FoldRow:
    """A fold of a model; nec is the cost of the threshold chosen on the other folds."""

    label: str
    positives: float
    negatives: float
    auc: float
    nec: float


def fold_rows(folds: Folds, pcf: float) -> list[FoldRow]:
    """The folds of one model, in the order of the file."""
    return [
        FoldRow(
            label,
            counts.positives,
            counts.negatives,
            auc(counts),
            float(folds.evaluated[label].cost(pcf)),
        )
        for label, counts in folds.counts.items()
    ]


@dataclass(frozen=True, slots=True)
class FoldCosts:
    """The cost of a model in each fold, in the unit of the decision, and its mean with limits.
    Each fold is evaluated at the threshold chosen on the other folds. cheapest: the models that
    are cheapest in each fold, by its label; empty where only one model is shown. mean_of_optima:
    the papers' cost average, of each fold at the threshold that is cheapest on its own rows.
    """

    name: str
    costs: dict[str, float]
    mean: float
    low: float
    high: float
    cheapest: dict[str, tuple[str, ...]]
    mean_of_optima: float

    @property
    def wins(self) -> int:
        """Folds in which this model is the cheapest, alone or with others."""
        return sum(self.name in names for names in self.cheapest.values())


def fold_costs(
    folds: Sequence[Folds],
    name: str,
    point: OperatingPoint,
    level: float,
    currency: Currency = DOLLAR,
) -> FoldCosts:
    """The costs of the named model in its folds; folds: of all models shown. level 0: no limits."""
    unit = Amounts.at(point, currency).cases * point.scale
    all_costs = {
        model_folds.name: {
            label: unit * float(hull.cost(point.pcf))
            for label, hull in model_folds.evaluated.items()
        }
        for model_folds in folds
    }
    model_folds = next(item for item in folds if item.name == name)
    mean = fold_means(model_folds, point.pcf, level or ANY_LEVEL).nec
    low, high = (unit * float(end[0]) if level else nan for end in (mean.low, mean.high))
    cheapest = {}
    for label in model_folds.evaluated if len(folds) > 1 else ():
        least = min(costs[label] for costs in all_costs.values())
        cheapest[label] = tuple(
            model for model, costs in all_costs.items() if costs[label] <= least * (1 + EQUAL)
        )
    optima = unit * mean_of_optima(model_folds, point.pcf)
    return FoldCosts(
        name, all_costs[name], unit * float(mean.value[0]), low, high, cheapest, optima
    )


def fold_table(folds: Folds, point: OperatingPoint) -> Table:
    """One row per fold of one model."""
    return Table(
        title="Folds",
        head=("Fold", "positive", "negative", "AUC", "cost here (nec)"),
        rows=tuple(
            (
                row.label,
                number(float(row.positives), CASE_DIGITS),
                number(float(row.negatives), CASE_DIGITS),
                number(row.auc),
                number(row.nec),
            )
            for row in fold_rows(folds, point.pcf)
        ),
    )


def fold_mean_rows(folds: Folds, point: OperatingPoint, level: float) -> list[tuple[str, str, str]]:
    """The mean AUC and nec below `fold_table`, and their limits at `level` (0: no limits)."""
    means = fold_means(folds, point.pcf, level or ANY_LEVEL)
    rows = [("mean", number(float(means.auc.value[0])), number(float(means.nec.value[0])))]
    if level and len(folds.counts) > 1:
        rows.append((f"{percent(level)} limits", _mean_limits(means.auc), _mean_limits(means.nec)))
    rows.append(("mean at own optima", "", number(mean_of_optima(folds, point.pcf))))
    return rows


def folds_table(
    folds: Sequence[Folds], point: OperatingPoint, level: float, currency: Currency = DOLLAR
) -> Table:
    """One row per model: its AUC over the folds, and the mean cost at `point`."""
    head = ("Model", "Folds", "Mean AUC", "Lowest to highest", "AUC merged")
    return Table(
        title="Averages over folds",
        head=(
            *head,
            _cost_head(point, currency),
            f"{percent(level)}, over folds",
            "each fold at its own optimum",
        ),
        rows=tuple(_model_row(model, point, level, currency) for model in folds),
        models=tuple(model.name for model in folds),
        note="Each fold is judged at the cheapest threshold of the other folds, with Student's "
        "limits over folds: they take the few folds for the sample, and so are mostly wider than "
        "those that resample the rows. The last column is the papers' cost average (Drummond & "
        "Holte 2004): each fold at the threshold that is cheapest on its own rows, which looks "
        "cheaper than any threshold is.",
    )


def crossfit_table(
    fits: CrossFits, point: OperatingPoint, level: float, currency: Currency = DOLLAR
) -> Table:
    """Cross-fitted costs beside the costs on the rows that the thresholds were chosen on."""
    together = fits.together
    repeated = ""
    if together.repeats > 1:
        repeated = f", made {together.repeats} times, seed {together.seed}"
    at = [point.pcf]
    each: list[tuple[str, str | None, CrossFit, Floats]]
    each = [("model and threshold together", None, together, fits.printed_cost(at))]
    each += [(name, name, fit, fit.apparent_cost(at)) for name, fit in fits.models.items()]
    return Table(
        title="Thresholds chosen on other rows",
        head=(
            "Chosen",
            _cost_head(point, currency),
            f"{percent(level)} limits",
            "On the same rows",
        ),
        rows=tuple(
            (title, *_crossfit_row(fit, float(rows[0]), point, level, currency))
            for title, _, fit, rows in each
        ),
        models=tuple(model for _, model, _, _ in each),
        note=f"{together.n_folds} folds{repeated}: chosen on the other folds, tested on each. On "
        "the same rows: the printed rule, and each model at its printed threshold, as in the "
        "ledger.",
    )


def _model_row(
    model: Folds, point: OperatingPoint, level: float, currency: Currency
) -> tuple[str, ...]:
    means = fold_means(model, point.pcf, level)
    nec, low, high = (float(x[0]) for x in (means.nec.value, means.nec.low, means.nec.high))
    return (
        model.name,
        f"{len(model.auc)}",
        f"{means.auc.value[0]:.3f}",
        f"{min(model.auc):.3f} to {max(model.auc):.3f}",
        f"{auc(model.merged):.3f}",
        _cost(nec, point, currency),
        _cost_limits(low, high, point, currency),
        _cost(mean_of_optima(model, point.pcf), point, currency),
    )


def mean_of_optima(folds: Folds, pcf: float) -> float:
    """Mean nec at pcf of the folds, each at the threshold that is cheapest on its own rows."""
    return mean(float(hull.cost(pcf)) for hull in folds.hulls.values())


def _crossfit_row(
    fit: CrossFit, same_rows: float, point: OperatingPoint, level: float, currency: Currency
) -> tuple[str, ...]:
    nec = float(fit.cost([point.pcf])[0])
    return (
        _cost(nec, point, currency),
        _cost_limits(*fit.interval(point.pcf, level), point, currency),
        _cost(same_rows, point, currency),
    )


def _cost(nec: float, point: OperatingPoint, currency: Currency) -> str:
    """nec as an amount in the unit of the decision."""
    amounts = Amounts.at(point, currency)
    return amounts.bare(amounts.cases * point.scale * nec)


def _cost_limits(low: float, high: float, point: OperatingPoint, currency: Currency) -> str:
    """Limits of nec as amounts in the unit of the decision; none if they are NaN."""
    if low != low:
        return "none"
    amounts = Amounts.at(point, currency)
    scale = amounts.cases * point.scale
    low, high = scale * max(low, 0.0), scale * high
    digits = digits_apart(low, high)
    return f"{amounts.bare(low, digits)} to {amounts.bare(high, digits)}"


def _mean_limits(mean: Mean) -> str:
    low, high = float(mean.low[0]), float(mean.high[0])
    digits = digits_apart(low, high)
    return f"{number(low, digits)} to {number(high, digits)}"


def _cost_head(point: OperatingPoint, currency: Currency) -> str:
    amounts = Amounts.at(point, currency)
    return f"{'Errors' if amounts.mistakes else 'Cost'} {amounts.case_unit.per}"
