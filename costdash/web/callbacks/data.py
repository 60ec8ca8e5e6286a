"""The data set: uploads, samples, the dialog of columns, and the texts that describe the data."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from dash import Dash, Input, Output, State, ctx, html, no_update

from costdash.intake.columns.roles import Confusion, Roles
from costdash.intake.errors import IntakeError
from costdash.intake.process.outcome import Outcome, read_outcome
from costdash.intake.process.warm_worker import warm_later
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.samples import SAMPLES, Sample
from costdash.intake.storage.predictions import load_details
from costdash.report.tables.strata import strata_table
from costdash.web import wire
from costdash.web.callbacks.tabs import CHOOSERS
from costdash.web.ids import ROLE_CONTROLS, ids, tab_button
from costdash.web.page import decision
from costdash.web.page.components import attributes
from costdash.web.page.controls.models import class_areas, model_items
from costdash.web.page.decision import notice
from costdash.web.page.dialogs import filled, roles_of, value_choices
from costdash.web.page.tabs import data as data_tab
from costdash.web.page.tabs.folds import TAB as FOLDS
from costdash.web.page.top_bar import dataset_name
from costdash.web.routes.upload import add_confusions, read_upload, store_typed
from costdash.web.session import TOKEN_FORMAT, opened_token, session_id
from costdash.web.storage import quota
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import (
    SAMPLE,
    DatasetUnavailable,
    OwnerOnly,
    current_store,
    folder_of,
    has_file,
)
from costdash.web.stores.combinations import (
    combination_roles,
    combination_roles_of,
    new_chain_sentence,
)
from costdash.web.stores.dataset import can_be_drawn, described, outline_of
from costdash.web.stores.labels import ANSWERS, answered
from costdash.web.stores.matrices import (
    FILE_NAME,
    NONE_LEFT,
    as_file,
    matrices_as_typed,
    rows_as_typed,
)
from costdash.web.wire import NO_DATA
from costdash.wording import counted, short_names, shortened

MOST_NOTES = 3  # in a notice; the tab Data lists all
MOST_LINKS = 4
FIRST = SAMPLE + next(iter(SAMPLES))
NOT_DELETED = "Your data could not be deleted completely. Try again, or tell who runs the server."


def change_dataset(
    trigger: str | None,
    upload: wire.UploadRequest | None,
    draw_clicks: int | None,
    delete_clicks: int | None,
    dataset: Any,
    outline: Any,
    *roles: Any,
) -> tuple[Any, ...]:
    """(dataset, outline, dialog open, sentence in the dialog, notice) after an upload or click."""
    if trigger == ids.ROLES_APPLY and draw_clicks:
        chosen = roles_of(roles) | _further_inputs(outline)
        dataset, outline, sentence = reread((outline or dataset or NO_DATA)["token"], chosen)
        return dataset, outline, dataset is no_update, sentence, no_update
    if trigger == ids.DELETE_BUTTON and delete_clicks:
        dataset, outline, notices = delete(dataset)
    else:
        dataset, outline, notices = open_data(upload, dataset)
    return dataset, outline, no_update, "", notices


def open_data(
    upload: wire.UploadRequest | None, dataset: wire.Dataset | None
) -> tuple[Any, Any, Any]:
    """(dataset, outline, notice) for an upload, a sample, or a newly opened page.

    A file with unclear columns changes only the outline; an unreadable file changes nothing.
    """
    session = session_id()
    if not upload:
        return first_page(dataset, session), no_update, no_update
    token = upload.get("token")
    try:
        if str(token).startswith(SAMPLE) or "back" in upload:
            return described(token, session), None, no_update
        if "positive" in upload:
            return with_roles(token, session, {"positive": str(upload["positive"])})
        if "labels" in upload:
            return labels_answered(token, session, upload)
        if "negate" in upload:
            return negated(token, session, str(upload["negate"]))
        if not upload.keys().isdisjoint(("recalibrate", "combine", "combinations_before")):
            return remade(token, session, upload)
        return _after_intake(token, session, read_upload(token, session))
    except DatasetUnavailable as gone:
        return no_update, no_update, notice(str(gone))


def draw_counts(typed: wire.TypedCounts, dataset: wire.Dataset | None) -> tuple[Any, Any, str]:
    """(dataset, outline, sentence) with the classifiers that were typed by their four counts.

    They are further models of the data set that is shown; a sample becomes the user's own copy. A
    data set of typed classifiers alone is typed anew. `fresh` makes a new data set.
    """
    session = session_id()
    try:
        matrices = matrices_as_typed(rows_as_typed(typed))
        shown = None if typed.get("fresh") else (dataset or NO_DATA).get("token")
        token = shown if TOKEN_FORMAT.fullmatch(str(shown)) else None
        if matrices and (sample := SAMPLES.get(str(shown).removeprefix(SAMPLE))):
            return with_sample(sample, matrices, session)
        details = _details(token, session) if token else {}
        if token and "matrices" not in details:
            roles = details.get("roles", {}) | {"confusions": [list(matrix) for matrix in matrices]}
            retained = {*roles.get("scores", ()), *(matrix[0] for matrix in matrices)}
            roles["negate"] = [name for name in roles.get("negate", ()) if name in retained]
            if not has_file(folder_of(token, session)):
                if sentence := add_confusions(token, session, matrices):
                    return no_update, no_update, sentence
                return described(token, session), None, ""
            return reread(token, roles)
        if not matrices:
            return no_update, no_update, NONE_LEFT
        token = store_typed(as_file(matrices), FILE_NAME, session, token)
        outcome = read_upload(token, session, Roles())
    except IntakeError as error:
        return no_update, no_update, str(error)
    except (DatasetUnavailable, quota.QuotaExceeded, OSError) as error:
        return no_update, no_update, str(error)
    if not can_be_drawn(outcome):
        return no_update, no_update, " ".join(outcome.messages)
    return described(token, session), None, ""


def with_sample(
    sample: Sample, matrices: Sequence[Confusion], session: str | None
) -> tuple[Any, Any, str]:
    """(dataset, outline, sentence) of a copy of the sample that has these classifiers too."""
    token = store_typed(sample.path.read_bytes(), sample.title, session)
    roles = sample.roles.as_json() | {"confusions": [list(matrix) for matrix in matrices]}
    dataset, outline, sentence = reread(token, roles)
    if sentence:
        return dataset, outline, sentence
    point = {name: getattr(sample, name) for name in ("prior", "cost_fn", "cost_fp")}
    return dataset | {"suggested": point}, outline, sentence


def _details(token: str | None, session: str | None) -> dict[str, Any]:
    """The details stored with the session's data set. Raises DatasetUnavailable."""
    return load_details(folder_of(token, session, owner_only=True) / PREDICTIONS)


