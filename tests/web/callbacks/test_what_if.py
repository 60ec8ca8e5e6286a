"""What labels are worth, of large data: only somebody who waits for it begins the computation."""

import pickle
import re

import pytest

from costdash.core.compare import label_value
from costdash.figures import make_scene
from costdash.report.sentences.amounts import ledger
from costdash.web.callbacks.what_if import LABELS_COME, NO_SAVINGS, what_if
from costdash.web.page.tabs.what_if import TAB
from costdash.web.storage import analyses
from costdash.web.storage.analyses import analysis_of, current_analyses, revision_of
from costdash.web.storage.jobs import Jobs, NoResult, StillWorking
from costdash.web.stores import question
from costdash.web.stores.answer import answer_question
from costdash.web.stores.question import Question
from tests.support.page_texts import texts

WORTH = "more cases like these would save about"


@pytest.fixture
def stores(monkeypatch, add_dataset, session, visit):
    monkeypatch.setattr(analyses, "SMALL", 0)
    monkeypatch.setattr(question, "SLOW_PATIENCE", 60)  # a process has to start
    token = add_dataset(session, rows=400)
    names = list(analysis_of(token, session).models)
    identity = {"token": token, "revision": revision_of(token, session)}
    conditions = identity | {"prior": 0.4, "cost_fn": 2, "cost_fp": 1, "seq": 1}
    return identity, conditions, identity | {"models": names, "level": 0.95, "seq": 1}


@pytest.fixture
def asked(monkeypatch):
    """The kinds of results, and the askers, for which processes compute."""
    found, result = [], Jobs.result

    def recorded(self, key, asker, *work):
        found.append((key[2] if len(key) > 2 else "analysis", asker))
        return result(self, key, asker, *work)

    monkeypatch.setattr(Jobs, "result", recorded)
    return found


def doubts(stores, **options):
    return str(what_if(Question.of(*stores, **options))[1])


def test_nobody_computes_what_labels_are_worth_until_a_tab_waits(stores, asked):
    shown = doubts(stores)
    assert LABELS_COME in shown
    assert f"data-slow='{TAB}'" in shown
    assert "label-value" not in [kind for kind, _ in asked]
    shown = doubts(stores, slow_for="a tab")
    assert WORTH in shown
    assert LABELS_COME not in shown
    (asker,) = [asker for kind, asker in asked if kind == "label-value"]
    assert asker.tab == "a tab"
    assert asker.patience is not None
    assert WORTH in doubts(stores)  # from memory


@pytest.mark.parametrize(
    ("failed", "says"), [(StillWorking(), LABELS_COME), (NoResult("It failed."), "It failed.")]
)
def test_the_rest_of_the_tab_stays_without_the_worth_of_labels(stores, monkeypatch, failed, says):
    def fail(*_):
        raise failed

    doubts(stores)
    monkeypatch.setattr(current_analyses().jobs, "result", fail)
    shown = doubts(stores, slow_for="a tab")
    assert says in shown
    assert "doubt-bar" in shown


def test_the_server_draws_nothing_for_the_numbers_it_shows(stores, monkeypatch):
    """The process has drawn: the draws are large, and take longer than everything else."""

    def draw(*_):
        raise AssertionError

    monkeypatch.setattr(label_value, "_noise", draw)
    assert WORTH in doubts(stores, slow_for="a tab")
    (kept,) = [
        value for key, value in current_analyses().derived.items() if key[2] == "label-value"
    ]
    assert len(pickle.dumps(kept)) < 1_000_000


def test_a_rule_within_a_limit_has_no_savings_of_the_rule_without_it(stores):
    identity, conditions, view = stores
    limited = conditions | {"criterion": {"kind": "max-flagged", "limit": 0.1}}
    within, free = doubts((identity, limited, view)), doubts(stores)
    for words in ("Knowing it would save", "Find out "):
        assert words in free
        assert words not in within
    assert NO_SAVINGS in within
    assert NO_SAVINGS not in free
    assert "doubt-bar" in within


def test_the_doubts_are_of_the_rule_of_the_card_not_of_a_draw_by_lot(stores):
    identity, conditions, view = stores
    limited = conditions | {"cost_fn": 9, "criterion": {"kind": "max-flagged", "limit": 0.3}}
    asked = Question.of(identity, limited, view | {"evaluation": "other"})
    answered, _ = answer_question(asked)
    analysis, _ = asked.request.analysed(asked.derived)
    scene = make_scene(analysis, asked.request.point, asked.request.shown_view)
    assert scene.choice.tie is not None, "two thresholds by lot come closer to the limit"
    shown = " ".join(texts(what_if(asked)[1]))
    (said,) = re.findall(r"The model costs .* decision\.", " ".join(texts(answered["rules_table"])))
    assert said in shown
    total = ledger(scene.single, scene.point).total
    assert f" {total}, the total of the decision." in said
    assert scene.single.model_cost != scene.recommended.model_cost
