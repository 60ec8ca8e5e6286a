"""What the server does when the page asks: plain functions that tests call."""

from dash import no_update

from costdash.core.thresholds import find, rows, threshold_table
from costdash.intake.outcome import Outcome, read_outcome
from costdash.intake.roles import Roles
from costdash.report.numbers import Currency, number, percent
from costdash.web import words
from costdash.web.analyses import analysis_of
from costdash.web.answer import answer
from costdash.web.dataset import NO_DATA, described, drawn, outline_of
from costdash.web.session import opened_token, session_id
from costdash.web.settings import Settings
from costdash.web.state import Unreadable, point_of, view_of
from costdash.web.store import SAMPLE, Gone, folder_of, the_store
from costdash.web.upload import read_upload

FIRST = f"{SAMPLE}breast-cancer"


def open_data(upload: dict | None, dataset: dict | None):
    """(dataset, outline, notice) for an upload, a sample, or the first page of a tab.

    A file that must be asked about changes the outline only; one that cannot be read, nothing.
    """
    session = session_id()
    if not upload:
        return _first_page(dataset, session), no_update, no_update
    token = upload.get("token")
    try:
        if str(token).startswith(SAMPLE):
            return described(token, session), None, no_update
        return _after_reading(token, session, read_upload(token, session))
    except Gone as gone:
        return no_update, no_update, notice(str(gone))


def draw_again(dataset: dict | None, outline: dict | None, roles: dict):
    """(dataset, outline, sentence under the dialog) for roles that a human has chosen."""
    token = (outline or dataset or {}).get("token")
    session = session_id()
    try:
        outcome = read_upload(token, session, Roles.of(roles))
    except Gone as gone:
        return no_update, no_update, str(gone)
    if not drawn(outcome):
        return no_update, no_update, " ".join(outcome.messages + outcome.questions)
    return described(token, session), outline_of(token, outcome, asked=False), ""


def outline_again(dataset: dict | None):
    """What the dialog shows of the data that are drawn; None for samples."""
    token = (dataset or {}).get("token")
    try:
        outcome = read_outcome(folder_of(token, session_id()))
    except Gone:
        return None
    return outline_of(token, outcome, asked=True) if outcome else None


def settle(dataset: dict | None, conditions: dict | None, view: dict | None, settings: Settings):
    """The answer to one settled question; nothing while the stores speak of different data."""
    token = (dataset or {}).get("token")
    if not token or any((store or {}).get("token") != token for store in (conditions, view)):
        return no_update, no_update
    try:
        analysis = analysis_of(token, session_id())
        told = answer(
            analysis,
            point_of(conditions),
            view_of(view, analysis, token),
            Currency(settings.currency),
        )
    except (Gone, Unreadable) as reason:
        return no_update, notice(str(reason))
    seqs = {"conditions_seq": conditions.get("seq"), "view_seq": view.get("seq")}
    return told | seqs, no_update


def table(dataset: dict | None, conditions: dict | None, model: str | None) -> list[dict]:
    """At most 1,000 thresholds of one model, its hull's among them."""
    known = _model_at(dataset, conditions, model)
    if known is None:
        return []
    one, point = known
    return rows(threshold_table(one.counts, point, always=one.hull.index))


def find_threshold(
    dataset: dict | None, conditions: dict | None, model: str | None, asked: str | None, currency
) -> str:
    """What the rule score >= (the number typed) does, in a sentence."""
    known = _model_at(dataset, conditions, model)
    if known is None or not asked:
        return ""
    try:
        row = find(known[0].counts, known[1], float(asked.replace(",", ".")))
    except ValueError:
        return "Type a number, such as 0.37."
    precision = "" if row["precision"] is None else f", precision {percent(row['precision'])}"
    cost = number(row["expected_cost"])
    return (
        f"Score of {asked} or more: finds {percent(row['tpr'])}, raises {percent(row['fpr'])} of "
        f"the negatives{precision}, costs {currency}{cost} per case."
    )


def summary(dataset: dict | None):
    """The tab that tells what the file holds."""
    try:
        analysis = analysis_of((dataset or {}).get("token"), session_id())
    except Gone:
        return [], []
    return words.summary(dataset, analysis), words.messages(dataset.get("messages", []))


def delete(dataset: dict | None):
    """Forgets the data set and draws the first sample again."""
    session = session_id()
    try:
        the_store().delete((dataset or {}).get("token"), session)
    except Gone:
        pass
    return described(FIRST, session), None, notice("Your data were deleted.")


def notice(sentence: str) -> list[dict]:
    """One sentence over the page, until it is closed."""
    return [{"action": "show", "id": "notice", "message": sentence, "autoClose": 12000}]


def _first_page(dataset: dict | None, session: str | None) -> dict:
    """The tab's own data while they are there, else what was opened for us, else a sample."""
    for token in ((dataset or {}).get("token"), opened_token(), FIRST):
        try:
            return described(token, session)
        except Gone:
            continue
    return NO_DATA


def _after_reading(token: str, session: str, outcome: Outcome):
    if drawn(outcome):
        return described(token, session), outline_of(token, outcome, asked=False), no_update
    if outcome.status == "choose":
        return no_update, outline_of(token, outcome, asked=True), no_update
    return no_update, no_update, notice(" ".join(outcome.messages))


def _model_at(dataset, conditions, model):
    try:
        analysis = analysis_of((dataset or {}).get("token"), session_id())
        return analysis.models[model], point_of(conditions or {})
    except (Gone, Unreadable, KeyError):
        return None
