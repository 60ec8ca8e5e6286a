"""Callbacks read files without a child process."""

from tests.support.reading import without_child  # noqa: F401  (a fixture)
