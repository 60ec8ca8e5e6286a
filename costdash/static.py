"""The folder of the page's scripts and styles, and the address that serves the scripts."""

from pathlib import Path

PACKAGE = Path(__file__).parents[0]
# A wheel contains the assets inside the package; in a checkout they are beside it.
ASSETS = next(
    (folder for folder in (PACKAGE / "assets", PACKAGE.parent / "assets") if folder.is_dir()),
    PACKAGE / "assets",
)
SCRIPTS = "/scripts/"
