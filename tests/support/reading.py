"""Files read without a child process, in tests of what happens before or after it reads.

What the process itself does and how it ends is tested in tests/intake/process and in
tests/web/routes/test_upload.py. A module takes part by importing the fixture.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from costdash.intake.limits import Limits
from costdash.intake.process import client, worker
from costdash.intake.process.outcome import OUTCOME, write_json


def read_here(
    request: dict[str, Any], folder: Path, limits: Limits, give_way: client.GiveWay
) -> int:
    """Does with a request what the child process does, within no limits; returns its exit code."""
    outcome = worker.work(json.loads(json.dumps(request)))
    write_json(folder / OUTCOME, outcome.as_json())
    return 0


@pytest.fixture(scope="module", autouse=True)
def without_child():
    """Reads all files of this module in the process of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "_run", read_here)
        yield
