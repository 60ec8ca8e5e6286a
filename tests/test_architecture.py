"""Who may import whom. The standard library is open to all."""

import ast
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1] / "costdash"
CORE, INTAKE, FIGURES, REPORT, WEB, CLI = (
    f"costdash.{floor}" for floor in ("core", "intake", "figures", "report", "web", "cli")
)
MAY_IMPORT = {
    "core": {"numpy"},
    "intake": {"numpy", "pandas", "pyarrow", "openpyxl", "defusedxml", CORE},
    "figures": {"numpy", "plotly", CORE},
    "report": {CORE, FIGURES},
    "web": {"dash", "dash_mantine_components", "dash_ag_grid", "flask", "flask_caching", "werkzeug"}
    | {"itsdangerous", "redis"}
    | {CORE, INTAKE, FIGURES, REPORT},
    "cli": {CORE, INTAKE, FIGURES, REPORT, WEB, "costdash.cli.options", "costdash.cli.requests"},
    "asked": {CORE, FIGURES, REPORT},
    "options": {INTAKE},
    "__init__": {CORE, INTAKE, WEB},
    "__main__": {CLI},
}
SOURCES = sorted(HOUSE.rglob("*.py"))


def imported(nodes, file):
    """What the nodes of a file import: 'numpy', or 'costdash.core' within the house."""
    package = ("costdash", *file.relative_to(HOUSE).parts[:-1])
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            start = ".".join([*above, *filter(None, [node.module])])
            names = [f"{start}.{alias.name}" for alias in node.names]
        else:
            continue
        for parts in (name.split(".") for name in names):
            yield ".".join(parts[: 2 if parts[0] == "costdash" else 1])


def trespasses(source, file):
    """Imports that the room of this file may not make."""
    room = file.relative_to(HOUSE).parts[0].removesuffix(".py")
    own = {f"costdash.{room}", "costdash.__version__"}
    found = set(imported(ast.walk(ast.parse(source)), file))
    return found - MAY_IMPORT[room] - own - sys.stdlib_module_names


def test_every_room_has_a_row():
    rooms = {file.relative_to(HOUSE).parts[0].removesuffix(".py") for file in SOURCES}
    assert rooms <= MAY_IMPORT.keys()


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(HOUSE)))
def test_a_file_imports_only_what_its_room_may(file):
    assert trespasses(file.read_text(), file) == set()


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(HOUSE)))
def test_a_file_holds_at_most_200_lines(file):
    assert len(file.read_text().splitlines()) <= 200


def test_the_command_line_imports_lazily():
    for file in SOURCES:
        if file.name == "cli.py":
            tree = ast.parse(file.read_text())
            at_start = set(imported(tree.body, file)) - {"costdash.__version__"}
            assert at_start <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("room", "source", "found"),
    [
        ("core", "import pandas as pd", {"pandas"}),
        ("core", "def f():\n    from plotly import graph_objects", {"plotly"}),
        ("core", "from ..intake.read import read", {INTAKE}),
        ("core", "from .. import web", {WEB}),
        ("figures", "import costdash.report.html.page", {REPORT}),
        ("figures", "from costdash import analyse", {"costdash.analyse"}),
        ("web", "import os, numpy.random", {"numpy"}),
        ("web", "import os\nfrom costdash.core import hull\nfrom . import ids", set()),
    ],
)
def test_the_rule_can_fail(room, source, found):
    assert trespasses(source, HOUSE / room / "any.py") == found
