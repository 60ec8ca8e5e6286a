"""The browser scripts: their unit tests in node against numbers that Python writes; the bundle."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from costdash.static import ASSETS, bundle, modules_in_order
from scripts.wire_types import TYPES, declarations

ROOT = Path(__file__).parents[2]
CI = bool(os.environ.get("CI"))
NODE = shutil.which("node")
ENTRIES = [ASSETS / "main.js", ASSETS / "report.js", ASSETS / "early.js"]


@pytest.fixture
def node():
    if not NODE:
        (pytest.fail if CI else pytest.skip)("needs node: apt-get install nodejs")
    return NODE


def test_the_scripts_compute_what_python_computes(node, tmp_path):
    numbers = tmp_path / "expected.json"
    with numbers.open("w") as file:
        writer = [sys.executable, "tests/js/write_expected.py"]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        subprocess.run(writer, cwd=ROOT, stdout=file, check=True, env=env)
    tests = sorted(str(file) for file in (ROOT / "tests/js").glob("*.test.js"))
    env = os.environ | {"COSTDASH_EXPECTED": str(numbers)}
    run = [node, "--test", *tests]
    ran = subprocess.run(run, cwd=ROOT, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"^\W+skipped 0$", ran.stdout, re.MULTILINE), ran.stdout


def test_the_types_of_the_wire_are_those_of_python():
    assert TYPES.read_text(encoding="utf-8") == declarations(), "run `make wire`"


def test_no_script_uses_a_global_of_its_own():
    for file in ASSETS.rglob("*.js"):
        assert "window.costdash" not in file.read_text(), file


def test_every_module_is_in_a_bundle():
    bundled = {module for entry in ENTRIES for module in modules_in_order(entry)}
    assert bundled | {ASSETS / "core/types.js"} == set(ASSETS.rglob("*.js"))


def test_the_entry_lists_every_script_of_the_page_with_what_it_holds():
    line = re.compile(r"^import .*'\./(.+)'; // \S", re.MULTILINE)
    report = {ASSETS / "report.js", *(ASSETS / "report").rglob("*.js")}
    page = set(ASSETS.rglob("*.js")) - report - {*ENTRIES, ASSETS / "core/types.js"}
    listed = line.findall((ASSETS / "main.js").read_text())  # a file, or all of a folder
    assert sorted(file for name in listed for file in ASSETS.glob(name)) == sorted(page)


def write(folder, **modules):
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder / "main.js"


BASE = """/* A comment that says import. */
export const one = 1;
export function twice(x) {
  return 2 * x;
}
export async function later() {
  return one;
}
"""
MIDDLE = """import {
  one,
  twice,
} from './base.js';

/* A comment
   of two lines. */
/** @type {string} */ (globalThis.seen).length;
/** Another. */
const own = 'import { x } from "y"';
export const four = twice(twice(one));
export const text = () => own;
"""
MAIN = """import { later } from './base.js';
import './side.js';
import { four, text } from './middle.js';

globalThis.seen.push(four, text());
globalThis.done = later();
"""
SIDE = "globalThis.seen = [];\n"


def test_a_bundle_runs_every_module_once_after_those_it_imports(node, tmp_path):
    entry = write(tmp_path, base=BASE, middle=MIDDLE, main=MAIN, side=SIDE)
    names = [module.stem for module in modules_in_order(entry)]
    assert names == ["base", "side", "middle", "main"]
    script = tmp_path / "bundle.mjs"
    element = "globalThis.document = { currentScript: {} };\n"
    say = "console.log(seen.join(), await done, document.currentScript.modules['base.js'].one);"
    script.write_text(element + bundle(entry) + say)
    ran = subprocess.run([node, script], capture_output=True, text=True, check=True)
    assert ran.stdout == '4,import { x } from "y" 1 1\n'
    assert "comment" not in bundle(entry)
    assert "(globalThis.seen).length" in bundle(entry)


def test_all_modules_of_a_folder_are_imported_at_once(node, tmp_path):
    entry = write(tmp_path, main="import './rows/*.js';\n")
    (tmp_path / "rows").mkdir()
    with pytest.raises(ValueError, match=r"no module is rows/\*\.js"):
        bundle(entry)
    write(tmp_path / "rows", b=BASE, a="import { one } from './b.js';\n")
    assert [module.stem for module in modules_in_order(entry)] == ["b", "a", "main"]


@pytest.mark.parametrize(
    "line",
    ["export default 1;", "import x from './base.js';", "export { one };", "export let two = 2;"],
)
def test_a_form_that_cannot_be_bundled_is_refused(tmp_path, line):
    entry = write(tmp_path, base=BASE, main=f"{line}\n")
    with pytest.raises(ValueError, match=re.escape(f"main.js: cannot bundle the line {line!r}")):
        bundle(entry)


def test_a_circle_of_imports_is_refused(tmp_path):
    entry = write(tmp_path, main="import './other.js';\n", other="import './main.js';\n")
    with pytest.raises(ValueError, match="circle of imports"):
        modules_in_order(entry)
