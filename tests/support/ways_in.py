"""The ways in which rows reach the page: in memory, counted in a file, counted in a table."""

from dataclasses import asdict

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.intake import read_scored, read_table_with_messages
from costdash.intake.columns.roles import Roles
from costdash.intake.limits import Limits
from costdash.intake.process.worker import work
from costdash.intake.storage.predictions import save_predictions
from costdash.web.storage.store import UPLOAD_FILE

WAYS = ("memory", "file", "table")


def needs_engine(way):
    if way != "memory":
        pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
        pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")


def read_into(folder, table, way, **roles):
    """Reads a data frame into the folder of a data set, as the page does by this way."""
    needs_engine(way)
    upload = folder / UPLOAD_FILE
    if way == "memory":
        table.to_csv(upload, index=False)
        predictions, details, messages = read_scored(upload, **roles)
    elif way == "file":
        table.to_csv(upload, index=False)
        request = {"path": str(upload), "folder": str(folder), "size": None, "name": "file.csv"}
        given = Roles.given(**roles).as_json() if roles else None
        request |= {"roles": given, "ask": False, "limits": asdict(Limits()), "count": True}
        outcome = work(request)
        assert outcome.status in ("ok", "warning"), outcome.messages
    else:
        pq.write_table(pa.Table.from_pandas(table, preserve_index=False), upload)
        predictions, details, messages = read_table_with_messages(upload, **roles)
    upload.unlink()
    if way != "file":
        save_predictions(folder / "predictions", predictions, details | {"messages": messages})
