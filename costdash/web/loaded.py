"""Imports what pyarrow would else import at its first need, in the middle of some thread.

plotly looks for pandas in what is loaded already, and must not find half of it.
"""

import pandas

__all__ = ["pandas"]
