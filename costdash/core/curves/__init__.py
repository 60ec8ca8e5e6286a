"""Curves and their geometry: ROC, precision-recall, cost curve and convex hull."""
