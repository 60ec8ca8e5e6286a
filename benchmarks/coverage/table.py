"""The results of the coverage benchmark as a page of Markdown."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from benchmarks.coverage.cells import (
    ADVICE_FAR_WRONG,
    ADVICE_WRONG,
    AGREEMENTS,
    CLAIMS,
    COVERS,
    FOREGONE,
    GIVEN_SHARE,
    HEADLINE,
    LEVELS,
    OBSERVED,
    REGRET,
    REPLICATES,
    SURE_AMONG_CLOSE,
    SURENESS,
    Agreement,
    Claim,
)
from benchmarks.coverage.reasons import reason_of
from benchmarks.coverage.results import FEWEST, MISSES_BY, Figure, Place, Results, Row, Tally
from costdash.core.analysis.validity import MATERIAL

TEXT = """# Coverage of the intervals

`python -m benchmarks coverage` draws samples from populations with known rates, areas and costs and
counts how often what costdash says holds. A cell is a population and a number of rows; in it each
place is judged by itself: each PC(+), false positive rate or score, at each nominal level. Numbers
are percentages of samples, "90 % / 95 %" where both levels are looked at; the number of samples
follows in brackets where it is less than in the column "samples". Bold: the place misses its target
by more than {misses_by} Monte Carlo standard errors; fewer than {fewest} samples are not judged.
The error of 90 % is 1.5 points with 400 samples, 2.4 with 150 and 4.2 with 50. Bands have
{replicates:,} bootstrap replicates (2,000 in the product), cross-fits the product's number.
`coverage.json` holds the counts.

Negatives score N(0, 1) and positives N(1, 1), unless a row says otherwise; five models have means
of 1.0 to 1.2, equal models of 1.0, models of different strength of 1 plus a normal number with
standard deviation .5, drawn for each sample. "5 levels" and "21 levels" are these scores cut.
Scores of a row correlate by .6 within a class, scores of a cluster by .3. Weights by chance: a
third of the rows weigh 10, the others 1. Weights by score: of the rows that score below .5 a fifth
is kept, and they weigh 5. Costs of log-sd s: the cost of a miss is lognormal with this standard
deviation of its logarithm, whatever the score. Numbers of positives are those expected.

* cross-fitted: thresholds are chosen on other folds than those that evaluate them. The truth is the
  cost of the threshold that all rows choose, which is what is put to use.
* same rows: thresholds are chosen on the rows that evaluate them; the page says beside such
  intervals that they contain the truth less often than they say.
* {targets}

## Outside the target

{outside}

