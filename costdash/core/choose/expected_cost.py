"""Expected cost where prior and costs are not known for certain.

Between two ties one rule is used, so what it costs in expectation is linear in its two rates. The
weights of these rates, computed once, serve the sample and all its replicates.
"""

from dataclasses import dataclass

import numpy as np

from costdash.core.conditions.distributions import Distribution, bins
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats

NODES = 4096  # of the prior and the cost of a false alarm together


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Expected cost is fpr @ alarm + (1 - tpr) @ missed; both (h,), one rule after the other."""

    alarm: Floats
    missed: Floats

    def cost(self, fpr: Floats, tpr: Floats) -> Floats:
        """Expected cost, (...), of rates (..., h): a hull's own, or those of replicates."""
        return fpr @ self.alarm + (1 - tpr) @ self.missed

    def difference(self, fpr: Floats, tpr: Floats) -> Floats:
        """The same of differences of rates (..., h)."""
        return fpr @ self.alarm - tpr @ self.missed


@dataclass(frozen=True, slots=True)
class Ranked:
    """A model's expected cost, and by how much less than the next model's; None for the last."""

    name: str
    cost: float
    advantage: float | None


def normalized_weights(tie: Floats, pcf: Distribution) -> Weights:
    """Of expected nec while PC(+) is distributed as `pcf`, within [0, 1]; tie (h - 1,) of a hull.

    Drummond & Holte (2000), equation 11; exact. Uniform(0, 1) gives the area under the cost curve.
    """
    low, high = pcf.span
    if not 0 <= low <= high <= 1:
        raise ValueError(f"PC(+) must lie in [0, 1], got {low} to {high}")
    share, part = _pieces(np.concatenate(([0.0], tie, [1.0])), pcf)
    return Weights(share - part, part)


def money_weights(
    tie: Floats, prior: Distribution, cost_fn: Distribution, cost_fp: Distribution
) -> Weights:
    """Of expected cost per case in currency; prior and costs are independent of each other.

    Exact along cost_fn, where cost is piecewise linear; along the other two by narrow pieces,
    whose number is fixed. Raises ValueError unless 0 < prior < 1 and costs are positive.
    """
    _check(prior, cost_fn, cost_fp)
    spread = sum(low < high for low, high in (prior.span, cost_fp.span))
    n = NODES if spread < 2 else int(NODES**0.5)
    (p, p_share), (alarm, alarm_share) = bins(prior, n), bins(cost_fp, n)
    p, alarm = p[:, None], alarm[None, :]
    with np.errstate(divide="ignore"):
        odds = tie / (1 - tie)  # of a tie, as cost_fn / cost_fp at even priors
    ends = ((1 - p) / p * alarm)[..., None] * odds
    edge = np.zeros((*ends.shape[:2], 1))
    share, part = _pieces(np.concatenate((edge, ends, edge + np.inf), axis=-1), cost_fn)
    weight = p_share[:, None] * alarm_share[None, :]
    return Weights(
        np.einsum("pa,pav->v", weight * (1 - p) * alarm, share),
        np.einsum("pa,pav->v", weight * p, part),
    )


def expected_cost(hull: Hull, weights: Weights) -> float:
    """Of the model whose hull it is, at its best threshold wherever that is known."""
    return float(weights.cost(hull.fpr, hull.tpr))


def ranked(costs: dict[str, float]) -> list[Ranked]:
    """Cheapest first; equal ones in the order given."""
    order = sorted(costs, key=costs.__getitem__)
    after = [costs[name] for name in order[1:]]
    advantages = [*(b - costs[name] for name, b in zip(order, after)), None]
    return [Ranked(name, costs[name], more) for name, more in zip(order, advantages)]


def _pieces(ends: Floats, distribution: Distribution) -> tuple[Floats, Floats]:
    """Mass and moment between neighbouring ends, (..., h); an atom on an end belongs below it."""
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
