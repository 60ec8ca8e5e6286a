"""The commands and options of the command line, and the values that options accept."""

import argparse
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from costdash.cli.values import amount, cost, share
from costdash.core.choose.criteria import CRITERIA, Field
from costdash.report.sentences.criteria import CRITERION_WORDS

PORT = 8050
RANGES = ("prior", "cost_fn", "cost_fp")  # values that may be known as a range only
MARK = "\x1f"  # before a value that starts with a dash; white space, so that numbers stay numbers
Run = Callable[[argparse.Namespace], int]


def parser(
    version: str, analyse: Run, check: Run, report: Run, serve: Run
) -> argparse.ArgumentParser:
    """The parser; its result holds the function of the command as `run`."""
    whole = argparse.ArgumentParser(
        prog="costdash",
        description="Find the model and threshold that cost least, and what they cost.",
    )
    whole.add_argument("--version", action="version", version=f"costdash {version}")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    analysing = _command(commands, analyse, "print the decision, curves and confidence bands")
    _analysis_options(analysing)
    checking = _command(commands, check, "check whether costdash can read a file")
    checking.add_argument("--name", metavar="NAME", help="name of the file to show in messages")
    for command in (analysing, checking):
        command.add_argument(
            "--json", action="store_true", help="print JSON with all numbers in full precision"
        )
    reporting = _command(commands, report, "write a report as one HTML file that works offline")
    reporting.add_argument(
        "-o",
        "--output",
        metavar="OUT.html",
        required=True,
        help="file to write; - for standard output",
    )
    _analysis_options(reporting)
    _report_options(reporting)
    serving = _command(commands, serve, "start the dashboard on this computer", nargs="?")
    serving.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    serving.add_argument(
        "--port", type=_number(int, 0, 65535), default=PORT, help="port (%(default)s)"
    )
    serving.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return whole


def _command(
    commands: Any, run: Run, summary: str, nargs: str | None = None
) -> argparse.ArgumentParser:
    """A command that takes a file and the roles of its columns."""
    description = f"{summary[0].upper()}{summary[1:]}."
    command: argparse.ArgumentParser = commands.add_parser(
        run.__name__, help=summary, description=description
    )
    command.set_defaults(run=run)
    command.add_argument(
        "file",
        metavar="FILE",
        nargs=nargs,
        help="table with labels and scores, such as a CSV file; - for standard input",
    )
    add = command.add_argument
    add("--label", metavar="COL", help="column with the true class")
    add("--positive", metavar="VALUE", help="value of --label that marks positive cases")
    add(
        "--score",
        metavar="COL",
        action="append",
        dest="scores",
        help="column with the scores of one model; repeat for more models",
    )
    add("--model", metavar="COL", help="column with the model's name, if rows are case and model")
    add("--id", metavar="COL", dest="case_id", help="column that identifies the case, for --model")
    add("--weight", metavar="COL", help="column with the weight of each row")
    add(
        "--weight-is",
        choices=("count", "sampling"),
        help="count: a row stands for that many equal cases; sampling: it is one case, drawn with "
        "unequal chances (default: count if all weights are whole numbers)",
    )
    add("--fold", metavar="COL", help="column with the cross-validation fold")
    add(
        "--cluster",
        metavar="COL",
        help="column with groups of dependent rows, such as patients; bands resample the groups",
    )
    add(
        "--split",
        metavar="COL",
        help="column with hold-out parts: models and thresholds are chosen on one part and "
        "evaluated on the other",
    )
    add("--choose-on", metavar="VALUE", help="part to choose on (default: validation, dev, ...)")
    add("--judge-on", metavar="VALUE", help="part to evaluate on (default: test, holdout, ...)")
    return command


def _analysis_options(command: argparse.ArgumentParser) -> None:
    """Operating point and limits, for `analyse` and `report`."""
    probability = _number(float, 0, 1, open_ends=True)
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
    add(
        "--today",
        metavar=("MODEL", "SCORE"),
        nargs=2,
        help="threshold that is used today, to compare with",
    )
    _sample_options(command)
    _range_options(command)
    _choice_options(command)
    _shown_options(command)


