"""The prior from recent scores: `--unlabelled`, `--unlabelled-where` and `--prior estimated`."""

import argparse
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

from costdash.cli.files import why_unreadable
from costdash.core import Analysis
from costdash.core.folds.prior_estimate import PriorEstimate, estimate_prior
from costdash.core.sample.predictions import ScoredRows
from costdash.intake.api import read_recent_counts
from costdash.intake.columns.roles import Roles
from costdash.intake.rows.recent import recent_rows, recent_scores
from costdash.report.api import Options
from costdash.report.sentences.recent import broken_sentence, estimate_fields


def recent_prior(
    options: argparse.Namespace, given: Options, scored: ScoredRows, about: dict[str, Any]
) -> PriorEstimate | None:
    """The estimate to use, or None; its fields go into `about`, with those of an unused one.

    Raises ValueError if the prior is to be estimated and cannot be.
    """
    path, where = options.unlabelled, options.unlabelled_where
    asked = given.prior is not None and isnan(given.prior)
    if path is None and where is None:
        if asked:
            raise ValueError("--prior estimated needs recent scores: --unlabelled FILE.")
        return None
    if sentence := path and why_unreadable(path):
        raise ValueError(sentence)
    roles = Roles.of(about["roles"])
    rows, recent = scored.complete(given.models_together), dict[str, Any]()
    if path is not None:
        recent |= recent_scores(Path(path), roles, scored)
    elif options.file is not None:
        recent |= recent_rows(Path(options.file), where, roles, scored)
    else:
        recent |= read_recent_counts(options.table, where, rows, about)
    found = estimate_prior(rows, recent, level=given.level, seed=given.seed)
    used = asked and found[0].fits
    about["prior_estimate"] = estimate_fields(found, used)
    if asked and not used:
        raise ValueError(broken_sentence(about["prior_estimate"]))
    return found[0] if used else None


def with_recent_prior(analysis: Analysis, estimate: PriorEstimate | None) -> Analysis:
    """The analysis whose intervals count the error of the estimate."""
    return analysis if estimate is None else replace(analysis, recent_prior=estimate)


def with_estimate(given: Options, about: dict[str, Any]) -> Options:
    """The options at the estimated prior, if it is used."""
    fields = about.get("prior_estimate", {"used": False})
    if not fields["used"]:
        return given
    return replace(given, prior=fields["value"], estimated_prior=True)
