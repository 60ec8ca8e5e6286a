"""The sample data sets are read without questions and are worth looking at."""

import numpy as np
import pandas as pd
import pytest

from costdash.core.curves.hull import convex_hull
from costdash.core.curves.roc import auc
from costdash.core.sample.counts import count
from costdash.intake import read_with_messages
from costdash.intake.samples import SAMPLES, load_sample

PCF = np.linspace(0.02, 0.98, 97)


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_is_read_without_a_question(key):
    sample = SAMPLES[key]
    predictions, details = load_sample(key)
    roles = sample.roles.as_json()
    costs = {k: v for k, v in roles.items() if k.startswith("cost_")}
    given = costs | {k: roles[k] for k in ("verified_by", "gold") if k in roles}
    given |= {"label": roles["label"]} if "gold" in given else {}
    _, guessed, messages = read_with_messages(sample.path, **given)
    # on the means, on one dear case, and on few of them; on rows that stand for their group
    assert len(messages) == 3 * bool(costs) + 2 * ("verified_by" in given)
    assert guessed["roles"] == sample.roles.as_json() == details["roles"]
    assert len(predictions.scores) == 3
    assert (details["rows_read"], sample.question[-1]) == (sample.rows, "?")
    assert predictions.fold is not None
    assert sample.path.stat().st_size < 300_000


@pytest.mark.parametrize("key", SAMPLES)
def test_curves_cross_and_are_far_from_perfect(key):
    predictions, _ = load_sample(key)
    counts = [count(predictions.is_positive, score) for score in predictions.scores.values()]
    assert all(0.75 < auc(one) < 0.93 for one in counts)
    cost = np.array([convex_hull(one).cost(PCF) for one in counts])
    assert len(set(cost.argmin(axis=0))) > 1


def test_the_story_of_card_fraud_is_that_of_its_rows():
    """A missed fraud costs about what one is worth."""
    sample = SAMPLES["card-fraud"]
    rows = pd.read_csv(sample.path)
    fraud = rows.loc[rows["fraud"] == 1, "amount"]
    assert fraud.mean() == pytest.approx(sample.cost_fn, rel=0.05)
    assert rows["fraud"].mean() == sample.prior
    assert fraud.max() > 10 * fraud.median()  # a heavy tail


def test_card_fraud_is_rare_and_its_rules_tie():
    predictions, _ = load_sample("card-fraud")
    assert (predictions.rows, predictions.positives) == (30_000, 300)
    assert len(np.unique(predictions.scores["rules"])) < 10
    shares = {name: predictions.scores[name].mean() for name in ("boosting", "network")}
    assert shares["boosting"] == pytest.approx(0.01, rel=0.1)
    assert shares["network"] > 0.1


def test_the_guardrail_has_few_attacks_and_two_coarse_models():
    predictions, _ = load_sample("guardrail")
    sample = SAMPLES["guardrail"]
    assert (predictions.rows, predictions.positives) == (12_000, 60)
    assert predictions.positives / predictions.rows == sample.prior
    graded, matched = (predictions.scores[name] for name in ("judge", "rules"))
    assert set(graded) == set(range(11))
    assert len(np.unique(matched)) < 10


def test_the_audited_payments_are_those_of_card_fraud():
    whole, seen = (pd.read_csv(SAMPLES[key].path) for key in ("card-fraud", "card-fraud-audited"))
    assert seen["boosting"].equals(whole["boosting"])
    looked_at = seen["fraud"].notna()
    assert (seen["fraud"][looked_at] == whole["fraud"][looked_at]).all()
    assert looked_at[whole["boosting"] >= 0.03].all()
    assert looked_at[whole["boosting"] < 0.03].mean() == pytest.approx(1 / 20, rel=0.1)
    predictions, _ = load_sample("card-fraud-audited")
    assert predictions.verification is not None
    assert predictions.prevalence == pytest.approx(whole["fraud"].mean(), rel=0.3)


def test_people_checked_some_of_the_answers_that_a_model_judged():
    predictions, details = load_sample("judged-answers")
    assert details["gold"] == {"rows": 500, "of": 5000}
    checked = ~np.isnan(predictions.gold)
    wrong = predictions.gold[checked] != predictions.is_positive[checked]
    assert 0.05 < wrong.mean() < 0.25
