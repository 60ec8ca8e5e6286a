"""The accessibility rules of axe-core, in the version of package-lock.json."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AXE_CORE = ROOT / "node_modules/axe-core/axe.min.js"
# Every rule of WCAG 2.2 to level AA, and the best practices; WCAG 2.2 allows repeated ids that no
# attribute refers to, so the rule against them is not among these. None of them reads style sheets
# (only css-orientation-lock does, which is experimental), so axe need not parse those.
AXE = """
const done = arguments[arguments.length - 1];
const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const each = ({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`);
const preload = { assets: ['media'] };
axe.run(document, { resultTypes: ['violations'], runOnly, preload })
  .then(({ violations }) => done(violations.flatMap(each)));
"""


def axe_script() -> str:
    """The script of axe-core; `make check` installs it."""
    if not AXE_CORE.exists() and shutil.which("npm"):
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=ROOT, check=True)
    if not AXE_CORE.exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("needs npm: apt-get install npm")
    return AXE_CORE.read_text(encoding="utf-8")


def axe_faults(driver) -> list[str]:
    """What breaks a rule in the present state of the page, into which the script was put."""
    return driver.execute_async_script(AXE)
