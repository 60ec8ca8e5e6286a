"""What models were trained for, as a user writes it: forest 11:1, logistic 0.2."""

import re

import numpy as np

from costdash.core.sample.predictions import ScoredRows
from costdash.intake.errors import IntakeError, shown

HOW = "Write such as forest 11:1, logistic 0.2: a ratio of negatives to positives, or a share"


def read_trained_for(text: str | None, scored: ScoredRows) -> dict[str, float]:
    """PC(+) by model. Raises IntakeError for what cannot be read, and for models without calls.

    >>> rows = ScoredRows(is_positive=np.array([True]), scores={"rf": np.array([0.9])})
    >>> read_trained_for("rf 3:1", rows)
    {'rf': 0.25}
    """
    pcf_of: dict[str, float] = {}
    for part in filter(None, map(str.strip, re.split("[,;]", text or ""))):
        name, _, value = re.sub(r"\s*=\s*", " ", part).rpartition(" ")
        name = name.strip()
        if name not in scored.names:
            raise IntakeError(f"No model is called “{shown(name)}”. {HOW}.")
        pcf = _pcf(value)
        if pcf in pcf_of.values():
            raise IntakeError(f"Two models are trained for {shown(value)}. Leave out one of them.")
        score = scored.scores.get(name)
        if score is not None and not _calls(score[np.isfinite(score)]):
            raise IntakeError(
                f"The scores of {shown(name)} are no probabilities, so it is not known which "
                "threshold it was trained for."
            )
        pcf_of[name] = pcf
    return pcf_of


def _calls(score: np.ndarray) -> bool:
    """Whether scores alone determine the positive calls: two values, or probabilities."""
    return bool((score >= 0).all() and (score <= 1).all()) or np.unique(score).size <= 2


def _pcf(text: str) -> float:
    negatives, colon, positives = text.partition(":")
    try:
        pcf = 1 / (1 + float(negatives) / float(positives)) if colon else float(text)
    except (ValueError, ZeroDivisionError):
        pcf = 0.0
    if not 0 < pcf < 1:
        raise IntakeError(f"“{shown(text)}” is no share or ratio. {HOW}.")
    return pcf
