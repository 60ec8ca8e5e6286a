"""One labelled sample of several classes, with a column of scores for each."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import Floats, Predictions, Split


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
