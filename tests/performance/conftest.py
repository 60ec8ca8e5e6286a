"""Limits in seconds. They depend on the machine, so they run only with `-m performance`."""

from pathlib import Path

import pytest

from tests.browser.conftest import panels, tab
from tests.figures.conftest import large
from tests.web.team.conftest import csv, redis, team, visit, whole_team, workers

__all__ = ["csv", "large", "panels", "redis", "tab", "team", "visit", "whole_team", "workers"]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(config, items):
    own = [item for item in items if HERE in item.path.parents]
    for item in own:
        item.add_marker(pytest.mark.performance)
    if "performance" not in config.option.markexpr:
        config.hook.pytest_deselected(items=own)
        items[:] = [item for item in items if item not in own]
