"""A registry has no second list: no other file names its rows, asks for their ids or lists them.

The first rule is about keys that mean nothing else. Keys that are words of other things as well
(`cost`, `fpr`, `folds`) may stand anywhere, but nobody may compare an id with them or list them.
"""

import ast
import re
from dataclasses import dataclass
from itertools import pairwise

import pytest

from costdash.core.choose.criteria import CRITERIA
from costdash.core.measures.registry import ROW_OF
from costdash.figures import COST_AXES, PANEL_MODES, PANELS
from costdash.intake.formats.read import FORMATS
from costdash.report.csv.catalog import EXPORTS
from costdash.static import ASSETS
from costdash.web.callbacks.tabs import TABS

ROOT = ASSETS.parent


@dataclass(frozen=True)
class Registry:
    """The keys of a registry, where its rows live, and keys that mean other things as well."""

    keys: frozenset[str]
    homes: tuple[str, ...]
    words: frozenset[str] = frozenset()

    @property
    def own(self) -> frozenset[str]:
        return self.keys - self.words


PANEL_IDS = frozenset(panel.id for panel in PANELS)
PANEL_FILES = ("roc", "precision_recall", "cost", "__init__")
REGISTRIES = {
    "panels": Registry(
        PANEL_IDS,
        (
            *(f"costdash/figures/panels/{name}.py" for name in PANEL_FILES),
            "costdash/figures/panels/modes/",  # the row of a mode names its panel
            "assets/panels/linked/",
        ),
        frozenset({"cost"}),  # an amount
    ),
    "axes": Registry(
        frozenset(COST_AXES),
        ("costdash/figures/panels/cost_axes/", "assets/panels/cost-axes/"),
        frozenset({"threshold", "positives"}),  # a cut of the score, a class
    ),
    "modes": Registry(
        frozenset(PANEL_MODES),
        ("costdash/figures/panels/modes/", "assets/panels/modes/"),
        frozenset({"gains", "reliability", "ties"}),  # a measure, fields of the JSON
    ),
    "criteria": Registry(
        frozenset(CRITERIA),
        ("costdash/core/choose/criteria.py", "assets/core/criteria/"),
        # amounts, rates, failures, and a field of the JSON
        frozenset({"cost", "error", "fpr", "tpr", "threshold", "capacity", "regret"}),
    ),
    "tabs": Registry(
        frozenset(tab.id for tab in TABS),
        (
            "costdash/web/callbacks/tabs.py",
            "costdash/web/page/tabs/",
            "assets/controls/tabs/notes/",
        ),
        frozenset({"compare", "data", "folds", "thresholds"}),  # fields of requests and of the JSON
    ),
    "measures": Registry(
        frozenset(ROW_OF), ("costdash/core/measures/",), frozenset({"gains"})
    ),  # a mode
    "formats": Registry(
        frozenset(row.name for row in FORMATS),
        ("costdash/intake/formats/read.py",),
        frozenset({"CSV"}),  # the label of buttons
    ),
    "exports": Registry(
        frozenset(EXPORTS) - PANEL_IDS - PANEL_MODES.keys(),
        ("costdash/report/csv/catalog.py",),
        frozenset(EXPORTS) - {"class-pairs", "decision-curve"},  # words of the JSON and of traces
    ),
}
EXCEPTIONS = {
    ("costdash/core/__init__.py", "h_measure"): "the public function of this name",
    ("costdash/core/__init__.py", "partial_auc"): "the public function of this name",
    ("costdash/figures/panels/cost_axes/net_benefit.py", "decision-curve"): "names its CSV file",
    ("costdash/core/measures/fields/screening.py", "fpr"): "the axis of a partial area",
    ("costdash/figures/panels/folds.py", "threshold"): "a kind of average over folds",
    ("costdash/figures/panels/folds.py", "cost"): "a kind of average over folds",
}
# What holds an id: row.id == "roc", kind === 'fpr'.
ID = "id|key|kind|tab|mode|axis|panel|criterion|measure|export"
COMPARED = re.compile(
    rf"\b(?:{ID})\s*[!=]==\s*'([\w-]+)'|'([\w-]+)'\s*[!=]==\s*(?:[\w.]+\.)?(?:{ID})\b"
)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
TEXT = re.compile(r"'([^'\n]*)'")
GROUP = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")  # an array or an object
NAME = re.compile(r"['\w-]+(?=\s*:)|'[^'\n]*'")


def python_texts(tree: ast.Module) -> set[str]:
    """All strings besides docstrings."""
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str) and node not in docstrings}


def python_groups(tree: ast.Module) -> list[set[str]]:
    """The strings of each list, tuple, set, and of the keys of each dict."""
    groups = []
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            groups.append(node.elts)
        elif isinstance(node, ast.Dict):
            groups.append(node.keys)
    return [{getattr(item, "value", None) for item in group} for group in groups]


