"""Options of `analyse` and `report`: conditions, criteria, pairs, bands and amounts."""

import argparse
from collections.abc import Callable
from math import inf

from costdash.cli.combination_options import combination_options
from costdash.cli.values import amount, cost, share
from costdash.core.choose.criteria import CRITERIA, option_name, value_fields
from costdash.report.sentences.criteria import CRITERION_WORDS


def analysis_options(command: argparse.ArgumentParser) -> None:
    """Operating point and limits, for commands that show a decision."""
    _condition_options(command)
    add = command.add_argument
    add(
        "--today",
        metavar=("MODEL", "SCORE"),
        nargs=2,
        help="threshold that is used today, to compare with",
    )
    _sample_options(command)
    _training_options(command)
    _range_options(command)
    _choice_options(command)
    _pair_options(command)
    combination_options(command)
    _measure_options(command)
    _shown_options(command)


def gate_options(command: argparse.ArgumentParser) -> None:
    """Operating point or ranges, and the intervals, for a test of two models."""
    _condition_options(command)
    _ends_options(command)
    _interval_options(command)
    _evaluation_options(command)


def _condition_options(command: argparse.ArgumentParser) -> None:
    """Prior and costs."""
    probability = number_type(float, 0, 1, open_ends=True)
    add = command.add_argument
    add(
        "--prior",
        metavar="P",
        type=probability,
        help="share of positives where the model will be used (default: that of the file)",
    )
    add(
        "--estimated-prior",
        action="store_true",
        help="count the sampling error of the file's prior in the intervals of the cost: the "
        "default without --prior",
    )
    add(
        "--known-prior",
        action="store_true",
        help="take the file's prior as known, without a sampling error",
    )
    add("--cost-fn", metavar="COST", type=cost, help="cost of a missed positive (default: 1)")
    add("--cost-fp", metavar="COST", type=cost, help="cost of a false alarm (default: 1)")
    add(
        "--matrix",
        metavar=("FOUND", "MISSED", "ALARM", "ALONE"),
        type=amount,
        nargs=4,
        help="full cost matrix instead of the two costs: cost of a positive that is found, of one "
        "that is missed, of a false alarm, and of a negative that is left alone; a benefit is "
        "negative",
    )


def _sample_options(command: argparse.ArgumentParser) -> None:
    """Models and bands, for `analyse` and `report`."""
    probability = number_type(float, 0, 1, open_ends=True)
    add = command.add_argument
    add(
        "--pcf",
        metavar="P1,P2,...",
        type=_shares(number_type(float, 0, 1)),
        help="values of PC(+) at which the JSON reports costs (default: 0,0.05,...,1)",
    )
    _interval_options(command)
    _evaluation_options(command)
    shown = command.add_mutually_exclusive_group()
    shown.add_argument(
        "--show",
        metavar="MODEL",
        action="append",
        help="model to include; repeat for more models (default: all)",
    )
    shown.add_argument(
        "--show-none",
        dest="show",
        action="store_const",
        const=[],
        help="include no model: what flagging none or all costs",
    )
    add(
        "--score-prior",
        metavar="P",
        type=probability,
        help="prior at which the scores are probabilities (default: that of the file)",
    )


def _interval_options(command: argparse.ArgumentParser) -> None:
    """Confidence level and bootstrap."""
    probability = number_type(float, 0, 1, open_ends=True)
    add = command.add_argument
    add(
        "--level",
        metavar="L",
        type=probability,
        default=0.95,
        help="confidence level of bands and intervals (default: %(default)s)",
    )
    add(
        "--replicates",
        metavar="B",
        type=number_type(int, 100),
        default=2000,
        help="number of bootstrap replicates (default: %(default)s)",
    )
    add(
        "--seed",
        metavar="S",
        type=number_type(int, 0),
        default=0,
        help="seed of the random numbers (default: %(default)s)",
    )


def _training_options(command: argparse.ArgumentParser) -> None:
    """What models were trained for, for `analyse` and `report`."""
    add = command.add_argument
    add(
        "--trained-for",
        metavar=("MODEL", "PCF"),
        nargs=2,
        action="append",
        default=[],
        help="PC(+) that a model was trained for, as a share such as 0.2 or a ratio of negatives "
        "to positives such as 11:1; repeat for more: the JSON says what choosing by that costs",
    )


def _evaluation_options(command: argparse.ArgumentParser) -> None:
    """Which rows evaluate the thresholds, for `analyse` and `report`."""
    evaluation = command.add_mutually_exclusive_group()
    evaluation.add_argument(
        "--crossfit",
        action="store_true",
        help="choose models and thresholds on other folds than they are judged on; the default, "
        "but given as an option it is an error where the rows do not allow it",
    )
    evaluation.add_argument(
        "--same-rows",
        action="store_true",
        help="judge models and thresholds on the rows that they were chosen on, which makes costs "
        "look lower than they will be",
    )


def _range_options(command: argparse.ArgumentParser) -> None:
    """Prior and costs that are only known as ranges, and how likely their values are."""
    _ends_options(command)
    add = command.add_argument
    add(
        "--likely",
        action="store_true",
        help="in the ranges, --prior, --cost-fn and --cost-fp are the most likely values (default: "
        "all values are equally likely)",
    )
    add(
        "--beta",
        metavar=("A", "B"),
        type=cost,
        nargs=2,
        help="rank models by normalized cost with PC(+) distributed as Beta(A, B)",
    )


