"""Where a table is: a Parquet file, folder or glob for DuckDB, or an address that Ibis opens.

Engines are extras and are imported only where a table is opened.
"""

import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from costdash.intake.errors import IntakeError, shown
from costdash.intake.limits import MB

if TYPE_CHECKING:
    import ibis.expr.types as ir

THREADS = 2  # for an upload: other users share the machine
MEMORY = "1GB"  # of DuckDB: counts take little, whatever the size of the table
AGAIN = 0.1  # s between two tries to end a query
PATTERN = "*?["
EXTRAS = {"duckdb": "costdash[duckdb]", "pyspark": "costdash[spark]"}
ADDRESS = "Name a Parquet file, a folder or glob of them, or an address and a table such as "
EXAMPLE = "duckdb:///scores.duckdb#predictions"


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table of an engine: an Ibis expression, its name to show, and the engine's name.

    The name never holds a password or a query of an address.
    """

    rows: "ir.Table"
    name: str
    engine: str


def open_source(source: str) -> Table:
    """Opens a table by its source. Raises IntakeError, whose sentence says what to do."""
    if "://" in source:
        return _of_address(source)
    path = Path(source)
    files = str(path / "**" / "*.parquet") if path.is_dir() else source
    if not path.exists() and not any(mark in source for mark in PATTERN):
        raise IntakeError(f"There is no table {shown(source)}. {ADDRESS}{EXAMPLE}.")
    ibis = _ibis("duckdb")
    with engine_errors("DuckDB"):
        return Table(_duckdb(ibis).read_parquet(files), path.name, "DuckDB")


def open_upload(path: Path, reader: str, name: str, memory_bytes: int) -> Table:
    """A file for DuckDB, which may use so much memory and spills beside it.

    reader: the function of DuckDB that reads the file's format.
    """
    ibis = _ibis("duckdb")
    with engine_errors("DuckDB"):
        connection = _duckdb(ibis, f"{memory_bytes // MB}MB", str(path.parent))
        connection.raw_sql(f"set threads = {THREADS}")
        return Table(getattr(connection, reader)(str(path)), name, "DuckDB")


def table_of(given: Any) -> Table:
    """A table from Python: of Ibis, a DuckDB relation or a PySpark data frame; else IntakeError."""
    if isinstance(given, str | Path):
        return open_source(str(given))
    kind = type(given).__module__.partition(".")[0]
    if kind in ("duckdb", "_duckdb") and hasattr(given, "sql_query"):
        import duckdb

        with engine_errors("DuckDB"):
            connection = _ibis("duckdb").duckdb.from_connection(duckdb.default_connection())
            return Table(connection.sql(given.sql_query()), "relation", "DuckDB")
    if kind == "pyspark":
        with engine_errors("Spark"):
            given.createOrReplaceTempView("costdash_rows")
            connection = _ibis("pyspark").pyspark.connect(given.sparkSession)
            return Table(connection.table("costdash_rows"), "data frame", "Spark")
    if kind == "ibis" and hasattr(given, "schema"):
        name = given.get_name() if hasattr(given, "get_name") else "table"
        return Table(given, name, given.get_backend().name)
    raise IntakeError(
        f"A {type(given).__name__} is no table of an engine. Give an Ibis table, a DuckDB relation "
        "or a PySpark data frame; data frames in memory are read by costdash.read_predictions."
    )


@contextmanager
def engine_errors(engine: str) -> Iterator[None]:
    """Turns any failure of an engine into one sentence with the first line of its own message."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of Ibis about its engines
            yield
    except (IntakeError, MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:  # each engine has exceptions of its own
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise IntakeError(f"{engine} could not read the table: {shown(lines[0], 300)}") from None


def stoppable(table: Table, work: Callable[[], Result]) -> Result:
    """Runs the work and returns its result; Ctrl+C also ends DuckDB's running query.

    Python sees the signal only between its own instructions, so the main thread has to wait.
    """
    interrupt = getattr(getattr(table.rows.get_backend(), "con", None), "interrupt", None)
    if interrupt is None or threading.current_thread() is not threading.main_thread():
        return work()
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(work)
        try:
            return result.result()
        except KeyboardInterrupt:
            while not wait([result], AGAIN).done:
                interrupt()
            raise


def _of_address(source: str) -> Table:
    address, _, name = source.partition("#")
    scheme = urlsplit(address).scheme
    shown_address = f"{scheme}://{_without_secrets(address)}"
    if not name:
        raise IntakeError(f"The address {shown_address} names no table. {ADDRESS}{EXAMPLE}.")
    ibis = _ibis(scheme)
    *places, last = name.split(".")
    with engine_errors(scheme):
        try:
            connection = _quiet(ibis.connect(address))
        except ImportError:
            raise _not_installed(scheme) from None
        try:
            rows = connection.table(last, database=".".join(places) or None)
        except ibis.common.exceptions.TableNotFound:
            raise IntakeError(f"There is no table “{shown(name)}” in {shown_address}.") from None
        return Table(rows, name, connection.name)


def _without_secrets(address: str) -> str:
    """Host and path of an address, without user, password and query."""
    parts = urlsplit(address)
    return f"{parts.hostname or ''}{parts.path}"


def _duckdb(ibis: Any, memory: str = MEMORY, spill: str | None = None) -> Any:
    """A database in memory that spills into a folder and is silent on the terminal."""
    config = {"memory_limit": memory, "temp_directory": spill or tempfile.gettempdir()}
    connection = ibis.duckdb.connect(**config, preserve_insertion_order=False)
    return _quiet(connection)


def _quiet(connection: Any) -> Any:
    """Returns the connection with DuckDB's progress bar switched off."""
    if connection.name == "duckdb":
        connection.raw_sql("set enable_progress_bar = false")
    return connection


def _ibis(engine: str) -> Any:
    try:
        import ibis

        if engine == "duckdb":
            import duckdb  # noqa: F401
    except ImportError:
        raise _not_installed(engine) from None
    return ibis


def _not_installed(engine: str) -> IntakeError:
    extra = EXTRAS.get(engine, f"ibis-framework[{engine}]")
    return IntakeError(f'The engine {engine} is not installed. Run: pip install "{extra}"')
