"""Numbers, shares, amounts and cost ratios as text."""

import pytest

from costdash.report.sentences.amounts import Currency, money, readable_cases
from costdash.wording import count_of, digits_apart, number, percent, times

EURO = Currency("€", after=True)


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (8.3, "8.3"),
        (51, "51"),
        (0.069, "0.069"),
        (1360, "1,360"),
        (1364.9, "1,360"),
        (1365, "1,370"),
        (999.6, "1,000"),
        (1_234_567, "1,230,000"),
        (2e15, "2e15"),
        (0.00123456, "0.00123"),
        (4e-7, "0.0000004"),
        (4.321e-9, "4.32e-9"),
        (-12.34, "-12.3"),
        (float("nan"), "undefined"),
        (float("inf"), "undefined"),
    ],
)
def test_numbers_have_three_significant_digits(x, text):
    assert number(x) == text


def test_nothing_but_zero_is_printed_as_zero():
    for exponent in range(-300, 300, 7):
        assert number(3.0 * 10.0**exponent).strip("0.,") != ""


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (1360, "$1,360"),
        (0.0042, "$0.0042"),
        (-5, "\u2212$5"),
        (0, "$0"),
        (8.3, "$8.30"),
        (12.34, "$12.30"),
        (1.25, "$1.25"),
        (1e-9, "$1e-9"),
        (3.5e12, "$3,500,000,000,000"),
    ],
)
def test_money_has_its_symbol_and_two_decimals(x, text):
    assert money(x) == text


def test_a_currency_may_follow_the_number():
    assert money(1360, EURO) == "1,360 €"
    assert money(-0.5, EURO) == "\u22120.50 €"
    assert money(7, Currency("CHF ")) == "CHF 7"
    assert money(7, Currency("", after=True)) == money(7, Currency("")) == "7"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (0.006, "0.6 %"),
        (0.023, "2.3 %"),
        (0.07, "7 %"),
        (0.95, "95 %"),
        (0.999, "99.9 %"),
        (0.99949, "99.9 %"),
        (0.99996, "99.996 %"),
        (1 - 1e-9, "99.9999999 %"),
        (1, "100 %"),
        (1 / 3000, "0.0333 %"),
        (1e-9, "0.0000001 %"),
    ],
)
def test_only_the_whole_is_100_percent(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "no false alarms"),
        (1, "1 false alarm"),
        (0.4, "0.4 false alarms"),
        (1.004, "1 false alarm"),
        (51, "51 false alarms"),
        (12345, "12,300 false alarms"),
    ],
)
def test_counts_agree_with_their_noun(n, text):
    assert count_of(n, "false alarm") == text


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (50, "A missed positive is 50 times as costly as a false alarm"),
        (0.25, "A false alarm is 4 times as costly as a missed positive"),
        (1, "A missed positive and a false alarm are equally costly"),
        (1 / 0.013, "A missed positive is 76.9 times as costly as a false alarm"),
    ],
)
def test_a_cost_ratio_states_its_direction(ratio, text):
    assert times(ratio) == text


@pytest.mark.parametrize(
    ("a", "b", "digits"),
    [(1, 2, 3), (5, 5, 3), (1360.5, 1362.5, 4), (9.9996, 10, 5), (1, 1 + 1e-12, 6)],
)
def test_two_numbers_get_enough_digits_to_differ(a, b, digits):
    assert digits_apart(a, b) == digits


@pytest.mark.parametrize(
    ("prior", "cases"),
    [
        (0.5, 1000),
        (0.05, 1000),
        (0.04999, 10_000),
        (0.01, 10_000),
        (0.006, 10_000),
        (0.001, 100_000),
        (1 / 3000, 1_000_000),
        (1e-6, 100_000_000),
    ],
)
def test_readable_cases_give_50_positives_or_more(prior, cases):
    assert readable_cases(prior) == cases
