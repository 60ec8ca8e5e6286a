"""costdash: ROC, precision-recall and cost curves, and the threshold that costs least.

core     the mathematics: counts, hulls, costs, areas, confidence bands, the decision
intake   reads files and tables into `Predictions`
figures  draws each panel as a Plotly figure
report   writes sentences, tables, JSON, CSV and HTML
web      the dashboard
cli      the command line

>>> import numpy as np
>>> import costdash
>>> rng = np.random.default_rng(0)
>>> is_positive = np.arange(300) < 90
>>> scores = {"rf": rng.normal(size=300).round(1) + 2 * is_positive}
>>> predictions = costdash.Predictions(is_positive=is_positive, scores=scores)
>>> analysis = costdash.analyse(predictions)
>>> point = costdash.core.OperatingPoint(prior=0.1, cost_fn=20, cost_fp=1)
>>> best = analysis.decide(point).best
>>> best.text, round(best.expected_cost, 2)
('0.7', 0.26)
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

PUBLIC_MODULES = {
    "CostCurveDisplay": "costdash.figures.displays.cost_curve",
    "DecisionCurveDisplay": "costdash.figures.displays.decision_curve",
    "Predictions": "costdash.core",
    "analyse": "costdash.core.analysis.cross_fitted",
    "read_confusions": "costdash.intake",
    "read_predictions": "costdash.intake",
    "read_table": "costdash.intake",
    "explore": "costdash.web.local_server",
    "summarise": "costdash.report.api",
}
__all__ = [
    "CostCurveDisplay",
    "DecisionCurveDisplay",
    "Predictions",
    "analyse",
    "core",
    "explore",
    "read_confusions",
    "read_predictions",
    "read_table",
    "summarise",
]


def __getattr__(name: str) -> Any:
    """Import a public name at its first use, so that importing costdash is fast."""
    if name == "core":
        return import_module("costdash.core")
    if name in PUBLIC_MODULES:
        return getattr(import_module(PUBLIC_MODULES[name]), name)
    raise AttributeError(f"module 'costdash' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
