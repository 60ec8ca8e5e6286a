"""Memory that a command or a server frees goes back to the system at once."""

import ctypes
from contextlib import suppress

# Options of mallopt, as glibc numbers them.
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
LARGE = 4_000_000  # bytes, from which an array is a mapping of its own
NO_GLIBC = (OSError, AttributeError, TypeError)  # no such library, or no such function
ARENAS = 2
OPTIONS = {TRIM_THRESHOLD: LARGE, MMAP_THRESHOLD: LARGE, ARENA_MAX: ARENAS}
ENVIRONMENT = {  # the same for a process that is started with it
    "MALLOC_TRIM_THRESHOLD_": str(LARGE),
    "MALLOC_MMAP_THRESHOLD_": str(LARGE),
    "MALLOC_ARENA_MAX": str(ARENAS),
}


def return_freed_memory() -> None:
    """Large arrays are returned as soon as they are freed; without glibc nothing changes.

    glibc raises its threshold to the largest array that was freed, up to 32 MB, and takes arrays
    below it from heaps, one or more for each thread, which stay as large as they once were.
    """
    with suppress(*NO_GLIBC):
        mallopt = ctypes.CDLL(None).mallopt
        for option, value in OPTIONS.items():
            mallopt(option, value)


def return_heaps() -> None:
    """Returns what small arrays have left free between others, before a process waits."""
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)
