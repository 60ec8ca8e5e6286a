"""Request bodies: refuses odd lengths and odd JSON, and reads the rest of a refused body."""

import re
from contextlib import suppress

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from costdash.intake.limits import MB
from costdash.web.security.request_guard import INVALID_REQUEST, SAFE_METHODS, json_body, parse_json
from costdash.web.security.responses import error_response
from costdash.web.security.schemas import InvalidRequest
from costdash.web.settings import Settings

LENGTH_FORMAT = re.compile(r"[0-9]{1,15}")  # bytes; not every server rejects other texts


def check_bodies(server: Flask, settings: Settings) -> None:
    """Adds the checks to all routes of the server."""

    @server.before_request
    def check_length() -> Response | None:
        length = request.environ.get("CONTENT_LENGTH", "")
        if length and not LENGTH_FORMAT.fullmatch(length):
            return error_response(400, "The length of the request could not be understood.")
        return None

    @server.after_request
    def read_rest(response: Response) -> Response:
        """A proxy and a browser ignore an answer, and lose the connection, while they still send.

        A body above the limit is not read: the connection may break.
        """
        length = request.environ.get("CONTENT_LENGTH", "")
        if request.method not in SAFE_METHODS and LENGTH_FORMAT.fullmatch(length):
            with suppress(HTTPException, OSError):
                if "stream" not in vars(request):
                    request.max_content_length = settings.limits.upload_bytes
                while request.stream.read(MB):
                    pass
        return response

    @server.errorhandler(InvalidRequest)
    def invalid_request(error: InvalidRequest) -> Response:
        return error_response(400, INVALID_REQUEST)


def json_object() -> dict:
    """The JSON object in the body of the current request. Raises InvalidRequest."""
    body = parse_json(json_body())
    if not isinstance(body, dict):
        raise InvalidRequest
    return body
