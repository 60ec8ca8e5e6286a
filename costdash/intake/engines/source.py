"""Where a table is: a Parquet file, folder or glob for DuckDB, or an address that Ibis opens.

Engines are extras and are imported only where a table is opened.
"""

import glob
import importlib.util
import sqlite3
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, urlsplit
from uuid import uuid4

from costdash.intake.errors import EngineError, IntakeError, shown
from costdash.intake.formats.read import arrow_table, read_frame
from costdash.intake.limits import MB, Limits

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

    The name never holds a password or a query of an address. notes: sentences on how the table
    was made.
    """

    rows: "ir.Table"
    name: str
    engine: str
    notes: tuple[str, ...] = ()


def open_source(source: str) -> Table:
    """Opens a table by its source. Raises IntakeError, whose sentence says what to do.

    A path that exists is that file or folder, whatever brackets and stars it holds.
    """
    if "://" in source:
        return _of_address(source)
    path = Path(source)
    is_there = bool(source.strip()) and path.exists()
    if not is_there and not any(mark in source for mark in PATTERN):
        raise IntakeError(f"There is no table {shown(source)}. {ADDRESS}{EXAMPLE}.")
    files = glob.escape(source) if is_there else source
    in_folder = path.is_dir()
    ibis = _ibis("duckdb")
    with engine_errors("DuckDB"):
        connection = _duckdb(ibis)
        if in_folder:
            files = f"{files.rstrip('/')}/**/*.parquet"
        hive = in_folder or not is_there  # names of the folders around one file are no columns
        rows = connection.read_parquet(files, **({} if hive else {"hive_partitioning": False}))
        return Table(rows, path.name, "DuckDB")


def open_upload(path: Path, name: str, memory_bytes: int) -> Table:
    """A Parquet file for DuckDB, which may use so much memory and spills beside it."""
    ibis = _ibis("duckdb")
    with engine_errors("DuckDB"):
        connection = _duckdb(ibis, f"{memory_bytes // MB}MB", str(path.parent))
        connection.raw_sql(f"set threads = {THREADS}")
        rows = connection.read_parquet(glob.escape(str(path)), hive_partitioning=False)
        return Table(rows, name, "DuckDB")


def table_of(given: Any, limits: Limits) -> Table:
    """A table from Python: of Ibis, a DuckDB relation, a PySpark data frame or a data frame.

    Raises IntakeError for anything else.
    """
    if isinstance(given, str | Path):
        return open_source(str(given))
    kind = type(given).__module__.partition(".")[0]
    if kind in ("duckdb", "_duckdb") and hasattr(given, "sql_query"):
        return _of_relation(given)
    if kind == "pyspark":
        with engine_errors("Spark"):
            given.createOrReplaceTempView("costdash_rows")
            connection = _ibis("pyspark").pyspark.connect(given.sparkSession)
            return Table(connection.table("costdash_rows"), "data frame", "Spark")
    if kind == "ibis" and hasattr(given, "schema"):
        name = given.get_name() if hasattr(given, "get_name") else "table"
        return Table(given, name, given.get_backend().name)
    if hasattr(given, "__arrow_c_stream__") or kind == "pandas":
        return _of_frame(given, limits)
    raise IntakeError(
        f"A {type(given).__name__} is no table. Give an Ibis table, a DuckDB relation, a PySpark "
        "data frame, or a data frame in memory."
    )


def _of_frame(frame: Any, limits: Limits) -> Table:
    """A table in memory, read by the rules for files, for DuckDB to count."""
    ibis = _ibis("duckdb")
    table = arrow_table(frame)
    read = read_frame(table, replace(limits, rows=max(limits.rows, table.num_rows)))
    with engine_errors("DuckDB"):
        connection = _duckdb(ibis)
        rows = connection.create_table(
            "costdash_rows", ibis.memtable(read.columns.table), temp=True
        )
        return Table(rows, "data frame", "DuckDB", read.notes)


def _of_relation(relation: Any) -> Table:
    """A relation of DuckDB, by a view on its connection, which must be the default one."""
    import duckdb

    ibis, view = _ibis("duckdb"), f"costdash_{uuid4().hex}"
    with engine_errors("DuckDB"):
        default = duckdb.default_connection()
        (finds_variables,) = default.execute(
            "SELECT current_setting('python_enable_replacements')"
        ).fetchall()[0]
        connection = _quiet(ibis.duckdb.from_connection(default))
        # Ibis takes from the connection that variables of Python can be read as tables.
        default.execute(f"SET python_enable_replacements = {finds_variables}")
        relation.create_view(view)
        try:
            return Table(connection.table(view), "relation", "DuckDB")
        except ibis.common.exceptions.TableNotFound:
            raise IntakeError(
                "The relation belongs to a connection that costdash cannot ask. Make the relation "
                f"with duckdb.sql(...), or give the address of the database, such as {EXAMPLE}."
            ) from None


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
        raise EngineError(f"{engine} could not read the table: {shown(lines[0], 300)}") from None


def stoppable(table: Table, work: Callable[[], Result]) -> Result:
    """Runs the work and returns its result; Ctrl+C also ends DuckDB's running query.

    Python sees the signal only between its own instructions, so the main thread has to wait.
    Connections of other engines may belong to the thread that opened them.
    """
    backend = table.rows.get_backend()
    interrupt = getattr(getattr(backend, "con", None), "interrupt", None)
    if backend.name != "duckdb" or interrupt is None:
        return work()
    if threading.current_thread() is not threading.main_thread():
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
            connection = _quiet(_connected(ibis, scheme, address))
        except ImportError:
            raise _not_installed(scheme) from None
        try:
            rows = connection.table(last, database=".".join(places) or None)
        except ibis.common.exceptions.TableNotFound:
            raise IntakeError(f"There is no table “{shown(name)}” in {shown_address}.") from None
        return Table(rows, name, connection.name)


def _connected(ibis: Any, scheme: str, address: str) -> Any:
    """The connection of an address. Files of DuckDB and SQLite are only read, and never created.

    Raises IntakeError if there is no such file.
    """
    parts = urlsplit(address)
    file = Path(*filter(None, (parts.netloc, parts.path[bool(parts.netloc) :])))
    remote = str(file).startswith(("md:", "motherduck:"))
    if scheme not in ("duckdb", "sqlite") or str(file) in (".", ":memory:") or remote:
        return ibis.connect(address)
    if not file.is_file():
        raise IntakeError(f"There is no database {shown(str(file))}. {ADDRESS}{EXAMPLE}.")
    if scheme == "duckdb":
        return ibis.connect(address, read_only=True)
    uri = f"file:{quote(str(file.absolute()))}?mode=ro"
    return ibis.sqlite.from_connection(sqlite3.connect(uri, uri=True))


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


def can_count() -> bool:
    """Whether DuckDB is installed, with Ibis."""
    return all(map(importlib.util.find_spec, ("ibis", "duckdb")))


def _not_installed(engine: str) -> IntakeError:
    extra = EXTRAS.get(engine, f"ibis-framework[{engine}]")
    return IntakeError(f'The engine {engine} is not installed. Run: pip install "{extra}"')
