"""Recent scores without labels in a table: the rows are counted by bin where they are."""

from typing import Any

import numpy as np

from costdash.core.folds.prior_estimate import BinnedScores, ScoreBins, score_bins
from costdash.core.sample.predictions import Predictions
from costdash.intake.columns.levels import matching, value_text
from costdash.intake.engines.columns import LabelledTable, distinct_values
from costdash.intake.engines.expressions import as_float, as_whole, double, is_gap, single_row
from costdash.intake.rows.recent import no_recent_rows, without_label


def recent_counts(
    prepared: LabelledTable, where: str, scored: Predictions, negated: dict[str, bool]
) -> dict[str, BinnedScores]:
    """How many rows without a label, and with a value in a column, lie in each bin of the scores.

    where: COL=VALUE. scored: the rows with a label, as they were counted. negated: of negated
    models whether their scores are 1 - score. Raises IntakeError if there are no such rows.
    """
    name, value = without_label(where, prepared.sample.names)
    rows, label = prepared.table.rows, prepared.table.rows[str(prepared.roles.label)]
    raw = distinct_values(prepared.table, name)["value"].to_pylist()
    texts = {value_text(each): each for each in raw if each is not None}
    text = matching(value, list(texts))
    if text is None:
        raise no_recent_rows(name, value, list(texts))
    labelled = label.isin(prepared.labelled).ifelse(1, 0).fill_null(0)
    chosen = rows.filter((rows[name] == texts[text]) & (labelled == 0))
    bins = {model: score_bins(scored, model) for model in scored.scores}
    sums: dict[str, Any] = {"rows": chosen.count()}
    for i, (model, of_model) in enumerate(bins.items()):
        score = as_float(chosen[model])
        if model in negated:
            score = 1 - score if negated[model] else -score
        sums |= _sums(i, score, of_model)
    found = single_row(chosen.aggregate(**sums))
    if not found["rows"]:
        raise no_recent_rows(name, value, list(texts))
    return {model: _binned(i, found, bins[model]) for i, model in enumerate(bins)}


def _sums(i: int, score: Any, bins: ScoreBins) -> dict[str, Any]:
    """How many finite scores there are, reach each edge, and lie outside of the ends."""
    usable = as_whole(is_gap(score)) == 0
    reached = {
        f"reached{i}_{j}": as_whole(usable & (score >= double(edge))).sum()
        for j, edge in enumerate(bins.edges)
    }
    outside = usable & ((score < double(bins.low)) | (score > double(bins.high)))
    return {f"usable{i}": as_whole(usable).sum(), f"outside{i}": as_whole(outside).sum()} | reached


def _binned(i: int, found: dict[str, Any], bins: ScoreBins) -> BinnedScores:
    reached = [found[f"usable{i}"], *(found[f"reached{i}_{j}"] for j in range(bins.edges.size))]
    rows = np.array([int(n or 0) for n in [*reached, 0]], dtype=float)
    return BinnedScores(rows[:-1] - rows[1:], int(found[f"outside{i}"] or 0))
