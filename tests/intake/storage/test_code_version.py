"""Results that older code stored are not shown by newer code."""

from costdash import __version__
from costdash.intake.storage.code_version import code_version


def test_in_a_checkout_every_change_of_the_code_is_another_version(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    package = tmp_path / "costdash"
    (package / "web").mkdir(parents=True)
    module = package / "web" / "page.py"
    seen = [code_version(package)]
    for change in (
        lambda: module.write_text("a = 1"),
        lambda: module.write_text("a = 10"),
        lambda: module.rename(package / "page.py"),
        lambda: (package / "page.py").unlink(),
    ):
        change()
        seen.append(code_version(package))
        assert code_version(package) == seen[-1]
    assert len(set(seen)) == len(seen) - 1
    assert seen[0] == seen[-1]
    assert all(version.startswith(f"{__version__}+") for version in seen)


def test_an_installed_copy_has_its_version(tmp_path):
    (tmp_path / "costdash").mkdir()
    (tmp_path / "costdash" / "page.py").touch()
    assert code_version(tmp_path / "costdash") == __version__
