"""Turns a table with known column roles into predictions: rows, weights, costs, messages."""
