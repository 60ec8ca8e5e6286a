"""Settings of the documentation site. `make check` builds it into build/docs without warnings."""

import sys
from hashlib import sha256
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path[:0] = [str(ROOT), str(DOCS)]

import costdash  # noqa: E402

project = "costdash"
author = copyright = "costdash contributors"
version = release = costdash.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "extensions.executed",
    "extensions.option_list",
    "extensions.paper_figures",
    "extensions.setting_list",
]
exclude_patterns = ["extensions"]
default_role = "code"  # docstrings write names between single backquotes

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures stay short; docstrings say units and shapes
napoleon_google_docstring = False
napoleon_use_param = False  # names in types of parameters are no links
napoleon_use_rtype = False

# Pages hold what the code printed: another state of it makes them old.
sources = sorted([*(ROOT / "costdash").rglob("*.py"), *(DOCS / "extensions").glob("*.py")])
code_state = sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()

html_theme = "furo"
html_title = f"costdash {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": []}


def mend_docstring(app, what, name, obj, options, lines):
    """C(-|+) in a docstring is a cost, and the table in that of a module is none to Sphinx."""
    if what == "module":
        lines.clear()
    lines[:] = [line.replace("-|+", r"-\|+").replace("+|-", r"+\|-") for line in lines]


def setup(app):
    app.connect("autodoc-process-docstring", mend_docstring)
