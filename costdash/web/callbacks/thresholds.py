"""The table of thresholds and the search in it."""

from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import Gone
from costdash.web.stores.read import Unreadable, drawn_models, point_of, pooled
from costdash.wording import Currency, money, percent


def table(
    dataset: dict | None, conditions: dict | None, view: dict | None, model: str | None
) -> list[dict]:
    """At most 1,000 thresholds of one model, its hull's among them."""
    known = _model_at(dataset, conditions, view, model)
    if known is None:
        return []
    one, point = known
    return rows(threshold_table(one.counts, point, always=one.hull.index))


def find_threshold(
    dataset: dict | None,
    conditions: dict | None,
    view: dict | None,
    model: str | None,
    asked: str | None,
    currency,
) -> str:
    """What the rule score >= (the number typed) does, in a sentence."""
    known = _model_at(dataset, conditions, view, model)
    if known is None or not asked:
        return ""
    try:
        row = find(known[0].counts, known[1], float(asked.replace(",", ".")))
    except ValueError:
        return "Type a number, such as 0.37."
    precision = "" if row["precision"] is None else f", precision {percent(row['precision'])}"
    cost = money(row["expected_cost"], Currency(currency))
    return (
        f"Score of {asked} or more: finds {percent(row['tpr'])}, raises {percent(row['fpr'])} of "
        f"the negatives{precision}, costs {cost} per case."
    )


def _model_at(dataset, conditions, view, model):
    names = (*drawn_models(view, conditions), model)
    try:
        analysis = analysis_of((dataset or {}).get("token"), session_id(), names, pooled(view))
        return analysis.models[model], point_of(conditions or {})
    except (Gone, Unreadable, KeyError):
        return None
