"""CSV text: complete, exact, and safe in a spreadsheet."""

import csv
import io

import numpy as np
import pytest

from costdash.core import OperatingPoint, count
from costdash.core.curves.threshold_table import rows, threshold_table
from costdash.report.csv.writer import csv_lines, safe_cell, thresholds_csv

POINT = OperatingPoint(0.1, 5, 1)


@pytest.mark.parametrize("chunk", [1, 7, 10_000])
def test_all_thresholds_are_exported_exactly(chunk):
    is_positive = np.arange(40) % 3 == 0
    counts = count(is_positive, np.random.default_rng(0).normal(size=40))
    text = "".join(thresholds_csv(counts, POINT, chunk))
    read = list(csv.DictReader(io.StringIO(text)))
    table = rows(threshold_table(counts, POINT))
    assert len(read) == len(table) == counts.threshold.size
    for line, row in zip(read, table):
        row.pop("text")
        assert {k: float(v) if v else None for k, v in line.items()} == row


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1+1", "'+1+1"),
        ("-cmd", "'-cmd"),
        ("@sum", "'@sum"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("x;=1+1", "x;'=1+1"),
        ("x\t @a", "x\t '@a"),
        ("x\n-y", "x\n'-y"),
        ("-0.5", "-0.5"),
        ("+3e4", "+3e4"),
        (-0.25, "-0.25"),
        (1e-300, "1e-300"),
        ("rf", "rf"),
        (None, ""),
    ],
)
def test_text_that_looks_like_a_formula_gets_an_apostrophe(cell, text):
    assert safe_cell(cell) == text


def test_names_with_commas_and_quotes_are_read_back():
    lines = list(csv_lines(["=a", 'b,"c"'], [[1, None]]))
    assert list(csv.reader(lines)) == [["'=a", 'b,"c"'], ["1", ""]]
