"""Limits on flags where positives are rare, as in screening: the cheapest rule that keeps them.

The scores have the shape of those of a screening study: 11,183 cases, 260 of them positive, three
models of which two give nearly all negatives a score of almost 0. Used up, a limit of 20 % would
cost more than no limit, and one of 50 % would take another model.
"""

import numpy as np
import pytest

from costdash import Predictions, summarise

pytestmark = pytest.mark.usefixtures("shared_results")
CASES, POSITIVES = 11_183, 260
PRIOR, MISS, ALARM = 0.02, 500.0, 20.0
CAPS = (0.5, 0.2, 0.075, 0.03)


def screening():
    """Scores that rank well, but have most of their mass at both ends."""
    rng = np.random.default_rng(20)
    is_positive = np.arange(CASES) < POSITIVES
    latent = rng.normal(size=CASES) + 2.2 * is_positive
    logistic = 1 / (1 + np.exp(5.5 - 2 * latent))
    crowded = 1 / (1 + np.exp(25 - 9 * (latent + rng.normal(size=CASES))))
    tree = np.round(1 / (1 + np.exp(4 - 2 * (latent + rng.normal(size=CASES)))), 2)
    return Predictions(
        is_positive=is_positive,
        scores={"nb": crowded, "j48": tree, "logistic": logistic},
        fold=rng.permutation(CASES) % 10,
    )


@pytest.fixture(scope="module")
def rows():
    return screening()


@pytest.fixture(scope="module")
def at_caps(rows):
    """Summaries without a limit (None), and for each limit."""
    options = {"prior": PRIOR, "cost_fn": MISS, "cost_fp": ALARM, "n_replicates": 100}
    free = summarise(rows, **options)
    limited = {
        cap: summarise(rows, criterion="max-flagged", max_flagged=cap, **options) for cap in CAPS
    }
    return {None: free} | limited


def every_rule(rows, name):
    """Threshold, share flagged at the prior and cost of every rule of a model, row by row."""
    score, is_positive = rows.scores[name], rows.is_positive
    thresholds = np.unique(score)
    thresholds = np.append(thresholds, np.inf)
    found = np.array([(score[is_positive] >= t).mean() for t in thresholds])
    alarms = np.array([(score[~is_positive] >= t).mean() for t in thresholds])
    flagged = PRIOR * found + (1 - PRIOR) * alarms
    return thresholds, flagged, PRIOR * MISS * (1 - found) + (1 - PRIOR) * ALARM * alarms


def printed(summary):
    return summary.report.summary.recommended


@pytest.mark.parametrize("cap", CAPS)
def test_the_rule_is_the_cheapest_of_all_that_keep_the_limit(cap, rows, at_caps):
    call = printed(at_caps[cap])
    thresholds, flagged, cost = every_rule(rows, call.model)
    kept = flagged <= cap + 1e-12
    assert call.rows_cost == pytest.approx(cost[kept].min())
    assert PRIOR * call.tpr + (1 - PRIOR) * call.fpr <= cap + 1e-12
    at = thresholds[kept][cost[kept].argmin()]
    score = rows.scores[call.model]
    assert ((score >= float(call.text)) == (score >= at)).all()


@pytest.mark.parametrize("cap", [0.5, 0.2])
def test_a_limit_that_the_cheapest_rule_keeps_changes_no_number(cap, at_caps):
    free, limited = printed(at_caps[None]), printed(at_caps[cap])
    assert PRIOR * free.tpr + (1 - PRIOR) * free.fpr < 0.2
    for name in ("model", "text", "expected_cost", "rows_cost", "interval", "allowance"):
        assert getattr(limited, name) == getattr(free, name)
    text = at_caps[cap].text()
    assert "costs nothing" in text
    assert "lot" not in text


def test_limits_do_not_seem_to_save_money_because_all_costs_have_one_basis(at_caps):
    free = printed(at_caps[None])
    for cap in (0.075, 0.03):
        call = printed(at_caps[cap])
        assert call.rows_cost >= free.rows_cost
        assert call.expected_cost >= 0.99 * free.expected_cost  # folds differ by chance
        text = at_caps[cap].text()
        costs_nothing = "On other rows the limit is expected to cost nothing" in text
        assert costs_nothing == (call.expected_cost <= free.expected_cost)
        assert ("The limit costs" in text) != costs_nothing
        assert call.allowance is not None
        allowances = call.allowance.tuning + call.allowance.choosing
        assert call.expected_cost == pytest.approx(call.rows_cost + allowances)
        assert at_caps[cap].fields()["method"]["thresholds"] == "cross-fitted"


def test_two_thresholds_by_lot_are_named_only_where_they_cost_less(at_caps):
    for cap in CAPS:
        report = at_caps[cap].report
        choice = report.scene.choice
        if choice is not None and choice.tie is not None:
            point = report.point
            mixed = point.expected_cost(*choice.other_rows.tuned)
            assert mixed < point.expected_cost(*choice.single_other_rows.tuned)
        assert "does better" not in at_caps[cap].text()
