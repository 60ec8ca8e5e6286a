"""The kinds of files that a walk uploads; every file differs with the generator."""

import numpy as np
import pandas as pd


def scored(rng, n=160, models=("first", "second"), digits=6, share=0.3):
    """Labels and a score per model, with as many decimals as `digits`."""
    y = rng.permutation(np.arange(n) < max(3, round(share * n)))
    strength = rng.uniform(0.2, 2, len(models))
    scores = {
        name: (rng.normal(size=n) + by * y).round(digits)
        for name, by in zip(models, strength, strict=True)
    }
    return pd.DataFrame({"y": y.astype(int)} | scores)


def split(rng):
    table = scored(rng, 240)
    return table.assign(split=np.where(np.arange(240) % 2, "test", "validation"))


def gaps(rng):
    table = scored(rng, models=("first", "second", "gaps"))
    table.loc[rng.random(len(table)) < 0.2, "gaps"] = np.nan
    return table


def classes(rng):
    which = rng.permutation(np.arange(180) % 3)
    scores = {f"p_{name}": rng.random(180) + (which == i) for i, name in enumerate("abc")}
    total = sum(scores.values())
    each = {name: (score / total).round(6) for name, score in scores.items()}
    return pd.DataFrame({"label": np.array(list("abc"))[which]} | each)


def probabilities(rng):
    table = scored(rng)
    models = ["first", "second"]
    return table.assign(**{name: (1 / (1 + np.exp(-table[name]))).round(6) for name in models})


def confusions(rng):
    counts = {cell: rng.integers(5, 300, 3) for cell in ("tp", "fn", "fp", "tn")}
    return pd.DataFrame({"name": ["first", "second", "third"]} | counts)


KINDS = {
    "one model": lambda rng: scored(rng, models=("only",)),
    "many models": lambda rng: scored(rng, models=[f"model {i}" for i in range(14)]),
    "ties": lambda rng: scored(rng, digits=1),
    "three classes": classes,
    "weights": lambda rng: scored(rng).assign(weight=rng.uniform(0.1, 5, 160).round(3)),
    "clusters": lambda rng: scored(rng).assign(group=np.arange(160) // 4),
    "folds": lambda rng: scored(rng).assign(fold=rng.permutation(np.arange(160) % 5)),
    "splits": split,
    "missing scores": gaps,
    "few rows": lambda rng: scored(rng, 14),
    "rare positives": lambda rng: scored(rng, 1500, share=0.01),
    "probabilities": probabilities,
    "confusion matrices": confusions,
}
