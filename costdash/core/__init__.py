"""What is true: counts, hulls, costs, areas and bands. numpy only."""

from costdash.core.analysis import Analysis, ModelAnalysis, analyse
from costdash.core.bands import Band, Bands
from costdash.core.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.core.calls import Call, Decision, trivial_call
from costdash.core.cost import (
    are_probabilities,
    normalized_expected_cost,
    score_cut,
    score_driven_cost,
    trivial_cost,
)
from costdash.core.counts import Counts, count
from costdash.core.criteria import neyman_pearson, workforce
from costdash.core.hull import Hull, common_hull, convex_hull
from costdash.core.operating_point import OperatingPoint
from costdash.core.precision_recall import (
    average_precision,
    iso_cost_precision,
    pr_auc,
    precision,
    precision_at,
)
from costdash.core.predictions import Predictions
from costdash.core.roc import auc, auc_interval
from costdash.core.rounding import shortest_between, threshold_text
from costdash.core.single_bands import cost_band, precision_band, roc_band
from costdash.core.thinning import thinned

__all__ = [
    "MIN_ROWS",
    "SMALL_CELL",
    "Analysis",
    "Band",
    "Bands",
    "Call",
    "Counts",
    "Decision",
    "Hull",
    "ModelAnalysis",
    "OperatingPoint",
    "Predictions",
    "analyse",
    "are_probabilities",
    "auc",
    "auc_interval",
    "average_precision",
    "common_hull",
    "convex_hull",
    "cost_band",
    "count",
    "iso_cost_precision",
    "neyman_pearson",
    "normalized_expected_cost",
    "pr_auc",
    "precision",
    "precision_at",
    "precision_band",
    "roc_band",
    "score_cut",
    "score_driven_cost",
    "shortest_between",
    "thinned",
    "threshold_text",
    "trivial_call",
    "trivial_cost",
    "workforce",
]
