"""The controls above the panels: conditions bar, weighting, models and settings."""
