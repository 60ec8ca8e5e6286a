"""A label with more than two classes, in tables and in the JSON."""

from costdash.report.json.contract import with_classes
from costdash.report.tables.multiclass import class_tables, model_name


def areas(pattern, m=0.9):
    """Areas of three classes whose score columns are named by the pattern."""
    names = ("ant", "bee", "Cat")
    classes = [
        {"name": name, "prevalence": share, "auc": 0.8 + share / 10, "column": pattern.format(name)}
        for name, share in zip(names, (0.5, 0.3, 0.2), strict=True)
    ]
    pairs = [
        {"a": a, "b": b, "a_given_b": m, "b_given_a": m - gap, "auc": m - gap / 2}
        for a, b, gap in (("ant", "bee", 0.1), ("ant", "Cat", 0.3), ("bee", "Cat", 0.2))
    ]
    return {"classes": classes, "pairs": pairs, "provost_domingos_auc": 0.83, "hand_till_m": m}


def test_without_classes_there_are_no_tables():
    assert class_tables([]) == []


def test_a_model_is_named_by_what_its_columns_share():
    assert model_name(areas("rf_{}")) == "rf"
    assert model_name(areas("P({})")) == "P()"
    assert model_name(areas("{}_score")) == "score"
    assert model_name(areas("{}")) == "ant"


def test_pairs_form_a_matrix_with_the_scores_of_the_row_class():
    classes, totals, pairs = class_tables([areas("p_{}")])
    assert classes.rows[1] == ("bee", "30 %", "0.8300")
    assert [row[-1] for row in totals.rows] == ["0.8300", "0.9000"]
    assert pairs.head == ("Row above column", "ant", "bee", "Cat")
    assert pairs.rows == (
        ("ant", "", "0.9000", "0.9000"),
        ("bee", "0.8000", "", "0.9000"),
        ("Cat", "0.6000", "0.7000", ""),
    )
    assert "Hardest to tell apart: ant and Cat (0.7500" in pairs.note


def test_of_many_classes_only_the_hardest_pairs_are_listed():
    classes = [areas("p_{}")["classes"][0] | {"name": f"{i}"} for i in range(21)]
    pair = {"a_given_b": 0, "b_given_a": 0}
    pairs = [
        pair | {"a": f"{i}", "b": f"{j}", "auc": 1 - i * j / 400}
        for i in range(21)
        for j in range(i)
    ]
    hardest = class_tables([areas("p_{}") | {"classes": classes, "pairs": pairs}])[-1]
    assert hardest.rows[0] == ("20", "19", "0.0500")
    assert len(hardest.rows) == 20


def test_models_have_a_column_each_and_a_matrix_each():
    classes, totals, *pairs = class_tables([areas("rf_{}"), areas("nb_{}", 0.7)])
    assert classes.head[2:] == ("AUC of rf", "AUC of nb")
    assert classes.rows[0] == ("ant", "50 %", "0.8500", "0.8500")
    assert totals.head[1:] == ("rf", "nb")
    assert [table.title for table in pairs] == ["Pairs of classes: rf", "Pairs of classes: nb"]


def test_the_json_has_models_and_folds_of_every_class_but_one_best_rule():
    def contract(name):
        return {"best": name, "hull": [name], "models": [name], "folds": [name], "pairs": []}

    others = (contract(name) for name in ("b", "c"))
    found = with_classes(contract("a"), others, [areas("x_{}"), areas("y_{}")])
    assert found["models"] == found["folds"] == ["a", "b", "c"]
    assert (found["best"], found["hull"]) == ("a", ["a"])
    assert found["multiclass"] == areas("x_{}") | {"others": [areas("y_{}")]}
    assert "others" not in with_classes(contract("a"), [], [areas("x_{}")])["multiclass"]
