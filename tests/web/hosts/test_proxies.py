"""Caddy and nginx with the configurations of the how-to, in front of workers."""

import os
import shutil

import pytest

from benchmarks.gunicorn_server import free_port
from benchmarks.team_server import NGINX, PATH
from tests.support.programs import listening
from tests.support.recipes import recipe, settings
from tests.web.hosts.conftest import needs

PAGE = "hosting.md"
CADDY = shutil.which("caddy", path=PATH)
NGINX_AROUND = """
pid {folder}/nginx.pid;
error_log stderr warn;
daemon off;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        {location}
    }}
}}
"""


def caddy(folder, workers, nth):
    """(command, port) of Caddy with the nth Caddyfile, without certificates."""
    needs(CADDY, "caddy")
    port, file = free_port(), folder / "Caddyfile"
    text = recipe(PAGE, "Caddy", "text", nth)
    first, rest = text.split(" {", 1)
    assert "127.0.0.1:8050" in rest
    rest = rest.replace("127.0.0.1:8050", f"127.0.0.1:{workers}")
    file.write_text(f"{{\n\tadmin off\n}}\nhttp://{first}:{port} {{{rest}")
    return [CADDY, "run", "--adapter", "caddyfile", "--config", file], port


def nginx(folder, workers):
    """(command, port) of an nginx with the location of the recipe."""
    needs(NGINX, "nginx")
    port, file = free_port(), folder / "nginx.conf"
    location = recipe(PAGE, "nginx", "nginx").replace(":8050", f":{workers}")
    text = NGINX_AROUND.format(folder=folder, port=port, location=location)
    file.write_text(f"user root;\n{text}" if os.getuid() == 0 else text)
    return [NGINX, "-p", folder, "-c", file], port


PROXIES = {
    "caddy": (lambda folder, workers: caddy(folder, workers, 0), "costdash.example.com", ""),
    "caddy, path": (
        lambda folder, workers: caddy(folder, workers, 1),
        "intranet.example.com",
        "/tools/costdash",
    ),
    "nginx, path": (nginx, "intranet.example.com", "/tools/costdash"),
}


@pytest.mark.parametrize("name", PROXIES)
def test_the_page_works_behind_the_proxy(serve, guest, tmp_path, monkeypatch, name):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where Caddy stores what it needs
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    configured, host, prefix = PROXIES[name]
    given = settings(PAGE, "A machine of your own: systemd", 1) | {"COSTDASH_HOST": host}
    if prefix:
        given["COSTDASH_URL_PREFIX"] = prefix
    with serve(given) as served:
        command, port = configured(tmp_path, served.port)
        with listening(command, port, tmp_path / "log"):
            visitor = guest(port, f"{host}:{port}", prefix)
            spoofed = {"X-Forwarded-Host": "evil.example.com", "X-Forwarded-Prefix": "/evil"}
            asked = visitor.open(**spoofed)
            assert (asked.status, f'action="{prefix}/sign-in"' in asked.text) == (401, True)
            answer = visitor.ask(
                "POST",
                "/sign-in",
                "password=correct+horse+battery",
                {
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Origin": f"http://{host}:{port}",
                },
            )
            assert (answer.status, answer.headers["location"]) == (303, f"{prefix}/")
            page = visitor.open()
            assert f'src="{prefix}/scripts/' in page.text
            assert "/evil" not in asked.text + page.text
            if prefix:
                bare = guest(port, f"{host}:{port}").open(prefix)
                assert (bare.status, bare.headers["location"].endswith(f"{prefix}/")) in (
                    (301, True), (302, True), (308, True),
                )  # fmt: skip
            large = b"label,score\n" + b"0,0.25\n1,0.75\n" * 300_000  # 4 MB
            assert visitor.upload(large).status == 200
            assert visitor.draws()
