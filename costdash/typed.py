"""Numbers, shares and amounts as users type them, for the command line and the page's server.

assets/text/parse.js reads the same texts; tests/cli/typed_numbers.json holds both to one table.
They differ in the bare numbers of shares alone: the page reads 6 as 6 %.
"""

import re
from dataclasses import dataclass
from math import inf

from costdash.wording import MINUS

# Ways to group thousands: pattern of the digits, the grouping mark, and the decimal mark. The
# first that matches counts: 1,234 has thousands, while 1.234 and 0,013 have decimals.
_STYLES = [
    (re.compile(pattern), grouping, decimal)
    for pattern, grouping, decimal in (
        (r"[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?", ",", "."),
        (r"[1-9][0-9]{0,2}((\.[0-9]{3})+,[0-9]+|(\.[0-9]{3}){2,})", r"\.", ","),
        (r"[1-9][0-9]{0,2}([\s_'\u2019][0-9]{3})+([.,][0-9]*)?", r"[\s_'\u2019]", ","),
        (r"[0-9]+[.,]?[0-9]*|[.,][0-9]+", " ", ","),
    )
]
_LONGEST = 100  # characters; the patterns backtrack on long runs of spaces
_MINUS = ("-", MINUS)
_SIGNS = ("+", *_MINUS)
_NUMBER = re.compile(r"([-+\u2212]?)\s*(.+?)(e[-+]?[0-9]+|\s*[km])?", re.IGNORECASE)
_POWERS = {"k": "e3", "m": "e6"}
_FRACTION = re.compile(r"(.+?)\s*(?:in|/|out of|of)\s*(.+)", re.IGNORECASE)
DAYS_OF_A_MONTH = 365.25 / 12
_PERIODS = {"day": 1.0, "month": DAYS_OF_A_MONTH}
_CASE_RATE = re.compile(r"(.+?)\s*(?:cases?\s*)?(?:/|\ba|\bper)\s*(day|month)", re.IGNORECASE)
_CURRENCY = r"(?:[$€£¥₹]|[A-Z]{3})"
_MONEY = re.compile(rf"{_CURRENCY}?\s*(.+?)\s*{_CURRENCY}?")
_INFINITE = re.compile(r"([-+\u2212]?)inf(inity)?", re.IGNORECASE)


def parse_number(text: str) -> float:
    """A number such as 4,000, 5k, 1.2m, 0.5, 0,5, 1.234,50, 1 234,50 or 1e-3.

    Raises ValueError otherwise.

    >>> parse_number("4,000"), parse_number("0,5"), parse_number("-5k")
    (4000.0, 0.5, -5000.0)
    """
    if tokens := _NUMBER.fullmatch(_short(text)):
        sign, digits, power = tokens.groups(default="")
        tail = power.strip().lower()
        for pattern, grouping, decimal in _STYLES:
            if pattern.fullmatch(digits):
                bare = re.sub(grouping, "", digits).replace(decimal, ".")
                return float(("-" if sign in _MINUS else "") + bare + _POWERS.get(tail, tail))
    raise ValueError(f"must be a number such as 4,000, 5k or 0.013, got {text.strip()}")


def parse_share(text: str, *, on_page: bool = False) -> float:
    """A share such as 0.006, 0.6 % or 1 in 167. Raises ValueError otherwise.

    on_page: a bare number from 1 up is in percent, as in the page's boxes.

    >>> parse_share("0.6 %"), parse_share("1 in 200"), parse_share("0.006")
    (0.006, 0.005, 0.006)
    """
    typed = _short(text)
    try:
        if fraction := _FRACTION.fullmatch(typed):
            part, whole = parse_number(fraction[1]), parse_number(fraction[2])
            if part < 0 or whole <= 0:
                raise ValueError
            return part / whole
        if typed.endswith("%"):
            return parse_number(typed[:-1]) / 100
        bare = parse_number(typed)
        return bare / 100 if on_page and bare >= 1 else bare
    except ValueError:
        raise ValueError(
            f"must be a share such as 0.006, 0.6 % or 1 in 167, got {text.strip()}"
        ) from None


@dataclass(frozen=True, slots=True)
class CaseRate:
    """A number of cases in a day or a month, such as the 100 a day that a team can look at."""

    count: float
    days: float

    def share_of(self, per_month: float) -> float:
        """The share of the cases, of which `per_month` come in a month."""
        return self.count * DAYS_OF_A_MONTH / self.days / per_month


def parse_case_rate(text: str) -> CaseRate | None:
    """A number of cases a day or a month; None for any other text.

    >>> parse_case_rate("100/day"), parse_case_rate("3,000 a month").count, parse_case_rate("20%")
    (CaseRate(count=100.0, days=1.0), 3000.0, None)
    """
    typed = _CASE_RATE.fullmatch(_short(text))
    if typed is None:
        return None
    return CaseRate(parse_number(typed[1]), _PERIODS[typed[2].lower()])


def parse_amount(text: str, currency: str = "") -> float:
    """A number before or after a currency's sign or code. Raises ValueError otherwise.

    >>> parse_amount("€30"), parse_amount("30 €"), parse_amount("-$4,000"), parse_amount("USD 5k")
    (30.0, 30.0, -4000.0, 5000.0)
    """
    bare = _short(text).removesuffix(currency)
    sign, bare = (bare[0], bare[1:]) if bare[:1] in _SIGNS else ("", bare)
    amount = _MONEY.fullmatch(bare.strip().removeprefix(currency).strip())
    return parse_number(sign + (amount[1] if amount else ""))


def parse_score(text: str) -> float:
    """A threshold: a number, or -inf, which flags all cases, or inf, which flags none.

    >>> parse_score("0,37"), parse_score("-inf")
    (0.37, -inf)
    """
    if infinite := _INFINITE.fullmatch(_short(text)):
        return inf if infinite[1] in ("", "+") else -inf
    return parse_number(text)


def _short(text: str) -> str:
    """The text without spaces around it; "", which is no number, if it is too long for one."""
    bare = text.strip()
    return bare if len(bare) <= _LONGEST else ""
