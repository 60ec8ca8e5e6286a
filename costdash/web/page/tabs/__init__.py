"""The tabs below the panels, one file each; those that need more room lie beside this package."""
