"""python -m benchmarks NAME ...: runs main(arguments) of a module or package of this folder.

Without a name, or with names of rows of the speed table, it runs the benchmark of speed.
"""

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.speed import ROWS

HERE = Path(__file__).parent


def names() -> list[str]:
    """Modules that define main, and packages whose module run does."""
    modules = {path.stem: path for path in HERE.glob("[a-z]*.py")}
    packages = {path.parent.name: path for path in HERE.glob("[a-z]*/run.py")}
    packages_of_file = (modules | packages).items()
    return sorted(name for name, path in packages_of_file if "\ndef main(" in path.read_text())


def main(arguments: list[str]) -> int:
    if set(arguments) <= set(ROWS):
        arguments = ["speed", *arguments]
    if arguments[0] not in names():
        print(f"usage: python -m benchmarks {{{','.join(names())}}} ...", file=sys.stderr)
        return 2
    return import_module(f"benchmarks.{arguments[0]}").main(arguments[1:]) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
