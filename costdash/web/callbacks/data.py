"""Uploads, samples, roles of columns, and what names the data around the panels.

Arrows of uploads, samples and the dialog of columns, and to what names the data.
"""

from contextlib import suppress

from dash import Dash, Input, Output, State, ctx, no_update

from costdash.intake.columns.roles import Roles
from costdash.intake.process.outcome import Outcome, read_outcome
from costdash.intake.process.warm_worker import warm_later
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_said
from costdash.web import ids
from costdash.web.callbacks import data
from costdash.web.ids import NO_DATA
from costdash.web.page import decision
from costdash.web.page.decision import notice
from costdash.web.page.dialogs import filled, roles_of, value_choices
from costdash.web.page.layout import dataset_name
from costdash.web.page.rail import class_areas, model_boxes
from costdash.web.routes.upload import read_upload
from costdash.web.session import TOKEN_FORMAT, opened_token, session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import (
    SAMPLE,
    DatasetUnavailable,
    OwnerOnly,
    current_store,
    folder_of,
)
from costdash.web.stores.dataset import described, drawn, outline_of
from costdash.wording import shortened

FIRST = f"{SAMPLE}breast-cancer"
ROLES = (
    ids.ROLES_LABEL,
    ids.ROLES_POSITIVE,
    ids.ROLES_SCORES,
    ids.ROLES_WEIGHT,
    ids.ROLES_FOLD,
    ids.ROLES_MODEL,
    ids.ROLES_CASE,
    ids.ROLES_CLUSTER,
    ids.ROLES_SPLIT,
    ids.ROLES_CHOOSE_ON,
    ids.ROLES_JUDGE_ON,
)


def change(trigger, upload, drawn_clicks, deleted, dataset, outline, *roles) -> tuple:
    """(dataset, outline, dialog open, sentence in the dialog, notice) for whatever was asked."""
    if trigger == ids.ROLES_DRAW and drawn_clicks:
        dataset, outline, said = draw_again(dataset, outline, roles_of(roles))
        return dataset, outline, dataset is no_update, said, no_update
    if trigger == ids.DELETE_BUTTON and deleted:
        dataset, outline, said = delete(dataset)
    else:
        dataset, outline, said = open_data(upload, dataset)
    return dataset, outline, no_update, "", said


def open_data(upload: dict | None, dataset: dict | None):
    """(dataset, outline, notice) for an upload, a sample, or the first page of a tab.

    A file that must be asked about changes the outline only; one that cannot be read, nothing.
    """
    session = session_id()
    if not upload:
        return first_page(dataset, session), no_update, no_update
    token = upload.get("token")
    try:
        if str(token).startswith(SAMPLE) or "back" in upload:
            return described(token, session), None, no_update
        if "positive" in upload:
            return of_class(token, session, str(upload["positive"]))
        return _after_reading(token, session, read_upload(token, session))
    except DatasetUnavailable as gone:
        return no_update, no_update, notice(str(gone))


def of_class(token, session: str | None, positive: str):
    """(dataset, outline, notice) with another class as positive. Raises DatasetUnavailable."""
    folder = folder_of(token, session, owner_only=True)
    roles = load_said(folder / PREDICTIONS).get("roles", {}) | {"positive": positive}
    dataset, outline, said = draw_again({"token": token}, None, roles)
    if said:
        return described(token, session), no_update, notice(said)
    return dataset, outline, no_update


def draw_again(dataset: dict | None, outline: dict | None, roles: dict):
    """(dataset, outline, sentence under the dialog) for roles that a human has chosen."""
    token = (outline or dataset or {}).get("token")
    session = session_id()
    try:
        outcome = read_upload(token, session, Roles.of(roles))
    except DatasetUnavailable as gone:
        return no_update, no_update, str(gone)
    if not drawn(outcome):
        return no_update, no_update, " ".join(outcome.messages + outcome.questions)
    return described(token, session), outline_of(token, outcome, asked=False), ""


def outline_again(dataset: dict | None):
    """What the dialog shows of the data that are drawn; None for samples and for viewers."""
    token = (dataset or {}).get("token")
    try:
        outcome = read_outcome(folder_of(token, session_id(), owner_only=True))
    except DatasetUnavailable:
        return None
    return outline_of(token, outcome, asked=True) if outcome else None


def delete(dataset: dict | None):
    """Forgets the data set and draws the first sample again."""
    session = session_id()
    try:
        current_store().delete((dataset or {}).get("token"), session)
    except OwnerOnly as refused:
        return no_update, no_update, notice(str(refused))
    except DatasetUnavailable:
        pass
    return described(FIRST, session), None, notice("Your data were deleted.")


