"""A child that is ready before its file is, once, and not for ever."""

import pytest

from costdash.intake import spare
from costdash.intake.parse import parse

from . import corpus


@pytest.fixture(autouse=True)
def nobody_waits():
    yield
    spare.let_go()


def test_the_next_file_is_read_by_the_one_that_waits(tmp_path):
    spare.warm()
    ((_, child),) = spare._waiting
    (tmp_path / "upload").write_bytes(corpus.BASE)
    assert parse(tmp_path / "upload", tmp_path / "set").status == "ok"
    assert (child.wait(), spare._waiting) == (0, [])


def test_one_waits_at_most():
    spare.warm()
    spare.warm()
    assert len(spare._waiting) == 1


@pytest.mark.parametrize("patience", [spare.PATIENCE, 0], ids=["it has ended", "it is about to"])
def test_one_that_may_be_gone_is_not_asked(monkeypatch, patience):
    spare.warm()
    ((_, old),) = spare._waiting
    if patience:
        old.kill()
        old.wait()
    monkeypatch.setattr(spare, "PATIENCE", patience)
    child = spare.taken()
    assert child.pid != old.pid
    assert old.returncode is not None
    child.kill()
    child.communicate()
    old.communicate()
