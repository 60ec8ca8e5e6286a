"""Limits and defaults of the state that the page's stores hold."""

from typing import Any

PERIOD, LONGEST_NAME, MOST_SCENARIOS = "month", 60, 20
CONFIDENCE_LEVELS, DEFAULT_CONFIDENCE = (0.8, 0.9, 0.95, 0.99), 0.95  # of the bands

NO_DATA: dict[str, Any] = {"token": None, "models": []}
