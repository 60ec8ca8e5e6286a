"""A decision that is paid on other rows than those it was chosen on."""

from dataclasses import replace

from costdash.core.choose.decision import Decision
from costdash.core.folds.crossfit import CrossFit


def on_other_rows(decision: Decision, fit: CrossFit) -> Decision:
    """The same rule with the cost and the interval of choosing on the other folds.

    What it finds and raises stays that of all rows. A trivial decision costs what it costs.
    """
    if decision.best.call != "some":
        return decision
    nec = float(fit.cost([decision.point.pcf])[0])
    interval = fit.interval(decision.point.pcf, decision.level) if decision.level else None
    cost = nec * decision.point.scale
    return replace(
        decision, best=replace(decision.best, nec=nec, expected_cost=cost, interval=interval)
    )
