"""Cross-fits that are stored and loaded again are the same; damaged ones are not stored."""

import numpy as np
import pytest

from costdash.core import ConfusionMatrix, Predictions
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.sample.row_costs import RowCosts
from costdash.intake.storage.arrays import NotStoredError
from costdash.intake.storage.crossfits import load_crossfits, save_crossfits


def fits(models, **more):
    rng = np.random.default_rng(0)
    is_positive = np.arange(200) % 4 == 0
    scores = {f"m{i}": rng.normal(size=200) + is_positive for i in range(models)}
    rows = Predictions(is_positive=is_positive, scores=scores, **more)
    return crossfit_models(rows, n_replicates=5)


def numbers(fit):
    """Everything that the fit holds, as plain lists."""
    curve, tallies = fit.curve, [*fit.folds, *(fit.cases or ())]
    parts = [np.concatenate((t.fp, t.tp), axis=-1) for t in tallies]
    cells = [] if curve.cells is None else curve.cells.tolist()
    sums = [[t.negatives.tolist(), t.positives.tolist()] for t in tallies]
    arrays = [curve.tie, curve.fpr, curve.tpr, curve.certain, fit.pcf, fit.deviation, *parts]
    arrays += fit.fold_of_rows
    details = fit.names, fit.seed, fit.units, fit.clustered
    return [*(array.tolist() for array in arrays), cells, sums, details]


@pytest.mark.parametrize("models", [1, 3])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"cluster": np.arange(200) // 4},
        {"confusions": {"m": ConfusionMatrix(20, 5, 9, 30)}},
        {"costs": RowCosts(np.arange(1.0, 201), np.ones(200))},
    ],
)
def test_loaded_cross_fits_are_those_that_were_stored(tmp_path, models, more):
    made = fits(models, **more)
    save_crossfits(tmp_path / "fits", made, "key")
    found = load_crossfits(tmp_path / "fits", "key")
    assert found.models.keys() == made.models.keys()
    for name, fit in made.models.items():
        assert numbers(found.models[name]) == numbers(fit)
    assert numbers(found.together) == numbers(made.together)
    assert (made.together.cases is not None) == ("costs" in more)
    point = np.array([0.3])
    assert found.of(made.together.names).cost(point) == made.together.cost(point)


def test_another_key_and_damaged_files_are_not_stored(tmp_path):
    save_crossfits(tmp_path / "fits", fits(2), "key")
    with pytest.raises(NotStoredError, match="other cross-fits"):
        load_crossfits(tmp_path / "fits", "another key")
    (data,) = (tmp_path / "fits").glob("*.bin")
    data.write_bytes(b"x" + data.read_bytes()[1:])
    with pytest.raises(NotStoredError):
        load_crossfits(tmp_path / "fits", "key")
