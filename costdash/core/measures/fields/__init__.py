"""Measures by field of use: screening, credit, ranking and summary."""
