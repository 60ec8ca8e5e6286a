"""The columns of a table, each with its distinct values, which are computed once and kept.

Values are compared as text: 1, 1.0 and ' 1 ' are one value, and so are true and True.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from costdash.core.types import Bools, Floats


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """codes (n,) index into texts, -1 where the cell is missing; texts in order of appearance."""

    codes: NDArray[np.integer]
    texts: list[str]

    @property
    def counts(self) -> dict[str, int]:
        """Rows of each value."""
        present = np.bincount(self.codes + 1, minlength=len(self.texts) + 1)[1:]
        return dict(zip(self.texts, present.tolist(), strict=True))


class Column:
    """The cells of a column, and values derived from them on first use."""

    def __init__(self, cells: pa.ChunkedArray) -> None:
        self.cells = cells

    @cached_property
    def distinct(self) -> int:
        """Number of distinct values that are not null."""
        return int(pc.count_distinct(self.cells, mode="only_valid").as_py())

    def has_at_most(self, n: int) -> bool:
        """Whether there are at most n distinct values; the first rows decide where they can."""
        start = pc.count_distinct(self.cells.slice(0, 10 * n), mode="only_valid").as_py()
        return start <= n and self.distinct <= n

    @cached_property
    def texts(self) -> list[str]:
        """The distinct values in order of appearance, without the codes of the rows."""
        if "levels" in self.__dict__:
            return self.levels.texts
        return _merge_values(distinct_values(self.cells))[1]

    @cached_property
    def levels(self) -> Levels:
        """The distinct values and which one each row has."""
        encoded = encode(self.cells)
        codes = pc.fill_null(encoded.indices, -1).to_numpy(zero_copy_only=False)
        text_of, texts = _merge_values(encoded.dictionary)
        if text_of != list(range(len(texts))):
            codes = np.array([*text_of, -1])[codes]
        return Levels(codes, texts)

    @cached_property
    def spellings(self) -> dict[str, list[str]]:
        """Each value as first spelled, with all its spellings that differ only in case."""
        groups: dict[str, list[str]] = {}
        for text in self.texts:
            groups.setdefault(text.casefold(), []).append(text)
        return {group[0]: group for group in groups.values()}

    @property
    def classes(self) -> list[str]:
        """The distinct values as classes of a label; values that differ only in case are merged."""
        return list(self.spellings)

    @cached_property
    def class_levels(self) -> Levels:
        """As `levels`, with values that differ only in case taken as one."""
        levels, classes = self.levels, self.classes
        if len(classes) == len(levels.texts):
            return levels
        code_of = {text: i for i, group in enumerate(self.spellings.values()) for text in group}
        recoded = np.array([*(code_of[text] for text in levels.texts), -1], levels.codes.dtype)
        return Levels(recoded[levels.codes], classes)

    @property
    def is_numeric(self) -> bool:
        kind = self.cells.type
        return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)

    def floats(self) -> Floats:
        """(n,) numbers, NaN where a cell is missing."""
        numbers: Floats = pc.cast(self.cells, pa.float64(), safe=False).to_numpy()
        return numbers

    def finite(self) -> Floats:
        """The finite numbers alone."""
        numbers: Floats = pc.cast(self.cells.drop_null(), pa.float64(), safe=False).to_numpy()
        usable = np.isfinite(numbers)
        return numbers if usable.all() else numbers[usable]

    def where(self, retained: Bools) -> "Column":
        """The rows to keep; this column itself where that is all of them."""
        return self if retained.all() else Column(self.cells.filter(pa.array(retained)))


class Columns(Mapping[str, Column]):
    """The columns of a table by name, in its order. A column is the same object on each access."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table
        self._columns: dict[str, Column] = {}

    @property
    def rows(self) -> int:
        return int(self.table.num_rows)

    @property
    def names(self) -> list[str]:
        return list(self.table.column_names)

    def __getitem__(self, name: str) -> Column:
        if name not in self._columns:
            self._columns[name] = Column(self.table[name])
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return int(self.table.num_columns)


def distinct_values(cells: pa.ChunkedArray) -> pa.Array:
    """The distinct cells in order of appearance."""
    return pc.unique(cells)


def encode(cells: pa.ChunkedArray) -> pa.DictionaryArray:
    """The distinct cells in order of appearance, and the index of each row's cell."""
    encoded = pc.dictionary_encode(cells).combine_chunks()
    return encoded.chunk(0) if isinstance(encoded, pa.ChunkedArray) else encoded


def _merge_values(values: pa.Array) -> tuple[list[int], list[str]]:
    """Which text each value has (-1: missing), and the distinct texts in order of appearance."""
    places: dict[str, int] = {}
    texts = (value_text(value) for value in values.to_pylist())
    text_of = [places.setdefault(text, len(places)) if text else -1 for text in texts]
    return text_of, list(places)


def value_text(value: object) -> str:
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


def matching(given: str, texts: list[str]) -> str | None:
    """The value that `given` means: 1 for 1.0 or '1'; YES for yes if only one value matches so."""
    for text in (given, value_text(given), _number_text(given)):
        if text in texts:
            return text
    alike = [text for text in texts if text.casefold() == value_text(given).casefold()]
    return alike[0] if len(alike) == 1 else None


def _number_text(text: str) -> str | None:
    try:
        return value_text(float(text))
    except ValueError:
        return None
