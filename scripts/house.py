"""Prints the size and shape of the code, for a reader. No number in it is a rule.

    python scripts/house.py [REVISION]

Folders with their entries and lines, modules with one importer or none, the longest functions,
and the change against a revision (default: main, or its last commit while main is checked out).
"""

import ast
import io
import re
import subprocess
import sys
import tarfile
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath

PLACES = ("costdash", "assets", "tests", "benchmarks", "scripts", "docs")
KINDS = (".py", ".js", ".css")
MOST = 15  # rows of a list


@dataclass(frozen=True)
class House:
    """The text of each source file, by its path."""

    files: dict[str, str]

    def lines(self, prefix: str, kind: str = "") -> int:
        """Lines of the files of a kind below a folder."""
        return sum(
            text.count("\n")
            for path, text in self.files.items()
            if path.startswith(prefix + "/") and path.endswith(kind or KINDS)
        )

    def modules(self, prefix: str, kind: str = "") -> int:
        """Number of files of a kind below a folder."""
        return sum(p.startswith(prefix + "/") and p.endswith(kind or KINDS) for p in self.files)


def git(*words: str) -> bytes:
    return subprocess.run(["git", *words], check=True, stdout=subprocess.PIPE).stdout


def is_source(path: str) -> bool:
    return path.startswith(PLACES) and path.endswith(KINDS) and "/vendor/" not in path


def checked_out() -> House:
    """The working tree: tracked files and new ones that are not ignored."""
    paths = git("ls-files", "--cached", "--others", "--exclude-standard").decode().splitlines()
    files = {}
    for path in filter(is_source, paths):
        try:
            with open(path, encoding="utf-8") as file:
                files[path] = file.read()
        except FileNotFoundError:
            continue  # deleted and not yet committed
    return House(files)


def at(revision: str) -> House:
    """The tree of a revision."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", revision))) as archive:
        members = [member for member in archive if member.isfile() and is_source(member.name)]
        return House({m.name: archive.extractfile(m).read().decode() for m in members})


def table(title: str, head: tuple[str, ...], rows: list[tuple]) -> None:
    """Prints rows in columns: the first to the left, numbers to the right."""
    print(f"\n{title}")
    cells = [head, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    for row in cells:
        first, *others = (
            cell.ljust(w) if k == 0 else cell.rjust(w)
            for k, (cell, w) in enumerate(zip(row, widths))
        )
        print("  " + "  ".join([first, *others]))


def folders(house: House) -> list[tuple]:
    entries: dict[str, set[str]] = {}
    for path in house.files:
        parts = PurePosixPath(path).parts
        for k in range(1, len(parts)):
            entries.setdefault("/".join(parts[:k]), set()).add(parts[k])
    rows = [(name, len(inside), house.lines(name)) for name, inside in entries.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))[:MOST]


def importers(house: House) -> Counter[str]:
    """How many modules import each Python module, and each script."""
    count: Counter[str] = Counter()
    modules = {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
        for path in house.files
        if path.startswith("costdash/") and path.endswith(".py")
    }
    for path, text in house.files.items():
        if path.startswith("costdash/") and path.endswith(".py"):
            imported = set()
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [f"{node.module}.{alias.name}" for alias in node.names]
                    imported |= {name if name in modules else node.module for name in names}
                elif isinstance(node, ast.Import):
                    imported |= {alias.name for alias in node.names}
            count.update(modules[name] for name in imported if modules.get(name, path) != path)
        elif path.startswith("assets/") and path.endswith(".js"):
            folder = PurePosixPath(path).parent
            for target in re.findall(r"""(?:from|import) ['"](\.[^'"]+)""", text):
                parts: list[str] = []
                for part in (folder / target).parts:
                    parts = parts[:-1] if part == ".." else [*parts, part]
                count["/".join(parts)] += 1
    return count


def seldom_imported(house: House) -> list[tuple]:
    """Files of the product with one importer or none, the shortest first."""
    count = importers(house)
    rows = [
        (path, count[path], text.count("\n"))
        for path, text in house.files.items()
        if path.startswith(("costdash/", "assets/")) and path.endswith((".py", ".js"))
        if count[path] < 2 and not path.endswith("__init__.py")
    ]
    return sorted(rows, key=lambda row: row[2])[:MOST]


def longest_functions(house: House) -> list[tuple]:
    """Python functions by the lines of their bodies without the docstring."""
    rows = []
    for path, text in house.files.items():
        if not path.endswith(".py") or not path.startswith("costdash/"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lines = node.end_lineno - body[0].lineno + 1 if body else 0
                rows.append((f"{path}:{node.name}", lines))
    return sorted(rows, key=lambda row: -row[1])[:MOST]


def change(before: House, now: House) -> list[tuple]:
    rows = []
    for place in PLACES:
        for kind in KINDS:
            new, old = now.lines(place, kind), before.lines(place, kind)
            if new or old:
                files, was = now.modules(place, kind), before.modules(place, kind)
                rows.append((f"{place} {kind}", was, files, old, new, f"{new - old:+d}"))
    return rows


def main(revision: str) -> None:
    now = checked_out()
    table("Folders by entries", ("folder", "entries", "lines"), folders(now))
    sizes = [(path, text.count("\n")) for path, text in now.files.items()]
    table("Longest files", ("file", "lines"), sorted(sizes, key=lambda row: -row[1])[:MOST])
    table("Longest functions of costdash", ("function", "lines"), longest_functions(now))
    head = ("file", "importers", "lines")
    table("Short files with one importer or none", head, seldom_imported(now))
    head = ("place", "files then", "files now", "lines then", "lines now", "change")
    table(f"Change against {revision}", head, change(at(revision), now))


def base() -> str:
    branch = git("rev-parse", "--abbrev-ref", "HEAD").decode().strip()
    return "HEAD" if branch == "main" else "main"


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else base())
