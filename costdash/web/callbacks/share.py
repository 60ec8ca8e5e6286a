"""The Share button: makes, shows and revokes a link; and the bar that viewers of a link see."""

from datetime import UTC, datetime
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, ctx, html
from flask import after_this_request, request

from costdash.web.callbacks.data import FIRST
from costdash.web.ids import ids
from costdash.web.page.components import attributes
from costdash.web.page.menus import LIFETIMES, SHARE_HELP
from costdash.web.session import VIEW_TOKEN_FORMAT, add_shared_cookie, session_id
from costdash.web.storage import quota
from costdash.web.storage.store import DatasetUnavailable, DiskFailing, current_store
from costdash.web.wire import NO_DATA, Dataset

SAMPLES = "The samples are on everyone's page. Upload a file to share it."
VIEWER = "This data set was shared with you. Only its owner can make links."
REPORT = "All that you see as one HTML file that opens offline and prints well"
NO_REPORT = "The report stays with the owner of the data. Ask who sent you the link."
NOT_STORED_MESSAGE = "The server could not keep the link. Try again, or tell who runs it."


def share(
    trigger: str | None, lifetime: str | None, dataset: Dataset | None
) -> tuple[str | None, str, bool, bool]:
    """(path of a new link, sentence, whether Create link and Revoke are disabled)."""
    token, session, store = str((dataset or NO_DATA).get("token")), session_id(), current_store()
    if VIEW_TOKEN_FORMAT.fullmatch(token):
        return None, VIEWER, True, True
    try:
        card = quota.read_metadata(store.upload_folder(token, session))
        if trigger == ids.SHARE_MAKE and lifetime in LIFETIMES:
            link, end = store.share(token, session, float(lifetime))
            after_this_request(lambda response: add_shared_cookie(response, token))
            path = f"{request.script_root}/shared/{link}"
            return path, f"Good until {utc_text(end)}. Copy it now.", False, False
        if trigger == ids.SHARE_REVOKE:
            store.unshare(token, session)
            return None, "Link revoked.", False, True
    except (DiskFailing, OSError):
        return None, NOT_STORED_MESSAGE, False, False
    except DatasetUnavailable:
        return None, SAMPLES, True, True
    until = quota.link_expiry(card)
    if until:
        sentence = f"A link is good until {utc_text(until)}. A new one takes its place."
        return None, sentence, False, False
    return None, SHARE_HELP, False, True


def viewer_bar(dataset: Dataset | None) -> tuple[Any, bool, bool, bool, str, bool]:
    """For viewers of a link a sentence and a way back, and no export, report or data.

    (children, hidden, then whether export and report are disabled, the report's tooltip, and
    whether the data menu is disabled).
    """
    until = dataset and dataset.get("until")
    if not dataset or not until:
        return "", True, False, False, REPORT, False
    sentence = (
        "View only: this data set was shared with you. Move the sliders, read the tables, and save "
        "pictures; the file, the report and downloads of data stay with its owner. The link is "
        f"good until {utc_text(until)}. "
    )
    own_token = dataset.get("own_token")
    back = html.Button(
        "Back to my data" if own_token else "Leave this view",
        className="link-button",
        **attributes(data_back=own_token or FIRST),
    )
    return [sentence, back], False, True, True, NO_REPORT, True


def utc_text(seconds: float) -> str:
    """A time as people write it, in UTC, which everybody can convert."""
    time = datetime.fromtimestamp(seconds, UTC)
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


def connect(app: Dash) -> None:
    @app.callback(
        Output(ids.SHARE_PATH, "data"),
        Output(ids.SHARE_NOTE, "children"),
        Output(ids.SHARE_MAKE, "disabled"),
        Output(ids.SHARE_REVOKE, "disabled"),
        Input(ids.SHARE_MAKE, "n_clicks"),
        Input(ids.SHARE_REVOKE, "n_clicks"),
        Input(ids.DATASET, "data"),
        State(ids.SHARE_LIFETIME, "value"),
    )
    def update_link(make: Any, end: Any, dataset: Any, lifetime: str | None) -> tuple[Any, ...]:
        return share(ctx.triggered_id, lifetime, dataset)

    app.callback(
        Output(ids.VIEW_ONLY, "children"),
        Output(ids.VIEW_ONLY, "hidden"),
        Output(ids.EXPORT_BUTTON, "disabled"),
        Output(ids.REPORT_BUTTON, "disabled"),
        Output(ids.REPORT_BUTTON, "title"),
        Output(ids.DATA_MENU, "disabled"),
        Input(ids.DATASET, "data"),
    )(viewer_bar)

    app.clientside_callback(
        ClientsideFunction("costdash", "shareLink"),
        Output(ids.SHARE_LINK, "value"),
        Input(ids.SHARE_PATH, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
    )
