"""The public Python names: they are documented with examples, import fast and work together."""

import doctest
import inspect
import json
import subprocess
import sys

import numpy as np
import pytest

import costdash
from costdash.cli import main
from costdash.core.folds.crossfit import crossfit_models
from costdash.intake.errors import IntakeWarning
from costdash.report.sentences.amounts import Amounts

MODELS = {"a": 1, "b": 1.5, "c": 0.5}
POINT = ["--prior", "0.2", "--cost-fn", "6", "--replicates", "100"]
EXPORTED = {f"costdash.core.{name}": getattr(costdash.core, name) for name in costdash.core.__all__}
EXPORTED |= {f"costdash.{name}": getattr(costdash, name) for name in costdash.__all__}
DOCUMENTED = sorted(
    name for name, value in EXPORTED.items() if inspect.isclass(value) or inspect.isfunction(value)
)


def has_examples(name: str) -> bool:
    text = inspect.getdoc(EXPORTED[name]) or ""
    return "Examples\n--------" in text and bool(doctest.DocTestParser().get_examples(text))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_an_exported_name_has_a_docstring_with_an_example(name):
    assert has_examples(name), f"{name} needs an Examples section"


def test_importing_costdash_loads_no_large_library():
    code = "import sys, costdash.cli; print({'numpy', 'pandas', 'plotly', 'dash'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_data_frame_leads_to_a_decision():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"y": [0, 0, 1, 0, 1, 1] * 5, "rf": np.linspace(0, 1, 30)})
    predictions = costdash.read_predictions(frame, label="y", positive=1, scores=["rf"])
    assert isinstance(predictions, costdash.Predictions)
    analysis = costdash.analyse(predictions, level=0.9, n_replicates=100, seed=1)
    assert (analysis.level, analysis.n_replicates, analysis.seed) == (0.9, 100, 1)
    decision = analysis.decide(costdash.core.OperatingPoint(prior=0.5))
    assert decision.best.expected_cost <= decision.trivial.expected_cost


