"""Where the recommended option is the cheapest beyond chance, against a search along PC(+)."""

import numpy as np
import pytest

from costdash.core import Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.certainty import beyond_chance
from costdash.core.compare.comparison import compare_all
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.envelopes import best_where
from costdash.core.folds.crossfit import crossfit_models
from costdash.report.derived import DerivedResults


def sample(seed, n=240):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(n) % 3 == 0
    scores = {
        name: np.round(rng.normal(size=n) + gain * is_positive, 1)
        for name, gain in (("a", 0.4), ("b", 1.0), ("c", 2.5))
    }
    weight = rng.choice([0.5, 1, 3], n) if seed % 2 else None
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


def slow(pcf, analysis, pairs, level):
    """Whether the option that is best at pcf costs less than each other one beyond chance."""
    [one] = [s for s in best_where(analysis.recommended_rules()) if s.low < pcf < s.high]
    band = {}
    for name, model in analysis.models.items():
        fit = analysis.crossfits and analysis.crossfits.of([name])
        found = fit.band(level) if fit else model.bands.cost(level)
        band[name] = np.interp(pcf, found.x, found.low), np.interp(pcf, found.x, found.high)
    trivial = trivial_cost(pcf)
    if not one.owners:
        return all(trivial < low for low, _ in band.values())
    owner = one.owners[0]
    highs = [(p if p.a == owner else p.swapped()).at(pcf)[2] for p in pairs if owner in (p.a, p.b)]
    return band[owner][1] < trivial and all(high < 0 for high in highs)


@pytest.mark.parametrize("cross_fitted", [False, True])
@pytest.mark.parametrize("seed", [0, 1])
def test_ranges_are_where_the_best_option_costs_less_than_every_other(seed, cross_fitted):
    rows = sample(seed)
    analysis = analyse(rows, n_replicates=100)
    fits = crossfit_models(rows, n_replicates=20) if cross_fitted else None
    sure = DerivedResults.in_memory(rows, analysis).beyond_chance([*"abc"], 0.9, fits)
    crossed = analysis.with_crossfits(fits)
    pairs = list(compare_all(rows, crossed, level=0.9))
    assert sure
    assert all(low < high for low, high in sure)
    assert all(one[1] <= two[0] for one, two in zip(sure, sure[1:]))
    pcfs = np.random.default_rng(seed).random(300)
    found = [any(low < pcf < high for low, high in sure) for pcf in pcfs]
    assert found == [slow(pcf, crossed, pairs, 0.9) for pcf in pcfs]
    assert 0 < sum(found) < len(found)


def test_without_bands_nothing_is_beyond_chance():
    rows = Predictions(is_positive=[0, 0, 1, 1], scores={"a": [0, 1, 2, 3], "b": [0, 2, 1, 3]})
    analysis = analyse(rows)
    assert not any(model.bands for model in analysis.models.values())
    x = np.array([0.0, 1.0])
    assert beyond_chance(analysis, ["a", "b"], 0.9, lambda *_: (x, np.full(2, np.nan))) == ()
