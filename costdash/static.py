"""Where the page's scripts and styles lie."""

from pathlib import Path

PACKAGE = Path(__file__).parents[0]
# A wheel carries the assets inside the package; in a checkout they lie beside it.
ASSETS = next(
    (folder for folder in (PACKAGE / "assets", PACKAGE.parent / "assets") if folder.is_dir()),
    PACKAGE / "assets",
)
SCRIPTS = "/scripts/"  # the address under which the page's own scripts are served
