"""WSGI entry point: `gunicorn app:server`, or `python app.py` for development."""

import sys

from costdash.web.app import create_app

try:
    app = create_app()
except (ValueError, OSError) as error:
    sys.exit(f"costdash does not start: {error}.")
server = app.server

if __name__ == "__main__":
    app.run()
