"""The coverage benchmark: its truths, its counts of hits, and the results that are published."""

import json
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from benchmarks.coverage import run
from benchmarks.coverage.cells import COVERS, OBSERVED, Hit
from benchmarks.coverage.pairs import CROSSING, true_crossover
from benchmarks.coverage.populations import Model, Population, sampled
from benchmarks.coverage.reasons import UNKNOWN, reason_of
from benchmarks.coverage.results import Row, Tally
from benchmarks.coverage.results import read as read_results
from benchmarks.coverage.table import missed, page
from costdash.core import auc, convex_hull, count

SAME_ROWS = f"cost, same rows | {COVERS[0.9].text}"
CROSS_FITTED = f"cost, cross-fitted | {COVERS[0.9].text}"
POINTWISE = "a range is shaded by the pointwise band, {} | " + OBSERVED.text
PCFS = (0.1, 0.3, 0.5, 0.8)
MODELS = (Model(1.3), Model(1.3, levels=True), Model(1.8, 2.0))
LARGE = 200_000


def drawn(model, **options):
    population = Population(LARGE, LARGE, (model,), **options)
    return population.draw(np.random.default_rng(0))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("options", [{}, {"clusters": (5,)}])
def test_true_rates_areas_and_costs_are_those_of_a_large_sample(model, options):
    predictions = drawn(model, **options)
    counts = count(predictions.is_positive, predictions.scores["a"])
    for threshold in (0, 1, 3, 4) if model.levels else (-1.0, 0.4, 2.0):
        hit = predictions.scores["a"] >= threshold
        seen = [hit[part].mean() for part in (~predictions.is_positive, predictions.is_positive)]
        assert_allclose(model.rates(threshold), seen, atol=0.01)
    assert model.auc == pytest.approx(auc(counts), abs=0.01)
    least = convex_hull(counts).cost(np.array(PCFS))
    assert_allclose([model.least_cost(pcf) for pcf in PCFS], least, atol=0.01)


@pytest.mark.parametrize("model", MODELS)
def test_the_true_curve_is_read_alike_along_both_axes(model):
    for fpr in (0.05, 0.3, 0.8):
        assert model.fpr_at(model.tpr_at(fpr)) == pytest.approx(fpr)


def test_the_true_roc_curve_is_binormal():
    fpr = np.array([0.05, 0.3, 0.8])
    curve = [Model(1.3).tpr_at(x) for x in fpr]
    assert_allclose(curve, stats.norm.sf(stats.norm.isf(fpr) - 1.3))


def test_the_true_crossover_is_where_the_leader_changes():
    at = true_crossover(*CROSSING)
    first, second = CROSSING
    before, after = (first.least_cost(x) - second.least_cost(x) for x in (at - 0.01, at + 0.01))
    assert before > 0 > after
    assert true_crossover(Model(1.0), Model(1.3)) is None
    assert true_crossover(Model(1.0), Model(1.0)) is None


def test_the_error_of_a_share_is_that_of_the_mean_over_samples():
    rng = np.random.default_rng(0)
    inside = rng.random((50, 3)) < 0.8
    row = Row("band", COVERS[0.9].text)
    for sample in inside:
        row.add([Hit("band", COVERS[0.9], bool(x), str(i)) for i, x in enumerate(sample)])
    shares = 100 * inside.mean(axis=1)
    assert row.percent == pytest.approx(shares.mean())
    assert row.error == pytest.approx(shares.std() / 50**0.5)
    assert row.places["1"] == [inside[:, 1].sum(), 50]


def test_merged_tallies_count_all_samples():
    samples = [[Hit("band", OBSERVED, i % 3 == 0, str(i % 2))] for i in range(10)]
    whole, parts = Tally("kind", "population"), [Tally("kind", "population") for _ in "ab"]
    for i, hits in enumerate(samples):
        whole.add(hits)
        parts[i > 3].add(hits)
    parts[0].merge(parts[1])
    assert parts[0] == whole


def test_a_run_in_two_parts_gives_the_results_of_one_run(tmp_path):
    only = ["--only", "limit of false alarms: 1 model, 100 rows", "--output"]
    run.main(["--samples", "4", *only, str(tmp_path / "one.json")])
    for samples in ("1", "4"):
        run.main(["--samples", samples, *only, str(tmp_path / "two.json")])
    assert (tmp_path / "two.json").read_text() == (tmp_path / "one.json").read_text()
    run.main(["--samples", "2", "--fresh", *only, str(tmp_path / "two.json")])
    [tally] = read_results(tmp_path / "two.json").values()
    assert tally.samples == 2


