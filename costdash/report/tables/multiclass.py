"""Several classes: the fields of the contract, and tables for people."""

from collections.abc import Iterable, Sequence

from costdash.report.tables.table import Table
from costdash.wording import percent

MOST_IN_MATRIX = 20  # classes
OWN_CLASS = (
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


def with_classes(everything: dict, others: Iterable[dict], multiclass: Sequence[dict]) -> dict:
    """The contract of one class against the rest, with the areas of all classes.

    others: the contracts of the other classes, whose models and folds are told as well; best,
    hull and pairs stay those of the one class. multiclass is of the first model that scores all
    classes; its `others` are the models after it, where there are any.
    """
    every = [everything, *others]
    first, *more = multiclass
    return everything | {
        "models": [model for one in every for model in one["models"]],
        "folds": [fold for one in every for fold in one["folds"]],
        "multiclass": first | ({"others": more} if more else {}),
    }


def class_tables(multiclass: Sequence[dict]) -> list[Table]:
    """The areas of each class, the totals, and for each model the pairs; [] without classes."""
    if not multiclass:
        return []
    several = len(multiclass) > 1
    pairs = (_pairs(model, f": {model_name(model)}" if several else "") for model in multiclass)
    return [_classes(multiclass), _totals(multiclass), *pairs]


def model_name(one: dict) -> str:
    """What the names of a model's columns have in common beside the class's."""
    rests = {_rest(c["column"], c["name"]) for c in one["classes"]}
    rest = rests.pop() if len(rests) == 1 else ""
    return rest or one["classes"][0]["column"]


def _rest(column: str, name: str) -> str:
    start = column.casefold().rfind(name.casefold())
    return (column[:start] + column[start + len(name) :]).strip(" _.-") if start >= 0 else column


def _area(value: float) -> str:
    return f"{value:.4f}"


def _classes(multiclass: Sequence[dict]) -> Table:
    rows = [
        (
            models[0]["name"],
            percent(models[0]["prevalence"]),
            *(_area(one["auc"]) for one in models),
        )
        for models in zip(*(model["classes"] for model in multiclass), strict=True)
    ]
    areas = [f"AUC of {model_name(model)}" for model in multiclass]
    head = ("Class", "Prevalence", *(areas if len(areas) > 1 else ["AUC"]))
    return Table(title="Each class against the rest", head=head, rows=tuple(rows), note=OWN_CLASS)


def _totals(multiclass: Sequence[dict]) -> Table:
    rows = (
        (PD, *(_area(model["provost_domingos_auc"]) for model in multiclass)),
        (M, *(_area(model["hand_till_m"]) for model in multiclass)),
    )
    values = map(model_name, multiclass) if len(multiclass) > 1 else ["AUC"]
    return Table(title="All classes together", head=("Area", *values), rows=rows, note=TOTALS)


def _pairs(model: dict, of_model: str) -> Table:
    names, pairs = [one["name"] for one in model["classes"]], model["pairs"]
    title, hard = f"Pairs of classes{of_model}", sorted(pairs, key=lambda pair: pair["auc"])
    if len(names) > MOST_IN_MATRIX:
        rows = tuple((p["a"], p["b"], _area(p["auc"])) for p in hard[:MOST_IN_MATRIX])
        return Table(title=title, head=("Hardest to tell", "apart from", "AUC"), rows=rows, left=2)
    given = {(p["a"], p["b"]): p["a_given_b"] for p in pairs}
    given |= {(p["b"], p["a"]): p["b_given_a"] for p in pairs}
    note = (
        f"How often a case of the row's class scores above one of the column's, by the scores for "
        f"the row's class. Hardest to tell apart: {hard[0]['a']} and {hard[0]['b']} "
        f"({_area(hard[0]['auc'])} by both)."
    )
    rows = (
        (row, *(_area(given[row, name]) if name != row else "" for name in names)) for row in names
    )
    return Table(title=title, head=("Row above column", *names), rows=tuple(rows), note=note)
