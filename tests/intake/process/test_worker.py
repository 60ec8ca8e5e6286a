"""The limits of the child process, and files that try to exceed them or to reach outside."""

import contextlib
import gzip
import io
import json
import random
import re
import socket
import subprocess
import sys
import zipfile
from dataclasses import asdict

import pyarrow as pa
import pytest

from costdash.intake.errors import IntakeError
from costdash.intake.formats import columnar, excel
from costdash.intake.formats.encoding import unpack_gzip
from costdash.intake.formats.read import NOT_STORED, read_open
from costdash.intake.limits import GB, Limits
from costdash.intake.process.client import check, parse
from tests.support import corpus

LEAKS = re.compile(r"Traceback|Error\b|Exception|pyarrow|Arrow(Invalid|Type)|/tmp|0x[0-9a-f]{4}")
FENCE = """
import json, resource, sys
import pyarrow as pa
from costdash.intake.process.worker import fence
from costdash.intake.limits import Limits
fence(Limits(**json.loads(sys.argv[1])))
names = ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_CORE")
found = [resource.getrlimit(getattr(resource, name))[0] for name in names]
print(json.dumps([*found, pa.cpu_count(), pa.io_thread_count()]))
"""


def test_the_child_limits_itself():
    limits = Limits(parse_memory_bytes=3 * GB, parse_seconds=7, inflated_bytes=1 * GB)
    found = subprocess.run(
        [sys.executable, "-c", FENCE, json.dumps(asdict(limits))], capture_output=True, check=True
    )
    assert json.loads(found.stdout) == [3 * GB, 14, 2 * GB, 0, 2, 1]


