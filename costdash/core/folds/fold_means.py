"""A model's area and cost, averaged over the folds."""

from dataclasses import dataclass

import numpy as np

from costdash.core.folds.averages import Mean, cost_average, mean_over_folds
from costdash.core.folds.folds import Folds


@dataclass(frozen=True, slots=True, eq=False)
class FoldMeans:
    """Means (1,) over folds with Student's limits: of auc, and of nec at each fold's optimum."""

    auc: Mean
    nec: Mean


def fold_means(folds: Folds, pcf: float, level: float) -> FoldMeans:
    """At one PC(+). Drummond & Holte (2004), section 7. Raises ValueError unless 0 < level < 1."""
    return FoldMeans(
        auc=mean_over_folds(np.array(folds.auc)[:, None], level),
        nec=cost_average(list(folds.hulls.values())).cost([pcf], level),
    )
