"""Labels and scores as scikit-learn gives them, as predictions and their analysis."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.cross_fitted import analyse
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.sample.predictions import Predictions
from costdash.figures.displays.drawing import EXTRA

METHODS = ("predict_proba", "decision_function")
OF_FOLDS: dict[str, Any] = {"n_replicates": 100, "same_rows": True}  # no bands are drawn


@dataclass(frozen=True, slots=True)
class Sample:
    """The predictions of one curve, and their analysis."""

    predictions: Predictions
    analysis: Analysis
    pos_label: Any

    @property
    def model(self) -> ModelAnalysis:
        """The only model."""
        (model,) = self.analysis.models.values()
        return model


def sample_of(
    y_true: Any, y_score: Any, sample_weight: Any, pos_label: Any, name: str, **method: Any
) -> Sample:
    """The sample of one classifier; rows of weight 0 are left out.

    Raises ValueError unless there are two classes and the positive class is clear.
    """
    y = np.asarray(y_true).ravel()
    pos_label = positive_label(y, pos_label)
    weight = None if sample_weight is None else np.asarray(sample_weight, float)
    retained = np.ones(y.size, bool) if weight is None else weight != 0
    predictions = Predictions(
        is_positive=(y == pos_label)[retained],
        scores={name: np.asarray(y_score, float)[retained]},
        weight=None if weight is None else weight[retained],
    )
    return Sample(predictions, analyse(predictions, **method), pos_label)


def positive_label(y: NDArray, pos_label: Any) -> Any:
    """The positive label; 1 by default where labels are 0 or -1 and 1, as in scikit-learn."""
    labels = np.unique(y)
    if labels.size != 2:
        raise ValueError(f"The target y must have two classes, got {labels.size}")
    if pos_label is None:
        if not any(np.array_equal(labels, usual) for usual in ([0, 1], [-1, 1])):
            values = ", ".join(map(str, labels.tolist()))
            raise ValueError(f"pos_label is needed for labels other than 0 and 1, got {values}")
        return 1
    if pos_label not in labels:
        raise ValueError(f"pos_label={pos_label} is no label; labels are {labels.tolist()}")
    return pos_label


def scores_of(estimator: Any, X: Any, response_method: str, pos_label: Any) -> tuple[NDArray, Any]:
    """Scores of a fitted binary classifier, and the label that they are scores of.

    Raises ValueError for other methods, classifiers of more classes and unknown labels.
    """
    methods = METHODS if response_method == "auto" else (response_method,)
    method = next((name for name in methods if hasattr(estimator, name)), None)
    if method not in METHODS:
        raise ValueError(f"{type(estimator).__name__} has none of {', '.join(METHODS)}")
    classes = list(estimator.classes_)
    if len(classes) != 2:
        raise ValueError(f"The estimator must have two classes, got {len(classes)}")
    pos_label = classes[1] if pos_label is None else pos_label
    if pos_label not in classes:
        raise ValueError(f"pos_label={pos_label} is no label; labels are {classes}")
    at = classes.index(pos_label)
    scores = np.asarray(getattr(estimator, method)(X), float)
    if method == METHODS[0]:
        return scores[:, at], pos_label
    return (scores if at == 1 else -scores), pos_label


def fold_samples(
    cv_results: Mapping[str, Any],
    X: Any,
    y: Any,
    sample_weight: Any,
    response_method: str,
    pos_label: Any,
) -> Iterator[Sample]:
    """The test rows of each fold. Raises ValueError if `cross_validate` kept no estimators."""
    if not {"estimator", "indices"} <= cv_results.keys():
        raise ValueError(
            "cv_results needs estimator and indices: give cross_validate return_estimator=True "
            "and return_indices=True"
        )
    try:
        from sklearn.utils import _safe_indexing as rows_of
    except ImportError:
        raise ImportError(EXTRA.format("from_cv_results", "scikit-learn")) from None
    y = np.asarray(y)
    for estimator, test in zip(cv_results["estimator"], cv_results["indices"]["test"]):
        score, positive = scores_of(estimator, rows_of(X, test), response_method, pos_label)
        weight = None if sample_weight is None else np.asarray(sample_weight)[test]
        yield sample_of(y[test], score, weight, positive, "fold", **OF_FOLDS)
