"""The statement on which model is the cheapest, in words."""

import pytest

from costdash.core.analysis.hold_out import HoldOut
from costdash.core.compare.cheapest_model import CheapestModel, Contender
from costdash.report.sentences.cheapest import cheapest_sentence


def found(model, call="some", **p):
    contenders = [Contender(name, -0.1, -0.2, 0.0, x, x) for name, x in p.items()]
    return CheapestModel(model, call, tuple(contenders), 0.95)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (None, ""),
        (found("network", nb=0.01, rf=0.04), "network is clearly the cheapest model"),
        (found("network", nb=0.01, rf=0.06), "rf may be as cheap"),
        (found("network", nb=0.4, rf=0.06), "nb and rf may be as cheap"),
        (found("network", a=1, b=1, c=1), "a, b and c may be as cheap"),
        (found("network", a=1, b=1, c=1, d=1, e=1), "a, b and 3 others may be as cheap"),
        (found(None, "none", nb=0.01), "Flagging none is clearly the cheapest"),
        (found(None, "all", nb=0.2), "nb may be as cheap"),
    ],
)
def test_the_statement_names_what_may_be_as_cheap(statement, said):
    assert cheapest_sentence(statement) == said


def test_a_model_that_costs_less_on_the_evaluation_part_is_named():
    less = Contender("nb", 0.1, 0.05, 0.2, 0.001, 0.001)
    statement = CheapestModel("network", "some", (less,), 0.95)
    parts = HoldOut(choose_on="dev", judge_on="test", rows=10, positives=5, negatives=5)
    assert cheapest_sentence(statement, parts) == "nb costs clearly less on test"


def test_long_names_are_cut_for_the_card():
    statement = found("network", gradient_boosting_of_today=0.5)
    assert len(cheapest_sentence(statement, longest=16)) == 16 + len(" may be as cheap")
