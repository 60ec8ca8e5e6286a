"""One labelled sample, scored by one or more models."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

HEAVIEST = 1e100  # a weight, and one over it the lightest: squares and sums stay finite


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Predictions:
    """Rows that are complete for every model, so that comparisons are paired.

    is_positive (n,) bool; scores {name: (n,)} finite, any scale, greater means more positive;
    weight (n,) positive: how many cases a row stands for; fold (n,) any labels; cluster (n,) any
    labels: rows of one cluster (patient, card) are not independent.
    Raises ValueError that names the rule and the value.
    """

    is_positive: Bools
    scores: dict[str, Floats]
    weight: Floats | None = None
    fold: NDArray | None = None
    cluster: NDArray | None = None

    def __post_init__(self):
        is_positive = np.asarray(self.is_positive)
        if is_positive.ndim != 1 or not np.isin(is_positive, (0, 1)).all():
            raise ValueError("is_positive must be a flat array of true and false")
        set_field = object.__setattr__
        set_field(self, "is_positive", is_positive.astype(bool))
        if not self.scores:
            raise ValueError("scores must hold at least one model, got none")
        set_field(self, "scores", {str(k): self._column(k, v) for k, v in self.scores.items()})
        if self.weight is not None:
            weight = self._column("weight", self.weight)
            if not (weight > 0).all():
                raise ValueError(f"weight must be positive, got {weight.min()}")
            if not 1 / HEAVIEST <= weight.min() <= weight.max() <= HEAVIEST:
                span = f"{weight.min()} to {weight.max()}"
                raise ValueError(f"weight must lie within 1e-100 and 1e100, got {span}")
            set_field(self, "weight", weight)
        for name in ("fold", "cluster"):
            if getattr(self, name) is not None:
                labels = np.asarray(getattr(self, name))
                if labels.shape != self.is_positive.shape:
                    raise ValueError(f"{name} must have {self.rows} rows, got shape {labels.shape}")
                set_field(self, name, labels)
        if self.is_positive.all() or not self.is_positive.any():
            only = "positive" if self.is_positive.any() else "negative"
            raise ValueError(f"both classes must be present, got only {only} rows")

    def _column(self, name, values) -> Floats:
        given = np.asarray(values)
        column = given.astype(np.float64)
        if column.shape != self.is_positive.shape:
            raise ValueError(f"{name} must have {self.rows} rows, got shape {column.shape}")
        if not np.isfinite(column).all():
            bad = column[~np.isfinite(column)][0]
            raise ValueError(f"{name} must be finite, got {bad}")
        if given.dtype.kind in "iu" and given.size:
            widest = max(int(given.max()), int(given.min()), key=abs)
            if abs(widest) > 2**53:
                raise ValueError(f"{name} must hold integers within 2**53, got {widest}")
        return column

    @property
    def rows(self) -> int:
        return self.is_positive.shape[0]

    @property
    def positives(self) -> float:
        """Weight of the positive rows: a whole number where there are no weights."""
        return self._weight_of(self.is_positive)

    @property
    def negatives(self) -> float:
        return self._weight_of(~self.is_positive)

    @property
    def prevalence(self) -> float:
        """Share of positives in the file; the prior is where the model will be used."""
        return float(self.positives / (self.positives + self.negatives))

    def _weight_of(self, chosen: Bools) -> float:
        if self.weight is None:
            return int(np.count_nonzero(chosen))
        return float(self.weight[chosen].sum())
