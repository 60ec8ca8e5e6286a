"""Review: a person or a second model that looks at cases between two thresholds, at a price."""

from dataclasses import dataclass
from math import isfinite

from costdash.core.conditions.operating_point import OperatingPoint

NO_HELP = "a reviewer who is right no more often than chance cannot help"


@dataclass(frozen=True, slots=True)
class Between:
    """Thresholds that the user sets: cases of `model` from `low` to below `high` are reviewed.

    high may be infinite: then no case is flagged without a review.
    """

    model: str
    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"low must be at most high, got {self.low} and {self.high}")


@dataclass(frozen=True, slots=True)
class ReviewTerms:
    """The price of a review, how good it is, and how many cases can be reviewed.

    Parameters
    ----------
    price : float
        Price of one review, in the currency of the costs; not negative.
    sensitivity, specificity : float
        Shares of the positives that a review finds and of the negatives that it clears, in [0, 1].
        With a column they are not used.
    column : str
        Model whose 0 or 1 is the reviewer's verdict on each row; "" for a reviewer with the two
        shares.
    capacity : float or None
        Largest share of all cases that can be reviewed, in [0, 1]; None without a limit.
    between : Between or None
        Thresholds that are given; None for the cheapest. The capacity then restricts nothing.

    Raises
    ------
    ValueError
        If a value lies outside its range, or the reviewer is right no more often than chance.

    Examples
    --------
    >>> terms = ReviewTerms(2.0)
    >>> point = OperatingPoint(prior=0.01, cost_fn=200, cost_fp=5)
    >>> terms.costs(point), round(terms.limit_price(point), 2), terms.pays(point)
    ((2.0, 2.0), 4.88, True)
    """

    price: float
    sensitivity: float = 1.0
    specificity: float = 1.0
    column: str = ""
    capacity: float | None = None
    between: Between | None = None

    def __post_init__(self) -> None:
        if not (self.price >= 0 and isfinite(self.price)):
            raise ValueError(f"the price of a review must be at least 0, got {self.price}")
        shares = {"sensitivity": self.sensitivity, "specificity": self.specificity}
        for name, share in shares.items():
            if not 0 <= share <= 1:
                raise ValueError(f"{name} of the reviewer must lie in [0, 1], got {share}")
        if self.capacity is not None and not 0 <= self.capacity <= 1:
            raise ValueError(f"capacity of the review must lie in [0, 1], got {self.capacity}")
        if not self.column and self.youden <= 0:
            raise ValueError(
                f"{NO_HELP}: sensitivity plus specificity must be above 1, "
                f"got {self.sensitivity + self.specificity:g}"
            )

    @property
    def youden(self) -> float:
        """Youden's J of the reviewer, sensitivity + specificity - 1."""
        return self.sensitivity + self.specificity - 1

    def costs(self, point: OperatingPoint) -> tuple[float, float]:
        """What a reviewed positive and a reviewed negative cost, the reviewer's errors included."""
        missed, alarmed = 1 - self.sensitivity, 1 - self.specificity
        return self.price + missed * point.cost_fn, self.price + alarmed * point.cost_fp

    def parts(self, point: OperatingPoint) -> tuple[tuple[float, float], ...]:
        """PC(+) and scale of the costs of which each threshold is the ordinary optimum.

        The lower threshold is that of the costs (cost_fn - a1, a0), the upper that of
        (a1, cost_fp - a0), where a1 and a0 are what a reviewed positive and negative cost. The nec
        at each PC(+), times the scale, add up to the cost of the cheapest zone. Where no review
        pays there is one part, the point itself.
        """
        positive, negative = self.costs(point)
        pairs = [(point.cost_fn - positive, negative), (positive, point.cost_fp - negative)]
        if not self.pays(point):
            pairs = [(point.cost_fn, point.cost_fp)]
        weighted = [(point.prior * fn, (1 - point.prior) * fp) for fn, fp in pairs]
        return tuple((fn / (fn + fp), fn + fp) for fn, fp in weighted if fn + fp > 0)

    def limit_price(self, point: OperatingPoint) -> float:
        """The price up to which a review pays: J cost_fn cost_fp / (cost_fn + cost_fp).

        With both costs 1 and a perfect reviewer this is half an error, Chow's bound.
        Chow (1970), IEEE Transactions on Information Theory 16, 41-46.
        """
        return self.youden * point.cost_fn * point.cost_fp / (point.cost_fn + point.cost_fp)

    def pays(self, point: OperatingPoint) -> bool:
        """Whether the zone between the two best thresholds is not empty."""
        of_positive, of_negative = self.costs(point)
        return of_positive / point.cost_fn + of_negative / point.cost_fp <= 1
