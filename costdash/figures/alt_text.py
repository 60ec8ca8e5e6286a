"""One sentence per panel, with its numbers, for those who do not see it."""

from costdash.core import Analysis, Call, Decision, ModelAnalysis, OperatingPoint
from costdash.core.analysis.calls import call_of_choice, choice_by
from costdash.core.analysis.holdout import Parts
from costdash.figures.view import View
from costdash.wording import TRIVIAL_NAMES, listed, number, percent

NOBODY = ["no model"]


def describe(analysis: Analysis, point: OperatingPoint, view: View) -> dict[str, str]:
    """Sentences for roc, pr and cost, as plain text."""
    shown = [model for name, model in analysis.models.items() if name in view.models]
    if view.criterion and shown:
        return _by_criterion(analysis, point, view, listed([model.name for model in shown]))
    decision = analysis.decide(point, view.models, view.level or 0)
    return {
        "roc": _roc(shown, decision, analysis.parts),
        "pr": _precision_recall(shown, decision),
        "cost": _cost(shown, decision),
    }


def _roc(shown: list[ModelAnalysis], decision: Decision, parts: Parts | None) -> str:
    best = decision.best
    models = listed([f"{m.name} (area {number(m.auc)})" for m in shown] or NOBODY)
    meets = f"goes through what was chosen on {parts.choose_on}," if parts else ""
    return (
        f"ROC curves of {models}. The iso-performance line of slope {number(decision.point.slope)} "
        f"{meets or 'touches their convex hull at'} {_rule(best)}, with false "
        f"positive rate {number(best.fpr)} and true positive rate {number(best.tpr)}."
    )


def _precision_recall(shown: list[ModelAnalysis], decision: Decision) -> str:
    best, prior = decision.best, decision.point.prior
    models = listed([m.name for m in shown] or NOBODY)
    start = f"Precision and recall of {models} at prior {percent(prior)}. "
    if best.call == "none":
        none = TRIVIAL_NAMES["none"]
        return f"{start}The best is to {none}, where precision is 0/0: no point is marked."
    return (
        f"{start}At {_rule(best)} recall is {number(best.tpr)} and precision "
        f"{number(best.precision)}; without skill precision is {number(prior)}."
    )


def _cost(shown: list[ModelAnalysis], decision: Decision) -> str:
    best, trivial = decision.best, decision.trivial
    ranges = listed([f"{m.name} {_range(m)}" for m in shown] or NOBODY)
    cost = f"At PC(+) {number(decision.point.pcf)} the least normalized expected cost is "
    if best.call != "some":
        cost += f"{number(best.nec)}, that of {_rule(best)}"
    else:
        cost += f"{number(best.nec)}{_interval(decision)}, that of {_rule(best)}, against "
        cost += f"{number(trivial.nec)} of {_rule(trivial)}"
    return f"Cost curves. {cost}. Operating ranges: {ranges}."


def _by_criterion(analysis, point, view, models: str) -> dict[str, str]:
    choice = choice_by(view.criterion, analysis, view.models)
    call = call_of_choice(analysis, point, choice)
    rule = "a mixture of two rules" if choice.tie is not None else _rule(call)
    rates = f"false positive rate {number(call.fpr)} and true positive rate {number(call.tpr)}"
    precision = "0/0" if call.precision != call.precision else number(call.precision)
    return {
        "roc": f"ROC curves of {models}. The criterion chooses {rule}, with {rates}.",
        "pr": (
            f"Precision and recall of {models} at prior {percent(point.prior)}. The choice, "
            f"{rule}, has recall {number(call.tpr)} and precision {precision}."
        ),
        "cost": (
            f"Cost curves of {models}. At PC(+) {number(point.pcf)} the choice, {rule}, has a "
            f"normalized expected cost of {number(call.nec)}."
        ),
    }


def _rule(call: Call) -> str:
    return TRIVIAL_NAMES.get(call.call) or f"{call.model} at threshold {call.text}"


def _range(model: ModelAnalysis) -> str:
    ends = model.hull.operating_range
    return f"{number(ends[0])} to {number(ends[1])}" if ends else "none"


def _interval(decision: Decision) -> str:
    if not decision.best.interval:
        return ""
    low, high = map(number, decision.best.interval)
    return f" ({percent(decision.level)} band {low} to {high})"
