"""ClickHouse in this process, which Ibis asks through clickhouse-connect.

Needs `pip install chdb clickhouse-connect`, which no lock holds. A ClickHouse server is sent the
small tables that queries join; the local engine takes none with a query, so they are stored first.
"""

from typing import Any

import ibis
import pyarrow as pa

TYPES = {"int64": "Int64", "double": "Float64", "string": "String", "bool": "Bool"}


def connection() -> Any:
    """A connection of Ibis to an empty database in memory."""
    import chdb  # noqa: F401
    import clickhouse_connect
    from ibis.backends.clickhouse import Backend

    class Local(Backend):
        def _normalize_external_tables(self, external_tables: Any = None) -> None:
            for name, table in (external_tables or {}).items():
                if name not in self.list_tables():
                    insert(self, name, table.data.to_pyarrow(table.schema))

    Local.name = "clickhouse"
    local = Local()
    client = clickhouse_connect.get_client(dsn="chdb://memory")
    local.con = client
    return local


def insert(connection: Any, name: str, table: pa.Table) -> None:
    """Stores a table."""
    columns = ", ".join(f"`{f.name}` Nullable({TYPES[str(f.type)]})" for f in table.schema)
    connection.con.command(f"create or replace table `{name}` ({columns}) engine = Memory")
    connection.con.insert_arrow(name, table)


def stored(table: pa.Table) -> ibis.Table:
    """A table in a database of its own."""
    local = connection()
    insert(local, "rows", table)
    return local.table("rows")
