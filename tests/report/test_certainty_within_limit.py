"""How sure the choice is under a limit that costs nothing: only what is true within it."""

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.criteria import LeastRecall, MostFlagged
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import View, make_scene
from costdash.report.derived import DerivedResults
from costdash.report.summary import certainty, cheapest_of

N = 120
POSITIVE = [k % 3 == 0 for k in range(N)]
# Of 40 positives and 80 negatives, each model errs in about as much cost, one flags far more.
FEW = [k % 3 == 0 and k % 4 != 0 for k in range(N)]
MANY = [k % 3 == 0 or k % 6 == 1 for k in range(N)]
PREDICTIONS = Predictions(
    is_positive=POSITIVE, scores={"few": list(map(int, FEW)), "many": list(map(int, MANY))}
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=200)
DERIVED = DerivedResults.in_memory(PREDICTIONS, ANALYSIS)
POINT = OperatingPoint(1 / 3, 2.1, 1)


def said(criterion, **view):
    shown = View(models=("few", "many"), criterion=criterion, level=0.95, **view)
    scene = make_scene(ANALYSIS, POINT, shown)
    return scene, certainty(DERIVED, scene).sentence


def test_another_model_may_be_as_cheap_where_its_rule_keeps_the_limit():
    scene, without = said(None)
    recommended, other = scene.decision.best, cheapest_of(DERIVED, scene).as_cheap
    assert (recommended.model, other) == ("many", ("few",))
    assert without == "few may be as cheap"
    scene, free = said(MostFlagged(POINT, 0.9))
    assert scene.choice is None
    assert free == without


def test_nothing_is_said_of_a_model_whose_rule_breaks_the_limit():
    scene, within = said(LeastRecall(POINT, 0.9))  # few finds 3/4 of the positives
    assert scene.choice is None
    assert within == ""


def test_nothing_is_said_within_a_limit_that_changes_the_rule():
    scene, within = said(MostFlagged(POINT, 0.1))
    assert scene.choice is not None
    assert within == ""


def test_nothing_is_said_within_ranges_where_the_limit_may_cost_something():
    ranges = Imprecise((0.2, 0.5), (2, 3), (1, 1))
    assert said(MostFlagged(POINT, 0.9), ranges=ranges)[1] == ""
    assert said(None, ranges=ranges)[1] != ""
