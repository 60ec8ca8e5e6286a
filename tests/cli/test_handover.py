"""Commands for pipelines: the decision as JSON, and whether one model may replace another."""

import json
from xml.etree import ElementTree

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from costdash import cli
from costdash.core import Predictions
from costdash.core.probabilities.recalibration import whole_recalibration
from tests.support.reading import without_child  # noqa: F401  (a fixture)

pytestmark = pytest.mark.usefixtures("shared_results")
FAST = ["--replicates", "200"]
COSTS = ["--prior", "0.1", "--cost-fn", "20", "--cost-fp", "2"]


@pytest.fixture(scope="module")
def csv(tmp_path_factory):
    rng = np.random.default_rng(3)
    label = np.arange(800) < 200
    table = {
        "label": label.astype(int),
        'go"od': rng.normal(size=800) + 2 * label,
        "poor": rng.normal(size=800) + 0.5 * label,
        "upside": -(rng.normal(size=800) + 3 * label),
        "chance": rng.beta(2, 2 + 4 * label),
    }
    path = tmp_path_factory.mktemp("gate") / "scores.csv"
    pd.DataFrame(table).to_csv(path, index=False)
    return path


def decided(csv, capsys, *words):
    assert cli.main(["decide", str(csv), *FAST, *COSTS, *words]) == 0
    return json.loads(capsys.readouterr().out)


def rates(csv, found):
    """fpr and tpr of the rule in Python on the rows of the file."""
    table = pd.read_csv(csv)
    score = table[found["rule"]["model"]]
    flagged = eval(found["rule"]["python"], {"score": score})
    return [float(flagged[table["label"] == label].mean()) for label in (0, 1)]


def test_the_rule_of_the_file_flags_what_it_says(csv, capsys):
    found = decided(csv, capsys, "--same-rows", "--show", 'go"od')
    assert rates(csv, found) == [found["per_case"]["fpr"], found["per_case"]["tpr"]]
    assert found["rule"]["sql"].startswith('"go""od" >= ')
    assert found["per_case"]["thresholds"] == "same rows"
    assert found["data"]["name"] == "scores.csv"
    assert len(found["data"]["sha256"]) == 64


def test_words_that_round_the_threshold_say_so(csv, capsys):
    limit = ["--criterion", "fpr", "--max-fpr", "0.2", "--show", 'go"od']
    rule = decided(csv, capsys, "--same-rows", *limit)["rule"]
    text = rule["python"].removeprefix("score >= ")
    said = f"scores {text} or more" in rule["words"]
    assert said is not rule["words"].endswith(f"without rounding it is {text}.")
    assert text in rule["words"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], {"criterion": "cost"}),
        (["max-flagged", "--max-flagged", "0.1"], {"max_flagged": 0.1}),
        (["min-recall", "--min-recall", "0.7", "--sure"], {"min_recall": 0.7, "level": 0.95}),
        (["fpr", "--max-fpr", "0.2"], {"max_fpr": 0.2, "level": None}),
    ],
)
def test_the_conditions_name_the_limit_beside_the_criterion(csv, capsys, options, says):
    by = ["--criterion", *options] if options else []
    conditions = decided(csv, capsys, "--same-rows", *by)["conditions"]
    assert conditions.items() >= says.items()
    assert conditions["criterion"] == (options[0] if options else "cost")
    assert ("level" in conditions) == ("level" in says)


def test_a_negated_model_flags_low_scores(csv, capsys):
    found = decided(csv, capsys, "--same-rows", "--negate", "upside", "--show", "upside")
    assert "<=" in found["rule"]["python"]
    assert "The scores of upside are turned round" in found["rule"]["words"]
    assert rates(csv, found) == [found["per_case"]["fpr"], found["per_case"]["tpr"]]


def flagged(csv, found):
    """Rows that the rule flags: in Python, and in SQL on a table with the file's columns."""
    table, rule = pd.read_csv(csv), found["rule"]
    score = table[rule["columns"][0]]
    in_python = eval(rule["python"], {"score": score, "row": table, "numpy": np})
    database = duckdb.connect()
    database.register("scores", pa.Table.from_pandas(table))
    in_sql = database.sql(f"SELECT {rule['sql']} AS f FROM scores").fetchnumpy()["f"]
    assert (np.asarray(in_python) == in_sql).all()
    return in_sql


