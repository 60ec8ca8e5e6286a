"""Displays in the style of scikit-learn: the curves drawn by matplotlib, from predictions,
estimators or the results of `cross_validate`.

Both are of the extra costdash[sklearn]; nothing imports scikit-learn or matplotlib before a
display is made.
"""
