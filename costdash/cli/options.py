"""The words of the command line: commands, their options, and what these take."""

import argparse
from collections.abc import Callable

PORT = 8050
CRITERIA = ("cost", "fpr", "capacity", "error", "product", "threshold")
Run = Callable[[argparse.Namespace], int]


def parser(version: str, analyse: Run, check: Run, report: Run, serve: Run):
    """The commands and their options; what is parsed holds its command's function as .run."""
    whole = argparse.ArgumentParser(
        prog="costdash", description="Which model, at which threshold, and what it costs."
    )
    whole.add_argument("--version", action="version", version=f"costdash {version}")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    _analyse_options(_command(commands, analyse, "the decision, curves and bands"))
    checking = _command(commands, check, "read a file as an upload would, and draw nothing")
    checking.add_argument("--name", metavar="SHOWN_NAME", help="name of the file in messages")
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print JSON, in full precision")
    reporting = _command(commands, report, "one HTML file that opens offline")
    reporting.add_argument("-o", "--output", metavar="OUT.html", required=True)
    _analyse_options(reporting)
    _report_options(reporting)
    serving = _command(commands, serve, "open the page", nargs="?")
    serving.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1")
    serving.add_argument("--port", type=_number(int, 0, 65535), default=PORT, help="default 8050")
    serving.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return whole


def _command(commands, run: Run, says: str, nargs=None) -> argparse.ArgumentParser:
    """A command that takes a file and the parts of its columns."""
    said = f"{says[0].upper()}{says[1:]}."
    command = commands.add_parser(run.__name__, help=says, description=said)
    command.set_defaults(run=run)
    command.add_argument("file", metavar="FILE", nargs=nargs)
    add = command.add_argument
    add("--label", metavar="COL", help="column that says which cases are positive")
    add("--positive", metavar="VALUE", help="its value for positive cases")
    add("--score", metavar="COL", action="append", dest="scores", help="a model's scores; repeat")
    add("--model", metavar="COL", help="column of models: a row per case and model")
    add("--id", metavar="COL", dest="case_id", help="column of cases, with --model")
    add("--weight", metavar="COL", help="how many cases each row stands for")
    add("--fold", metavar="COL", help="column of folds")
    add("--cluster", metavar="COL", help="column of groups (patients, cards) that bands resample")
    says = "column of parts: models and thresholds are chosen on one and judged on another"
    add("--split", metavar="COL", help=says)
    add("--choose-on", metavar="VALUE", help="the part to choose on; default: validation, dev, ...")
    add("--judge-on", metavar="VALUE", help="the part to judge on; default: test, holdout, ...")
    return command


def _analyse_options(command: argparse.ArgumentParser) -> None:
    inside, share = _number(float, 0, 1, open_ends=True), _number(float, 0, 1)
    add = command.add_argument
    add("--prior", metavar="P", type=inside, help="prior of positives; default: the file's")
    says = "count that the file's prior is an estimate; not with --prior or --crossfit"
    add("--estimated-prior", action="store_true", help=says)
    add("--cost-fn", metavar="X", type=_cost, help="a missed positive; default 1")
    add("--cost-fp", metavar="X", type=_cost, help="a false alarm; default 1")
    cells = ("FOUND", "MISSED", "ALARM", "ALONE")
    says = "what a case costs that is found, missed, a false alarm, left alone; below 0 it pays"
    add("--matrix", metavar=cells, type=float, nargs=4, help=f"{says}; instead of the two costs")
    add("--pcf", metavar="P1,P2,...", type=_pcfs, help="where costs are told; default 0,0.05,...,1")
    add("--level", metavar="L", type=inside, default=0.95, help="of the bands; default 0.95")
    add("--replicates", metavar="B", type=_number(int, 100), default=2000, help="default 2000")
    add("--seed", metavar="S", type=_number(int, 0), default=0, help="default 0")
    add("--max-fpr", metavar="A", type=share, help="most false positives: Neyman-Pearson")
    says = "judge thresholds on other folds than they were chosen on"
    add("--crossfit", action="store_true", help=says)
    add("--capacity", metavar="C", type=share, help="most cases called positive, as a share")
    add("--show", metavar="MODEL", action="append", help="a model to tell of; repeat; default: all")
    add("--score-prior", metavar="P", type=inside, help="prior at which scores are probabilities")


def _report_options(command: argparse.ArgumentParser) -> None:
    """What the page shows beside what `analyse` tells."""
    add, inside, ends = command.add_argument, _number(float, 0, 1, open_ends=True), ("LOW", "HIGH")
    add("--prior-range", metavar=ends, type=inside, nargs=2, help="prior as far as it is known")
    add("--cost-fn-range", metavar=ends, type=_cost, nargs=2, help="the same of a missed positive")
    add("--cost-fp-range", metavar=ends, type=_cost, nargs=2, help="the same of a false alarm")
    says = "--prior, --cost-fn and --cost-fp are most likely in the ranges; default: all equally"
    add("--likely", action="store_true", help=says)
    says = "PC(+) in the ranking is Beta(A, B), so that costs are normalized"
    add("--beta", metavar=("A", "B"), type=_cost, nargs=2, help=says)
    says = "by which to choose; default cost; fpr and capacity take --max-fpr and --capacity"
    add("--criterion", choices=CRITERIA, default="cost", help=says)
    says = "the rule of --criterion threshold"
    add("--threshold", metavar=("MODEL", "SCORE"), nargs=2, help=says)
    add("--sure", action="store_true", help="keep --max-fpr with 95 %% confidence")
    parts = ("NAME", "PRIOR", "COST_FN", "COST_FP")
    says = "named conditions, side by side; repeat"
    add("--scenario", metavar=parts, nargs=4, action="append", default=[], help=says)
    add("--today", metavar=("MODEL", "SCORE"), nargs=2, help="today's threshold, to compare with")
    add("--no-bands", action="store_true", help="leave the bands out")
    add("--roc-whole", action="store_true", help="the ROC band of the whole curve at once")
    add("--cases", metavar="N", type=_cost, help="cases in a month: costs are told per month")
    add("--currency", metavar="SYMBOL", default="$", help="default $")


def columns(asked: argparse.Namespace) -> dict:
    """The parts of the columns, as the intake takes them."""
    from costdash.intake.columns.roles import Roles

    return {name: getattr(asked, name) for name in Roles.__dataclass_fields__}


def _number(kind: type, low: float, high: float = float("inf"), open_ends: bool = False):
    """A reader of numbers from low to high, between them where `open_ends`."""

    def read(text: str):
        value = kind(text)
        if not (low < value < high if open_ends else low <= value <= high):
            ends = "between" if open_ends else "from"
            to = "and" if open_ends else "to"
            limits = f"{ends} {low} {to} {high}" if high < float("inf") else f"at least {low}"
            raise argparse.ArgumentTypeError(f"must be {limits}, got {text}")
        return value

    read.__name__ = "number" if kind is float else "whole number"
    return read


def _cost(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be positive and finite, got {text}")
    return value


def _pcfs(text: str) -> list[float]:
    try:
        return [_number(float, 0, 1)(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be numbers with commas, got {text}") from None
