"""For how many cases amounts are told: one, 1,000, those of a month, or as many as it takes."""

from dataclasses import dataclass

from costdash.wording import DIGITS, DOLLAR, Currency, money, spoken_cases


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
