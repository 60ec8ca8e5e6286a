"""Modes of the ROC and PR panels: DET and gains axes, tied scores, concavities, calibration."""