{kinds}
"""
HEADS = {
    HEADLINE: "The recommended rule and all that is said of it, with a known prior and with the "
    "prior of the file. Cost and saving: where a model is recommended. In any case: the cheapest "
    "model at its threshold, recommended or not.",
    "how sure": "`share_cheapest` of the choice, the share of draws of the true costs in which "
    "it is the cheapest option. It is given where the choice is clearly the cheapest, and null "
    "where another option may be as cheap: of options that are nearly a tie no share can be right.",
    "validity": '"Keep this rule while ...": how often the rule, or its model with the threshold '
    "chosen again, truly costs at most 5 % more than the best rule of any model, everywhere inside "
    "its limits. Only where a range is shown.",
    "useless scores": "Scores without information: no model is worth using.",
    "saving over today": "What the decision truly saves per case over the first model at .5.",
    "costs per case": "Costs that differ from case to case, with the mean costs and the prior of "
    "the file; where a model is recommended.",
    "hold-out": "Thresholds chosen on one half of the rows and evaluated on the other.",
    "recalibrated": "A recalibrated model by itself, fitted on other folds than it is evaluated "
    "on.",
    "combinations": "Two models (means of 1.0 and 1.3) combined by AND, OR and as a chain, each by "
    "itself at the conditions that it is made for.",
    "curves": "One model: ROC band at fpr .05 to .5, precision-recall band at recall .3 to .9 "
    "(precision has the coverage of the fpr there), AUC. The procedure is that of version 0.2.0, "
    "and so are these samples: the first 25 of each cell were drawn again and came out alike.",
    "two different models": "Means of 1.0 and 1.3; no crossover exists.",
    "two models that cross": "Positives score N(1.2, 1) and N(1.8, 2): one crossover exists.",
    "two equal models": "Both means are 1.0: every difference shown is an error. A range has the "
    "colour of a model where the band of the whole curve excludes 0.",
    "gate, different models": "`costdash gate` with means of 1.0 and 1.3: the dearer of the two "
    "rules that all rows choose passes, where it truly costs the whole margin more.",
    "gate, equal models": "The same with both means 1.0, where hardly any margin is left.",
    "limit of false alarms": "A true false positive rate of at most 10 %, asked for with and "
    'without "95 % confidence": how often the true rate is higher. Samples of version 0.2.0, as '
    "for curves, except with weights or clusters.",
    "calibration": "Scores are the true probabilities: how often the test of calibration gives "
    "p < .05.",
    "measures of probabilities": "Scores are the true probabilities: net benefit at threshold "
    "probabilities .1, .3 and .5, and of two models (means of 1.0 and 1.3) their difference; "
    "cross-fitted predictive values and likelihood ratios of the rule chosen at PC(+) .5; how "
    "often reliability steps lie in the consistency band at scores .2, .4 and .6.",
    "segments": "Segments of equal size whose share of positives has a median of 5 %; a miss costs "
    "20 false alarms. With one ROC curve the rule does as well in each: how often some segment is "
    "named (p below .05 by Holm), and whether the interval of a segment holds 0. With scores that "
    "are calibrated in each segment one threshold is right. A threshold of its own is claimed "
    "wrongly if it truly costs no less there than the one for all.",
    "more labels": "What as many rows again are said to save, beside what the rule chosen on all "
    "rows truly saves; and how often the numbers of rows that are asked for show the true "
    "difference of two rules, wanted in 80 %. A miss costs 6 false alarms, at 20 % positives.",
    "audited labels": "Labels only where today's rule or an audit looked; positives score N(2, 1), "
    "the scores of today's rule and of the model correlate by .5 within a class. The true cost of "
    "the rule that all labelled rows choose, at prior .01 and costs of 200 and 5.",
    "labels of a judge": "A judge who errs more where the score misleads, and gold rows drawn at "
    "random: the true cost of the rule score >= 1.5 at the true prior of .3, costs 10 and 2. With "
    "fewer than 20 gold rows of a class there is no estimate.",
    "prior of recent scores": "The true share of positives among recent scores, and how often the "
    "check rejects them as no mixture of the classes of the file.",
    "review zone": "Two thresholds and a reviewer who finds 95 % of the positives and clears 98 % "
    "of the negatives, at .4 of the price up to which a review pays: what the printed zone truly "
    "costs on new rows, and what it truly saves against the printed rule of one threshold.",
    "promises": "At least 80 % of the positives found, or at least 60 % of the flags right, asked "
    'for with and without "95 % confidence": how often new rows break it.',
    "means over folds": "The true cost of the threshold that all rows choose, and the true AUC. "
    "Samples of version 0.2.0, as for curves.",
}
MOST_WRONG = 0.35  # share of advice of no model
WARNS = "the page warns of a small saving, cross-fitted, known prior"
COST = "cost, cross-fitted, known prior"
REGRET_SHARE = "expected regret, as a share of the cost of no model"


class Miss(NamedTuple):
    """A place that misses its target."""

    key: str
    row: Row
    place: str
    figure: Figure


def page(results: Results, order: list[str]) -> str:
    """The page, with cells in the order of their keys."""
    tallies = [(key, results[key]) for key in order if key in results]
    kinds = []
    for kind, group in groupby(tallies, key=lambda item: item[1].kind):
        tables = _tables([tally for _, tally in group])
        warning = f"\n\n{_warning(results)}\n\n{_together(results)}" if kind == HEADLINE else ""
        kinds.append(f"## {kind.capitalize()}\n\n{HEADS[kind]}{warning}\n\n{tables}")
    return TEXT.format(
        misses_by=MISSES_BY,
        fewest=FEWEST,
        replicates=REPLICATES,
        targets=_targets(),
        kinds="\n\n".join(kinds),
        outside=_outside(misses(tallies)),
    )


def _targets() -> str:
    covers = [
        f"nominal {level:.0%}: {COVERS[level].low} to {COVERS[level].high}" for level in LEVELS
    ]
    others = [
        f"{claim.text}: {claim.low} to {claim.high}"
        for claim in CLAIMS.values()
        if claim not in (OBSERVED, *COVERS.values())
    ]
    return f"targets: {'; '.join(covers + others)}; {'; '.join(AGREEMENTS)}."


def misses(tallies: list[tuple[str, Tally]]) -> list[Miss]:
    """Each place outside its target, with the key of its cell."""
    return [
        Miss(key, row, place, figure)
        for key, tally in tallies
        for row in tally.rows.values()
        for place, figure in row.figures().items()
        if row.promise != OBSERVED and figure.misses
    ]


def is_careful(miss: Miss) -> bool:
    """Whether it is on the safe side: covers too often, or errs too rarely."""
    if isinstance(miss.row.promise, Agreement):
        return False
    if miss.row.promise in COVERS.values():
        return miss.figure.is_above
    return miss.figure.is_below and miss.row.promise.low < 50


def _outside(missed: list[Miss]) -> str:
    too_bold = [miss for miss in missed if not is_careful(miss)]
    careful = [miss for miss in missed if is_careful(miss)]
    return (
        "Places at which intervals contain the truth too rarely, errors happen too often, or what "
        f"is said is off by more than it may be:\n\n{_listed(too_bold)}\n\n"
        "Places on the careful side, where intervals are wider than they need be or errors rarer:"
        f"\n\n{_listed(careful)}"
    )


def _listed(missed: list[Miss]) -> str:
    """One line for each kind of cell, event and reason."""
    lines = [["kind", "what", "target", "reason", "where"], ["---"] * 5]
    together: dict[tuple[str, str, str], list[Miss]] = {}
    for miss in missed:
        kind = miss.key.split(": ")[0]
        together.setdefault((kind, _head(miss.row), reason_of(miss)), []).append(miss)
    for (kind, head, reason), each in together.items():
        promise = each[0].row.promise
        where = []
        for key, places in groupby(each, key=lambda miss: miss.key):
            found = ", ".join(f"{m.place} {_with_error(m.figure)}".strip() for m in places)
            where.append(f"{key.split(': ')[1]}: {found}")
        lines.append([kind, head, f"{promise.low} to {promise.high}", reason, "; ".join(where)])
    return _markdown(lines) if missed else "None."


def _with_error(figure: Figure) -> str:
    return f"{figure.value:.0f} ± {figure.error:.1f} ({figure.samples})"


def _warning(results: Results) -> str:
    """How often the sentence on small margins stands where costs are off, and elsewhere."""
    shown = list(small_margins(results))
    where = [margin for margin in shown if margin.misses]
    biased = [margin for margin in shown if margin.warns > 50]
    others = [margin for margin in shown if margin.warns <= 50]
    rarely = "none"
    if where:
        rarely = (
            f"{len(where)}; the sentence stands in {_mean(where, 'warns'):.0f} % of cases there"
        )
    return (
        "The page says of a model whose saving may be nothing that such models cost more, on "
        f"average, than it seems. Where that stands beside most recommendations ({len(biased)} "
        f"places), the cost is said {-_mean(biased, 'bias'):.1f} % too low on average; elsewhere "
        f"({len(others)} places) {-_mean(others, 'bias'):.1f} %. Places where an interval of the "
        f"cost contains the truth too rarely: {rarely}."
    )


def _together(results: Results) -> str:
    """What advice of no model, shares and regret come to over all places; "" if one is missing."""
    wrong, far = (pooled(results, what, OBSERVED) for what in (ADVICE_WRONG, ADVICE_FAR_WRONG))
    costs = pooled(results, "no model against what the rows choose", FOREGONE)
    sure = pooled(results, GIVEN_SHARE, SURE_AMONG_CLOSE)
    regret = pooled(results, REGRET_SHARE, REGRET)
    if not (wrong and far and costs and sure and regret):
        return ""
    return (
        "Advice of no model is judged over all places together, because in a population in which "
        "some model pays all such advice is wrong, and where none pays none is. It is wrong if the "
        "rule that the rows choose would truly cost less: in "
        f"{wrong.stated:.0%} of {wrong.samples:,} times, most of them near ties. By more than "
        f'{MATERIAL:.0%}, the difference that counts elsewhere ("keep this rule while"), it is '
        f"wrong in {far.stated:.0%} (target: at most {MOST_WRONG:.0%}). No model costs "
        f"{costs.ratio - 1:+.1%} against what the rows choose, right and wrong advice together. "
        "Where it is said how sure a choice is the cheapest option, it is said with "
        f"{sure.stated:.0%} and is so in {sure.truth:.0%} of samples. The expected regret is "
        f"{regret.ratio:.1f} times the true regret."
    )


class Pooled(NamedTuple):
    """Means over all samples and places: of what is said, or how often an event happened, and of
    the truth."""

    samples: int
    stated: float
    truth: float

    @property
    def ratio(self) -> float:
        return self.stated / self.truth if self.truth else float("nan")


def pooled(results: Results, what: str, claim: Claim | Agreement) -> Pooled | None:
    """One event over all places of the decisions, or of how sure they are; None without samples."""
    together = Place()
    for tally in results.values():
        row = tally.rows.get(f"{what} | {claim.text}")
        if tally.kind in (HEADLINE, SURENESS) and row is not None:
            for place in row.places.values():
                together.add(place.sums, place.samples)
    if not together.samples:
        return None
    stated, truth = (together.sums * 2)[:2]
    return Pooled(together.samples, stated / together.samples, truth / together.samples)


class SmallMargin(NamedTuple):
    """At one place: in how many recommendations the page warns, in %; how much too high the cost
    is said, in %; and whether an interval contains the truth too rarely."""

    warns: float
    bias: float
    misses: bool


def small_margins(results: Results) -> Iterator[SmallMargin]:
    """Each place of the decisions at which at least 20 samples recommend a model."""
    for tally in results.values():
        if tally.kind != HEADLINE:
            continue
        rows = {(row.what, row.claim): row for row in tally.rows.values()}
        warns = rows[WARNS, OBSERVED.text]
        covers = [rows[COST, claim.text] for claim in COVERS.values()]
        bias = rows[COST, "cost within 2 %"]
        for place, found in warns.places.items():
            if found.samples >= FEWEST:
                too_rarely = any(each.at(place).is_below for each in covers)
                yield SmallMargin(warns.at(place).value, bias.at(place).value, too_rarely)


def _mean(each: list[SmallMargin], name: str) -> float:
    return sum(getattr(margin, name) for margin in each) / max(len(each), 1)


def _tables(tallies: list[Tally]) -> str:
    """One table for each event along an axis, and one for all events without an axis."""
    heads = dict.fromkeys(_name(row) for tally in tallies for row in tally.rows.values())
    along, single = [], []
    for head in heads:
        places = {place for tally in tallies for row in _rows(tally, head) for place in row.places}
        (single if places <= {""} else along).append(head)
    parts = [_table(tallies, [(head, "") for head in single], single)] if single else []
    for head in along:
        places = sorted({p for tally in tallies for row in _rows(tally, head) for p in row.places})
        parts.append(f"**{head}**\n\n{_table(tallies, [(head, p) for p in places], places)}")
    return "\n\n".join(parts)


def _table(tallies: list[Tally], columns: list[tuple[str, str]], titles: list[str]) -> str:
    lines = [["population", "samples", *titles], ["---", *["--:"] * (len(titles) + 1)]]
    for tally in tallies:
        texts = [_cell(tally, head, place) for head, place in columns]
        if any(texts):
            lines.append([tally.population, f"{tally.samples:,}", *texts])
    return _markdown(lines)


def _cell(tally: Tally, head: str, place: str) -> str:
    """The figures of all levels at a place."""
    figures = [row.at(place) for row in _rows(tally, head) if place in row.places]
    if not figures:
        return ""
    observed = _rows(tally, head)[0].promise == OBSERVED
    texts = [
        f"**{figure.value:.0f}**" if figure.misses and not observed else f"{figure.value:.0f}"
        for figure in figures
    ]
    if isinstance(_rows(tally, head)[0].promise, Agreement):
        [figure] = figures
        text = f"{figure.value:+.1f} ± {figure.error:.1f}"
        texts = [f"**{text}**" if figure.misses else text]
    fewer = f" ({figures[0].samples})" if figures[0].samples < tally.samples else ""
    return " / ".join(texts) + fewer


def _rows(tally: Tally, head: str) -> list[Row]:
    """The rows under a head, the lower level first."""
    found = [row for row in tally.rows.values() if _name(row) == head]
    return sorted(
        found, key=lambda row: list(CLAIMS).index(row.claim) if row.claim in CLAIMS else 0
    )


def _name(row: Row) -> str:
    """The event without its level; of an amount, how far it is off."""
    if not isinstance(row.promise, Agreement):
        return row.what
    unit = "% of the truth" if row.promise.of_truth else "points"
    return f"{row.what}: said less true, in {unit}"


def _head(row: Row) -> str:
    level = next((level for level in LEVELS if COVERS[level].text == row.claim), None)
    return f"{row.what}, {level:.0%}" if level else _name(row)


def _markdown(lines: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
