"""How often every interval contains the truth: python -m benchmarks coverage.

populations   distributions of the samples, with their true rates, areas and costs
cells         the definitions of a cell, a hit and a claim
costs, curves, pairs, limits, useless, means, measures   one module per kind of cell: `CELLS`
results       counts of hits, kept as JSON
table, reasons   the page of Markdown, and why some cells miss their target
run           the command
"""

from benchmarks.coverage.run import main

__all__ = ["main"]
