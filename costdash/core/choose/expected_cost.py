"""Expected cost of a model under distributions of prior and costs, and ranking of models by it.

Between two ties one rule is best, so its expected cost is linear in its two rates. The weights of
these rates are computed once and serve the sample and all its replicates.
"""

from dataclasses import dataclass

import numpy as np

from costdash.core.conditions.distributions import Distribution, bins
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats

NODES = 4096  # of the integral over the prior and the cost of a false alarm together
AT_A_TIME = 256  # ties, so that the integral needs little memory


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights (h,) of the rates of a hull's vertices in the expected cost.

    Expected cost is fpr @ alarm + (1 - tpr) @ missed.
    """

    alarm: Floats
    missed: Floats

    def cost(self, fpr: Floats, tpr: Floats) -> Floats:
        """Expected cost (...) at rates (..., h), of a hull or of its replicates."""
        return fpr @ self.alarm + (1 - tpr) @ self.missed

    def difference(self, fpr: Floats, tpr: Floats) -> Floats:
        """Difference of expected costs (...), from differences of rates (..., h)."""
        return fpr @ self.alarm - tpr @ self.missed


@dataclass(frozen=True, slots=True)
class Ranked:
    """A model's expected cost, and how far it is below the next model's; None for the last."""

    name: str
    cost: float
    advantage: float | None


def normalized_weights(tie: Floats, pcf: Distribution) -> Weights:
    """Weights of expected nec if PC(+) has the distribution `pcf`, for ties (h - 1,) of a hull.

    Exact. Uniform(0, 1) gives the area under the cost curve. Drummond & Holte (2000), equation
    11. Raises ValueError if the distribution leaves [0, 1].
    """
    low, high = pcf.span
    if not 0 <= low <= high <= 1:
        raise ValueError(f"PC(+) must lie in [0, 1], got {low} to {high}")
    mass, moment = _range_moments(np.concatenate(([0.0], tie, [1.0])), pcf)
    return Weights(mass - moment, moment)


def money_weights(
    tie: Floats, prior: Distribution, cost_fn: Distribution, cost_fp: Distribution
) -> Weights:
    """Weights of expected cost per case in currency, for independent prior and costs.

    Exact along cost_fn, in which the cost is piecewise linear; the other two are split into a
    fixed number of narrow bins. Raises ValueError unless 0 < prior < 1 and costs are positive.
    """
    _check(prior, cost_fn, cost_fp)
    spread = sum(low < high for low, high in (prior.span, cost_fp.span))
    n = NODES if spread < 2 else int(NODES**0.5)
    (p, p_share), (alarm, alarm_share) = bins(prior, n), bins(cost_fp, n)
    p, alarm = p[:, None], alarm[None, :]
    with np.errstate(divide="ignore"):
        odds = tie / (1 - tie)  # the cost ratio cost_fn / cost_fp of a tie at prior 1/2
    price, weight = (1 - p) / p * alarm, p_share[:, None] * alarm_share[None, :]
    below = [(np.zeros(1), np.zeros(1))]
    for some in np.split(np.append(odds, np.inf), np.arange(AT_A_TIME, tie.size + 1, AT_A_TIME)):
        ends = price[..., None] * some
        mass = np.einsum("pa,pat->t", weight * (1 - p) * alarm, cost_fn.mass(ends))
        below.append((mass, np.einsum("pa,pat->t", weight * p, cost_fn.moment(ends))))
    mass, moment = (np.concatenate(part) for part in zip(*below))
    return Weights(np.diff(mass), np.diff(moment))


def expected_cost(hull: Hull, weights: Weights) -> float:
    """Expected cost of the hull's model with the best threshold at every operating point."""
    return float(weights.cost(hull.fpr, hull.tpr))


def ranked(costs: dict[str, float]) -> list[Ranked]:
    """Models by rising expected cost; equal costs keep the order given."""
    order = sorted(costs, key=costs.__getitem__)
    after = [costs[name] for name in order[1:]]
    advantages = [*(b - costs[name] for name, b in zip(order, after)), None]
    return [Ranked(name, costs[name], more) for name, more in zip(order, advantages)]


def _range_moments(ends: Floats, distribution: Distribution) -> tuple[Floats, Floats]:
    """Mass and moment of each range, (..., h); an atom on an end belongs to the lower one."""
    mass, moment = distribution.mass(ends), distribution.moment(ends)
    mass[..., 0] = moment[..., 0] = 0
    return np.diff(mass), np.diff(moment)


def _check(prior: Distribution, cost_fn: Distribution, cost_fp: Distribution) -> None:
    low, high = prior.span
    if not (0 < prior.mean < 1 and 0 <= low <= high <= 1):
        raise ValueError(f"prior must lie in (0, 1), got {low} to {high}")
    for name, cost in (("cost_fn", cost_fn), ("cost_fp", cost_fp)):
        if not cost.span[0] >= 0 or not cost.mean > 0:
            raise ValueError(f"{name} must be positive, got {cost.span[0]} to {cost.span[1]}")
