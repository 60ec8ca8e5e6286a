"""Answers leave compressed, with or without a proxy that would do it.

brotli saves a tenth over gzip where it is installed, as the extras for servers do. Scripts and
styles never change, so each worker compresses them once.
"""

import gzip
from hashlib import blake2b

from flask import Flask, Response, request

try:
    import brotli
except ImportError:  # gzip does for the own machine
    brotli = None

TEXTS = {
    "application/javascript", "application/json", "image/svg+xml", "image/vnd.microsoft.icon",
    "image/x-icon", "text/css", "text/csv",
    "text/html", "text/javascript", "text/plain",
}  # fmt: skip
SMALLEST = 1000  # bytes; smaller answers fit into one packet anyway
ONCE, EACH_TIME = {"br": 9, "gzip": 9}, {"br": 4, "gzip": 5}  # levels of compression
ENCODINGS = ("br", "gzip") if brotli else ("gzip",)  # the better first


def encoded(encoding: str, content: bytes, level: int) -> bytes:
    """The content in an encoding that the client accepts."""
    if encoding == "br":
        packed: bytes = brotli.compress(content, quality=level)
        return packed
    return gzip.compress(content, level, mtime=0)


def compress_answers(server: Flask) -> None:
    """Compresses what is sent to browsers that accept it."""
    packed: dict[tuple[str, bytes], bytes] = {}  # by the digest of a script or style sheet

    def pack(encoding: str, content: bytes, is_static: bool) -> bytes:
        if not is_static:
            return encoded(encoding, content, EACH_TIME[encoding])
        key = encoding, blake2b(content, digest_size=16).digest()
        if key not in packed:
            packed[key] = encoded(encoding, content, ONCE[encoding])
        return packed[key]

    @server.after_request
    def compress(response: Response) -> Response:
        if not _can_shrink(response):
            return response
        response.vary.add("Accept-Encoding")
        accepted = request.accept_encodings
        encoding = next((name for name in ENCODINGS if accepted.quality(name) > 0), None)
        if encoding is not None:
            is_static = response.cache_control.max_age is not None or "ETag" in response.headers
            response.set_data(pack(encoding, response.get_data(), is_static))
            response.headers["Content-Encoding"] = encoding
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
