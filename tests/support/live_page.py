"""A page of the three panels alone, served without the app, for tests of the panel scripts."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import plotly
from plotly.io.json import to_json_plotly

from costdash.figures import PANELS, View, live, make_scene
from costdash.figures.style import CONFIG
from costdash.report.boot_data import ID, script_json
from costdash.web.callbacks.boot_data import of_page

ASSETS = Path(__file__).parents[2] / "assets"
MODULES = [
    f"assets/{file.relative_to(ASSETS)}"
    for folder in ("core", "text", "panels")
    for file in sorted((ASSETS / folder).rglob("*.js"))
]
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
ROLES = "rule outcome against prior pcf slope"

STYLE = """
body { margin: 16px; font: 13px var(--font) }
.row { display: flex; gap: 12px }
.panel { width: 400px; height: 400px }
.panel > div { height: 100% }
"""
# The page rounds the costs of its conditions; here the PC(+) line goes exactly where it is sent.
SCRIPT = """
window.hand = [];
window.dash_clientside = { set_props: (id, props) => window.hand.push([id, props.data]) };
window.calls = [];
page.on('pcf-released', () => window.calls.push('release'));
page.on('pcf-dragged', (pcf) => {
  window.calls.push(pcf);
  const p = Math.min(Math.max(pcf, 1e-6), 1 - 1e-6);
  const { prior, cost_fp } = window.point;
  window.point = { prior, cost_fp, cost_fn: (cost_fp * (1 - prior) * p) / (prior * (1 - p)) };
  page.movePoint(window.point);
});
const drawAll = (figures) => Promise.all(Object.entries(figures).map(
  ([name, figure]) => Plotly.react(name + '-panel', figure.data, figure.layout, window.config)));
window.draw = (figures) => {
  page.setCostAxis(figures.cost.layout.meta.cost_axis);
  return drawAll(figures);
};
window.frames2 = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
window.still = (done) => window.frames2(() => setTimeout(done));
"""


def point_json(point) -> dict:
    return {"prior": point.prior, "cost_fn": point.cost_fn, "cost_fp": point.cost_fp}


def figures_json(analysis, point, view: View, segment=None) -> dict:
    scene = replace(make_scene(analysis, point, view), segment=segment)
    return {panel.id: json.loads(to_json_plotly(panel.figure(scene))) for panel in PANELS}


def live_json(analysis, view: View) -> dict:
    return json.loads(json.dumps(live(analysis, view), allow_nan=False))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Address of a page with three empty panels; browsers load no modules from files."""
    (folder / "live.html").write_text(_page())
    (folder / "assets").symlink_to(ASSETS)
    (folder / "plotly.min.js").symlink_to(PLOTLY)
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/live.html"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def _page() -> str:
    card = '<div class="panel" tabindex="0"><div id="{}-panel"></div></div>'
    panels = "".join(card.format(panel.id) for panel in PANELS)
    said = " ".join(f'<b data-live="{role}">?</b>' for role in (*ROLES.split(), "ratio-words"))
    names = [*MODULES, "assets/state/events.js"]
    imports = "".join(f"import * as m{k} from './{name}';\n" for k, name in enumerate(names))
    page = f"window.page = Object.assign({{}}, {', '.join(f'm{k}' for k in range(len(names)))});"
    sheets = ("tokens", "panels", "overlays")
    styles = "".join(f'<link rel="stylesheet" href="assets/css/{sheet}.css">' for sheet in sheets)
    return (
        f'<!doctype html><meta charset="utf-8"><title>live</title><style>{STYLE}</style>'
        f'<link rel="icon" href="data:,">{styles}'
        f'<script id="{ID}" type="application/json">{script_json(of_page())}</script>'
        f'<p>{said}</p><div class="row">{panels}</div>'
        f'<p id="highlight-text"></p><input id="box"><script src="plotly.min.js"></script>'
        f'<script type="module">{imports}{page}{SCRIPT}'
        f"window.config = {json.dumps(CONFIG)};</script>"
    )


def show(driver, analysis, point, view: View, segment=None) -> None:
    """Draw the figures of a point, perhaps with the curve of a segment, and settle on it."""
    driver.execute_async_script(
        """
        const [figures, live, point, done] = arguments;
        window.point = point;
        window.draw(figures).then(() => {
          page.setLiveData(live);
          page.movePoint(point);
          page.settlePoint();
          window.still(done);
        });
        """,
        figures_json(analysis, point, view, segment),
        live_json(analysis, view),
        point_json(point),
    )


def move(driver, point) -> None:
    """Let the script redraw the panels at a point, without an answer."""
    driver.execute_async_script(
        """
        window.point = arguments[0];
        page.movePoint(window.point);
        window.still(arguments[1]);
        """,
        point_json(point),
    )
