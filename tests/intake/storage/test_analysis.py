"""An analysis is loaded exactly as it was saved."""

from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

from costdash.core.analysis.analyse import analyse, analyse_curves, resampled
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.split import Split
from costdash.intake.storage.analysis import (
    load_analysis,
    load_curves,
    save_analysis,
    save_bands,
    save_curves,
)
from costdash.intake.storage.arrays import NotStoredError, load_arrays, save_arrays


def assert_same(a, b, where="analysis"):
    """Equal in every field, to the last bit."""
    assert type(a) is type(b), where
    if is_dataclass(a):
        for field in fields(a):
            assert_same(getattr(a, field.name), getattr(b, field.name), f"{where}.{field.name}")
    elif isinstance(a, dict):
        assert list(a) == list(b), where
        for key in a:
            assert_same(a[key], b[key], f"{where}[{key!r}]")
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype, where
        np.testing.assert_array_equal(a, b, err_msg=where)
    else:
        assert a == b, where


def predictions(n=200, weighted=False, positives=None, split=False):
    rng = np.random.default_rng(7)
    is_positive = rng.random(n) < 0.3 if positives is None else np.arange(n) < positives
    scores = {
        "a": rng.normal(is_positive, 1),
        "<b>/../\ud83d": rng.integers(0, 4, n).astype(float),
        "constant": np.zeros(n),
    }
    weight = rng.random(n) + 0.5 if weighted else None
    parts = Split(rng.random(n) < 0.5, "dev", "test") if split else None
    return Predictions(is_positive=is_positive, scores=scores, weight=weight, split=parts)


def with_gaps():
    """Rows of which some lack a score of one model."""
    full = predictions()
    gaps = np.where(np.arange(full.rows) % 3 == 0, np.nan, full.scores["a"])
    return ScoredRows(is_positive=full.is_positive, scores=full.scores | {"gaps": gaps})


def priced(rows):
    """The rows with costs that differ from case to case."""
    fn, fp = np.random.default_rng(9).lognormal(size=(2, rows.rows))
    return replace(rows, costs=RowCosts(fn, fp))


every_kind = pytest.mark.parametrize(
    "given",
    [
        predictions(),
        predictions(weighted=True),
        predictions(positives=2),
        predictions(split=True, weighted=True),
        replace(predictions(split=True), confusions={"m": ConfusionMatrix(20, 5, 9, 30)}),
        with_gaps(),
        priced(predictions()),
        priced(predictions(split=True)),
    ],
    ids=[
        "rows",
        "weights",
        "too few for bands",
        "two parts",
        "matrix",
        "missing scores",
        "costs",
        "costs in two parts",
    ],
)


@every_kind
def test_an_analysis_is_loaded_equal(tmp_path, given):
    analysis = analyse(given, n_replicates=100)
    save_analysis(tmp_path, analysis, "state")
    assert_same(load_analysis(tmp_path, "state"), analysis)


@every_kind
def test_bands_that_are_stored_after_the_curves_are_those_of_one_analysis(tmp_path, given):
    whole = analyse(given, n_replicates=100)
    save_curves(tmp_path, analyse_curves(given, n_replicates=100), "state")
    with pytest.raises(NotStoredError):  # no analysis without its bands
        load_analysis(tmp_path, "state")
    curves = load_curves(tmp_path, "state")
    assert not any(model.bands or model.case_bands for model in curves.models.values())
    assert (curves.resampled, whole.resampled) == (False, True)
    save_bands(tmp_path, resampled(curves, given), "state")
    assert_same(load_analysis(tmp_path, "state"), whole)


def test_bands_of_other_curves_are_not_loaded(tmp_path):
    save_analysis(tmp_path, analyse(predictions(), n_replicates=100), "state")
    save_curves(tmp_path, analyse_curves(predictions(), n_replicates=100), "other state")
    with pytest.raises(NotStoredError):
        load_analysis(tmp_path, "other state")


def test_an_analysis_with_another_key_is_not_loaded(tmp_path):
    save_analysis(tmp_path, analyse(predictions(), n_replicates=100), "state")
    with pytest.raises(NotStoredError):
        load_analysis(tmp_path, "other state")


def test_arrays_of_other_shapes_are_not_loaded(tmp_path):
    save_analysis(tmp_path, analyse(predictions(), n_replicates=100), "state")
    arrays, meta = load_arrays(tmp_path)
    save_arrays(tmp_path, {name: np.zeros(0) for name in arrays}, meta)
    with pytest.raises(NotStoredError):
        load_analysis(tmp_path, "state")