def negated(token: str | None, session: str | None, model: str) -> tuple[Any, Any, Any]:
    """(dataset, outline, notice) with the order of a model's scores turned, or turned back."""
    roles = _details(token, session).get("roles", {})
    now = list(roles.get("negate", ()))
    names = [name for name in now if name != model] if model in now else [*now, model]
    return with_roles(token, session, {"negate": names})


def remade(
    token: str | None, session: str | None, asked: wire.UploadRequest
) -> tuple[Any, Any, Any]:
    """(dataset, outline, notice) with other combinations, as `combination_roles`.

    The data set has `combinations_before`: what undo asks for; None if undo has asked for this.
    """
    roles = _details(token, session).get("roles", {})
    try:
        changed = combination_roles(roles, asked)
    except (ValueError, TypeError, KeyError) as error:
        return no_update, no_update, notice(str(error))
    dataset, outline, notices = with_roles(token, session, changed, restore=True)
    if notices is not no_update:
        return dataset, outline, notices
    before = None if "combinations_before" in asked else combination_roles_of(roles)
    sentence = new_chain_sentence(roles, changed, dataset)
    return (
        dataset | {"combinations_before": before},
        outline,
        notice(sentence) if sentence else no_update,
    )


def labels_answered(
    token: str | None, session: str | None, asked: wire.UploadRequest
) -> tuple[Any, Any, Any]:
    """(dataset, outline, notice) with another answer about rows without a label.

    The data set has `labels_before`: what undo asks for; None if undo has asked for this.
    """
    roles = _details(token, session).get("roles", {})
    changed = answered(asked["labels"])
    dataset, outline, notices = with_roles(token, session, changed, restore=True)
    if notices is not no_update:
        return dataset, outline, notices
    before = None if "undoes" in asked else {key: roles[key] for key in ANSWERS if key in roles}
    return dataset | {"labels_before": before}, outline, notices


