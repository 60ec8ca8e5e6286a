"""A rule in use: what it calls, what it finds, what it costs."""

from dataclasses import dataclass

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.precision_recall import precision_at


@dataclass(frozen=True, slots=True)
class Call:
    """A rule at an operating point: "none", "all", or "some" model's threshold.

    model, threshold and index (into the model's Counts) are None for none and all; `owners` are
    all the models that reach the same point; `text` is the threshold as it can be typed;
    interval is that of nec, or with an estimated prior that of the cost in units of the point's
    scale; None without a band.
    """

    call: str
    model: str | None
    owners: tuple[str, ...]
    threshold: float | None
    text: str | None
    index: int | None
    fpr: float
    tpr: float
    precision: float
    nec: float
    expected_cost: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The best call and the better of the two trivial ones, at one operating point."""

    point: OperatingPoint
    best: Call
    trivial: Call
    level: float | None

    @property
    def saving(self) -> float:
        """Expected cost per case that the best call saves over the better trivial one."""
        return self.trivial.expected_cost - self.best.expected_cost


def trivial_call(point: OperatingPoint) -> Call:
    """Call none up to pcf 1/2, call all above."""
    rate = 0.0 if point.pcf <= 0.5 else 1.0
    nec = float(trivial_cost(point.pcf))
    return Call(
        call="all" if rate else "none",
        model=None,
        owners=(),
        threshold=None,
        text=None,
        index=None,
        interval=(nec, nec),
        **rates_at(point, rate, rate),
    )


def rates_at(point: OperatingPoint, fpr: float, tpr: float) -> dict:
    """The numeric fields of a Call with these rates at `point`."""
    cost = point.expected_cost(fpr, tpr)
    return {
        "fpr": fpr,
        "tpr": tpr,
        "precision": float(precision_at(fpr, tpr, point.prior)),
        "nec": cost / point.scale,
        "expected_cost": cost,
    }
