"""The command line's options as `Options`, and the file with its analysis.

The rules of the options are in `costdash.report.api`.
"""

import argparse
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from costdash.cli.files import why_unreadable
from costdash.cli.options import columns
from costdash.cli.values import cost, score, share
from costdash.core import Analysis, Predictions, analyse
from costdash.core.choose.criteria import CRITERIA, option_name, value_fields
from costdash.intake import read_scored, read_table_with_messages
from costdash.report.api import Options, Score
from costdash.report.derived import DerivedResults
from costdash.report.report import Heading, Report, Source, fingerprint
from costdash.report.request import NamedRule

NamedConditions = tuple[str, float, float, float]


def options_of(given: argparse.Namespace) -> Options:
    """The options of `analyse` or `report`. Raises ValueError for a text that is no number."""
    names = {field.name for field in fields(Options)}
    plain = {name: value for name, value in vars(given).items() if name in names}
    thresholds = {name: _threshold(getattr(given, name)) for name in ("today", "chosen")}
    scenarios = [_scenario(*texts) for texts in given.scenario]
    _check_criterion(given)
    read = {
        "bands": not given.no_bands,
        "criterion_values": _criterion_values(given),
        "scenarios": scenarios or ([] if given.no_scenarios else None),
        "trained_for": [(name, _trained_for(text)) for name, text in given.trained_for],
        "combine": [(name, how, _rule(a), _rule(b)) for name, how, a, b in given.combine],
        "mix": [(name, share(text), _rule(a), _rule(b)) for name, text, a, b in given.mix],
        "chain": [(name, models) for name, *models in given.chain],
    }
    return Options(**plain | thresholds | read)


def conditions_of(given: argparse.Namespace, show: Sequence[str]) -> Options:
    """The options of a command that takes conditions but no criterion, for the models to show."""
    names = {field.name for field in fields(Options)}
    plain = {name: value for name, value in vars(given).items() if name in names}
    return Options(**plain, show=show)


def _rule(text: str) -> NamedRule:
    """A model, or a model and its threshold as MODEL=THRESHOLD."""
    model, equals, threshold = text.rpartition("=")
    return (model, score(threshold)) if equals and model else text


def _trained_for(text: str) -> float:
    """PC(+) from a share such as 0.2, or from a ratio of negatives to positives such as 11:1."""
    negatives, colon, positives = text.partition(":")
    try:
        if not colon:
            return share(text)
        ratio = float(negatives) / float(positives)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"--trained-for needs a share such as 0.2 or a ratio such as 11:1, got {text}"
        ) from None
    return 1 / (1 + ratio)


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
        table=about.get("table"),
        negated=about.get("negated", {}),
        matrices=tuple(name for name, *_ in about.get("matrices", ())),
    )


def _scenario(name: str, prior: str, cost_fn: str, cost_fp: str) -> NamedConditions:
    try:
        return name, share(prior), cost(cost_fn), cost(cost_fp)
    except (ValueError, argparse.ArgumentTypeError) as error:
        raise ValueError(f"--scenario {name}: {error}") from None


def _criterion_values(given: argparse.Namespace) -> dict[str, Any]:
    names = {option_name(key, field) for key, entry in CRITERIA.items() for field in entry.fields}
    values = {name: getattr(given, name) for name in names}
    return values | {"threshold": _threshold(given.threshold)}


def _check_criterion(given: argparse.Namespace) -> None:
    """Raises ValueError if the criterion lacks a value."""
    key = given.criterion
    names = value_fields(key)
    for field in CRITERIA[key].fields:
        option = option_name(key, field)
        if field.kind is not bool and getattr(given, option) is None:
            values = " ".join(name.upper() for name in names) if len(names) > 1 else "VALUE"
            raise ValueError(f"--criterion {key} needs --{option.replace('_', '-')} {values}")


def _threshold(given: Sequence[str] | None) -> Score | None:
    if not given:
        return None
    model, text = given
    return model, score(text)


def report_of(
    options: argparse.Namespace, given: Options, heading: Heading | None = None
) -> Report:
    """The report of the file, with its SHA-256, or of the table that an engine counts."""
    predictions, analysis, about, messages = load(options, given)
    sha256 = None if options.file is None else fingerprint(options.file)
    source = source_of(options, about, messages, sha256)
    derived = DerivedResults.in_memory(predictions, analysis)
    return given.request(analysis).report(derived, source, heading=heading)


def load(
    options: argparse.Namespace, given: Options
) -> tuple[Predictions, Analysis, dict[str, Any], list[str]]:
    """(predictions, their analysis, details of the file or table, messages)."""
    if getattr(options, "table", None) is not None:
        return _load_table(options, given)
    if sentence := why_unreadable(options.file):
        raise ValueError(sentence)
    scored, about, messages = read_scored(options.file, **columns(options))
    if options.crossfit and scored.split:
        split = about["roles"]["split"]
        raise ValueError(
            f"--crossfit needs one sample of all rows, but column {split} splits the file into "
            "parts. Leave out --crossfit, or name --label and --score without --split to use all "
            "rows as one sample."
        )
    scored = given.prepared(scored, options.seed)
    names = given.models_together
    analysis = analyse(
        scored, names, level=options.level, n_replicates=options.replicates, seed=options.seed
    )
    return scored.complete(names), analysis, about, messages


def _load_table(
    options: argparse.Namespace, given: Options
) -> tuple[Predictions, Analysis, dict[str, Any], list[str]]:
    """As `load`, of a table that an engine counts."""
    rows, about, messages = read_table_with_messages(options.table, **columns(options))
    options.shown_name = about["table"]["source"]
    given.prepared(rows, options.seed)
    analysis = analyse(
        rows, level=options.level, n_replicates=options.replicates, seed=options.seed
    )
    return rows, analysis, about, messages
