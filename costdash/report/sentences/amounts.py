"""How a cost is said: in money, or as mistakes while both kinds cost 1.

For how many cases amounts are told: one, 1,000, those of a month, or as many as it takes.
"""

from dataclasses import dataclass

from costdash.core import OperatingPoint
from costdash.wording import DIGITS, count_of, number


@dataclass(frozen=True, slots=True)
class Currency:
    """A symbol, whether it stands after the number ($5, or 5 €), and for how many cases amounts
    are told; basis None: as many as give 10 expected positives.
    """

    symbol: str = "$"
    after: bool = False
    basis: "Basis | None" = None


DOLLAR = Currency()


SAME = 1e-9  # costs closer than this share of the larger are said to be equal


@dataclass(frozen=True, slots=True)
class Basis:
    """How many cases an amount is told for, and in which period they come, if in any.

    Raises ValueError unless cases is positive.
    """

    cases: float
    name: str = ""

    def __post_init__(self):
        if not 0 < self.cases < float("inf"):
            raise ValueError(f"cases must be positive and finite, got {self.cases}")

    @classmethod
    def period(cls, cases: float, name: str = "month") -> "Basis":
        """As many cases as come in one period."""
        return cls(cases, name)

    @classmethod
    def spoken(cls, prior: float) -> "Basis":
        """As many as give 10 expected positives, and at least 1,000."""
        return cls(spoken_cases(prior))

    @property
    def single(self) -> bool:
        """Of one case nobody says that it holds 0.01 positives: rates are told instead."""
        return self.cases == 1 and not self.name

    @property
    def per(self) -> str:
        """In the head of a table: per case, per 1,000, per month."""
        return f"per {self.name or ('case' if self.single else self.count)}"

    @property
    def words(self) -> str:
        """After an amount: per case, per 1,000 cases, per month of 20,000 cases."""
        if self.name:
            return f"per {self.name} of {self.count} {self.noun}"
        return "per case" if self.single else f"per {self.count} cases"

    @property
    def of(self) -> str:
        """Before what happens to them: of 1,000 cases, of 20,000 cases a month, per case."""
        if self.single:
            return "per case"
        return f"of {self.count} {self.noun}" + f" a {self.name}" * bool(self.name)

    @property
    def noun(self) -> str:
        return "case" if self.cases == 1 else "cases"

    @property
    def count(self) -> str:
        return f"{self.cases:,.15g}"

    def amount(self, cost: float, currency: Currency = DOLLAR, digits: int = DIGITS) -> str:
        """A cost per case as money on this basis; a gain where it is below zero.

        >>> THOUSAND.amount(1.36), Basis.period(20_000).amount(-0.0085)
        ('$1,360 per 1,000 cases', '-$170 per month of 20,000 cases')
        """
        return f"{money(self.cases * cost, currency, digits)} {self.words}"


CASE = Basis(1)


THOUSAND = Basis(1000)


@dataclass(frozen=True, slots=True)
class Amounts:
    """Where both costs are 1, as before anybody sets them, expected cost counts mistakes.

    basis: for how many cases amounts are told.
    """

    currency: Currency = DOLLAR
    mistakes: bool = False
    basis: Basis = THOUSAND

    @classmethod
    def at(cls, point: OperatingPoint, currency: Currency = DOLLAR) -> "Amounts":
        basis = currency.basis or Basis.spoken(point.prior)
        return cls(currency, point.cost_fn == point.cost_fp == 1, basis)

    @property
    def cases(self) -> float:
        return self.basis.cases

    @property
    def verb(self) -> str:
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
    """An amount with its symbol; a single decimal becomes two, as prices are written.

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


def spoken_cases(prior: float) -> int:
    """As many cases as a sentence speaks of: 1,000 or the power of ten with 10 positives or more.

    >>> spoken_cases(0.01), spoken_cases(0.006), spoken_cases(0.9)
    (1000, 10000, 1000)
    """
    cases = 1000
    while cases * prior < 10 * (1 - 1e-9):
        cases *= 10
    return cases
