"""Infers what columns mean: label, scores, roles and positive class, from names and values."""
