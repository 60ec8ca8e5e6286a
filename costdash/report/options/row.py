"""The row of an option, and which options need or exclude each other."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

COMMANDS = {
    "analyse": "print the decision, curves and confidence bands",
    "check": "check whether costdash can read a file",
    "report": "write a report as one HTML file that works offline",
    "decide": "write the rule to put to use as JSON",
    "gate": "say whether one model may replace another; exit code 1 unless it may, 3 if "
    "that cannot be judged",
    "cases": "write the rows of a file that a rule finds, misses or flags wrongly, as CSV",
    "serve": "start the dashboard on this computer",
}
DECISIONS = ("analyse", "report", "decide")
CONDITIONS = (*DECISIONS, "gate")


def flag_of(name: str) -> str:
    """The flag of an option."""
    return f"--{name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Need:
    """What an option has no effect without: one of the options `any_of`, in the `commands`.

    any_of: names of options, or a criterion such as "criterion fpr"; words: how the sentence
    names them.
    """

    words: str
    any_of: Collection[str] = ()
    commands: Collection[str] = tuple(COMMANDS)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the command line.

    usage: its flags and the names of its values, such as --prior-range LOW HIGH; without a flag it
    is a positional argument that may be left out. help: what it does; {default} stands for the
    default. commands: those that have it. name: the keyword, and what argparse stores.
    default: of a flag False, unless it is True; the flag sets the contrary, or `const`.
    choices, required: as in argparse. repeat: may be given several times.
    parse: the value of a word. read: the value of all words of one occurrence, after parsing.
    group: only one option of a group may be given. needs: without which it has no effect.
    excludes: names of options that contradict it, and the sentence that says so.
    """

    usage: str
    help: str
    commands: Collection[str]
    _: KW_ONLY
    name: str = ""
    default: Any = None
    const: Any = None
    choices: Sequence[str] | None = None
    required: bool = False
    repeat: bool = False
    parse: Callable[[str], Any] | None = None
    read: Callable[[Sequence[str]], Any] | None = None
    group: str = ""
    needs: Sequence[Need] = ()
    excludes: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.flags[-1].strip("-").replace("-", "_"))
        if self.default is self.const is None and not (self.values or self.choices):
            object.__setattr__(self, "default", False)

    @property
    def flags(self) -> list[str]:
        """Short and long flag; the last one is used in sentences."""
        return [word for word in self.usage.split() if word.startswith("-")]

    @property
    def values(self) -> list[str]:
        """The names of the values."""
        return self.usage.split()[len(self.flags) :]

    @property
    def text(self) -> str:
        """The help with its default."""
        return self.help.replace("{default}", str(self.default))

    def value(self, given: Any) -> Any:
        """What the words mean. Raises ValueError."""
        if self.read is None or given is None:
            return given
        return [self.read(words) for words in given] if self.repeat else self.read(given)

    def objection(self, given: Collection[str], command: str) -> str:
        """Why this option cannot be used beside the `given` ones; "" if it can."""
        for need in self.needs:
            if command in need.commands and not {*need.any_of} & {*given}:
                return f"{self.flags[-1]} needs {need.words}"
        return next((text for name, text in self.excludes.items() if name in given), "")


def objection(options: Iterable[Option], values: Mapping[str, Any], command: str) -> str:
    """The first objection of the options that are given, with these values; "" if there is none."""
    rows = [option for option in options if command in option.commands]
    given = {row.name for row in rows if values[row.name] != row.default}
    given.add(f"criterion {values.get('criterion')}")
    objections = (row.objection(given, command) for row in rows if row.name in given)
    return next(filter(None, objections), "")
