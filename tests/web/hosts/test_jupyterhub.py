"""The page below the server of a JupyterHub user, who signs in at the hub.

Runs where jupyterhub, jupyter_server, jupyter-server-proxy and configurable-http-proxy are
installed: they are no part of the locks.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from http.cookiejar import CookieJar
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from benchmarks.gunicorn_server import free_port

PACKAGES = ("jupyterhub", "jupyter_server", "jupyter_server_proxy")
pytestmark = pytest.mark.skipif(
    not (all(map(find_spec, PACKAGES)) and shutil.which("configurable-http-proxy")),
    reason="needs jupyterhub, jupyter_server, jupyter-server-proxy, configurable-http-proxy",
)
STARTS_WITHIN = 180  # s
CONFIG = """
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {{"ann"}}
c.Spawner.args = ["--allow-root"]
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.environment = {{
    "JUPYTERHUB_SINGLEUSER_APP": "jupyter_server.serverapp.ServerApp",
    "COSTDASH_DATA": "{folder}/data",
}}
c.Spawner.env_keep = ["PATH", "PYTHONPATH"]
c.SimpleLocalProcessSpawner.home_dir_template = "{folder}/{{username}}"
c.Spawner.start_timeout = 120
"""


@pytest.fixture
def hub(tmp_path):
    port, file = free_port(), tmp_path / "config.py"
    file.write_text(
        CONFIG.format(
            port=port, hub=free_port(), api=free_port(), folder=tmp_path, python=sys.executable
        )
    )
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", "--config", file],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=output,
            stderr=output,
        )
    yield f"http://127.0.0.1:{port}", log
    process.terminate()
    process.wait(30)


def test_the_page_opens_below_the_server_of_whoever_signed_in(hub):
    address, log = hub
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    deadline = time.monotonic() + STARTS_WITHIN

    def ask(path):
        """The first answer that is no error and no page that says to wait."""
        said = ""
        while time.monotonic() < deadline:
            try:
                request = Request(address + path, headers={"Accept": "text/html"})
                with opener.open(request, timeout=60) as answer:
                    text, url = answer.read().decode(), answer.url
                if "spawn-pending" not in url:
                    return text, url
            except (HTTPError, URLError, OSError) as error:
                said = str(error)
            time.sleep(1)
        raise TimeoutError(f"{said}\n{log.read_text()[-3000:]}")

    login, _ = ask("/hub/login?next=/hub/home")
    xsrf = re.search(r'name="_xsrf" value="([^"]+)"', login)[1]
    form = urlencode({"username": "ann", "password": "x", "_xsrf": xsrf}).encode()
    opener.open(f"{address}/hub/login?next=/hub/home", form, timeout=60).close()
    ask("/hub/spawn/ann")
    page, url = ask("/user/ann/costdash/")
    assert url == f"{address}/user/ann/costdash/"
    assert 'src="/user/ann/costdash/scripts/' in page
    stranger = build_opener(HTTPCookieProcessor(CookieJar()))
    with stranger.open(f"{address}/user/ann/costdash/", timeout=60) as answer:
        assert "/hub/login" in answer.url
    assert Path(log.parent / "data/sets").is_dir()