def _sample_options(command: argparse.ArgumentParser) -> None:
    """Models and bands, for `analyse` and `report`."""
    probability = _number(float, 0, 1, open_ends=True)
    add = command.add_argument
    add(
        "--pcf",
        metavar="P1,P2,...",
        type=_pcfs,
        help="values of PC(+) at which the JSON reports costs (default: 0,0.05,...,1)",
    )
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
        type=_number(int, 100),
        default=2000,
        help="number of bootstrap replicates (default: %(default)s)",
    )
    add(
        "--seed",
        metavar="S",
        type=_number(int, 0),
        default=0,
        help="seed of the random numbers (default: %(default)s)",
    )
    _basis_options(command)
    add(
        "--show",
        metavar="MODEL",
        action="append",
        help="model to include; repeat for more models (default: all)",
    )
    add(
        "--score-prior",
        metavar="P",
        type=probability,
        help="prior at which the scores are probabilities (default: that of the file)",
    )


def _basis_options(command: argparse.ArgumentParser) -> None:
    """Which rows judge the thresholds, for `analyse` and `report`."""
    basis = command.add_mutually_exclusive_group()
    basis.add_argument(
        "--crossfit",
        action="store_true",
        help="choose models and thresholds on other folds than they are judged on; the default, "
        "but given as an option it is an error where the rows do not allow it",
    )
    basis.add_argument(
        "--same-rows",
        action="store_true",
        help="judge models and thresholds on the rows that they were chosen on, which makes costs "
        "look lower than they will be",
    )


def _report_options(command: argparse.ArgumentParser) -> None:
    """Words of the report."""
    command.add_argument("--title", default="", help="title of the report (default: the file)")
    command.add_argument("--note", default="", help="note below the title; line breaks are kept")


def _range_options(command: argparse.ArgumentParser) -> None:
    """Prior and costs that are only known as ranges, for `analyse` and `report`."""
    add, ends = command.add_argument, ("LOW", "HIGH")
    probability = _number(float, 0, 1, open_ends=True)
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


def _shown_options(command: argparse.ArgumentParser) -> None:
    """Amounts and drawn bands, for `analyse` and `report`."""
    add = command.add_argument
    add("--no-bands", action="store_true", help="leave out confidence bands and intervals")
    add(
        "--roc-whole",
        action="store_true",
        help="ROC band that holds for the whole curve at once (default: pointwise)",
    )
    add("--cases", metavar="N", type=cost, help="cases per month: show amounts per month")
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
                limit = _number(float, field.low, field.high)
                command.add_argument(flag, metavar="SHARE", type=limit, help=text)
            elif field.name == names[0]:
                metavars = tuple(name.upper() for name in names)
                command.add_argument(flag, metavar=metavars, nargs=len(names), help=texts.get(key))


def value_fields(key: str) -> list[str]:
    """The fields of a criterion that need a value, in order; flags need none."""
    return [field.name for field in CRITERIA[key].fields if field.kind is not bool]


def option_name(key: str, field: Field) -> str:
    """The option of a criterion's field, as argparse stores it.

    A flag is named after its field (sure), a single value after the criterion's attribute
    (max_fpr); several values share one option with the criterion's key (threshold).
    """
    if field.kind is bool:
        return field.name
    return field.attribute if len(value_fields(key)) == 1 else key


def protect_values(whole: argparse.ArgumentParser, arguments: Sequence[str]) -> list[str]:
    """The arguments, with `MARK` before values that argparse would take for options.

    Those are negative numbers such as -7.7e-8 and names such as -x, where an option takes a value.
    """
    (commands,) = (a for a in whole._actions if isinstance(a, argparse._SubParsersAction))
    command = next((word for word in arguments if word in commands.choices), None)
    if command is None:
        return list(arguments)
    options = commands.choices[command]._option_string_actions
    protected, left = [], 0
    for word in arguments:
        if word in options:
            nargs = options[word].nargs
            left = 1 if nargs is None else nargs if isinstance(nargs, int) else 0
            protected.append(word)
            continue
        is_value = left > 0 and word.startswith("-") and word != "--"
        protected.append(MARK + word if is_value else word)
        left -= 1
    return protected


def unprotect_values(options: argparse.Namespace) -> None:
    """Removes `MARK` from the texts among the values of the options."""
    for name, value in vars(options).items():
        setattr(options, name, _unmarked(value))


def _unmarked(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(MARK)
    return [_unmarked(one) for one in value] if isinstance(value, list) else value


def columns(options: argparse.Namespace) -> dict[str, Any]:
    """The roles of the columns, as keyword arguments of the intake."""
    from costdash.intake.columns.roles import Roles

    return {name: getattr(options, name) for name in Roles.__dataclass_fields__}


def _number(
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


def _pcfs(text: str) -> list[float]:
    try:
        values = [share(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be numbers separated by commas, got {text}"
        ) from None
    for part in text.split(","):
        _number(float, 0, 1)(part)
    return values
