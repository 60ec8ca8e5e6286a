"""WSGI entry point: `gunicorn app:server`, or `python app.py` for development."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the children, before numpy is loaded

from costdash.web.app import create_app

try:
    app = create_app()
except (ValueError, OSError) as error:
    sys.exit(f"costdash does not start: {error}.")
server = app.server

if __name__ == "__main__":
    app.run()
