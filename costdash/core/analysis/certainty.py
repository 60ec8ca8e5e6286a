"""Where along PC(+) the recommended option is the cheapest beyond chance."""

from collections.abc import Callable, Sequence

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.envelopes import ModelRange, best_where
from costdash.core.curves.piecewise_linear import ranges_of_equal_sign
from costdash.core.types import Floats, Interval

# Of nec(a) - nec(b) for two named models: pcf x (m,), rising, and the upper limits (m,) there.
UpperLimits = Callable[[str, str], tuple[Floats, Floats]]


def beyond_chance(
    analysis: Analysis, names: Sequence[str], level: float, upper: UpperLimits
) -> tuple[Interval, ...]:
    """The ranges of PC(+) where the recommended option costs significantly less than all others.

    Each difference is judged at each PC(+) by itself. The other options are the named models and
    the better trivial classifier. Without a band nothing is beyond chance. Ranges do not overlap
    and rise; each lies within one range of `best_where`.

    Parameters
    ----------
    analysis : Analysis
        With any evaluation: cross-fitted, hold-out or the same rows.
    names : sequence of str
        The models among which the choice is made, at least one.
    level : float
        Two-sided confidence level of all limits.
    upper : callable
        The upper limits of the difference of two models, by the evaluation of the analysis; nan
        where there is none.
    """
    costs = {name: _limits(analysis, name, level) for name in names}
    certain: list[Interval] = []
    for optimal in best_where(analysis.recommended_rules(names)):
        ranges = [(optimal.low, optimal.high)]
        for x, high in _against_alternatives(optimal, costs, upper):
            cheaper = [part for part in ranges_of_equal_sign(x, high) if part.better == "a"]
            ranges = [
                (max(low, part.low), min(end, part.high))
                for low, end in ranges
                for part in cheaper
                if max(low, part.low) < min(end, part.high)
            ]
        certain += ranges
    return tuple(certain)


def _against_alternatives(
    optimal: ModelRange, costs: dict[str, tuple[Floats, Floats, Floats]], upper: UpperLimits
) -> list[tuple[Floats, Floats]]:
    """PC(+), and upper limits of the cost of the best option minus that of each alternative."""
    if not optimal.owners:
        pairs = [(x, trivial_cost(x) - low) for x, low, _ in costs.values()]
    else:
        owner = optimal.owners[0]
        x, _, high = costs[owner]
        other_models = [name for name in costs if name not in optimal.owners]
        pairs = [(x, high - trivial_cost(x)), *(upper(owner, name) for name in other_models)]
    return [(x, np.nan_to_num(high, nan=np.inf)) for x, high in pairs]


def _limits(analysis: Analysis, name: str, level: float) -> tuple[Floats, Floats, Floats]:
    """PC(+) and limits of a model's nec."""
    fits, model = analysis.crossfits, analysis.models[name]
    if fits is not None:
        band = fits.of([name]).band(level)
    elif model.bands:
        band = model.bands.cost(level)
    else:
        ends = np.array([0.0, 1.0])
        return ends, np.zeros(2), np.ones(2)
    return band.x, band.low, band.high
