"""Registers the callbacks that answer an open tab."""

from collections.abc import Callable
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update
from dash.dependencies import DashDependency

from costdash.web.ids import STATE_STORES, ids, input_question, tab_question
from costdash.web.session import browser_tab
from costdash.web.stores.question import Question

STORES = tuple(State(store, "data") for store in STATE_STORES)


def answers_tab(app: Dash, tab: str, *wires: DashDependency) -> Callable[[Callable], Callable]:
    """Decorates a function of the question and of the inputs and states among the wires.

    It is called when the tab asks, or when an input changes while the tab is open: scripts also
    write the inputs of closed tabs, and the browser then asks nothing. A tab that lacks slow
    results asks again when nothing has changed for a while, and names its browser's tab.
    """
    outputs = [wire for wire in wires if isinstance(wire, Output)]
    inputs = [wire for wire in wires if isinstance(wire, Input)]
    given = [
        State(wire.component_id, wire.component_property)
        for wire in wires
        if not isinstance(wire, Output)
    ]
    changed = [Input(input_question(str(outputs[0].component_id)), "data")] if inputs else []
    nothing = [no_update] * len(outputs) if len(outputs) > 1 else no_update
    if inputs:
        app.clientside_callback(
            ClientsideFunction("costdash_tab_changes", tab),
            Output(changed[0].component_id, "data"),
            *inputs,
            State(ids.TABS, "value"),
            prevent_initial_call=True,
        )

    def register(answer: Callable) -> Callable:
        @app.callback(
            *outputs,
            Input(tab_question(tab), "data"),
            *changed,
            *given,
            *STORES,
            prevent_initial_call=True,
        )
        def update(asked: Any, *values: Any) -> Any:
            *given_values, dataset, conditions, view = values[len(changed) :]
            if not asked:
                return nothing
            slow = browser_tab(str(asked.get("slow", ""))) if isinstance(asked, dict) else None
            return answer(Question.of(dataset, conditions, view, slow_for=slow), *given_values)

        return answer

    return register
