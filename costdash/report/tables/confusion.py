"""The confusion matrix that a rule is expected to give: words, counts and costs."""

from dataclasses import dataclass

from costdash.core import Call, OperatingPoint
from costdash.report.sentences.amounts import DOLLAR, Amounts, CaseUnit, Currency
from costdash.wording import digits_apart, number


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its word, expected count and cost, and both as text.

    cost_text: "" if the cell costs nothing or amounts are numbers of mistakes.
    """

    word: str
    count: float
    cost: float
    text: str
    cost_text: str

    @property
    def label(self) -> str:
        """One cell for a screen reader: found, 8.3; missed, 1.7, $680."""
        return ", ".join(filter(None, [self.word, self.text, self.cost_text]))


@dataclass(frozen=True, slots=True)
class Confusion:
    """The expected cells among `cases` cases, with the actual classes as rows.

    of: the number of cases in words.
    """

    cases: float
    of: str
    positives: str
    negatives: str
    found: Cell
    missed: Cell
    false_alarm: Cell
    left_alone: Cell


def confusion(
    call: Call, point: OperatingPoint, cases: float | None = None, currency: Currency = DOLLAR
) -> Confusion:
    """The expected cells of `call` at `point` among `cases` cases (default: the decision's)."""
    amounts = Amounts.at(point, currency)
    unit = amounts.case_unit if cases is None else CaseUnit(cases)
    cases = unit.cases
    positives, negatives = cases * point.prior, cases * (1 - point.prior)

    def cell(word: str, whole: float, share: float, cost: float = 0.0) -> Cell:
        count = whole * share
        text = number(count, digits_apart(count, whole))
        total = count * cost
        cost_text = amounts.bare(total) if total and not amounts.mistakes else ""
        return Cell(word, count, total, text, cost_text)

    return Confusion(
        cases=cases,
        of=unit.of,
        positives=f"positive, {number(positives)}",
        negatives=f"negative, {number(negatives)}",
        found=cell("found", positives, call.tpr),
        missed=cell("missed", positives, 1 - call.tpr, point.cost_fn),
        false_alarm=cell("false alarm", negatives, call.fpr, point.cost_fp),
        left_alone=cell("left alone", negatives, 1 - call.fpr),
    )
