"""Folds: cross-fitted thresholds, their error, and averages of curves."""
