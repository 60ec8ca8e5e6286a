"""The rules that keep the code easy to find: layers, packages, cycles and sizes."""

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "costdash"
SOURCES = sorted(HOUSE.rglob("*.py"))

# What a layer may import besides itself, the standard library and the modules open to all.
OPEN = {"costdash.typed", "costdash.wording", "costdash.static", "costdash.__version__"}
LAYERS = {
    "core": {"numpy", "scipy"} | {"sklearn"},  # its extra, where a decision becomes a classifier
    "intake": {"numpy", "pandas", "pyarrow", "openpyxl", "defusedxml", "costdash.core"}
    | {"duckdb", "ibis"},  # only where a table is read: the extras of engines
    "figures": {"numpy", "plotly", "costdash.core"}
    | {"matplotlib", "sklearn"},  # only where a display is drawn: their extra
    "report": {"costdash.core", "costdash.figures", "costdash.intake"},
    "web": {"dash", "dash_mantine_components", "dash_ag_grid", "flask", "flask_caching"}
    | {"itsdangerous", "redis", "werkzeug", "pandas"}
    | {"costdash.core", "costdash.intake", "costdash.figures", "costdash.report"},
    "cli": {f"costdash.{layer}" for layer in ("core", "intake", "figures", "report", "web")},
    "typed": set(),
    "wording": set(),
    "static": set(),
    "__init__": {"costdash.core", "costdash.intake", "costdash.web"},
    "__main__": {"costdash.cli"},
}

# Packages and top modules of a layer, lowest first. Those of one row do not import each other.
PACKAGES = {
    "core": (
        {"types"},
        {"sample"},
        {"conditions"},
        {"curves"},
        {"choose", "resample"},
        {"folds"},
        {"analysis"},
        {"compare"},
        {"combine"},
        {"readings"},
    ),
    "intake": (
        {"errors", "limits"},
        {"columns", "storage"},
        {"formats"},
        {"rows"},
        {"engines"},
        {"api"},
        {"process", "samples"},
    ),
    "figures": (
        {"view", "style", "axes", "displays"},
        {"scene", "saved_image"},
        {"alternatives", "traces"},
        {"panels", "client_data"},
        {"offline"},
    ),
    "report": (
        {"sentences", "derived"},
        {"summary"},
        {"tables"},
        {"report"},
        {"html", "json", "request", "terminal"},
        {"csv"},
        {"api"},
    ),
    "web": (
        {"ids", "session", "settings"},
        {"page", "storage"},
        {"security", "stores"},
        {"routes"},
        {"callbacks"},
        {"app"},
        {"local_server"},
    ),
}

MOST_ENTRIES = 12  # of a folder
MOST_LINES = 400  # of a file
FEWEST_LINES = 40  # of a file that only one other imports
MOST_FUNCTION_LINES = 50

# Files above MOST_LINES, each with its reason.
LONG_FILES: dict[str, str] = {}
# Functions above MOST_FUNCTION_LINES, each with its reason.
LONG_FUNCTIONS: dict[str, str] = {}


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in SOURCES}


