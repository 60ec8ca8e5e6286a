"""The shares of bands that hold the truth, as a page of Markdown."""

from collections import defaultdict
from typing import NamedTuple

from benchmarks.binormal import Cell

HEADS = ("rarer class", "prevalence", "scores")
TEXT = """# What the bands cover

`python -m benchmarks coverage --sets {sets}`: {sets:,} simulated samples per row, bands of nominal
{level:.0%} with {replicates} replicates. Positives score N(1, 1), negatives N(0, 1), cut into 5
levels where said; the second model's positives score N(1.3, 1). Costs are judged at PC(+) .2, .35,
.5, .65 and .8, ROC bands at fpr .05 to .5. All numbers are percentages, with a standard error of
about {error:.1f} at one place of the axis.

* fixed: the true cost of a threshold fixed beforehand.
* same rows: the true cost of the threshold chosen on the rows that the band is made of.
* separate split: of the threshold chosen on as many other rows.
* cross-fitted: of the threshold chosen on all rows, by 10-fold cross-fitting, made 5 times.
* difference: of two models' costs, at thresholds fixed beforehand or chosen on the same rows.

## Where at least 5 errors of each kind are expected

Mean over the axis; in brackets the least and the most at one place of it.

{judged}

## Where fewer are expected

{few}
"""


class Hit(NamedTuple):
    """Whether one band held the truth at one place of its axis."""

    cell: Cell
    what: str
    x: float
    inside: bool
    judged: bool


def table(hits: list[Hit], sets: int, level: float, replicates: int) -> str:
    error = 100 * (level * (1 - level) / sets) ** 0.5
    judged, few = (_markdown([h for h in hits if h.judged == side], sets) for side in (True, False))
    return TEXT.format(
        sets=sets, level=level, replicates=replicates, error=error, judged=judged, few=few
    )


def _markdown(hits: list[Hit], sets: int) -> str:
    whats = list(dict.fromkeys(hit.what for hit in hits))
    cells = list(dict.fromkeys(hit.cell for hit in hits))
    places = defaultdict(lambda: defaultdict(list))
    for hit in hits:
        places[hit.cell, hit.what][hit.x].append(hit.inside)
    rows = [[*HEADS, *whats], ["--:"] * 2 + ["---"] + ["--:"] * len(whats)]
    rows += [[*cell.words, *(_share(places[cell, what], sets) for what in whats)] for cell in cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _share(places: dict[float, list[bool]], sets: int) -> str:
    """The mean over all, and the extremes among places that hold most of the sets."""
    if not places:
        return ""
    every = [inside for hits in places.values() for inside in hits]
    often = [100 * sum(hits) / len(hits) for hits in places.values() if len(hits) >= sets / 2]
    span = f" ({min(often):.0f}-{max(often):.0f})" if often else ""
    return f"{100 * sum(every) / len(every):.1f}{span}"
