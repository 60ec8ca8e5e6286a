"""Arrays and predictions are loaded exactly as they were saved, or not at all."""

import contextlib
import json
import os
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from costdash.core.combine.combination import Combination
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.split import Split
from costdash.intake.columns.roles import Roles
from costdash.intake.storage.arrays import NotStoredError, load_arrays, save_arrays
from costdash.intake.storage.predictions import (
    load_details,
    load_predictions,
    save_predictions,
)

DTYPES = st.sampled_from(["f8", "i8", "?", "u4", "U5"])


@given(
    st.dictionaries(st.text(), DTYPES.flatmap(lambda kind: arrays.arrays(kind, 3)), max_size=3),
    st.dictionaries(st.text(), st.none() | st.integers() | st.text(), max_size=3),
)
@settings(max_examples=50)
def test_arrays_are_loaded_equal(tmp_path_factory, kept, meta):
    folder = tmp_path_factory.mktemp("kept") / "a"
    save_arrays(folder, kept, meta)
    loaded, loaded_meta = load_arrays(folder)
    assert loaded_meta == meta
    assert list(loaded) == list(kept)
    for name, array in kept.items():
        np.testing.assert_array_equal(loaded[name], array)
        assert loaded[name].dtype == array.dtype


def test_saving_again_replaces_everything(tmp_path):
    save_arrays(tmp_path, {"a": np.arange(3), "b": np.ones(2)}, {"turn": 1})
    save_arrays(tmp_path, {"c": np.zeros(1)}, {"turn": 2})
    arrays_loaded, meta = load_arrays(tmp_path)
    assert (list(arrays_loaded), meta) == (["c"], {"turn": 2})
    assert len(list(tmp_path.iterdir())) == 2


def test_names_of_arrays_are_never_file_names(tmp_path):
    save_arrays(tmp_path / "in", {"../../out": np.arange(3), "a/b": np.arange(2)}, {})
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert list(load_arrays(tmp_path / "in")[0]) == ["../../out", "a/b"]


def test_arrays_of_objects_are_rejected(tmp_path):
    with pytest.raises(ValueError, match=r"[Oo]bject"):
        save_arrays(tmp_path, {"a": np.array([{}, None], dtype=object)}, {})


def remove_folder(index, array):
    for path in index.parent.iterdir():
        path.unlink()
    index.parent.rmdir()


def redirect(index, array):
    index.write_text(json.dumps(json.loads(index.read_text()) | {"stamp": "../../etc/x"}))