def around(dataset: dict | None) -> tuple:
    """(head, model boxes, summary, notes, names, twice: it is not the user's own)."""
    models = (dataset or {}).get("models", [])
    names = [model["name"] for model in models]
    fixed = not dataset or dataset.get("sample", True) or dataset.get("viewer", False)
    told, notes = summary(dataset)
    return dataset_name(dataset), model_boxes(models), told, notes, names, fixed, fixed


def summary(dataset: dict | None):
    """The tab that tells what the file holds."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        analysis = analysis_of(token, session)
        said = load_said(folder_of(token, session) / PREDICTIONS)
    except DatasetUnavailable:
        return [], []
    told = decision.summary(dataset, analysis) + class_areas(said.get("multiclass", []))
    return told, decision.messages(dataset.get("messages", []))


def first_page(dataset: dict | None, session: str | None) -> dict:
    """What was newly opened for us, else the tab's own data, else a sample.

    A view names the tab's own data as `own`, so that there is a way back to them.
    """
    warm_later()  # whoever looks may bring a file
    opened, known = opened_token(), dataset or {}
    new = opened if opened != known.get("opened") else None
    own = known["token"] if TOKEN_FORMAT.fullmatch(str(known.get("token"))) else known.get("own")
    for token in (new, known.get("token"), opened, FIRST):
        with suppress(DatasetUnavailable):
            shown = described(token, session)
            return shown | {"own": own} if shown.get("viewer") else shown
    return NO_DATA


def _after_reading(token: str, session: str, outcome: Outcome):
    said = notice(f"{shortened(outcome.name, 40)}: {' '.join(outcome.messages)}")
    if drawn(outcome):
        told = said if outcome.messages else no_update
        return described(token, session), outline_of(token, outcome, asked=False), told
    if outcome.status == "choose":
        return no_update, outline_of(token, outcome, asked=True), no_update
    return no_update, no_update, said


def connect(app: Dash) -> None:
    """Uploads, samples, the dialog of columns: the one writer of `dataset`."""

    app.callback(
        Output(ids.DATASET, "data"),
        Output(ids.OUTLINE, "data"),
        Output(ids.COLUMNS, "opened"),
        Output(ids.ROLES_ERROR, "children"),
        Output(ids.NOTICES, "sendNotifications"),
        Input(ids.UPLOAD_TOKEN, "data"),
        Input(ids.ROLES_DRAW, "n_clicks"),
        Input(ids.DELETE_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        State(ids.OUTLINE, "data"),
        *(State(name, "value") for name in ROLES),
    )(lambda *given: data.change(ctx.triggered_id, *given))

    app.callback(
        Output(ids.OUTLINE, "data", allow_duplicate=True),
        Input(ids.COLUMNS_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        prevent_initial_call=True,
    )(lambda clicks, dataset: data.outline_again(dataset))

    app.callback(
        Output(ids.COLUMNS, "opened", allow_duplicate=True),
        Output(ids.COLUMNS_NOTE, "children"),
        *(Output(name, prop) for name in ROLES for prop in ("data", "value")),
        Input(ids.OUTLINE, "data"),
        prevent_initial_call=True,
    )(filled)

    app.callback(
        Output(ids.ROLES_POSITIVE, "data", allow_duplicate=True),
        Output(ids.ROLES_POSITIVE, "value", allow_duplicate=True),
        Input(ids.ROLES_LABEL, "value"),
        State(ids.OUTLINE, "data"),
        State(ids.ROLES_POSITIVE, "value"),
        prevent_initial_call=True,
    )(value_choices)

    app.callback(
        *(
            Output(name, prop, allow_duplicate=True)
            for name in (ids.ROLES_CHOOSE_ON, ids.ROLES_JUDGE_ON)
            for prop in ("data", "value")
        ),
        Input(ids.ROLES_SPLIT, "value"),
        State(ids.OUTLINE, "data"),
        State(ids.ROLES_CHOOSE_ON, "value"),
        State(ids.ROLES_JUDGE_ON, "value"),
        prevent_initial_call=True,
    )(value_choices)

    app.callback(
        Output(ids.DATASET_NAME, "children"),
        Output(ids.MODELS_BOX, "children"),
        Output(ids.SUMMARY, "children"),
        Output(ids.MESSAGES, "children"),
        Output(ids.THRESHOLD_MODEL, "data"),
        Output(ids.COLUMNS_BUTTON, "disabled"),
        Output(ids.DELETE_BUTTON, "disabled"),
        Input(ids.DATASET, "data"),
    )(data.around)
