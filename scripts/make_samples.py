"""Writes the sample data sets of costdash/intake/samples; every run writes the same bytes.

    python scripts/make_samples.py [FOLDER]

Needs scikit-learn (the test extra).
"""

import gzip
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SAMPLES = Path(__file__).parents[1] / "costdash" / "intake" / "samples"
FEATURES = ("mean texture", "smoothness error", "mean symmetry", "mean fractal dimension")
CARD_PAYMENTS, FRAUD_RATE = 30_000, 0.01
CUSTOMERS, LEAVING_RATE = 6_000, 0.12
REQUESTS, ATTACKS = 12_000, 60
ANSWERS, HARMFUL_RATE, CHECKED = 5_000, 0.2, 500
LOOKED_FROM, AUDITED = 0.03, 1 / 20  # score of today's rule, and share of the other payments


def breast_cancer() -> dict[str, list[str]]:
    """Malignant or benign from four weak measurements, scored out of fold by three learners."""
    data = load_breast_cancer()
    measured = data.data[:, [list(data.feature_names).index(name) for name in FEATURES]]
    malignant = (data.target == 0).astype(int)
    learners = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(200, min_samples_leaf=3, random_state=0),
        "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
    }
    fold = np.zeros(len(malignant), dtype=int)
    scores = {name: np.zeros(len(malignant)) for name in learners}
    parts = StratifiedKFold(10, shuffle=True, random_state=0).split(measured, malignant)
    for number, (train, test) in enumerate(parts, start=1):
        fold[test] = number
        for name, learner in learners.items():
            fitted = learner.fit(measured[train], malignant[train])
            scores[name][test] = fitted.predict_proba(measured[test])[:, 1]
    return {
        "diagnosis": [data.target_names[1 - value] for value in malignant],
        "fold": [str(value) for value in fold],
        **{name: [f"{value:.4f}" for value in score] for name, score in scores.items()},
    }


def card_fraud() -> dict[str, list[str]]:
    """Card payments scored by a well calibrated, an overconfident and a coarse model.

    Half of the fraud is blatant and triggers rules; the other half only looks slightly unusual.
    """
    rng = np.random.default_rng(20240229)
    n = CARD_PAYMENTS
    fraud = np.zeros(n, dtype=bool)
    fraud[rng.choice(n, round(FRAUD_RATE * n), replace=False)] = True
    blatant = fraud & (rng.random(n) < 0.5)
    amount = np.exp(rng.normal(np.where(fraud, 4.6, 3.4), 1.1, n)).clip(0.5, 20_000)
    unusual = rng.normal(1.3 * fraud, 1.0)
    hasty = rng.normal(2.6 * blatant, 1.0)
    habit = rng.normal(1.5 * fraud, 1.0)

    def likelihood_ratio(x, mean):
        """Of a normal variable with this mean to one with mean 0, both with variance 1."""
        return np.exp(mean * x - mean**2 / 2)

    odds = FRAUD_RATE / (1 - FRAUD_RATE)
    boosted = odds * likelihood_ratio(unusual, 1.3) * (0.5 + 0.5 * likelihood_ratio(hasty, 2.6))
    trained_balanced = (likelihood_ratio(unusual, 1.3) * likelihood_ratio(habit, 1.5)) ** 1.5
    points = np.floor((hasty - 1.0).clip(0)) + (hasty > 2.0) + (amount > 200)
    return {
        "fraud": [str(int(value)) for value in fraud],
        "amount": [f"{value:.2f}" for value in amount],
        "fold": [str(value) for value in rng.integers(1, 6, n)],
        "boosting": [f"{value:.3g}" for value in boosted / (1 + boosted)],
        "network": [f"{value:.4f}" for value in trained_balanced / (1 + trained_balanced)],
        "rules": [f"{value:.0f}" for value in points],
    }


def audited_fraud() -> dict[str, list[str]]:
    """The card payments, labelled only where somebody looked: by boosting, and a random audit."""
    payments = card_fraud()
    audited = np.random.default_rng(20240306).random(CARD_PAYMENTS) < AUDITED
    looked_at = (np.array(payments["boosting"], dtype=float) >= LOOKED_FROM) | audited
    labels = [label if seen else "" for label, seen in zip(payments["fraud"], looked_at)]
    columns = ("fold", "boosting", "network", "rules")
    return {"fraud": labels} | {name: payments[name] for name in columns}


def judged_answers() -> dict[str, list[str]]:
    """Answers of an assistant, labelled by a language model; people checked some at random.

    The judge shares a weakness with the first model: it misses harm that sounds harmless.
    """
    rng = np.random.default_rng(20240307)
    n = ANSWERS
    harmful = rng.random(n) < HARMFUL_RATE
    tone = rng.normal(1.6 * harmful, 1.0)
    topic = rng.normal(1.2 * harmful, 1.0)
    classifier = 1 / (1 + np.exp(1.6 - tone - 0.6 * rng.normal(size=n)))
    reader = np.clip(np.round(3.0 + 1.6 * topic + 1.0 * tone), 0, 10)
    terms = rng.poisson(np.where(harmful, np.exp(0.5 * topic), 0.25))
    error = np.where(harmful, 0.5 / (1 + np.exp(2 * (tone - 1))), 0.05 + 0.1 * (tone > 1))
    judged = harmful ^ (rng.random(n) < error)
    checked = rng.permutation(n) < CHECKED
    words = np.array(["no", "yes"])
    return {
        "judged_harmful": words[judged.astype(int)].tolist(),
        "person": np.where(checked, words[harmful.astype(int)], "").tolist(),
        "fold": [str(value) for value in rng.integers(1, 6, n)],
        "classifier": [f"{value:.4f}" for value in classifier],
        "reader": [f"{value:.1f}" for value in reader / 10],
        "rules": [f"{value:.0f}" for value in terms],
    }


