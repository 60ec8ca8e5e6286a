"""The first question as the server writes it; a browser test holds the scripts against it."""

import pytest

from costdash.web.stores.first_question import fingerprint, first_question

DATASET = {
    "token": "sample-a",
    "revision": "r",
    "name": "a",
    "rows": 30000,
    "positives": 300,
    "prevalence": 0.01,
    "models": [
        {"i": 0, "name": "boosting", "auc": 0.8808944444444444},
        {"i": 1, "name": "network", "auc": 0.9200864197530865},
        {"i": 2, "name": "rules", "auc": 0.7514139169472502},
    ],
    "messages": [],
    "sample": True,
    "suggested": {"prior": 0.01, "cost_fn": 200, "cost_fp": 5},
}
HELD = "494c3135"  # the fingerprint that the scripts give these data


def test_a_new_tab_asks_with_the_suggested_conditions_and_every_model():
    conditions, view = first_question(DATASET, {})
    assert [conditions[name] for name in ("prior", "cost_fn", "cost_fp")] == [0.01, 200, 5]
    assert conditions["case_unit"] == {"cases": 10000}
    assert not conditions["touched"]
    assert view["models"] == ["boosting", "network", "rules"]
    assert (view["level"], view["data"], view["evaluation"]) == (0.95, HELD, "other")


def test_an_address_gives_prior_costs_case_unit_and_level():
    query = {"prior": "0.2", "missed": "30", "alarm": "2", "own": "1", "per": "500-month"}
    conditions, view = first_question(DATASET, query | {"level": "0", "data": HELD, "file": "a"})
    assert [conditions[name] for name in ("prior", "cost_fn", "cost_fp")] == [0.2, 30, 2]
    assert conditions["case_unit"] == {"cases": 500, "period": "month"}
    assert conditions["touched"]
    assert view["level"] == 0


@pytest.mark.parametrize(
    "query",
    [
        {"by": "cost"},
        {"models": "boosting"},
        {"tab": "compare"},
        {"data": "00000000"},
        {"prior": "2"},
        {"prior": "x"},
        {"missed": "nan"},
        {"alarm": "-1"},
        {"level": "0.5"},
        {"per": "12"},
        {"per": "0-month"},
        {"per": "x"},
    ],
)
def test_what_only_the_scripts_read_is_left_to_them(query):
    assert first_question(DATASET, query) is None


def test_means_are_those_of_a_file_with_costs_per_case():
    own = DATASET | {"sample": False}
    assert first_question(own, {})[0]["means"] == {"cost_fn": 200, "cost_fp": 5}
    assert first_question(DATASET, {})[0]["means"] is None


def test_the_fingerprint_differs_for_other_scores():
    models = [DATASET["models"][0] | {"auc": 0.881}, *DATASET["models"][1:]]
    assert fingerprint(DATASET | {"models": models}) != HELD == fingerprint(DATASET)
