"""The web server: page, callbacks, uploads, sessions, access control and limits."""

import sys


def _import_dash_without_channel() -> None:
    """In a notebook dash opens a channel to an extension of the notebook as it is imported.

    costdash does not need it. Without the extension the kernel logs an error.
    """
    if "IPython" not in sys.modules or "dash" in sys.modules:
        return
    try:
        import comm
    except ImportError:  # dash then opens none
        return
    create_comm = comm.create_comm
    comm.create_comm = comm.DummyComm
    try:
        import dash  # noqa: F401
    finally:
        comm.create_comm = create_comm


_import_dash_without_channel()
