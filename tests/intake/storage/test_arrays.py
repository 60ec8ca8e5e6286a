"""Checksums of stored arrays: made while they are written, and taken over by the parent process."""

import numpy as np
import pytest

from costdash.intake.storage import arrays
from costdash.intake.storage.arrays import NotStoredError, load_arrays, save_arrays


def test_a_trusted_checksum_is_not_computed_again(tmp_path, monkeypatch):
    arrays_to_store = {
        "a": np.arange(6.0).reshape(2, 3),
        "text": np.array(["é", "b"]),
        "n": np.array(1.5),
    }
    save_arrays(tmp_path, arrays_to_store, {})
    arrays._verified.clear()  # like the parent of the process that wrote them
    arrays.trust(tmp_path)
    hashed = []
    monkeypatch.setattr(arrays, "file_digest", lambda *given: hashed.append(given))
    loaded, _ = load_arrays(tmp_path)
    assert not hashed
    for name, array in arrays_to_store.items():
        np.testing.assert_array_equal(loaded[name], array)


def test_another_process_takes_checksums_and_gives_back_its_new_ones(tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    save_arrays(first, {"a": np.arange(6.0)}, {})
    taken = arrays.checksums_in(tmp_path)
    assert len(taken) == 1
    arrays._verified.clear()  # as in a process that was just started
    hashed = []
    monkeypatch.setattr(arrays, "file_digest", lambda *given: hashed.append(given))

    def work():
        save_arrays(second, load_arrays(first)[0], {})
        return 7

    result, checksums = arrays.sharing_checksums(tmp_path, taken, work)
    assert (result, hashed) == (7, [])
    assert checksums.keys() > taken.keys()
    arrays._verified.clear()
    arrays.take_checksums(checksums)
    np.testing.assert_array_equal(load_arrays(second)[0]["a"], np.arange(6.0))
    assert not hashed
    assert arrays.checksums_in(first) == taken  # of no folder beside it


def test_trust_ends_with_the_version_of_the_file(tmp_path):
    save_arrays(tmp_path, {"a": np.arange(6.0)}, {})
    arrays.trust(tmp_path)
    (data,) = tmp_path.glob("*.bin")
    data.write_bytes(data.read_bytes()[:-8] + b"damaged!")
    with pytest.raises(NotStoredError):
        load_arrays(tmp_path)


def test_the_checksum_of_large_arrays_is_that_of_their_file(tmp_path):
    rng = np.random.default_rng(0)
    square = rng.random((400, 400))
    large = {"a": square, "few": np.arange(3), "columns": square.T, "part": square[::2, 1:]}
    assert all(large[name].nbytes > arrays.LARGE for name in ("a", "columns", "part"))
    save_arrays(tmp_path, large, {})
    arrays._verified.clear()  # the file is hashed anew
    loaded, _ = load_arrays(tmp_path)
    for name, array in large.items():
        np.testing.assert_array_equal(loaded[name], array)
