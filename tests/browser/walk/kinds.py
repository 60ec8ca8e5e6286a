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


def amounts(rng):
    table = scored(rng, 200)
    return table.assign(amount=rng.lognormal(3, 1.2, 200).round(2))


def counted(rng):
    """Rows that each stand for several equal cases, as a table of counts has them."""
    grid = [(y, round(score, 1)) for y in (0, 1) for score in np.linspace(-2, 3, 26)]
    table = pd.DataFrame(grid, columns=["y", "score"])
    near = np.exp(-((table.score - table.y * rng.uniform(0.5, 2)) ** 2))
    return table.assign(count=rng.poisson(1 + 30 * near))


def leaves(rng):
    share = rng.beta(0.6, 0.9, 12)
    cases = rng.integers(8, 90, 12)
    positives = rng.binomial(cases, share)
    return pd.DataFrame({"positives": positives, "negatives": cases - positives})


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
    "costs per case": amounts,
    "counts": counted,
    "leaves of a tree": leaves,
}
ROLES = {  # that are typed in the dialog of columns, as nothing says so in the file
    "costs per case": {"cost_fn_column": "amount", "cost_fp_column": "9 + 0.1 * amount"},
}
