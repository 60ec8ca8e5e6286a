"""How the time of counting grows with the number of rows."""

from math import log, log2
from statistics import median

from benchmarks.counting import ours, sample
from benchmarks.measure import Row, in_turn, seconds

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
TIMES = 5


def rows() -> list[Row]:
    """Largest time per n log n from 1e5 rows on, against that at 1e4 rows."""
    samples = [sample(n) for n in SIZES]
    sides = [lambda s=s: seconds(lambda: ours(s[0], s[1][0])) for s in samples]
    typical = [median(side) for side in in_turn(*sides, times=TIMES)]
    per_step = [t / (n * log2(n)) for t, n in zip(typical, SIZES)]
    power = log(typical[-1] / typical[0]) / log(SIZES[-1] / SIZES[0])
    times_by_size = ", ".join(f"{n:.0e}: {t * 1e3:.3g} ms" for n, t in zip(SIZES, typical))
    most = max(per_step[1:]) / per_step[0]
    return [
        Row(
            "growth from 1e4 to 1e7 rows",
            times_by_size,
            "n log n",
            f"{most:.2f} times the n log n of 1e4 rows at most, as n to the {power:.2f}",
            "no worse",
            "",
            most <= 1,
        )
    ]
