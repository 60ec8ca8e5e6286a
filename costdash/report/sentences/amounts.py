"""Amounts of money or mistakes as text, and the number of cases that an amount refers to.

An amount is money in the user's currency, or a number of mistakes while both costs are 1. It
refers to one case, 1,000 cases, the cases of a month, or as many as give 50 positives.

The ledger of a rule lists them: count times price is the amount. The counts are those of the rule
on the rows; allowances lead from their cost to the total, and the amounts add up as printed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from costdash.core import Allowance, Call, OperatingPoint
from costdash.core.choose.review_zone import Zone
from costdash.typed import DAYS_OF_A_MONTH
from costdash.wording import DIGITS, MINUS, count_of, number, with_minus

READABLE_POSITIVES = 50  # expected among the cases that amounts refer to, unless chosen
EQUAL_COSTS = 1e-9  # costs that differ by less than this share of the larger count as equal
CANDIDATE_DIGITS = (3, 4, 5)  # significant digits of the total at which the parts may add up
OTHERWISE = 4  # where they never do, the larger part takes the rest
PRICE_DIGITS = 12  # of a price
MOST_BESIDE = 5  # digits of an amount beside another
REVIEW_DIGITS = 6  # of the price of a review
MEAN_DIGITS = 4  # of a mean price
MOST_DECIMALS = 12  # of a count
FORM = re.compile(r"(?P<before>\D*)(?P<shown>\d|1(?P<group>[,'\u2019\s]?)000)?(?P<after>\D*)")
CURRENCY_CODE = "[A-Z]{3}"
CURRENCY_SIGN = f"[$€£¥₹]|{CURRENCY_CODE}"  # that a typed amount may have
TYPED_FORM = f"([$€£¥₹]|{CURRENCY_CODE} )5|5 ({CURRENCY_SIGN})"  # 5 as amounts look
WIDE = Context(prec=80)  # sums and products of doubles within the bounds of costs are exact
WHOLE = 1e-9  # a number this close to a whole one, relatively, is one


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
        """As many cases as give 50 expected positives, and at least 1,000."""
        return cls(readable_cases(prior))

    def whole_rate(self, share: float) -> str:
        """A share of the cases as it was typed, if that is a whole number: 100 a day, 200 a month.

        "" where it is none, or the cases are not a month's.

        >>> CaseUnit(3000, "month").whole_rate(0.2 / 3), CaseUnit(3000, "month").whole_rate(0.0123)
        ('200 a month', '')
        """
        if not self.period:
            return ""
        monthly = share * self.cases
        daily = monthly / DAYS_OF_A_MONTH
        if _is_whole(daily):
            return f"{number(daily)} a day"
        return f"{number(monthly)} a month" if _is_whole(monthly) else ""

    def in_brackets(self, share: float) -> str:
        """A share of the cases after its percentage: " (100 a day)", or " (600 a month)" where that
        is a whole number and the other is not; "" unless they are a month's.

        >>> CaseUnit(45_656, "month").in_brackets(0.06667), CaseUnit(1000).in_brackets(0.1)
        (' (100 a day)', '')
        >>> CaseUnit(2000, "month").in_brackets(0.3)
        ' (600 a month)'
        """
        if not self.period:
            return ""
        daily = share * self.cases / DAYS_OF_A_MONTH
        return f" ({self.whole_rate(share) or f'{number(daily)} a day'})"

    @property
    def is_single_case(self) -> bool:
        """The unit of a case: sentences then state rates, since "0.01 positives" helps nobody."""
        return self.cases == 1 and not self.period

    @property
    def per(self) -> str:
        """Short, for the head of a table: per case, per 1,000, per month."""
        return f"per {self.period or ('case' if self.is_single_case else self.count)}"

    @property
    def rate(self) -> str:
        """After an amount that a rule saves: per case, per 1,000 cases, a month."""
        return f"a {self.period}" if self.period else self.words

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
        ('$1,360 per 1,000 cases', '\u2212$170 per month of 20,000 cases')
        """
        return f"{money(self.cases * cost, currency or DOLLAR, digits)} {self.words}"