def with_roles(
    token: str | None, session: str | None, changed: dict[str, Any], restore: bool = False
) -> tuple[Any, Any, Any]:
    """(dataset, outline, notice) with some roles changed, or as before with the reason.

    restore: on failure, read the file again with the previous roles, so that no changed role is
    stored; of a table none is. Raises DatasetUnavailable.
    """
    roles = _details(token, session).get("roles", {})
    dataset, outline, sentence = reread(token, roles | changed)
    if sentence:
        if restore and has_file(folder_of(token, session)):
            reread(token, roles)
        return described(token, session), no_update, notice(sentence)
    return dataset, outline, no_update


def _further_inputs(outline: wire.Outline | None) -> dict[str, Any]:
    """Confusion matrices and models made of others, which the dialog leaves as they are."""
    roles: Any = outline["roles"] if outline else {}
    retained = ("confusions", "recalibrated", "combinations", *ANSWERS)
    return {name: roles[name] for name in retained if name in roles}


def reread(token: str | None, roles: dict[str, Any]) -> tuple[Any, Any, str]:
    """Read the file again with the roles that the user chose.

    (dataset, outline, sentence for the dialog, which is empty on success).
    """
    session = session_id()
    try:
        outcome = read_upload(token, session, Roles.of(roles))
    except (DatasetUnavailable, IntakeError) as reason:
        return no_update, no_update, str(reason)
    if not can_be_drawn(outcome):
        return no_update, no_update, " ".join(outcome.messages + outcome.questions)
    return described(token, session), outline_of(token, outcome, asked=False), ""


def stored_outline(dataset: wire.Dataset | None) -> wire.Outline | None:
    """The dialog's outline of the current data; None for samples and for viewers of a link."""
    token = (dataset or NO_DATA).get("token")
    try:
        outcome = read_outcome(folder_of(token, session_id(), owner_only=True))
    except DatasetUnavailable:
        return None
    return outline_of(token, outcome, asked=True) if outcome else None


def delete(dataset: wire.Dataset | None) -> tuple[Any, Any, Any]:
    """Delete the data set and show the first sample."""
    session = session_id()
    try:
        current_store().delete((dataset or NO_DATA).get("token"), session)
    except OwnerOnly as refused:
        return no_update, no_update, notice(str(refused))
    except DatasetUnavailable:
        pass
    except OSError:
        return no_update, no_update, notice(NOT_DELETED)
    return described(FIRST, session), None, notice("Your data were deleted.")


def describe_dataset(dataset: wire.Dataset | None) -> tuple[Any, ...]:
    """Whatever names the data set: (head, model boxes, read as, summary, notes, whether columns and
    deletion are disabled, whether the tab of folds is disabled, its name)."""
    dataset = dataset or NO_DATA
    fixed = dataset.get("sample", True) or dataset.get("viewer", False)
    contents, notes = summary(dataset)
    makes_folds = dataset.get("token") and not (dataset.get("folds") or dataset.get("counted"))
    return (
        dataset_name(dataset),
        model_items(dataset.get("models", [])),
        data_tab.unused(dataset.get("read_as", "")),
        contents,
        notes,
        fixed or dataset.get("fileless", False),
        fixed,
        not dataset.get("token"),
        "Folds (10 at random)" if makes_folds else "Folds",
    )


