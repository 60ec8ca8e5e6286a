"""Files whose labels are of a judge, with those that people checked."""

import numpy as np
import pandas as pd


def judged(rng, rows=4000, positives=0.2, share=0.1, follows=True):
    """A table with the columns judge, rf, nb and person, and the true labels (n,).

    The judge errs where rf does, unless `follows` is False: then it finds 95 % of positives and
    clears 90 % of negatives. person is blank but for a random share.
    """
    true = rng.random(rows) < positives
    rf = rng.normal(size=rows) + 1.5 * true
    wrong = rng.random(rows) < np.where(true == (rf > 1), 0.02, 0.4)
    if not follows:
        wrong = rng.random(rows) < np.where(true, 0.05, 0.1)
    table = {
        "judge": (true ^ wrong).astype(int),
        "rf": rf,
        "nb": rng.normal(size=rows) + 0.8 * true,
        "person": pd.Series(true.astype(int)).astype("Int64").where(rng.random(rows) < share),
    }
    return pd.DataFrame(table), true
