"""python -m benchmarks NAME ...: each benchmark is a module of this folder with main(arguments).

Without a name, or with those of rows of its table, the benchmark of speed is meant.
"""

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.speed import ROWS

HERE = Path(__file__).parent


def names() -> list[str]:
    """Modules that define main, as they are called here."""
    found = (path for path in HERE.glob("[a-z]*.py") if "\ndef main(" in path.read_text())
    return sorted(path.stem for path in found)


def main(arguments: list[str]) -> int:
    if set(arguments) <= set(ROWS):
        arguments = ["speed", *arguments]
    if arguments[0] not in names():
        print(f"usage: python -m benchmarks {{{','.join(names())}}} ...", file=sys.stderr)
        return 2
    return import_module(f"benchmarks.{arguments[0]}").main(arguments[1:]) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
