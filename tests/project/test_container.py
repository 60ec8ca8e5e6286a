"""Container files: they keep the promises of SECURITY.md. No container is started."""

import re
from pathlib import Path

from costdash.web.settings import variables

ROOT = Path(__file__).parents[2]
DOCKERFILE, COMPOSE, NGINX = (
    (ROOT / name).read_text() for name in ("Dockerfile", "compose.yaml", "deploy/nginx.conf")
)


def test_no_container_runs_as_root():
    last = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    assert re.search(r"^USER (?!root|0)\w+$", last, re.MULTILINE)
    assert "nginx-unprivileged" in COMPOSE
    assert "user: redis" in COMPOSE


def test_every_container_is_read_only_and_unprivileged():
    services = COMPOSE.split("\nservices:\n")[1].split("\nvolumes:\n")[0]
    names = re.findall(r"^  (\w+):$", services, re.MULTILINE)
    assert len(names) == services.count("<<: *restricted") == 3
    restricted = COMPOSE.split("\nservices:\n")[0]
    for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert line in restricted


def test_the_secret_has_no_default():
    assert re.search(r"COSTDASH_SECRET: \$\{COSTDASH_SECRET:\?", COMPOSE)


def test_compose_hands_every_setting_to_the_workers():
    """A protection that somebody exports before the start must not be lost on the way."""
    listed = re.findall(r"^      (COSTDASH_\w+):", COMPOSE, re.MULTILINE)
    assert sorted(listed) == sorted(variables())


def test_the_proxy_names_who_signed_in_and_drops_what_clients_send():
    assert "proxy_pass_request_headers off;" in NGINX
    passed = dict(re.findall(r"^ +proxy_set_header ([\w-]+) (.*?);", NGINX, re.MULTILINE))
    named_by_client = {name for name, value in passed.items() if value.startswith("$http_")}
    assert not [
        name for name in named_by_client if re.search("(?i)user|email|forwarded-[fp]", name)
    ]
    assert passed["X-Forwarded-Email"] == "$user"


def test_the_proxy_buffers_bodies():
    assert "proxy_request_buffering off" not in NGINX
    assert re.search(r"client_max_body_size \d+m;", NGINX)
