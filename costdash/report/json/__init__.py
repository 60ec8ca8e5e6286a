"""The JSON contract of `costdash analyse` and of the page's download."""

from typing import Any

Fields = dict[str, Any]  # of a JSON object
