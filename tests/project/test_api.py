"""The names that costdash gives to Python."""

import subprocess
import sys

import numpy as np
import pytest

import costdash


def test_importing_costdash_brings_nothing_heavy():
    code = (
        "import sys, costdash.cli; print(*{'numpy', 'pandas', 'plotly', 'dash'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_from_a_frame_to_the_decision():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"y": [0, 0, 1, 0, 1, 1] * 5, "rf": np.linspace(0, 1, 30)})
    predictions = costdash.read_predictions(frame, label="y", positive=1, scores=["rf"])
    assert isinstance(predictions, costdash.Predictions)
    analysis = costdash.analyse(predictions, level=0.9, n_replicates=100, seed=1)
    assert (analysis.level, analysis.n_replicates, analysis.seed) == (0.9, 100, 1)
    decision = analysis.decide(costdash.core.OperatingPoint(prior=0.5))
    assert decision.best.expected_cost <= decision.trivial.expected_cost


def test_the_core_is_there_by_name():
    assert costdash.core.count([True, False], [1.0, 0.0]).tp.tolist() == [0, 1, 1]


def test_all_public_names_are_listed():
    assert {*costdash.__all__} <= {*dir(costdash)}


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(ImportError, match="analyze"):
        from costdash import analyze  # noqa: F401
    assert not hasattr(costdash, "analyze")
