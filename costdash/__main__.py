"""Runs the command line: python -m costdash."""

import sys

from costdash.cli import main

if __name__ == "__main__":
    sys.exit(main())