DAMAGE = {
    "no folder": remove_folder,
    "no index": lambda index, array: index.unlink(),
    "half an index": lambda index, array: index.write_text(index.read_text()[:-9]),
    "an index that points elsewhere": redirect,
    "an index of another kind": lambda index, array: index.write_text("[1, 2]"),
    "no array": lambda index, array: array.unlink(),
    "half an array": lambda index, array: array.write_bytes(array.read_bytes()[:-3]),
    "an empty array": lambda index, array: array.write_bytes(b""),
    "a pickle": lambda index, array: array.write_bytes(pickle.dumps(np.arange(3))),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_folder_is_not_loaded(damage, tmp_path):
    folder = tmp_path / "stored"
    save_arrays(folder, {"a": np.arange(3)}, {})
    damage(folder / "index.json", next(folder.glob("*.bin")))
    with pytest.raises(NotStoredError):
        load_arrays(folder)


def test_predictions_are_loaded_with_their_details(tmp_path):
    predictions = Predictions(
        is_positive=np.array([True, False, True, False]),
        scores={"a": np.array([0.5, 0.1, 1 / 3, 0]), "weight": np.array([1.0, 2.0, 3.0, 4.0])},
        weight=np.array([1.0, 2.5, 1.0, 1.0]),
        fold=np.array(["x", "y", "x", "x"]),
        split=Split(np.array([True, True, False, False]), "tune", "final"),
        confusions={"m": ConfusionMatrix(20, 5, 9, 30)},
    )
    save_predictions(tmp_path, predictions, {"label": "y"})
    again, details = load_predictions(tmp_path)
    assert details == {"label": "y"}
    assert again.confusions == predictions.confusions
    assert list(again.scores) == ["a", "weight"]
    for name in predictions.scores:
        np.testing.assert_array_equal(again.scores[name], predictions.scores[name])
    for name in ("is_positive", "weight", "fold"):
        np.testing.assert_array_equal(getattr(again, name), getattr(predictions, name))
    np.testing.assert_array_equal(again.split.in_evaluation, predictions.split.in_evaluation)
    assert (again.split.choose_on, again.split.judge_on) == ("tune", "final")


def test_predictions_that_version_0_2_0_stored_keep_their_hold_out_and_combinations(tmp_path):
    split = Split(np.array([True, False, False, True]), "tune", "final")
    combination = Combination("both", "and", ("a", "b"), pcf=0.3)
    roles = Roles(label="y", scores=("a", "b"), combinations=(combination,)).as_json()
    scores = {"a": np.array([0.5, 0.1, 0.3, 0.2]), "b": np.arange(4.0)}
    is_positive = np.array([True, False, True, False])
    predictions = Predictions(is_positive=is_positive, scores=scores, split=split)
    save_predictions(tmp_path, predictions, {"combinations": [1], "roles": roles})
    stored, meta = load_arrays(tmp_path)
    stored["judging"] = stored.pop("in_evaluation")
    details = meta["said"]
    details["combined"] = details.pop("combinations")
    details["roles"]["combined"] = details["roles"].pop("combinations")
    save_arrays(tmp_path, stored, meta)
    again, details = load_predictions(tmp_path)
    np.testing.assert_array_equal(again.split.in_evaluation, split.in_evaluation)
    assert (again.split.choose_on, again.split.judge_on) == ("tune", "final")
    assert details == load_details(tmp_path)
    assert details["combinations"] == [1]
    assert Roles.of(details["roles"]).combinations == (combination,)


def test_predictions_without_weights_and_folds_are_loaded(tmp_path):
    plain = Predictions(is_positive=np.array([True, False]), scores={"a": np.array([0.5, 0.1])})
    save_predictions(tmp_path, plain, {})
    again, _ = load_predictions(tmp_path)
    assert (again.weight, again.fold, again.split) == (None, None, None)


def test_other_arrays_are_not_loaded_as_predictions(tmp_path):
    save_arrays(tmp_path, {"a": np.arange(3)}, {})
    with pytest.raises(NotStoredError):
        load_predictions(tmp_path)


def flipped(content, place, bit):
    changed = bytearray(content)
    changed[place] ^= 1 << bit
    return bytes(changed)


def test_no_flipped_bit_is_loaded(tmp_path):
    """Neither in the numbers nor in the index, which holds numbers too."""
    save_arrays(tmp_path, {"a": np.arange(3.0), "b": np.array([True])}, {"auc": 0.8125})
    for file in list(tmp_path.iterdir()):
        content = file.read_bytes()
        for place in range(len(content)):
            file.write_bytes(flipped(content, place, place % 8))
            with contextlib.suppress(NotStoredError):
                arrays_kept, meta = load_arrays(tmp_path)
                raise AssertionError((file.name, place, arrays_kept, meta))
        file.write_bytes(content)
    assert load_arrays(tmp_path)[1] == {"auc": 0.8125}


def test_a_file_is_verified_once_for_each_version(tmp_path, monkeypatch):
    save_arrays(tmp_path, {"a": np.arange(3)}, {})
    load_arrays(tmp_path, mapped=True)
    monkeypatch.setattr("costdash.intake.storage.arrays.file_digest", None)
    np.testing.assert_array_equal(load_arrays(tmp_path, mapped=True)[0]["a"], np.arange(3))


def test_the_folder_around_is_never_created(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        save_arrays(tmp_path / "deleted" / "analysis", {"a": np.arange(3)}, {})
    assert list(tmp_path.iterdir()) == []


def test_mapped_arrays_share_one_open_file(tmp_path):
    many = {f"small {i}": np.arange(100.0) for i in range(200)}
    save_arrays(tmp_path, many | {"large": np.zeros(2**18)}, {})
    before = len(os.listdir("/proc/self/fd"))
    loaded, _ = load_arrays(tmp_path, mapped=True)
    assert len(os.listdir("/proc/self/fd")) <= before + 1
    assert not loaded["large"].flags.writeable
    np.testing.assert_array_equal(loaded["small 7"], many["small 7"])
