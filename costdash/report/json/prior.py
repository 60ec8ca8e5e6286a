"""The contract where the prior is the file's, and so an estimate."""

from costdash.core import Analysis, Call, OperatingPoint


def prior_fields(everything: dict, analysis: Analysis, point: OperatingPoint, names: list) -> dict:
    """The same fields with `cost_interval`, per case, of each rule at the point.

    It counts how sure the prior is; null where rows do not tell that (weights, groups), where
    there are too few for a band. method.prior says so.
    """
    sure = analysis.with_estimated_prior

    def interval(call: Call) -> dict:
        ends = call.interval if sure.prior else None
        return {"cost_interval": ends and [point.scale * end for end in ends]}

    models = [
        model | {"at": model["at"] | interval(sure.call_of(point, model["name"]))}
        for model in everything["models"]
    ]
    return everything | {
        "method": everything["method"] | {"prior": "estimated" if sure.prior else "known"},
        "best": everything["best"] | interval(sure.decide(point, names).best),
        "models": models,
    }