def test_every_kind_of_cell_runs(tmp_path, monkeypatch):
    first = {cell.kind: key for key, cell in reversed(run.CELLS.items())}
    monkeypatch.setattr(run, "CELLS", {key: run.CELLS[key] for key in first.values()})
    output = tmp_path / "coverage.json"
    run.main(["--samples", "2", "--output", str(output)])
    found = json.loads(output.read_text())
    assert set(found) == set(first.values())
    text = output.with_suffix(".md").read_text()
    assert all(f"## {kind.capitalize()}" in text for kind in first)


def test_cells_have_different_names():
    count = sum(len(module.CELLS) for module in run.MODULES)
    assert len(run.CELLS) == count


def test_samples_of_clusters_keep_their_sizes():
    sizes = np.bincount(
        sampled(50, 100, 1.0, clusters=(2, 8)).draw(np.random.default_rng(0)).cluster
    )
    assert set(sizes) == {2, 8}


def test_every_cell_outside_its_target_has_a_reason():
    outside = missed(list(read_results(run.RESULTS).items()))
    unexplained = [(key, row.what) for key, row in outside if reason_of(key, row) == UNKNOWN]
    assert not unexplained


def test_the_published_table_is_that_of_the_published_counts():
    results = read_results(run.RESULTS)
    assert set(results) == set(run.CELLS)
    assert run.RESULTS.with_suffix(".md").read_text() == page(results, list(run.CELLS))


ROOT = run.RESULTS.parents[2]
HEADLINE, NULL = "headline cost", "two equal models"
FINE = r"positive$"  # cells with neither levels, weights nor clusters
# Texts that quote the least and the greatest coverage: file, pattern, kind, population, row.
QUOTED = (
    ("README.md", r"recommended rule in (\d+) to (\d+) % of samples", HEADLINE, FINE, CROSS_FITTED),
    ("README.md", r"on the same rows in (\d+) to (\d+) %", HEADLINE, FINE, SAME_ROWS),
    (
        "costdash/core/compare/comparison.py",
        r"pointwise band excludes zero somewhere in (\d+) to (\d+) % of",
        NULL,
        "",
        POINTWISE.format("same rows"),
    ),
    (
        "costdash/core/compare/comparison.py",
        r"and in (\d+) to (\d+) % with cross-fitted costs",
        NULL,
        "",
        POINTWISE.format("cross-fitted"),
    ),
)


def measured(kind, population, row):
    """Least and greatest share, in whole percent, of a row in the cells of a kind."""
    shares = [
        tally.rows[row].percent
        for tally in read_results(run.RESULTS).values()
        if tally.kind == kind and re.search(population, tally.population)
    ]
    return round(min(shares)), round(max(shares))


@pytest.mark.parametrize(("file", "pattern", "kind", "population", "row"), QUOTED)
def test_texts_quote_the_published_coverage(file, pattern, kind, population, row):
    [quoted] = re.findall(pattern, (ROOT / file).read_text())
    assert tuple(map(int, quoted)) == measured(kind, population, row)


def test_no_other_text_of_the_page_or_the_report_quotes_a_share_of_samples():
    """Constants that this file compares are written into such texts, figures are not."""
    for file in (*ROOT.glob("costdash/web/page/**/*.py"), *ROOT.glob("costdash/report/**/*.py")):
        assert not re.search(r"\d %\s+of\W+samples", file.read_text()), file


def test_the_page_says_which_bands_contain_the_truth_too_rarely():
    """Where the table shows that, and only there: these sentences stand beside such bands."""
    said = (ROOT / "costdash/report/sentences/decision.py").read_text()
    assert "Chosen on the same rows, it contains the true cost less often than it says." in said
    assert "Models recommended on so small a margin cost more, on average, than it seems." in said
    results = read_results(run.RESULTS).values()
    cells = [one for one in results if one.kind == HEADLINE and re.search(FINE, one.population)]
    assert all(one.rows[SAME_ROWS].percent < COVERS[0.9].low for one in cells)
    seldom = f"a model is recommended, cross-fitted | {OBSERVED.text}"
    hits = seen = 0
    for one in cells:
        for place, (recommended, samples) in one.rows[seldom].places.items():
            if 0 < recommended < samples / 4:
                inside, of = one.rows[CROSS_FITTED].places[place]
                hits, seen = hits + inside, seen + of
    assert hits / seen < COVERS[0.9].low / 100
