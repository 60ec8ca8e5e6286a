"""Which rows to label next: the least variance for so many labels, and the interval then."""

import numpy as np
import pandas as pd
import pytest

from costdash import analyse
from costdash.core import OperatingPoint
from costdash.core.analysis.audit_plan import allocated, audit_plan
from costdash.intake.api import read_with_messages
from tests.support.audited import audited

ROLES = {"label": "label", "positive": 1, "scores": ["old", "new"], "verified_within": "group"}


def one_by_one(spread, labelled, free, labels):
    """Each label goes where it lowers the variance most."""
    more = np.zeros(len(spread), dtype=int)
    for _ in range(min(labels, int(free.sum()))):
        size = np.maximum(labelled + more, 1e-9)
        gain = np.where(more < free, spread**2 / size - spread**2 / (size + 1), -1)
        more[gain.argmax()] += 1
    return more


@pytest.mark.parametrize("seed", range(20))
def test_labels_go_where_they_lower_the_variance_most(seed):
    rng = np.random.default_rng(seed)
    strata = int(rng.integers(1, 7))
    spread = rng.exponential(size=strata) * rng.choice([0, 1, 100], strata, p=[0.1, 0.6, 0.3])
    labelled = rng.integers(1, 60, strata)
    free = rng.integers(0, 300, strata)
    labels = int(rng.integers(0, 400))
    more, best = (how(spread, labelled, free, labels) for how in (allocated, one_by_one))
    assert more.sum() == best.sum() == min(labels, free.sum())
    assert (more >= 0).all()
    assert (more <= free).all()
    variance = [(spread**2 / (labelled + each)).sum() for each in (more, best)]
    assert variance[0] <= variance[1] * (1 + 1e-9) + 1e-12


@pytest.fixture(scope="module")
def seen():
    return audited(np.random.default_rng(2), rows=8000, share=0.04)


def plan_of(table, labels, roles=ROLES):
    rows = read_with_messages(table, **roles)[0]
    analysis = analyse(rows, n_replicates=100)
    point = OperatingPoint(analysis.file_prevalence, 20, 1)
    return audit_plan(rows, analysis, analysis.decide(point).best, point, labels)


def test_without_new_labels_the_interval_stays_and_with_more_it_narrows(seen):
    _, table, looked_at = seen
    plans = [plan_of(table, labels) for labels in (0, 100, 1000, 10**6)]
    assert plans[0].then == pytest.approx(plans[0].now, rel=1e-12)
    widths = [high - low for low, high in (plan.then for plan in plans)]
    assert widths == sorted(widths, reverse=True)
    assert plans[3].labels == (~looked_at).sum()
    unlabelled = {each.name: each.unlabelled for each in plans[0].strata}
    assert unlabelled == {"flagged": 0, "other": (~looked_at).sum()}


def test_the_interval_after_the_planned_labels_is_about_as_wide_as_planned():
    """On average over samples: a sample that shows few mistakes promises too much."""
    ratios, shares = [], []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        every, table, looked_at = audited(rng, rows=6000, share=0.05)
        plan = plan_of(table, 500)
        for part in plan.strata:
            blank = np.flatnonzero((every["group"] == part.name).to_numpy() & ~looked_at)
            looked_at[rng.choice(blank, part.labels, replace=False)] = True
        again = every.assign(label=every["label"].astype("Int64").where(looked_at))
        now, then, truth = (
            high - low for low, high in (plan.now, plan.then, plan_of(again, 0).now)
        )
        ratios.append(truth / then)
        shares.append(then / now)
    assert 0.8 < np.mean(ratios) < 1.25
    assert np.mean(shares) < 0.85


def test_groups_that_nobody_looked_at_come_first(seen):
    every, table, _ = seen
    blind = table.copy()
    blind.loc[every["group"] == "flagged", "label"] = pd.NA
    plan = plan_of(blind, 30)
    assert plan.blind
    assert {each.name: each.labels for each in plan.strata} == {"flagged": 30, "other": 0}
    assert (plan.now, plan.then) == (None, None)


def test_rows_without_strata_have_no_plan(seen):
    _, table, _ = seen
    roles = {**ROLES, "verified_within": None, "blanks": "leave-out"}
    assert plan_of(table, 100, roles) is None
