"""Predictions and analyses on disk: arrays with checksums, versions and quotas."""
