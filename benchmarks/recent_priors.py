"""The prior from recent scores beside quapy: python -m benchmarks recent_priors.

Needs quapy (`pip install quapy`), which is no dependency of the project. Both see the same labelled
file and the same recent scores in one run. quapy's EMQ and PACC have a logistic regression of the
score; their limits are those of its AggregativeBootstrap. The share of the file is what stands if
nobody asks.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.coverage.labels import Recent
from costdash.core.folds.prior_estimate import estimate_prior

RESULTS = Path(__file__).parent / "results" / "recent-priors.md"
LEVEL = 0.9
RESAMPLES = 25  # of the recent scores, for quapy
CASES = (
    Recent(prior=0.01),
    Recent(prior=0.05),
    Recent(prior=0.05, moved=0.5),
)
HEAD = """# The prior of recent scores, beside quapy {version}

`python -m benchmarks recent_priors`, {samples} samples each, quapy with {resamples} resamples of
the recent scores. Share of samples in which 90 % limits contain the true share, mean absolute
error, and seconds of one estimate. Where the negatives have moved, no method can be right: costdash
says so and does not use the estimate.

| population | method | contains | error | seconds | refused |
| --- | --- | --: | --: | --: | --: |
"""
Estimate = tuple[float, float, float, bool]  # value, limits, and whether it is refused


def ours(population: Recent, rows: Any, recent: np.ndarray) -> Estimate:
    (found,) = estimate_prior(rows, {"model": recent}, level=LEVEL)
    return found.value, found.low, found.high, not found.fits


def share_of_file(population: Recent, rows: Any, recent: np.ndarray) -> Estimate:
    share, n = rows.prevalence, rows.rows
    half = 1.645 * (share * (1 - share) / n) ** 0.5
    return share, share - half, share + half, False


def of_quapy(method: str) -> Callable[[Recent, Any, np.ndarray], Estimate]:
    from quapy.method import aggregative
    from quapy.method.confidence import AggregativeBootstrap
    from sklearn.linear_model import LogisticRegression

    def estimate(population: Recent, rows: Any, recent: np.ndarray) -> Estimate:
        quantifier = AggregativeBootstrap(
            getattr(aggregative, method)(LogisticRegression()),
            n_train_samples=1,
            n_test_samples=RESAMPLES,
            confidence_level=LEVEL,
        )
        quantifier.fit(rows.scores["model"][:, None], rows.is_positive.astype(int))
        shares, region = quantifier.predict_conf(recent[:, None])
        return float(shares[1]), float(region.I_low[1]), float(region.I_high[1]), False

    return estimate


def measured(population: Recent, samples: int, methods: dict[str, Any]) -> Iterator[str]:
    """A line of the table for each method."""
    found: dict[str, list[tuple[bool, float, float, bool]]] = {name: [] for name in methods}
    for seed in range(samples):
        rng = np.random.default_rng((seed, population.recent))
        rows = population.draw(rng)
        positive = rng.random(population.recent) < population.prior
        recent = rng.normal(size=population.recent) + np.where(positive, 2.0, population.moved)
        for name, method in methods.items():
            start = time.perf_counter()
            value, low, high, refused = method(population, rows, recent)
            took, inside = time.perf_counter() - start, low <= population.prior <= high
            found[name].append((inside, abs(value - population.prior), took, refused))
    for name, each in found.items():
        inside, error, seconds, refused = np.mean(np.array(each, dtype=float), axis=0)
        yield (
            f"| {population.words} | {name} | {inside:.0%} | {error:.2g} | {seconds:.2g} | "
            f"{refused:.0%} |\n"
        )


def main(arguments: list[str]) -> int:
    ask = argparse.ArgumentParser(prog="python -m benchmarks recent_priors")
    ask.add_argument("--samples", type=int, default=30)
    ask.add_argument("--output", type=Path, default=RESULTS)
    asked = ask.parse_args(arguments)
    try:
        import quapy
    except ImportError:
        print("quapy is not installed: pip install quapy", file=sys.stderr)
        return 1
    methods = {"costdash": ours, "quapy EMQ": of_quapy("EMQ"), "quapy PACC": of_quapy("PACC")}
    methods["share of the file"] = share_of_file
    head = HEAD.format(version=quapy.__version__, samples=asked.samples, resamples=RESAMPLES)
    lines = [line for case in CASES for line in measured(case, asked.samples, methods)]
    asked.output.write_text(head + "".join(lines))
    return 0
