"""A suboptimal way of choosing: the classifier that was trained for the nearest conditions."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.sample.counts import Counts
from costdash.core.types import XY, Floats


@dataclass(frozen=True, slots=True, eq=False)
class ParameterSelection:
    """The cost of using each classifier near the PC(+) that it was trained for.

    Created by `parameter_selection`.

    Attributes
    ----------
    names : tuple of str
        Classifiers by the PC(+) that they were trained for, rising, (s,).
    trained_for : Floats
        That PC(+), (s,).
    switch : Floats
        PC(+) of the changes, half-way between neighbours, (s - 1,).
    fpr, tpr : Floats
        Rates of the classifiers, (s,).
    hull : Hull
        Of the same classifiers and the trivial ones: what choosing by cost would have.

    Examples
    --------
    >>> from costdash.core import parameter_selection
    >>> points = {"A": (0.1, 0.6), "B": (0.4, 0.9)}
    >>> selection = parameter_selection(points, {"A": 0.2, "B": 0.6})
    >>> selection.switch.tolist(), round(selection.extra_area, 4)
    ([0.4], 0.0173)
    """

    names: tuple[str, ...]
    trained_for: Floats
    switch: Floats
    fpr: Floats
    tpr: Floats
    hull: Hull

    def cost(self, pcf: ArrayLike) -> Floats:
        """nec (m,) at pcf (m,) of the classifier trained for the nearest; the lower at a tie."""
        x = np.asarray(pcf, dtype=float)
        at = np.searchsorted(self.switch, x)
        return normalized_expected_cost(self.fpr[at], self.tpr[at], x)

    @property
    def area(self) -> float:
        """Area under `cost`: the mean nec if every PC(+) is equally likely."""
        edge = np.concatenate(([0.0], self.switch, [1.0]))
        start, end = (
            normalized_expected_cost(self.fpr, self.tpr, x) for x in (edge[:-1], edge[1:])
        )
        return float(((start + end) / 2 * np.diff(edge)).sum())

    @property
    def extra_area(self) -> float:
        """What this way of choosing costs more than the lower envelope, as an area."""
        return self.area - self.hull.area


def parameter_selection(
    points: Mapping[str, XY], trained_for: Mapping[str, float]
) -> ParameterSelection:
    """Choose at each PC(+) the classifier that was trained for the nearest one.

    Parameters
    ----------
    points : dict of str to (fpr, tpr)
        One point in ROC space for each classifier.
    trained_for : dict of str to float
        PC(+) that each of them was trained for, in (0, 1): the share of positives in training if
        both mistakes cost the same. A ratio R of negatives to positives is 1 / (1 + R).

    Returns
    -------
    ParameterSelection
        The classifiers and where they change, with the envelope of the same points.

    Raises
    ------
    ValueError
        If a classifier has no point, a PC(+) is outside (0, 1), or two are equal.

    References
    ----------
    Drummond & Holte (2000), section 2.3, figures 17 and 18.

    Examples
    --------
    >>> selection = parameter_selection({"A": (0.1, 0.6), "B": (0.4, 0.9)}, {"A": 0.2, "B": 0.6})
    >>> selection.cost([0.0, 0.3, 0.5]).round(3).tolist()  # call none would cost 0 at pcf 0
    [0.1, 0.19, 0.25]
    """
    if not trained_for:
        raise ValueError("at least one classifier must say what it was trained for")
    names = tuple(sorted(trained_for, key=lambda name: trained_for[name]))
    if missing := [name for name in names if name not in points]:
        raise ValueError(f"every classifier needs a point, got none for {missing[0]}")
    pcf = np.array([trained_for[name] for name in names], dtype=float)
    if not ((pcf > 0) & (pcf < 1)).all():
        raise ValueError(f"a classifier is trained for a pcf in (0, 1), got {pcf.tolist()}")
    if (np.diff(pcf) == 0).any():
        raise ValueError(f"classifiers must be trained for different pcf, got {pcf.tolist()}")
    fpr, tpr = np.array([points[name] for name in names], dtype=float).T
    ends = np.array([np.inf, 1.0, 0.0])
    counts = {
        name: Counts(ends, tp=np.array([0.0, y, 1.0]), fp=np.array([0.0, x, 1.0]))
        for name, x, y in zip(names, fpr, tpr, strict=True)
    }
    return ParameterSelection(names, pcf, (pcf[1:] + pcf[:-1]) / 2, fpr, tpr, common_hull(counts))


def usual_point(model: ModelAnalysis) -> XY:
    """The point of a classifier that is used as it was trained.

    That is its one point if it only gives calls, else its scores cut at 1/2 as probabilities.
    Raises ValueError for other scores.
    """
    counts = model.counts
    if counts.threshold.size <= 3:
        index = min(1, counts.threshold.size - 1)
    elif model.is_probability:
        index = int(counts.index(0.5))
    else:
        raise ValueError(
            f"{model.name} has scores that are no probabilities, so it is not known which "
            "threshold it was trained for"
        )
    fpr, tpr = counts.rates(index)
    return float(fpr), float(tpr)
