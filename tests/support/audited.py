"""Files whose labels exist only where somebody looked, and their costs by adding up row by row."""

import numpy as np
import pandas as pd

# Answers to the question about blank labels that no file and no table can be counted by, with a
# column `same` of one value, and why.
WRONG_ANSWERS = [
    ({"verified_within": "gruop"}, "There is no column “gruop”"),
    ({"verified_within": "same"}, "puts all rows into one group"),
    ({"verified_within": "new"}, "too many for groups of rows"),
    ({"verified_by": ("group", 0.5)}, "does not hold numbers"),
    ({"verified_by": ("old", 7)}, "puts all rows into one group"),
    ({"verified_within": "group", "weight": "same"}, "do not go together with a weight"),
]


def audited(rng, rows=3000, positives=0.03, share=0.1, cut=0.9, ties=False):
    """A table of all labels, and one with blanks below the cut of `old`, but for a random share.

    Columns: label, the scores old and new, and group, which says on which side of the cut old is.
    """
    label = rng.random(rows) < positives
    shared = rng.normal(size=rows)
    old, new = (0.8 * shared + 0.6 * rng.normal(size=rows) + shift * label for shift in (1.4, 1.8))
    old, new = (1 / (1 + np.exp(-score)) for score in (old, new))
    if ties:
        old, new = old.round(1), new.round(1)
    flagged = old >= cut
    looked_at = flagged | (rng.random(rows) < share)
    every = pd.DataFrame(
        {
            "label": label.astype(int),
            "old": old,
            "new": new,
            "group": np.where(flagged, "flagged", "other"),
        }
    )
    seen = every.assign(label=every["label"].astype("Int64").where(looked_at))
    return every, seen, looked_at


def weighted_cost(seen, looked_at, groups, called, cost_fn, cost_fp):
    """(prior, fpr, tpr, cost per case) of the rows called, each row counted N / n of its group."""
    total = {"tp": 0.0, "fn": 0.0, "fp": 0.0, "tn": 0.0}
    for group in set(groups):
        members = [i for i, name in enumerate(groups) if name == group]
        labelled = [i for i in members if looked_at[i]]
        for i in labelled:
            is_positive = int(seen["label"].iloc[i]) == 1
            cell = {(1, 1): "tp", (1, 0): "fn", (0, 1): "fp", (0, 0): "tn"}
            total[cell[int(is_positive), int(called[i])]] += len(members) / len(labelled)
    positives, negatives = total["tp"] + total["fn"], total["fp"] + total["tn"]
    prior = positives / (positives + negatives)
    cost = (total["fn"] * cost_fn + total["fp"] * cost_fp) / (positives + negatives)
    return prior, total["fp"] / negatives, total["tp"] / positives, cost
