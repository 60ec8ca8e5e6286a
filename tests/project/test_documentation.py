"""The documentation site: its blocks run, links lead somewhere, nothing is loaded from elsewhere.

`make check` builds the site itself, without warnings.
"""

import re
import sys
from pathlib import Path

import pytest

from scripts.check_site import problems

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
pytest.importorskip("sphinx", reason="the site's tools come with the lock of the tests")
sys.path.append(str(DOCS))
from extensions.executed import BLOCK, PAGES, executed  # noqa: E402
from extensions.paper_figures import FIGURES, through  # noqa: E402
from sphinx.errors import ExtensionError  # noqa: E402


def block(language, code):
    return f"```{language}\n{code}\n```\n"


def test_blocks_of_a_page_share_names_and_a_folder_and_show_what_they_print():
    page = block("python", "x = 2") + block("sh", "echo one > made.txt")
    page += block("sh", "cat made.txt; exit 0") + block("python", "print(x + 40)")
    printed = re.findall(r":class: printed\n\n(.*?)\n```", executed(page, "tutorials/x"), re.DOTALL)
    assert printed == ["one", "42"]


def test_a_costdash_command_says_what_it_says_in_a_shell():
    rows = block("sh", "printf 'y,p\\n1,.9\\n0,.2\\n1,.7\\n0,.4\\n' > rows.csv")
    check = "costdash check rows.csv"
    page = rows + "".join(block("sh", check + rest) for rest in ("", "|cat", " | cat"))
    alone, in_shell, piped = re.findall(r":class: printed(.*?)```", executed(page, "x"), re.DOTALL)
    assert alone == in_shell == piped
    assert "4 rows" in alone
    for command in ("costdash check no-such-file.csv", "costdash check no-such-file.csv | cat"):
        with pytest.raises(ExtensionError, match="no-such-file"):
            executed(block("sh", command), "x")
    with pytest.raises(ExtensionError, match="exit code 1"):
        executed(rows + block("sh", "costdash check rows.csv | grep nothing-of-it"), "x")


@pytest.mark.parametrize(
    ("language", "code"), [("python", "1 / 0"), ("python not-run", "x = ("), ("sh", "false")]
)
def test_a_block_that_fails_names_its_page(language, code):
    with pytest.raises((ExtensionError, SyntaxError), match=r"tutorials/x|never closed"):
        executed(block(language, code), "tutorials/x")


FOLLOWED = ("develop/add-a",)  # test_additions.py writes their blocks into a copy and runs it


def test_every_block_is_on_a_page_whose_blocks_run():
    for file in DOCS.rglob("*.md"):
        page = file.relative_to(DOCS).as_posix()
        text = file.read_text(encoding="utf-8")
        fences = re.findall(r"^```(?:python|sh|bash|console|pycon)\b.*$", text, re.MULTILINE)
        assert len(fences) == len(BLOCK.findall(text)), page
        assert not fences or page.startswith((*PAGES, *FOLLOWED)), page


def test_the_papers_page_shows_every_figure():
    named = re.findall(r"{paper-figure} (\S+)", (DOCS / "numbers/papers.md").read_text())
    assert sorted(named) == sorted(FIGURES)
    assert through((0.05, 0.5)).tpr.tolist() == [0, 0.5, 1]


GOOD = '<a href="other.html#here">x</a><img src="a.png">'


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        (GOOD, None),
        (GOOD + '<a href="https://example.com">x</a>', None),
        (GOOD + '<a href="gone.html">x</a>', "no file at gone.html"),
        (GOOD + '<a href="other.html#gone">x</a>', "no anchor at other.html#gone"),
        (GOOD + '<script src="https://cdn.example.com/a.js"></script>', "loads https://cdn"),
        ('<a href="a.png">x</a>', "no page leads here"),
    ],
)
def test_the_site_check_finds_what_is_wrong(tmp_path, html, problem):
    (tmp_path / "index.html").write_text(html)
    (tmp_path / "other.html").write_text('<p id="here"></p>')
    (tmp_path / "a.png").write_bytes(b"")
    found = problems(tmp_path)
    assert [problem in one for one in found] == [True] * (problem is not None)


def test_the_site_check_finds_a_style_from_elsewhere(tmp_path):
    (tmp_path / "index.html").write_text("")
    (tmp_path / "a.css").write_text("@import url(//fonts.example.com/a.css)")
    assert problems(tmp_path) == ["a.css loads something from elsewhere"]
