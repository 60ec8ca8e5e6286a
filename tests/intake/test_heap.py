"""Memory that is freed."""

import subprocess
import sys
from pathlib import Path

import pytest

HELD = """
import sys
import numpy as np
from costdash.intake.heap import return_freed_memory, return_heaps

def held():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1e3

if sys.argv[1] == "returned":
    return_freed_memory()
before = held()
np.ones(1_000_000)  # 8 MB, freed at once: from here on glibc takes such arrays from its heap
both = [(np.ones(1_000_000), np.ones(10_000)) for _ in range(20)]
small = [second for _, second in both]  # the heap cannot shrink below them
both.clear()
if sys.argv[1] == "trimmed":
    return_heaps()
print(held() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_freed_arrays_go_back_to_the_system():
    kept, returned, trimmed = (
        float(subprocess.check_output([sys.executable, "-c", HELD, way], text=True))
        for way in ("kept", "returned", "trimmed")
    )
    assert returned < 20  # MB of 160
    assert trimmed < 20
    if kept < 20:
        pytest.skip("this C library returns freed arrays by itself")
