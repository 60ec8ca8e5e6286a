"""Predictions and their counts: thresholds, ties, weights, groups and splits."""
