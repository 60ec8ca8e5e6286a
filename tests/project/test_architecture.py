"""The rules that keep the code easy to find: layers, packages, cycles and privacy.

Sizes are no rule: `make house` prints them for a reader.
"""

import ast
import sys
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
    "intake": {"numpy", "pyarrow", "openpyxl", "defusedxml", "costdash.core"}
    | {"duckdb", "ibis"},  # only where a table is read: the extras of engines
    "figures": {"numpy", "plotly", "costdash.core"}
    | {"matplotlib", "sklearn"},  # only where a display is drawn: their extra
    "report": {"costdash.core", "costdash.figures", "costdash.intake"},
    "web": {"dash", "dash_mantine_components", "dash_ag_grid", "flask", "flask_caching", "brotli"}
    | {"itsdangerous", "jinja2", "redis", "werkzeug", "pandas"}
    | {"costdash.core", "costdash.intake", "costdash.figures", "costdash.report"},
    "cli": {f"costdash.{layer}" for layer in ("core", "intake", "figures", "report", "web")}
    | {"shtab"},  # only where a completion is printed: its extra
    "typed": set(),
    "wording": set(),
    "static": set(),
    "__init__": {"costdash.core", "costdash.intake", "costdash.web"},
    "__main__": {"costdash.cli"},
}

# Packages and top modules of a layer, lowest first. Those of one row do not import each other.
PACKAGES = {
    "core": (
        {"processors", "types"},
        {"sample"},
        {"conditions"},
        {"curves"},
        {"choose", "resample"},
        {"folds"},
        {"analysis"},
        {"compare"},
        {"segments"},
        {"combine"},
        {"probabilities"},
        {"measures"},
    ),
    "intake": (
        {"errors", "heap", "limits"},
        {"columns", "storage"},
        {"formats"},
        {"rows"},
        {"engines"},
        {"api"},
        {"process", "samples"},
    ),
    "figures": (
        {"view", "style", "axes", "displays"},
        {"scene"},
        {"alternatives", "traces"},
        {"panels", "client_data"},
        {"offline"},
    ),
    "report": (
        {"sentences", "derived", "elements"},
        {"summary", "boot_data"},
        {"tables", "card"},
        {"blank_labels"},
        {"report"},
        {"html", "json", "request", "terminal"},
        {"csv"},
        {"options"},
        {"api"},
    ),
    "web": (
        {"ids", "session", "settings", "wire"},
        {"page", "storage"},
        {"security", "stores"},
        {"routes"},
        {"callbacks"},
        {"app", "gunicorn_settings"},
        {"local_server", "wsgi"},
    ),
}


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def import_nodes(module: ast.Module) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The imports anywhere in a module; several rules read them."""
    return tuple(n for n in ast.walk(module) if isinstance(n, ast.Import | ast.ImportFrom))


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


def forbidden_layers(module: ast.Module, file: Path) -> set[str]:
    """Imports that the layer of this file may not make."""
    layer = layer_of(file)
    imported = {short(name) for name in imports(import_nodes(module), file)}
    return imported - LAYERS[layer] - OPEN - {f"costdash.{layer}"} - sys.stdlib_module_names


def rank_of(layer: str, package: str) -> int:
    rows = PACKAGES[layer]
    return next(rank for rank, row in enumerate(rows) if package in row)


def forbidden_packages(module: ast.Module, file: Path) -> set[str]:
    """Imports of packages that do not lie below this file's package in the same layer."""
    layer, package = layer_of(file), file.relative_to(HOUSE).parts[1].removesuffix(".py")
    if package == "__init__":
        return set()
    forbidden = set()
    for name in imports(import_nodes(module), file):
        parts = name.split(".")
        if parts[:2] != ["costdash", layer] or len(parts) < 3 or parts[2] == package:
            continue
        listed = any(parts[2] in row for row in PACKAGES[layer])
        if not listed or rank_of(layer, parts[2]) >= rank_of(layer, package):
            forbidden.add(name)
    return forbidden


def of_project(file: Path):
    """Modules of the project that a file imports, as far as they are modules."""
    for name in imports(import_nodes(tree(file)), file):
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


def offenders(rule, files=SOURCES) -> dict[str, object]:
    """What a rule finds wrong in each file, without the files that keep it."""
    return {ids(file): wrong for file in files if (wrong := rule(tree(file), file))}


def test_a_file_imports_only_what_its_layer_may():
    assert offenders(forbidden_layers) == {}


def test_a_file_imports_only_packages_below_its_own():
    layered = [file for file in SOURCES if layer_of(file) in PACKAGES]
    assert offenders(forbidden_packages, layered) == {}


def test_no_module_imports_itself_by_way_of_others():
    graph = {name: set(of_project(file)) - {name} for name, file in MODULES.items()}
    while free := {name for name, needs in graph.items() if not needs & graph.keys()}:
        graph = {name: needs for name, needs in graph.items() if name not in free}
    assert graph == {}


def private_names(module: ast.Module, file: Path) -> set[str]:
    """Names with a leading underscore that the file imports from another package."""
    here = module_name(file).rpartition(".")[0]
    foreign = set()
    for name in imports(import_nodes(module), file):
        place, _, last = name.rpartition(".")
        private = last.startswith("_") and not last.startswith("__")
        if name.startswith("costdash") and private and place.rpartition(".")[0] != here:
            foreign.add(name)
    return foreign


def test_a_private_name_stays_in_its_package():
    assert offenders(private_names) == {}


def missing_line(module: ast.Module, file: Path) -> str:
    """The first line of a package's docstring, if it is no sentence."""
    sentence = (ast.get_docstring(module) or "").partition("\n")[0]
    return "" if len(sentence) >= 20 and sentence.endswith(".") else repr(sentence)


def test_each_package_says_in_a_line_what_belongs_there():
    assert offenders(missing_line, [f for f in SOURCES if f.name == "__init__.py"]) == {}


def test_the_command_line_imports_lazily():
    file = HOUSE / "cli" / "__init__.py"
    at_start = {short(name) for name in imports(tree(file).body, file)}
    assert at_start - {"costdash.__version__"} <= sys.stdlib_module_names


def test_scipy_stats_is_not_loaded_at_run_time():
    for file in SOURCES:
        assert not any(
            name.startswith("scipy.stats") for name in imports(import_nodes(tree(file)), file)
        )


def is_chain_of_names(node: ast.AST) -> bool:
    """Whether an expression is a name or attributes of a name, such as `np.random.normal`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def makers_of_random_numbers(module: ast.Module) -> set[str]:
    """What a module uses of numpy.random and random, except the type Generator."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node) if is_chain_of_names(node) else ""
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
    makers = {ids(file) for file in SOURCES if makers_of_random_numbers(tree(file))}
    assert makers == {"costdash/core/resample/streams.py"}


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nrng = np.random.default_rng(0)",
        "import numpy.random",
        "from numpy.random import SeedSequence",
        "from numpy import random",
        "import random",
        "import numpy as np\nx = np.random.normal(size=3).mean()",
    ],
)
def test_the_rule_of_generators_can_fail(source):
    assert makers_of_random_numbers(ast.parse(source))


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
    assert forbidden_layers(ast.parse(source), HOUSE / place / "any.py") == found


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from costdash.core.curves.hull import _turn", {"costdash.core.curves.hull._turn"}),
        ("from .counts import _count_rows\nfrom .. import __version__", set()),
    ],
)
def test_the_rule_of_privacy_can_fail(source, names):
    assert private_names(ast.parse(source), HOUSE / "core/sample/any.py") == names


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
    assert forbidden_packages(ast.parse(source), HOUSE / place / "any.py") == found
