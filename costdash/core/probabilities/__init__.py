"""Scores taken as probabilities: decision curve, calibration, recalibration."""
