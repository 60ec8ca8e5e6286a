"""Models ranked by expected cost: the ranking, its sentence, its assumptions in words."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.conditions.distributions import Beta, PointMass, Triangular, Uniform
from costdash.core.conditions.intervals import Imprecise
from costdash.core.folds.crossfit import crossfit_models
from costdash.report.derived import DerivedResults
from costdash.report.tables.ranking import (
    FOLLOWS,
    RankedModel,
    Ranking,
    distribution_words,
    money_weighting,
    normalized_weighting,
    rank_models,
    rank_over_ranges,
    ranking_sentence,
    ranking_table,
)
from tests.report.samples import TWO

SHIFTS = {"poor": 0.8, "good": 1.8}
NEC = Ranking((RankedModel("A", 0.08, 0.01), RankedModel("C", 0.09, None)))


@pytest.mark.parametrize(
    ("ranking", "sentence"),
    [
        (
            NEC,
            f"{FOLLOWS}, A has a normalized cost of 0.08, 0.01 less than C.",
        ),
        (
            Ranking((RankedModel("A", 0.08, None),)),
            f"{FOLLOWS}, A has a normalized cost of 0.08.",
        ),
        (Ranking(()), "No model is switched on."),
        (
            Ranking(
                (RankedModel("A", 1.36, 0.64, (0.5, 0.8)), RankedModel("C", 2, None)), 0.9, 1000
            ),
            f"{FOLLOWS}, A costs $1,360 per 1,000 cases, $640 less than C (90 % band $500 to "
            "$800).",
        ),
        (
            Ranking((RankedModel("A", 1.36, 0.64, (-0.5, 0.8)), RankedModel("C", 2, None)), 0.9, 1),
            f"{FOLLOWS}, A costs $1.36 per case, $0.64 less than C (90 % band \u2212$0.50 to "
            "$0.80). That may be chance.",
        ),
        (
            Ranking(
                (RankedModel("A", 1, 0), RankedModel("B", 1, 0), RankedModel("C", 1, None)), None, 1
            ),
            f"{FOLLOWS}, A costs $1 per case, just as B and C.",
        ),
    ],
    ids=range(6),
)
def test_sentence_names_the_cheapest_model_and_its_advantage(ranking, sentence):
    assert ranking_sentence(ranking) == sentence


def test_models_are_ranked_by_expected_nec_or_expected_cost():
    area = rank_models(TWO, normalized_weighting(Uniform(0, 1)))
    assert {s.model: s.cost for s in area.models} == {
        name: pytest.approx(model.hull.area) for name, model in TWO.models.items()
    }
    point = OperatingPoint(0.1, 40, 2)
    money = rank_models(
        TWO, money_weighting(*map(PointMass, (0.1, 40, 2))), intervals=lambda a, b: (0, 1)
    )
    for one in money.models:
        call = TWO.call_of(point, one.model)
        assert one.cost == pytest.approx(call.expected_cost)
    assert [s.advantage_interval for s in money.models] == [(0, 1), None]


@pytest.mark.parametrize(
    ("over", "words"),
    [
        (PointMass(0.2), "0.2 for certain"),
        (Uniform(200, 1000), "anything from 200 to 1,000, all equally likely"),
        (Triangular(0.1, 0.3, 0.9), "0.1 to 0.9, most likely 0.3"),
        (Beta(2, 8), "about 0.2, as Beta(2, 8)"),
    ],
    ids=["point", "uniform", "triangular", "beta"],
)
def test_distributions_in_words(over, words):
    assert distribution_words(over) == words


def test_cross_fitted_models_are_ranked_by_their_cross_fitted_cost():
    rng = np.random.default_rng(0)
    is_positive = np.arange(300) % 4 == 0
    scores = {name: rng.normal(size=300) + shift * is_positive for name, shift in SHIFTS.items()}
    rows = Predictions(is_positive=is_positive, scores=scores)
    derived = DerivedResults.in_memory(rows, analyse(rows, n_replicates=100))
    fits = crossfit_models(rows, n_replicates=20)
    ranges = Imprecise((0.1, 0.3))
    found = rank_over_ranges(derived, ranges, None, tuple(scores), 0.9, fits)
    pcf = np.linspace(0.1, 0.3, 20_001)
    for one in found.models:
        assert one.cost == pytest.approx(fits.models[one.model].cost(pcf).mean(), abs=1e-4)
    assert [one.model for one in found.models] == ["good", "poor"]
    low, high = found.models[0].advantage_interval
    assert low < found.models[0].advantage < high
    assert "cross-fitted; the total" in ranking_table(found).note
    on_all_rows = rank_over_ranges(derived, ranges, None, tuple(scores), 0.9)
    assert on_all_rows.models[0].cost < found.models[0].cost
    assert "in this sample; the total" in ranking_table(on_all_rows).note
