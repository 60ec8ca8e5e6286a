"""What the routes about one question of the page share: its stores, and what a failure answers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response

from costdash.intake.errors import IntakeError
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest
from costdash.web.storage.jobs import StillWorking
from costdash.web.storage.quota import QuotaExceeded
from costdash.web.storage.store import DatasetUnavailable, OwnerOnly
from costdash.web.stores.question import Question

STILL_WORKING = "The costs are still computed."
# What fails, and the status of its answer; the first that fits counts.
STATUS: tuple[tuple[type[Exception], int], ...] = (
    (OwnerOnly, 403),
    (DatasetUnavailable, 404),
    (StillWorking, 503),
    (QuotaExceeded, 507),
    (IntakeError, 400),
    (ValueError, 400),  # stores that the page never writes, and what core refuses in a sentence
)
FAILURES = tuple(kind for kind, _ in STATUS)


def question_of(asked: dict[str, Any], **options: Any) -> Question:
    """The question of a request {token, conditions, view}; a missing store is empty.

    options: as of `Question`. Raises InvalidRequest where a store is something else.
    """
    stores = [asked.get(name) for name in ("conditions", "view")]
    if not all(isinstance(store, dict | None) for store in stores):
        raise InvalidRequest
    return Question.of({"token": asked.get("token")}, *stores, **options)


def failure_response(error: Exception) -> Response:
    """The answer to one of `FAILURES`: its status, and its sentence."""
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    return error_response(status, STILL_WORKING if status == 503 else str(error))


def answers_failures(route: Callable[[], Response]) -> Callable[[], Response]:
    """Decorates a route: one of `FAILURES` becomes its answer."""

    @wraps(route)
    def answered() -> Response:
        try:
            return route()
        except InvalidRequest:
            raise
        except FAILURES as error:
            return failure_response(error)

    return answered
