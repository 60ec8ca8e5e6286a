"""Files as people and programs write them: valid, unusual, damaged and malicious.

Each Case says what the file should give. A new file is one entry of accepted, warned, asked or
refused; the functions that write files are in `files`.
"""

from tests.support.corpus.accepted import ACCEPTED, PLAIN
from tests.support.corpus.asked import ASKED
from tests.support.corpus.files import (
    BASE,
    COLUMNS,
    LABEL,
    ROWS,
    A,
    B,
    csv,
    feather,
    json_lines,
    parquet,
    text,
    xlsx,
)
from tests.support.corpus.refused import REFUSED
from tests.support.corpus.warned import WARNED

CASES = ACCEPTED | WARNED | ASKED | REFUSED
__all__ = [
    "ACCEPTED",
    "ASKED",
    "BASE",
    "CASES",
    "COLUMNS",
    "LABEL",
    "PLAIN",
    "REFUSED",
    "ROWS",
    "WARNED",
    "A",
    "B",
    "csv",
    "feather",
    "json_lines",
    "parquet",
    "text",
    "xlsx",
]
