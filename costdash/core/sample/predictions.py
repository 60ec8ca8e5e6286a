"""One labelled sample, scored by one or more models.

One labelled sample of several classes, with a column of scores for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from costdash.core.types import Bools, Floats

HEAVIEST = 1e100  # a weight, and one over it the lightest: squares and sums stay finite


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Which rows are judged on: judging (n,) bool. Models and thresholds are chosen on the others.

    choose_on and judge_on name the two parts. Fawcett (2004), section 7.4.5.
    """

    judging: Bools
    choose_on: str = "validation"
    judge_on: str = "test"

    def __getitem__(self, rows) -> "Split":
        """The same parts of some of the rows, as one indexes an array."""
        return replace(self, judging=self.judging[rows])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScoredRows:
    """Labelled rows before it is known which models are to be judged on them.

    is_positive (n,) bool; scores {name: (n,)}, nan where a model has none, else any scale, greater
    means more positive; weight (n,) positive: how many cases a row stands for; fold (n,) any
    labels; cluster (n,) any labels: rows of one cluster (patient, card) are not independent; split
    parts the rows to choose on from those to judge on. classes holds all
    classes of a label that has more than two, where each has scores of its own: a sample by itself.
    """

    is_positive: Bools
    scores: dict[str, Floats]
    weight: Floats | None = None
    fold: NDArray | None = None
    cluster: NDArray | None = None
    split: Split | None = None
    classes: "ClassScores | None" = None

    @property
    def rows(self) -> int:
        return self.is_positive.shape[0]

    @property
    def pooled(self) -> Self:
        """All rows as one part, those of the classes too."""
        if self.split is None:
            return self
        return replace(self, split=None, classes=self.classes and self.classes.pooled)

    def lacking(self, names: Sequence[str] | None = None) -> dict[str, int]:
        """{name: rows without its score}, of those named (default: of all) that lack any."""
        wanted = self.scores if names is None else names
        return {n: int(gap.sum()) for n, gap in self._gaps().items() if n in wanted}

    def complete(self, names: Sequence[str] | None = None) -> "Predictions":
        """The rows that have a score of every model named (default: of every model).

        Models that are not named are there too if no score of these rows is lacking. Raises
        ValueError where the rows do not hold both classes, or no model has scores of all of them.
        """
        gaps = self._gaps()
        kept = np.ones(self.rows, dtype=bool)
        for name in gaps if names is None else gaps.keys() & set(names):
            kept &= ~gaps[name]
        rows = slice(None) if kept.all() else kept  # all of them without a copy
        whole = [name for name in self.scores if name not in gaps or not gaps[name][rows].any()]
        return self._taken(rows, whole)

    def _gaps(self) -> dict[str, Bools]:
        """Which rows a model has no score of, for models with such rows."""
        has = {name: np.isfinite(score) for name, score in self.scores.items()}
        return {name: ~there for name, there in has.items() if not there.all()}

    def _taken(self, rows, names: Sequence[str]) -> "Predictions":
        others = {field.name: getattr(self, field.name) for field in fields(self)}
        del others["scores"], others["classes"]
        return Predictions(
            scores={name: self.scores[name][rows] for name in names},
            classes=self.classes,
            **{name: part if part is None else part[rows] for name, part in others.items()},
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Predictions(ScoredRows):
    """Rows that are complete for every model, so that comparisons are paired.

    Fields as in ScoredRows; scores are finite. Both classes must be present, in both parts where
    there are two. Raises ValueError that names the rule and the value.
    """

    def __post_init__(self):
        is_positive = np.asarray(self.is_positive)
        known = is_positive.dtype == bool or np.isin(is_positive, (0, 1)).all()
        if is_positive.ndim != 1 or not known:
            raise ValueError("is_positive must be a flat array of true and false")
        set_field = object.__setattr__
        set_field(self, "is_positive", is_positive.astype(bool, copy=False))
        if not self.scores:
            raise ValueError("scores must hold at least one model, got none")
        set_field(self, "scores", {str(k): self._column(k, v) for k, v in self.scores.items()})
        self._check_classes(self.is_positive, "")
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
        column = given.astype(np.float64, copy=False)
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
    def judged(self) -> "Predictions":
        """The rows that are judged on: all of them without a split."""
        return self if self.split is None else self._part(self.split.judging)

    @property
    def choosing(self) -> "Predictions":
        """The rows that thresholds are chosen on: all of them without a split."""
        return self if self.split is None else self._part(~self.split.judging)

    def complete(self, names: Sequence[str] | None = None) -> "Predictions":
        return self

    def _part(self, rows: Bools) -> "Predictions":
        return replace(self, split=None)._taken(rows, list(self.scores))

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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassScores:
    """Rows of two classes or more, each class scored by as many models as the others.

    names of the classes; code (n,) index into names; scores {class: {column: (n,)}}: greater
    means more of that class, and the i-th columns of all classes together are one model. weight,
    fold, cluster and split as in Predictions. Raises ValueError that names the rule and the value.
    """

    names: tuple[str, ...]
    code: NDArray[np.intp]
    scores: dict[str, dict[str, Floats]]
    weight: Floats | None = None
    fold: NDArray | None = None
    cluster: NDArray | None = None
    split: Split | None = None

    def __post_init__(self):
        names, code = tuple(self.names), np.asarray(self.code)
        if len(set(names)) != len(names) or len(names) < 2:
            raise ValueError(f"classes must be two or more, all different, got {names}")
        whole = code.ndim == 1 and code.dtype.kind in "iu"
        if not whole or not np.isin(code, np.arange(len(names))).all():
            raise ValueError(f"code must be a flat array of whole numbers below {len(names)}")
        rows = np.bincount(code, minlength=len(names))
        if not rows.all():
            raise ValueError(f"each class must have a row, got none of {names[rows.argmin()]}")
        if set(self.scores) != set(names):
            raise ValueError(f"scores must be of the classes {names}, got {tuple(self.scores)}")
        if len({len(columns) for columns in self.scores.values()}) > 1:
            raise ValueError("each class must be scored by as many columns as the others")
        set_field = object.__setattr__
        set_field(self, "names", names)
        set_field(self, "code", code)
        set_field(self, "scores", {name: self._checked(name) for name in names})

    def _checked(self, name: str) -> dict[str, Floats]:
        """The columns of a class, by the rules of Predictions."""
        return self.one_vs_rest(name).scores

    @property
    def models(self) -> list[dict[str, str]]:
        """{class: its column} of each model."""
        columns = zip(*(self.scores[name] for name in self.names), strict=True)
        return [dict(zip(self.names, one, strict=True)) for one in columns]

    @property
    def judged(self) -> "ClassScores":
        """The rows that are judged on: all of them without a split."""
        if self.split is None:
            return self
        rows = self.split.judging
        every = {k: {c: v[rows] for c, v in own.items()} for k, own in self.scores.items()}
        weight = None if self.weight is None else self.weight[rows]
        return ClassScores(names=self.names, code=self.code[rows], scores=every, weight=weight)

    @property
    def pooled(self) -> "ClassScores":
        """All rows as one part."""
        return self if self.split is None else replace(self, split=None)

    def one_vs_rest(self, name: str) -> Predictions:
        """The problem of one class against all others together: its columns are the models.

        Fawcett (2004), section 7.3.1, class reference formulation.
        """
        return Predictions(
            is_positive=self.code == self.names.index(name),
            scores=self.scores[name],
            weight=self.weight,
            fold=self.fold,
            cluster=self.cluster,
            split=self.split,
        )


def other_problems(predictions: Predictions) -> dict[str, Predictions]:
    """The one-vs-rest problems of the classes that are negative here, by class; {} without."""
    classes = predictions.classes
    if classes is None:
        return {}
    here = predictions.scores.keys()
    others = [name for name, own in classes.scores.items() if not own.keys() <= here]
    return {name: classes.one_vs_rest(name) for name in others}


def codes_of(labels: NDArray) -> NDArray[np.intp]:
    """Labels of any kind (n,) as whole numbers from 0."""
    return np.unique(labels, return_inverse=True)[1]
