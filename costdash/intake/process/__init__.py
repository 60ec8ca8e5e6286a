"""Child processes that read uploads and compute heavy results within limits."""
