"""One model under a limit: the largest true positive rate, for the JSON contract and for scripts.

The limits themselves are the criteria `NeymanPearson` and `Workforce`, which choose among several
models; these functions apply them to one.
"""

from dataclasses import dataclass

from costdash.core.choose.choice import Mixture, within_limit
from costdash.core.choose.criteria import NeymanPearson, Workforce
from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts


@dataclass(frozen=True, slots=True)
class ConstrainedChoice:
    """The largest tpr of one model under a limit.

    `mixture` is on the model's hull; `single` is the index of the best single threshold.
    """

    mixture: Mixture
    single: int


def neyman_pearson(counts: Counts, hull: Hull, max_fpr: float) -> ConstrainedChoice:
    """Find the largest tpr of one model with fpr at most `max_fpr`.

    The mixture of two thresholds lies on the hull; the single threshold is the best on the step
    function (erratum 9).

    Parameters
    ----------
    counts : Counts
        The model's counts, k thresholds.
    hull : Hull
        The model's convex hull, h vertices.
    max_fpr : float
        Largest false positive rate, in [0, 1].

    Returns
    -------
    ConstrainedChoice
        `mixture` (fpr, tpr, vertices of the hull, their shares of the cases) and `single`, an
        index into `counts`.

    Raises
    ------
    ValueError
        If `max_fpr` lies outside [0, 1].

    References
    ----------
    Drummond & Holte (2000), section 2.2.2. Provost & Fawcett (1997).

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> chosen = neyman_pearson(rf, convex_hull(rf), max_fpr=1 / 3)
    >>> round(chosen.mixture.tpr, 3), chosen.mixture.share
    (0.833, (0.5, 0.5))
    >>> rf.threshold[chosen.single].item()
    0.8
    """
    return _of_one_model(NeymanPearson(max_fpr), counts, hull, max_fpr)


def workforce(counts: Counts, hull: Hull, capacity: float, prior: float) -> ConstrainedChoice:
    """Find the largest tpr of one model that calls at most a share of the cases positive.

    Parameters
    ----------
    counts : Counts
        The model's counts, k thresholds.
    hull : Hull
        The model's convex hull, h vertices.
    capacity : float
        Largest expected share of all cases called positive, in [0, 1].
    prior : float
        Share of positives where the model is used, in (0, 1).

    Returns
    -------
    ConstrainedChoice
        `mixture` (fpr, tpr, vertices of the hull, their shares of the cases) and `single`, an
        index into `counts`.

    Raises
    ------
    ValueError
        If `capacity` or `prior` lies outside its range.

    References
    ----------
    Drummond & Holte (2000), equations 12 to 14. Fawcett (2004), section 7.4.1.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> chosen = workforce(rf, convex_hull(rf), capacity=0.25, prior=0.5)
    >>> round(chosen.mixture.tpr, 3), [round(share, 3) for share in chosen.mixture.share]
    (0.5, [0.25, 0.75])
    >>> rf.threshold[chosen.single].item()
    0.9
    """
    return _of_one_model(Workforce(capacity, prior), counts, hull, capacity)


def _of_one_model(
    criterion: NeymanPearson | Workforce, counts: Counts, hull: Hull, limit: float
) -> ConstrainedChoice:
    mixture, single = within_limit({"": counts}, hull, criterion.used, limit)
    return ConstrainedChoice(mixture, single.index)
