"""Costs per case, per 1,000 cases or per period."""

from dataclasses import dataclass

from costdash.report.numbers import DIGITS, DOLLAR, Currency, money


@dataclass(frozen=True, slots=True)
class Basis:
    """How many cases an amount is told for, and how that is said.

    Raises ValueError unless cases is positive.
    """

    cases: float
    words: str

    def __post_init__(self):
        if not 0 < self.cases < float("inf"):
            raise ValueError(f"cases must be positive and finite, got {self.cases}")

    @classmethod
    def period(cls, cases: float, name: str = "month") -> "Basis":
        """As many cases as come in one period."""
        return cls(cases, f"per {name} of {cases:,.0f} case{'s' if cases != 1 else ''}")

    def amount(self, cost: float, currency: Currency = DOLLAR, digits: int = DIGITS) -> str:
        """A cost per case as money on this basis; a gain where it is below zero.

        >>> THOUSAND.amount(1.36), Basis.period(20_000).amount(-0.0085)
        ('$1,360 per 1,000 cases', '-$170 per month of 20,000 cases')
        """
        return f"{money(self.cases * cost, currency, digits)} {self.words}"


CASE = Basis(1, "per case")
THOUSAND = Basis(1000, "per 1,000 cases")
