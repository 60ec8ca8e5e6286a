"""Combinations as models: AND and OR of two classifiers, and a model with a repaired curve.

Whatever is chosen on the rows is chosen on other folds than those it is judged on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from costdash.core.combine.concavities import concavities, repaired_scores
from costdash.core.combine.logical import Combination, conjunction, disjunction
from costdash.core.curves.hull import convex_hull
from costdash.core.folds.fitting import fitted_elsewhere, fitting_rows
from costdash.core.folds.folds import NEEDS_ROWS
from costdash.core.resample.streams import Stream
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.row_costs import CostTotals
from costdash.core.types import XY, Bools, Floats

AND, OR, REPAIR = "and", "or", "repair"


@dataclass(frozen=True, slots=True)
class Combining:
    """What a further model is made of.

    Parameters
    ----------
    name : str
        Name of the further model.
    rule : {"and", "or", "repair"}
        Flag a case if both models flag it, or if one does; or reverse the order of a model's
        scores inside the deepest concavity of its curve.
    models : tuple of str
        The two models, or the one to repair.
    pcf : float, optional
        PC(+) at which both are at their cheapest thresholds; by default that of the rows.
    thresholds : tuple of float, optional
        Their thresholds instead.

    Raises
    ------
    ValueError
        For another rule, number of models or of thresholds, or a pcf outside [0, 1].

    Examples
    --------
    >>> Combining("both", "and", ("rf", "nb"), pcf=0.2).models
    ('rf', 'nb')
    """

    name: str
    rule: str
    models: tuple[str, ...]
    pcf: float | None = None
    thresholds: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if self.rule not in (AND, OR, REPAIR):
            raise ValueError(f"a combination is and, or or repair, got {self.rule}")
        size = 1 if self.rule == REPAIR else 2
        if len(set(self.models)) != size or len(self.models) != size:
            needs = "one model" if size == 1 else "two different models"
            raise ValueError(f"{self.name} needs {needs}, got {', '.join(self.models)}")
        if self.pcf is not None and not 0 <= self.pcf <= 1:
            raise ValueError(f"pcf must lie in [0, 1], got {self.pcf}")
        if self.thresholds is not None and len(self.thresholds) != 2:
            raise ValueError(f"{self.name} needs two thresholds, got {len(self.thresholds)}")

    @classmethod
    def of(cls, given: "Combining | Mapping[str, Any] | Sequence[Any]") -> "Combining":
        """From JSON with the names of the fields as keys, or from (name, rule, models, pcf).

        Raises TypeError for an unknown key.
        """
        if isinstance(given, Combining):
            return given
        if not isinstance(given, Mapping):
            return cls.of(dict(zip(("name", "rule", "models", "pcf", "thresholds"), given)))
        models, thresholds = given["models"], given.get("thresholds")
        lists = {
            "models": (models,) if isinstance(models, str) else tuple(models),
            "thresholds": tuple(map(float, thresholds)) if thresholds else None,
        }
        return cls(**{**given, **lists})


@dataclass(frozen=True, slots=True)
class CombinedPoints:
    """Where AND or OR of two classifiers may lie, is expected to, and does.

    how: what is combined. thresholds: of both, for new cases. first, second: their points, and
    real: that of the combination, as (fpr, tpr) of the calls that are judged.

    Examples
    --------
    >>> how = Combining("both", "and", ("a", "b"), 0.3)
    >>> points = CombinedPoints(how, (0.7, 0.4), (0.25, 0.75), (0.5, 0.5), (0.1, 0.4))
    >>> points.bounds.expected
    (0.125, 0.375)
    """

    how: Combining
    thresholds: tuple[float, float]
    first: XY
    second: XY
    real: XY

    @property
    def bounds(self) -> Combination:
        """The range that both points allow, and the point expected under independence."""
        combine = conjunction if self.how.rule == AND else disjunction
        return combine(self.first, self.second)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "CombinedPoints":
        """From JSON with the names of the fields as keys."""
        pairs = {name: tuple(map(float, pair)) for name, pair in given.items() if name != "how"}
        return cls(how=Combining.of(given["how"]), **pairs)  # type: ignore[arg-type]  # two each


def with_combined(scored: ScoredRows, how: Combining, *, seed: int = 0) -> ScoredRows:
    """Return the rows with a further model: a combination of others.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores, such as `read_predictions` returns.
    how : Combining
        The combination.
    seed : int
        Of the folds, if the rows have none: 10 stratified ones, with clusters kept together.

    Returns
    -------
    ScoredRows
        With the model `how.name`: calls 1 and 0 for "and" and "or", scores for "repair". What is
        chosen for a row is chosen without the rows of its fold; with a hold-out, on the
        selection part.

    Raises
    ------
    ValueError
        If a model has no scores of the rows, the name is taken, or nothing can be combined.

    References
    ----------
    Fawcett (2004), sections 7.4.2, 7.4.3 and 7.4.5. Flach & Wu (2003).

    Examples
    --------
    >>> from costdash.core import Predictions
    >>> rows = Predictions(is_positive=[1, 1, 0, 0], scores={"a": [3, 1, 2, 0], "b": [1, 2, 0, 0]})
    >>> both = Combining("both", "and", ("a", "b"), thresholds=(1, 1))
    >>> with_combined(rows, both).scores["both"].tolist()
    [1.0, 1.0, 0.0, 0.0]
    """
    _check(scored, how)
    made = _repaired(scored, how, seed) if how.rule == REPAIR else _called(scored, how, seed)[0]
    return replace(scored, scores={**scored.scores, how.name: made})


def combined_points(scored: ScoredRows, how: Combining, *, seed: int = 0) -> CombinedPoints:
    """Where AND or OR lies, of the same calls as those of `with_combined`.

    Parameters
    ----------
    scored : ScoredRows
        The rows, with or without the combination.
    how : Combining
        A combination by "and" or "or".
    seed : int
        As for `with_combined`.

    Returns
    -------
    CombinedPoints
        On the rows that judge: with a hold-out, those of the evaluation part.

    Raises
    ------
    ValueError
        As `with_combined`.

    References
    ----------
    Fawcett (2004), section 7.4.3 with erratum 17 corrected.

    Examples
    --------
    >>> from costdash.core import Predictions
    >>> rows = Predictions(is_positive=[1, 1, 0, 0], scores={"a": [3, 1, 2, 0], "b": [1, 0, 1, 0]})
    >>> found = combined_points(rows, Combining("both", "and", ("a", "b"), thresholds=(1, 1)))
    >>> found.real, found.bounds.expected, found.bounds.fpr
    ((0.5, 0.5), (0.25, 0.5), (0.0, 0.5))
    """
    _check(replace(scored, scores={k: v for k, v in scored.scores.items() if k != how.name}), how)
    together, first, second = _called(scored, how, seed)
    judged = np.isfinite(together)
    if scored.split is not None:
        judged &= scored.split.judging
    mass = np.ones(scored.rows) if scored.mass is None else scored.mass
    positive = judged & scored.is_positive
    negative = judged & ~scored.is_positive

    def point(calls: Floats) -> XY:
        fpr, tpr = (float(np.average(calls[of], weights=mass[of])) for of in (negative, positive))
        return fpr, tpr

    return CombinedPoints(
        how, _thresholds_for_new(scored, how), point(first), point(second), point(together)
    )


def prevalence_and_costs(scored: ScoredRows) -> tuple[float, CostTotals | None]:
    """The default conditions: share of positives and mean costs of the rows that judge."""
    judged = np.ones(scored.rows, bool) if scored.split is None else scored.split.judging
    label = scored.is_positive[judged]
    weight = None if scored.weight is None else scored.weight[judged]
    share = float(np.average(label, weights=weight))
    if scored.costs is None:
        return share, None
    return share, CostTotals.of(scored.costs[judged], label, weight)


def repaired_name(name: str) -> str:
    """The name of a repaired model."""
    return f"{name} repaired"


def _check(scored: ScoredRows, how: Combining) -> None:
    if scored.times is not None:
        raise ValueError(f"A combination {NEEDS_ROWS.removeprefix('cross-fitting ')}")
    for name in how.models:
        if name in scored.confusions:
            raise ValueError(f"{name} is a confusion matrix: a combination needs calls on the rows")
        if name not in scored.scores:
            raise ValueError(f"no model is called {name!r}; models are {[*scored.scores]}")
    if how.name in scored.names:
        raise ValueError(f"There is a model called {how.name} already; name this one differently.")


def _called(scored: ScoredRows, how: Combining, seed: int) -> tuple[Floats, Floats, Floats]:
    """Calls 1 and 0 (n,) of the combination and of both models; nan where a score is missing."""
    known = _known(scored, how)
    each = []
    for at, name in enumerate(how.models):
        score = scored.scores[name]
        if how.thresholds is not None:
            calls = np.where(known, score >= how.thresholds[at], np.nan)
        else:
            _cheapest(scored, name, how, fitting_rows(scored, known), useful=True)
            fit = _calling(scored, name, how)
            calls = fitted_elsewhere(scored, known, fit, Stream.COMBINATION, seed)
        each.append(calls)
    combine = np.minimum if how.rule == AND else np.maximum
    return combine(*each), each[0], each[1]


def _calling(
    scored: ScoredRows, name: str, how: Combining
) -> Callable[[Bools], Callable[[Bools], Floats]]:
    score = scored.scores[name]

    def fit(rows: Bools) -> Callable[[Bools], Floats]:
        threshold = _cheapest(scored, name, how, rows)
        return lambda others: (score[others] >= threshold).astype(float)

    return fit


def _cheapest(
    scored: ScoredRows, name: str, how: Combining, rows: Bools, useful: bool = False
) -> float:
    """The cheapest threshold on some rows (n,); useful: ValueError if it flags none or all."""
    counts = _counts(scored, name, rows)
    pcf = float(counts.prevalence) if how.pcf is None else how.pcf
    hull = convex_hull(counts)
    vertex = int(hull.cheapest(pcf))
    if useful and vertex in (0, hull.threshold.size - 1):
        does = "no case" if vertex == 0 else "every case"
        raise ValueError(
            f"At these prices and share of positives {name} is cheapest where it flags {does}, so "
            "there is nothing to combine. Move the conditions, or give thresholds."
        )
    return float(hull.threshold[vertex])


def _repaired(scored: ScoredRows, how: Combining, seed: int) -> Floats:
    [name] = how.models
    score, known = scored.scores[name], _known(scored, how)
    if not concavities(_counts(scored, name, fitting_rows(scored, known))):
        raise ValueError(f"The ROC curve of {name} has no dent to repair.")

    def fit(rows: Bools) -> Callable[[Bools], Floats]:
        dips = concavities(_counts(scored, name, rows))
        if not dips:
            return lambda others: score[others]
        return lambda others: repaired_scores(score[others], dips[0])

    return fitted_elsewhere(scored, known, fit, Stream.COMBINATION, seed)


def _thresholds_for_new(scored: ScoredRows, how: Combining) -> tuple[float, float]:
    rows = fitting_rows(scored, _known(scored, how))
    if how.thresholds is not None:
        return float(how.thresholds[0]), float(how.thresholds[1])
    first, second = (_cheapest(scored, name, how, rows) for name in how.models)
    return first, second


def _known(scored: ScoredRows, how: Combining) -> Bools:
    """Rows (n,) with a score of every model that is combined."""
    known = np.ones(scored.rows, dtype=bool)
    for name in how.models:
        known &= np.isfinite(scored.scores[name])
    return known


def _counts(scored: ScoredRows, name: str, rows: Bools) -> Counts:
    """Counts of some rows (n,). Raises ValueError if they lack a class."""
    is_positive = scored.is_positive[rows]
    if is_positive.all() or not is_positive.any():
        raise ValueError(f"{name} cannot be combined: one fold holds all rows of a class.")
    mass = None if scored.mass is None else scored.mass[rows]
    return count(is_positive, scored.scores[name][rows], mass)
