"""What more labels are worth, and how many tell two models apart, in words."""

from collections.abc import Sequence

from costdash.core.compare.label_value import FEWEST, LabelOptions, LabelValue, MoreLabels
from costdash.core.compare.sample_size import RowsToDetect
from costdash.report.sentences.amounts import Amounts
from costdash.wording import number, percent

TOO_FEW = f"Too few to say what more labels are worth: it takes {FEWEST} cases of each class."
LITTLE = 0.005  # of the cost: a value below it is not worth a sentence with an amount
VALUE_DIGITS, WHOLE_DIGITS = 2, 15
MOST_TIMES = 10  # the rows of the file: for more, the file says little
FAR = " That is many more than the file has: a rough guess."
SAME_CALLS = "They make the same calls: nothing to show."


def value_sentence(value: LabelValue | None, cost: float, amounts: Amounts) -> str:
    """What as many labels again would save; cost: per case, of the recommended rule."""
    if value is None:
        return TOO_FEW
    rows, positives = value.of_as_many, value.of_as_many_positives
    per = amounts.case_unit.per
    if max(rows, positives) < LITTLE * cost:
        most = amounts.bare(amounts.cases * value.evpi)
        return f"More labels would hardly change the cost: by {most} {per} at most."
    return (
        f"More labels: {about(value.rows)} more cases like these would save about "
        f"{amounts.bare(amounts.cases * rows)} {per}; {about(value.positives)} more positives "
        f"alone about {amounts.bare(amounts.cases * positives)}."
    )


def typed_value_sentence(value: LabelValue | None, more: float, amounts: Amounts) -> str:
    """What so many more cases of the file's mix would save.

    An expectation over what the labels may show: it has no interval.
    """
    if value is None:
        return TOO_FEW
    saved = amounts.bare(amounts.cases * value.of_rows(more), VALUE_DIGITS)
    far = FAR if more > MOST_TIMES * value.rows else ""
    return (
        f"{number(more, WHOLE_DIGITS)} more cases like these would save about {saved} "
        f"{amounts.case_unit.per}, on average over what they may show.{far}"
    )


def worth_sentence(
    worth: MoreLabels | None, mix: MoreLabels | None, options: LabelOptions, amounts: Amounts
) -> str:
    """The number of labels that is worth its price, and the best mix of the classes."""
    assert options.price is not None
    price = f"At {amounts.bare(options.price)} a label"
    months = f"{options.months:,.15g} month{'' if options.months == 1 else 's'}"
    if worth is None and mix is None:
        return f"{price}, no number of labels is worth its price over {months}."
    if worth is None:
        first = f"more cases like these are not worth their price over {months}"
    else:
        first = (
            f"{about(worth.rows)} more cases like these save about {amounts.bare(worth.value)} "
            f"over {months} after their price"
        )
    second = f"; {_mix(mix)} save about {amounts.bare(mix.value)} after theirs" if mix else ""
    return f"{price}, {first}{second}."


def _mix(mix: MoreLabels) -> str:
    """As many positives and negatives as pay most."""
    negatives = mix.rows - mix.positives
    if negatives < 1:
        return f"{about(mix.positives)} positives alone"
    return f"{about(mix.positives)} positives and {about(negatives)} negatives"


def detect_sentence(
    pair: tuple[str, str], found: RowsToDetect | None, options: LabelOptions, amounts: Amounts
) -> str:
    """How many labelled cases show the difference of two models."""
    assert options.effect is not None
    a, b = pair
    if found is None:
        return f"{a} and {b}: {SAME_CALLS[0].lower()}{SAME_CALLS[1:]}"
    effect = amounts.bare(amounts.cases * found.effect)
    text = (
        f"To show that {a} or {b} is cheaper by {percent(options.effect)} ({effect} "
        f"{amounts.case_unit.per}), label {about(found.rows)} cases in this file's mix, "
        f"{about(found.positives)} of them positive"
    )
    if found.best_positives is not None and found.best_negatives is not None:
        text += (
            f", or {about(found.best_positives)} positives and "
            f"{about(found.best_negatives)} negatives"
        )
    return f"{text}. This file would show it with a chance of {percent(found.power_now)}."


def detect_lead(share: float, effect: float, amounts: Amounts) -> str:
    """What the numbers of cases are for; share, effect: of the dearer model's cost, per case."""
    return (
        f"To show that either is cheaper by {percent(share)} of the dearer's cost "
        f"({amounts.bare(amounts.cases * effect)} {amounts.case_unit.per}), label"
    )


def detect_rest(found: Sequence[tuple[float, RowsToDetect]], power: float, level: float) -> str:
    """What this file would show of the first share, and the cases that the smaller shares need."""
    (share, first), *smaller = found
    needs = [_needs(other, rows) for other, rows in smaller]
    return (
        f"This file would show {percent(share)} with a chance of {percent(first.power_now, 2)}. "
        f"{', '.join(needs)}. Counted for a chance of {percent(power)} at {percent(level)}."
    )


def _needs(share: float, found: RowsToDetect) -> str:
    text = f"{percent(share)} needs {about(found.rows)} cases"
    if found.best_positives is None or found.best_negatives is None:
        return text
    return f"{text} ({about(found.best_positives + found.best_negatives)} in the best mix)"


def about(cases: float) -> str:
    """A number of cases with three digits."""
    return number(round(cases))


def settle_sentence(found: RowsToDetect | None, rows: int, power: float) -> str:
    """How many more labelled cases would settle a gate that fails; rows: of the file."""
    if found is None:
        return ""
    chance = f"a chance of {percent(power)}, if both cost the same"
    if found.rows <= rows:
        return f"As many cases as these show it with {chance}: more need not help."
    text = f"About {about(found.rows - rows)} more cases like these would show it with {chance}"
    if found.best_positives is not None and found.best_negatives is not None:
        text += (
            f"; in the best mix it takes {about(found.best_positives)} positives and "
            f"{about(found.best_negatives)} negatives in all"
        )
    return f"{text}."
