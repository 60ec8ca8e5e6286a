"""Other readings of the ROC panel: DET axes, the order of tied scores, and dents of the curves."""
