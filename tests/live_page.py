"""A page of the three panels alone: what the scripts that follow the hand need, and no server."""

import json
from pathlib import Path

import plotly
from plotly.io.json import to_json_plotly

from costdash.figures import View, cost_figure, live, precision_recall_figure, roc_figure
from costdash.figures.style import CONFIG

ASSETS = Path(__file__).parents[1] / "assets"
SCRIPTS = (
    "controls/basis",
    "core/ranges",
    "panels/criterion-overlay",
    "core/polyline",
    "panels/pcf-handle",
    "page/dom",
    "core/operating-point",
    "panels/plotly-adapter",
    "text/decision",
    "panels/hover",
    "panels/threshold-highlight",
    "panels/frame",
    "panels/nearest",
    "text/numbers",
    "panels/ranges-overlay",
    "panels/redraw",
    "text/sensitivity",
)
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
FIGURES = {"roc": roc_figure, "pr": precision_recall_figure, "cost": cost_figure}
ROLES = "model threshold cases positives finds alarms cost saving trivial prior pcf slope"

STYLE = """
body { margin: 16px; font: 13px sans-serif }
.row { display: flex; gap: 12px }
.panel { width: 400px; height: 400px }
.panel > div { height: 100% }
"""
# The page's own conditions round the costs; here the line goes exactly where it is asked to.
SCRIPT = """
window.hand = [];
window.dash_clientside = { set_props: (id, props) => window.hand.push([id, props.data]) };
costdash.conditions = {
  calls: [],
  now: () => window.point,
  release() { this.calls.push('release'); },
  dragPcf(pcf) {
    this.calls.push(pcf);
    const p = Math.min(Math.max(pcf, 1e-6), 1 - 1e-6);
    const { prior, cost_fp } = window.point;
    window.point = { prior, cost_fp, cost_fn: (cost_fp * (1 - prior) * p) / (prior * (1 - p)) };
    costdash.live.move(window.point);
  },
};
window.draw = (figures) => Promise.all(Object.entries(figures).map(
  ([name, figure]) => Plotly.react(name + '-panel', figure.data, figure.layout, window.config)));
window.frames2 = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
window.still = (done) => window.frames2(() => setTimeout(done, 50));
"""


def point_json(point) -> dict:
    return {"prior": point.prior, "cost_fn": point.cost_fn, "cost_fp": point.cost_fp}


def figures_json(analysis, point, view: View) -> dict:
    return {n: json.loads(to_json_plotly(f(analysis, point, view))) for n, f in FIGURES.items()}


def live_json(analysis, view: View) -> dict:
    return json.loads(json.dumps(live(analysis, view), allow_nan=False))


def write(folder: Path) -> str:
    """Address of a page with three empty panels."""
    card = '<div class="panel" tabindex="0"><div id="{}-panel"></div></div>'
    panels = "".join(card.format(name) for name in FIGURES)
    said = " ".join(f'<b data-live="{role}">?</b>' for role in (*ROLES.split(), "ratio-words"))
    sources = [PLOTLY, *(ASSETS / f"{name}.js" for name in SCRIPTS)]
    scripts = "".join(f'<script src="{source.as_uri()}"></script>' for source in sources)
    page = folder / "live.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><title>live</title><style>{STYLE}</style>'
        f'<link rel="stylesheet" href="{(ASSETS / "marks.css").as_uri()}">'
        f'<p data-live-call="some">{said}</p><div class="row">{panels}</div>'
        f'<p id="lit-text"></p><input id="box">{scripts}'
        f"<script>{SCRIPT}window.config = {json.dumps(CONFIG)};</script>"
    )
    return page.as_uri()


def show(driver, analysis, point, view: View) -> None:
    """Draw the figures of a point and settle on it."""
    driver.execute_async_script(
        """
        const [figures, live, point, done] = arguments;
        window.point = point;
        window.draw(figures).then(() => {
          costdash.live.set(live);
          costdash.live.move(point);
          costdash.live.settle();
          window.still(done);
        });
        """,
        figures_json(analysis, point, view),
        live_json(analysis, view),
        point_json(point),
    )


def move(driver, point) -> None:
    """Let the script follow to a point, without an answer."""
    driver.execute_async_script(
        """
        window.point = arguments[0];
        costdash.live.move(window.point);
        window.still(arguments[1]);
        """,
        point_json(point),
    )
