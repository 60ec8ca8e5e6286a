"""Two models compared, in plain words: where, by how much, and whether it is real.

What a model adds to the others that are on: whether it extends their common hull.

What is said where the cost curves of two models cross.
"""

from collections.abc import Sequence

from costdash.core import Analysis, Counts, Hull, OperatingPoint, standings
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.superiority import CostBelief, lc_index
from costdash.core.curves.envelopes import Stretch, extends, regions
from costdash.core.curves.iso_performance import Tangent
from costdash.core.curves.piecewise_linear import Region
from costdash.core.curves.roc import dominates
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.wording import listed, number, percent

ROUNDING = 1e-12  # differences of nec that are none
NO_MARGIN = "Bands are off: whether one is not worse than the other by a margin needs a band."
NAMES = {"none": "calling none", "all": "calling all"}
FEW = 3  # ranges that are named one by one
SAME = 1e-9  # of nec
CROSSOVERS_CHOSEN_ANEW = (
    "PC(+) at which the two lower envelopes cost the same; in each replicate both are chosen "
    "anew among the thresholds of the full sample's hulls; its crossing is the end, or the "
    "beginning, of the lead that it has at the full sample's crossover; limits are percentiles "
    "of the replicates that have one"
)
CROSSOVERS_HELD = (
    "PC(+) at which the two costs change places; in each replicate both hold the thresholds that "
    "were chosen on other rows; limits are percentiles of the replicates that have such a change"
)


def difference_here(
    comparison: Comparison,
    point: OperatingPoint,
    simultaneous: bool = False,
    currency: Currency = DOLLAR,
    banded: bool = True,
) -> str:
    """What a costs against b at the operating point, with its band, per cases of the decision.

    banded: whether a band is wanted; so in `areas`.
    """
    amounts = Amounts.at(point, currency)
    cases = amounts.cases
    found = comparison.at(point.pcf, simultaneous)
    value, low, high = (cases * point.scale * nec * (abs(nec) > ROUNDING) for nec in found)
    a, b = comparison.a, comparison.b
    of = amounts.case_unit.of
    here = f"{of[0].upper()}{of[1:]} at your conditions, "
    if value == 0:
        said = f"{here}{a} and {b} cost the same"
    else:
        cheap, dear = (a, b) if value < 0 else (b, a)
        said = f"{here}{cheap} {amounts.verb} {_less(amounts, abs(value))} than {dear}"
    if not banded:
        return f"{said}."
    if comparison.band is None:
        return f"{said}. No band: a class has too few rows."
    ends = sorted(abs(end) for end in (low, high))
    band = f"{percent(comparison.level)} band"
    if value == 0 and low == high == 0:
        return f"{said}."
    if low <= 0 <= high:
        for_cheap, against = (-low, high) if value <= 0 else (high, -low)
        return (
            f"{said}, but the {band} reaches from {amounts.less(for_cheap)} to "
            f"{amounts.more(against)}: the difference may be chance."
        )
    return f"{said} ({band} {amounts.bare(ends[0])} to {amounts.bare(ends[1])})."


def significance(comparison: Comparison, simultaneous: bool = False) -> str:
    """Where the band excludes zero."""
    if comparison.band is None:
        return "Whether the difference is real cannot be said: a class has too few rows."
    found = comparison.significant(simultaneous)
    how = "over the whole curve at once" if simultaneous else "at each PC(+) by itself"
    if not found:
        return f"Nowhere does the band exclude zero ({how})."
    return f"The band excludes zero ({how}) {listed([_won(r, comparison) for r in found])}."


def largest(comparison: Comparison) -> str:
    """The largest difference and where it is."""
    pcf, value = comparison.largest
    if value == 0:
        return "The two cost the same everywhere."
    cheap = comparison.a if value < 0 else comparison.b
    return (
        f"They differ most at PC(+) {number(pcf)}, by {number(abs(value))} of normalized expected "
        f"cost in favour of {cheap}."
    )


def auc_sentence(comparison: Comparison, banded: bool = True) -> str:
    """DeLong's paired test, and why it may disagree with the difference curve."""
    found = comparison.auc_difference
    if found.p != found.p:
        return "The areas under the ROC curves cannot be tested: a class has too few rows."
    interval = f"{percent(comparison.level)} interval {number(found.low)} to {number(found.high)}, "
    return (
        f"AUC of {comparison.a} minus {comparison.b}: {number(found.value)} "
        f"({interval * banded}p {p_text(found.p)}, DeLong's paired test). The area averages over "
        "all thresholds, also those that no conditions of use would choose, so the two may "
        "disagree."
    )


def non_inferiority(comparison: Comparison, margin: float, simultaneous: bool = False) -> str:
    """Where a is not worse than b by more than a margin of nec."""
    found = comparison.non_inferior(margin, simultaneous)
    rule = f"{comparison.a} is not worse than {comparison.b} by more than {number(margin)}"
    if not found:
        return f"Nowhere does the band show that {rule}."
    return f"The band shows that {rule} {listed([pcf_range(r.low, r.high) for r in found])}."