def imports(nodes, file: Path):
    """Full dotted names that the nodes of a file import."""
    package = module_name(file).split(".")
    if file.name != "__init__.py":
        package = package[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def short(name: str) -> str:
    """'numpy', or 'costdash.core' within the project."""
    parts = name.split(".")
    return ".".join(parts[: 2 if parts[0] == "costdash" else 1])


def layer_of(file: Path) -> str:
    return file.relative_to(HOUSE).parts[0].removesuffix(".py")


def forbidden_layers(source: str, file: Path) -> set[str]:
    """Imports that the layer of this file may not make."""
    layer = layer_of(file)
    found = {short(name) for name in imports(ast.walk(ast.parse(source)), file)}
    return found - LAYERS[layer] - OPEN - {f"costdash.{layer}"} - sys.stdlib_module_names


def rank_of(layer: str, package: str) -> int:
    rows = PACKAGES[layer]
    return next(rank for rank, row in enumerate(rows) if package in row)


def forbidden_packages(source: str, file: Path) -> set[str]:
    """Imports of packages that do not lie below this file's package in the same layer."""
    layer, package = layer_of(file), file.relative_to(HOUSE).parts[1].removesuffix(".py")
    if package == "__init__":
        return set()
    found = set()
    for name in imports(ast.walk(ast.parse(source)), file):
        parts = name.split(".")
        if parts[:2] != ["costdash", layer] or len(parts) < 3 or parts[2] == package:
            continue
        known = any(parts[2] in row for row in PACKAGES[layer])
        if not known or rank_of(layer, parts[2]) >= rank_of(layer, package):
            found.add(name)
    return found


def of_project(file: Path):
    """Modules of the project that a file imports, as far as they are modules."""
    for name in imports(ast.walk(tree(file)), file):
        if name in MODULES:
            yield name
        elif name.rpartition(".")[0] in MODULES:
            yield name.rpartition(".")[0]


def ids(file: Path) -> str:
    return str(file.relative_to(ROOT))


def test_every_module_has_a_row():
    assert {layer_of(file) for file in SOURCES} <= LAYERS.keys()
    for layer, rows in PACKAGES.items():
        named = set().union(*rows)
        assert len(named) == sum(map(len, rows))
        found = {p.stem for p in (HOUSE / layer).iterdir() if p.stem != "__pycache__"}
        assert found - {"__init__"} == named


@pytest.mark.parametrize("file", SOURCES, ids=ids)
def test_a_file_imports_only_what_its_layer_may(file):
    assert forbidden_layers(file.read_text(), file) == set()


@pytest.mark.parametrize("file", [f for f in SOURCES if layer_of(f) in PACKAGES], ids=ids)
def test_a_file_imports_only_packages_below_its_own(file):
    assert forbidden_packages(file.read_text(), file) == set()


def test_no_module_imports_itself_by_way_of_others():
    graph = {name: set(of_project(file)) - {name} for name, file in MODULES.items()}
    while free := {name for name, needs in graph.items() if not needs & graph.keys()}:
        graph = {name: needs for name, needs in graph.items() if name not in free}
    assert graph == {}


@pytest.mark.parametrize("file", SOURCES, ids=ids)
def test_a_private_name_stays_in_its_package(file):
    here = module_name(file).rpartition(".")[0]
    for name in imports(ast.walk(tree(file)), file):
        module, _, last = name.rpartition(".")
        if name.startswith("costdash") and last.startswith("_") and not last.startswith("__"):
            assert module.rpartition(".")[0] == here


@pytest.mark.parametrize("top", ["costdash", "assets", "tests"])
def test_a_folder_has_at_most_12_entries(top):
    for folder in [ROOT / top, *(path for path in (ROOT / top).rglob("*") if path.is_dir())]:
        if "__pycache__" not in folder.parts:
            entries = [p.name for p in folder.iterdir() if p.name != "__pycache__"]
            assert len(entries) <= MOST_ENTRIES, folder


def lines_of(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def test_files_are_neither_too_long_nor_fragments():
    importers = Counter(name for file in SOURCES for name in set(of_project(file)))
    long = {ids(file) for file in SOURCES if lines_of(file) > MOST_LINES}
    assert long == LONG_FILES.keys()
    fragments = {
        ids(file)
        for name, file in MODULES.items()
        if lines_of(file) < FEWEST_LINES and importers[name] < 2
        if file.name not in ("__init__.py", "__main__.py")
    }
    assert fragments == set()


def code_lines(node: ast.FunctionDef) -> int:
    """Lines of a function's body without its docstring."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return node.end_lineno - body[0].lineno + 1 if body else 0


def test_functions_are_short():
    long = {
        f"{ids(file)}:{node.name}"
        for file in SOURCES
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef)
        if code_lines(node) > MOST_FUNCTION_LINES
    }
    assert long == LONG_FUNCTIONS.keys()


def test_the_command_line_imports_lazily():
    file = HOUSE / "cli" / "__init__.py"
    at_start = {short(name) for name in imports(tree(file).body, file)}
    assert at_start - {"costdash.__version__"} <= sys.stdlib_module_names


def test_scipy_stats_is_not_loaded_at_run_time():
    for file in SOURCES:
        assert not any(
            name.startswith("scipy.stats") for name in imports(ast.walk(tree(file)), file)
        )


def makers_of_random_numbers(source: str) -> set[str]:
    """What a source uses of numpy.random and random, except the type Generator."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            if name.startswith(("np.random.", "numpy.random.", "random.")):
                found.add(name)
        elif isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name in ("random", "numpy.random")}
        elif isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
            found |= {f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "numpy":
            found |= {f"numpy.{a.name}" for a in node.names if a.name == "random"}
    return found - {"numpy.random.Generator", "np.random.Generator"}


def test_only_streams_makes_generators():
    makers = {ids(file) for file in SOURCES if makers_of_random_numbers(file.read_text())}
    assert makers == {"costdash/core/resample/streams.py"}


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nrng = np.random.default_rng(0)",
        "import numpy.random",
        "from numpy.random import SeedSequence",
        "from numpy import random",
        "import random",
    ],
)
def test_the_rule_of_generators_can_fail(source):
    assert makers_of_random_numbers(source)


@pytest.mark.parametrize(
    ("place", "source", "found"),
    [
        ("core/sample", "import pandas as pd", {"pandas"}),
        ("core/sample", "def f():\n    from plotly import graph_objects", {"plotly"}),
        ("core/sample", "from ...intake.formats.read import read", {"costdash.intake"}),
        ("core", "from .. import web", {"costdash.web"}),
        ("figures", "import costdash.report.html.page", {"costdash.report"}),
        ("figures", "from costdash import analyse", {"costdash.analyse"}),
        ("web", "import os, numpy.random", {"numpy"}),
        ("web", "import os\nfrom costdash.core import hull\nfrom . import ids", set()),
        ("wording", "from costdash.core import hull", {"costdash.core"}),
    ],
)
def test_the_rule_of_layers_can_fail(place, source, found):
    assert forbidden_layers(source, HOUSE / place / "any.py") == found


@pytest.mark.parametrize(
    ("place", "source", "found"),
    [
        (
            "core/sample",
            "from costdash.core.curves.roc import auc",
            {"costdash.core.curves.roc.auc"},
        ),
        ("core/choose", "import costdash.core.resample.bands", {"costdash.core.resample.bands"}),
        ("core/curves", "from costdash.core import Hull", {"costdash.core.Hull"}),
        ("core/curves", "from ..sample.counts import Counts", set()),
        ("core/curves", "from .hull import Hull", set()),
    ],
)
def test_the_rule_of_packages_can_fail(place, source, found):
    assert forbidden_packages(source, HOUSE / place / "any.py") == found
