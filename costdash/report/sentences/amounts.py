"""How a cost is said: in money, or as mistakes while both kinds cost 1."""

from dataclasses import dataclass

from costdash.core import OperatingPoint
from costdash.report.sentences.basis import THOUSAND, Basis
from costdash.wording import DIGITS, DOLLAR, Currency, count_of, money, number

SAME = 1e-9  # costs closer than this share of the larger are said to be equal


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
