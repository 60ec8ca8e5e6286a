"""The types that every package of the core shares."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

Interval = tuple[float, float]  # low and high
XY = tuple[float, float]  # a point in ROC space (fpr, tpr) or in cost space (pcf, nec)
