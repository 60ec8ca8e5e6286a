"""How often what costdash says holds: python -m benchmarks coverage.

populations   distributions of the samples, with their true rates, areas and costs
cells         the definitions of a cell, a hit, an amount and a claim
decisions, validity, useless, today, estimated_conditions, further_models, curves, pairs, limits,
calibrated, means, measures, segments, more_labels, labels   one module per kind of cell: `CELLS`
results       counts of hits and sums of amounts by place, kept as JSON
table, reasons   the page of Markdown, and why some places miss their target
run           the command
"""

from benchmarks.coverage.run import main

__all__ = ["main"]
