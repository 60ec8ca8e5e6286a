"""The ledger of a rule: count times price is the amount, and the amounts add up to the total."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from costdash.core import Call, OperatingPoint
from costdash.report.sentences.amounts import DOLLAR, Amounts, CaseUnit, Currency
from costdash.report.tables.table import Table
from costdash.wording import number

TRIED = (3, 4, 5)  # significant digits of the total at which the parts may add up
OTHERWISE = 4  # where they never do, the larger part takes the rest
MOST_DIGITS = 12  # of a price
MOST_DECIMALS = 12  # of a count
WIDE = Context(prec=80)  # sums and products of doubles within the bounds of costs are exact


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its word, the expected number of cases and its cost; the same as text.

    price, amount: "" for what costs nothing, and where amounts are numbers of mistakes.
    """

    word: str
    cases: float
    cost: float
    count: str
    price: str = ""
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The expected outcomes of a rule among a number of cases, and their cost.

    of, per: the number of cases in words. total: as text, the sum of the amounts as printed.
    """

    cases: float
    of: str
    per: str
    found: Entry
    missed: Entry
    false_alarms: Entry
    left_alone: Entry
    total: str

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Found, missed, false alarms, correctly left alone."""
        return self.found, self.missed, self.false_alarms, self.left_alone


@dataclass(frozen=True, slots=True)
class RoundedSum:
    """Parts and their total, rounded to multiples of 10 to the power `place`; they add up."""

    parts: tuple[Decimal, ...]
    total: Decimal
    place: int


def ledger(
    call: Call, point: OperatingPoint, cases: float | None = None, currency: Currency = DOLLAR
) -> Ledger:
    """The ledger of `call` at `point` for `cases` cases (default: those of the decision)."""
    amounts = Amounts.at(point, currency)
    unit = amounts.case_unit if cases is None else CaseUnit(cases)
    positives, negatives = unit.cases * point.prior, unit.cases * (1 - point.prior)
    missed, alarms = positives * (1 - call.tpr), negatives * call.fpr
    printed = rounded_sum([missed * point.cost_fn, alarms * point.cost_fp])

    def entries(
        good: str, bad: str, whole: float, wrong: float, price: float, k: int
    ) -> list[Entry]:
        """The line of the right calls and that of the wrong ones, with equal decimals."""
        amount = printed.parts[k]
        decimals = _decimals(wrong, price, amount, printed.place)
        right = Entry(good, whole - wrong, 0.0, _fixed(whole - wrong, decimals))
        count, cost = _fixed(wrong, decimals), wrong * price
        if amounts.mistakes:
            return [right, Entry(bad, wrong, cost, count)]
        paid = amounts.bare(float(amount), _digits(amount))
        return [right, Entry(bad, wrong, cost, count, amounts.bare(price, MOST_DIGITS), paid)]

    found, lost = entries("Found", "Missed", positives, missed, point.cost_fn, 0)
    spared, alarm = entries(
        "Correctly left alone", "False alarms", negatives, alarms, point.cost_fp, 1
    )
    total = amounts.total(float(printed.total), _digits(printed.total))
    return Ledger(unit.cases, unit.of, unit.words, found, lost, alarm, spared, total)


def ledger_table(entries: Ledger, title: str) -> Table:
    """The ledger as a table; the total is its last row. title: which rule it is of."""
    title = f"{title}, {entries.of}"
    rows = tuple((one.word, one.count, one.price, one.amount) for one in entries.entries)
    if any(one.price for one in entries.entries):
        head = ("Outcome", "cases", "cost each", "cost")
        return Table(title, head, (*rows, ("Total", "", "", entries.total)))
    total = ("Missed and false alarms", entries.total)
    return Table(title, ("Outcome", "cases"), (*(row[:2] for row in rows), total))


def rounded_sum(parts: Sequence[float]) -> RoundedSum:
    """Parts and their total, rounded to one decimal place, such that the parts add up.

    The place is that of the fewest of 3, 4 and 5 significant digits of the total at which they
    do; else that of 4 digits, and the largest part takes what is left.

    >>> rounded = rounded_sum([57_184.6, 29_509.2])
    >>> [f"{part:,f}" for part in rounded.parts], f"{rounded.total:,f}"
    (['57,200', '29,500'], '86,700')
    """
    exact = [Decimal(part) for part in parts]
    with localcontext(WIDE):
        whole = sum(exact, Decimal(0))
        for digits in TRIED:
            place = _place(whole, digits)
            printed, total = [_at(part, place) for part in exact], _at(whole, place)
            if sum(printed) == total:
                return RoundedSum(tuple(printed), total, place)
        place = _place(whole, OTHERWISE)
        printed, total = [_at(part, place) for part in exact], _at(whole, place)
        printed[exact.index(max(exact))] += total - sum(printed)
        return RoundedSum(tuple(printed), total, place)


def _decimals(count: float, price: float, amount: Decimal, place: int) -> int:
    """The fewest decimals at which the printed count times the price rounds to the amount."""
    with localcontext(WIDE):
        for decimals in range(MOST_DECIMALS):
            if _at(_at(Decimal(count), -decimals) * Decimal(price), place) == amount:
                return decimals
    return MOST_DECIMALS


def _place(x: Decimal, digits: int) -> int:
    """The power of ten of the last of `digits` significant digits of x, as rounding leaves it."""
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).plus(x)
    return rounded.adjusted() - digits + 1 if rounded else 0


def _at(x: Decimal, place: int) -> Decimal:
    """x rounded half up to a multiple of ten to the power `place`, without an exponent."""
    unit = Decimal(1).scaleb(place)
    return Decimal(f"{(x / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit:f}")


def _fixed(x: float, decimals: int) -> str:
    """A count with this many decimals, without trailing zeros."""
    with localcontext(WIDE):
        rounded = _at(Decimal(x), -decimals)
    return number(float(rounded), _digits(rounded))


def _digits(x: Decimal) -> int:
    """Significant digits that print x in full."""
    return max(len(x.as_tuple().digits), 1)
