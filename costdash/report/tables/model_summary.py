"""The page's summary of each model: its cost now, its AUC, and where it is worth using."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from costdash.core import Analysis, Call, OperatingPoint, standings
from costdash.core.curves.envelopes import best_where
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import pcf_range
from costdash.wording import number

MOST_RANGES = 3  # the most ranges of pcf that are named singly
TAGS = {"never": "always beaten", "tied": "ties for cheapest at best"}
SAME_ROWS = " on all rows"  # the evaluation of a tag beside costs on other cases
LOOKS_CHEAPER = "{} than {} on other cases, but more on all rows, by which models are chosen"


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """One model at one operating point, in words.

    nec: its cost, to sort by. amount: that cost as text. more, less: the difference to the
    recommendation's cost, or "". tag: "always beaten", "ties for cheapest at best"
    or ""; with cross-fitted costs it ends in "on all rows".
    """

    name: str
    nec: float
    amount: str
    more: str
    less: str
    per: str
    sentences: tuple[str, ...]
    tag: str


def model_summary(
    analysis: Analysis, point: OperatingPoint, names: Sequence[str], amounts: Amounts, best: Call
) -> list[ModelSummary]:
    """The named models, in the order of the names; `best` is the recommended call."""
    if not names:
        return []
    hulls = {name: analysis.models[name].hull for name in names}
    standing = standings(analysis.hull(names), hulls) if len(names) > 1 else {}
    where = best_where(analysis.recommended_rules(names))
    summaries = []
    for name in names:
        call = analysis.call_of(point, name, 0)
        ranges = [
            pcf_range(model_range.low, model_range.high)
            for model_range in where
            if name in model_range.owners
        ]
        choosing = _choosing(call, best, len(names), amounts)
        sentences = (
            choosing,
            _apart(analysis, point, call, best, amounts),
            _auc(analysis, name),
            _beats(analysis, name),
        )
        summaries.append(
            ModelSummary(
                name,
                call.nec,
                amounts.bare(amounts.cases * call.expected_cost),
                _more(call, best, amounts),
                _less(call, best, amounts),
                amounts.case_unit.words,
                tuple(sentence for sentence in (*sentences, _cheapest(ranges)) if sentence),
                _tag(analysis, standing.get(name, "")),
            )
        )
    return summaries


def _tag(analysis: Analysis, standing: str) -> str:
    """Curves and hulls are of all rows, also where costs are cross-fitted."""
    tag = TAGS.get(standing, "")
    return tag + SAME_ROWS if tag and analysis.crossfits else tag


def _apart(
    analysis: Analysis, point: OperatingPoint, call: Call, best: Call, amounts: Amounts
) -> str:
    """How much more than the recommended model; or less, where it costs more on all rows."""
    if best.model in (None, call.model) or call.model is None:
        return ""
    if more := _more(call, best, amounts):
        return f"{more} than {best.model}"
    less = _less(call, best, amounts) if analysis.crossfits else ""
    names = (call.model, best.model)
    here, chosen = (float(analysis.models[name].hull.cost(point.pcf)) for name in names)
    return LOOKS_CHEAPER.format(less, best.model) if less and here > chosen else ""


def _more(call: Call, best: Call, amounts: Amounts) -> str:
    more = amounts.cases * (call.expected_cost - best.expected_cost)
    return amounts.more(more) if more > 0 else ""


def _less(call: Call, best: Call, amounts: Amounts) -> str:
    less = amounts.cases * (best.expected_cost - call.expected_cost)
    return amounts.less(less) if less > 0 else ""


def _choosing(call: Call, best: Call, models: int, amounts: Amounts) -> str:
    """That the recommended model alone costs less than the choice among all models."""
    alone, chosen = (
        amounts.bare(amounts.cases * rule_call.expected_cost) for rule_call in (call, best)
    )
    if call.model is None or call.model != best.model or models == 1 or alone == chosen:
        return ""
    why = ": choosing costs something too" if call.nec < best.nec else ""
    return f"Alone {alone}; chosen among {models} models {chosen}{why}"


def _auc(analysis: Analysis, name: str) -> str:
    model = analysis.models[name]
    low, high = model.auc_interval
    limits = "" if isnan(low) else f" ({number(low)} to {number(high)})"
    return f"AUC {number(model.auc)}{limits}"


def _beats(analysis: Analysis, name: str) -> str:
    ends = analysis.operating_range(name)
    beats = "Clearly beats" if analysis.crossfits else "Beats"
    if ends is None:
        return f"{beats} flagging none or all nowhere"
    return f"{beats} flagging none or all {pcf_range(*ends)}"


def _cheapest(ranges: list[str]) -> str:
    if len(ranges) > MOST_RANGES:
        return f"Cheapest of all in {len(ranges)} ranges of PC(+)"
    return f"Cheapest of all {' and '.join(ranges)}" if ranges else ""
