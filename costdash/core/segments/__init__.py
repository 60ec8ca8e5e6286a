"""Segments of the rows: what each costs, why, and whether a threshold of its own would save."""
