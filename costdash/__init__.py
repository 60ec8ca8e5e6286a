"""costdash: ROC, precision-recall and cost curves, and the threshold that costs least.

core     what is true: counts, hulls, costs, areas and bands, the decision. numpy only.
intake   from a file of anybody's making to Predictions.
figures  one panel, one function: finished things to plotly figures.
report   what the numbers say: sentences, CSV, JSON.
web      the page.
cli      the command line.

>>> import costdash
>>> predictions = costdash.Predictions(
...     is_positive=[0, 0, 1, 0, 1, 1], scores={"rf": [0.1, 0.2, 0.3, 0.4, 0.8, 0.9]}
... )
>>> analysis = costdash.analyse(predictions)
>>> point = costdash.core.OperatingPoint(prior=0.1, cost_fn=20, cost_fp=1)
>>> analysis.decide(point).best.text
'0.3'
"""

from importlib import import_module

__version__ = "0.2.0"

HOMES = {
    "Predictions": "costdash.core",
    "analyse": "costdash.core",
    "read_predictions": "costdash.intake",
    "explore": "costdash.web.local_server",
}
__all__ = ["Predictions", "analyse", "core", "explore", "read_predictions"]


def __getattr__(name: str):
    """Public names come when they are first asked for, so that importing costdash is light."""
    if name == "core":
        return import_module("costdash.core")
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module 'costdash' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__})
