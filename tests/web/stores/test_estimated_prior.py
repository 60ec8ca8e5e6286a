"""Intervals that count the sampling error of the file's prior."""

import json

import numpy as np
import pytest

from costdash.cli import main
from costdash.core import OperatingPoint
from costdash.figures import make_scene
from costdash.report.sentences.decision import decision_sentences
from costdash.report.sentences.phrases import text_of
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer as what_if
from costdash.web.stores.crossfit import crossfits_of
from costdash.web.stores.question import Question

OWN = {"token": "sample-breast-cancer", "revision": "1", "seq": 1}
KINDS = {"a": (7, (0, 1, 2)), "b": (11, (3, 4)), "c": (13, (5,))}  # step, rows of six
FIXED_NOTE = "The prior counts as known: every group has the same share of positives"
ESTIMATED_NOTE = "The prior is an estimate from the file, and the interval counts that."


@pytest.fixture
def decision_text(visit, settings):
    def decide(touched, **view):
        analysis = analysis_of(OWN["token"], visit)
        conditions = OWN | {"prior": analysis.prevalence, "cost_fn": 1, "cost_fp": 9}
        view = OWN | {"models": list(analysis.models), "level": 0.95} | view
        answer, _ = what_if.answer_question(
            Question.of(OWN, conditions | {"touched": touched}, view)
        )
        return str(answer["decision"]), analysis

    return decide


def test_only_the_prior_of_the_file_counts_as_an_estimate(decision_text):
    text, analysis = decision_text(False)
    assert ESTIMATED_NOTE in text
    assert ESTIMATED_NOTE in decision_text(False, estimated_prior=True)[0]
    point = OperatingPoint(analysis.prevalence, 1, 9)
    sentences = decision_sentences(analysis.with_estimated_prior.decide(point), analysis)
    for said in (*(part.text for part in sentences.rule), text_of(sentences.outcome)):
        assert repr(said) in text
    for touched, view in (
        (True, {"estimated_prior": True}),
        (False, {"estimated_prior": False}),
        (False, {"level": 0}),
    ):
        assert ESTIMATED_NOTE not in decision_text(touched, **view)[0]


def test_cross_fitted_costs_count_the_estimated_prior(visit):
    analysis = analysis_of(OWN["token"], visit)
    conditions = {"prior": analysis.prevalence, "cost_fn": 1, "cost_fp": 9}
    view = {"models": [*analysis.models], "level": 0.95, "evaluation": "other"}
    widths = []
    for estimated in (False, True):
        question = Question.of(OWN, conditions, view | {"estimated_prior": estimated})
        request, fitted = question.request, crossfits_of(question, wait=True)
        scene = make_scene(analysis.with_crossfits(fitted.fits), request.point, request.shown_view)
        low, high = scene.recommended.interval
        widths.append(high - low)
    assert widths[0] < widths[1]


def test_the_command_line_counts_the_estimated_prior_unless_told_otherwise(tmp_path, capsys):
    rows = "".join(f"{i % 3 == 0:d},{(i * 7 % 50 + 20 * (i % 3 == 0)) / 80}\n" for i in range(300))
    (tmp_path / "a.csv").write_text(f"label,score\n{rows}")
    command = ["analyse", str(tmp_path / "a.csv"), "--replicates", "400", "--cost-fp", "3"]
    assert main(command) == 0
    assert ESTIMATED_NOTE in capsys.readouterr().out
    found = as_json(command, capsys)
    assert as_json([*command, "--estimated-prior"], capsys) == found
    for taken in (["--known-prior"], ["--prior", "0.3333"]):
        known = as_json([*command, *taken], capsys)
        at = known["models"][0]["at"]
        scale = known["operating_point"]["prior"] * (1 - 3) + 3
        assert known["method"]["prior"] == "known"
        assert at["cost_interval"] == [scale * end for end in at["nec_interval"]]
    low, high = found["best"]["cost_interval"]
    assert low < found["best"]["expected_cost"] < high
    at, scale = found["models"][0]["at"], (1 + 2 * 3) / 3
    assert at["cost_interval"] == [low, high]
    narrow = [scale * end for end in at["nec_interval"]]
    assert high - low > narrow[1] - narrow[0]
    assert found["method"]["prior"] == "estimated"
    report = ["report", *command[1:], "-o", str(tmp_path / "out.html")]
    for taken, noted in ([], True), (["--prior-range", "0.2", "0.4"], False):
        assert main([*report, *taken]) == 0
        assert (ESTIMATED_NOTE in (tmp_path / "out.html").read_text()) == noted
    for also, why in ((["--prior", "0.1"], "leave out --prior"), (["--known-prior"], "one of")):
        with pytest.raises(SystemExit):
            main([*command, "--estimated-prior", *also])
        assert why in capsys.readouterr().err


def test_a_prior_that_the_groups_fix_counts_as_known_and_the_words_say_so(tmp_path, capsys):
    rows = [f"{i % 2},{(i * 7 % 50 + 20 * (i % 2)) / 80},{i // 2}" for i in range(200)]
    (tmp_path / "a.csv").write_text("\n".join(["label,score,pair", *rows]))
    command = ["analyse", str(tmp_path / "a.csv"), "--cluster", "pair", "--replicates", "100"]
    assert as_json(command, capsys)["method"]["prior"] == "known"
    assert main(command) == 0
    assert FIXED_NOTE in capsys.readouterr().out
    assert main([*command, "--known-prior"]) == 0
    assert FIXED_NOTE not in capsys.readouterr().out


def as_json(command, capsys):
    assert main([*command, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_estimated_prior_applies_to_the_positive_class_only(tmp_path, capsys):
    rows = ["kind,p_a,p_b,p_c"]
    for i in range(300):
        scores = [(i * k % 50 + 20 * (i % 6 in own)) / 80 for k, own in KINDS.values()]
        kind = next(name for name, (_, own) in KINDS.items() if i % 6 in own)
        rows.append(",".join([kind, *map(str, scores)]))
    (tmp_path / "a.csv").write_text("\n".join(rows))
    command = ["analyse", str(tmp_path / "a.csv"), "--positive", "b", "--replicates", "100"]
    found, known = as_json(command, capsys), as_json([*command, "--known-prior"], capsys)
    for model, same in zip(found["models"], known["models"], strict=True):
        widens = model["name"] == "p_b"
        widths = [np.diff(one["at"]["cost_interval"]) for one in (model, same)]
        assert widths[0] > widths[1] if widens else widths[0] == widths[1]
