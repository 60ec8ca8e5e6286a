"""Recent scores beside a table, or in it: estimates as of the same rows in a file."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.cli import main
from costdash.core.folds.prior_estimate import estimate_prior, score_bins
from costdash.intake import read_predictions, read_table_with_messages
from costdash.intake.api import read_recent_counts

pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")

COLUMNS = ["--label", "label", "--score", "rf", "--score", "nb", "--blanks", "coming"]


def rows_of(rng, rows, prior, ties):
    label = rng.random(rows) < prior
    rf = rng.normal(size=rows) + 2 * label
    nb = rng.normal(size=rows) + label
    table = {"label": label.astype(int), "rf": rf, "nb": nb}
    return pd.DataFrame(
        {k: np.round(v, 1) if ties and k != "label" else v for k, v in table.items()}
    )


@pytest.fixture(params=[False, True], ids=["distinct", "ties"])
def both(request, tmp_path):
    rng = np.random.default_rng(7 + request.param)
    known = rows_of(rng, 2500, 0.2, request.param).assign(month="may")
    recent = rows_of(rng, 1800, 0.05, request.param).assign(label=pd.NA, month="june")
    recent.loc[recent.index[::50], "rf"] = np.nan
    recent.loc[recent.index[3], "nb"] = 50.0  # outside of the scores with a label
    old = rows_of(rng, 300, 0.5, request.param).assign(label=pd.NA, month="april")
    table = pd.concat([known, recent, old], ignore_index=True)
    table["label"] = table["label"].astype("Int64")
    pq.write_table(pa.Table.from_pandas(table), path := tmp_path / "rows.parquet")
    return path


def estimate(capsys, *words):
    assert main(["analyse", *words, *COLUMNS, "--replicates", "100", "--json"]) == 0
    return json.loads(capsys.readouterr().out)["prior_estimate"]


def test_a_table_gives_the_estimate_of_the_file(both, capsys):
    where = ["--unlabelled-where", "month=june"]
    of_file = estimate(capsys, str(both), *where)
    of_table = estimate(capsys, "--table", str(both), *where)
    assert of_table == of_file
    assert of_file["rows"] in (1764, 1800)
    other = next(each for each in of_table["models"] if each["model"] == "nb")
    assert other["outside"] == pytest.approx(1 / 1800)


def test_a_file_of_recent_scores_beside_a_table_is_read_as_beside_a_file(both, tmp_path, capsys):
    recent = pd.read_parquet(both).query("month == 'june'")[["rf", "nb"]]
    recent.to_csv(path := tmp_path / "recent.csv", index=False)
    words = ["--unlabelled", str(path)]
    assert estimate(capsys, "--table", str(both), *words) == estimate(capsys, str(both), *words)


def test_the_estimate_becomes_the_prior_of_the_table(both, capsys):
    words = ["--table", str(both), "--unlabelled-where", "month=june", "--prior", "estimated"]
    assert main(["analyse", *words, *COLUMNS, "--replicates", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["operating_point"]["prior"] == found["prior_estimate"]["value"]
    assert found["method"]["prior"] == "estimated"


def test_bins_of_an_audited_table_are_those_of_its_rows(tmp_path):
    rng = np.random.default_rng(9)
    table = rows_of(rng, 3000, 0.2, ties=True)
    table["group"] = np.where(table["rf"] > 1, "high", "low")
    table["label"] = (
        table["label"].astype("Int64").where((table["rf"] > 1) | (rng.random(3000) < 0.3))
    )
    pq.write_table(pa.Table.from_pandas(table), path := tmp_path / "audited.parquet")
    roles = {"label": "label", "scores": ["rf", "nb"], "verified_within": "group"}
    counted, _, _ = read_table_with_messages(path, **roles)
    rows = read_predictions(table, **roles)
    recent = {"rf": rows_of(rng, 2000, 0.1, ties=True)["rf"].to_numpy()}
    assert score_bins(counted, "rf").edges.tolist() == score_bins(rows, "rf").edges.tolist()
    (a,), (b,) = (estimate_prior(each, recent) for each in (counted, rows))
    assert (a.positives, a.negatives) == pytest.approx((b.positives, b.negatives))
    assert a.value == pytest.approx(b.value, abs=0.01)


@pytest.mark.parametrize(
    ("where", "why"), [("month=july", "has “july” in column month"), ("week", "must be a column")]
)
def test_rows_that_are_not_there_are_refused(both, where, why, capsys):
    words = ["--table", str(both), "--unlabelled-where", where]
    assert main(["analyse", *words, *COLUMNS]) == 1
    assert why in capsys.readouterr().err


def test_bins_are_those_of_every_row(both):
    roles = {"label": "label", "scores": ["rf", "nb"], "blanks": "coming"}
    counted, details, _ = read_table_with_messages(both, **roles)
    found = read_recent_counts(both, "month=june", counted, details)
    table = pd.read_parquet(both).query("month == 'june'")
    for name, binned in found.items():
        bins, score = score_bins(counted, name), table[name].dropna().to_numpy()
        slow = [0] * (bins.edges.size + 1)
        for x in score:
            slow[sum(x >= edge for edge in bins.edges)] += 1
        assert binned.rows.tolist() == slow
        assert binned.outside == sum(x < bins.low or x > bins.high for x in score)
