"""True labels of some rows, beside those of a judge: read, stored and refused."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from costdash.core.sample.row_order import in_row_order
from costdash.intake import IntakeError, read_predictions
from costdash.intake.api import read_scored
from costdash.intake.storage.predictions import load_predictions, save_predictions
from tests.support.judged import judged

ROLES = {"label": "judge", "positive": "1", "scores": ["rf", "nb"], "gold": "person"}


def test_gold_labels_stay_beside_their_rows(tmp_path):
    table, true = judged(np.random.default_rng(0), rows=600)
    table.loc[::7, "judge"] = pd.NA  # these rows have no label, checked or not
    table.loc[::11, "nb"] = np.nan
    scored, details, _ = read_scored(table, blanks="leave-out", **ROLES)
    rows = scored.complete()
    kept = np.flatnonzero(table["judge"].notna() & table["nb"].notna())
    checked = table["person"].notna().to_numpy()[kept]
    assert_array_equal(~np.isnan(rows.gold), checked)
    assert_array_equal(rows.gold[checked], true[kept][checked])
    assert details["gold"]["rows"] == (~np.isnan(scored.gold)).sum()
    assert "person" not in scored.scores
    assert "gold person" in details["read_as"]
    save_predictions(tmp_path, scored, details)
    loaded, _ = load_predictions(tmp_path)
    assert_array_equal(loaded.gold, scored.gold)
    ordered = in_row_order(rows)
    pairs = [
        sorted(zip(each.scores["rf"], np.nan_to_num(each.gold, nan=-1))) for each in (rows, ordered)
    ]
    assert pairs[0] == pairs[1]


def test_gold_labels_of_the_long_layout_are_those_of_the_case():
    table, _ = judged(np.random.default_rng(1), rows=200, share=0.3)
    wide = read_scored(table, **ROLES)[0]
    long = table.assign(case=np.arange(200)).melt(
        id_vars=["case", "judge", "person"], value_vars=["rf", "nb"], var_name="m", value_name="s"
    )
    roles = {"label": "judge", "positive": "1", "scores": ["s"], "gold": "person"}
    found, _, _ = read_scored(long, model="m", case_id="case", **roles)
    assert_array_equal(found.gold, wide.gold)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"weight": "w"}, "do not go together with a weight of cases"),
        ({"weight": "w", "weight_is": "count"}, "do not go together with a weight of cases"),
        ({"cost_fn_column": "w", "cost_fp_column": "1"}, "costs per case"),
        ({"gold": "words"}, "Write true labels in the same words"),
        ({"gold": "nobody"}, "There is no column"),
        ({"gold": "judge"}, "chosen for two roles"),
        ({"verified_within": "words"}, "groups of rows that somebody looked at"),
    ],
)
def test_what_does_not_go_together_is_refused(more, why):
    table, _ = judged(np.random.default_rng(2), rows=200)
    table["w"], table["words"] = 0.5, np.where(table["rf"] > 0, "harmful", "fine")
    with pytest.raises(IntakeError, match=why):
        read_predictions(table, **ROLES | more)


def test_gold_labels_go_together_with_a_sampling_weight():
    table, _ = judged(np.random.default_rng(2), rows=600)
    table["w"] = np.where(table["rf"] > 1, 1.0, 5.0)
    rows, _, _ = read_scored(table, weight="w", weight_is="sampling", **ROLES)
    assert (~np.isnan(rows.gold)).sum() == table["person"].notna().sum()
    assert rows.weight is not None
