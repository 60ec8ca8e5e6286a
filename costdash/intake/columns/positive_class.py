"""Which value of the label is positive, and why."""

from dataclasses import dataclass

import pyarrow as pa

from costdash.intake.columns.levels import Levels, levels
from costdash.intake.errors import listed, shown
from costdash.wording import counted

POSITIVE = (
    "true t yes y pos positive + present event case fraud fraudulent spam default defaulted "
    "malignant sick ill disease diseased churn churned hit relevant positives abnormal anomaly "
    "attack tested_positive"
)
NEGATIVE = (
    "0 -1 false f no n neg negative - absent control legit legitimate ham benign healthy normal "
    "none nonfraud non-fraud genuine negatives irrelevant tested_negative"
)
LISTED = 50  # values offered for choice


@dataclass(frozen=True, slots=True)
class Positive:
    """value is None where none could be found; sure is whether nobody need be asked."""

    value: str | None
    reason: str
    sure: bool


def label_levels(column: pa.ChunkedArray) -> tuple[Levels, list[str]]:
    """Values of a label column; those that differ in case only are taken as one, and told."""
    found = levels(column)
    folded: dict[str, list[str]] = {}
    for text in found.texts:
        folded.setdefault(text.casefold(), []).append(text)
    if len(folded) == len(found.texts):
        return found, []
    merged = {text: group[0] for group in folded.values() for text in group}
    texts = list(dict.fromkeys(merged.values()))
    to = [texts.index(merged[text]) for text in found.texts]
    variants = listed(text for group in folded.values() if len(group) > 1 for text in group)
    note = f"Labels that differ only in capital letters were taken as one: {variants}."
    codes = found.codes.copy()
    for old, new in enumerate(to):
        codes[found.codes == old] = new
    return Levels(codes, texts), [note]


def guess_positive(found: Levels) -> Positive:
    """The rule: a word for positive, else the greater of two numbers, else the rarer value."""
    texts, counts = found.texts, found.counts
    if len(texts) > 2:
        values = listed(texts[:LISTED])
        question = f"The label has {len(texts):,} values ({values}). Which one is positive?"
        return Positive(None, question, sure=False)
    if len(texts) < 2:
        return Positive(texts[0] if texts else None, "It is the only value of the label.", True)
    positive, negative = POSITIVE.split(), NEGATIVE.split()
    for value, other in (texts, texts[::-1]):
        is_word, other_is_not = value.casefold() in positive, other.casefold() in negative
        if (is_word and other.casefold() not in positive) or (
            other_is_not and value.casefold() not in negative
        ):
            word, means = (value, "positive") if is_word else (other, "negative")
            why = f"“{shown(word)}” usually means {means}"
            return Positive(value, f"“{shown(value)}” is positive because {why}.", sure=True)
    try:
        value = max(texts, key=float)
        return Positive(
            value,
            f"“{shown(value)}” was taken as positive because it is the greater of two numbers. "
            "Is that right?",
            sure=False,
        )
    except ValueError:
        value = min(texts, key=lambda text: counts[text])
    return Positive(
        value,
        f"“{shown(value)}” was taken as positive because it is the rarer value "
        f"({counted(counts[value], 'row')}). Is that right?",
        sure=False,
    )
