"""One labelled sample, scored by one or more models."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

HEAVIEST = 1e100  # a weight, and one over it the lightest: squares and sums stay finite


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Which rows are judged on: judging (n,) bool. Models and thresholds are chosen on the others.

    choose_on and judge_on name the two parts. Fawcett (2004), section 7.4.5.
    """

    judging: Bools
    choose_on: str = "validation"
    judge_on: str = "test"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Predictions:
    """Rows that are complete for every model, so that comparisons are paired.

    is_positive (n,) bool; scores {name: (n,)} finite, any scale, greater means more positive;
    weight (n,) positive: how many cases a row stands for; fold (n,) any labels; cluster (n,) any
    labels: rows of one cluster (patient, card) are not independent; split parts the rows to choose
    on from those to judge on. Both classes must be present, in both parts where there are two.
    Raises ValueError that names the rule and the value.
    """

    is_positive: Bools
    scores: dict[str, Floats]
    weight: Floats | None = None
    fold: NDArray | None = None
    cluster: NDArray | None = None
    split: Split | None = None

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
        self._check_classes(self.is_positive, "")
        if self.split is not None:
            judging = np.asarray(self.split.judging)
            if judging.shape != self.is_positive.shape or judging.dtype != bool:
                raise ValueError(f"split must part {self.rows} rows, got shape {judging.shape}")
            for part, name in ((~judging, self.split.choose_on), (judging, self.split.judge_on)):
                self._check_classes(self.is_positive[part], f" in {name}")

    @staticmethod
    def _check_classes(is_positive: Bools, where: str) -> None:
        if is_positive.all() or not is_positive.any():
            only = "positive" if is_positive.any() else "negative" if is_positive.size else "no"
            raise ValueError(f"both classes must be present{where}, got only {only} rows")

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
    def pooled(self) -> "Predictions":
        """All rows as one part."""
        return self if self.split is None else replace(self, split=None)

    @property
    def judged(self) -> "Predictions":
        """The rows that are judged on: all of them without a split."""
        return self if self.split is None else self._taken(self.split.judging)

    @property
    def choosing(self) -> "Predictions":
        """The rows that thresholds are chosen on: all of them without a split."""
        return self if self.split is None else self._taken(~self.split.judging)

    def _taken(self, rows: Bools) -> "Predictions":
        optional = {name: getattr(self, name) for name in ("weight", "fold", "cluster")}
        return Predictions(
            is_positive=self.is_positive[rows],
            scores={name: score[rows] for name, score in self.scores.items()},
            **{name: None if array is None else array[rows] for name, array in optional.items()},
        )

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
