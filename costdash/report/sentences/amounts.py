"""Amounts of money or mistakes as text, and the number of cases that an amount refers to.

An amount is money in the user's currency, or a number of mistakes while both costs are 1. It
refers to one case, 1,000 cases, the cases of a month, or as many as give 10 positives.
"""

from dataclasses import dataclass

from costdash.core import OperatingPoint
from costdash.wording import DIGITS, count_of, number

EQUAL_COSTS = 1e-9  # costs that differ by less than this share of the larger count as equal


@dataclass(frozen=True, slots=True)
class CaseUnit:
    """The number of cases that amounts refer to, and the period in which they come, if any.

    Raises ValueError unless `cases` is positive and finite.
    """

    cases: float
    period: str = ""

    def __post_init__(self) -> None:
        if not 0 < self.cases < float("inf"):
            raise ValueError(f"cases must be positive and finite, got {self.cases}")

    @classmethod
    def per_period(cls, cases: float, period: str = "month") -> "CaseUnit":
        """The cases of one period."""
        return cls(cases, period)

    @classmethod
    def readable(cls, prior: float) -> "CaseUnit":
        """As many cases as give 10 expected positives, and at least 1,000."""
        return cls(readable_cases(prior))

    @property
    def is_single_case(self) -> bool:
        """One case: sentences then state rates, because "0.01 positives" of a case is no help."""
        return self.cases == 1 and not self.period

    @property
    def per(self) -> str:
        """Short, for the head of a table: per case, per 1,000, per month."""
        return f"per {self.period or ('case' if self.is_single_case else self.count)}"

    @property
    def words(self) -> str:
        """In full, after an amount: per case, per 1,000 cases, per month of 20,000 cases."""
        if self.period:
            return f"per {self.period} of {self.count} {self.noun}"
        return "per case" if self.is_single_case else f"per {self.count} cases"

    @property
    def of(self) -> str:
        """Before a statement: of 1,000 cases, of 20,000 cases a month, per case."""
        if self.is_single_case:
            return "per case"
        return f"of {self.count} {self.noun}" + (f" a {self.period}" if self.period else "")

    @property
    def noun(self) -> str:
        """case or cases."""
        return "case" if self.cases == 1 else "cases"

    @property
    def count(self) -> str:
        """The number of cases as text."""
        return f"{self.cases:,.15g}"

    def amount(self, cost: float, currency: "Currency | None" = None, digits: int = DIGITS) -> str:
        """`cost`, which is per case, as money for this many cases; a negative cost is a gain.

        >>> THOUSAND.amount(1.36), CaseUnit.per_period(20_000).amount(-0.0085)
        ('$1,360 per 1,000 cases', '-$170 per month of 20,000 cases')
        """
        return f"{money(self.cases * cost, currency or DOLLAR, digits)} {self.words}"


@dataclass(frozen=True, slots=True)
class Currency:
    """A symbol, its place (`after` the number: 5 €; else $5), and the unit of amounts.

    case_unit: None for as many cases as give 10 expected positives.
    """

    symbol: str = "$"
    after: bool = False
    case_unit: CaseUnit | None = None


DOLLAR = Currency()
CASE = CaseUnit(1)
THOUSAND = CaseUnit(1000)


@dataclass(frozen=True, slots=True)
class Amounts:
    """How to print amounts: the currency, the unit, and whether they are numbers of mistakes.

    Expected cost counts mistakes while both costs are 1, which they are until the user sets them.
    """

    currency: Currency = DOLLAR
    mistakes: bool = False
    case_unit: CaseUnit = THOUSAND

    @classmethod
    def at(cls, point: OperatingPoint, currency: Currency = DOLLAR) -> "Amounts":
        """The amounts to print at `point`."""
        case_unit = currency.case_unit or CaseUnit.readable(point.prior)
        return cls(currency, point.cost_fn == point.cost_fp == 1, case_unit)

    @property
    def cases(self) -> float:
        """The number of cases that amounts refer to."""
        return self.case_unit.cases

    @property
    def verb(self) -> str:
        """costs (money), or makes (mistakes)."""
        return "makes" if self.mistakes else "costs"

    def bare(self, x: float, digits: int = DIGITS) -> str:
        """$1,360, or 11."""
        return number(x, digits) if self.mistakes else money(x, self.currency, digits)

    def total(self, x: float, digits: int = DIGITS) -> str:
        """$1,360, or 11 mistakes."""
        if self.mistakes:
            return count_of(x, "mistake", digits)
        return self.bare(x, digits)

    def less(self, x: float) -> str:
        """$640 less, or 3 fewer."""
        return f"{self.bare(x)} {'fewer' if self.mistakes else 'less'}"

    def more(self, x: float) -> str:
        """$640 more, or 3 more."""
        return f"{self.bare(x)} more"


def money(x: float, currency: Currency = DOLLAR, digits: int = DIGITS) -> str:
    """An amount with its symbol; one decimal becomes two, as in prices.

    >>> money(1364), money(8.3), money(0.0042), money(-5), money(3, Currency("€", after=True))
    ('$1,360', '$8.30', '$0.0042', '-$5', '3 €')
    """
    text = number(abs(x), digits)
    if text[-2:-1] == ".":
        text += "0"
    sign = "-" if x < 0 else ""
    if currency.after:
        return f"{sign}{text} {currency.symbol}".rstrip()
    return f"{sign}{currency.symbol}{text}"


def readable_cases(prior: float) -> int:
    """1,000, or the smallest larger power of ten that gives 10 expected positives.

    >>> readable_cases(0.01), readable_cases(0.006), readable_cases(0.9)
    (1000, 10000, 1000)
    """
    cases = 1000
    while cases * prior < 10 * (1 - 1e-9):
        cases *= 10
    return cases
