"""python -m costdash: the command line."""

import sys

from costdash.cli import main

if __name__ == "__main__":
    sys.exit(main())
