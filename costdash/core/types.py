"""The types that every package of the core shares."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

CallKind = Literal["none", "some", "all"]
Interval = tuple[float, float]  # low and high
XY = tuple[float, float]  # a point in ROC space (fpr, tpr) or in cost space (pcf, nec)
