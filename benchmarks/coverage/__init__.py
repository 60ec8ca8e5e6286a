"""How often every interval contains the truth: python -m benchmarks coverage.

populations   what samples are drawn from, with its true rates, areas and costs
cells         what a cell, a hit and a claim are
costs, curves, pairs, limits, useless, means, readings   one module per kind of cell: `CELLS`
results       counts of hits, kept as JSON
table, reasons   the page of Markdown, and why some cells miss their target
run           the command
"""

from benchmarks.coverage.run import main

__all__ = ["main"]
