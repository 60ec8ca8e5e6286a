"""Small samples, made by hand, for the tests of sentences and tables.

TWO: 100 positives and 100 negatives; scores 3, 2, 1 reach (fp, tp) = (0, 30), (10, 60), (100, 100)
with model A and (5, 30), (40, 95), (100, 100) with model C. TWINS: A twice. FLAT: one score.
"""

import numpy as np

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.report.tables.scenarios import Scenario

IS_POSITIVE = np.repeat([True, False], 100)
A = np.repeat([3.0, 2, 1, 2, 1], [30, 30, 40, 10, 90])
C = np.repeat([3.0, 2, 1, 3, 2, 1], [30, 65, 5, 5, 35, 60])
TWO = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": A, "C": C}), n_replicates=100)
TWINS = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": A, "B": A}), n_replicates=100)
FLAT = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": A * 0}), n_replicates=100)

PROVOST_FAWCETT = (
    Scenario("10 negatives to 1 positive, equal costs", OperatingPoint(1 / 11)),
    Scenario("10 negatives to 1 positive, a miss costs 100 alarms", OperatingPoint(1 / 11, 100)),
)
