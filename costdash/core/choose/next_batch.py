"""What the next batch of cases may cost: chance in the cases themselves, beside the sample's."""

from statistics import NormalDist

from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.types import Interval


def next_batch(call: Call, point: OperatingPoint, cases: float, level: float) -> Interval | None:
    """Limits of the cost of the next `cases` cases, which the rule flags or not, in currency.

    The interval of `call.interval` is that of the cost on average. In a batch the number of
    positives and of mistakes varies too: the cost of a case is `cost_fn` for a miss, `cost_fp` for
    a false alarm, else 0.

    Parameters
    ----------
    call : Call
        A rule with an interval at `level`.
    point : OperatingPoint
        The conditions of the call.
    cases : float
        Size of the batch, positive.
    level : float
        Confidence level, in (0, 1).

    Returns
    -------
    tuple of float or None
        Normal limits, not below 0. None without an interval, and where costs differ from case to
        case.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> scores = {"rf": [0.9, 0.8, 0.7, 0.6, 0.55, 0.65, 0.5, 0.4, 0.3, 0.2, 0.1]}
    >>> rows = Predictions(is_positive=[1] * 5 + [0] * 6, scores=scores)
    >>> point = OperatingPoint(prior=0.2, cost_fn=3)
    >>> call = analyse(rows).decide(point, level=0.9).best
    >>> low, high = next_batch(call, point, 50, 0.9)
    >>> low < 50 * call.expected_cost < high
    True
    """
    if call.interval is None or call.in_cases is not None:
        return None
    fpr, tpr = call.total_rates
    missed, alarms = point.prior * (1 - tpr), (1 - point.prior) * fpr
    square = missed * point.cost_fn**2 + alarms * point.cost_fp**2
    of_a_case = max(0.0, square - call.expected_cost**2)
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    low, high = (
        ((end - call.nec) * point.scale / quantile) ** 2 + of_a_case / cases
        for end in call.interval
    )
    mean = cases * call.expected_cost
    below, above = (quantile * cases * variance**0.5 for variance in (low, high))
    return max(0.0, mean - below), mean + above
