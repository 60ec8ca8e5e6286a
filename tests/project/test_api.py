"""The public Python names: they are documented with examples, import fast and work together."""

import doctest
import inspect
import subprocess
import sys

import numpy as np
import pytest

import costdash

EXPORTED = {f"costdash.core.{name}": getattr(costdash.core, name) for name in costdash.core.__all__}
EXPORTED |= {f"costdash.{name}": getattr(costdash, name) for name in costdash.__all__}
DOCUMENTED = sorted(
    name for name, value in EXPORTED.items() if inspect.isclass(value) or inspect.isfunction(value)
)


def has_examples(name: str) -> bool:
    text = inspect.getdoc(EXPORTED[name]) or ""
    return "Examples\n--------" in text and bool(doctest.DocTestParser().get_examples(text))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_an_exported_name_has_a_docstring_with_an_example(name):
    assert has_examples(name), f"{name} needs an Examples section"


def test_importing_costdash_loads_no_large_library():
    code = (
        "import sys, costdash.cli; print(*{'numpy', 'pandas', 'plotly', 'dash'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_data_frame_leads_to_a_decision():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"y": [0, 0, 1, 0, 1, 1] * 5, "rf": np.linspace(0, 1, 30)})
    predictions = costdash.read_predictions(frame, label="y", positive=1, scores=["rf"])
    assert isinstance(predictions, costdash.Predictions)
    analysis = costdash.analyse(predictions, level=0.9, n_replicates=100, seed=1)
    assert (analysis.level, analysis.n_replicates, analysis.seed) == (0.9, 100, 1)
    decision = analysis.decide(costdash.core.OperatingPoint(prior=0.5))
    assert decision.best.expected_cost <= decision.trivial.expected_cost


def test_the_core_is_an_attribute_of_costdash():
    assert costdash.core.count([True, False], [1.0, 0.0]).tp.tolist() == [0, 1, 1]


def test_every_exported_name_exists():
    assert {*costdash.__all__} <= {*dir(costdash)}
    assert costdash.core.__all__ == sorted(costdash.core.__all__, key=exported_order)


def exported_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, each by name."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(ImportError, match="analyze"):
        from costdash import analyze  # noqa: F401
    assert not hasattr(costdash, "analyze")
