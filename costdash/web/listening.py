"""Where a page on this machine listens, by which names it may be asked for, and who opens it."""

import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from costdash.web.settings import Settings

HOST, PORT = "127.0.0.1", 8050
EVERYWHERE = ("0.0.0.0", "::")
IDLE = 60  # s after which a silent connection is closed


class Quiet(WSGIRequestHandler):
    """Addresses may hold what should not be written down, so requests are not logged."""

    timeout = IDLE
    server_version = "costdash"
    sys_version = ""

    def log(self, *_):
        pass


def settings_for(host: str) -> Settings:
    """Those of the environment, with the names of this machine among the trusted ones."""
    settings = Settings.from_environment()
    names = {host}
    if host in EVERYWHERE:
        names = {socket.gethostname(), socket.getfqdn(), "::1", *_own_addresses()}
    return replace(settings, trusted_hosts=(*settings.trusted_hosts, *sorted(names)))


def listen(app: Flask, host: str, port: int) -> BaseWSGIServer:
    """At the port, where the default gives way to any that is free. Raises OSError."""
    try:
        taken = _take(host, port)
    except OSError as error:
        if port != PORT:
            raise OSError(f"Port {port} of {host} cannot be used: {error.strerror}.") from None
        taken = _take(host, 0)
    with taken:
        port = taken.getsockname()[1]
        return make_server(host, port, app, threaded=True, request_handler=Quiet, fd=taken.fileno())


def address(server: BaseWSGIServer, host: str) -> str:
    """As it is typed into a browser on this machine."""
    here = {"0.0.0.0": HOST, "::": "[::1]"}
    shown = here.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{server.port}"


def open_in_browser(url: str) -> None:
    """A graphical one: a browser in the terminal would take it over."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or screen:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _take(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def _own_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return []
    return [str(place[0]).partition("%")[0] for *_, place in found]
