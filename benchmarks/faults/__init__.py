"""Faults of machines, disks, lines and stores, on the processes of a team's server."""

from benchmarks.faults.run import main

__all__ = ["main"]
