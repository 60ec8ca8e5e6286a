"""Measures of a model at an operating point, with limits from shared replicates."""
