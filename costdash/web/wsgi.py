"""What servers for WSGI applications load: `gunicorn "costdash.web.wsgi:server()"`."""

import os
import sys

from flask import Flask


def server() -> Flask:
    """The page with the settings of the environment. Wrong settings exit with one sentence."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the children, before numpy loads
    from costdash.intake.heap import return_freed_memory
    from costdash.web.app import create_app

    return_freed_memory()
    try:
        return create_app().server
    except (ValueError, OSError) as error:
        sys.exit(f"costdash does not start: {error}.")
