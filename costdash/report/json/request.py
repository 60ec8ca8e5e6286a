"""The options of the contract of an analysis."""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, OperatingPoint
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.cost import COARSE_PCF_GRID
from costdash.core.measures.model_measures import USUAL_MEASURES, MeasureOptions, MeasureRequest
from costdash.report.report import ALL_PAIRS, PairOptions, measure_request

PCFS = tuple(COARSE_PCF_GRID.tolist())


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRequest:
    """The options of the contract of an analysis.

    pcfs: where costs are reported. max_fpr, capacity (a share of cases): add the fields of these
    criteria. score_prior: the prior at which scores are probabilities (None: that of the file).
    matrix: the cost matrix of `point`; adds the constant of every expected cost. names: the
    models to report and choose among (None: all). estimated_prior: intervals of the cost count
    the sampling error of the prior. today: the rule that is used today, as (model, index in its
    `Counts`). compare: the pairs to report (None: all, unless those are many), and their bands.
    ranges: prior and costs as ranges. measure_options: what is measured of each model and,
    if its threshold
    probabilities were asked for (`pair_curves`), of each pair.
    """

    point: OperatingPoint
    pcfs: Sequence[float] = PCFS
    max_fpr: float | None = None
    capacity: float | None = None
    score_prior: float | None = None
    matrix: CostMatrix | None = None
    names: tuple[str, ...] | None = None
    estimated_prior: bool = False
    today: tuple[str, int] | None = None
    compare: PairOptions = ALL_PAIRS
    ranges: Imprecise | None = None
    measure_options: MeasureOptions = USUAL_MEASURES

    def shown(self, analysis: Analysis) -> list[str]:
        """The named models that the analysis has."""
        wanted = analysis.models if self.names is None else self.names
        return [name for name in analysis.models if name in wanted]

    @property
    def measure_request(self) -> MeasureRequest:
        """The measures of each model."""
        return measure_request(self.point, self.measure_options, self.score_prior, self.ranges)
