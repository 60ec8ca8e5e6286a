"""costdash: ROC, precision-recall and cost curves, and the threshold that costs least."""

__version__ = "0.1.0"