def _ends_options(command: argparse.ArgumentParser) -> None:
    """Both ends of a prior or cost that is not known exactly."""
    add, ends = command.add_argument, ("LOW", "HIGH")
    probability = number_type(float, 0, 1, open_ends=True)
    add(
        "--prior-range",
        metavar=ends,
        type=probability,
        nargs=2,
        help="prior, if it is only known as a range",
    )
    for option, name in (("fn", "missed positive"), ("fp", "false alarm")):
        add(
            f"--cost-{option}-range",
            metavar=ends,
            type=cost,
            nargs=2,
            help=f"cost of a {name}, if it is only known as a range",
        )


def _pair_options(command: argparse.ArgumentParser) -> None:
    """Which pairs of models are compared, for `analyse` and `report`."""
    command.add_argument(
        "--pair",
        metavar=("A", "B"),
        nargs=2,
        action="append",
        dest="pairs",
        help="two models to compare; repeat for more pairs (default: all pairs of up to 10 "
        "models; the report draws those of up to 4)",
    )
    command.add_argument(
        "--margin",
        metavar="NEC",
        type=number_type(float, 0, 1, open_ends=True),
        help="say where A is shown not to be worse than B by more than this much normalized "
        "expected cost, such as 0.01",
    )


def _measure_options(command: argparse.ArgumentParser) -> None:
    """Measures in the JSON besides costs, for `analyse` and `report`."""
    command.add_argument(
        "--threshold-probability",
        metavar="T1,T2,...",
        type=_shares(_threshold_probability),
        help="threshold probabilities at which the JSON reports net benefit, also of pairs "
        "(default: 0.05,0.1,...,0.95, of each model only)",
    )
    for axis, what in (("fpr", "sensitivity over"), ("tpr", "specificity over")):
        command.add_argument(
            f"--partial-{axis}",
            metavar=("LOW", "HIGH"),
            type=number_type(float, 0, 1),
            nargs=2,
            action="append",
            help=f"range of a partial area under the ROC curve: {what} this range of {axis}; "
            "repeat for more ranges (default: fpr 0 to 0.1 and tpr 0.9 to 1)",
        )


def _shown_options(command: argparse.ArgumentParser) -> None:
    """Amounts and drawn bands, for `analyse` and `report`."""
    add = command.add_argument
    add("--no-bands", action="store_true", help="leave out confidence bands and intervals")
    add(
        "--roc-whole",
        action="store_true",
        help="ROC band that holds for the whole curve at once (default: pointwise)",
    )
    add(
        "--chosen",
        metavar=("MODEL", "SCORE"),
        nargs=2,
        help="show the counts, rates and costs of this threshold too",
    )
    add("--lines", action="store_true", help="draw the cost lines of single thresholds")
    unit = command.add_mutually_exclusive_group()
    unit.add_argument("--per", metavar="N", type=cost, help="show amounts per N cases")
    unit.add_argument("--cases", metavar="N", type=cost, help="show amounts per month of N cases")
    add("--currency", metavar="SYMBOL", default="$", help="currency symbol (default: %(default)s)")


def _choice_options(command: argparse.ArgumentParser) -> None:
    """Criterion and scenarios, for `analyse` and `report`."""
    add = command.add_argument
    add(
        "--criterion",
        choices=[*CRITERIA],
        default="cost",
        help="criterion that chooses model and threshold (default: %(default)s)",
    )
    _criterion_options(command)
    add(
        "--scenario",
        metavar=("NAME", "PRIOR", "COST_FN", "COST_FP"),
        nargs=4,
        action="append",
        default=[],
        help="named conditions to compare; repeat for more scenarios",
    )
    add("--no-scenarios", action="store_true", help="compare no scenarios (the default)")


def _criterion_options(command: argparse.ArgumentParser) -> None:
    """Options of the criteria's fields."""
    for key, entry in CRITERIA.items():
        names, texts = value_fields(key), CRITERION_WORDS[key].options
        for field in entry.fields:
            option = option_name(key, field)
            flag = f"--{option.replace('_', '-')}"
            text = texts.get(field.name, "").replace("%", "%%")
            if field.kind is bool:
                command.add_argument(flag, action="store_true", help=text)
            elif len(names) == 1:
                limit = number_type(float, field.low, field.high)
                command.add_argument(flag, metavar="SHARE", type=limit, help=text)
            elif field.name == names[0]:
                metavars = tuple(name.upper() for name in names)
                command.add_argument(flag, metavar=metavars, nargs=len(names), help=texts.get(key))


def number_type(
    kind: type[float] | type[int], low: float, high: float = inf, open_ends: bool = False
) -> Callable[[str], float]:
    """A type for argparse: numbers from low to high, without the ends if `open_ends`."""

    def read(text: str) -> float:
        try:
            value = share(text) if kind is float else kind(text)
        except ValueError as error:
            if kind is float and text.strip().lower() not in ("nan", "inf", "-inf"):
                raise argparse.ArgumentTypeError(str(error)) from None
            value = kind(text)
        if not (low < value < high if open_ends else low <= value <= high):
            if high == inf:
                limits = f"at least {low}"
            else:
                limits = f"between {low} and {high}" if open_ends else f"from {low} to {high}"
            raise argparse.ArgumentTypeError(f"must be {limits}, got {text.strip()}")
        return value

    read.__name__ = "number" if kind is float else "whole number"
    return read


def _threshold_probability(text: str) -> float:
    value = number_type(float, 0, 1)(text)
    if value == 1:
        raise argparse.ArgumentTypeError(f"must be at least 0 and below 1, got {text.strip()}")
    return value


def _shares(check: Callable[[str], float]) -> Callable[[str], list[float]]:
    """A type for argparse: shares separated by commas."""

    def read(text: str) -> list[float]:
        try:
            values = [share(part) for part in text.split(",")]
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"must be numbers separated by commas, got {text}"
            ) from None
        for part in text.split(","):
            check(part)
        return values

    return read
