"""The page behind jupyter-server-proxy: Jupyter starts it, at costdash/ below its own address."""

import secrets
import sys
from typing import Any

STARTS_WITHIN = 60  # s


def server() -> dict[str, Any]:
    """How jupyter-server-proxy starts the page: the entry point `jupyter_serverproxy_servers`.

    Jupyter signs people in and checks hosts. A secret that only it knows keeps everybody else on
    the machine from the page.

    Returns
    -------
    dict
        The options of jupyter-server-proxy. It fills in port and base_url, the path of the
        notebook server, and sends the secret with each request.

    Examples
    --------
    >>> server()["launcher_entry"]["title"]
    'costdash'
    """
    secret = secrets.token_hex(32)
    return {
        "command": [
            sys.executable,
            *("-m", "costdash", "serve", "--no-browser"),
            *("--host", "127.0.0.1", "--port", "{port}"),
        ],
        "environment": {
            "COSTDASH_URL_PREFIX": "{base_url}costdash",
            "COSTDASH_TRUSTED_HOSTS": "*",
            "COSTDASH_PROXY_SECRET": secret,
            "COSTDASH_FRAMED": "1",
        },
        "absolute_url": True,  # else it would put its path before addresses that have it
        "request_headers_override": {"X-Costdash-Proxy": secret},
        "timeout": STARTS_WITHIN,
        "launcher_entry": {"title": "costdash"},
    }
