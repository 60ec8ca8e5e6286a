"""The results of the coverage benchmark as a page of Markdown."""

from itertools import groupby

from benchmarks.coverage.cells import CLAIMS, COVERS, LEVELS, OBSERVED, REPLICATES
from benchmarks.coverage.reasons import CONTRAST, reason_of
from benchmarks.coverage.results import Results, Row, Tally

TEXT = """# Coverage of the intervals

`python -m benchmarks coverage` draws samples from populations with known rates, areas and costs and
counts how often each interval contains the truth. Numbers are percentages of samples, the mean over
the places of an axis, followed by their standard error; in brackets the least and the greatest at
one place; bold where they miss their target. Bands have {replicates:,} bootstrap replicates (2,000
in the product), cross-fits the product's number. Each row says how many samples it rests on.
`coverage.json` holds the counts.

Negatives score N(0, 1) and positives N(1, 1), unless a table or its row says otherwise; five models
have means of 1.0 to 1.2. "5 levels" are these scores cut into 5. Scores of a row correlate by .6
within a class, scores of a cluster by .3. A third of weighted rows weigh 10, the others 1.

* same rows: thresholds are chosen on the rows that evaluate them.
* cross-fitted: thresholds are chosen on other folds than those that evaluate them. The truth is the
  cost of the threshold that all rows choose.
* {targets}

{kinds}

## Outside the target

Cells that are there for contrast are left out: costs and savings at thresholds chosen on the same
rows, a prior taken as known that is an estimate, and folds at their own optima.

{missed}
"""
HEADS = {
    "headline cost": "The true cost of the recommended rule, where a model is recommended, at "
    "PC(+) .2, .5 and .8, with a known prior. In any case: the true cost of what all rows choose, "
    "also where calling none or all is recommended.",
    "estimated prior": "The true cost per case at PC(+) .5, where the prior is the share of "
    "positives in the sample.",
    "saving": "What the decision truly saves per case at PC(+) .5: over the better of calling none "
    "and all, where a model is recommended; and over a rule of today, the first model at .5.",
    "useless scores": "Scores without information: none is worth using, at PC(+) .2, .5 and .8.",
    "curves": "One model: ROC band at fpr .05 to .5, precision-recall band at recall .3 to .9 "
    "(precision has the coverage of the fpr there), AUC.",
    "two different models": "Means of 1.0 and 1.3; no crossover exists.",
    "two models that cross": "Positives score N(1.2, 1) and N(1.8, 2): one crossover exists.",
    "two equal models": "Both means are 1.0: every difference shown is an error.",
    "gate, different models": "`costdash gate` with means of 1.0 and 1.3: the dearer of the two "
    "rules that all rows choose passes, where it truly costs the whole margin more, at PC(+) .2, "
    ".5 and .8.",
    "gate, equal models": "The same with both means 1.0, where hardly any margin is left.",
    "limit of false alarms": "A true false positive rate of at most 10 %, asked for with and "
    'without "95 % confidence".',
    "readings of probabilities": "Scores are the true probabilities: net benefit at threshold "
    "probabilities .1, .3 and .5, and of two models (means of 1.0 and 1.3) their difference; "
    "predictive values of a fixed rule, and of the rule that the same rows choose at PC(+) .5; how "
    "often reliability steps lie in the consistency band at scores .2, .4 and .6.",
    "means over folds": "The true cost of the threshold that all rows choose, and the true AUC. "
    "For contrast: the least true cost, with each fold at its own optimum.",
}


def page(results: Results, order: list[str]) -> str:
    """The page, with cells in the order of their keys."""
    tallies = [(key, results[key]) for key in order if key in results]
    kinds = []
    for kind, group in groupby(tallies, key=lambda item: item[1].kind):
        kinds.append(f"## {kind.capitalize()}\n\n{HEADS[kind]}\n\n{_table([t for _, t in group])}")
    covers = "; ".join(
        f"nominal {level:.0%}: {COVERS[level].low} to {COVERS[level].high}" for level in LEVELS
    )
    limits = "; ".join(
        f"{claim.text}: at most {claim.high}"
        for claim in CLAIMS.values()
        if claim not in (OBSERVED, *COVERS.values())
    )
    return TEXT.format(
        replicates=REPLICATES,
        targets=f"targets: {covers}; {limits}.",
        kinds="\n\n".join(kinds),
        missed=_missed(tallies),
    )


def _table(tallies: list[Tally]) -> str:
    """One row per population, one column per event."""
    heads = list(dict.fromkeys(name for tally in tallies for name in tally.rows))
    texts = [_head(head) for head in heads]
    lines = [["population", "samples", *texts], ["---", *["--:"] * (len(heads) + 1)]]
    for tally in tallies:
        cells = (_share(tally, head) for head in heads)
        lines.append([tally.population, f"{tally.samples:,}", *cells])
    return _markdown(lines)


def _head(name: str) -> str:
    what, claim = name.split(" | ")
    level = next((level for level in LEVELS if COVERS[level].text == claim), None)
    return f"{what}, {level:.0%}" if level else what


def _share(tally: Tally, head: str) -> str:
    if head not in tally.rows:
        return ""
    row = tally.rows[head]
    text = f"{row.percent:.1f} ± {row.error:.1f}"
    shares = [100 * hits / seen for hits, seen in row.places.values()]
    if len(shares) > 1:
        text += f" ({min(shares):.0f}-{max(shares):.0f})"
    if row.samples < tally.samples:
        text += f", {row.samples:,} samples"
    return text if row.is_met else f"**{text}**"


def missed(tallies: list[tuple[str, Tally]]) -> list[tuple[str, Row]]:
    """Rows outside the target of their promise, with the key of their cell."""
    return [(key, row) for key, tally in tallies for row in tally.rows.values() if not row.is_met]


def _missed(tallies: list[tuple[str, Tally]]) -> str:
    lines = [["cell", "interval or event", "target", "share", "reason"], ["---"] * 5]
    for key, row in missed(tallies):
        reason = reason_of(key, row)
        if reason == CONTRAST:
            continue
        promise = row.promise
        target = f"{promise.low} to {promise.high}"
        name = _head(f"{row.what} | {row.claim}")
        lines.append([key, name, target, f"{row.percent:.1f} ± {row.error:.1f}", reason])
    return _markdown(lines) if len(lines) > 2 else "None."


def _markdown(lines: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
