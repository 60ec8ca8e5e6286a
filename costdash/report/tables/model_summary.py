"""The page's summary of each model: its cost now, its AUC, and where it is worth using."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan

from costdash.core import Analysis, Call, OperatingPoint, standings
from costdash.core.curves.envelopes import best_where
from costdash.report.sentences.amounts import EQUAL_COSTS, WITH_CHOOSING, Amounts
from costdash.report.sentences.comparison import pcf_range
from costdash.wording import number

MOST_RANGES = 3  # the most ranges of pcf that are named singly
TAGS = {"never": "always beaten", "tied": "ties for cheapest at best"}


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """One model at one operating point, in words.

    nec: its cost, to sort by. amount: that cost as text. more: what it costs more than the
    recommended model, or "". tag: "always beaten", "ties for cheapest at best", "flags all",
    "flags none" or "".
    """

    name: str
    nec: float
    amount: str
    more: str
    per: str
    sentences: tuple[str, ...]
    tag: str


def model_summary(
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    amounts: Amounts,
    best: Call,
    costs: Mapping[str, float] | None = None,
) -> list[ModelSummary]:
    """The named models, in the order of the names; `best` is the recommended call.

    costs: per case, of models whose rule is not that of least cost, but one within a limit or a
    review zone.
    """
    if not names:
        return []
    if costs and best.model is not None and best.model in costs:
        best = _costing(best, costs[best.model], point)
    hulls = {name: analysis.models[name].hull for name in names}
    where = best_where(analysis.recommended_rules(names))
    standing = {}
    if len(names) > 1 and analysis.crossfits is None:
        standing = standings(analysis.hull(names), hulls)
    summaries = []
    for name in names:
        call = analysis.call_of(point, name, 0)
        if costs and name in costs:
            call = _costing(call, costs[name], point)
        ranges = [
            pcf_range(model_range.low, model_range.high)
            for model_range in where
            if name in model_range.owners
        ]
        choosing = _choosing(call, best, len(names), amounts)
        sentences = (
            choosing,
            _apart(call, best, amounts),
            _auc(analysis, name),
            _beats(analysis, name),
        )
        summaries.append(
            ModelSummary(
                name,
                call.nec,
                amounts.bare(amounts.cases * call.expected_cost),
                _more(call, best, amounts),
                amounts.case_unit.words,
                tuple(sentence for sentence in (*sentences, _cheapest(ranges)) if sentence),
                TAGS.get(standing.get(name, ""), "" if name in (costs or ()) else _trivial(call)),
            )
        )
    return summaries


def _trivial(call: Call) -> str:
    """That the amount is not of a threshold: the model's cheapest rule flags all or none."""
    return "" if call.call == "some" else f"flags {call.call}"


def _costing(call: Call, cost: float, point: OperatingPoint) -> Call:
    """The call of a model whose rule costs so much per case, without allowances."""
    return replace(
        call,
        expected_cost=cost,
        nec=cost / point.scale,
        allowance=None,
        tuned_rates=None,
        expected_rates=None,
    )


def _apart(call: Call, best: Call, amounts: Amounts) -> str:
    """How much more than the recommended model."""
    if best.model in (None, call.model) or call.model is None:
        return ""
    more = _more(call, best, amounts)
    return f"{more} than {best.model}" if more else ""


def _more(call: Call, best: Call, amounts: Amounts) -> str:
    more = amounts.cases * (call.expected_cost - best.model_cost)
    return amounts.more(more) if more > EQUAL_COSTS * amounts.cases * best.model_cost else ""


def _choosing(call: Call, best: Call, models: int, amounts: Amounts) -> str:
    """What the recommended model costs with the allowance for choosing it among all models."""
    if call.model is None or call.model != best.model or models == 1:
        return ""
    total = amounts.bare(amounts.cases * best.expected_cost)
    if total == amounts.bare(amounts.cases * call.expected_cost):
        return ""
    return WITH_CHOOSING.format(models, total)


def _auc(analysis: Analysis, name: str) -> str:
    model = analysis.models[name]
    low, high = model.auc_interval
    limits = "" if isnan(low) else f" ({number(low)} to {number(high)})"
    return f"AUC {number(model.auc)}{limits}"


def _beats(analysis: Analysis, name: str) -> str:
    ends = analysis.operating_range(name)
    if ends is None:
        return "Beats flagging none or all nowhere"
    return f"Beats flagging none or all {pcf_range(*ends)}"


def _cheapest(ranges: list[str]) -> str:
    if len(ranges) > MOST_RANGES:
        return f"Cheapest of all in {len(ranges)} ranges of PC(+)"
    return f"Cheapest of all {' and '.join(ranges)}" if ranges else ""
