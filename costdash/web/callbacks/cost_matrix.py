"""What is typed into the full cost matrix.

Arrows of the full cost matrix: the server reads it, the script puts it into the conditions.
"""

from dash import ClientsideFunction, Dash, Input, Output, State

from costdash.core.conditions.cost_matrix import Cells, CostMatrix
from costdash.report.sentences.amounts import Currency
from costdash.report.sentences.cost_matrix import reduction_sentences, tables_sentences
from costdash.web import ids
from costdash.web.callbacks import cost_matrix
from costdash.web.page.dialogs import CELLS

COUNTING = "Type a number of cases into each of the eight cells, and four costs above."
ASKING = "Type an amount into each of the four cells."


def read(conditions: dict | None, found, missed, alarm, alone, cases, currency: str) -> tuple:
    """(the matrix as the store of conditions has it, sentence, cannot be used)."""
    money = Currency(currency)
    try:
        cells = [_amount(text, currency) for text in (found, missed, alarm, alone)]
        per_month = _amount(cases, currency) if cases else None
    except ValueError:
        return None, ASKING, True
    try:
        matrix = CostMatrix(*cells)
        if per_month is not None and not 0 < per_month < float("inf"):
            raise ValueError(f"cases in a month must be more than 0, got {per_month:g}")
        said = reduction_sentences(matrix, float((conditions or {}).get("prior", 0.5)), money)
    except (ValueError, TypeError) as refused:
        sentence = str(refused)
        return None, f"{sentence[0].upper()}{sentence[1:]}.", True
    names = ("found", "missed", "false_alarm", "left_alone")
    return dict(zip(names, cells)) | {"cases": per_month}, said, False


def priced(costs, first, second, currency: str) -> str:
    """What two confusion matrices cost, four texts each; "" until somebody types one."""
    if not any(first) and not any(second):
        return ""
    try:
        matrix = CostMatrix(*(_amount(text, currency) for text in costs))
        tables = [Cells(*map(_count, table)) for table in (first, second)]
    except ValueError:
        return COUNTING
    if any(min(t.tp + t.fn, t.fp + t.tn) == 0 for t in tables):
        return "Each table needs positives and negatives."
    return tables_sentences(matrix, *tables, Currency(currency))


def _count(text) -> float:
    count = _amount(text, "")
    if not 0 <= count < float("inf"):
        raise ValueError(text)
    return count


def _amount(text, currency: str) -> float:
    return float(str(text or "").replace(currency, "").replace(",", "").strip())


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    app.callback(
        Output(ids.MATRIX_READ, "data"),
        Output(ids.MATRIX_TOLD, "children"),
        Output(ids.MATRIX_USE, "disabled"),
        *(Input(name, "value") for name, _ in CELLS),
        Input(ids.MATRIX_CASES, "value"),
        State(ids.CONDITIONS, "data"),
        prevent_initial_call=True,
    )(lambda *given: cost_matrix.read(given[-1], *given[:-1], currency))

    app.callback(
        Output(ids.MATRIX_PRICED, "children"),
        *(Input(name, "value") for name, _ in CELLS),
        *(Input(name, "value") for name in (*ids.MATRIX_FIRST, *ids.MATRIX_SECOND)),
        prevent_initial_call=True,
    )(lambda *given: cost_matrix.priced(given[:4], given[4:8], given[8:], currency))

    app.clientside_callback(
        ClientsideFunction("costdash_matrix", "use"),
        Input(ids.MATRIX_USE, "n_clicks"),
        State(ids.MATRIX_READ, "data"),
    )
