"""The team's set-up keeps what SECURITY.md promises of it; no container runs in the tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCKERFILE, COMPOSE, NGINX = (
    (ROOT / name).read_text() for name in ("Dockerfile", "compose.yaml", "deploy/nginx.conf")
)


def test_nobody_in_a_container_is_root():
    last = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    assert re.search(r"^USER (?!root|0)\w+$", last, re.MULTILINE)
    assert "nginx-unprivileged" in COMPOSE
    assert "user: redis" in COMPOSE


def test_every_container_is_read_only_and_has_no_powers():
    services = COMPOSE.split("\nservices:\n")[1].split("\nvolumes:\n")[0]
    names = re.findall(r"^  (\w+):$", services, re.MULTILINE)
    assert len(names) == services.count("<<: *fenced") == 3
    fenced = COMPOSE.split("\nservices:\n")[0]
    for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert line in fenced


def test_there_is_no_secret_to_start_with():
    assert re.search(r"COSTDASH_SECRET: \$\{COSTDASH_SECRET:\?", COMPOSE)


def test_the_proxy_buffers_bodies_and_writes_no_address_down():
    assert "access_log off;" in NGINX
    assert "proxy_request_buffering off" not in NGINX
    assert re.search(r"client_max_body_size \d+m;", NGINX)