def python_compared(tree: ast.Module) -> set[str]:
    """Strings that something which holds an id is compared with."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for sides in pairwise([node.left, *node.comparators]):
                names = {getattr(side, "attr", getattr(side, "id", "")) for side in sides}
                if names & set(ID.split("|")):
                    found |= {side.value for side in sides if isinstance(side, ast.Constant)}
    return found


def texts_of(place: str, source: str) -> tuple[set[str], list[set[str]], set[str]]:
    """All strings, those of each collection, and those that an id is compared with."""
    if place.endswith(".py"):
        tree = ast.parse(source)
        return python_texts(tree), python_groups(tree), python_compared(tree)
    code = COMMENT.sub(" ", source)
    if place.endswith(".css"):
        rows = re.findall(r"#tabs-panel-([\w-]+)|#([\w-]+)-tab\b", code)
        return {name for names in rows for name in names if name}, [], set()
    groups = [{name.strip("'") for name in NAME.findall(text)} for text in GROUP.findall(code)]
    compared = {name for names in COMPARED.findall(code) for name in names if name}
    return set(TEXT.findall(code)), groups, compared


def second_lists(place: str, source: str) -> set[tuple[str, str, str]]:
    """(registry, rule, key) of all that a file has no right to name."""
    texts, groups, compared = texts_of(place, source)
    graphs = {key for key in PANEL_IDS if re.search(rf"[#']{key}-panel\b", source)}
    found = {("panels", "names", key) for key in graphs}
    for name, registry in REGISTRIES.items():
        if place.startswith(registry.homes):
            continue
        found |= {(name, "names", key) for key in texts & registry.own}
        found |= {(name, "asks for", key) for key in compared & registry.keys}
        for group in groups:
            if len(listed := group & registry.keys) > len(registry.keys) / 2:
                found |= {(name, "lists", key) for key in listed}
    return {(rule, why, key) for rule, why, key in found if (place, key) not in EXCEPTIONS}


SOURCES = {
    file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
    for folder in (ROOT / "costdash", ASSETS)
    for kind in ("py", "js", "css")
    for file in folder.rglob(f"*.{kind}")
    if "vendor" not in file.parts
}


def test_no_file_has_a_second_list_of_a_registry():
    found = {place: second_lists(place, source) for place, source in SOURCES.items()}
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_every_exception_is_still_needed():
    for place, key in EXCEPTIONS:
        assert key in texts_of(place, SOURCES[place])[0], place


def test_links_of_templates_name_tabs_that_exist():
    pages = (ROOT / "costdash/web/page/templates").glob("*.html")
    named = {tab for page in pages for tab in re.findall(r'data-tab="([\w-]+)"', page.read_text())}
    assert named <= {tab.id for tab in TABS}
    assert named


def test_tables_that_buttons_save_exist():
    tabs = ROOT / "costdash/web/page"
    saved = re.compile(r"save_(?:menu|buttons)\([^()]*?, \"([\w-]+)\"\)")
    text = "".join(file.read_text() for kind in ("py", "html") for file in tabs.rglob(f"*.{kind}"))
    assert saved.findall(text)
    assert {*saved.findall(text)} <= EXPORTS.keys()


@pytest.mark.parametrize(
    ("place", "source", "rule"),
    [
        ("costdash/web/any.py", 'if panel == "roc": pass', ("panels", "names", "roc")),
        ("costdash/web/any.py", 'criterion.key == "fpr"', ("criteria", "asks for", "fpr")),
        (
            "costdash/web/any.py",
            '("fpr", "tpr", "cost", "error", "product", "capacity", "regret")',
            ("criteria", "lists", "tpr"),
        ),
        ("costdash/web/any.py", '{"h_measure": 1}', ("measures", "names", "h_measure")),
        ("costdash/web/any.py", 'if name == "Parquet": pass', ("formats", "names", "Parquet")),
        ("assets/any.js", "const TABS = ['compare', 'folds', 'data'];", ("tabs", "lists", "folds")),
        ("assets/any.js", "if (kind !== 'threshold') go();", ("criteria", "asks for", "threshold")),
        (
            "assets/any.js",
            "const by = { fpr: 1, tpr: 2, cost: 3, error: 4, product: 5, capacity: 6, regret: 7 };",
            ("criteria", "lists", "fpr"),
        ),
        ("assets/any.js", "elementOf('cost-panel');", ("panels", "names", "cost")),
        ("assets/css/any.css", "#roc-panel { order: 1; }", ("panels", "names", "roc")),
        ("assets/css/any.css", "#what-if-tab { order: 1; }", ("tabs", "names", "what-if")),
        ("assets/any.js", "/* 'what-if' */ const rates = { fpr, tpr };", None),
    ],
)
def test_the_rules_can_fail(place, source, rule):
    found = second_lists(place, source)
    assert (rule in found) if rule else not found