def model_choices(dataset: wire.Dataset | None) -> list[dict[str, str]]:
    names = [model["name"] for model in (dataset or NO_DATA).get("models", [])]
    return [{"value": name, "label": label} for name, label in zip(names, short_names(names))]


def summary(dataset: wire.Dataset) -> tuple[list[Any], list[Any]]:
    """(contents of the file, notes on it) for the Data tab."""
    token, session = dataset.get("token"), session_id()
    try:
        analysis = analysis_of(token, session, curves=True)
        details = load_details(folder_of(token, session) / PREDICTIONS)
    except DatasetUnavailable:
        return [], []
    contents = decision.file_summary(dataset, analysis) + class_areas(details.get("multiclass", []))
    roles = roles_read(str(token), dataset, details)
    table = [data_tab.roles_table(roles, decision.is_weighted(analysis))] if roles else []
    notes = data_tab.left_out(analysis, dataset.get("messages", []), strata_table(details))
    owned = not (dataset.get("sample", True) or dataset.get("viewer", False))
    fixed = not owned or dataset.get("fileless", False)
    negated_models = roles.negate if roles else ()
    turned = data_tab.inverted(dataset.get("models", []), negated_models, fixed)
    method = data_tab.method(analysis, bool(dataset.get("folds")))
    fixed_note = data_tab.fixed_note(
        dataset.get("counted", False), owned and dataset.get("fileless", False)
    )
    tables = [*table, *contents, *data_tab.hold_out_table(analysis)]
    return tables, [*turned, *notes, *fixed_note, method]


def roles_read(token: str, dataset: wire.Dataset, details: dict[str, Any]) -> Roles | None:
    """The roles of the columns; None for the viewer of a link, who sees no names of columns."""
    if dataset.get("viewer"):
        return None
    if token.startswith(SAMPLE):
        return SAMPLES[token.removeprefix(SAMPLE)].roles
    return Roles.of(details.get("roles", {}))


def first_page(dataset: wire.Dataset | None, session: str | None) -> wire.Dataset:
    """The data set just opened by a link or `costdash serve`, else the tab's data set, else a
    sample. A shared view also names the tab's data set, as `own_token`, for the way back.
    """
    warm_later()  # a visitor may upload a file soon
    opened, page_data = opened_token(), dataset or NO_DATA
    new = opened if opened != page_data.get("opened") else None
    own_token = (
        page_data["token"]
        if TOKEN_FORMAT.fullmatch(str(page_data.get("token")))
        else page_data.get("own_token")
    )
    for token in (new, page_data.get("token"), opened, FIRST):
        with suppress(DatasetUnavailable):
            shown = described(token, session)
            return shown | {"own_token": own_token} if shown.get("viewer") else shown
    return NO_DATA


def _after_intake(token: str | None, session: str | None, outcome: Outcome) -> tuple[Any, Any, Any]:
    if outcome.status == "choose":
        return no_update, outline_of(token, outcome, asked=True), no_update
    if not can_be_drawn(outcome):
        lines = list(outcome.messages)
        return no_update, no_update, notice(_notes(outcome, lines)) if lines else no_update
    dataset = described(token, session)  # a separate line states how the columns were read
    lines = [line for line in outcome.messages if line in dataset["messages"]]
    first, links = lines[:MOST_NOTES], _mending(dataset, len(lines) - MOST_NOTES)
    messages = notice(_notes(outcome, first), links) if lines else no_update
    return dataset, outline_of(token, outcome, asked=False), messages


def _notes(outcome: Outcome, lines: Sequence[str]) -> str:
    return f"{shortened(outcome.name, 40)}: {' '.join(lines)}"


