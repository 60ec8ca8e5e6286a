"""The coverage of the bands as a page of Markdown."""

from typing import NamedTuple

from benchmarks.binormal import Cell

HEADS = ("rarer class", "prevalence", "scores")
TEXT = """# Coverage of the bands

`python -m benchmarks coverage --sets {sets}`: {sets:,} simulated samples per row, bands of nominal
{level:.0%} with {replicates} replicates. Positives score N(1, 1), negatives N(0, 1), in some rows
cut into 5 levels; the second model's positives score N(1.3, 1). Costs are evaluated at PC(+) .2,
.35, .5, .65 and .8, ROC bands at fpr .05 to .5. All numbers are percentages, with a standard error
of about {error:.1f} at one place of the axis.

* fixed: the true cost of a threshold fixed beforehand.
* same rows: the true cost of the threshold chosen on the rows behind the band.
* separate split: the true cost of the threshold chosen on as many other rows.
* ROC band: the true curve, at each false positive rate by itself.
* cross-fitted: the true cost of the threshold chosen on all rows; 10-fold cross-fitting, 5 times.
* difference: the true difference of two models' costs, at thresholds fixed beforehand or chosen on
  the same rows.

## Where at least 5 errors of each kind are expected

Mean over the axis; in brackets the smallest and the largest value at one place.

{judged}

## Where fewer are expected

{few}

## The whole curve at once

Share of samples in which the band contains the whole true curve, or the whole true difference:
where at least 5 errors of each kind are expected, or everywhere; for the ROC curve also from fpr
.05 to .5. Near the corners of ROC space, where a few rows of a class decide, no band of resampled
rows can contain the curve.

{whole}
"""


class Tally(NamedTuple):
    """Number of bands at one place of their axis (seen), and how many contain the truth (inside).

    x is None for the whole axis. judged: whether enough errors are expected there.
    """

    cell: Cell
    what: str
    x: float | None
    judged: bool
    inside: int
    seen: int


def table(tallies: list[Tally], sets: int, level: float, replicates: int) -> str:
    at_one = [tally for tally in tallies if tally.x is not None]
    judged, few = (_points([t for t in at_one if t.judged == side], sets) for side in (True, False))
    return TEXT.format(
        sets=sets,
        level=level,
        replicates=replicates,
        error=100 * (level * (1 - level) / sets) ** 0.5,
        judged=judged,
        few=few,
        whole=_wholes([tally for tally in tallies if tally.x is None]),
    )


def judged_shares(tallies: list[Tally]) -> list[str]:
    """Mean coverage of each kind of band, as a line of progress."""
    whats = dict.fromkeys(tally.what for tally in tallies if tally.judged)
    parts = {what: [t for t in tallies if t.judged and t.what == what] for what in whats}
    return [f"{what} {_mean(part):.1f}" for what, part in parts.items()]


def _points(tallies: list[Tally], sets: int) -> str:
    return _markdown(tallies, lambda tally: tally.what, lambda part: _share(part, sets))


def _wholes(tallies: list[Tally]) -> str:
    def head(tally: Tally) -> str:
        what = tally.what.removeprefix("whole ")
        if "fpr" in what:
            return what
        return what + (", 5 errors expected" if tally.judged else ", everywhere")

    return _markdown(tallies, head, lambda part: f"{_mean(part):.1f}" if part else "")


def _markdown(tallies: list[Tally], head, share) -> str:
    """A table with one row per cell and one column per head; share formats the tallies of both."""
    heads = list(dict.fromkeys(map(head, tallies)))
    rows = [[*HEADS, *heads], ["--:"] * 2 + ["---"] + ["--:"] * len(heads)]
    for cell in dict.fromkeys(tally.cell for tally in tallies):
        own = [tally for tally in tallies if tally.cell == cell]
        columns = ([tally for tally in own if head(tally) == name] for name in heads)
        rows.append([*cell.words, *map(share, columns)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _share(part: list[Tally], sets: int) -> str:
    """Mean coverage, and its extremes among places that at least half of the sets reach."""
    if not part:
        return ""
    often = [100 * tally.inside / tally.seen for tally in part if tally.seen >= sets / 2]
    span = f" ({min(often):.0f}-{max(often):.0f})" if often else ""
    return f"{_mean(part):.1f}{span}"


def _mean(part: list[Tally]) -> float:
    return 100 * sum(tally.inside for tally in part) / sum(tally.seen for tally in part)
