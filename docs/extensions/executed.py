"""Runs the code blocks of a page while the site is built, and shows what they print.

A block of `python` or `sh` runs in a folder of its page; Python blocks of a page share their names.
A block that fails fails the build. `python not-run` marks what needs a service that is not here:
only its syntax is checked.
"""

import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from costdash import cli

BLOCK = re.compile(r"^```(python|sh)( not-run)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = "```{code-block} text\n:class: printed\n\n%s\n```"
PAGES = ("index", "tutorials/", "how-to/", "numbers/")
SHELL_OPERATORS = set("|&;<>$`(){}*\n")


def run_python(code: str, names: dict[str, Any], place: str) -> str:
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(code, place, "exec"), names)
    return printed.getvalue()


def run_shell(code: str, place: str) -> str:
    """A costdash command by itself or before a pipe runs in this process, which saves its start."""
    command, _, others = code.replace("\\\n", " ").strip().partition(" | ")
    if not command.startswith("costdash ") or SHELL_OPERATORS & set(command):
        return run_bash(code, place)
    printed, errors = StringIO(), StringIO()
    with redirect_stdout(printed), redirect_stderr(errors):
        status = cli.main(shlex.split(command)[1:])
    if status:
        raise ExtensionError(f"{place}: exit code {status}\n{errors.getvalue()}")
    return run_bash(others, place, printed.getvalue()) if others else printed.getvalue()


def run_bash(code: str, place: str, given: str = "") -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", code],
        env=os.environ | {"PATH": path},
        input=given,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ExtensionError(f"{place}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def executed(text: str, page: str) -> str:
    """The page with the output of each block below it. Raises ExtensionError if one fails."""
    names: dict[str, Any] = {"__name__": page}

    def run(found: re.Match[str]) -> str:
        language, not_run, code = found.groups()
        place = f"{page}, block at line {text.count(chr(10), 0, found.start()) + 1}"
        shown = f"```{language}\n{code}```"
        if not_run:
            if language == "python":
                compile(code, place, "exec")
            return shown
        try:
            printed = (
                run_python(code, names, place) if language == "python" else run_shell(code, place)
            )
        except (Exception, SystemExit) as error:
            raise ExtensionError(f"{place}: {error!r}") from error
        return f"{shown}\n\n{PRINTED % printed.rstrip()}" if printed.strip() else shown

    with TemporaryDirectory() as folder, chdir(folder):
        return BLOCK.sub(run, text)


def run_page(app: Sphinx, page: str, source: list[str]) -> None:
    if page.startswith(PAGES):
        source[0] = executed(source[0], page)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("code_state", "", "env")
    app.connect("source-read", run_page)
    data = TemporaryDirectory()
    os.environ["COSTDASH_DATA"] = data.name
    app.connect("build-finished", lambda *_: data.cleanup())
    return {"parallel_read_safe": True}
