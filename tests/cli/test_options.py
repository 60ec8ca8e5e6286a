"""Options of the criteria, and the bounds of requests that page and command line share."""

from dataclasses import fields

import pytest

import costdash
from costdash.cli.options import parser
from costdash.cli.requests import options_of
from costdash.core import Predictions, analyse
from costdash.core.choose.criteria import CRITERIA, NeymanPearson, option_name
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.report.api import Options, options_of_keywords
from costdash.report.options.keywords import keywords
from costdash.report.options.row import COMMANDS
from costdash.report.options.table import OPTIONS
from costdash.report.request import (
    matrix_of_point,
    operating_point,
    pcf_distribution,
    read_criterion,
    typed_ranges_of,
    within_range,
)

ANALYSIS = analyse(
    Predictions(is_positive=[True, False] * 10, scores={"a": [i % 7 for i in range(20)]}),
    n_replicates=100,
)
POINT = operating_point(0.2, 5)


@pytest.fixture
def commands():
    """The parser; commands are named after their functions."""
    functions = []
    for name in COMMANDS:
        functions.append(lambda options: 0)
        functions[-1].__name__ = name
    return parser("0", functions)


def test_without_options_command_line_and_python_ask_the_same(commands):
    asked = options_of(commands.parse_args(["analyse", "FILE"]))
    assert values_of(asked) == values_of(Options())


def values_of(options):
    """The fields; a value of a criterion that is not given is None or False."""
    values = {entry.name: getattr(options, entry.name) for entry in fields(Options)}
    given = {name: value for name, value in options.criterion_values.items() if value}
    return values | {"criterion_values": given}


def test_every_keyword_is_documented_and_accepted():
    names = [name for name, *_ in keywords()]
    assert len(names) == len({*names})
    for name in names:
        assert f"\n{name} : " in costdash.summarise.__doc__
        options_of_keywords({name: None})


def test_rows_of_one_command_have_flags_of_their_own():
    for command in COMMANDS:
        flags = [row.usage.split()[0] for row in OPTIONS if command in row.commands]
        assert len(flags) == len({*flags})


def test_needs_and_contradictions_name_options_that_exist():
    names = {row.name for row in OPTIONS} | {f"criterion {key}" for key in CRITERIA}
    for row in OPTIONS:
        assert {*row.excludes} <= names
        for need in row.needs:
            assert {*need.any_of} <= names


def test_every_field_of_a_criterion_has_an_option_of_report(commands):
    options = vars(commands.parse_args(["report", "FILE", "-o", "OUT"]))
    for key, entry in CRITERIA.items():
        assert {option_name(key, field) for field in entry.fields} <= options.keys()


def test_every_criterion_can_be_chosen(commands):
    for key in CRITERIA:
        words = ["report", "FILE", "-o", "OUT", "--criterion", key]
        assert commands.parse_args(words).criterion == key


@pytest.mark.parametrize("prior", [0, 1e-16, 1 - 1e-16, 1, 2, float("nan")])
def test_priors_outside_the_bounds_are_rejected_with_their_value(prior):
    with pytest.raises(ValueError, match=r"prior must lie in \[1e-15, 1 - 1e-15\], got"):
        operating_point(prior)


@pytest.mark.parametrize("cost", [0, 1e-31, 1e31, float("inf"), float("nan")])
def test_costs_outside_the_bounds_are_rejected_with_their_value(cost):
    with pytest.raises(ValueError, match=r"cost_fp must lie in \[1e-30, 1e\+30\], got"):
        operating_point(0.5, 1, cost)


def test_a_default_outside_its_range_becomes_the_geometric_mean_of_the_ends():
    assert within_range(0.3, None) == 0.3
    assert within_range(0.3, (0.1, 0.4)) == 0.3
    assert within_range(1.0, (4.0, 9.0)) == 6.0


def test_every_corner_of_the_ranges_is_an_operating_point():
    known = typed_ranges_of((0.1, 0.2), (1, 2), (1, 1))
    assert known.pcf == pytest.approx((0.1, 0.4 / 1.2))
    with pytest.raises(ValueError, match="cost_fn must lie in"):
        typed_ranges_of((0.1, 0.2), (1, 1e31), (1, 1))


def test_a_beta_has_bounds():
    with pytest.raises(ValueError, match=r"at most 1e\+06, got 10000000.0 and 1"):
        pcf_distribution(1e7, 1)


def test_a_matrix_is_dropped_after_its_costs_have_changed():
    matrix = CostMatrix(found=-1, missed=4, false_alarm=1, left_alone=0)
    assert matrix_of_point(matrix, POINT) is matrix
    assert matrix_of_point(matrix, operating_point(0.2, 6)) is None


def test_a_criterion_is_read_by_its_key():
    assert read_criterion("cost", {}, POINT, ANALYSIS) is None
    assert read_criterion("fpr", {"limit": 0.1}, POINT, ANALYSIS) == NeymanPearson(0.1)
    unknown = {"model": "b", "threshold": 0.5}
    assert read_criterion("threshold", unknown, POINT, ANALYSIS) is None
    with pytest.raises(ValueError, match=r"limit must lie in \[0, 1\], got 2"):
        read_criterion("fpr", {"limit": 2}, POINT, ANALYSIS)
    with pytest.raises(KeyError):
        read_criterion("any", {}, POINT, ANALYSIS)
