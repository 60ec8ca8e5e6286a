"""Which value of the label is the positive class, and why."""

from dataclasses import dataclass

from costdash.intake.columns.levels import Levels
from costdash.intake.columns.vocabulary import words
from costdash.intake.errors import listed, shown
from costdash.wording import counted

POSITIVE = words(
    "true t yes y pos positive + present event case fraud fraudulent spam default defaulted "
    "malignant sick ill disease diseased churn churned hit relevant positives abnormal anomaly "
    "attack tested_positive"
)
NEGATIVE = words(
    "0 -1 false f no n neg negative - absent control legit legitimate ham benign healthy normal "
    "none nonfraud non-fraud genuine negatives irrelevant tested_negative"
)
LISTED = 50  # values offered for choice


@dataclass(frozen=True, slots=True)
class Positive:
    """value is None where none was found; sure means that the user need not be asked."""

    value: str | None
    reason: str
    certain: bool


def guess_positive(levels: Levels) -> Positive:
    """The rule: a word for positive, else the greater of two numbers, else the rarer value."""
    texts = levels.texts
    if len(texts) > 2:
        values = listed(texts[:LISTED])
        question = f"The label has {len(texts):,} values ({values}). Which one is positive?"
        return Positive(None, question, certain=False)
    if len(texts) < 2:
        return Positive(texts[0] if texts else None, "It is the only value of the label.", True)
    return _by_word(texts) or _by_size(levels)


def _by_word(texts: list[str]) -> Positive | None:
    """The value whose own word means positive, or whose counterpart's word means negative."""
    for value, other in (texts, texts[::-1]):
        is_word, other_is_negative = value.casefold() in POSITIVE, other.casefold() in NEGATIVE
        if (is_word and other.casefold() not in POSITIVE) or (
            other_is_negative and value.casefold() not in NEGATIVE
        ):
            word, means = (value, "positive") if is_word else (other, "negative")
            why = f"“{shown(word)}” usually means {means}"
            return Positive(value, f"“{shown(value)}” is positive because {why}.", certain=True)
    return None


def _by_size(levels: Levels) -> Positive:
    counts = levels.counts
    try:
        value = max(levels.texts, key=float)
        why = "it is the greater of two numbers"
    except ValueError:
        value = min(levels.texts, key=counts.__getitem__)
        why = f"it is the rarer value ({counted(counts[value], 'row')})"
    reason = f"“{shown(value)}” was taken as positive because {why}. Is that right?"
    return Positive(value, reason, certain=False)