def _mending(dataset: wire.Dataset, more: int) -> list[html.Button]:
    """Links that negate the models below the diagonal, and a link to the notes not shown."""
    below = [
        m["name"] for m in dataset["models"] if m["auc"] is not None and m["auc"] < data_tab.HALF
    ]
    links = [] if dataset.get("fileless") else [data_tab.negate_button(name) for name in below]
    if more > 0:
        text = f"{counted(more, 'more note')} in Data"
        links.append(html.Button(text, className="link-button", **attributes(data_tab="data")))
    return links[:MOST_LINKS]


def connect(app: Dash) -> None:
    _connect_dataset(app)
    _connect_columns_dialog(app)
    _connect_descriptions(app)


def _connect_dataset(app: Dash) -> None:
    """The one callback that writes the store `dataset`."""

    @app.callback(
        Output(ids.DATASET, "data"),
        Output(ids.OUTLINE, "data"),
        Output(ids.COLUMNS_DIALOG, "opened"),
        Output(ids.ROLES_ERROR, "children"),
        Output(ids.NOTICES, "sendNotifications"),
        Output(ids.COUNTS_DIALOG, "opened"),
        Output(ids.COUNTS_ERROR, "children"),
        Input(ids.UPLOAD_TOKEN, "data"),
        Input(ids.ROLES_APPLY, "n_clicks"),
        Input(ids.DELETE_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        State(ids.OUTLINE, "data"),
        *(State(name, "value") for name in ROLE_CONTROLS),
        Input(ids.COUNTS_TYPED, "data"),
    )
    def update_dataset(*inputs: Any) -> tuple[Any, ...]:
        *states, typed = inputs
        if ctx.triggered_id == ids.COUNTS_TYPED:
            dataset, outline, sentence = draw_counts(typed, states[3])
            opened = no_update if sentence else False
            return dataset, outline, no_update, "", no_update, opened, sentence
        return *change_dataset(ctx.triggered_id, *states), no_update, ""


def _connect_columns_dialog(app: Dash) -> None:
    @app.callback(
        Output(ids.OUTLINE, "data", allow_duplicate=True),
        Input(ids.COLUMNS_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        prevent_initial_call=True,
    )
    def open_dialog(clicks: int | None, dataset: wire.Dataset | None) -> wire.Outline | None:
        return stored_outline(dataset)

    app.callback(
        Output(ids.COLUMNS_DIALOG, "opened", allow_duplicate=True),
        Output(ids.COLUMNS_NOTE, "children"),
        *(Output(name, prop) for name in ROLE_CONTROLS for prop in ("data", "value")),
        Output(ids.COLUMNS_PREVIEW, "children"),
        Output(ids.COLUMNS_REASONS, "children"),
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
            for name in (ids.ROLES_SELECTION_PART, ids.ROLES_EVALUATION_PART)
            for prop in ("data", "value")
        ),
        Input(ids.ROLES_SPLIT, "value"),
        State(ids.OUTLINE, "data"),
        State(ids.ROLES_SELECTION_PART, "value"),
        State(ids.ROLES_EVALUATION_PART, "value"),
        prevent_initial_call=True,
    )(value_choices)


def _connect_descriptions(app: Dash) -> None:
    """Everything that depends on the data set alone, in one request when the page opens."""

    @app.callback(
        Output(ids.DATASET_NAME, "children"),
        Output(ids.MODEL_CHECKBOXES, "children"),
        Output(ids.READ_AS, "children"),
        Output(ids.SUMMARY, "children"),
        Output(ids.MESSAGES, "children"),
        Output(ids.COLUMNS_BUTTON, "disabled"),
        Output(ids.DELETE_BUTTON, "disabled"),
        Output(tab_button(FOLDS), "disabled"),
        Output(tab_button(FOLDS), "children"),
        *(Output(chooser, "data") for chooser in CHOOSERS),
        Input(ids.DATASET, "data"),
    )
    def update_descriptions(dataset: wire.Dataset | None) -> tuple[Any, ...]:
        return *describe_dataset(dataset), *[model_choices(dataset)] * len(CHOOSERS)
