"""The parser of the command line, from the table of options, and the values that it read."""

import argparse
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NoReturn

from costdash.report.options.row import COMMANDS

if TYPE_CHECKING:
    from costdash.report.options.row import Option

PATHS = ("file", "table", "leaves", "output", "junit", "markdown")  # options that name a file
# Roles without an option of their own, or whose option says more.
OF_PAGE = (
    "recalibrated",
    "combinations",
    "trained_for",
    "segments",
    "case_columns",
    "others",
    "reviewer",
)
MARK = "\x1f"  # before a value that starts with a dash; white space, so that numbers stay numbers
Run = Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage with one sentence; the list of all options is under --help."""

    def error(self, message: str) -> NoReturn:
        end = "" if message.endswith("?") else "."
        self.exit(2, f"{self.prog}: error: {message}{end} See {self.prog} --help.\n")

    def parse_args(self, *given: Any) -> argparse.Namespace:  # type: ignore[override]
        options, unknown = self.parse_known_args(*given)
        if unknown:
            command = self._commands()[options.command]
            nearest = _did_you_mean(unknown[0], command._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{nearest}")
        return options

    def _commands(self) -> dict[str, argparse.ArgumentParser]:
        (commands,) = (a for a in self._actions if isinstance(a, argparse._SubParsersAction))
        return commands.choices

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            listed = _did_you_mean(str(value), choices) or f" (choose from {', '.join(choices)})"
            raise argparse.ArgumentError(action, f"invalid choice: {value}{listed}")


def _did_you_mean(word: str, words: Collection[str]) -> str:
    nearest = get_close_matches(word, words, n=1)
    return f"; did you mean {nearest[0]}?" if nearest else ""


def parser(version: str, runs: Iterable[Run], of: Collection[str] = tuple(COMMANDS)) -> _Parser:
    """The parser; its result holds the function of the command as `run`.

    runs: a function for each of COMMANDS. of: the commands that get their options, of which the
    import takes longer than all else: a list of commands needs none.
    """
    whole = _Parser(
        prog="costdash",
        description="Find the model and threshold that cost least, and what they cost.",
    )
    whole.add_argument("--version", action="version", version=f"costdash {version}")
    whole.add_argument(
        "--print-completion",
        action=_Completion,
        choices=("bash", "zsh", "fish"),
        help="print a script that completes commands and options in this shell",
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    for (name, summary), run in zip(COMMANDS.items(), runs, strict=True):
        description = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description)
        command.set_defaults(run=run, command=name)
        if name in of:
            from costdash.report.options.table import OPTIONS

            _add_options(command, [option for option in OPTIONS if name in option.commands])
    return whole


class _Completion(argparse.Action):
    """Prints the completion of a shell and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> NoReturn:
        try:
            import shtab
        except ImportError:
            parser.error('completion needs a package. Run: pip install "costdash[completion]"')
        assert isinstance(parser, _Parser)
        for command in parser._commands().values():
            for action in command._actions:
                if action.dest in PATHS:
                    action.complete = shtab.FILE  # type: ignore[attr-defined]
        print(shtab.complete(parser, given[1]))
        parser.exit()


def _add_options(command: argparse.ArgumentParser, options: "Sequence[Option]") -> None:
    """The options, those of a group as alternatives."""
    grouped = [option.group for option in options if option.group]
    groups = {
        name: command.add_mutually_exclusive_group()
        for name in dict.fromkeys(grouped)
        if grouped.count(name) > 1
    }
    for option in options:
        group = groups.get(option.group, command)
        if option.flags:
            group.add_argument(*option.flags, dest=option.name, **_arguments(option))
        else:
            group.add_argument(option.name, nargs="?", **_arguments(option))


def _arguments(option: "Option") -> dict[str, Any]:
    """How argparse reads an option."""
    shared = {"help": option.text.replace("%", "%%"), "default": option.default}
    if option.const is not None:
        return shared | {"action": "store_const", "const": option.const}
    if isinstance(option.default, bool):
        return shared | {"action": f"store_{str(not option.default).lower()}"}
    names = tuple(option.values)
    if _nargs(names) == "+":
        names = *names[:-1], names[-1].removesuffix("...")
    given = {
        "metavar": names[0] if len(names) == 1 else names or None,
        "nargs": _nargs(option.values),
        "choices": option.choices,
        "type": option.parse and _argument_type(option.parse),
        "action": "append" if option.repeat else None,
        "required": option.required or None,
    }
    return shared | {name: value for name, value in given.items() if value is not None}


def _nargs(values: Sequence[str]) -> int | str | None:
    """None for a single value; a last value that ends in three dots may be repeated."""
    last = values[-1] if values else ""
    if last.endswith("...") and "," not in last:
        return "+"
    return None if len(values) <= 1 else len(values)


def _argument_type(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """A type for argparse, which would replace the sentence of a ValueError."""

    def read(text: str) -> Any:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def named_command(arguments: Sequence[str]) -> str | None:
    """The command among the arguments."""
    return next((word for word in arguments if word in COMMANDS), None)


def protect_values(whole: _Parser, arguments: Sequence[str]) -> list[str]:
    """The arguments, with `MARK` before values that argparse would take for options.

    Such values are negative numbers like -7.7e-8 and names like -x.
    """
    command = named_command(arguments)
    if command is None:
        return list(arguments)
    options = whole._commands()[command]._option_string_actions
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

    roles = {
        name: getattr(options, name, None)
        for name in Roles.__dataclass_fields__
        if name not in OF_PAGE
    }
    segment = getattr(options, "segment", None)
    return roles | ({"segments": (segment,)} if segment else {})
