"""The mathematics of costdash, without prose, input or output; numpy and scipy.special only.

Every package imports only from the ones above it:

types       array and tuple types that all packages share
sample      labelled rows (`Predictions`) and the statistic behind all curves (`Counts`)
conditions  where a model is used: prior and costs (`OperatingPoint`), intervals, distributions
curves      curves of the counts: ROC, precision-recall and cost curves, convex hull, envelopes
choose      the decision at one operating point, other criteria, switch points, expected cost
resample    bootstrap: random streams, replicates, confidence bands
analysis    all of one sample: `analyse` gives an `Analysis` of every model; hold-out
folds       averages over folds, and cross-fitted costs
compare     pairs of models: difference bands, crossovers, DeLong, multiple tests, superiority
segments    what a rule costs on each segment of the rows, why, and thresholds of their own
combine     combinations of classifiers, and other ways to choose among them
probabilities  scores as probabilities: decision curve, calibration, recalibration
measures    measures of a model by field of use, with limits from shared replicates

`resample` beside `choose`, and `folds` beside `analysis`, do not import each other. Arrays have
n rows, k thresholds, h hull vertices, b replicates or m grid points; the threshold axis is last
and the replicate axis first. A case is called positive if score >= threshold. Thresholds run from
the strictest, which is +inf, to the laxest.

The examples of the public names use six rows and two models:

>>> from costdash.core import OperatingPoint, Predictions, analyse
>>> predictions = Predictions(
...     is_positive=[1, 1, 1, 0, 0, 0],
...     scores={"rf": [0.9, 0.8, 0.3, 0.7, 0.5, 0.1], "nb": [0.9, 0.6, 0.5, 0.8, 0.3, 0.2]},
... )
>>> analysis = analyse(predictions)
>>> best = analysis.decide(OperatingPoint(prior=0.2, cost_fn=3, cost_fp=1)).best
>>> best.model, best.text, round(best.expected_cost, 3)
('rf', '0.8', 0.2)
"""

import warnings
from typing import Any

from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.analysis.review import ReviewDecision, decide_review
from costdash.core.choose.constrained import neyman_pearson, workforce
from costdash.core.choose.decision import Allowance, Call, Decision, trivial_call
from costdash.core.choose.superiority import (
    CostBelief,
    Superiority,
    lc_index,
    relative_superiority,
)
from costdash.core.combine.combination import Combination, CombinationPoints
from costdash.core.combine.combination_scores import combination_points, with_combination
from costdash.core.combine.concavities import concavities, repaired_model, repaired_scores
from costdash.core.combine.interpolation import interpolated, share_for
from costdash.core.combine.logical import chain_calls, conjunction, disjunction
from costdash.core.combine.parameter_selection import ParameterSelection, parameter_selection
from costdash.core.compare.comparison import Comparison, compare_all
from costdash.core.compare.multiple_testing import holm
from costdash.core.compare.paired_sample import JointCells
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.conditions.review import ReviewTerms
from costdash.core.curves.cost import (
    are_probabilities,
    normalized_expected_cost,
    score_cut,
    score_driven_cost,
    trivial_cost,
)
from costdash.core.curves.envelopes import (
    Crossover,
    ModelRange,
    best_where,
    crossovers,
    extends,
    standings,
)
from costdash.core.curves.hull import Hull, common_hull, convex_hull
from costdash.core.curves.multiclass import MultiClass, multiclass
from costdash.core.curves.piecewise_linear import DominanceRange
from costdash.core.curves.polyline import thinned
from costdash.core.curves.precision_recall import (
    average_precision,
    pr_auc,
    precision,
    precision_at,
)
from costdash.core.curves.roc import AreaVariance, auc, auc_interval, auc_variance, dominates
from costdash.core.curves.ties import Ties, ties
from costdash.core.folds.averages import cost_average, threshold_average, vertical_average
from costdash.core.folds.crossfit import CrossFit, crossfit_all
from costdash.core.folds.folds import Folds, by_fold, folds_of
from costdash.core.measures.fields.screening import partial_auc
from costdash.core.measures.fields.summary import h_measure
from costdash.core.probabilities.calibration import (
    Calibration,
    Reliability,
    calibration,
    reliability,
)
from costdash.core.probabilities.consistency import ConsistencyBand
from costdash.core.probabilities.decision_curve import (
    DecisionCurve,
    NetBenefit,
    decision_curve,
)
from costdash.core.probabilities.net_benefit import (
    net_benefit,
    pcf_of_threshold_probability,
)
from costdash.core.probabilities.per_case_policy import per_case_policy
from costdash.core.probabilities.recalibration import (
    Recalibration,
    recalibration,
    with_recalibrated,
)
from costdash.core.probabilities.scores import moved
from costdash.core.resample.bands import Band, Bands, bootstrap_bands
from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import ClassScores, Predictions, ScoredRows
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.sample.split import Split