def rates_of(csv, found):
    label = pd.read_csv(csv)["label"].to_numpy()
    return [flagged(csv, found)[label == one].mean() for one in (0, 1)]


@pytest.mark.parametrize(
    ("words", "columns"),
    [
        (["--negate", "chance", "--show", "chance"], ["chance"]),
        (["--combine", "either", "or", 'go"od=1', "chance=0.8", "--show", "either"], 2),
        (
            [
                *("--negate", "upside", "--negate", "chance", "--show", "both"),
                *("--combine", "both", "and", "upside=1", "chance=0.1"),
            ],
            2,
        ),
    ],
)
def test_the_rule_of_a_made_model_reads_the_columns_of_the_file(csv, capsys, words, columns):
    found = decided(csv, capsys, "--same-rows", *words)
    assert found["rule"]["call"] == "some"
    assert columns in (found["rule"]["columns"], len(found["rule"]["columns"]))
    assert rates_of(csv, found) == [found["per_case"]["fpr"], found["per_case"]["tpr"]]


def test_the_rule_of_a_recalibrated_model_contains_its_map(csv, capsys):
    name = 'go"od recalibrated'
    words = ["--recalibrate", 'go"od', "--show", name]
    rule = decided(csv, capsys, *words)["rule"]
    assert rule["columns"] == ['go"od']
    assert rule["python"].startswith("numpy.interp(score, [")
    assert rule["sql"].startswith('"go""od" >= ')
    score = float(rule["sql"].split()[-1])
    assert rule["words"].endswith(f'when go"od ≥ {score!r}.')
    share = flagged(csv, {"rule": rule}).mean()
    assert share == (pd.read_csv(csv)['go"od'] >= score).mean()
    assert 0.1 < share < 0.6


@pytest.mark.parametrize("seed", [23, 39, 50, 91, 107])
def test_the_rule_of_a_recalibrated_model_flags_new_cases_at_its_threshold(tmp_path, capsys, seed):
    rng = np.random.default_rng(seed)
    y = rng.random(200) < 0.3
    rows = pd.DataFrame({"label": y.astype(int), "m": rng.normal(y, 1.5).round(1)})
    rows.to_csv(path := tmp_path / "rows.csv", index=False)
    words = ["--label", "label", "--score", "m", "--recalibrate", "m", "--same-rows"]
    words += ["--show", "m recalibrated", "--cost-fn", "3"]
    assert cli.main(["decide", str(path), *FAST, *words]) == 0
    rule = json.loads(capsys.readouterr().out)["rule"]
    assert rule["call"] == "some"
    sample = Predictions(is_positive=y, scores={"m": rows["m"].to_numpy()})
    probability = whole_recalibration(sample, "m").probabilities(rows["m"])
    expected = probability >= rule["threshold"]
    np.testing.assert_array_equal(flagged(path, {"rule": rule}), expected)


def test_a_repaired_model_has_no_rule_as_code(csv, capsys):
    rule = decided(csv, capsys, "--repair", "poor", "--show", "poor repaired")["rule"]
    assert (rule["call"], rule["python"], rule["sql"]) == ("some", None, None)
    assert "poor repaired reverses the order of some scores of poor" in rule["words"]


def test_numbers_are_those_of_analyse(csv, capsys):
    found = decided(csv, capsys)
    assert cli.main(["analyse", str(csv), *FAST, *COSTS, "--json"]) == 0
    other = json.loads(capsys.readouterr().out)
    best, cost = other["best"], found["per_case"]
    assert found["rule"]["model"] == best["model"]
    assert found["rule"]["threshold"] == best["threshold"]
    assert [cost["expected_cost"], cost["fpr"]] == [best["expected_cost"], best["fpr"]]
    assert [cost["low"], cost["high"]] == best["cost_interval"]
    assert found["holds"] == other["keep"]
    assert cost["thresholds"] == "cross-fitted"


def test_where_no_model_is_worth_its_errors_no_one_is_flagged(csv, capsys):
    found = decided(csv, capsys, "--prior", "0.00001")
    assert found["rule"]["model"] is None
    assert (found["rule"]["python"], found["rule"]["sql"]) == ("False", "1 = 0")


