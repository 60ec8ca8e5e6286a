"""The note below the table of models."""

import numpy as np
import pytest

from costdash.core import Predictions, ScoredRows, analyse
from costdash.report.tables.models import areas_table

RNG = np.random.default_rng(0)


def sample(positives, **more):
    is_positive = np.arange(200) < positives
    return Predictions(is_positive=is_positive, scores={"a": RNG.normal(size=200)}, **more)


@pytest.mark.parametrize(
    ("predictions", "rough"),
    [
        (sample(20), ""),
        (sample(19), " Only 19 positives in the file: the intervals of the AUC are rough."),
        (
            sample(100, cluster=np.arange(200) // 10),
            " The positives tell only as much as 10 groups of equal size: "
            "the intervals of the AUC are rough.",
        ),
    ],
)
def test_the_note_says_if_intervals_are_rough(predictions, rough):
    note = areas_table(analyse(predictions, n_replicates=100)).note
    assert note.endswith(f"ranges are those of this sample.{rough}")


def test_precisions_are_those_of_the_rows_with_every_score():
    is_positive = np.arange(200) < 100
    score = np.where(np.arange(200) < 75, np.nan, RNG.normal(size=200))
    scored = ScoredRows(is_positive=is_positive, scores={"a": score})
    note = areas_table(analyse(scored, n_replicates=100)).note
    assert note.startswith("Precision is at 20 % positives, as in the rows used;")
