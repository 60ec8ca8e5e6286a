"""How large an Arrow file is once unpacked is known before it is unpacked."""

import io

import numpy as np
import pyarrow as pa
import pytest

from costdash.intake.formats.columnar import unpacked_size
from tests.support import corpus

N = 5000
RNG = np.random.default_rng(4)
WORDS = [f"a{i % 7}" if i % 5 else None for i in range(N)]
TABLE = pa.table(
    {
        "truth": RNG.random(N) < 0.3,
        "noise": RNG.random(N),
        "same": np.full(N, 0.5),
        "word": WORDS,
        "code": pa.array(WORDS).dictionary_encode(),
    }
)


def stream(compression):
    out = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_stream(out, TABLE.schema, options=options) as writer:
        writer.write_table(TABLE, max_chunksize=1700)
    return out.getvalue()


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_the_size_is_that_of_the_table_in_memory(compression):
    for content in (
        corpus.feather(TABLE, compression),
        stream(None if compression == "uncompressed" else compression),
    ):
        file = io.BytesIO(content)
        assert TABLE.nbytes <= unpacked_size(file) <= 1.02 * TABLE.nbytes
        assert file.tell() == 0
        assert (len(content) < 0.7 * TABLE.nbytes) == (compression != "uncompressed")


def test_what_is_damaged_does_not_count():
    content = corpus.feather(TABLE, "zstd")
    for cut in (0, 5, 8, 300, len(content) // 2):
        assert unpacked_size(io.BytesIO(content[:cut])) <= 1.02 * TABLE.nbytes
    assert unpacked_size(io.BytesIO(b"ARROW1\x00\x00" + bytes(100))) == 0
