"""A child that is ready before its file is, once, and not for ever."""

import pytest

from costdash.intake.process import warm_worker
from costdash.intake.process.client import parse
from tests.support import corpus


@pytest.fixture(autouse=True)
def nobody_waits():
    yield
    warm_worker.stop_waiting()


def test_the_next_file_is_read_by_the_one_that_waits(tmp_path):
    warm_worker.warm()
    ((_, child),) = warm_worker._waiting
    (tmp_path / "upload").write_bytes(corpus.BASE)
    assert parse(tmp_path / "upload", tmp_path / "set").status == "ok"
    assert (child.wait(), warm_worker._waiting) == (0, [])


def test_one_waits_at_most():
    warm_worker.warm()
    warm_worker.warm()
    assert len(warm_worker._waiting) == 1


@pytest.mark.parametrize(
    "patience", [warm_worker.PATIENCE, 0], ids=["it has ended", "it is about to"]
)
def test_one_that_may_be_gone_is_not_asked(monkeypatch, patience):
    warm_worker.warm()
    ((_, old),) = warm_worker._waiting
    if patience:
        old.kill()
        old.wait()
    monkeypatch.setattr(warm_worker, "PATIENCE", patience)
    child = warm_worker.take()
    assert child.pid != old.pid
    assert old.returncode is not None
    child.kill()
    child.communicate()
    old.communicate()
