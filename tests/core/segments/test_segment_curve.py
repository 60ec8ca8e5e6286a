"""The curve of one model on the rows of a segment."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.segment_column import SegmentColumn
from costdash.core.sample.split import Split
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.core.segments.segment_curve import segment_curve

BY = SegmentRequest("region")


def table(seed, weighted=False, dear=False, split=False):
    """Rows with ties; the segment "few" has one class only."""
    rng = np.random.default_rng(seed)
    n = 400
    is_positive = rng.random(n) < 0.2
    codes = np.where(is_positive, rng.choice(2, n, p=[0.7, 0.3]), rng.integers(0, 3, n))
    return Predictions(
        is_positive=is_positive,
        scores={"m": np.round(rng.normal(size=n) + is_positive, 1)},
        weight=rng.uniform(0.5, 2, n) if weighted else None,
        costs=RowCosts(rng.exponential(size=n), rng.exponential(size=n) + 0.1) if dear else None,
        split=Split(rng.random(n) < 0.5) if split else None,
        segments={"region": SegmentColumn(codes, ("north", "south", "few"))},
    )


def slow_rates(positive, score, mass, threshold):
    """Row by row."""
    found, alarms, every = 0.0, 0.0, [0.0, 0.0]
    for is_positive, x, m in zip(positive, score, mass):
        every[int(is_positive)] += m
        if x >= threshold:
            found += m * is_positive
            alarms += m * (not is_positive)
    return alarms / every[0], found / every[1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", [{}, {"weighted": True}, {"dear": True}, {"split": True}])
def test_each_threshold_has_the_rates_of_the_rows_of_the_segment(kind, seed):
    rows = table(seed, **kind)
    curve = segment_curve(rows, "m", BY, "south")
    part = rows.evaluation_part
    here = part.segments["region"].codes == 1
    positive, score = part.is_positive[here], part.scores["m"][here]
    weight = np.ones(part.rows) if part.weight is None else part.weight
    mass = weight if part.costs is None else weight * part.costs.of_mistakes(part.is_positive)
    for k, threshold in enumerate(curve.drawn.threshold.tolist()):
        fpr, tpr = slow_rates(positive, score, mass[here], threshold)
        assert (curve.drawn.fpr[k], curve.drawn.tpr[k]) == pytest.approx((fpr, tpr))
        if curve.cases is not None:
            fpr, tpr = slow_rates(positive, score, weight[here], threshold)
            assert (curve.cases.fpr[k], curve.cases.tpr[k]) == pytest.approx((fpr, tpr))
    assert (curve.cases is not None) == (part.costs is not None)
    assert curve.rows == here.sum()
    assert curve.positives == pytest.approx(weight[here] @ positive / weight[here].sum())


@pytest.mark.parametrize("prior", [1e-4, 0.1, 0.2, 0.9])
def test_its_own_prior_is_that_of_the_rows_weighted_to_everybodys(prior):
    rows = table(5, weighted=True)
    curve = segment_curve(rows, "m", BY, "north")
    point = OperatingPoint(prior, 7.0, 2.0)
    positive, weight = rows.is_positive, rows.weight
    share = weight[positive].sum() / weight.sum()
    weight = weight * np.where(positive, prior / share, (1 - prior) / (1 - share))
    here = rows.segments["region"].codes == 0
    there = curve.point(point)
    assert there.prior == pytest.approx(weight[here & positive].sum() / weight[here].sum())
    assert (there.cost_fn, there.cost_fp) == (7.0, 2.0)


def test_without_both_classes_there_is_no_curve_and_no_point():
    curve = segment_curve(table(1), "m", BY, "few")
    assert curve.rows > 0
    assert (curve.positives, curve.odds_ratio) == (0, 0)
    assert curve.drawn is None
    assert curve.hull is None
    assert curve.point(OperatingPoint(0.2, 1.0, 1.0)) is None


def test_rows_that_cost_nothing_leave_no_curve():
    rows = table(2)
    codes, costs = rows.segments["region"].codes, np.ones(rows.rows)
    costs[codes == 0] = 0
    curve = segment_curve(replace(rows, costs=RowCosts(costs, costs)), "m", BY, "north")
    assert curve.drawn is None
    assert 0 < curve.positives < 1


def test_what_is_not_there_has_no_curve():
    rows = table(1)
    assert segment_curve(rows, "m", BY, "east") is None
    with pytest.raises(ValueError, match="need that column"):
        segment_curve(rows, "m", SegmentRequest("gone"), "north")
    with pytest.raises(ValueError, match="other has no scores of single rows"):
        segment_curve(rows, "other", BY, "north")
