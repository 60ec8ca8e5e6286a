"""Displays in the style of scikit-learn, drawn by matplotlib.

They are made from predictions, estimators or the results of `cross_validate`. They need the extra
costdash[sklearn]; nothing imports scikit-learn or matplotlib before a display is made.
"""
