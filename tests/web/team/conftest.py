"""Fixtures of a team's server: nginx in front of two workers, and redis behind them."""

import os
from pathlib import Path

import pytest

from benchmarks import team_server
from benchmarks.visitor import Visitor
from costdash.web.app import create_server
from costdash.web.settings import Settings

CI = bool(os.environ.get("CI"))
HERE = Path(__file__).parent
COMPLETE = team_server.REDIS and team_server.NGINX


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.team)


def pytest_terminal_summary(terminalreporter):
    if not COMPLETE:
        terminalreporter.write_line(
            "No redis-server or no nginx: THE TEAM TESTS DID NOT RUN.", red=True, bold=True
        )


@pytest.fixture(scope="session")
def whole_team(tmp_path_factory):
    if not COMPLETE:
        (pytest.fail if CI else pytest.skip)("needs redis-server and nginx")
    with team_server.Team(tmp_path_factory.mktemp("team")) as team:
        yield team


@pytest.fixture
def team(whole_team):
    """The running team; after the test it must be healthy, and its log free of errors."""
    before = len(whole_team.served.log())
    yield whole_team
    whole_team.wait_until_healthy()
    newcomer = Visitor(whole_team.port).load()
    answer, notice = newcomer.settle(newcomer.upload_and_draw(table(seed=1)), prior=0.2)
    newcomer.close()
    assert answer, notice
    assert "while answering" not in whole_team.served.log()[before:]


@pytest.fixture
def visit(team):
    """Makes browsers that have loaded the page; direct=True bypasses the proxy."""
    visitors = []

    def visit(direct=False, **kwargs):
        port = team.served.port if direct else team.port
        visitors.append(Visitor(port, **kwargs).load())
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def redis(team):
    """The team's redis, running again after the test."""
    yield team.redis
    if not team.redis.answers():
        team.redis.resume()
    if not team.redis.answers():
        team.redis.start()


@pytest.fixture
def workers(redis, tmp_path):
    """Two servers in this process that share redis and a data folder, like two workers."""
    settings = Settings(data_folder=tmp_path, redis=redis.url, n_replicates=100)
    return [create_server(settings) for _ in range(2)]


def table(rows=60, seed=0, name="score") -> bytes:
    lines = (f"{i % 2},{(i * 37 + seed) % 101 / 100 + i % 2 / 3:.4f}\n" for i in range(rows))
    return f"label,{name}\n{''.join(lines)}".encode()


@pytest.fixture(scope="session")
def csv():
    """Makes a small file of two classes and one model."""
    return table
