"""The commands and options of the command line, and the values that options accept."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from costdash.cli.analysis_options import analysis_options, gate_options, number_type

PORT = 8050
RANGES = ("prior", "cost_fn", "cost_fp")  # values that may be known as a range only
ELSE = (
    "; - for standard input, sample:card-fraud, sample:breast-cancer, sample:leaving-customers or "
    "sample:guardrail for a sample"
)
MARK = "\x1f"  # before a value that starts with a dash; white space, so that numbers stay numbers
Run = Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage with one sentence; the list of all options is under --help."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}. See {self.prog} --help.\n")


def parser(version: str, runs: Sequence[Run]) -> argparse.ArgumentParser:
    """The parser; its result holds the function of the command as `run`.

    runs: analyse, check, report, decide, gate and serve.
    """
    analyse, check, report, decide, gate, serve = runs
    whole = _Parser(
        prog="costdash",
        description="Find the model and threshold that cost least, and what they cost.",
    )
    whole.add_argument("--version", action="version", version=f"costdash {version}")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    analysing = _command(commands, analyse, "print the decision, curves and confidence bands")
    analysis_options(analysing)
    checking = _command(commands, check, "check whether costdash can read a file")
    checking.add_argument("--name", metavar="NAME", help="name of the file to show in messages")
    output = analysing.add_mutually_exclusive_group()
    output.add_argument(
        "--csv",
        metavar="TABLE",
        help="print one table or curve as CSV, in full precision: rules, cells, range, ranking, "
        "scenarios, models, classes, class-pairs, best, pairs, folds, roc, pr, cost, difference, "
        "crossovers, averages, decision-curve, calibration, readouts, or the thresholds of the one "
        "model that is shown",
    )
    for command in (output, checking):
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
    analysis_options(reporting)
    _report_options(reporting)
    _pipeline_commands(commands, decide, gate)
    serving = _command(commands, serve, "start the dashboard on this computer")
    serving.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    serving.add_argument(
        "--port", type=number_type(int, 0, 65535), default=PORT, help="port (%(default)s)"
    )
    serving.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return whole


def _pipeline_commands(commands: Any, decide: Run, gate: Run) -> None:
    """Options of the commands that release or block a rule."""
    deciding = _command(commands, decide, "write the rule to put to use as JSON")
    deciding.add_argument(
        "-o",
        "--output",
        metavar="OUT.json",
        default="-",
        help="file to write; - for standard output (the default)",
    )
    analysis_options(deciding)
    gating = _command(
        commands, gate, "say whether one model may replace another; exit code 1 unless it may"
    )
    add = gating.add_argument
    add("--baseline", metavar="MODEL", required=True, help="model that is used today")
    add("--candidate", metavar="MODEL", required=True, help="model that is to replace it")
    add(
        "--margin",
        metavar="SHARE",
        type=number_type(float, 0, 1),
        required=True,
        help="share of the baseline's cost that the candidate may cost more, such as 2%%",
    )
    add("--junit", metavar="OUT.xml", help="also write the result as JUnit XML")
    add("--markdown", metavar="OUT.md", help="also write the result as Markdown")
    gate_options(gating)


def _command(commands: Any, run: Run, summary: str) -> argparse.ArgumentParser:
    """A command that takes a file and the roles of its columns."""
    description = f"{summary[0].upper()}{summary[1:]}."
    command: argparse.ArgumentParser = commands.add_parser(
        run.__name__, help=summary, description=description
    )
    command.set_defaults(run=run)
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="table with labels and scores, such as a CSV file" + ELSE * (run.__name__ != "serve"),
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
    _further_inputs(command, run.__name__ in ("analyse", "report", "serve"))
    return command


def _further_inputs(command: argparse.ArgumentParser, counts_tables: bool) -> None:
    """What else can be read beside labels and scores; counts_tables: also tables of engines."""
    add = command.add_argument
    if counts_tables:
        add(
            "--table",
            metavar="SOURCE",
            help="table in place of FILE, which an engine counts where it is: a Parquet file, a "
            "folder or glob of them, or an address and a table such as "
            "duckdb:///scores.duckdb#predictions",
        )
    add(
        "--leaves",
        metavar="TABLE",
        help="leaves of a decision tree in place of FILE: columns matched, errors and class, or "
        "positives and negatives",
    )
    add(
        "--negate",
        metavar="MODEL",
        action="append",
        default=[],
        help="model of which a lower score means more likely positive; repeat for more",
    )
    for kind, what in (("fn", "missing the row if it is positive"), ("fp", "flagging it if not")):
        add(
            f"--cost-{kind}-column",
            metavar="COL",
            help=f"what {what} costs, where that differs from row to row: a column, a number, or "
            'an expression of columns such as "20 + 0.02 * amount"',
        )
    add(
        "--confusion",
        metavar=("NAME", "TP", "FN", "FP", "TN"),
        nargs=5,
        action="append",
        dest="confusions",
        default=[],
        help="classifier of which only the confusion matrix on cases of its own is known; repeat "
        "for more, with or without FILE",
    )


def _report_options(command: argparse.ArgumentParser) -> None:
    """Words of the report."""
    command.add_argument("--title", default="", help="title of the report (default: the file)")
    command.add_argument("--note", default="", help="note below the title; line breaks are kept")
    command.add_argument(
        "--whole-curve",
        action="store_true",
        help="compared pairs: intervals and bands that hold for the whole curve at once (default: "
        "pointwise; the JSON gives both)",
    )
    command.add_argument(
        "--holm",
        action="store_true",
        help="compared pairs: bands at Holm's stricter levels (the JSON gives these levels)",
    )


def protect_values(whole: argparse.ArgumentParser, arguments: Sequence[str]) -> list[str]:
    """The arguments, with `MARK` before values that argparse would take for options.

    Such values are negative numbers like -7.7e-8 and names like -x.
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
    return [_unmarked(item) for item in value] if isinstance(value, list) else value


def columns(options: argparse.Namespace) -> dict[str, Any]:
    """The roles of the columns, as keyword arguments of the intake.

    Combinations have separate options, which depend on the conditions.
    """
    from costdash.intake.columns.roles import Roles

    return {
        name: getattr(options, name)
        for name in Roles.__dataclass_fields__
        if name not in ("recalibrated", "combinations", "trained_for")
    }
