"""The rule as a line of code makes the same calls as the rule."""

import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures.view import View
from costdash.report.request import Request
from costdash.report.sentences.rules import rule_code
from costdash.web.stores.answer import answer
from costdash.web.stores.combined import mapped_code

IS_POSITIVE = [False, True, True, False, False, True] * 10
SCORES = [k / 7 for k in (6, 5, 5, 3, 2, 0)] * 10
ANALYSIS = analyse(Predictions(is_positive=IS_POSITIVE, scores={"a": SCORES}), n_replicates=100)


def test_a_confusion_matrix_has_no_code():
    code = mapped_code("score >= 1", "M2", {"matrices": [["M2", 250, 45, 5, 200]]})
    assert code == "# M2 is known by its four counts only: flag what it flags."


@pytest.mark.parametrize("index", range(6))
def test_the_code_makes_the_calls_of_the_rule(index):
    call = ANALYSIS.call_at(OperatingPoint(0.3), "a", index, 0)
    called = [bool(eval(rule_code(call), {"score": score})) for score in SCORES]
    found = sum(yes for yes, positive in zip(called, IS_POSITIVE) if positive)
    assert found / sum(IS_POSITIVE) == pytest.approx(call.tpr)


@pytest.mark.parametrize(
    ("prior", "code"), [(1e-6, "False"), (0.5, "score >= "), (1 - 1e-6, "True")]
)
def test_the_answer_has_the_code_of_the_rule(prior, code):
    request = Request(point=OperatingPoint(prior), view=View(("a",)))
    told = answer(request, ANALYSIS, request.view)
    assert told["code"].startswith(code)
