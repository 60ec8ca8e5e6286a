from itertools import combinations

import numpy as np
import pytest

from costdash.core.segments.hypergeometric import (
    Mistakes,
    Units,
    exact_p,
    levels,
    permutation_p,
)


def brute_p(positives, negatives):
    """Mid-p over all ways to choose the segment's rows of both classes."""

    def amounts(m):
        mistaken = [1] * m.all + [0] * (m.rows - m.all)
        each = [sum(some) for some in combinations(mistaken, m.of)]
        return np.array(each) * m.price - m.price * m.of * m.all / m.rows

    both = np.add.outer(amounts(positives), amounts(negatives)).ravel()
    seen = abs(sum(m.price * (m.here - m.of * m.all / m.rows) for m in (positives, negatives)))
    far = np.count_nonzero(np.abs(both) > seen + 1e-9)
    return (far + np.count_nonzero(np.abs(np.abs(both) - seen) <= 1e-9) / 2) / both.size


def random_mistakes(rng, price):
    rows = int(rng.integers(1, 10))
    every, of = int(rng.integers(0, rows + 1)), int(rng.integers(0, rows + 1))
    here = int(rng.integers(max(0, of + every - rows), min(of, every) + 1))
    return Mistakes(here, of, every, rows, price)


@pytest.mark.parametrize("seed", range(40))
def test_the_exact_p_is_that_of_all_samples(seed):
    rng = np.random.default_rng(seed)
    both = random_mistakes(rng, 1.0), random_mistakes(rng, float(rng.choice([0.5, 1.0, 3.0])))
    assert exact_p(*both) == pytest.approx(brute_p(*both), abs=1e-12)


def test_p_of_many_rows_has_its_level():
    """Of segments in which the rule does as well as elsewhere, 5 % have a p of at most .05."""
    rng, small = np.random.default_rng(5), 0
    for _ in range(2000):
        here = [int(rng.hypergeometric(300, 700, 80)), int(rng.hypergeometric(4000, 16000, 900))]
        p = exact_p(Mistakes(here[0], 80, 300, 1000, 9.0), Mistakes(here[1], 900, 4000, 20000, 1.0))
        small += p <= 0.05
    assert small / 2000 == pytest.approx(0.05, abs=0.015)


@pytest.mark.parametrize("seed", range(6))
def test_permutations_give_the_p_of_shuffled_rows(seed):
    rng = np.random.default_rng(seed)
    n, g = 60, 3
    classes, every = [], []
    for _ in range(2):
        value = rng.choice([0.0, 0.2, 1.0, 3.0], n)
        segment = rng.integers(0, g, n)
        classes.append(Units(value, segment, np.ones(n, dtype=np.int64)))
        centred = value - value.mean()
        shuffled = np.stack([rng.permutation(centred) for _ in range(20_000)])
        onehot = np.eye(g)[segment]
        every.append((shuffled @ onehot, centred @ onehot))
    sums, seen = sum(each[0] for each in every), np.abs(sum(each[1] for each in every))
    far = np.abs(sums) > seen + 1e-9
    equal = np.abs(np.abs(sums) - seen) <= 1e-9
    slow = (far + equal / 2).mean(axis=0)
    p = permutation_p(classes, np.ones(g, dtype=bool), rng)
    assert p == pytest.approx(slow, abs=0.25 * slow.max() + 0.02)


def test_units_that_stand_for_several_count_as_often():
    rng = np.random.default_rng(3)
    value, segment = rng.choice([0.0, 1.0], 9), rng.integers(0, 2, 9)
    times = rng.integers(1, 5, 9)
    one = Units(value, segment, times)
    each = Units(value.repeat(times), segment.repeat(times), np.ones(times.sum(), dtype=np.int64))
    asked = np.ones(2, dtype=bool)
    together, single = (
        permutation_p([units], asked, np.random.default_rng(0)) for units in (one, each)
    )
    assert together.tolist() == single.tolist()


def test_joined_levels_keep_number_and_sum():
    rng = np.random.default_rng(1)
    value, times = rng.lognormal(size=5000), rng.integers(1, 4, 5000)
    level, number = levels(value, times, 64)
    assert level.size <= 64
    assert number.sum() == times.sum()
    assert level @ number == pytest.approx(value @ times)
