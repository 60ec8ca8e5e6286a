"""The smaller line under the decision: what stands behind it, ties, and today's threshold."""

from collections.abc import Sequence

from costdash.core import Analysis, Call, Decision
from costdash.core.analysis.holdout import optimism
from costdash.report.sentences.amounts import SAME, Amounts
from costdash.report.sentences.left_out import left_out_sentence
from costdash.report.sentences.sample import optimism_words
from costdash.wording import percent

PRIOR_COUNTED = "The prior is an estimate from the file, and the band counts that."


def detail_line(
    decision: Decision,
    analysis: Analysis,
    names: Sequence[str],
    pin: Call | None,
    amounts: Amounts,
    method: str | None = None,
) -> str:
    """Sentences on one line; "" where there is nothing to say."""
    said = []
    if decision.best.call == "some":
        said += [method or _method(decision, analysis), _optimism(decision, analysis, amounts)]
        said.append(_equals(decision, analysis))
        if analysis.prior and decision.best.interval and not method:
            said.append(PRIOR_COUNTED)
    elif analysis.prior and decision.level:
        said.append(f"This follows from the conditions alone. {PRIOR_COUNTED}")
    elif names:
        said.append("This follows from the conditions alone, so it has no band.")
    if pin is not None:
        said.append(_today(decision, pin, amounts))
    said.append(left_out_sentence(analysis))
    return " ".join(filter(None, said))


def _method(decision: Decision, analysis: Analysis) -> str:
    interval = decision.best.interval
    if not decision.level:
        return f"Threshold {analysis.chosen}."
    if interval is None:
        return f"No band: it needs at least 5 rows of each class. Threshold {analysis.chosen}."
    level = percent(decision.level)
    if interval[0] == interval[1]:
        return f"The {level} band has no width here. Threshold {analysis.chosen}."
    return (
        f"{level} pointwise band, {analysis.n_replicates:,} class-stratified replicates, "
        f"seed {analysis.seed}, thresholds {analysis.chosen}."
    )


def _optimism(decision: Decision, analysis: Analysis, amounts: Amounts) -> str:
    """How much cheaper the rule looks on the part that it was chosen on."""
    if analysis.parts is None:
        return ""
    point, best = decision.point, decision.best
    model = analysis.models[best.model]
    gap = optimism(model.counts, model.choosing, best.index, point.pcf)
    return optimism_words(gap * point.scale, point, analysis.parts.choose_on, amounts)


def _equals(decision: Decision, analysis: Analysis) -> str:
    """The other models that reach the same point, each with its own threshold."""
    others = [name for name in decision.best.owners if name != decision.best.model]
    calls = [analysis.call_of(decision.point, name, 0) for name in others]
    if not calls:
        return ""
    each = [f"{call.model} at {call.text}" for call in calls]
    said = " and ".join(filter(None, [", ".join(each[:-1]), each[-1]]))
    where = f" on {analysis.parts.choose_on}" if analysis.parts else ""
    return f"Just as good{where}: {said}."


def _today(decision: Decision, pin: Call, amounts: Amounts) -> str:
    """What today's rule costs beside the best one."""
    cases, best = amounts.cases, decision.best
    rule = f"Today's threshold, {pin.model} at {pin.text},"
    if pin.call != "some":
        rule = f"Today's rule, calling {pin.call},"
    if (pin.model, pin.index) == (best.model, best.index):
        return "This is today's threshold."
    more = cases * (pin.expected_cost - best.expected_cost)
    cost = amounts.total(cases * pin.expected_cost)
    said = f"{rule} {amounts.verb} {cost}" + " per case" * amounts.basis.single
    if abs(more) <= SAME * cases * max(pin.expected_cost, best.expected_cost):
        return f"{said}: the same."
    return f"{said}: {amounts.more(more) if more > 0 else amounts.less(-more)}."