@dataclass(frozen=True, slots=True)
class Currency:
    """A symbol, its place (`after` the number: 5 €; else $5), and the unit of amounts.

    group: the mark between thousands. case_unit: None for as many cases as give 50 expected
    positives.
    """

    symbol: str = "$"
    after: bool = False
    case_unit: CaseUnit | None = None
    group: str = ","

    @classmethod
    def of(cls, form: str, case_unit: CaseUnit | None = None) -> "Currency":
        """From a symbol, or from 5 or 1000 as amounts should look.

        Raises ValueError for other digits, for other marks and for two symbols.

        >>> [money(-4321, Currency.of(form), 4) for form in ("€", "5 €", "1'000 €", "CHF 1 000")]
        ['\u2212€4,321', '\u22124,321 €', "\u22124'321 €", '\u2212CHF 4 321']
        """
        parts = FORM.fullmatch(form)
        before, group, after = parts.group("before", "group", "after") if parts else ("", None, "")
        after = after.strip()
        symbols = bool(before.strip()) + bool(after)
        if not parts or symbols > 1 or (parts["shown"] and group is None and not symbols):
            raise ValueError(
                "currency must be a symbol, or 1000 as amounts should look, such as 1'000 €, "
                f"got {form!r}"
            )
        return cls(after or before, bool(after), case_unit, "," if group is None else group)

    @property
    def form(self) -> dict[str, str | bool]:
        """How amounts look, for the scripts."""
        return {"symbol": self.symbol, "after": self.after, "group": self.group}

    def written(self, text: str) -> str:
        """The digits of an amount, which have commas, with the symbol."""
        text = text.replace(",", self.group)
        return f"{text} {self.symbol}".rstrip() if self.after else f"{self.symbol}{text}"


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
    def label(self) -> str:
        """Before an amount: Cost per 1,000 cases, or Errors per 1,000 cases."""
        return f"{'Errors' if self.mistakes else 'Cost'} {self.case_unit.words}"

    @property
    def verb(self) -> str:
        """costs (money), or makes (errors)."""
        return "makes" if self.mistakes else "costs"

    def bare(self, x: float, digits: int = DIGITS) -> str:
        """$1,360, or 11."""
        return with_minus(number(x, digits)) if self.mistakes else money(x, self.currency, digits)

    def total(self, x: float, digits: int = DIGITS) -> str:
        """$1,360, or 11 errors."""
        if self.mistakes:
            return count_of(x, "error", digits)
        return self.bare(x, digits)

    def less(self, x: float) -> str:
        """$640 less, or 3 fewer."""
        return f"{self.bare(x)} {'fewer' if self.mistakes else 'less'}"

    def more(self, x: float) -> str:
        """$640 more, or 3 more."""
        return f"{self.bare(x)} more"


def money(x: float, currency: Currency = DOLLAR, digits: int = DIGITS) -> str:
    """An amount with its symbol, to be read; one decimal becomes two, as in prices.

    >>> money(1364), money(8.3), money(0.0042), money(-5), money(3, Currency("€", after=True))
    ('$1,360', '$8.30', '$0.0042', '\u2212$5', '3 €')
    """
    text = number(abs(x), digits)
    if text[-2:-1] == ".":
        text += "0"
    return f"{MINUS if x < 0 else ''}{currency.written(text)}"


def amount_beside(other: float, shown: float, amounts: Amounts) -> str:
    """`other` with the fewest of 3 to 5 digits at which the printed difference from `own` is right.

    >>> amount_beside(144_256, 86_651, Amounts()), amount_beside(240_000, 86_651, Amounts())
    ('$144,300', '$240,000')
    """
    apart = amounts.bare(abs(other - shown))
    for digits in range(DIGITS, MOST_BESIDE + 1):
        if amounts.bare(abs(_rounded(other, digits) - _rounded(shown))) == apart:
            return amounts.bare(other, digits)
    return amounts.bare(other)


def _rounded(x: float, digits: int = DIGITS) -> float:
    return float(number(x, digits).replace(",", ""))


