"""Whether the random division into folds decides which rule is recommended.

Cross-fitted costs are means over random divisions into folds. Where two rules cost nearly the same,
another seed deals other folds and recommends the other rule.
"""

from collections.abc import Sequence

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call, Decision, trivial_call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import trivial_cost
from costdash.core.folds.crossfit_counts import costs_of_division
from costdash.core.types import Floats

ERRORS = 2.0  # standard errors over the divisions, within which a mean difference may be 0


def undecided(analysis: Analysis, decision: Decision, names: Sequence[str]) -> tuple[Call, ...]:
    """The rules among which the division into folds decides, the recommended one first.

    Empty where other divisions are likely to recommend the same rule: the mean difference to each
    other rule over the divisions is more than two of its standard errors. So it is without random
    divisions: for folds of the file, a hold-out, or the same rows.

    Parameters
    ----------
    analysis : Analysis
        The analysis that made the decision.
    decision : Decision
        The decision of least expected cost among the named models, without a limit.
    names : sequence of str
        The models among which it was made.
    """
    fits, best, point = analysis.crossfits, decision.best, decision.point
    if fits is None or not names or fits.of(names).repeats == 1:
        return ()
    if not analysis.tells_apart(names):  # then no model is recommended, however folds are dealt
        return ()
    near = _near(analysis, decision, names)
    if not near:
        return ()
    cost, choice = _costs_of_divisions(analysis, names, point)
    cheapest = near[0]
    rules = [analysis.call_of(point, cheapest, 0)]
    if _may_be_zero(choice - trivial_cost(point.pcf)):
        rules.append(trivial_call(point))
    elif best.model is None:
        return ()
    for name in near[1:]:
        if _may_be_zero(cost[name] - cost[cheapest]):
            rules.append(analysis.call_of(point, name, 0))
    if len(rules) < 2:
        return ()
    return tuple(sorted(rules, key=lambda call: call.model != best.model))


def _near(analysis: Analysis, decision: Decision, names: Sequence[str]) -> list[str]:
    """The cheapest model, and the others whose costs are within its standard error.

    Empty if another division cannot matter: folds move costs by far less than other rows do.
    """
    fits, point, best = analysis.crossfits, decision.point, decision.best
    assert fits is not None
    calls = {name: analysis.call_of(point, name, 0) for name in names}
    nec = {name: call.nec for name, call in calls.items() if call.call == "some"}
    if not nec:
        return []
    cheapest = best.model or min(nec, key=nec.__getitem__)
    error = fits.of([cheapest]).at(point.pcf)[2]
    near = [name for name, x in nec.items() if name != cheapest and x <= nec[cheapest] + error]
    choice = float(fits.of(names).cost([point.pcf])[0])
    if not near and abs(choice - float(trivial_cost(point.pcf))) > error:
        return []
    return [cheapest, *near]


def _costs_of_divisions(
    analysis: Analysis, names: Sequence[str], point: OperatingPoint
) -> tuple[dict[str, Floats], Floats]:
    """nec (r,) of each model in each division, and of the choice among them."""
    fits = analysis.crossfits
    assert fits is not None
    divisions = zip(*(fits.of([name]).folds for name in names), strict=True)
    every = np.stack([costs_of_division(tallies, point.pcf) for tallies in divisions], axis=1)
    return dict(zip(names, every)), every[-1]


def _may_be_zero(difference: Floats) -> bool:
    """Whether the mean of differences (r,) may be 0, as far as r divisions tell.

    A difference that is the same in all divisions does not depend on them.
    """
    error = difference.std(ddof=1) / np.sqrt(difference.size)
    return bool(error > 0 and abs(difference.mean()) <= ERRORS * error)
