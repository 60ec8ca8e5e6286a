"""The dialog of the full cost matrix: reads what the user typed, and prices two tables."""

from collections.abc import Sequence
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State

from costdash.core.conditions.cost_matrix import Cells, CostMatrix
from costdash.report.sentences.amounts import Currency
from costdash.report.sentences.cost_matrix import reduction_sentences, tables_sentences
from costdash.typed import parse_amount
from costdash.web import wire
from costdash.web.ids import FIRST_MATRIX, SECOND_MATRIX, ids
from costdash.web.page.dialogs import CELLS

Text = str | None
TYPE_COUNTS = "Type a number of cases into each of the eight cells, and four costs above."
TYPE_COSTS = "Type an amount into each of the four cells."


def read_matrix(
    conditions: wire.Conditions | None, costs: Sequence[Text], cases: Text, currency: str
) -> tuple[dict[str, Any] | None, str, bool]:
    """(matrix for the store of conditions, sentence, whether the button is disabled).

    costs: the texts of the cells, in the order of CostMatrix.
    """
    money = Currency.of(currency)
    try:
        cells = [_amount(text, currency) for text in costs]
        per_month = _amount(cases, currency) if cases else None
    except ValueError:
        return None, TYPE_COSTS, True
    try:
        matrix = CostMatrix(*cells)
        if per_month is not None and not 0 < per_month < float("inf"):
            raise ValueError(f"cases in a month must be more than 0, got {per_month:g}")
        explanation = reduction_sentences(
            matrix, float(conditions["prior"] if conditions else 0.5), money
        )
    except (ValueError, TypeError) as refused:
        sentence = str(refused)
        return None, f"{sentence[0].upper()}{sentence[1:]}.", True
    names = ("found", "missed", "false_alarm", "left_alone")
    return dict(zip(names, cells)) | {"cases": per_month}, explanation, False


def price_tables(
    costs: Sequence[Text], first: Sequence[Text], second: Sequence[Text], currency: str
) -> str:
    """The costs of two confusion matrices, each of four typed texts; "" until one is typed."""
    if not any(first) and not any(second):
        return ""
    try:
        matrix = CostMatrix(*(_amount(text, currency) for text in costs))
        tables = Cells(*map(_count, first)), Cells(*map(_count, second))
    except ValueError:
        return TYPE_COUNTS
    if any(min(table.tp + table.fn, table.fp + table.tn) == 0 for table in tables):
        return "Each table needs positives and negatives."
    return tables_sentences(matrix, *tables, Currency.of(currency))


def _count(text: Text) -> float:
    count = _amount(text, "")
    if not 0 <= count < float("inf"):
        raise ValueError(text)
    return count


def _amount(text: Text, currency: str) -> float:
    return parse_amount("" if text is None else str(text), Currency.of(currency).symbol)


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    costs = [Input(name, "value") for name, _ in CELLS]

    def typed_currency(conditions: wire.Conditions | None) -> str:
        return (conditions and conditions.get("currency")) or currency

    @app.callback(
        Output(ids.MATRIX_DATA, "data"),
        Output(ids.MATRIX_SENTENCE, "children"),
        Output(ids.MATRIX_USE, "disabled"),
        *costs,
        Input(ids.MATRIX_CASES, "value"),
        State(ids.CONDITIONS, "data"),
        prevent_initial_call=True,
    )
    def update_matrix(*inputs: Any) -> tuple[Any, ...]:
        *typed, cases, conditions = inputs
        return read_matrix(conditions, typed, cases, typed_currency(conditions))

    @app.callback(
        Output(ids.MATRIX_TABLE_COSTS, "children"),
        *costs,
        *(Input(name, "value") for name in (*FIRST_MATRIX, *SECOND_MATRIX)),
        State(ids.CONDITIONS, "data"),
        prevent_initial_call=True,
    )
    def update_prices(*inputs: Any) -> str:
        *typed, conditions = inputs
        return price_tables(typed[:4], typed[4:8], typed[8:], typed_currency(conditions))

    app.clientside_callback(
        ClientsideFunction("costdash", "useCostMatrix"),
        Input(ids.MATRIX_USE, "n_clicks"),
        State(ids.MATRIX_DATA, "data"),
    )
