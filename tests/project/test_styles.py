"""The style sheets: their files, their order, and the widths at which the page changes."""

import re

import pytest

from costdash.figures.style import BREAKPOINTS, HEIGHTS
from costdash.report.html import page
from costdash.static import ASSETS, sheets_in_order, style_sheet

ENTRY = ASSETS / "css/main.css"
SHEETS = {*(ASSETS / "css").rglob("*.css"), *page.STYLES}
CONDITION = re.compile(r"@media ([^{]+)\{")
SIZES = {
    "width": {width for width, _ in BREAKPOINTS.values()},
    "height": {height for height, _ in HEIGHTS.values()},
}


def conditions_of(text: str) -> list[str]:
    """The media conditions of a style sheet."""
    return [condition.strip() for condition in CONDITION.findall(text)]


def other_sizes(condition: str) -> set[str]:
    """The sizes of the window in a condition that are no breakpoints."""
    sizes = re.findall(r"(?:(\d+)px <=? )?(width|height)(?: ?[<>]?=? ?:? ?(\d+)px)?", condition)
    return {
        f"{side} {size}"
        for before, side, after in sizes
        for size in (before, after)
        if size and int(size) not in SIZES[side]
    }


@pytest.mark.parametrize(
    ("condition", "others"),
    [
        ("screen and (width < 900px)", set()),
        ("screen and (900px <= width < 1280px)", set()),
        ("(width >= 1440px) and (height >= 1040px)", set()),
        ("(width < 901px)", {"width 901"}),
        ("(max-width: 899px)", {"width 899"}),
        ("(800px <= width < 1281px)", {"width 800", "width 1281"}),
        ("(width >= 900px) and (height < 900px)", {"height 900"}),
    ],
)
def test_the_rule_of_breakpoints_can_fail(condition, others):
    assert other_sizes(condition) == others


def test_media_conditions_use_the_breakpoints_alone():
    assert len(BREAKPOINTS) == 4
    wrong = {
        sheet.name: others
        for sheet in SHEETS
        if (others := set().union(*map(other_sizes, conditions_of(sheet.read_text()))))
    }
    assert wrong == {}


RULE = re.compile(r"([^{};]*)([{}])")
STATES = re.compile(r"\.(moving|refining)\b")
ANY = re.compile(r"(?:^|[\s>+~])(\*|:not\([^)]*\)|\[class[^\]]*\])$")


def rules_for_any_element(text: str) -> list[str]:
    """Selectors below a state of the body that any element, or any with a class, may match."""
    inside: list[str] = []
    wrong = []
    for prelude, brace in RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        if brace == "}":
            inside.pop()
            continue
        inside.append(" ".join(prelude.split()))
        ends = [part.strip() for part in re.split(r",(?![^(]*\))", inside[-1])]
        if STATES.search(" ".join(inside)):
            wrong += [end for end in ends if ANY.search(end)]
    return wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (".moving .waits { color: red; }", []),
        (".moving:not(.choosing) .card { &:hover { color: red; } }", []),
        (".moving .pair > * { color: red; }", [".moving .pair > *"]),
        (".moving [class*='trace'] { color: red; }", [".moving [class*='trace']"]),
        (".total,\n.refining .pair { & :not(b, i) { color: red; } }", ["& :not(b, i)"]),
        (".still .pair > * { color: red; }", []),
    ],
)
def test_the_rule_of_states_can_fail(text, wrong):
    assert rules_for_any_element(text) == wrong


def test_a_drag_or_an_answer_does_not_style_the_whole_page_anew():
    """At each change of such a class the browser styles every element that may match."""
    wrong = {
        sheet.name: found for sheet in SHEETS if (found := rules_for_any_element(sheet.read_text()))
    }
    assert wrong == {}


def test_scripts_take_widths_of_the_window_from_the_breakpoints():
    asked = re.compile(r"matchMedia\([^)]*width|innerWidth [<>]=? [A-Z\d]")
    asking = {file.name for file in ASSETS.rglob("*.js") if asked.search(file.read_text())}
    assert asking == {"breakpoints.js"}


def test_the_entry_lists_every_sheet_once_with_what_it_holds():
    line = re.compile(r"^@import '\./(.+)'; /\* \S.* \*/$", re.MULTILINE)
    listed = line.findall(ENTRY.read_text())
    sheets = {sheet.name for sheet in (ASSETS / "css").rglob("*.css")} - {"main.css"}
    assert sorted(listed) == sorted(sheets)
    assert [sheet.name for sheet in sheets_in_order(ENTRY)] == listed


def test_sheets_become_one_in_the_order_of_their_lines(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.css").write_text(f".{name} {{\n}}\n")
    entry = tmp_path / "main.css"
    entry.write_text("/* all */\n@import './b.css';\n@import './a.css'; /* last */\n")
    assert style_sheet(entry) == ".b {\n}\n.a {\n}\n"


def slow_selectors(text: str) -> list[str]:
    """Selectors by which every change anywhere on the page would style all of it anew.

    These are `:has()` on the page itself or on what dash draws it into, and `:has()` beside a
    nested rule for `:not(...)`.
    """
    whole = r"(?:html|body|:root|#react-entry-point)[^\s,{]*:has\([^)]*\)"
    on_page = re.findall(rf"(?:^|[\s,}}])({whole})", text)
    nested = re.findall(r"([^{};]*:has\([^{};]*)\{\s*&,?\s*(?:& )?:not\(", text)
    return [*on_page, *(selector.strip() for selector in nested)]


@pytest.mark.parametrize(
    ("text", "slow"),
    [
        ("body:has(.x) .y {", 1),
        (".z,\nbody:not(:has(.x)) .y {", 1),
        (".a .x,\n.a:has(.b) .c {\n  &,\n  & :not(.d *, button) {", 1),
        ("#react-entry-point:has(> .x) + .y {", 1),
        (":root:not(.z) .w:has(.x) .y {", 0),
        (".pair-body:has(.x) .y {", 0),
        (".a .c {\n  &,\n  & :not(.d *) {", 0),
    ],
)
def test_the_rule_of_slow_selectors_can_fail(text, slow):
    assert len(slow_selectors(text)) == slow


def test_no_selector_makes_every_change_style_the_whole_page():
    """Such a rule took a second of each answer to a move."""
    slow = {sheet.name: found for sheet in SHEETS if (found := slow_selectors(sheet.read_text()))}
    assert slow == {}
