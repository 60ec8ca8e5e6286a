"""How long files take to be read."""

import io
import threading
import time

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

from costdash.intake.formats.read import read_open
from costdash.intake.formats.streaming import StalledError, read_growing
from costdash.intake.limits import Limits


def seconds(work):
    """Shortest of three runs."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_text_is_read_about_as_fast_as_by_pyarrow():
    rng = np.random.default_rng(0)
    table = pa.table({name: rng.random(100_000) for name in "abcd"} | {"y": np.arange(100_000) % 2})
    out = io.BytesIO()
    pyarrow.csv.write_csv(table, out)
    text = out.getvalue()
    ours = seconds(lambda: read_open(io.BytesIO(text), Limits()))
    assert ours < 10 * seconds(lambda: pyarrow.csv.read_csv(io.BytesIO(text))) + 0.1


def test_removing_an_arriving_file_ends_its_reader_within_5_s(tmp_path):
    path = tmp_path / "upload"
    path.write_bytes(b"label,score\n0,1\n")
    threading.Timer(0.2, path.unlink).start()
    start = time.monotonic()
    with pytest.raises(StalledError):
        read_growing(path, 1_000_000, Limits())
    assert time.monotonic() - start < 5
