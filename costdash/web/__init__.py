"""The web server: page, callbacks, uploads, sessions, access control and limits."""

import sys
from typing import Any


def _import_dash_without_channel() -> None:
    """In a notebook dash opens a channel to an extension of the notebook as it is imported.

    costdash does not need it. Without the extension the kernel logs an error.
    """
    comm: Any = sys.modules.get("comm")  # the kernel of a notebook imports it
    if comm is None or "dash" in sys.modules:
        return
    create_comm = comm.create_comm
    comm.create_comm = comm.DummyComm  # sends nothing
    try:
        import dash  # noqa: F401
    finally:
        comm.create_comm = create_comm


_import_dash_without_channel()
