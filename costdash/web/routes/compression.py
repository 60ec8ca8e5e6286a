"""Answers leave compressed, with or without a proxy that would do it.

gzip, because it is in Python's library: brotli would save an eighth and be a dependency. Scripts
and styles never change, so each worker compresses them once.
"""

import gzip
from hashlib import blake2b

from flask import Flask, Response, request

TEXTS = {
    "application/javascript", "application/json", "image/svg+xml", "text/css", "text/csv",
    "text/html", "text/javascript", "text/plain",
}  # fmt: skip
SMALLEST = 1000  # bytes; smaller answers fit into one packet anyway
ONCE, EACH_TIME = 9, 5  # levels of compression


def compress_answers(server: Flask) -> None:
    """Compresses what is sent to browsers that accept it."""
    packed: dict[bytes, bytes] = {}  # by the digest of a script or style sheet

    def pack(content: bytes, is_static: bool) -> bytes:
        if not is_static:
            return gzip.compress(content, EACH_TIME, mtime=0)
        key = blake2b(content, digest_size=16).digest()
        if key not in packed:
            packed[key] = gzip.compress(content, ONCE, mtime=0)
        return packed[key]

    @server.after_request
    def compress(response: Response) -> Response:
        if not _can_shrink(response):
            return response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings.quality("gzip") > 0:
            is_static = response.cache_control.max_age is not None or "ETag" in response.headers
            response.set_data(pack(response.get_data(), is_static))
            response.headers["Content-Encoding"] = "gzip"
        return response


def _can_shrink(response: Response) -> bool:
    """Whether an answer is a text of some length that is in memory as a whole."""
    return (
        response.status_code == 200
        and response.mimetype in TEXTS
        and not response.is_streamed
        and not response.direct_passthrough
        and "Content-Encoding" not in response.headers
        and len(response.get_data()) >= SMALLEST
    )
