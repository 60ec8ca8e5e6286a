"""The frame of the page: top bar, band of conditions, row of models and settings."""
