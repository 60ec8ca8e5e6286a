"""The tabs below the panels, a file for each."""
