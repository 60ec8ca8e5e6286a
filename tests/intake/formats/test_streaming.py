"""Plain text is read while it arrives, to the same table; other files wait for their end."""

import threading
import time

import pytest

from costdash.intake.formats import streaming
from costdash.intake.formats.read import read_file
from costdash.intake.formats.streaming import StalledError, read_growing
from costdash.intake.limits import Limits

PLAIN = b"label,score\n" + b"".join(b"%d,%d.5e-3\n" % (i % 2, i) for i in range(50_000))


@pytest.fixture
def arrives(tmp_path):
    """The path of a file that is written piece by piece."""

    def arrives(*pieces: bytes):
        path = tmp_path / "upload"
        path.touch()

        def write():
            with path.open("wb", buffering=0) as file:
                for piece in pieces:
                    time.sleep(0.02)
                    file.write(piece)

        threading.Thread(target=write).start()
        return path

    return arrives


@pytest.mark.parametrize("head", [b"", b'"a label","b"\n'], ids=["", "a quoted head"])
def test_the_table_equals_that_of_the_complete_file(arrives, head):
    body = head + (PLAIN.split(b"\n", 1)[1] if head else PLAIN)
    path = arrives(body[:30], body[30:100_000], body[100_000:])
    table, notes = read_growing(path, len(body), Limits())
    whole = read_file(path)
    assert (table, tuple(notes)) == (whole.columns.table, whole.notes)


@pytest.mark.parametrize(
    "body",
    [
        PLAIN + b'1,"0.5"\n',
        PLAIN + "1,0.5 €\n".encode(),
        PLAIN + b"1,\x00\n",
        PLAIN + b"1,2,3\n",
        "größe,score\n".encode() + PLAIN,
        PLAIN.replace(b"label", b"case_id").replace(b"\n1,", b"\n01,"),
        b"PAR1" + PLAIN,
        b"label,score\n",
    ],
    ids=["quotes", "not ascii", "NUL", "ragged", "head", "padded", "parquet", "no rows"],
)
def test_text_that_is_not_plain_is_left_for_the_ordinary_reader(arrives, body):
    path = arrives(body[:100_000], body[100_000:])
    assert read_growing(path, len(body), Limits()) is None
    assert path.read_bytes() == body


@pytest.mark.parametrize("removed", [True, False])
def test_waiting_ends_if_the_rest_does_not_arrive(arrives, removed, monkeypatch):
    monkeypatch.setattr(streaming, "PATIENCE", 10 if removed else 0.1)
    path = arrives(PLAIN[:1000])
    if removed:
        threading.Timer(0.2, path.unlink).start()
    with pytest.raises(StalledError):
        read_growing(path, len(PLAIN), Limits())