__all__ = [
    "MIN_ROWS",
    "SMALL_CELL",
    "Allowance",
    "Analysis",
    "AreaVariance",
    "Band",
    "Bands",
    "Calibration",
    "Call",
    "ClassScores",
    "Combination",
    "CombinationPoints",
    "Comparison",
    "ConfusionMatrix",
    "ConsistencyBand",
    "CostBelief",
    "Counts",
    "CrossFit",
    "Crossover",
    "Decision",
    "DecisionCurve",
    "DominanceRange",
    "Folds",
    "Hull",
    "JointCells",
    "ModelAnalysis",
    "ModelRange",
    "MultiClass",
    "NetBenefit",
    "OperatingPoint",
    "ParameterSelection",
    "Predictions",
    "Recalibration",
    "Reliability",
    "ReviewDecision",
    "ReviewTerms",
    "RowCosts",
    "ScoredRows",
    "Split",
    "Superiority",
    "Ties",
    "analyse",
    "are_probabilities",
    "auc",
    "auc_interval",
    "auc_variance",
    "average_precision",
    "best_where",
    "bootstrap_bands",
    "by_fold",
    "calibration",
    "chain_calls",
    "combination_points",
    "common_hull",
    "compare_all",
    "concavities",
    "conjunction",
    "convex_hull",
    "cost_average",
    "count",
    "crossfit_all",
    "crossovers",
    "decide_review",
    "decision_curve",
    "disjunction",
    "dominates",
    "extends",
    "folds_of",
    "h_measure",
    "holm",
    "interpolated",
    "lc_index",
    "moved",
    "multiclass",
    "net_benefit",
    "neyman_pearson",
    "normalized_expected_cost",
    "parameter_selection",
    "partial_auc",
    "pcf_of_threshold_probability",
    "per_case_policy",
    "pr_auc",
    "precision",
    "precision_at",
    "recalibration",
    "relative_superiority",
    "reliability",
    "repaired_model",
    "repaired_scores",
    "score_cut",
    "score_driven_cost",
    "share_for",
    "standings",
    "thinned",
    "threshold_average",
    "threshold_text",
    "ties",
    "trivial_call",
    "trivial_cost",
    "vertical_average",
    "with_combination",
    "with_recalibrated",
    "workforce",
]

FORMER_NAMES = {  # until 0.2.0
    "CombinedPoints": "CombinationPoints",
    "Combining": "Combination",
    "Region": "DominanceRange",
    "Stretch": "ModelRange",
    "combined_points": "combination_points",
    "with_combined": "with_combination",
}


def __getattr__(name: str) -> Any:
    """A public name by its name in an earlier version."""
    if name in FORMER_NAMES:
        words = f"costdash.core.{name} is now called {FORMER_NAMES[name]}"
        warnings.warn(words, DeprecationWarning, stacklevel=2)
        return globals()[FORMER_NAMES[name]]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
