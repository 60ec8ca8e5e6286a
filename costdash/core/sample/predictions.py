"""One labelled sample scored by one or more models, with two classes or with several.

`ScoredRows` may lack scores, `Predictions` are complete, `ClassScores` are of several classes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.groups import Groups, check_groups
from costdash.core.sample.row_costs import CostTotals, RowCosts
from costdash.core.sample.segment_column import GroupingColumn
from costdash.core.sample.split import Rows, Split
from costdash.core.sample.verification import Verification
from costdash.core.types import Bools, Floats

HEAVIEST = 1e100  # largest weight, its inverse the smallest: sums of squares stay finite


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScoredRows:
    """Labelled rows that may lack the scores of some models.

    Parameters
    ----------
    is_positive : ndarray of bool, shape (n,)
        The labels.
    scores : dict of str to ndarray, shape (n,)
        Scores by model, on any scale; greater means more positive. nan where a score is missing.
    weight : ndarray, shape (n,), optional
        Number of cases that each row stands for; positive.
    fold : ndarray, shape (n,), optional
        Cross-validation fold of each row, any labels.
    cluster : ndarray, shape (n,), optional
        Cluster of each row, such as a patient, any labels. Rows of a cluster are dependent.
    split : Split, optional
        Selection part and evaluation part.
    classes : ClassScores, optional
        For a label of more than two classes with a column of scores for each: all classes.
    confusions : dict of str to ConfusionMatrix, optional
        Further models, of which only the confusion matrix on a test set of their own is known.
    costs : RowCosts, optional
        What a mistake on each row costs, if that differs. Rates are then shares of total cost.
    groups : Groups, optional
        Of rows that each stand for several; they have no folds, clusters and split.
    segments : dict of str to SegmentColumn or DateColumn, optional
        Columns by whose values costs can be divided among segments of the rows.
    file_row : ndarray of int, shape (n,), optional
        Place of each row in the file, from 0. None if the rows are all rows of it, in its order.
    verification : Verification, optional
        Strata of the rows, if labels exist only where somebody looked. `weight` then says how many
        rows of its stratum each row stands for.
    gold : ndarray, shape (n,), optional
        True labels that people gave to some rows, where `is_positive` is of a judge: 1 or 0, else
        nan.

    Examples
    --------
    >>> rows = ScoredRows(
    ...     is_positive=np.array([True, False, True]),
    ...     scores={"rf": np.array([0.9, 0.8, 0.3]), "nb": np.array([0.9, np.nan, 0.1])},
    ... )
    >>> rows.lacking()
    {'nb': 1}
    >>> list(rows.complete(["rf"]).scores)
    ['rf']
    """

    is_positive: Bools
    scores: dict[str, Floats]
    weight: Floats | None = None
    fold: NDArray | None = None
    cluster: NDArray | None = None
    split: Split | None = None
    classes: "ClassScores | None" = None
    confusions: dict[str, ConfusionMatrix] = field(default_factory=dict)
    costs: RowCosts | None = None
    groups: Groups | None = None
    segments: dict[str, GroupingColumn] = field(default_factory=dict)
    file_row: NDArray[np.int64] | None = None
    verification: Verification | None = None
    gold: Floats | None = None

    @property
    def times(self) -> NDArray[np.int64] | None:
        """How many rows each row stands for, (n,); None if each is one row."""
        return None if self.groups is None else self.groups.times

    @property
    def rows(self) -> int:
        """Number of rows, n."""
        return self.is_positive.shape[0]

    @property
    def names(self) -> list[str]:
        """All models: those with scores of the rows, then the confusion matrices."""
        return [*self.scores, *self.confusions]

    @property
    def mass(self) -> Floats | None:
        """Weight (n,) of each row in curves and hulls: its weight times its cost."""
        if self.costs is None:
            return self.weight
        return self.costs.mass(self.is_positive, self.weight)

    @property
    def pooled(self) -> Self:
        """All rows without the split, also those of `classes`."""
        if self.split is None:
            return self
        return replace(self, split=None, classes=self.classes and self.classes.pooled)

    def lacking(self, names: Sequence[str] | None = None) -> dict[str, int]:
        """{model: number of missing scores} for the named models (default: all) that miss any."""
        wanted = self.scores if names is None else names
        return {n: int(gap.sum()) for n, gap in self._gaps().items() if n in wanted}

    def complete(self, names: Sequence[str] | None = None) -> "Predictions":
        """The rows that have a score of every named model (default: of every model).

        Other models are kept too if they miss no score of these rows. Raises ValueError if the
        rows do not hold both classes, or if no model has scores for all of them.
        """
        if names and not self.scores.keys() & set(names):
            names = None  # only confusion matrices are named: they need no rows
        gaps = self._gaps()
        retained = np.ones(self.rows, dtype=bool)
        for name in gaps if names is None else gaps.keys() & set(names):
            retained &= ~gaps[name]
        rows: Rows = slice(None) if retained.all() else retained  # a slice makes no copy
        whole = [name for name in self.scores if name not in gaps or not gaps[name][rows].any()]
        subset = self._subset(rows, whole)
        return subset if retained.all() else replace(subset, labelled=self)

    def _gaps(self) -> dict[str, Bools]:
        """Rows without a score (n,) by model, for the models with such rows."""
        present = {name: np.isfinite(score) for name, score in self.scores.items()}
        return {name: ~here for name, here in present.items() if not here.all()}

    def _subset(self, rows: Rows, names: Sequence[str]) -> "Predictions":
        return Predictions(
            is_positive=self.is_positive[rows],
            scores={name: self.scores[name][rows] for name in names},
            weight=None if self.weight is None else self.weight[rows],
            fold=None if self.fold is None else self.fold[rows],
            cluster=None if self.cluster is None else self.cluster[rows],
            split=None if self.split is None else self.split[rows],
            classes=self.classes,
            confusions=self.confusions,
            costs=None if self.costs is None else self.costs[rows],
            groups=self.groups,
            segments={name: column[rows] for name, column in self.segments.items()},
            file_row=self._file_row(rows),
            verification=None if self.verification is None else self.verification[rows],
            gold=None if self.gold is None else self.gold[rows],
        )

    def _file_row(self, rows: Rows) -> NDArray[np.int64] | None:
        """Place in the file of some of the rows."""
        if self.file_row is not None:
            return self.file_row[rows]
        return None if isinstance(rows, slice) else np.arange(self.rows)[rows]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Predictions(ScoredRows):
    """Labelled rows with a finite score of every model, so that comparisons are paired.

    Parameters
    ----------
    is_positive : ndarray of bool, shape (n,)
        The labels, also as 0 and 1, or a list. Both classes must be in both parts of a split.
    scores : dict of str to ndarray, shape (n,)
        Finite scores by model, on any scale; greater means more positive.
    weight, fold, cluster, split, classes, confusions, costs, groups, segments,
    file_row, verification, gold
        As in `ScoredRows`.
    labelled : ScoredRows, optional
        All rows with a label, if rows without a score are left out here. The default prior and
        its uncertainty are of these rows.

    Raises
    ------
    ValueError
        If an array breaks a rule; the message names the rule and the value.

    Examples
    --------
    >>> sample = Predictions(
    ...     is_positive=[1, 1, 1, 0, 0, 0], scores={"rf": [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]}
    ... )
    >>> sample.rows, sample.positives, sample.prevalence
    (6, 3, 0.5)
    """

    labelled: ScoredRows | None = None

    def __post_init__(self) -> None:
        _check_labels(is_positive := np.asarray(self.is_positive))
        if not isinstance(self.scores, Mapping):
            raise TypeError(f"scores must be a dict of arrays, got a {type(self.scores).__name__}")
        self._set("is_positive", is_positive.astype(bool, copy=False))
        if not self.scores:
            raise ValueError("scores must hold at least one model, got none")
        self._set("scores", {str(k): self._column(k, v) for k, v in self.scores.items()})
        _check_both_classes(self.is_positive)
        check_groups(self.groups, self.rows, self.fold, self.cluster, self.split)
        if self.weight is not None:
            self._set("weight", self._checked_weight(self.weight))
        for name in ("fold", "cluster"):
            if getattr(self, name) is not None:
                self._set(name, self._labels(name, getattr(self, name)))
        if self.split is not None:
            self._check_split(self.split)
        if self.costs is not None:
            self._check_costs(self.costs)
        self._check_labelling()
        if twice := self.confusions.keys() & self.scores.keys():
            raise ValueError(f"a confusion matrix needs a name of its own, got {min(twice)} twice")

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _column(self, name: object, values: ArrayLike) -> Floats:
        """Values (n,) as floats. Raises ValueError unless they are finite and exact as doubles."""
        given = np.asarray(values)
        column = given.astype(np.float64, copy=False)
        if column.shape != self.is_positive.shape:
            raise ValueError(f"{name} must have {self.rows} rows, got shape {column.shape}")
        if not np.isfinite(column).all():
            bad = column[~np.isfinite(column)][0]
            raise ValueError(f"{name} must be finite, got {bad}")
        if given.dtype.kind in "iu" and given.size:
            largest = max(int(given.max()), int(given.min()), key=abs)
            if abs(largest) > 2**53:
                raise ValueError(f"{name} must hold integers within 2**53, got {largest}")
        return column

    def _checked_weight(self, weight: ArrayLike) -> Floats:
        column = self._column("weight", weight)
        low, high = column.min(), column.max()
        if not low > 0:
            raise ValueError(f"weight must be positive, got {low}")
        if not 1 / HEAVIEST <= low <= high <= HEAVIEST:
            raise ValueError(f"weight must lie within 1e-100 and 1e100, got {low} to {high}")
        return column

    def _labels(self, name: str, values: ArrayLike) -> NDArray:
        labels = np.asarray(values)
        if labels.shape != self.is_positive.shape:
            raise ValueError(f"{name} must have {self.rows} rows, got shape {labels.shape}")
        return labels

    def _check_split(self, split: Split) -> None:
        in_evaluation = np.asarray(split.in_evaluation)
        if in_evaluation.shape != self.is_positive.shape or in_evaluation.dtype != bool:
            raise ValueError(
                f"split must be true or false for {self.rows} rows, got shape {in_evaluation.shape}"
            )
        _check_both_classes(self.is_positive[~in_evaluation], f" in {split.choose_on}")
        _check_both_classes(self.is_positive[in_evaluation], f" in {split.judge_on}")

    def _check_costs(self, costs: RowCosts) -> None:
        if costs.fn.shape != self.is_positive.shape:
            raise ValueError(f"costs must have {self.rows} rows, got {costs.fn.size}")
        CostTotals.of(costs, self.is_positive, self.weight)

    def _check_labelling(self) -> None:
        if self.verification is not None:
            self._check_verification(self.verification)
        if self.gold is not None:
            self._set("gold", self._checked_gold(self.gold))

    def _check_verification(self, verification: Verification) -> None:
        if verification.stratum.shape != self.is_positive.shape:
            raise ValueError(
                f"strata must have {self.rows} rows, got shape {verification.stratum.shape}"
            )
        if self.weight is None:
            raise ValueError("rows with strata need weights: how many rows each stands for")

    def _checked_gold(self, gold: ArrayLike) -> Floats:
        column = np.asarray(gold, dtype=float)
        if column.shape != self.is_positive.shape:
            raise ValueError(f"gold must have {self.rows} rows, got shape {column.shape}")
        if not (right := np.isnan(column) | np.isin(column, (0, 1))).all():
            raise ValueError(f"gold must be 1, 0 or nan, got {column[~right][0]}")
        return column

    @property
    def evaluation_part(self) -> "Predictions":
        """The rows of the evaluation part; all rows without a split."""
        return self if self.split is None else self._part(self.split.in_evaluation)

    @property
    def selection_part(self) -> "Predictions":
        """The rows of the selection part; all rows without a split."""
        return self if self.split is None else self._part(~self.split.in_evaluation)

    def complete(self, names: Sequence[str] | None = None) -> "Predictions":
        """The rows themselves, because no score is missing."""
        return self

    def _part(self, rows: Bools) -> "Predictions":
        return replace(self, split=None)._subset(rows, list(self.scores))

    @property
    def positives(self) -> float:
        """Weight of the positive rows; without weights their number, an int."""
        return self._weight_of(self.is_positive)

    @property
    def negatives(self) -> float:
        """Weight of the negative rows; without weights their number, an int."""
        return self._weight_of(~self.is_positive)

    @property
    def prevalence(self) -> float:
        """Share of positives in the sample. The prior is their share where the model is used."""
        return float(self.positives / (self.positives + self.negatives))

    def _weight_of(self, rows: Bools) -> float:
        if self.weight is None:
            return int(np.count_nonzero(rows) if self.times is None else self.times[rows].sum())
        mass = self.weight if self.times is None else self.weight * self.times
        return float(mass[rows].sum())


def _check_labels(given: NDArray) -> None:
    flat = "is_positive must be a flat array of true and false"
    if given.ndim != 1:
        raise ValueError(f"{flat}, got shape {given.shape}")
    if not (right := np.isin(given, (0, 1))).all():
        raise ValueError(f"{flat} (or 1 and 0), got {given[~right][0]}: compare the labels first")


def _check_both_classes(is_positive: Bools, where: str = "") -> None:
    if is_positive.all() or not is_positive.any():
        only = "positive" if is_positive.any() else "negative" if is_positive.size else "no"
        raise ValueError(f"both classes must be present{where}, got only {only} rows")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassScores:
    """Rows of two or more classes, with one column of scores per class and model.

    Parameters
    ----------
    names : tuple of str
        Names of the c classes.
    code : ndarray of int, shape (n,)
        Class of each row, as an index into `names`.
    scores : dict of str to dict of str to ndarray, shape (n,)
        Columns of scores by class; greater means more of that class. The i-th columns of all
        classes together are one model.
    weight, fold, cluster, split
        As in `ScoredRows`.

    Raises
    ------
    ValueError
        If an array breaks a rule; the message names the rule and the value.

    Examples
    --------
    >>> sample = ClassScores(
    ...     names=("ant", "bee"),
    ...     code=[0, 1, 1],
    ...     scores={"ant": {"p_ant": [0.9, 0.2, 0.1]}, "bee": {"p_bee": [0.1, 0.8, 0.9]}},
    ... )
    >>> sample.models
    [{'ant': 'p_ant', 'bee': 'p_bee'}]
    >>> sample.one_vs_rest("bee").is_positive
    array([False,  True,  True])
    """

    names: tuple[str, ...]
    code: NDArray[np.intp]
    scores: dict[str, dict[str, Floats]]
    weight: Floats | None = None
    fold: NDArray | None = None
    cluster: NDArray | None = None
    split: Split | None = None

    def __post_init__(self) -> None:
        names, code = tuple(self.names), np.asarray(self.code)
        if len(set(names)) != len(names) or len(names) < 2:
            raise ValueError(f"classes must be two or more, all different, got {names}")
        are_integers = code.ndim == 1 and code.dtype.kind in "iu"
        if not are_integers or not np.isin(code, np.arange(len(names))).all():
            raise ValueError(f"code must be a flat array of integers below {len(names)}")
        rows = np.bincount(code, minlength=len(names))
        if not rows.all():
            raise ValueError(f"each class must have a row, got none for {names[rows.argmin()]}")
        if set(self.scores) != set(names):
            raise ValueError(f"scores must be of the classes {names}, got {tuple(self.scores)}")
        if len({len(columns) for columns in self.scores.values()}) > 1:
            raise ValueError("each class must have the same number of columns")
        set_field = object.__setattr__
        set_field(self, "names", names)
        set_field(self, "code", code)
        set_field(self, "scores", {name: self._checked(name) for name in names})

    def _checked(self, name: str) -> dict[str, Floats]:
        """The columns of a class, checked by the rules of `Predictions`."""
        return self.one_vs_rest(name).scores

    @property
    def models(self) -> list[dict[str, str]]:
        """{class: its column} for each model."""
        columns = zip(*(self.scores[name] for name in self.names), strict=True)
        return [dict(zip(self.names, model, strict=True)) for model in columns]

    @property
    def evaluation_part(self) -> "ClassScores":
        """The rows of the evaluation part; all rows without a split."""
        if self.split is None:
            return self
        rows = self.split.in_evaluation
        scores = {
            name: {column: values[rows] for column, values in columns.items()}
            for name, columns in self.scores.items()
        }
        weight = None if self.weight is None else self.weight[rows]
        return ClassScores(names=self.names, code=self.code[rows], scores=scores, weight=weight)

    @property
    def pooled(self) -> "ClassScores":
        """All rows without the split."""
        return self if self.split is None else replace(self, split=None)

    def one_vs_rest(self, name: str) -> Predictions:
        """The two-class sample of one class against all others; its columns are the models.

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
