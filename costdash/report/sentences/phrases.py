"""Phrases: pieces of a sentence with a role, and phrases for the outcome of a rule.

The page emphasises phrases by role. `assets/text/decision.js` words them alike while a slider
moves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor

from costdash.core import Call, OperatingPoint
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.wording import MINUS, number, percent

FEWER = "fewer than 1"
FEWEST_WHOLE = 10  # expected positives from which numbers of cases are whole
SIZES = ((1e9, 1e9, "B"), (1e6, 1e6, "M"), (1e4, 1e3, "k"))  # from which amounts are brief
INCOMPARABLE = (
    "Scores of different models need not be on one scale: 0.5 of one may mean another risk than "
    "0.5 of another."
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a sentence, including the spaces around it.

    role: which name or number the text is: aim (of a criterion), model, threshold, positives,
    finds, alarms, cost, low, high, saving, against-today, prior, cost-fn or cost-fp; None for
    fixed words.
    """

    text: str
    role: str | None = None


def text_of(phrases: Iterable[Phrase]) -> str:
    """The phrases joined to plain text."""
    return "".join(phrase.text for phrase in phrases)


def ofcases_text(prior: float, amounts: Amounts) -> list[Phrase]:
    """Of 1,000 cases, 10 are positive. Nothing if the unit is one case."""
    unit = amounts.case_unit
    if unit.is_single_case:
        return []
    positives = unit.cases * prior
    text = cases_text(positives, positives)
    return [
        Phrase(f"O{unit.of[1:]}, "),
        Phrase(text, "positives"),
        Phrase(" is positive. " if text == "1" else " are positive. "),
    ]


def outcome(fpr: float, tpr: float, prior: float, amounts: Amounts) -> list[Phrase]:
    """Of 1,000 cases, 10 are positive. This finds 8 of them and raises 51 false alarms."""
    return [*ofcases_text(prior, amounts), *finds(fpr, tpr, prior, amounts)]


def finds(fpr: float, tpr: float, prior: float, amounts: Amounts) -> list[Phrase]:
    """This finds 8 of them and raises 51 false alarms; as shares if the unit is one case."""
    if amounts.case_unit.is_single_case:
        return [
            Phrase("This finds "),
            Phrase(percent(tpr), "finds"),
            Phrase(" of positives and flags "),
            Phrase(percent(fpr), "alarms"),
            Phrase(" of negatives."),
        ]
    positives = amounts.cases * prior
    if fpr == tpr == 0:
        return [Phrase("This finds "), Phrase("none", "finds"), Phrase(" of them.")]
    caught = "all" if tpr == 1 else cases_text(positives * tpr, positives)
    alarms = cases_text(amounts.cases * (1 - prior) * fpr, positives)
    return [
        Phrase("This finds "),
        Phrase({"0": "none"}.get(caught, caught), "finds"),
        Phrase(" of them and raises "),
        Phrase({"0": "no"}.get(alarms, alarms), "alarms"),
        Phrase(" false alarm." if alarms in ("1", FEWER) else " false alarms."),
    ]


def cases_text(x: float, positives: float) -> str:
    """A number of cases, whole unless fewer than 10 positives are expected.

    >>> cases_text(45.7, 60), cases_text(0.3, 60), cases_text(12345.6, 60), cases_text(0.75, 2)
    ('46', 'fewer than 1', '12,346', '0.75')
    """
    if positives < FEWEST_WHOLE * (1 - 1e-9) or x >= 1e15:
        return number(x)
    whole = floor(x + 0.5)
    return FEWER if x and not whole else f"{whole:,}"


def brief_amount(x: float, amounts: Amounts, beside: float = 0.0) -> str:
    """An amount for a small space, in the unit of a larger amount beside it: $58.2k.

    >>> brief_amount(58_189, Amounts()), brief_amount(-1_436_000, Amounts()).replace(MINUS, "-")
    ('$58.2k', '-$1.44M')
    >>> brief_amount(5_000, Amounts()), brief_amount(5_000, Amounts(), beside=10_000)
    ('$5,000', '$5k')
    """
    largest = max(abs(x), abs(beside))
    scale = next(((size, unit) for least, size, unit in SIZES if largest >= least), None)
    if scale is None or x == 0:
        return amounts.bare(x)
    text = f"{number(abs(x) / scale[0])}{scale[1]}"
    if not amounts.mistakes:
        text = amounts.currency.written(text)
    return f"{MINUS}{text}" if x < 0 else text


def positives_found_words(call: Call, point: OperatingPoint, currency: Currency = DOLLAR) -> str:
    """Finds 46 of 60 cases, $41.2k of $57k; "" unless cases have costs of their own."""
    amounts = Amounts.at(point, currency)
    if call.in_cases is None or call.call != "some" or amounts.mistakes:
        return ""
    if amounts.case_unit.is_single_case:
        return ""
    positives = amounts.cases * point.prior
    caught, whole = (cases_text(positives * share, positives) for share in (call.in_cases[1], 1.0))
    total = amounts.cases * point.prior * point.cost_fn
    money = [brief_amount(total * share, amounts, total) for share in (call.tpr, 1.0)]
    return f"Finds {caught} of {whole} cases, {money[0]} of {money[1]}"


def per_case(amounts: Amounts) -> list[Phrase]:
    """After an amount per single case: " per case"; nothing for other units."""
    return [Phrase(" per case")] if amounts.case_unit.is_single_case else []
