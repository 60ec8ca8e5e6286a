"""The map for developers is the map of the code."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_map_is_current():
    command = [sys.executable, "scripts/make_map.py", "--check"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
