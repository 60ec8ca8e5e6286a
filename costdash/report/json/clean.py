"""Values as JSON knows them."""

from math import isfinite


def clean(value):
    """Python's own numbers, None for inf and nan, all the way down."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
