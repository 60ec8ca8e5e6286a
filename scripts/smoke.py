"""Tries an installed costdash: version, analyse, check, and the page with its scripts and font.

    python scripts/smoke.py [COMMAND]

COMMAND is the installed `costdash`. It needs the standard library only, so that it runs in an
empty environment, and it must not run where a checkout would be imported instead.
"""

import json
import os
import re
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

SECONDS = 120  # for one command, one answer
ROWS = "label,model\n" + "0,0.1\n0,0.3\n1,0.4\n1,0.8\n" * 25
SOURCE = re.compile(r'<script[^>]* src="([^"]+)"|<link[^>]* href="([^"]+\.css[^"]*)"')
FONT = re.compile(r"url\(['\"]?([^'\")]+\.woff)")


def command_line(command: str, folder: Path, version: str | None) -> None:
    """Checks the version, and that analyse prints known numbers."""
    printed = run(command, "--version")
    assert version in (None, printed.removeprefix("costdash ").strip()), printed
    file = folder / "rows.csv"
    file.write_text(ROWS)
    answer = json.loads(run(command, "analyse", str(file), "--json"))
    assert [(model["name"], model["auc"]) for model in answer["models"]] == [("model", 1.0)], answer
    assert "100 rows" in run(command, "check", str(file))


def page(command: str, folder: Path) -> None:
    """The page opens on the file, and every script, style and font that it names arrives."""
    serving = [command, "serve", str(folder / "rows.csv"), "--port", "0", "--no-browser"]
    environment = os.environ | {"COSTDASH_DATA": str(folder / "data")}
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            address = next(
                match[0]
                for line in server.stdout
                if (match := re.search(r"http://\S+(?= \(good)", line))
            )
            visitor = build_opener(HTTPCookieProcessor(CookieJar()))
            sources = fetched(visitor, address)
            print(f"costdash serves its page with {len(sources)} scripts, styles and fonts.")
        finally:
            server.terminate()


def fetched(visitor: OpenerDirector, address: str) -> set[str]:
    """Fetches every file that the page names; a missing file raises HTTPError."""
    with visitor.open(address, timeout=SECONDS) as answer:  # it redirects
        html, address = answer.read().decode(), answer.url
    named = {urljoin(address, first or other) for first, other in SOURCE.findall(html)}
    texts = {source: text_of(visitor, source) for source in named}
    styles = {address: html, **{key: text for key, text in texts.items() if ".css" in key}}
    fonts = {
        urljoin(source, font) for source, text in styles.items() for font in FONT.findall(text)
    }
    assert any("/scripts/" in source for source in named), named
    assert fonts, "the page names no font"
    assert all(texts.values()), "an empty file"
    for font in fonts:
        assert bytes_of(visitor, font).startswith(b"wOFF"), font
    return named | fonts


def text_of(visitor: OpenerDirector, address: str) -> str:
    return bytes_of(visitor, address).decode()


def bytes_of(visitor: OpenerDirector, address: str) -> bytes:
    with visitor.open(address, timeout=SECONDS) as answer:
        return answer.read()


def run(*command: str) -> str:
    """The output of the command; raises CalledProcessError if it fails."""
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, timeout=SECONDS
    ).stdout


def smoke(command: str, version: str | None = None) -> None:
    with TemporaryDirectory() as folder:
        command_line(command, Path(folder), version)
        page(command, Path(folder))


if __name__ == "__main__":
    smoke(*sys.argv[1:] or ["costdash"])