def leaving_customers() -> dict[str, list[str]]:
    """Customers scored by their usage, by trees that also see complaints, and by a survey.

    A third of those who leave do so suddenly: their usage does not fall, but they complain.
    """
    rng = np.random.default_rng(20240301)
    n = CUSTOMERS
    leaves = np.zeros(n, dtype=bool)
    leaves[rng.choice(n, round(LEAVING_RATE * n), replace=False)] = True
    sudden = leaves & (rng.random(n) < 1 / 3)
    falling = rng.normal(2.3 * (leaves & ~sudden), 1.0)
    complaints = rng.poisson(np.where(sudden, 1.6, np.where(leaves, 0.6, 0.3)))
    mood = rng.normal(1.65 * leaves, 1.0)
    by_usage = 1 / (1 + np.exp(3.0 - 1.6 * falling))
    trees = 1 / (1 + np.exp(3.1 - np.maximum(1.3 * falling, 1.5 * complaints).round(1)))
    return {
        "left": ["yes" if value else "no" for value in leaves],
        "fold": [str(value) for value in rng.integers(1, 11, n)],
        "usage": [f"{value:.4f}" for value in by_usage],
        "trees": [f"{value:.4f}" for value in trees],
        "survey": [f"{value:.2f}" for value in np.clip(np.round(8 + 3 * mood) / 20, 0, 1)],
        **_where_and_when(leaves, trees),
    }


def _where_and_when(leaves: np.ndarray, trees: np.ndarray) -> dict[str, list[str]]:
    """Region and day of each customer.

    More leave on the coast. On the islands, and more and more since July, those who leave neither
    use less nor complain, so that the trees miss them.
    """
    rng = np.random.default_rng(20240302)
    silent = leaves & (trees < 0.2)
    names = np.array(["north", "south", "coast", "islands"])
    share = np.tile([0.4, 0.3, 0.2, 0.1], (leaves.size, 1))
    share[leaves, 2] *= 2
    share[silent, 3] *= 5
    region = rng.random(leaves.size)[:, None] > np.cumsum(share, axis=1) / share.sum(1)[:, None]
    late = silent & (rng.random(leaves.size) < 0.35)
    day = np.where(late, rng.triangular(180, 365, 365, leaves.size), rng.random(leaves.size) * 365)
    first = np.datetime64("2025-01-01")
    return {
        "region": names[region.sum(axis=1)].tolist(),
        "day": [str(first + int(value)) for value in day],
    }


def guardrail() -> dict[str, list[str]]:
    """Requests to a language model, scored by a small classifier, a judge and a list of rules.

    Half of the attacks are plain: they are worded as known ones, which the classifier was trained
    on and the rules match. The others are disguised: only what they are after gives them away.
    The judge is a second language model that sees this, and answers with 0 to 10.
    """
    rng = np.random.default_rng(20240305)
    n = REQUESTS
    attack = np.zeros(n, dtype=bool)
    attack[rng.choice(n, ATTACKS, replace=False)] = True
    plain = attack & (rng.random(n) < 0.5)
    wording = rng.normal(2.6 * plain + 0.3 * (attack & ~plain), 1.0)
    intent = rng.normal(1.8 * attack, 1.0)
    matches = rng.poisson(np.where(plain, 1.8, np.where(attack, 0.35, 0.05)))
    classifier = 1 / (1 + np.exp(4.0 - 1.8 * wording - 0.5 * intent))
    judge = np.clip(np.round(2.0 + 2.2 * intent), 0, 10)
    return {
        "attack": ["yes" if value else "no" for value in attack],
        "fold": [str(value) for value in rng.integers(1, 6, n)],
        "classifier": [f"{value:.4f}" for value in classifier],
        "judge": [f"{value:.0f}" for value in judge],
        "rules": [f"{value:.0f}" for value in matches],
    }


def write(path: Path, columns: dict[str, list[str]]) -> None:
    lines = [",".join(columns), *map(",".join, zip(*columns.values(), strict=True))]
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    write(folder / "breast-cancer.csv.gz", breast_cancer())
    write(folder / "card-fraud.csv.gz", card_fraud())
    write(folder / "leaving-customers.csv.gz", leaving_customers())
    write(folder / "guardrail.csv.gz", guardrail())
    write(folder / "audited-fraud.csv.gz", audited_fraud())
    write(folder / "judged-answers.csv.gz", judged_answers())