def dominance(comparison: Comparison, counts: dict[str, Counts]) -> str:
    """Whether one curve lies nowhere below the other: then the costs do not matter."""
    for one, two in ((comparison.a, comparison.b), (comparison.b, comparison.a)):
        if dominates(counts[one], counts[two]):
            return f"{one} dominates {two}: it is as good or better whatever the prior and costs."
    return "Neither curve dominates the other."


def extensions(shown: Hull, others: dict[str, Hull]) -> list[str]:
    """For each model that is off: whether it would lower the cost somewhere, if it were on."""
    said = {True: "would lower the cost somewhere", False: "would change nothing"}
    return [f"Switching {name} on {said[extends(shown, h)]}." for name, h in others.items()]


def superiority(comparison: Comparison, hulls: dict[str, Hull], belief: CostBelief) -> str:
    """The LC index of a against b over the ratios believed in. Fawcett (2004), section 7.5.3."""
    index = lc_index(hulls[comparison.a], hulls[comparison.b], belief)
    return (
        f"LC index of {comparison.a} against {comparison.b} while the cost ratio lies from "
        f"{number(belief.low)} to {number(belief.high)}, most likely {number(belief.likely)}: "
        f"{number(index)} (1: surely better, -1: surely worse)."
    )


def best_model_lines(stretches: Sequence[Stretch]) -> list[str]:
    """One line per range of PC(+): "0.12 to 0.4: rf"."""
    return [
        f"{number(s.low)} to {number(s.high)}: {NAMES.get(s.call) or ' or '.join(s.owners)}"
        for s in stretches
    ]


def never_best_sentences(standings: dict[str, str]) -> list[str]:
    """Models that are nowhere strictly best."""
    never = [name for name, said in standings.items() if said == "never"]
    tied = [name for name, said in standings.items() if said == "tied"]
    found = []
    if never:
        found.append(f"Never best, whatever the costs: {', '.join(never)}.")
    if tied:
        found.append(f"Never better than all others, but somewhere as good: {', '.join(tied)}.")
    return found


def _won(region: Region, comparison: Comparison) -> str:
    winner = comparison.a if region.better == "a" else comparison.b
    return f"{pcf_range(region.low, region.high)} in favour of {winner}"


def _less(amounts: Amounts, x: float) -> str:
    return f"{amounts.bare(x)} fewer mistakes" if amounts.mistakes else amounts.less(x)


def pcf_range(low: float, high: float) -> str:
    return f"from PC(+) {number(low)} to {number(high)}"


def p_text(p: float) -> str:
    """0.013, or below 0.0001."""
    return "below 0.0001" if p < 1e-4 else number(p, 2)


def contribution_sentences(
    analysis: Analysis, on: tuple[str, ...], switched: str | None = None
) -> list[str]:
    """Of the model switched last, then of the models that are on and strictly best nowhere."""
    said = [switched_sentence(analysis, on, switched)] if switched in analysis.models else []
    if len(on) > 1:
        hulls = {name: analysis.models[name].hull for name in on}
        said += never_best_sentences(standings(analysis.hull(on), hulls))
    return [sentence for sentence in said if sentence]


def switched_sentence(analysis: Analysis, on: tuple[str, ...], name: str) -> str:
    """Whether the named model, just switched on or off, extends the others' common hull.

    Provost & Fawcett (1997), figure 4.
    """
    others = tuple(other for other in on if other != name)
    if not others:
        return ""
    found = regions(analysis.hull(others), analysis.models[name].hull)
    gained = [region for region in found if region.better == "b"]
    if not gained:
        if name not in on:
            return f"{name} is off and the hull stays as it was."
        return f"{name} is on and does not extend the hull: it costs less than the others nowhere."
    where = f"in {len(gained)} ranges of PC(+)"
    if len(gained) <= FEW:
        where = listed([pcf_range(region.low, region.high) for region in gained])
    if name in on:
        return f"{name} is on and extends the hull: it costs least {where}."
    return f"{name} is off and the hull shrinks: it cost least {where}."


def crossing_sentence(a: str, b: str, line: Tangent, common: Hull) -> str:
    """That a and b cost the same, and whether another of the models of `common` costs less."""
    here = f"{a} and {b} cost the same here, {number(line.nec)} of normalized expected cost"
    vertex, least = int(common.cheapest(line.pcf)), float(common.cost(line.pcf))
    if least >= line.nec - SAME:
        return f"{here}; no model that is on costs less."
    who = "calling none" if vertex == 0 else "calling all"
    if 0 < vertex < common.tie.size:
        who = f"a third model, {common.owner[vertex][0]},"
    return f"{here}; {who} costs less, {number(least)}."


def crossover_words(comparison: Comparison) -> str:
    """What the limits of the crossovers are limits of."""
    return CROSSOVERS_CHOSEN_ANEW if comparison.parts is None else CROSSOVERS_HELD
