"""Chains: the classifiers of the hull asked one after the other, until one flags the case.

The hull promises the point of the last one. The chain flags more, because every earlier one may
flag negatives that the last leaves alone. Fawcett (2004), section 7.4.4.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from costdash.core.combine.combination import Combination
from costdash.core.curves.hull import common_hull
from costdash.core.folds.fitting import fitted_elsewhere, fitting_rows
from costdash.core.resample.streams import Stream
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import ScoredRows
from costdash.core.types import Bools, Floats

Rules = tuple[tuple[str, float], ...]  # models and thresholds, strictest first


@dataclass(frozen=True, slots=True, eq=False)
class ChainCalls:
    """Calls 1 and 0 (n,) on rows that did not choose the rules; nan where a score is missing.

    together: of the chain. first, last: of its strictest and its last classifier alone. parts: of
    each model alone. rules: for new cases.
    """

    together: Floats
    first: Floats
    last: Floats
    parts: tuple[Floats, ...]
    rules: Rules


def chain_rules(scored: ScoredRows, how: Combination, rows: Bools) -> Rules:
    """The classifiers of the models' common hull on some rows (n,), up to the cheapest at pcf.

    Raises ValueError if the cheapest flags none or all, or a class is missing.
    """
    counts = {name: counts_on(scored, name, rows) for name in how.models}
    pcf = _prevalence(counts) if how.pcf is None else how.pcf
    hull = common_hull(counts)
    last = int(hull.cheapest(pcf))
    if last in (0, hull.threshold.size - 1):
        does = "no case" if last == 0 else "every case"
        raise ValueError(
            f"At these prices and share of positives it is cheapest to flag {does}, so there is "
            "nothing to chain. Move the conditions."
        )
    vertices = range(1, last + 1)
    return tuple((hull.owner[i][0], float(hull.threshold[i])) for i in vertices)


def chained(scored: ScoredRows, how: Combination, has_score: Bools, seed: int) -> ChainCalls:
    """Rows that the chain and its rules call positive; rules are chosen on other folds.

    Raises ValueError if the hull up to pcf is of one model.
    """
    rules = chain_rules(scored, how, fitting_rows(scored, has_score))
    names = list(dict.fromkeys(name for name, _ in rules))
    if len(names) < 2:
        raise ValueError(
            f"Up to these conditions every classifier of the hull is {names[0]}'s, so there is "
            "nothing to chain. Move the conditions."
        )
    cached_rules: dict[bytes, Rules] = {}

    def calls(pick: Callable[[Rules], Sequence[tuple[str, float]]]) -> Floats:
        def fit(rows: Bools) -> Callable[[Bools], Floats]:
            key = rows.tobytes()
            if key not in cached_rules:
                cached_rules[key] = chain_rules(scored, how, rows)
            picked = pick(cached_rules[key])
            return lambda other_rows: _flagged(scored, picked, other_rows)

        return fitted_elsewhere(scored, has_score, fit, Stream.COMBINATION, seed)

    def of_model(name: str) -> Callable[[Rules], Sequence[tuple[str, float]]]:
        return lambda all_rules: [rule for rule in all_rules if rule[0] == name]

    return ChainCalls(
        together=calls(lambda all_rules: all_rules),
        first=calls(lambda all_rules: all_rules[:1]),
        last=calls(lambda all_rules: all_rules[-1:]),
        parts=tuple(calls(of_model(name)) for name in names),
        rules=rules,
    )


def counts_on(scored: ScoredRows, name: str, rows: Bools) -> Counts:
    """Counts of some rows (n,). Raises ValueError if they lack a class."""
    is_positive = scored.is_positive[rows]
    if is_positive.all() or not is_positive.any():
        raise ValueError(f"{name} cannot be combined: one fold holds all rows of a class.")
    mass = None if scored.mass is None else scored.mass[rows]
    return count(is_positive, scored.scores[name][rows], mass)


def _flagged(scored: ScoredRows, rules: Sequence[tuple[str, float]], rows: Bools) -> Floats:
    calls = np.zeros(int(rows.sum()), dtype=bool)
    for name, threshold in rules:
        calls |= scored.scores[name][rows] >= threshold
    return calls.astype(float)


def _prevalence(counts: dict[str, Counts]) -> float:
    return float(next(iter(counts.values())).prevalence)
