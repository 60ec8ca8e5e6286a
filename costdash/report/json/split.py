"""The contract where models and thresholds are chosen on one part and judged on another."""

from dataclasses import asdict

from costdash.core import Analysis, OperatingPoint
from costdash.core.analysis.holdout import optimism


def split_fields(analysis: Analysis, point: OperatingPoint, names: list[str]) -> dict:
    """Names of the parts, rows and weights of the one chosen on, and the best rule's optimism.

    optimism is how much more (nec) the rule costs where it is judged than where it was chosen; 0
    for call none and call all.
    """
    best, gap = analysis.decide(point, names, 0).best, 0.0
    if best.call == "some":
        model = analysis.models[best.model]
        gap = optimism(model.counts, model.choosing, best.index, point.pcf)
    return {**asdict(analysis.parts), "judged_rows": analysis.rows, "optimism": gap}
