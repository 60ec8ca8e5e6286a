"""One word for each thing: docs/develop/words.md lists words that no name in the code may use.

Names are identifiers in Python and in the scripts, names of files and folders, HTML ids, CSS
classes and data attributes. A name is split into its words (`costAxis`, `cost_axis` and
`cost-axis` are two words). Sentences, strings and comments are free.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs/develop/words.md"
PLACES = ("costdash", "assets", "benchmarks", "scripts")
KINDS = (".py", ".js", ".css")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
CODE = re.compile(r"`([^`]+)`")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case.

    >>> words_of("COST_AXES"), words_of("drawCostAxis"), words_of("cost-axis")
    (('cost', 'axes'), ('draw', 'cost', 'axis'), ('cost', 'axis'))
    """
    return tuple(word.lower() for word in WORD.findall(name))


def rows_of(text: str) -> list[list[str]]:
    """The cells of the table's rows, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@cache
def rules() -> tuple[dict[tuple[str, ...], str], frozenset[tuple[str, ...]], frozenset[str]]:
    """Forbidden words with the advice, words in which they may stand, and names to leave alone."""
    forbidden, within, names = {}, set(), set()
    for thing, word, refused, exceptions in rows_of(LIST.read_text(encoding="utf-8")):
        for name in CODE.findall(refused):
            forbidden[words_of(name)] = f"{thing}: {word}"
        for name in CODE.findall(exceptions):
            if len(words_of(name)) > 1:
                within.add(words_of(name))
            else:
                names.add(name)
    return forbidden, frozenset(within), frozenset(names)


def runs(words: tuple[str, ...], sizes: Iterable[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each run of neighbouring words of these sizes, with its start."""
    for size in sizes:
        for start in range(len(words) - size + 1):
            yield start, words[start : start + size]


@cache
def refused(name: str) -> str | None:
    """What to call the thing instead, if the name has a forbidden word.

    An exception of several words allows them within longer names; one of a single word only as a
    whole name.
    """
    forbidden, within, names = rules()
    if name.strip("_") in names:
        return None
    words = words_of(name)
    free = {
        place
        for start, run in runs(words, {len(exception) for exception in within})
        if run in within
        for place in range(start, start + len(run))
    }
    for start, run in runs(words, {len(word) for word in forbidden}):
        if run in forbidden and not free >= set(range(start, start + len(run))):
            return forbidden[run]
    return None


def python_names(source: str) -> set[str]:
    """Names of variables, parameters, attributes, functions and classes that a source defines."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.alias(asname=str(name)):
                names.add(name)
    return names


STRINGS_AND_COMMENTS = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL
)
DEFINED = re.compile(
    r"(?:const|let|function\*?|class|import)\s+([A-Za-z_$][\w$]*)"  # const x, function x
    r"|([A-Za-z_$][\w$]*)\s*(?:=>|=(?!=))"  # x => and x =
    r"|[{(,]\s*(?:\.\.\.)?([A-Za-z_$][\w$]*)\s*(?=[,)}=:])"  # parameters, destructuring, keys
)


def script_names(source: str) -> set[str]:
    """Names that a script defines: constants, functions, parameters and keys of objects."""
    code = STRINGS_AND_COMMENTS.sub(" ", source)
    return {name for groups in DEFINED.findall(code) for name in groups if name}


def style_names(source: str) -> set[str]:
    """Classes, ids, data attributes and custom properties of a style sheet."""
    code = re.sub(r"/\*.*?\*/", " ", source, flags=re.DOTALL)
    selectors = re.sub(r"\{[^{}]*\}", " ", code)
    own = re.findall(r"[.#]([A-Za-z_][\w-]*)|\[(data-[\w-]+)", selectors)
    return {name for pair in own for name in pair if name} | set(re.findall(r"--[\w-]+", code))


READERS = {".py": python_names, ".js": script_names, ".css": style_names}
FILES = sorted(
    path
    for place in PLACES
    for path in (ROOT / place).rglob("*")
    if path.suffix in KINDS and "vendor" not in path.parts
)


def advice_on(names: set[str]) -> dict[str, str]:
    """The names that have a forbidden word, with what to call the thing instead."""
    return {name: advice for name in sorted(names) if (advice := refused(name))}


def test_names_in_the_code_use_the_words_of_the_list():
    wrong = {}
    for file in FILES:
        names = READERS[file.suffix](file.read_text(encoding="utf-8"))
        if advice := advice_on(names):
            wrong[str(file.relative_to(ROOT))] = advice
    assert wrong == {}


def test_names_of_files_use_the_words_of_the_list():
    paths = {path for file in FILES for path in (file, *file.parents) if path.is_relative_to(ROOT)}
    names = {path.stem for path in paths - {ROOT, *ROOT.parents}}
    assert advice_on(names) == {}


def test_ids_and_classes_in_python_use_the_words_of_the_list():
    """Class names and ids stand in strings there."""
    named = re.compile(r"""(?:className|class_name|id)=f?["']([^"']+)["']""")
    names = {
        name
        for file in FILES
        if file.suffix == ".py"
        for text in named.findall(file.read_text(encoding="utf-8"))
        for name in re.split(r"[\s{}]+", text)
    }
    assert advice_on(names) == {}


def test_the_list_has_an_advice_for_each_forbidden_word():
    forbidden, *_ = rules()
    assert len(forbidden) >= 40
    assert all(word and advice.strip(": ") for word, advice in forbidden.items())


@pytest.mark.parametrize(
    ("reader", "source", "name"),
    [
        (python_names, "def f(cost_reading): pass", "cost_reading"),
        (python_names, "reading = 1", "reading"),
        (python_names, "class CostReading: pass", "CostReading"),
        (python_names, "import a as reading", "reading"),
        (script_names, "const costReading = 1;", "costReading"),
        (script_names, "export function drawReading({ a }, b) {}", "drawReading"),
        (script_names, "list.map((reading) => 1)", "reading"),
        (script_names, "return { reading: 1 };", "reading"),
        (style_names, ".cost-reading > p { color: red }", "cost-reading"),
        (style_names, "[data-reading='x'] { color: var(--cd-ink) }", "data-reading"),
    ],
)
def test_the_rule_of_words_can_fail(reader, source, name):
    assert name in reader(source)
    assert refused(name)


@pytest.mark.parametrize("text", ["// a reading\n", "'reading'", "/* reading */", "`reading`"])
def test_sentences_in_scripts_are_free(text):
    assert script_names(f"const x = {text}\n") == {"x"}
