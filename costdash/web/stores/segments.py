"""By which column the page divides the cost, and which segment its panels show."""

from datetime import date
from typing import Any

from costdash.core.segments.segment_costs import SegmentRequest
from costdash.intake.process.worker import PREDICTIONS
from costdash.intake.storage.predictions import load_details
from costdash.report.sentences.segments import FIRST_DAY
from costdash.web import wire
from costdash.web.page.tabs.segments import PERIOD_NAMES
from costdash.web.storage.store import SAMPLE
from costdash.web.stores.question import Question


def choices_of(question: Question) -> list[dict[str, str]]:
    """The columns of the data set, with the reason where one does not fit."""
    if str(question.dataset.get("token")).startswith(SAMPLE):
        rows = question.segment_columns
        return [{"name": name, "kind": kind, "reason": ""} for name, kind in rows.items()]
    stored: list[dict[str, str]] = load_details(question.folder() / PREDICTIONS).get("segments", [])
    return stored


def kinds_of(choices: list[dict[str, str]]) -> dict[str, str]:
    """What the columns hold that fit: values, bands or dates."""
    return {each["name"]: each["kind"] for each in choices if not each["reason"]}


def segment_request(
    kinds: dict[str, str], column: Any, period: Any, until: Any
) -> SegmentRequest | None:
    """The request for a column; None if there is none that fits."""
    if not isinstance(column, str) or column not in kinds:
        return None
    dates = kinds[column] == "dates"
    by: Any = period if dates and isinstance(period, str) and period in PERIOD_NAMES else None
    return SegmentRequest(column, None, by, _day(until) if dates else None)


def request_of_view(question: Question) -> SegmentRequest | None:
    """By which column the view divides the cost; None for none."""
    given = _given(question)
    if given is None:
        return None
    asked = (given.get(name) for name in ("column", "period", "until"))
    return segment_request(kinds_of(choices_of(question)), *asked)


def shown_segment(question: Question) -> tuple[SegmentRequest, str] | None:
    """The segment that the view shows in the panels; None for none."""
    given = _given(question)
    name = given.get("name") if given else None
    if not isinstance(name, str) or not name:
        return None
    request = request_of_view(question)
    return (request, name) if request else None


def _given(question: Question) -> wire.SegmentChoice | None:
    given = question.view.get("segment")
    return given if isinstance(given, dict) else None


def _day(text: Any) -> int | None:
    """The day of an ISO date, counted from 1970-01-01; None for another text."""
    try:
        return (date.fromisoformat(text) - FIRST_DAY).days if text else None
    except (TypeError, ValueError):
        return None
