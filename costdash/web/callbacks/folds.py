"""Averages of one model's curves over the folds of the file.

Arrows of the tab of folds; it works only while it is open.
"""

from dash import Dash, Input, Output, State, html, no_update

from costdash.core.folds.folds import folds_of
from costdash.figures.panels.folds import (
    AVERAGES,
    FoldsView,
    folds_cost_figure,
    folds_roc_figure,
    one_or_each,
)
from costdash.report.sentences.sample import left_out_sentence
from costdash.web import ids
from costdash.web.callbacks import folds
from costdash.web.page import folds_tab
from costdash.web.page.decision import panel_note
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import cached_derivation
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import Unreadable, drawn_models, point_of, pooled, view_of

TAB = "folds"


def choices(dataset: dict | None) -> tuple:
    """(tab off, its name, models): off where the file names no folds."""
    names = [model["name"] for model in (dataset or {}).get("models", [])]
    off = not (dataset or {}).get("folds")
    return off, "Folds (no fold column)" if off else "Folds", names


def averaged(dataset, conditions, view, model, average, beside) -> tuple:
    """(ROC figure, cost figure, note, table); a sentence alone where there are no folds."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        names = (*drawn_models(view, conditions), model)
        analysis = analysis_of(token, session, names, pooled(view))
        point = point_of(conditions or {})
        shown = view_of(view or {}, analysis, dataset["revision"])
        found = cached_derivation(
            "folds", token, session, analysis, (model,), lambda rows: folds_of(rows.judged, model)
        )
    except KeyError:
        return no_update, no_update, "Choose a model.", []
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, no_update, str(reason), []
    except ValueError:
        return no_update, no_update, "No fold holds both classes, so there is no average.", []
    chosen = FoldsView(
        average=average if average in AVERAGES else AVERAGES[0],
        beside=beside if beside in AVERAGES else None,
        level=shown.level,
        place=analysis.place[model],
        uirevision=shown.uirevision,
    )
    roc = folds_roc_figure(found, chosen)
    cost = folds_cost_figure(found, point, chosen)
    why = html.Span(one_or_each(chosen), className="line")
    note = [*panel_note(roc.layout.meta), why, left_out_sentence(analysis)]
    return roc, cost, note, folds_tab.table(found, point, shown.level)


def connect(app: Dash) -> None:
    app.callback(
        Output(ids.FOLDS_TAB, "disabled"),
        Output(ids.FOLDS_TAB, "children"),
        Output(ids.FOLDS_MODEL, "data"),
        Input(ids.DATASET, "data"),
    )(folds.choices)

    def averaged(asked, model, average, beside, tab, *stores):
        if not asked or tab != TAB:
            return (no_update,) * 4
        return folds.averaged(*stores, model, average, beside)

    app.callback(
        Output(ids.FOLDS_ROC_DATA, "data"),
        Output(ids.FOLDS_COST_DATA, "data"),
        Output(ids.FOLDS_NOTE, "children"),
        Output(ids.FOLDS_TABLE, "children"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.FOLDS_MODEL, "value"),
        Input(ids.FOLDS_AVERAGE, "value"),
        Input(ids.FOLDS_BESIDE, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(averaged)
