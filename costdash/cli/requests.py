"""The options of the command line, read into the types of the floors below."""

import argparse
from math import sqrt
from pathlib import Path

from costdash.core import Analysis, OperatingPoint, Predictions
from costdash.core.choose.criteria import (
    LIMIT_CONFIDENCE,
    Criterion,
    ErrorRate,
    FixedThreshold,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.intervals import Imprecise
from costdash.core.types import Interval
from costdash.figures import View
from costdash.report.derived import DerivedResults
from costdash.report.report import Report, Source, fingerprint
from costdash.report.sentences.amounts import CaseUnit, Currency
from costdash.report.tables.scenarios import PROVOST_FAWCETT, Scenario


def report_of(
    asked: argparse.Namespace, predictions: Predictions, analysis: Analysis, about: dict, messages
) -> Report:
    """What `costdash report` tells. Raises ValueError for what the file does not have."""
    point, matrix = point_of(asked, predictions.prevalence)
    scenarios = [Scenario(name, OperatingPoint(*map(float, n))) for name, *n in asked.scenario]
    limits = _limits(asked, point)
    chosen = _criterion(asked, point, analysis)
    rows = DerivedResults.in_memory(predictions, analysis)
    shown = shown_of(asked, analysis)
    return Report(
        analysis=analysis,
        point=point,
        source=source_of(asked, about, messages, fingerprint(asked.file)),
        view=View(
            models=shown,
            level=0.0 if asked.no_bands else asked.level,
            pin=_today(asked.today, analysis),
            roc_whole=asked.roc_whole,
            score_driven=asked.score_prior is not None,
            score_prior=asked.score_prior,
            known=_ranges(asked, point),
            other_rows=rows.crossfit(shown) if asked.crossfit else None,
            criterion=chosen,
            scenarios=tuple(one.point.pcf for one in scenarios or PROVOST_FAWCETT),
            estimated_prior=asked.estimated_prior,
        ),
        derived=rows,
        matrix=matrix,
        cases=asked.cases,
        likely=Beta(*asked.beta) if asked.beta else asked.likely,
        further_criteria=tuple(one for one in limits.values() if one != chosen),
        scenarios=tuple(scenarios) or PROVOST_FAWCETT,
        currency=Currency(
            asked.currency, case_unit=asked.cases and CaseUnit.per_period(asked.cases)
        ),
    )


def drawn_together(asked: argparse.Namespace) -> tuple[str, ...] | None:
    """The models without which rows are left out: those shown and those of rules held fast."""
    if not asked.show:
        return None
    held = [getattr(asked, option, None) for option in ("today", "threshold")]
    return (*asked.show, *(rule[0] for rule in held if rule))


def shown_of(asked: argparse.Namespace, analysis: Analysis) -> tuple[str, ...]:
    for name in asked.show or ():
        _known(name, analysis)
    return tuple(name for name in analysis.models if name in (asked.show or analysis.models))


def source_of(asked: argparse.Namespace, about: dict, messages, sha256=None) -> Source:
    return Source(
        name=Path(asked.file).name,
        fingerprint=sha256,
        rows_read=about["rows_read"],
        label=about["label"],
        positive=about["positive"],
        messages=tuple(messages),
        multiclass=tuple(about["multiclass"]),
    )


def point_of(
    asked: argparse.Namespace, prevalence: float
) -> tuple[OperatingPoint, CostMatrix | None]:
    """The operating point, and the matrix behind it; what only a range is known of is inside it."""
    prior = _inside(asked, "prior", prevalence)
    if asked.matrix:
        matrix = CostMatrix(*asked.matrix)
        return matrix.point(prior), matrix
    costs = (_inside(asked, name, 1.0) for name in ("cost_fn", "cost_fp"))
    return OperatingPoint(prior, *costs), None


def _inside(asked: argparse.Namespace, name: str, otherwise: float) -> float:
    """As given; else as it would be without the range, or the range's middle in logarithms."""
    given, ends = getattr(asked, name), getattr(asked, f"{name}_range", None)
    if given is not None:
        return given
    if ends is None or ends[0] <= otherwise <= ends[1]:
        return otherwise
    return sqrt(ends[0] * ends[1])


def _ranges(asked: argparse.Namespace, point: OperatingPoint) -> Imprecise | None:
    given = (asked.prior_range, asked.cost_fn_range, asked.cost_fp_range)
    if not any(given):
        return None
    exact: list[Interval] = [(x, x) for x in (point.prior, point.cost_fn, point.cost_fp)]
    return Imprecise(*(tuple(ends) if ends else known for ends, known in zip(given, exact)))


def _limits(asked: argparse.Namespace, point: OperatingPoint) -> dict[str, Criterion]:
    found: dict[str, Criterion] = {}
    if asked.max_fpr is not None:
        found["fpr"] = NeymanPearson(asked.max_fpr, LIMIT_CONFIDENCE if asked.sure else None)
    if asked.capacity is not None:
        found["capacity"] = Workforce(asked.capacity, point.prior)
    return found


def _criterion(asked, point: OperatingPoint, analysis: Analysis) -> Criterion | None:
    match asked.criterion:
        case "cost":
            return None
        case "error":
            return ErrorRate(point)
        case "product":
            return Product()
        case "threshold":
            if not asked.threshold:
                raise ValueError("--criterion threshold needs --threshold MODEL SCORE")
            model, score = asked.threshold
            return FixedThreshold(_known(model, analysis), float(score))
    option = {"fpr": "--max-fpr", "capacity": "--capacity"}[asked.criterion]
    found = _limits(asked, point)
    if asked.criterion not in found:
        raise ValueError(f"--criterion {asked.criterion} needs {option}")
    return found[asked.criterion]


def _today(given, analysis: Analysis) -> tuple[str, int] | None:
    if not given:
        return None
    model, score = _known(given[0], analysis), float(given[1])
    return model, int(analysis.models[model].counts.index(score))


def _known(name: str, analysis: Analysis) -> str:
    if name not in analysis.models:
        names = ", ".join(analysis.models)
        raise ValueError(f"There is no model {name}. The file has {names}.")
    return name
