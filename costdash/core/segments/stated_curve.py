"""A model's curve by true labels, if all labels are of a judge with stated error rates.

The true ROC curve is an affine map of the one by the judge's labels, so vertices of hulls stay
vertices.
"""

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import convex_hull
from costdash.core.curves.polyline import thinned
from costdash.core.sample.counts import Counts
from costdash.core.segments.segment_curve import SegmentCurve

Indices = NDArray[np.intp]
TRUE, OTHERS = "true labels", "judge's labels"  # names of both curves


def stated_curve(
    analysis: Analysis, model: str, stated: StatedCost, point: OperatingPoint
) -> SegmentCurve:
    """The curve of a model by true labels, to draw over that by the judge's labels.

    Vertices of its hull are those of the judged hull; rates beyond 0 and 1, which sampling
    explains, are cut. point: the conditions for which `stated` was computed.
    """
    found, share = analysis.models[model], stated.share

    def true(index: Indices) -> Counts:
        """As shares of all rows."""
        counts = found.counts.take(index)
        fpr, tpr = stated.judge.rates(counts.fpr, counts.tpr, analysis.prevalence)
        positive, negative = share * tpr.clip(0, 1), (1 - share) * fpr.clip(0, 1)
        return Counts(counts.threshold, positive, negative)

    odds = _odds(stated.point.prior) / _odds(point.prior)
    hull = convex_hull(true(found.hull.index), model)
    drawn = true(thinned(found.counts, found.hull.index))
    return SegmentCurve(TRUE, model, analysis.rows, share, odds, drawn, None, hull, OTHERS)


def _odds(prior: float) -> float:
    return prior / (1 - prior)
