"""The wheel contains every file of the page, and the locks pin every requirement."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from costdash.static import FONT_FILE

ROOT = Path(__file__).parents[2]


def names(folder):
    return {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Folder of the unpacked wheel."""
    pytest.importorskip("hatchling", reason="the build backend comes with the lock")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_wheel_holds_every_file_of_package_and_assets(installed):
    assets = {f"assets/{name}" for name in names(ROOT / "assets")}
    fetched = (ROOT / "node_modules/plotly.js-basic-dist-min").is_dir()
    partial = {"assets/vendor/plotly-basic.min.js"} if fetched else set()
    assert names(installed / "costdash") == names(ROOT / "costdash") | assets | partial
    assert {".css", ".js"} <= {Path(name).suffix for name in assets}
    assert any((installed / "costdash/intake/samples").iterdir())


def test_installed_page_finds_its_assets(installed):
    found = subprocess.run(
        [sys.executable, "-c", "from costdash.static import ASSETS; print(ASSETS)"],
        cwd=installed.parent,
        env=os.environ | {"PYTHONPATH": str(installed)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(found.stdout.strip()) == installed / "costdash/assets"


@pytest.mark.skipif(not FONT_FILE.is_file(), reason="the build has not made the font")
def test_the_font_has_what_the_page_writes():
    font = pytest.importorskip("fontTools.ttLib").TTFont(FONT_FILE)
    letters = {*range(0x20, 0x7F), *map(ord, "£·é…→↑↓€≤≥")}
    signs = {0xD7, 0x2013, 0x2014, 0x2212, 0x2039, 0x203A}  # times, dashes, minus, angles
    assert letters | signs <= set(font.getBestCmap())
    (weights,) = font["fvar"].axes
    assert (weights.axisTag, weights.minValue, weights.maxValue) == ("wght", 400, 700)
    assert "tnum" in {one.FeatureTag for one in font["GSUB"].table.FeatureList.FeatureRecord}


def test_the_image_is_built_from_the_files_that_the_build_needs():
    copied = (ROOT / "Dockerfile").read_text()
    kept = (ROOT / ".dockerignore").read_text()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        assert f" {name} " in copied
        assert f"!{name}\n" in kept


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.lock", ["team"]), ("requirements-test.lock", ["team", "test"])],
)
def test_lock_pins_every_requirement_and_names_no_index(lock, extras):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [
        line for extra in extras for line in project["optional-dependencies"][extra]
    ]
    text = (ROOT / lock).read_text()
    assert "//" not in text
    assert {re.match(r"[\w-]+", line)[0] for line in wanted} <= set(
        re.findall(r"^([\w-]+)==", text, re.MULTILINE)
    )
