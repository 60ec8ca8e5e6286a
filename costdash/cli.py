"""The command line: costdash analyse | check | serve. Everything the page shows, without it."""

import argparse
import json
import os
import sys
from collections.abc import Callable

from costdash import __version__

PORT = 8050


def main(arguments: list[str] | None = None) -> int:
    """Exit code: 0, 1 for what cannot be done (one sentence on stderr), 2 for wrong usage."""
    asked = parser().parse_args(arguments)
    sys.stdout.reconfigure(errors="replace")
    try:
        code = asked.run(asked)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read the output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # whatever it is, a person gets a sentence
        sentence = " ".join(str(error).split()) or f"{type(error).__name__} without a reason."
        print(f"costdash: {sentence}", file=sys.stderr)
        return 1


def analyse(asked: argparse.Namespace) -> int:
    """Prints the contract as JSON, or the decision and a small table."""
    from costdash.core import OperatingPoint
    from costdash.core import analyse as analysed
    from costdash.core.compare import compare_all
    from costdash.intake import read_with_messages
    from costdash.report.contract import PCFS, Ask, as_json
    from costdash.report.plain import plain_text

    predictions, about, messages = read_with_messages(asked.file, **_columns(asked))
    analysis = analysed(
        predictions, level=asked.level, n_replicates=asked.replicates, seed=asked.seed
    )
    prior = predictions.prevalence if asked.prior is None else asked.prior
    point = OperatingPoint(prior, asked.cost_fn, asked.cost_fp)
    if not asked.json:
        sys.stdout.write(plain_text(analysis, point, messages))
        return 0
    ask = Ask(
        point=point,
        pcfs=asked.pcf or PCFS,
        max_fpr=asked.max_fpr,
        capacity=asked.capacity,
        score_prior=asked.score_prior,
    )
    compared = compare_all(predictions, analysis, ask.pcfs)
    _print_json(as_json(analysis, ask, about["label"], about["positive"], messages, compared))
    return 0


def check(asked: argparse.Namespace) -> int:
    """Reads the file as an upload would; 1 where it cannot be drawn."""
    from costdash.intake.parse import check as checked

    found = checked(asked.file, asked.name, **_columns(asked))
    failed = found["status"] == "error"
    if asked.json:
        _print_json(found)
        return int(failed)
    if failed:
        raise ValueError(" ".join(found["messages"]))
    for message in found["messages"]:
        print(f"Note: {message}")
    print(f"{found['rows']:,} rows, {found['positives']:,} positive.")
    for name, model in found["models"].items():
        print(f"{name}: AUC {model['auc']:.3f}")
    return 0


def serve(asked: argparse.Namespace) -> int:
    """Opens the page, with the file loaded."""
    from costdash.intake.plain import chosen
    from costdash.web.serve import serve as served

    roles = chosen(**_columns(asked))
    served(asked.file, asked.host, asked.port, not asked.no_browser, roles)
    return 0


def parser() -> argparse.ArgumentParser:
    """The three commands and their options."""
    whole = argparse.ArgumentParser(
        prog="costdash", description="Which model, at which threshold, and what it costs."
    )
    whole.add_argument("--version", action="version", version=f"costdash {__version__}")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    _analyse_options(_command(commands, analyse, "the decision, curves and bands"))
    checking = _command(commands, check, "read a file as an upload would, and draw nothing")
    checking.add_argument("--name", metavar="SHOWN_NAME", help="name of the file in messages")
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print JSON, in full precision")
    serving = _command(commands, serve, "open the page", nargs="?")
    serving.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1")
    serving.add_argument("--port", type=_number(int, 0, 65535), default=PORT, help="default 8050")
    serving.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return whole


def _command(commands, run: Callable, says: str, nargs=None) -> argparse.ArgumentParser:
    """A command that takes a file and the parts of its columns."""
    command = commands.add_parser(run.__name__, help=says, description=says.capitalize() + ".")
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
    return command


def _analyse_options(command: argparse.ArgumentParser) -> None:
    inside, share = _number(float, 0, 1, open_ends=True), _number(float, 0, 1)
    add = command.add_argument
    add("--prior", metavar="P", type=inside, help="prior of positives; default: the file's")
    add("--cost-fn", metavar="X", type=_cost, default=1.0, help="a missed positive; default 1")
    add("--cost-fp", metavar="X", type=_cost, default=1.0, help="a false alarm; default 1")
    add("--pcf", metavar="P1,P2,...", type=_pcfs, help="where costs are told; default 0,0.05,...,1")
    add("--level", metavar="L", type=inside, default=0.95, help="of the bands; default 0.95")
    add("--replicates", metavar="B", type=_number(int, 100), default=2000, help="default 2000")
    add("--seed", metavar="S", type=_number(int, 0), default=0, help="default 0")
    add("--max-fpr", metavar="A", type=share, help="most false positives: Neyman-Pearson")
    add("--capacity", metavar="C", type=share, help="most cases called positive, as a share")
    add("--score-prior", metavar="P", type=inside, help="prior at which scores are probabilities")


def _columns(asked: argparse.Namespace) -> dict:
    names = ("label", "positive", "scores", "weight", "fold", "model", "case_id", "cluster")
    return {name: getattr(asked, name) for name in names}


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


def _print_json(value) -> None:
    json.dump(value, sys.stdout, allow_nan=False, indent=1)
    print()