@pytest.mark.parametrize("name", ["csv", "parquet", "feather", "xlsx"])
def test_a_valid_file_is_not_called_damaged_when_memory_is_short(name, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(corpus.PLAIN[name])
    outcome = parse(file, tmp_path, limits=Limits(parse_memory_bytes=250_000_000))
    assert outcome.status == "error"
    assert "memory" in outcome.messages[0]


@pytest.mark.parametrize("name", ["feather", "feather uncompressed", "arrow stream", "parquet"])
def test_corrupted_columns_are_reported_by_the_child(name, tmp_path):
    """Overwritten lengths and offsets may crash the process that reads them."""
    rng, file = random.Random(name), tmp_path / "file"
    for number in range(5):
        content = bytearray(corpus.PLAIN[name])
        for _ in range(3):
            at = rng.randrange(8, len(content) - 4)
            content[at : at + 4] = rng.choice((b"\xff\xff\xff\x7f", b"\xff" * 4, bytes(4)))
        file.write_bytes(content)
        folder = tmp_path / str(number)
        folder.mkdir()
        outcome = parse(file, folder, ask=False)
        assert outcome.messages != (NOT_STORED,)
        assert outcome.status in ("ok", "warning", "error")
        assert outcome.status != "error" or outcome.messages
        assert not LEAKS.search(" ".join(outcome.messages))


def packed(kind: str) -> bytes:
    """A small file of a table that is large when it is unpacked."""
    table = pa.table({"label": [0, 1] * 500_000, "score": [0.5] * 1_000_000})
    if kind.startswith("parquet"):
        runs = kind == "parquet of equal values"  # its footer states the size of the runs only
        return corpus.parquet(table, compression="zstd", use_dictionary=runs)
    if kind == "feather":
        return corpus.feather(table, compression="zstd")
    if kind == "arrow stream":
        out = io.BytesIO()
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        with pa.ipc.new_stream(out, table.schema, options=options) as writer:
            writer.write_table(table)
        return out.getvalue()
    if kind == "gzip":
        return gzip.compress(b"label,score\n" + b"1,0.5\n0,0.5\n" * 500_000)
    out = io.BytesIO(corpus.PLAIN["xlsx"])
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/image.png", bytes(6_000_000))
    return out.getvalue()


@pytest.mark.parametrize(
    "kind", ["parquet", "parquet of equal values", "feather", "arrow stream", "gzip", "xlsx"]
)
def test_a_file_that_unpacks_beyond_the_limit_is_rejected(kind):
    content = packed(kind)
    assert len(content) < 500_000
    with pytest.raises(IntakeError, match="unpacks to more than 4 MB"):
        read_open(io.BytesIO(content), Limits(inflated_bytes=4_000_000))
    with contextlib.suppress(IntakeError):
        read_open(io.BytesIO(content), Limits())


def test_parquet_is_checked_before_it_is_read(monkeypatch):
    monkeypatch.setattr("pyarrow.parquet.ParquetFile.read", None)
    with pytest.raises(IntakeError, match="12 rows; at most 5"):
        read_open(io.BytesIO(corpus.PLAIN["parquet"]), Limits(rows=5))
    for kind in ("parquet", "parquet of equal values"):
        with pytest.raises(IntakeError, match="unpacks to more than 4 MB"):
            read_open(io.BytesIO(packed(kind)), Limits(inflated_bytes=4_000_000))


@pytest.mark.parametrize("kind", ["feather", "arrow stream"])
def test_arrow_is_checked_before_it_is_unpacked(monkeypatch, kind):
    monkeypatch.setattr(columnar, "_collect", None)
    with pytest.raises(IntakeError, match="unpacks to more than 4 MB"):
        read_open(io.BytesIO(packed(kind)), Limits(inflated_bytes=4_000_000))


def test_gzip_is_checked_before_it_is_unpacked():
    out = io.BytesIO()
    with pytest.raises(IntakeError, match="unpacks to more than 4 MB"):
        unpack_gzip(io.BytesIO(packed("gzip")), Limits(inflated_bytes=4_000_000), out)
    assert out.getvalue() == b""


def test_workbooks_are_checked_before_they_are_parsed(monkeypatch):
    monkeypatch.setattr("openpyxl.load_workbook", None)
    with pytest.raises(IntakeError, match="The workbook unpacks to more than 5 kB"):
        read_open(io.BytesIO(corpus.PLAIN["xlsx"]), Limits(workbook_bytes=5_000))


@pytest.mark.parametrize("limit", ["MOST_ROWS", "MOST_CELLS"])
def test_a_sheet_of_too_many_rows_or_cells_is_not_read_to_its_end(monkeypatch, limit):
    monkeypatch.setattr(excel, limit, 11)
    with pytest.raises(IntakeError, match=r"has more than .* rows or .* cells. Save the one sheet"):
        read_open(io.BytesIO(corpus.PLAIN["xlsx"]), Limits())


@pytest.mark.parametrize(
    ("keys", "says"), [(6_000, "more than 5,000 different keys"), (4_000, "lack most of its keys")]
)
def test_json_lines_of_many_keys_are_refused_before_they_are_parsed(monkeypatch, keys, says):
    monkeypatch.setattr("pyarrow.json.read_json", None)
    lines = "".join(f'{{"k\\u00e9{i % keys}": {i % 2}, "y": 1}}\n' for i in range(50_000))
    with pytest.raises(IntakeError, match=says):
        read_open(io.BytesIO(lines.encode()), Limits())


def test_keys_that_some_lines_lack_are_read():
    rows = ({"y": i % 2, 'a: "b': i / 99} | ({"c": 1} if i % 3 else {}) for i in range(99))
    lines = "\n".join(json.dumps(row) for row in rows)
    read = read_open(io.BytesIO(lines.encode()), Limits())
    assert list(read.columns) == ["y", 'a: "b', "c"]


def test_a_text_of_too_many_columns_is_refused_with_their_number():
    wide = b"y" + b"," * 399_999 + b"\n" + b"1," * 399_999 + b"1\n"
    with pytest.raises(IntakeError, match="The file has 400,000 columns; at most 5,000 are read"):
        read_open(io.BytesIO(wide), Limits())


def test_no_url_in_a_file_or_a_name_is_fetched(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        linked = corpus.xlsx([*corpus.ROWS, (1, f'=WEBSERVICE("{url}")', 0.5)])
        outside = b'<!DOCTYPE x [<!ENTITY e SYSTEM "' + url.encode() + b'/e">]>'
        for content in (linked, entities(outside, b"&e;"), corpus.csv(link=[url] * 12)):
            file = tmp_path / "file"
            file.write_bytes(content)
            assert check(file)["status"] in ("ok", "warning", "error")
        assert check(f"{url}/scores.parquet")["status"] == "error"
        server.setblocking(False)
        with pytest.raises(BlockingIOError):  # no connection was made
            server.accept()


def entities(declared: bytes, used: bytes) -> bytes:
    """A workbook whose sheet declares entities and uses one."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(corpus.PLAIN["xlsx"])) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.startswith("xl/worksheets/"):
                part = declared + part.replace(b"<sheetData>", b"<sheetData>" + used)
            new.writestr(name, part)
    return out.getvalue()


def test_xml_entities_of_a_workbook_are_not_expanded():
    bomb = b'<!DOCTYPE x [<!ENTITY a "' + b"x" * 1000 + b'">'
    for i in range(1, 9):
        bomb += b'<!ENTITY %c "%s">' % (97 + i, b"&%c;" % (96 + i) * 20)
    with pytest.raises(IntakeError, match="Excel file is damaged"):
        read_open(io.BytesIO(entities(bomb + b"]>", b"&i;")), Limits())
