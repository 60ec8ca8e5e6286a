"""The wheel contains every file of the page, and the locks pin every requirement."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

import costdash
from costdash.static import FONT_FILE
from scripts.release_notes import notes

ROOT = Path(__file__).parents[2]


def names(folder):
    return {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def built(source, target, folder):
    """The wheel or sdist that the locked build backend makes, without a network."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (file,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return file


def pip_install(wheel, folder):
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--no-compile", "--target", folder, wheel], check=True)
    return folder


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Folder into which pip has installed the wheel."""
    pytest.importorskip("hatchling", reason="the build backend comes with the lock")
    folder = tmp_path_factory.mktemp("wheel")
    return pip_install(built(ROOT, "wheel", folder), folder / "site")


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


def test_installed_command_and_page_run(installed):
    """The same check as in the release workflow, with the test run's dependencies."""
    command = [sys.executable, ROOT / "scripts/smoke.py", installed / "bin/costdash"]
    done = subprocess.run(
        [*command, costdash.__version__],
        cwd=installed.parent,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "serves its page" in done.stdout


def test_an_sdist_builds_the_same_wheel(installed, tmp_path):
    with tarfile.open(built(ROOT, "sdist", tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("costdash-*")
    again = pip_install(built(source, "wheel", tmp_path / "wheel"), tmp_path / "site")
    assert names(again) == names(installed)


CHANGES = "# Changelog\n\n## 1.2.0 (2026-02-03)\n\n- New.\n\n## 1.1.0 (2026-01-01)\n\n- Old.\n"


def test_release_notes_are_the_section_of_the_version():
    assert notes("v1.2.0", "1.2.0", CHANGES) == "- New."
    assert notes("v1.1.0", "1.1.0", CHANGES) == "- Old."


@pytest.mark.parametrize(
    ("tag", "version", "changes", "problem"),
    [
        ("v1.3.0", "1.2.0", CHANGES, "the tag is v1.3.0"),
        ("v1.3.0", "1.3.0", CHANGES, "no section"),
        ("v1.2.0", "1.2.0", CHANGES.replace("2026-02-03", "unreleased"), "no section"),
        ("v1.2.0", "1.2.0", CHANGES.replace("- New.", ""), "says nothing"),
    ],
)
def test_nothing_is_released_without_its_notes(tag, version, changes, problem):
    with pytest.raises(ValueError, match=problem):
        notes(tag, version, changes)


def test_changelog_and_citation_name_the_version():
    version = re.escape(costdash.__version__)
    assert re.search(rf"^## {version} \(", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert re.search(rf"^version: {version}$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)


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
    [("requirements.lock", ["team"]), ("requirements-test.lock", ["team", "docs", "test"])],
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