def gated(csv, candidate, baseline, *words):
    names = ["--candidate", candidate, "--baseline", baseline]
    return cli.main(["gate", str(csv), *names, *FAST, *COSTS, *words])


@pytest.mark.parametrize(
    ("candidate", "baseline", "code", "verdict"),
    [('go"od', "poor", 0, "passes"), ("poor", 'go"od', 1, "fails")],
)
def test_the_gate_lets_only_a_good_candidate_pass(
    csv, capsys, tmp_path, candidate, baseline, code, verdict
):
    files = [tmp_path / "gate.xml", tmp_path / "gate.md"]
    words = ["--margin", "2%", "--junit", str(files[0]), "--markdown", str(files[1])]
    assert gated(csv, candidate, baseline, *words) == code
    said = capsys.readouterr().out.strip()
    assert said.startswith(f"{candidate} {verdict}: it costs ")
    assert "cross-fitted" in said
    suite = ElementTree.parse(files[0]).getroot()
    assert suite.get("failures") == str(code)
    assert said in "".join(suite.itertext())
    assert said in files[1].read_text()


def test_the_gate_holds_throughout_the_ranges(csv, capsys):
    assert gated(csv, 'go"od', "poor", "--margin", "2%", "--prior-range", "5%", "20%") == 0
    assert "throughout the ranges" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--candidate", "poor", "--baseline", "poor"], "must differ"),
        (["--candidate", "poor", "--baseline", "nobody"], "nobody"),
    ],
)
def test_the_gate_needs_two_models_of_the_file(csv, capsys, words, said):
    assert cli.main(["gate", str(csv), *words, "--margin", "1%", *FAST]) == 3
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("source", ["nothing.csv", "csv"])
def test_a_gate_that_cannot_judge_says_so_in_every_file(csv, capsys, tmp_path, source):
    xml, note = tmp_path / "gate.xml", tmp_path / "gate.md"
    words = ["--candidate", "nobody", "--baseline", "poor", "--margin", "1%", "--json"]
    words += ["--junit", str(xml), "--markdown", str(note)]
    file = str(csv) if source == "csv" else str(tmp_path / source)
    assert cli.main(["gate", file, *words, *FAST]) == 3
    said = capsys.readouterr()
    sentence = json.loads(said.out)["error"]
    assert said.err.endswith(f"costdash: {sentence}\n")
    suite = ElementTree.parse(xml).getroot()
    assert (suite.get("failures"), suite.get("errors")) == ("0", "1")
    assert suite[0][0].tag == "error"
    assert sentence in suite[0][0].text
    assert note.read_text().startswith("### Could not be judged: nobody against poor")


def test_the_verdict_as_json(csv, capsys):
    for candidate, baseline in (('go"od', "poor"), ("poor", 'go"od')):
        code = gated(csv, candidate, baseline, "--margin", "2%", "--json")
        found = json.loads(capsys.readouterr().out)
        assert found["passes"] is (code == 0)
        assert found["passes"] is (found["limit"] <= found["margin"] == 0.02)
        assert found["difference"] < found["limit"]
        assert f"{candidate} {'passes' if found['passes'] else 'fails'}" in found["sentence"]


def test_errors_are_json_where_json_is_asked_for(csv, capsys, tmp_path):
    for command in ("analyse", "check"):
        assert cli.main([command, str(tmp_path / "nothing.csv"), "--json"]) == 1
        found = json.loads(capsys.readouterr().out)
        assert found.get("error") or found["status"] == "error"


def test_the_data_are_never_overwritten(csv, capsys):
    before = csv.read_bytes()
    assert cli.main(["decide", str(csv), *FAST, "-o", str(csv)]) == 1
    assert gated(csv, "poor", 'go"od', "--margin", "1%", "--junit", str(csv)) == 3
    assert csv.read_bytes() == before


def test_a_confusion_matrix_alone_has_no_rule_on_a_column(capsys):
    matrix = ["--confusion", "M1", "150", "40", "60", "250"]
    assert cli.main(["decide", *matrix, *FAST]) == 0
    rule = json.loads(capsys.readouterr().out)["rule"]
    assert (rule["model"], rule["call"]) == ("M1", "some")
    assert (rule["python"], rule["sql"], rule["columns"]) == (None, None, [])
    assert "M1 is known by its four counts only" in rule["words"]