def readable_cases(prior: float) -> int:
    """1,000, or the smallest larger power of ten that gives 50 expected positives.

    With fewer, a ledger counts people with decimals that look like a mark between thousands.

    >>> readable_cases(0.05), readable_cases(0.01), readable_cases(0.9)
    (1000, 10000, 1000)
    """
    cases = 1000
    while cases * prior < READABLE_POSITIVES * (1 - 1e-9):
        cases *= 10
    return cases


@dataclass(frozen=True, slots=True)
class Entry:
    """A line: its word, the expected number of cases and its cost, as numbers and as text. price,
    amount: "" for free outcomes, and where amounts are numbers of mistakes. kind: of an allowance.
    """

    word: str
    cases: float
    cost: float
    count: str
    price: str = ""
    amount: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The expected outcomes of a rule among a number of cases, and their cost.

    of, per: the number of cases in words. label: the name of the total. total: as text, the sum of
    the amounts as printed. allowances: for tuning and for choosing, each unless it prints as 0.
    reviewed: cases that are looked at; None without a review zone.
    """

    cases: float
    of: str
    per: str
    label: str
    positives_found: Entry
    missed: Entry
    false_alarms: Entry
    left_alone: Entry
    total: str
    allowances: tuple[Entry, ...] = ()
    reviewed: Entry | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Found, missed, looked at if some cases are, false alarms, correctly left alone."""
        reviewed = () if self.reviewed is None else (self.reviewed,)
        return self.positives_found, self.missed, *reviewed, self.false_alarms, self.left_alone


@dataclass(frozen=True, slots=True)
class RoundedSum:
    """Parts and their total, rounded to multiples of 10 to the power `place`; they add up."""

    terms: tuple[Decimal, ...]
    total: Decimal
    place: int


def ledger(
    call: Call, point: OperatingPoint, cases: float | None = None, currency: Currency = DOLLAR
) -> Ledger:
    """The ledger of `call` at `point` for `cases` cases (default: the decision's cases)."""
    amounts = Amounts.at(point, currency)
    unit = amounts.case_unit if cases is None else CaseUnit(cases)
    positives, negatives = unit.cases * point.prior, unit.cases * (1 - point.prior)
    fpr, tpr = call.case_rates
    missed, alarms = positives * (1 - tpr), negatives * fpr
    costs = [positives * (1 - call.tpr) * point.cost_fn, negatives * call.fpr * point.cost_fp]
    if call.zone is not None:
        costs.append(unit.cases * call.review_cost)
    prices = point.cost_fn, point.cost_fp
    if call.in_cases:  # the mean cost of these cases
        prices = costs[0] / missed if missed else 0.0, costs[1] / alarms if alarms else 0.0
    allowance = call.allowance
    if allowance is None or not (allowance.tuning or allowance.choosing):
        printed, more = rounded_sum(costs), (Decimal(0), Decimal(0))
    else:
        totals = unit.cases * call.model_cost, unit.cases * call.expected_cost
        printed, more = sum_with_allowances(costs, *totals)

    def entries(
        good: str, bad: str, whole: float, wrong: float, price: float, k: int
    ) -> list[Entry]:
        """The lines of the right and of the wrong calls, with equal decimals."""
        amount = printed.terms[k]
        decimals = _decimals(wrong, price, amount, printed.place)
        if call.in_cases:  # the mean price need not give the amount to the last digit
            decimals = min(decimals, int(wrong % 1 != 0))
        right = Entry(good, whole - wrong, 0.0, _fixed(whole - wrong, decimals))
        count, cost = _fixed(wrong, decimals), wrong * price
        if amounts.mistakes:
            return [right, Entry(bad, wrong, cost, count)]
        paid = amounts.bare(float(amount), _digits(amount))
        each = amounts.bare(price, MEAN_DIGITS if call.in_cases else PRICE_DIGITS)
        return [right, Entry(bad, wrong, cost, count, each, paid)]

    word = LEDGER_WORDS
    caught, lost = entries(word["found"], word["missed"], positives, missed, prices[0], 0)
    spared, alarm = entries(word["alone"], word["alarm"], negatives, alarms, prices[1], 1)
    reviewed = None
    if call.zone is not None:
        reviewed = _reviewed(call.zone, call.review_cost, point, unit, amounts, printed)
        alone = negatives * (1 - call.zone.low.fpr)
        spared = replace(spared, cases=alone, count=_fixed(alone, 0 if alone >= 1 else 2))
    label = replace(amounts, case_unit=unit).label
    total = amounts.bare(float(printed.total), _digits(printed.total))
    allowances = _allowances(more, allowance, amounts)
    counts = caught, lost, alarm, spared
    return Ledger(unit.cases, unit.of, unit.words, label, *counts, total, allowances, reviewed)


