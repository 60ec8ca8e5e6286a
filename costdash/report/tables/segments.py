"""The cost of a rule by segment as a table of text."""

from costdash.core.segments.segment_costs import SegmentCosts
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.segments import (
    NO_GAIN,
    is_protected,
    period_word,
    recommended_thresholds,
    rule_text,
    segment_sentences,
    signed_amount,
)
from costdash.report.tables.table import Table
from costdash.wording import number, percent

TITLE = "Where the money goes"
TOO_FEW = "too few"


def segments_table(found: SegmentCosts, amounts: Amounts, total: str) -> Table:
    """A row per segment, dearest first, and the total. total: the cost as the card prints it."""
    costs = found.costs
    word = period_word(found).capitalize() if found.segments.are_periods else "Segment"
    head = [word, "Cases", "Positives", "Because of prior", "Because of rule", "p (Holm)", "Cost"]
    with_thresholds = found.thresholds is not None and not is_protected(found.request.column)
    with_thresholds &= not found.segments.are_periods
    rows = []
    for place in found.order:
        share = float(costs.share[place])
        tested = costs.p_holm[place] == costs.p_holm[place]
        pending = bool(found.pending[place])
        cells = [
            found.segments.names[place] + (" (labels still coming)" if pending else ""),
            f"{int(costs.rows[place]):,}",
            percent(float(costs.prior[place])),
            signed_amount(share * costs.because_of_prior[place], found, amounts),
            signed_amount(share * costs.because_of_rule[place], found, amounts),
            number(float(costs.p_holm[place])) if tested else "" if pending else TOO_FEW,
            amounts.bare(amounts.cases * share * float(costs.cost[place])),
        ]
        rows.append((*cells, *([saving_text(found, place, amounts)] if with_thresholds else [])))
    whole = float(costs.share @ costs.prior)
    rows.append(
        (
            "All",
            f"{int(costs.rows.sum()):,}",
            percent(whole),
            "0",
            "0",
            "",
            total,
            *([all_text(found, amounts)] if with_thresholds else []),
        )
    )
    return Table(
        title=f"{TITLE}, by {found.request.column}, {amounts.case_unit.per} cases of all"
        if amounts.case_unit.per.startswith("per 1")
        else f"{TITLE}, by {found.request.column}, {amounts.case_unit.per}",
        head=(*head, *(["Own threshold"] if with_thresholds else [])),
        rows=tuple(rows),
        note=segment_sentences(found, amounts).text,
        amount=head.index("Cost"),
    )


def saving_text(found: SegmentCosts, place: int, amounts: Amounts) -> str:
    """0.976 saves $562, or that no gain is clear."""
    if found.thresholds is None or place not in recommended_thresholds(found):
        return NO_GAIN
    saving = amounts.total(amounts.cases * float(found.thresholds.saving[place]))
    return f"{rule_text(found, place)} saves {saving}"


def all_text(found: SegmentCosts, amounts: Amounts) -> str:
    """What the thresholds that are clear save in all."""
    saving = found.thresholds.all[0] if found.thresholds else 0.0
    if not recommended_thresholds(found) or saving <= 0:
        return ""
    return f"{amounts.total(amounts.cases * saving)} in all"
