"""Labels of a table that exist only where somebody looked: what is asked, counted and refused."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from costdash.cli import main
from costdash.core import OperatingPoint, analyse
from costdash.intake import IntakeError, read_table_with_messages
from tests.support.audited import WRONG_ANSWERS, audited, weighted_cost

pytest.importorskip("ibis", reason="needs the extra costdash[duckdb]")
pytest.importorskip("duckdb", reason="needs the extra costdash[duckdb]")

SCORES = {"label": "label", "scores": ["old", "new"]}


@pytest.mark.parametrize("seed", range(3))
def test_costs_are_those_of_rows_counted_by_their_group(seed):
    rng = np.random.default_rng(seed)
    every, seen, looked_at = audited(rng, rows=800, positives=0.1, share=0.2, ties=seed == 1)
    groups = list(every["group"])
    rows, details, _ = read_table_with_messages(seen, **SCORES, verified_within="group")
    analysis = analyse(rows, n_replicates=100)
    point = OperatingPoint(analysis.file_prevalence, 20, 1)
    counts = analysis.models["new"].counts
    for index in (1, counts.threshold.size // 3, counts.threshold.size - 1):
        call = analysis.call_at(point, "new", index, 0)
        called = every["new"].to_numpy() >= counts.threshold[index]
        expected = weighted_cost(seen, looked_at, groups, called, 20, 1)
        found = point.prior, call.fpr, call.tpr, call.expected_cost
        np.testing.assert_allclose(found, expected, rtol=1e-12)
    strata = details["verification"]["strata"]
    assert {each["name"]: each["labelled"] for each in strata} == {
        name: int(looked_at[every["group"] == name].sum()) for name in ("flagged", "other")
    }


@pytest.mark.parametrize(
    ("roles", "why"),
    [
        *WRONG_ANSWERS,
        ({"verified_by": ("old", 0.001)}, "Nobody looked at"),
        ({"chance": "new"}, "Counting rows by their chance needs single rows"),
    ],
)
def test_an_answer_that_cannot_be_counted_is_refused(roles, why):
    _, seen, _ = audited(np.random.default_rng(9))
    seen = seen.assign(same=1)
    seen.loc[seen["old"].nsmallest(3).index, "label"] = pd.NA
    if "verified_by" in roles and roles["verified_by"][1] == 0.001:
        roles = {"verified_by": ("old", float(seen["old"].nsmallest(4).iloc[-1]))}
    with pytest.raises(IntakeError, match=why):
        read_table_with_messages(seen, **SCORES, **roles)


def test_the_command_line_counts_a_table_as_it_counts_the_file(tmp_path, capsys):
    _, seen, _ = audited(np.random.default_rng(3), ties=True)
    pq.write_table(pa.Table.from_pandas(seen), path := tmp_path / "rows.parquet")
    rule = ["--label", "label", "--verified-by", "old", "0.9", "--cost-fn", "20", "--json"]
    found = []
    for source in ([str(path)], ["--table", str(path)]):
        assert main(["analyse", *source, "--same-rows", *rule]) == 0
        found.append(json.loads(capsys.readouterr().out))
    of_file, of_table = found
    assert of_table["data"]["verification"] == of_file["data"]["verification"]
    assert of_table["best"]["model"] == of_file["best"]["model"]
    for name in ("threshold", "fpr", "tpr", "expected_cost"):
        assert of_table["best"][name] == pytest.approx(of_file["best"][name], rel=1e-12)
