"""Why some cells miss their target: the first row whose texts the cell holds."""

REASONS: tuple[tuple[str, str, str], ...] = ()  # kind or population, event, reason
UNKNOWN = "not explained yet"


def reason_of(key: str, what: str) -> str:
    """The reason for the event `what` of the cell `key`."""
    found = (reason for cell, event, reason in REASONS if cell in key and event in what)
    return next(found, UNKNOWN)
