"""The unit of the how-to: systemd accepts it, and its command serves the page."""

import configparser
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.recipes import recipe, settings
from tests.web.hosts.conftest import needs

PAGE, HEADING = "hosting.md", "A machine of your own: systemd"
SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


def test_systemd_accepts_the_unit(tmp_path):
    needs(SYSTEMD_ANALYZE, "systemd-analyze")
    unit = tmp_path / "costdash.service"
    programs = Path(sys.executable).parent
    unit.write_text(recipe(PAGE, HEADING, "ini").replace("/opt/costdash/bin", str(programs)))
    checked = subprocess.run(
        [SYSTEMD_ANALYZE, "verify", "--man=no", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_its_command_serves_the_page_behind_the_sign_in(serve, guest):
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(recipe(PAGE, HEADING, "ini"))
    program, *options = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/bin/gunicorn")
    place = options.index("--bind") + 1
    assert options[place] == "127.0.0.1:8050"
    given = settings(PAGE, HEADING, 1)
    del options[place - 1 : place + 1]  # the test's port comes from PORT
    with serve(given, options) as served:
        visitor = guest(served.port, given["COSTDASH_HOST"])
        assert "<form" in visitor.open().text
        assert visitor.sign_in().status == 303
        assert visitor.draws()
