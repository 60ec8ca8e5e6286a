"""During a drag the script makes the same choice by a criterion as core."""

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.criteria import ErrorRate, FewestFalseAlarms, Product, Workforce
from costdash.figures import View
from tests.support import live_page
from tests.support.scored import binormal

PRIORS = (1e-3, 0.02, 0.06, 0.3, 0.5, 0.9)


@pytest.fixture(scope="module")
def models():
    rng = np.random.default_rng(5)
    score = {n: binormal(rng, 60, 240, s).score for n, s in (("a", 0.8), ("b", 1.4))}
    score |= {"coarse": np.round(score["b"]), "flat": score["a"] * 0}
    return analyse(Predictions(is_positive=np.arange(300) < 60, scores=score), n_replicates=100)


def asked(models):
    for prior in PRIORS:
        point = OperatingPoint(prior, 7, 2)
        yield point, "error", ErrorRate(point)
        for share in (0, 1e-4, 0.06, 0.2, 0.5, 0.97, 1):
            yield point, "capacity", Workforce(share, prior)
        counts = models.models["b"].counts  # a limit that a threshold meets exactly
        called = prior * counts.tpr[20] + (1 - prior) * counts.fpr[20]
        yield point, "capacity", Workforce(float(called), prior)


@pytest.mark.parametrize("names", [("a", "b", "coarse"), ("coarse",), ("flat",)])
def test_choices_equal_those_of_core(panels, models, names):
    table = list(asked(models))
    found_all = panels.execute_script(
        """
        const [live, asked] = arguments;
        return asked.map(([point, choice]) => {
          const { fpr, tpr } = page.chooseByCriterion(live.hull, point, choice);
          return { fpr, tpr };
        });
        """,
        live_page.live_json(models, View(names)),
        [
            (live_page.point_json(point), {"kind": kind, "limit": getattr(c, "capacity", None)})
            for point, kind, c in table
        ],
    )
    for (_, _, criterion), found in zip(table, found_all, strict=True):
        choice = choice_by(criterion, models, names)
        assert (found["fpr"], found["tpr"]) == pytest.approx((choice.fpr, choice.tpr), abs=1e-12)


@pytest.mark.parametrize("criterion", [Product(), FewestFalseAlarms(0.8)])
def test_a_criterion_independent_of_the_conditions_keeps_its_choice(panels, models, criterion):
    choice = choice_by(criterion, models, ("a", "b"))
    rates = {"kind": "", "limit": None, "fpr": choice.fpr, "tpr": choice.tpr}
    found = panels.execute_script(
        "return page.chooseByCriterion(...arguments);",
        live_page.live_json(models, View(("a", "b")))["hull"],
        live_page.point_json(OperatingPoint(0.2)),
        rates,
    )
    assert found == {"fpr": choice.fpr, "tpr": choice.tpr}
