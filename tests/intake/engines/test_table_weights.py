"""A table with sampling weights gives what its rows give when they are read as a file."""

import json
import warnings

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.cli import main
from costdash.core.analysis.analyse import analyse
from costdash.core.compare.comparison import compare_all
from costdash.intake import IntakeError, read_scored, read_table_with_messages
from costdash.intake.engines import reduction
from costdash.intake.storage.predictions import load_predictions, save_predictions

pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")


@pytest.fixture
def file(tmp_path):
    """Two models, one with ties, unequal weights, and a row that has none."""
    rng = np.random.default_rng(3)
    is_positive = rng.random(4000) < 0.2
    first = rng.normal(is_positive, 1)
    columns = {
        "score_a": first,
        "score_b": (first + rng.normal(size=4000)).round(1),
        "label": is_positive,
        "w": rng.lognormal(0, 1, 4000) * (1 + is_positive),
    }
    columns["w"][7] = 0
    pq.write_table(pa.table(columns), path := tmp_path / "rows.parquet")
    return path


def read_both(file):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = read_scored(file, label="label", weight="w", weight_is="sampling")[0].complete()
    return rows, read_table_with_messages(file, label="label", weight="w")


def test_counts_and_intervals_are_those_of_the_rows(file):
    rows, (groups, details, _) = read_both(file)
    assert details["table"]["exact"]
    one, other = (analyse(each, n_replicates=800) for each in (rows, groups))
    assert other.rows == one.rows == 3999
    assert other.totals == pytest.approx(one.totals)
    assert other.prevalence_variance == pytest.approx(one.prevalence_variance)
    assert other.effective_positives == pytest.approx(one.effective_positives)
    for name, model in one.models.items():
        same = other.models[name]
        np.testing.assert_array_equal(same.counts.threshold, model.counts.threshold)
        np.testing.assert_allclose(same.counts.tp, model.counts.tp, rtol=1e-12)
        np.testing.assert_allclose(same.counts.fp, model.counts.fp, rtol=1e-12)
        np.testing.assert_array_equal(same.hull.threshold, model.hull.threshold)
        assert same.auc_interval == pytest.approx(model.auc_interval)
        band, own = same.bands.cost(0.9), model.bands.cost(0.9)
        width = (own.high - own.low).max()
        np.testing.assert_allclose(band.low, own.low, atol=0.15 * width)
        np.testing.assert_allclose(band.high, own.high, atol=0.15 * width)
    [of_rows], [of_groups] = compare_all(rows, one), compare_all(groups, other)
    np.testing.assert_allclose(of_groups.value, of_rows.value, atol=1e-12)
    widths = [pair.auc_difference.high - pair.auc_difference.low for pair in (of_rows, of_groups)]
    assert widths[1] == pytest.approx(widths[0], rel=0.03)
    limits = [np.subtract(*pair.band.limits(False)[::-1]) for pair in (of_rows, of_groups)]
    np.testing.assert_allclose(limits[1], limits[0], atol=0.15 * limits[0].max())


@pytest.mark.parametrize("kind", ["sampling", "count"])
def test_the_default_prior_is_that_of_all_labelled_rows(tmp_path, kind):
    """Half of the positives lack a score, and some rows a weight."""
    rng = np.random.default_rng(4)
    is_positive = rng.random(1000) < 0.25
    score = np.where(is_positive & (rng.random(1000) < 0.5), np.nan, rng.normal(is_positive))
    weight = rng.lognormal(0, 1, 1000) if kind == "sampling" else rng.integers(0, 5, 1000)
    weight = np.where(rng.random(1000) < 0.02, np.nan, weight)
    columns = {"label": is_positive, "score": pa.array(score, from_pandas=True), "w": weight}
    pq.write_table(pa.table(columns), path := tmp_path / "rows.parquet")
    roles = {"label": "label", "weight": "w", "weight_is": kind}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = read_scored(path, **roles)[0]
    table = read_table_with_messages(path, **roles)[0]
    save_predictions(tmp_path / "stored", table, {})
    stored = load_predictions(tmp_path / "stored")[0]
    of_rows = analyse(rows, n_replicates=100)
    used = weight > 0
    share = weight[used & is_positive].sum() / weight[used].sum()
    for groups in (table, stored.complete()):
        of_table = analyse(groups, n_replicates=100)
        assert of_table.file_prevalence == pytest.approx(share)
        assert of_table.labelled == pytest.approx(of_rows.labelled)
        assert of_table.prevalence_variance == pytest.approx(of_rows.prevalence_variance)
        assert of_table.prevalence == pytest.approx(of_rows.prevalence)


def test_more_scores_than_are_kept_stay_within_the_bound(file, monkeypatch):
    monkeypatch.setattr(reduction, "EXACT", 500)
    rows, (groups, details, _) = read_both(file)
    summary = details["table"]
    assert not summary["exact"]
    assert 0 < summary["tpr_error"] <= reduction.ERROR
    one, other = analyse(rows, n_replicates=100), analyse(groups, n_replicates=100)
    for name, model in one.models.items():
        same = other.models[name]
        assert same.counts.threshold.size <= model.counts.threshold.size
        assert same.auc == pytest.approx(model.auc, abs=2 * reduction.ERROR)
        assert same.auc_interval == pytest.approx(model.auc_interval, abs=2 * reduction.ERROR)
        shared = model.counts.index(same.counts.threshold)
        np.testing.assert_allclose(same.counts.tp, model.counts.tp[shared], rtol=1e-12)


def test_sums_of_weights_are_stored(file, tmp_path):
    _, (groups, details, _) = read_both(file)
    save_predictions(tmp_path / "stored", groups, details)
    again, _ = load_predictions(tmp_path / "stored")
    one, other = (analyse(x.complete(), n_replicates=100) for x in (groups, again))
    for name, model in one.models.items():
        assert other.models[name].auc_interval == model.auc_interval
        np.testing.assert_array_equal(
            other.models[name].bands.cost(0.9).low, model.bands.cost(0.9).low
        )


def test_parts_of_cases_cannot_be_counted(file):
    with pytest.raises(IntakeError, match="cannot count cases, because it holds no whole number"):
        read_table_with_messages(file, label="label", weight="w", weight_is="count")


def test_the_command_line_gives_the_contract_of_the_file(file, capsys):
    options = ["--weight", "w", "--weight-is", "sampling", "--label", "label", "--prior", "0.1"]
    options += ["--replicates", "100", "--same-rows", "--json"]
    fields = []
    for source in (["--table", str(file)], [str(file)]):
        assert main(["analyse", *source, *options]) == 0
        fields.append(json.loads(capsys.readouterr().out))
    counted, read = fields
    for name in ("threshold", "fpr", "tpr", "nec"):
        assert counted["best"][name] == pytest.approx(read["best"][name])
    for name in ("positives", "negatives", "rows"):
        assert counted["data"][name] == pytest.approx(read["data"][name])
