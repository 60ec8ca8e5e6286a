"""All numbers as one JSON text, for the command line and for the page."""

import json
from dataclasses import replace

from costdash.core.compare.compare import MOST_MODELS
from costdash.report.derived import Rows
from costdash.report.json.contract import Ask, as_json
from costdash.report.json.prior import prior_fields
from costdash.report.source import Source
from costdash.report.tables.multiclass import with_classes


def whole_json(rows: Rows, ask: Ask, source: Source, crossfit: bool = False) -> str:
    """The contract of `costdash analyse` as text; crossfit: costs of choosing on other folds.

    Raises ValueError where the folds do not allow that.
    """
    told = _told(rows, ask, source, crossfit)
    if source.multiclass:
        # Names and a prior that is the file's are of the class that is positive.
        every = replace(ask, names=None, estimated_prior=False)
        key = repr(every), crossfit
        others = rows.other_classes(key, lambda one: _told(one, every, source, crossfit))
        told = with_classes(told, others, source.multiclass)
    return json.dumps(told, allow_nan=False, indent=1) + "\n"


def _told(rows: Rows, ask: Ask, source: Source, crossfit: bool) -> dict:
    names = ask.shown(rows.analysis)
    compared = rows.comparisons(names, rows.analysis.level, MOST_MODELS, ask.pcfs)
    fits = rows.crossfits(names) if crossfit else None
    said = source.label, source.positive, [*source.messages]
    told = as_json(rows.analysis, ask, *said, compared, rows.folds(), fits)
    return prior_fields(told, rows.analysis, ask.point, names) if ask.estimated_prior else told
