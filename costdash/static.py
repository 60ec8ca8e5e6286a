"""The folder of the page's scripts and styles, and how they become one script and one sheet.

The browser makes one request for all modules and runs them at once, before the rest of the page;
modules by themselves would run later. `bundle` orders them by their import lines. It
understands the forms that the scripts use: `import { a, b } from './x.js';`, `import './x.js';`,
`export function`, `export const`; and `import './rows/*.js';` for every module of a folder.
Comments on lines of their own and indents are left out. `style_sheet` does the same for the
sheets, in the order of the lines `@import './x.css';` of their entry: later rules win.
"""

import re
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path

PACKAGE = Path(__file__).parents[0]
# A wheel contains the assets inside the package; in a checkout they are beside it.
ASSETS = next(
    (folder for folder in (PACKAGE / "assets", PACKAGE.parent / "assets") if folder.is_dir()),
    PACKAGE / "assets",
)
SCRIPTS = "/scripts/"  # address under which the page's script is served
PLOTLY = "/plotly/"  # plotly.js
LIBRARIES = "/libraries/"  # what dash needs first, such as React
STYLES = "/styles/"  # its style sheet
FONTS = "/fonts/"  # and its font
FONT_FILE = ASSETS / "vendor/inter.woff"  # hatch_build.py makes it; without it, system fonts

IMPORT = re.compile(r"^import (?:\{([^}]*)\} from )?'([^']+)';(?: //.*)?$", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^ */\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)  # on lines of its own
INDENT = re.compile(r"^ +", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
SHEET = re.compile(r"^@import '([^']+)';(?: /\*.*\*/)?$", re.MULTILINE)


def modules_in_order(entry: Path) -> list[Path]:
    """The entry and all modules that it needs, each after those that it imports.

    Raises ValueError if modules import each other in a circle, or a folder has none.
    """
    done: dict[Path, bool] = {}

    def visit(module: Path) -> None:
        if module in done:
            if not done[module]:
                raise ValueError(f"{module} is part of a circle of imports")
            return
        done[module] = False
        for needed in _imports(module):
            visit(needed)
        done[module] = True
        ordered.append(module)

    ordered: list[Path] = []
    visit(entry)
    return ordered


def bundle(entry: Path) -> str:
    """The entry and all modules that it needs as one classic script.

    Its script element gets the property `modules`, all exports by module, which tests read.
    Raises ValueError for a circle of imports and for a line that it does not understand.
    """
    ordered = modules_in_order(entry)
    place = {module: f"m{k}" for k, module in enumerate(ordered)}
    wrapped = "".join(_wrapped(module, place) for module in ordered)
    exports = ", ".join(f"'{_name(module)}': {name}" for module, name in place.items())
    last = f"document.currentScript.modules = {{ {exports} }};"
    return f"(() => {{\n'use strict';\n{wrapped}{last}\n}})();\n"


def sheets_in_order(entry: Path) -> list[Path]:
    """The style sheets that the entry imports."""
    return [entry.parent / name for name in SHEET.findall(entry.read_text(encoding="utf-8"))]


def style_sheet(entry: Path) -> str:
    """All sheets that the entry imports, as one."""
    return "".join(sheet.read_text(encoding="utf-8") for sheet in sheets_in_order(entry))


def _imports(module: Path) -> Iterator[Path]:
    for specifier in IMPORT.finditer(module.read_text(encoding="utf-8")):
        path = Path(normpath(module.parent / specifier[2]))
        modules = sorted(path.parent.glob(path.name)) if "*" in path.name else [path]
        if not modules:
            raise ValueError(f"{_name(module)}: no module is {path.parent.name}/{path.name}")
        yield from modules


def _wrapped(module: Path, place: dict[Path, str]) -> str:
    """A function that runs the module and returns what it exports."""
    text = module.read_text(encoding="utf-8")
    exported = EXPORT.findall(text)

    def from_module(statement: re.Match[str]) -> str:
        names = " ".join((statement[1] or "").split())
        needed = Path(normpath(module.parent / statement[2]))
        return f"const {{ {names} }} = {place[needed]};" if names else ""

    body = COMMENT.sub("", EXPORT.sub("", IMPORT.sub(from_module, text)))
    if unknown := OTHER.search(body):
        raise ValueError(f"{_name(module)}: cannot bundle the line {unknown[0]!r}")
    if all(line.count("`") % 2 == 0 for line in body.splitlines()):  # else a text has lines
        body = INDENT.sub("", body)
    names = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"/* {_name(module)} */\nconst {place[module]} = (() => {{\n{body}{names}}})();\n"


def _name(module: Path) -> str:
    return module.relative_to(ASSETS).as_posix() if module.is_relative_to(ASSETS) else module.name