def test_the_default_prior_counts_rows_without_a_score_as_on_the_command_line(tmp_path, capsys):
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(4)
    y = np.arange(200) % 4 == 0
    score = rng.normal(size=200) + 1.5 * y
    score[y & (rng.random(200) < 0.5)] = np.nan
    frame = pandas.DataFrame({"y": y * 1, "a": score})
    frame.to_csv(tmp_path / "scores.csv", index=False)
    with pytest.warns(IntakeWarning, match="left out, without a score"):
        predictions = costdash.read_predictions(frame)
    assert main(["analyse", str(tmp_path / "scores.csv"), "--replicates", "100", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    analysis = costdash.analyse(predictions, n_replicates=100)
    assert predictions.prevalence < 0.2
    assert analysis.file_prevalence == told["operating_point"]["prior"] == 0.25
    point = costdash.core.OperatingPoint(prior=analysis.file_prevalence)
    best = analysis.with_estimated_prior.decide(point).best
    interval = [point.scale * end for end in best.interval]
    assert interval == pytest.approx(told["best"]["cost_interval"])


def test_decisions_are_cross_fitted_as_on_the_command_line(tmp_path, capsys):
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(3)
    y = np.arange(200) % 4 == 0
    scores = {name: rng.normal(size=200).round(1) + shift * y for name, shift in MODELS.items()}
    pandas.DataFrame({"y": y * 1, **scores}).to_csv(tmp_path / "scores.csv", index=False)
    predictions = costdash.Predictions(is_positive=y, scores=scores)
    point = costdash.core.OperatingPoint(prior=0.2, cost_fn=6)
    for evaluation in ([], ["--same-rows"], ["--show", "b", "--show", "a"]):
        options = [*POINT, *evaluation, "--label", "y", "--json"]
        assert main(["analyse", str(tmp_path / "scores.csv"), *options]) == 0
        told = json.loads(capsys.readouterr().out)
        names = ["b", "a"] if "--show" in evaluation else None
        same_rows = "--same-rows" in evaluation
        analysis = costdash.analyse(predictions, n_replicates=100, same_rows=same_rows)
        best = analysis.decide(point, names).best
        assert told["best"]["model"] == best.model is not None
        assert told["best"]["threshold"] == best.threshold
        assert told["best"]["expected_cost"] == best.expected_cost
        assert told["best"].get("same_rows_cost", best.expected_cost) == best.rows_cost
        out = tmp_path / "out.html"
        report = [option for option in options if option != "--json"]
        assert main(["report", str(tmp_path / "scores.csv"), "-o", str(out), *report]) == 0
        amounts = Amounts.at(point)
        cost = amounts.total(amounts.cases * best.expected_cost, 3)
        assert f">{cost}<" in out.read_text(encoding="utf-8")
        for model in told["models"]:
            call = analysis.call_of(point, model["name"])
            assert model["at"]["expected_cost"] == call.expected_cost
            assert model["at"]["nec_interval"] == [*call.interval]


def test_a_choice_among_some_models_is_cross_fitted_too():
    rng = np.random.default_rng(5)
    y = np.arange(200) % 4 == 0
    scores = {name: rng.normal(size=200) + shift * y for name, shift in MODELS.items()}
    predictions = costdash.Predictions(is_positive=y, scores=scores)
    analysis = costdash.analyse(predictions, n_replicates=100)
    point = costdash.core.OperatingPoint(prior=0.5)
    nec = crossfit_models(predictions, ["a", "c"]).together.cost([point.pcf])
    assert analysis.decide(point, ["c", "a"]).best.nec == pytest.approx(nec[0])
    assert analysis.decide(point).best.nec < nec[0]
    with pytest.raises(ValueError, match="not for a, z"):
        analysis.crossfits.of(["a", "z"])


def test_rows_that_cannot_be_cross_fitted_warn():
    predictions = costdash.Predictions(is_positive=[0, 0, 1], scores={"a": [0.1, 0.2, 0.9]})
    with pytest.warns(UserWarning, match="Not cross-fitted, .*: at least 2 folds must hold pos"):
        assert costdash.analyse(predictions, n_replicates=100).crossfits is None


def test_the_core_is_an_attribute_of_costdash():
    assert costdash.core.count([True, False], [1.0, 0.0]).tp.tolist() == [0, 1, 1]


def test_every_exported_name_exists():
    assert {name for name in dir(costdash) if not name.startswith("__")} == {*costdash.__all__}
    assert costdash.core.__all__ == sorted(costdash.core.__all__, key=exported_order)


def exported_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, each by name."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(ImportError, match="analyze"):
        from costdash import analyze  # noqa: F401
    assert not hasattr(costdash, "analyze")


SUMMARIES = {
    "plain": ([], {}),
    "ranges": (
        ["--prior-range", "0.1", "0.3", "--cost-fn-range", "2", "9", "--likely"],
        {"prior_range": (0.1, 0.3), "cost_fn_range": (2, 9), "likely": True},
    ),
    "beta": (
        ["--prior-range", "0.1", "0.3", "--beta", "2", "5", "--same-rows"],
        {"prior_range": (0.1, 0.3), "beta": (2, 5), "same_rows": True},
    ),
    "criterion": (
        ["--criterion", "fpr", "--max-fpr", "0.1", "--sure", "--capacity", "0.2"],
        {"criterion": "fpr", "max_fpr": 0.1, "sure": True, "capacity": 0.2},
    ),
    "fixed threshold": (
        ["--criterion", "threshold", "--threshold", "a", "0.5", "--known-prior"],
        {"criterion": "threshold", "threshold": ("a", 0.5), "known_prior": True},
    ),
    "thresholds": (
        ["--today", "a", "1", "--chosen", "b", "0.5", "--per", "1", "--show", "a", "--show", "b"],
        {"today": ("a", 1), "chosen": ("b", 0.5), "per": 1, "show": ["a", "b"]},
    ),
    "pairs": (
        ["--pair", "b", "a", "--margin", "0.1", "--matrix", "-1", "5", "2", "0"],
        {"pairs": [("b", "a")], "margin": 0.1, "matrix": (-1, 5, 2, 0)},
    ),
    "scenarios": (
        ["--scenario", "rural", "0.02", "30", "2", "--cases", "300", "--currency", "€"],
        {"scenarios": [("rural", 0.02, 30, 2)], "cases": 300, "currency": "€"},
    ),
}


@pytest.fixture(scope="module")
def table():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(8)
    y = np.arange(240) % 4 == 0
    scores = {name: (rng.normal(size=240) + by * y).round(2) for name, by in MODELS.items()}
    return pandas.DataFrame({"y": y.astype(int), "fold": np.arange(240) // 4 % 5} | scores)


@pytest.mark.parametrize(("asked", "options"), SUMMARIES.values(), ids=SUMMARIES)
def test_a_summary_says_what_the_command_line_says(table, tmp_path, capsys, asked, options):
    file = tmp_path / "scores.csv"
    table.to_csv(file, index=False)
    shown = ["analyse", str(file), *asked, "--replicates", "100"]
    summary = costdash.summarise(costdash.read_predictions(table), n_replicates=100, **options)
    assert main([*shown, "--json"]) == 0
    told, found = json.loads(capsys.readouterr().out), json.loads(json.dumps(summary.fields()))
    for fields in (told, found):
        for name in ("label", "positive"):
            del fields["data"][name]
    assert found == told
    assert main([*shown, "--csv", "rules"]) == 0
    assert summary.csv("rules") == capsys.readouterr().out
    # The text explains the matrix too, and has no use for other criteria's limits.
    if not {"matrix", "capacity"} & set(options):
        assert main(shown) == 0
        assert summary.text() == capsys.readouterr().out
    assert "</html>" in summary.html()


def test_a_summary_refuses_what_does_not_exist(table):
    rows = costdash.read_predictions(table)
    with pytest.raises(TypeError, match=r"There is no option prio\. The options are"):
        costdash.summarise(rows, prio=0.1)
    with pytest.raises(
        ValueError, match=r"criterion must be one of cost, max-flagged, .* got best"
    ):
        costdash.summarise(rows, criterion="best", n_replicates=100)
    with pytest.raises(ValueError, match="criterion fpr needs max_fpr"):
        costdash.summarise(rows, criterion="fpr", n_replicates=100)
    with pytest.raises(ValueError, match="There is no model other"):
        costdash.summarise(rows, show=["other"], n_replicates=100)


def test_a_limit_may_be_a_number_of_cases_a_day_or_month(table, tmp_path, capsys):
    table.to_csv(tmp_path / "a.csv", index=False)
    rows = costdash.read_predictions(table)
    file = [str(tmp_path / "a.csv"), "--replicates", "100", "--json"]
    limit = ["--criterion", "max-flagged", "--max-flagged"]
    for text, share in (("100/day", 100 * 365.25 / 12 / 40_000), ("4,000 a month", 0.1)):
        assert main(["analyse", *file, *limit, text, "--cases", "40000"]) == 0
        found = json.loads(capsys.readouterr().out)["criterion"]
        assert found["max_flagged"] == pytest.approx(share)
        options = {"criterion": "max-flagged", "max_flagged": text, "cases": 40_000}
        assert costdash.summarise(rows, **options, n_replicates=100).fields()["criterion"] == found
    assert main(["analyse", *file, *limit, "100/day"]) == 1
    assert "needs cases, the cases of a month" in "".join(capsys.readouterr())


@pytest.mark.parametrize("former", costdash.core.FORMER_NAMES)
def test_a_former_name_gives_the_present_thing_with_a_warning(former):
    present = costdash.core.FORMER_NAMES[former]
    with pytest.warns(DeprecationWarning, match=f"{former} is now called {present}"):
        assert getattr(costdash.core, former) is getattr(costdash.core, present)
    assert former not in costdash.core.__all__


def test_a_name_that_never_was_is_an_attribute_error():
    with pytest.raises(AttributeError, match="never_was"):
        costdash.core.never_was  # noqa: B018