def _reviewed(
    zone: Zone,
    cost: float,
    point: OperatingPoint,
    unit: CaseUnit,
    amounts: Amounts,
    printed: RoundedSum,
) -> Entry:
    """The cases that are looked at, times the price of a review."""
    share = zone.rates.reviewed(point.prior)
    cases, price = unit.cases * share, cost / share if share else 0.0
    amount = printed.terms[2]
    count = _fixed(cases, _decimals(cases, price, amount, printed.place))
    paid = amounts.bare(float(amount), _digits(amount))
    return Entry(
        LEDGER_WORDS["reviewed"],
        cases,
        cases * price,
        count,
        amounts.bare(price, REVIEW_DIGITS),
        paid,
    )


TUNING = "Allowance for tuning"
CHOOSING = "Allowance for choosing among {} models"
WITH_CHOOSING = "With the allowance for choosing among {} models {}"
LEDGER_WORDS = {  # the lines of the ledger by their kind; scripts read them from the boot data
    "found": "Found",
    "missed": "Missed",
    "reviewed": "Looked at",
    "alarm": "False alarms",
    "alone": "Correctly left alone",
    "tuning": TUNING,
    "choosing": CHOOSING,
}


def _allowances(
    printed: tuple[Decimal, Decimal], allowance: Allowance | None, amounts: Amounts
) -> tuple[Entry, ...]:
    """The lines of the allowances that do not print as 0."""
    if allowance is None:
        return ()
    words = (TUNING, "tuning"), (CHOOSING.format(allowance.models), "choosing")
    return tuple(
        Entry(word, 0.0, float(amount), "", "", _signed(amount, amounts), kind)
        for (word, kind), amount in zip(words, printed)
        if amount
    )


def _signed(amount: Decimal, amounts: Amounts) -> str:
    """+$3,960; below 0 with a minus sign."""
    text = amounts.bare(float(abs(amount)), _digits(amount))
    return f"{'+' if amount > 0 else MINUS}{text}"


def sum_with_allowances(
    costs: Sequence[float], model_total: float, total: float
) -> tuple[RoundedSum, tuple[Decimal, Decimal]]:
    """Costs of the mistakes as printed, and the allowances for tuning and for choosing.

    Both totals are printed to DIGITS digits; the allowances are what is missing to them, as
    printed, so that everything adds up.

    >>> printed, allowances = sum_with_allowances([179.2, 244.6], 438.6, 493.3)
    >>> [f"{term:f}" for term in (*printed.terms, *allowances, printed.total)]
    ['179', '245', '15', '54', '493']
    """
    with localcontext(WIDE):
        chip, whole = (_at(Decimal(x), _place(Decimal(x), DIGITS)) for x in (model_total, total))
        place = _place(Decimal(total), DIGITS)
        terms = tuple(_at(Decimal(cost), place) for cost in costs)
        return RoundedSum(terms, whole, place), (chip - sum(terms), whole - chip)


@dataclass(frozen=True, slots=True)
class Savings:
    """The saving of a rule over another rule: cases times price, summed as printed.

    missed, false_alarms: by how many cases and by what amount the other rule has more; negative
    where it has fewer. total: as text.
    """

    missed: Entry
    false_alarms: Entry
    total: str


