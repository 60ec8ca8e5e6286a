"""The tab of folds: averages of one model's curves over the folds of the file."""

from functools import partial
from typing import Any

from dash import Dash, Input, Output, State, html, no_update

from costdash.core.folds.folds import Folds, folds_of
from costdash.core.sample.predictions import Predictions
from costdash.figures.panels.folds import (
    AVERAGES,
    FoldsView,
    folds_cost_figure,
    folds_roc_figure,
    one_or_each,
)
from costdash.report.sentences.sample import left_out_sentence
from costdash.web import ids
from costdash.web.page import folds_tab
from costdash.web.page.decision import panel_note
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import cached_derivation
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import StoreData, Unreadable, drawn_models, point_of, pooled, view_of

TAB = "folds"


def fold_averages(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str,
    average: str | None,
    beside: str | None,
) -> tuple[Any, Any, Any, Any]:
    """(ROC figure, cost figure, note, table); without folds, only a sentence as the note."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        names = (*drawn_models(view, conditions), model)
        analysis = analysis_of(token, session, names, pooled(view))
        point = point_of(conditions or {})
        shown = view_of(view or {}, analysis, (dataset or {})["revision"])
        folds = cached_derivation(
            "folds", token, session, analysis, (model,), partial(_folds_of, model)
        )
    except KeyError:
        return no_update, no_update, "Choose a model.", []
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, no_update, str(reason), []
    except ValueError:
        return no_update, no_update, "No fold holds both classes, so there is no average.", []
    kinds = FoldsView(
        average=average if average in AVERAGES else AVERAGES[0],
        beside=beside if beside in AVERAGES else None,
        level=shown.level,
        place=analysis.place[model],
        uirevision=shown.uirevision,
    )
    roc = folds_roc_figure(folds, kinds)
    cost = folds_cost_figure(folds, point, kinds)
    why = html.Span(one_or_each(kinds), className="note-line")
    note = [*panel_note(roc.layout.meta), why, left_out_sentence(analysis)]
    return roc, cost, note, folds_tab.table(folds, point, shown.level)


def _folds_of(model: str, rows: Predictions) -> Folds:
    """A function of this module and not a closure, so that another process can run it."""
    return folds_of(rows.judged, model)


def connect(app: Dash) -> None:
    @app.callback(
        Output(ids.FOLDS_ROC_DATA, "data"),
        Output(ids.FOLDS_COST_DATA, "data"),
        Output(ids.FOLDS_NOTE, "children"),
        Output(ids.FOLDS_TABLE, "children"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
        Input(ids.FOLDS_MODEL, "value"),
        Input(ids.FOLDS_AVERAGE, "value"),
        Input(ids.FOLDS_SECOND_AVERAGE, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE_STORES),
        prevent_initial_call=True,
    )
    def update_folds(
        asked: Any, model: str, average: str, beside: str, tab: str, *stores: Any
    ) -> tuple[Any, ...]:
        if not asked or tab != TAB:
            return (no_update,) * 4
        dataset, conditions, view = stores
        return fold_averages(dataset, conditions, view, model, average, beside)
