"""The command line's options as a `Request`; the rules are in `costdash.report.request`."""

import argparse
from collections.abc import Sequence
from typing import Any

from costdash.cli.analysis_options import option_name, value_fields
from costdash.cli.options import RANGES
from costdash.cli.values import cost, score, share
from costdash.core import Analysis, OperatingPoint
from costdash.core.choose.criteria import CRITERIA, Criterion
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise
from costdash.core.types import Interval
from costdash.figures import View
from costdash.report.report import PairOptions, Source
from costdash.report.request import (
    Request,
    Threshold,
    in_file_order,
    known_ranges,
    operating_point,
    pcf_distribution,
    read_criterion,
    threshold_at,
    within_range,
)
from costdash.report.sentences.amounts import CaseUnit, Currency
from costdash.report.tables.scenarios import PROVOST_FAWCETT, Scenario


def request_of(options: argparse.Namespace, analysis: Analysis) -> Request:
    """The request of `analyse` or `report`.

    Raises ValueError for a model that the file does not have.
    """
    matrix = CostMatrix(*options.matrix) if options.matrix else None
    point = _point(options, matrix, analysis.file_prevalence)
    criterion = _criterion(options, options.criterion, point, analysis)
    limits = (_criterion(options, key, point, analysis) for key in given_limits(options))
    scenarios = (
        Scenario(name, operating_point(share(prior), cost(cost_fn), cost(cost_fp)))
        for name, prior, cost_fn, cost_fp in options.scenario
    )
    first = () if options.no_scenarios else PROVOST_FAWCETT
    view = View(
        models=_shown(options, analysis),
        level=0.0 if options.no_bands else options.level,
        pin=_threshold(options.today, analysis),
        chosen=_threshold(options.chosen, analysis),
        lines=options.lines,
        roc_whole=options.roc_whole,
        score_driven=options.score_prior is not None,
        score_prior=options.score_prior,
        known=_ranges(options, point),
        criterion=criterion,
        estimated_prior=_prior_is_estimated(options),
    )
    return Request(
        point=point,
        view=view,
        crossfit=not options.same_rows and analysis.parts is None,
        fall_back=not options.crossfit,
        likely=pcf_distribution(*options.beta) if options.beta else options.likely,
        further_criteria=tuple(limit for limit in limits if limit and limit != criterion),
        scenarios=tuple(scenarios) or first,
        matrix=matrix,
        currency=Currency(options.currency, case_unit=_case_unit(options)),
        compare=_compared(options, analysis),
    )


def _compared(options: argparse.Namespace, analysis: Analysis) -> PairOptions:
    for a, b in options.pairs or ():
        _check_model(a, analysis)
        _check_model(b, analysis)
        if a == b:
            raise ValueError(f"A pair needs two models, got {a} twice.")
    return PairOptions(
        pairs=tuple((a, b) for a, b in options.pairs) if options.pairs else None,
        margin=options.margin,
        whole_curve=getattr(options, "whole_curve", False),
        holm=getattr(options, "holm", False),
    )


def models_together(options: argparse.Namespace) -> tuple[str, ...] | None:
    """The models whose rows must be complete: those shown, compared and of kept thresholds."""
    if not options.show:
        return None
    kept = [getattr(options, option, None) for option in ("today", "chosen", "threshold")]
    compared = [name for pair in options.pairs or () for name in pair]
    return (*options.show, *(threshold[0] for threshold in kept if threshold), *compared)


def source_of(
    options: argparse.Namespace,
    about: dict[str, Any],
    messages: Sequence[str],
    sha256: str | None = None,
) -> Source:
    return Source(
        name=options.shown_name,
        fingerprint=sha256,
        rows_read=about["rows_read"],
        label=about["label"],
        positive=about["positive"],
        messages=tuple(messages),
        multiclass=tuple(about["multiclass"]),
    )


def given_limits(options: argparse.Namespace) -> list[str]:
    """Keys of the criteria with a single value for which the value is given."""
    return [
        key
        for key, entry in CRITERIA.items()
        if len(value_fields(key)) == 1
        and getattr(options, option_name(key, entry.fields[0]), None) is not None
    ]


def _criterion(
    options: argparse.Namespace, key: str, point: OperatingPoint, analysis: Analysis
) -> Criterion | None:
    fields: dict[str, object] = {}
    names = value_fields(key)
    for field in CRITERIA[key].fields:
        option = option_name(key, field)
        given = getattr(options, option, None)
        if field.kind is bool:
            fields[field.name] = bool(given)
        elif given is None:
            values = " ".join(name.upper() for name in names) if len(names) > 1 else "VALUE"
            raise ValueError(f"--criterion {key} needs --{option.replace('_', '-')} {values}")
        else:
            fields[field.name] = given[names.index(field.name)] if len(names) > 1 else given
    if "threshold" in fields:
        fields["threshold"] = score(str(fields["threshold"]))
    if "model" in fields:
        _check_model(str(fields["model"]), analysis)
    return read_criterion(key, fields, point, analysis)


def _point(
    options: argparse.Namespace, matrix: CostMatrix | None, prevalence: float
) -> OperatingPoint:
    """As given; a value known only as a range is the default or lies inside the range."""

    def value(name: str, default: float) -> float:
        given = getattr(options, name)
        return within_range(default, getattr(options, f"{name}_range")) if given is None else given

    prior = value("prior", prevalence)
    if matrix:
        return operating_point(prior, matrix.cost_fn, matrix.cost_fp)
    return operating_point(prior, value("cost_fn", 1.0), value("cost_fp", 1.0))


def _prior_is_estimated(options: argparse.Namespace) -> bool:
    """The file's prior is an estimate; a prior or a range that is given is taken as it is."""
    if options.known_prior or options.estimated_prior:
        return options.estimated_prior
    return options.prior is None and options.prior_range is None


def _ranges(options: argparse.Namespace, point: OperatingPoint) -> Imprecise | None:
    """A value without a range is known exactly."""
    given = {name: getattr(options, f"{name}_range") for name in RANGES}
    if not any(given.values()):
        return None

    def ends(name: str) -> Interval:
        exact = getattr(point, name)
        low, high = given[name] or (exact, exact)
        return low, high

    return known_ranges(*map(ends, RANGES))


def _case_unit(options: argparse.Namespace) -> CaseUnit | None:
    """The number of cases that amounts are for; None: chosen by the prior."""
    if options.cases:
        return CaseUnit.per_period(options.cases)
    return CaseUnit(options.per) if options.per else None


def _threshold(given: Sequence[str] | None, analysis: Analysis) -> Threshold | None:
    if not given:
        return None
    model, text = given
    _check_model(model, analysis)
    return threshold_at(model, score(text), analysis)


def _shown(options: argparse.Namespace, analysis: Analysis) -> tuple[str, ...]:
    for name in options.show or ():
        _check_model(name, analysis)
    return in_file_order(options.show or analysis.models, analysis)


def _check_model(name: str, analysis: Analysis) -> None:
    if name not in analysis.models:
        names = ", ".join(analysis.models)
        raise ValueError(f"There is no model {name}. The file has {names}.")