def savings(
    rates: tuple[float, float],
    other: tuple[float, float],
    point: OperatingPoint,
    currency: Currency = DOLLAR,
    in_cases: Sequence[tuple[float, float]] | None = None,
) -> Savings:
    """The saving of a rule with these rates (fpr, tpr) over another rule, for the decision's
    cases.

    in_cases: both rates in cases, where costs differ from case to case; prices are then means.
    """
    amounts = Amounts.at(point, currency)
    positives, negatives = amounts.cases * point.prior, amounts.cases * (1 - point.prior)
    missed, alarms = positives * (rates[1] - other[1]), negatives * (other[0] - rates[0])
    costs = missed * point.cost_fn, alarms * point.cost_fp
    prices = point.cost_fn, point.cost_fp
    if in_cases is not None:
        (fpr, tpr), (other_fpr, other_tpr) = in_cases
        missed, alarms = positives * (tpr - other_tpr), negatives * (other_fpr - fpr)
        prices = costs[0] / missed if missed else 0.0, costs[1] / alarms if alarms else 0.0
    printed = rounded_sum(costs)

    def entry(word: str, cases: float, price: float, k: int) -> Entry:
        amount = printed.terms[k]
        word = f"{'more' if cases < 0 else 'fewer'} {word}"
        decimals = 1 if in_cases else _decimals(cases, price, amount, printed.place)
        count = _fixed(abs(cases), decimals)
        if amounts.mistakes:
            return Entry(word, cases, cases * price, count)
        paid = amounts.bare(float(amount), _digits(amount))
        digits = PRICE_DIGITS if in_cases is None else MEAN_DIGITS
        return Entry(word, cases, cases * price, count, amounts.bare(price, digits), paid)

    total = amounts.bare(float(printed.total), _digits(printed.total))
    fewer = entry("missed", missed, prices[0], 0), entry("false alarms", alarms, prices[1], 1)
    return Savings(*fewer, total)


def rounded_sum(terms: Sequence[float]) -> RoundedSum:
    """Parts and their total, rounded to one decimal place, such that the parts add up.

    Takes the fewest of 3, 4 and 5 significant digits of the total at which the parts add up; else
    4 digits, and the largest part takes the remainder.

    >>> rounded = rounded_sum([57_184.6, 29_509.2])
    >>> [f"{term:,f}" for term in rounded.terms], f"{rounded.total:,f}"
    (['57,200', '29,500'], '86,700')
    """
    exact = [Decimal(term) for term in terms]
    with localcontext(WIDE):
        whole = sum(exact, Decimal(0))
        for digits in CANDIDATE_DIGITS:
            place = _place(whole, digits)
            printed, total = [_at(part, place) for part in exact], _at(whole, place)
            if sum(printed) == total:
                return RoundedSum(tuple(printed), total, place)
        place = _place(whole, OTHERWISE)
        printed, total = [_at(part, place) for part in exact], _at(whole, place)
        printed[exact.index(max(exact))] += total - sum(printed)
        return RoundedSum(tuple(printed), total, place)


def _decimals(count: float, price: float, amount: Decimal, place: int) -> int:
    """The fewest decimals at which the printed count times the price rounds to the amount.

    An amount that took the remainder never equals that product; then its rounding counts.
    """
    with localcontext(WIDE):
        for wanted in (amount, _at(Decimal(count) * Decimal(price), place)):
            for decimals in range(MOST_DECIMALS):
                if _at(_at(Decimal(count), -decimals) * Decimal(price), place) == wanted:
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


def typed_amounts() -> dict[str, str | float]:
    """How typed amounts and numbers of cases are read, for the scripts."""
    return {
        "currency_sign": CURRENCY_SIGN,
        "currency_form": TYPED_FORM,
        "whole": WHOLE,
        "days_of_a_month": DAYS_OF_A_MONTH,
    }


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) < WHOLE * number


def choosing_sentence(call: Call | None, amounts: Amounts) -> str:
    """How the cost of the recommended model by itself becomes the total of the card.

    "" where both are the same amount.
    """
    if call is None or call.allowance is None or call.model is None:
        return ""
    alone, total = (
        amounts.bare(amounts.cases * cost) for cost in (call.model_cost, call.expected_cost)
    )
    if alone == total:
        return ""
    words = WITH_CHOOSING.format(call.allowance.models, total)
    return f"The model costs {alone} by itself. {words}, the total of the decision."
