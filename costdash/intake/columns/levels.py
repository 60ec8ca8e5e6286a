"""The distinct values of a column, as text, and where each stands."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def texts(column: pa.ChunkedArray) -> list[str]:
    """The texts of its levels alone."""
    return _merged(pc.unique(column))[1]


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """codes (n,) index into texts, -1 where the cell is missing; texts in order of appearance."""

    codes: np.ndarray
    texts: list[str]

    @property
    def counts(self) -> dict[str, int]:
        """Rows of each value."""
        present = np.bincount(self.codes + 1, minlength=len(self.texts) + 1)[1:]
        return dict(zip(self.texts, present.tolist(), strict=True))


def levels(column: pa.ChunkedArray) -> Levels:
    """The values of a column: 1 and 1.0 and ' 1 ' are one value, true and True as well."""
    encoded = pc.dictionary_encode(column).combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0)
    codes = pc.fill_null(encoded.indices, -1).to_numpy(zero_copy_only=False)
    to, texts = _merged(encoded.dictionary)
    if to != list(range(len(texts))):
        codes = np.array([*to, -1])[codes]
    return Levels(codes, texts)


def _merged(values: pa.Array) -> tuple[list[int], list[str]]:
    """Which text each value has, -1 for a missing one, and the texts in order of appearance."""
    found: dict[str, int] = {}
    said = (value_text(value) for value in values.to_pylist())
    to = [found.setdefault(text, len(found)) if text else -1 for text in said]
    return to, list(found)


def value_text(value) -> str:
    """A cell as it is named on the page and on the command line; empty where it is missing.

    >>> value_text(1.0), value_text(True), value_text(" good "), value_text(float("nan"))
    ('1', 'true', 'good', '')
    """
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def few(column: pa.ChunkedArray, at_most: int) -> bool:
    """Whether a column has at most so many distinct values, looking at its first rows first."""
    start = pc.count_distinct(column.slice(0, 10 * at_most), mode="only_valid").as_py()
    return start <= at_most and pc.count_distinct(column, mode="only_valid").as_py() <= at_most


def matching(given: str, texts: list[str]) -> str | None:
    """The value that was meant: 1 for 1.0 or '1', YES for yes where there is one such."""
    for text in (given, value_text(given), _as_number(given)):
        if text in texts:
            return text
    alike = [text for text in texts if text.casefold() == value_text(given).casefold()]
    return alike[0] if len(alike) == 1 else None


def _as_number(text: str) -> str | None:
    try:
        return value_text(float(text))
    except ValueError:
        return None


def is_numeric(column: pa.ChunkedArray) -> bool:
    kind = column.type
    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)


def finite(column: pa.ChunkedArray) -> np.ndarray:
    """The finite numbers of a column, as float64."""
    values = pc.cast(column.drop_null(), pa.float64(), safe=False).to_numpy()
    usable = np.isfinite(values)
    return values if usable.all() else values[usable]
