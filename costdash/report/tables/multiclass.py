"""Tables of a label with more than two classes: areas of each class, of all, and of pairs."""

from collections.abc import Sequence
from typing import Any

from costdash.report.tables.table import Table
from costdash.wording import percent

MOST_IN_MATRIX = 20  # classes
CLASS_AGAINST_REST = (
    "Each column of scores is judged with its own class as positive and all others together as "
    "negative. Hull, decision and comparisons are of the columns of one class only: those of "
    "another class answer another question. Another prior leaves the mixture of the other classes "
    "as it is in the file (Fawcett 2004, section 7.3.1)."
)
PD, M = "Provost & Domingos AUC", "Hand & Till M"
TOTALS = (
    f"{PD}: the mean of the classes' AUC weighted by their prevalence, so it moves with the "
    f"mixture of classes. {M}: the mean over all pairs of classes, each alike, so it does not."
)


def class_tables(multiclass: Sequence[dict[str, Any]]) -> list[Table]:
    """A table of classes, one of all classes together, and one of pairs per model.

    multiclass: the areas of each model, as in the JSON; without any, there are no tables.
    """
    if not multiclass:
        return []
    several = len(multiclass) > 1
    pairs = (_pairs(model, f": {model_name(model)}" if several else "") for model in multiclass)
    return [_classes(multiclass), _totals(multiclass), *pairs]


def model_name(model: dict[str, Any]) -> str:
    """The common part of a model's score columns, without the class's name."""
    rests = {_rest(c["column"], c["name"]) for c in model["classes"]}
    rest = rests.pop() if len(rests) == 1 else ""
    return rest or model["classes"][0]["column"]


def _rest(column: str, name: str) -> str:
    start = column.casefold().rfind(name.casefold())
    return (column[:start] + column[start + len(name) :]).strip(" _.-") if start >= 0 else column


def _area(value: float) -> str:
    return f"{value:.4f}"


def _classes(multiclass: Sequence[dict[str, Any]]) -> Table:
    rows = [
        (
            models[0]["name"],
            percent(models[0]["prevalence"]),
            *(_area(model["auc"]) for model in models),
        )
        for models in zip(*(model["classes"] for model in multiclass), strict=True)
    ]
    areas = [f"AUC of {model_name(model)}" for model in multiclass]
    head = ("Class", "Prevalence", *(areas if len(areas) > 1 else ["AUC"]))
    return Table(
        title="Each class against the rest", head=head, rows=tuple(rows), note=CLASS_AGAINST_REST
    )


def _totals(multiclass: Sequence[dict[str, Any]]) -> Table:
    rows = (
        (PD, *(_area(model["provost_domingos_auc"]) for model in multiclass)),
        (M, *(_area(model["hand_till_m"]) for model in multiclass)),
    )
    values = map(model_name, multiclass) if len(multiclass) > 1 else ["AUC"]
    return Table(title="All classes together", head=("Area", *values), rows=rows, note=TOTALS)


def _pairs(model: dict[str, Any], of_model: str) -> Table:
    """AUC of each pair of classes; of many classes only the pairs that are hardest to separate."""
    title = f"Pairs of classes{of_model}"
    names = [item["name"] for item in model["classes"]]
    hardest = sorted(model["pairs"], key=lambda pair: pair["auc"])
    if len(names) > MOST_IN_MATRIX:
        head = ("Hardest to tell", "apart from", "AUC")
        listed = tuple((p["a"], p["b"], _area(p["auc"])) for p in hardest[:MOST_IN_MATRIX])
        return Table(title=title, head=head, rows=listed, left=2)
    area = {(p["a"], p["b"]): p["a_given_b"] for p in hardest}
    area |= {(p["b"], p["a"]): p["b_given_a"] for p in hardest}
    matrix = tuple(
        (row, *("" if name == row else _area(area[row, name]) for name in names)) for row in names
    )
    first = hardest[0]
    note = (
        f"How often a case of the row's class scores above one of the column's, by the scores for "
        f"the row's class. Hardest to tell apart: {first['a']} and {first['b']} "
        f"({_area(first['auc'])} by both)."
    )
    return Table(title=title, head=("Row above column", *names), rows=matrix, note=note)
