"""What a first visit loads: compressed, kept by the browser, and without what is needed later."""

import ast
import gzip
import re
from dataclasses import replace

import pytest

from costdash.figures.offline import plotly_script
from costdash.static import PACKAGE
from costdash.web.app import create_app
from costdash.web.routes.compression import ENCODINGS

FIRST_LOAD = 850_000  # bytes that arrive before dash can build the page
PARTIAL_TRACES = {"scatter", "bar", "pie"}  # what the partial plotly.js draws
AXES_AND_SHAPES = {"linear", "log", "line", "rect", "path", "circle"}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    from costdash.web.settings import Settings

    settings = Settings(data_folder=tmp_path_factory.mktemp("data"), n_replicates=100)
    return create_app(replace(settings)).server.test_client()


@pytest.fixture(scope="module")
def page(visitor):
    return visitor.get("/").text


def addresses(page):
    """Scripts and styles of the page that block its building."""
    head = re.sub("<!--.*?-->", "", page, flags=re.DOTALL)
    return re.findall(r'<(?:script|link rel="stylesheet")[^>]* ?(?:src|href)="([^"]+)"', head)


def late(page, name):
    return re.search(rf'<meta name="costdash-script-{name}" content="([^"]+)">', page)[1]


def packed(visitor, address, accepted="gzip, deflate, br"):
    return visitor.get(address, headers={"Accept-Encoding": accepted})


def test_the_page_and_its_data_arrive_compressed(visitor):
    for address in ("/", "/_dash-layout", "/_dash-dependencies"):
        answer = packed(visitor, address)
        assert answer.headers["Content-Encoding"] == ENCODINGS[0]
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "no-store"
        assert len(answer.data) == answer.content_length < len(visitor.get(address).data) / 2


def test_scripts_and_styles_are_compressed_and_kept_by_their_hash(visitor, page):
    found = [*addresses(page), late(page, "plotly"), late(page, "grid")]
    assert len(found) > 8
    for address in found:
        answer, plain = packed(visitor, address, "gzip"), visitor.get(address)
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(answer.data) == plain.data
        for each in (answer, plain):
            assert "Accept-Encoding" in each.headers["Vary"]
            assert each.cache_control.max_age == 31536000
    assert packed(visitor, found[0]).data == packed(visitor, found[0]).data


@pytest.mark.parametrize("address", ["/", "/_dash-layout"])
def test_where_brotli_is_installed_it_is_smaller_than_gzip(visitor, address):
    brotli = pytest.importorskip("brotli")
    answer, plain = packed(visitor, address, "gzip, br"), visitor.get(address)
    assert answer.headers["Content-Encoding"] == "br"
    unpacked = brotli.decompress(answer.data)
    assert len(unpacked) == len(plain.data)
    assert len(answer.data) < len(packed(visitor, address, "gzip").data)


def test_only_what_builds_the_page_is_loaded_before_it(visitor, page):
    sizes = {address: len(packed(visitor, address).data) for address in addresses(page)}
    assert not [address for address in sizes if re.search("plotly|ag_grid|dash_table", address)]
    assert sum(sizes.values()) < FIRST_LOAD


def test_the_libraries_that_dash_needs_first_are_one_script_in_its_order(visitor, page):
    (address,) = (one for one in addresses(page) if "/libraries/" in one)
    script = visitor.get(address).text
    first = [script.index(mark) for mark in ("react.production", "react-dom.production")]
    assert first == sorted(first)
    assert "/dash/deps/" not in page
    assert addresses(page).index(address) < next(
        k for k, one in enumerate(addresses(page)) if "dash_mantine_components" in one
    )


def test_the_outline_comes_before_the_first_script(page):
    assert page.index('class="skeleton"') < page.index("<script src=")


def test_plotly_is_that_of_the_reports(visitor, page):
    assert visitor.get(late(page, "plotly")).text == plotly_script()


def test_figures_have_no_traces_beyond_the_partial_build():
    written = {
        value.value
        for file in (PACKAGE / "figures").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values)
        if getattr(key, "value", "") == "type" and isinstance(value, ast.Constant)
    }
    assert {"scatter", "bar"} <= written
    assert written - AXES_AND_SHAPES <= PARTIAL_TRACES


def test_small_answers_and_pictures_are_left_as_they_are(visitor, page):
    font = re.search(r'<link rel="preload" href="([^"]+\.woff)"', page)
    for address in ("/health", *(font.groups() if font else ())):
        answer = packed(visitor, address)
        assert (answer.status_code, "Content-Encoding" in answer.headers) == (200, False)


def test_a_chunk_that_the_browser_has_is_not_sent_again(visitor):
    chunk = "/_dash-component-suites/dash_ag_grid/async-community.js"
    first = packed(visitor, chunk, "gzip")
    assert first.headers["Content-Encoding"] == "gzip"
    again = visitor.get(
        chunk, headers={"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
