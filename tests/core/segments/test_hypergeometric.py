from functools import cache
from itertools import combinations

import numpy as np
import pytest

from costdash.core.segments import hypergeometric
from costdash.core.segments.hypergeometric import (
    ClassMistakes,
    Units,
    exact_p,
    levels,
    permutation_p,
)


def brute_p(classes, segment):
    """Mid-p over all ways to choose the segment's rows of both classes."""
    every, seen = [], 0.0
    for each in classes:
        level = np.arange(each.divisions + 1).repeat(each.table.sum(axis=0))
        size, d = int(each.table[segment].sum()), each.divisions
        sums = np.array([sum(some) for some in combinations(level.tolist(), size)])
        mean = size * level.mean() if level.size else 0.0
        every.append((sums - mean) * each.price / d)
        seen += (each.table[segment] @ np.arange(d + 1) - mean) * each.price / d
    both = np.abs(np.add.outer(*every).ravel())
    far = np.count_nonzero(both > abs(seen) + 1e-9)
    return (far + np.count_nonzero(np.abs(both - abs(seen)) <= 1e-9) / 2) / both.size


def random_mistakes(rng, d, price):
    """Up to 10 rows in two segments, with ties; sometimes all of them in one."""
    return ClassMistakes(
        rng.multinomial(int(rng.integers(1, 6)), [1 / (d + 1)] * (d + 1), 2), price
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_exact_p_is_that_of_all_samples(seed):
    rng = np.random.default_rng(seed)
    d = int(rng.choice([1, 2, 5, 20]))
    classes = [random_mistakes(rng, d, float(rng.choice([0.5, 1.0, 3.0]))) for _ in range(2)]
    if seed % 5 == 0:
        classes[0].table[1] = 0
    slow = [brute_p(classes, segment) for segment in range(2)]
    assert exact_p(classes) == pytest.approx(slow, abs=1e-12)


BATCH = 400_000


@cache
def sampled(shares):
    """Mistakes of both classes in four segments, and of random samples as large as each segment.

    The samples (4, BATCH) of each class hold sums of mistakes; prices do not change them.
    """
    rng = np.random.default_rng(0)
    full, partial = shares
    share = np.array([1 - full - partial, *[partial / 4] * 4, full])
    tables = [rng.multinomial(1, share, (4, n)).sum(axis=1) for n in (300, 4000)]
    sums = np.empty((2, 4, BATCH))
    for segment in range(4):
        for table, drawn in zip(tables, sums):
            size = int(table[segment].sum())
            rows = rng.multivariate_hypergeometric(table.sum(axis=0), size, BATCH, "marginals")
            drawn[segment] = rows @ np.arange(6)
    return tables, sums


@pytest.mark.parametrize("price", [1.0, 20.0, 1000.0])
@pytest.mark.parametrize("shares", [(0.03, 0.02), (0.3, 0.2), (0.002, 0.1)])
def test_p_of_many_rows_is_that_of_permutations(shares, price):
    """Few rows with a part of a mistake, and so many that sums are taken as smooth."""
    tables, samples = sampled(shares)
    classes = [ClassMistakes(table, each) for table, each in zip(tables, (price, 1.0))]
    p = exact_p(classes)
    for segment, seen in enumerate(np.abs(sum(each.distances() for each in classes))):
        money = np.zeros(BATCH)
        for each, sums in zip(classes, samples[:, segment]):
            size = int(each.table[segment].sum())
            mean = size * (each.table.sum(axis=0) @ np.arange(6)) / each.table.sum()
            money += (sums - mean) * each.price / 5
        far = np.abs(money) - seen
        slow = np.mean((far > 1e-9) + (np.abs(far) <= 1e-9) / 2)
        assert p[segment] == pytest.approx(slow, abs=4 * np.sqrt(slow / BATCH) + 1e-5, rel=0.01)


@pytest.mark.parametrize("far", [3.0, 4.0])
def test_small_p_of_smooth_sums_is_that_of_the_exact_distribution(far, monkeypatch):
    """In the tail, where samples cannot tell."""
    number = np.array([20_000, 700, 600, 500, 400, 300])
    table = np.stack((number // 10, number - number // 10))
    sd = np.sqrt(number @ (np.arange(6) - number @ np.arange(6) / number.sum()) ** 2 / 10 * 0.9)
    table[0, 5] += int(far * sd / 5)
    table[1, 5] -= int(far * sd / 5)
    classes = [ClassMistakes(table, 1.0), ClassMistakes(np.array([[5, 0, 0, 0, 0, 0]] * 2), 1.0)]
    smooth = exact_p(classes)[0]
    monkeypatch.setattr(hypergeometric, "MANY", 10_000)
    assert smooth == pytest.approx(exact_p(classes)[0], rel=0.03)
    assert smooth < 0.01


def test_p_of_many_rows_has_its_level():
    """Of segments in which the rule does as well as elsewhere, 5 % have a p of at most .05."""
    rng, small = np.random.default_rng(5), 0
    for _ in range(2000):
        here = [int(rng.hypergeometric(300, 700, 80)), int(rng.hypergeometric(4000, 16000, 900))]
        tables = (
            np.array([[of - k, k], [rows - every - of + k, every - k]])
            for k, of, every, rows in zip(here, (80, 900), (300, 4000), (1000, 20000))
        )
        p = exact_p([ClassMistakes(*both) for both in zip(tables, (9.0, 1.0))])[0]
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
