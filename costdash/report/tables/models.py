"""Table of models: areas under the curves, and the pcf at which a model beats none and all."""

from collections.abc import Sequence
from math import isnan

from costdash.core import Analysis
from costdash.report.sentences.sample import few_cases
from costdash.report.tables.table import Table
from costdash.wording import number, percent


def areas_table(analysis: Analysis, names: Sequence[str] | None = None) -> Table:
    """One row per named model (default: all)."""
    names = tuple(analysis.models if names is None else names)
    return Table(
        title="Models",
        head=(
            "Model",
            "AUC",
            percent(analysis.level),
            "average precision",
            "PR AUC",
            "area under cost curve",
            _beats_head(analysis),
            "by 1 % or more",
        ),
        rows=tuple(_row(analysis, name) for name in names),
        models=names,
        note=_note(analysis),
    )


def _beats_head(analysis: Analysis) -> str:
    """What is beaten where: the same rows flatter, cross-fitted costs have to be clearly lower."""
    if analysis.parts:
        return "beats none and all for PC(+)"
    beats = "clearly beats" if analysis.crossfits else "on the same rows, beats"
    return f"{beats} none and all for PC(+)"


def _note(analysis: Analysis) -> str:
    """What precisions and ranges are of, and whether the intervals of the AUC are rough."""
    share = f"Precisions are at the {percent(analysis.prevalence)} of positives in the rows used"
    where = "those of this sample"
    if analysis.parts:
        where += f", on {analysis.parts.judge_on}"
    elif analysis.crossfits:
        where = "where the cross-fitted cost is clearly lower"
    few = few_cases(analysis)
    rough = f" {few}: the intervals of the AUC are rough." if few else ""
    return f"{share}; ranges are {where}.{rough}"


def _row(analysis: Analysis, name: str) -> tuple[str, ...]:
    model = analysis.models[name]
    low, high = model.auc_interval
    return (
        model.name,
        number(model.auc, 4),
        "" if isnan(low) else f"{number(low, 3)} to {number(high, 3)}",
        number(model.average_precision),
        number(model.pr_auc),
        number(model.hull.area),
        _range(analysis.operating_range(name)),
        _range(analysis.useful_range(name)),
    )


def _range(ends: tuple[float, float] | None) -> str:
    return "nowhere" if ends is None else f"{number(ends[0])} to {number(ends[1])}"
