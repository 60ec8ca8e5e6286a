"""What the how-tos of docs/develop promise: their own steps, followed in a copy of the project.

A how-to names each file before the block that makes it: a whole file, or a change as a diff. The
copy is then asked, in processes of its own, where the added thing is found.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from costdash.core.choose.criteria import CRITERIA
from costdash.core.measures.registry import ROW_OF
from costdash.figures import COST_AXES, FIRST_AXIS, PANEL_MODES, PANELS
from costdash.intake.formats.read import FORMATS
from costdash.report.csv.catalog import EXPORTS
from costdash.web.callbacks.tabs import TABS

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
# A file at the end of a line, or a block.
STEP = re.compile(r"`([\w./-]+)`:$|^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^## (.+)\n", re.MULTILINE)


def section(how_to: str, heading: str) -> str:
    """The text below a heading of a how-to."""
    text = (ROOT / f"docs/develop/{how_to}.md").read_text(encoding="utf-8")
    parts = HEADING.split(text)
    return dict(zip(parts[1::2], parts[2::2]))[heading]


def follow(text: str, tree: Path) -> set[str]:
    """Do what the blocks of a how-to say; the files that they touch."""
    touched, name = set(), ""
    for named, kind, block in STEP.findall(text):
        if named:
            name = named  # a file may have several changes
            continue
        file = tree / name
        if kind == "diff":
            lines = [(line[:1], line[1:]) for line in block.splitlines(keepends=True)]
            before = "".join(line for sign, line in lines if sign != "+")
            after = "".join(line for sign, line in lines if sign != "-")
            source = file.read_text(encoding="utf-8")
            assert source.count(before) == 1, f"{name} has no such lines:\n{before}"
            file.write_text(source.replace(before, after), encoding="utf-8")
        else:
            assert not file.exists(), f"{name} exists"
            file.write_text(block, encoding="utf-8")
        touched.add(name)
    return touched


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the sources."""
    tree = tmp_path_factory.mktemp("tree")
    passing = shutil.ignore_patterns("__pycache__", "vendor")
    for name in ("costdash", "assets"):
        shutil.copytree(ROOT / name, tree / name, ignore=passing)
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


def run(tree: Path, *command: str, given: object = None) -> dict:
    """What a process prints as JSON that runs in the copy."""
    env = os.environ | {"PYTHONPATH": str(tree), "COSTDASH_DATA": str(tree / "data")}
    ran = subprocess.run(
        command, cwd=tree, env=env, input=json.dumps(given), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


PANEL = section("add-a-panel", "A panel")
AXIS = section("add-a-panel", "An axis of the cost panel")
MODE = section("add-a-panel", "A mode of a panel")
CRITERION = section("add-a-criterion", "A criterion")
MEASURE = section("add-a-measure", "A measure")
FORMAT = section("add-a-format", "A format")
EXPORT = section("add-an-export", "An export")
TAB = section("add-a-tab", "A tab")

# Asks the copy: page, report, CSV, alt texts and boot data.
ASK = """
import json
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
import numpy as np
from dash import dcc, html
from plotly.io.json import to_json_plotly
from costdash.cli import main
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.figures import PANELS, alt_texts, live, make_scene
from costdash.intake import IntakeError, read_predictions
from costdash.report.api import Summary
from costdash.report.derived import DerivedResults
from costdash.report.report import Source
from costdash.report.tables.models import measure_table
from costdash.static import ASSETS, bundle
from costdash.web.app import create_app
from costdash.web.callbacks.boot_data import of_page
from costdash.web.callbacks.shared_scores import shared_scores
from costdash.web.callbacks.tabs import TABS
from costdash.web.page.controls.settings import criterion_controls
from costdash.web.page.layout import outline
from costdash.web.page.menus import data_menu
from costdash.web.page.panels import key, panel_switch, panels
from costdash.web.page.tabs.tabs import tabs
from costdash.web.stores.question import Question
from costdash.web.stores.read import request_of

rows = Predictions(
    is_positive=[True, False, False] * 20,
    scores={"a": [i % 7 + 2.5 * (i % 3 == 0) for i in range(60)]},
)
analysis = analyse(rows, n_replicates=100)
conditions = {"prior": 0.2, "cost_fn": 5, "cost_fp": 1}
view = {"models": ["a"], "level": 0.9, "evaluation": "same", "axis": "flagged", "modes": ["misses"]}
request = request_of(conditions, view, analysis, "$", "1")
by = {"criterion": {"kind": "quota", "limit": 0.5}}
by_quota = request_of(conditions | by, view | {"modes": []}, analysis, "$", "1")
scene = make_scene(analysis, request.point, request.shown_view)
report = request.report(DerivedResults.in_memory(rows, analysis), Source(name="file"))
summary = Summary(report)
derived = DerivedResults.in_memory(rows, analysis)
chosen = Summary(by_quota.report(derived, Source(name="file")))


def moved(prior):
    # the choice at another share of positives, as the script should compute it
    point = OperatingPoint(prior, 5, 1)
    choice = choice_by(by_quota.view.criterion.at(point), analysis, ["a"])
    return {"point": conditions | {"prior": prior}, "rates": (choice.fpr, choice.tpr)}


help_text = StringIO()
with redirect_stdout(help_text), suppress(SystemExit):
    main(["analyse", "--help"])
array = np.rec.fromarrays([rows.is_positive, rows.scores["a"]], names="label,score")
np.save("rows.npy", array)
read = read_predictions("rows.npy")
Path("image.csv").write_bytes(b"GIF89a")
try:
    read_predictions("image.csv")
except IntakeError as error:
    refused = str(error)
app = create_app()
with app.server.test_request_context():
    question = Question.of({"token": "sample-breast-cancer"}, conditions, {"models": ["forest"]})
    answer = to_json_plotly(shared_scores(question))
figures = {panel.id: json.loads(to_json_plotly(panel.figure(scene))) for panel in PANELS}
print(json.dumps({
    "page": to_json_plotly(
        html.Div([panel_switch(), panels(), data_menu(), *key(scene), *criterion_controls()])
    ),
    "read": [read.positives, list(read.scores), float(read.scores["score"].sum())],
    "given": [rows.positives, float(rows.scores["a"].sum())],
    "refused": refused,
    "tabs": to_json_plotly(tabs(TABS)),
    "stores": [store.id for store in app.layout._traverse() if isinstance(store, dcc.Store)],
    "callbacks": list(app.callback_map),
    "answer": answer,
    "options": " ".join(help_text.getvalue().split()),
    "chosen": {"report": chosen.html(), "json": chosen.fields(), "csv": chosen.csv("rules")},
    "moved": [moved(prior) for prior in (0.05, 0.3, 0.8)],
    "outline": outline(),
    "report": summary.html(),
    "csv": {name: summary.csv(name) for name in ("review", "flagged", "readouts", "shared-scores")},
    "readouts": summary.fields()["models"][0]["readouts"],
    "table": measure_table(report.model_measures, "screening", 0.95, request.point).rows,
    "alt": alt_texts(scene),
    "figures": figures,
    "live": live(analysis, request.shown_view),
    "point": conditions,
    "boot": of_page(),
    "scripts": [bundle(ASSETS / name) for name in ("main.js", "report.js")],
}))
"""


@pytest.fixture(scope="module")
def touched(copied):
    return {key: follow(text, copied) for key, text in TEXTS.items()}


TEXTS = {
    "format": FORMAT,
    "panel": PANEL,
    "axis": AXIS,
    "mode": MODE,
    "criterion": CRITERION,
    "measure": MEASURE,
    "export": EXPORT,
    "tab": TAB,
}


@pytest.fixture(scope="module")
def asked(copied, touched):
    return run(copied, sys.executable, "-c", ASK)


def test_the_examples_are_no_rows_of_the_project():
    assert not {"review"} & {panel.id for panel in PANELS}
    assert not {"flagged"} & COST_AXES.keys()
    assert not {"misses"} & PANEL_MODES.keys()
    assert not {"quota"} & CRITERIA.keys()
    assert not {"shared-scores"} & {tab.id for tab in TABS}
    assert not {"shared-scores"} & EXPORTS.keys()
    assert not {"NumPy"} & {row.name for row in FORMATS}
    assert not {"odds_ratio"} & ROW_OF.keys()


def test_an_addition_touches_few_files(touched):
    assert len(touched["panel"]) == 4
    assert len(touched["axis"]) == len(touched["mode"]) == 3
    assert len(touched["criterion"]) == len(touched["measure"]) == 2
    assert len(touched["export"]) == 2
    assert len(touched["format"]) == len(touched["tab"]) == 3


def test_the_examples_pass_the_checks_of_the_code(copied, touched):
    python = [
        str(copied / name) for names in touched.values() for name in names if name[-3:] == ".py"
    ]
    for check in (["check"], ["format", "--check"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--no-cache", *python],
            cwd=copied,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout


def test_a_panel_is_found_on_page_and_report(asked):
    page, report = asked["page"], asked["report"]
    for words in ("Review list", '"data-shows-panel": "review-panel"', "Manning, Raghavan"):
        assert words.replace(": ", ":") in page, words
    assert asked["outline"].count("skeleton-part") == 10 + len(PANELS) + 1
    assert asked["alt"]["review"].startswith("Precision of a by share flagged")
    assert asked["alt"]["review"] in unescape(report)
    assert '<div id="review" class="graph"' in report
    assert "Precision by share flagged" in page  # the menu of CSV files
    head, *points = asked["csv"]["review"].splitlines()
    assert head.startswith("model,share of cases flagged")
    assert len(points) > 10
    columns = re.search(r'"--panel-columns":"([^"]+)"', page)[1]
    assert columns.count("minmax(0, 408fr)") == 3


def test_an_axis_is_found_in_switch_help_csv_and_alt_text(asked):
    page = asked["page"]
    assert '{"value":"flagged","label":"Share flagged"}' in page
    assert "Across: the share of cases flagged. Up: cost at your conditions." in page
    assert '"data-help":"flagged"' in page
    assert "Cost by share flagged" in page
    assert asked["alt"]["cost"] == "Cost by the share of cases flagged, of a."
    assert asked["figures"]["cost"]["layout"]["meta"]["cost_axis"]["key"] == "flagged"
    assert asked["csv"]["flagged"].startswith("model,share of cases flagged,expected cost")
    assert {"key": "flagged", "table": "flagged", "handle": ""} in asked["boot"]["cost_axes"]


def test_a_mode_is_found_in_menu_help_report_and_alt_text(asked):
    page, report = asked["page"], asked["report"]
    assert "Show: Error rates, side by side" in page
    assert "Across: negatives flagged. Up: positives missed." in page
    assert asked["alt"]["roc"].startswith("Error rates of a (area ")
    assert asked["alt"]["roc"] in unescape(report)
    assert "<figcaption>Error rates<" in report
    assert asked["figures"]["roc"]["layout"]["meta"]["mode"] == {"key": "misses"}


def test_a_criterion_is_found_on_page_report_options_and_json(asked):
    chosen = asked["chosen"]
    assert '{"value":"quota","label":"Quota of flags"}' in asked["page"]
    assert "--quota SHARE largest number of flags as a share of" in asked["options"]
    report = unescape(chosen["report"])
    assert "Quota of flags" in report  # among the conditions
    assert "Chosen to flag at most 50 % as many as are positive." in report
    assert "quota: 50 % of the positives" in report  # its line in the ROC panel
    assert chosen["json"]["criterion"]["name"] == "quota"
    assert chosen["json"]["criterion"]["quota"] == 0.5
    rules = chosen["csv"].splitlines()
    assert len(rules) > 2
    (row,) = [row for row in asked["boot"]["criteria"] if row["key"] == "quota"]
    assert (row["label"], row["fields"]["limit"]["start"]) == ("Quota of flags", 0.9)


def test_a_measure_is_found_in_json_csv_table_and_report(asked):
    readout = asked["readouts"]["odds_ratio"]
    assert [*readout] == ["value", "value_interval", "threshold"]
    rows = [row.split(",")[1:] for row in asked["csv"]["readouts"].splitlines()]
    of_odds = [row for row in rows if row[1] == "odds_ratio"]
    assert [row[0] for row in of_odds] == ["screening"] * 2
    numbers = [float(row[4]) if row[4] else None for row in of_odds]  # inf is an empty cell
    assert numbers == [readout["value"], readout["threshold"]]
    named = [name for name, _ in asked["table"] if name.startswith("diagnostic odds ratio")]
    assert named == ["diagnostic odds ratio", "diagnostic odds ratio, at a score of"]
    assert "diagnostic odds ratio" in asked["report"]


def test_a_format_is_read_and_named_where_a_file_is_refused(asked):
    positives, total = asked["given"]
    assert asked["read"] == [positives, ["score"], pytest.approx(total)]
    assert "NumPy (.npy)" in asked["refused"]


def test_an_export_is_found_in_menu_options_and_csv(asked):
    assert '"data-csv":"shared-scores"' in asked["page"]
    assert "Cases that share a score" in asked["page"]
    assert "best, shared-scores, pairs" in asked["options"]
    head, row = asked["csv"]["shared-scores"].splitlines()
    assert head == "model,distinct scores,cases per distinct score"
    assert row.startswith("a,")


def test_a_tab_is_found_on_the_page_and_is_answered(asked):
    page = asked["tabs"]
    assert '"id":"shared-scores-tab","style":{"--tab-order":6},"value":"shared-scores"' in page
    assert '"id":"tabs-panel-shared-scores"' in page
    assert "shared-scores-question" in asked["stores"]
    assert "shared-scores-question.data" in asked["callbacks"]  # a script asks
    assert "shared-scores-content.children" in asked["callbacks"]
    assert "distinct scores" in asked["answer"]


# Asks the scripts of the copy: the address, and where they place what the figures draw.
SCRIPT = """
import { readFileSync } from 'node:fs';
const element = { classList: { toggle() {} } };
globalThis.document = {
  readyState: 'loading', documentElement: element, addEventListener() {},
  getElementById: () => null, querySelector: () => null, querySelectorAll: () => [],
};
Object.assign(globalThis, { window: globalThis, location: { search: '' }, addEventListener() {} });
globalThis.ResizeObserver = globalThis.MutationObserver = class { observe() {} };
const { boot, live, point, figures, moved } = JSON.parse(readFileSync(0, 'utf8'));
const load = (name) => import(process.cwd() + '/assets/' + name);
Object.assign((await load('core/boot-data.js')).bootData, boot);
await load('panels/linked/review-list.js');
await load('panels/linked/cost.js');
await load('panels/cost-axes/flagged.js');
await load('panels/modes/misses.js');
await load('core/criteria/quota.js');
const address = await load('text/address.js');
const { conditionsFromQuery, openFromQuery } = address;
const { queryOfConditions, queryOfOpen, queryOfView, viewFromQuery } = address;
const { placeOf, walkCurve } = await load('core/threshold-places.js');
const { chooseByCriterion } = await load('core/criteria.js');
const { setCostAxis } = await load('core/cost-axes.js');
const { modeCode, modeRow, panelCode, panelNames, graphIdOf } = await load('core/panels.js');
const dataset = { models: [{ name: 'a' }] };
const view = { models: ['a'], level: 0.9, evaluation: 'same', axis: 'flagged', modes: ['misses'] };
const query = new URLSearchParams(queryOfView(view, dataset).filter(([, text]) => text !== null));
setCostAxis(figures.cost.layout.meta.cost_axis);
const walked = (name) => {
  const corners = [];
  const panel = { name, x: (x) => x, y: (y) => y, at: (x, y) => [x, y] };
  walkCurve(panel, live.models[0], point, (x, y) => corners.push([x, y]));
  return corners;
};
const served = { kind: 'quota', limit: 0.5 };
const by = queryOfConditions({ ...point, criterion: served }).find(([name]) => name === 'by')[1];
const { x, y } = modeCode('misses').axes;
console.log(JSON.stringify({
  query: query.toString(),
  read: viewFromQuery(new URLSearchParams(query.toString()), dataset, ['a']),
  other: viewFromQuery(new URLSearchParams('axis=flag&readings=miss'), dataset, ['a']),
  open: queryOfOpen('shared-scores', null),
  opened: openFromQuery(new URLSearchParams('tab=shared-scores'), dataset.models).tab,
  refused: openFromQuery(new URLSearchParams('tab=shared'), dataset.models).tab,
  requests: Object.keys((await load('state/tab-requests.js')).tabRequests),
  by,
  criterion: conditionsFromQuery(new URLSearchParams({ by })).criterion,
  choices: moved.map(({ point }) => chooseByCriterion(live.hull, point, served)),
  names: panelNames(),
  graph: graphIdOf('review'),
  title: modeRow('misses').title,
  redraws: typeof panelCode('review').redraw,
  review: walked('review'),
  cost: walked('cost'),
  roc: live.models[0].fpr.map((fpr, k) => [x(fpr), y(live.models[0].tpr[k])]),
}));
"""


@pytest.fixture(scope="module")
def scripts(copied, asked):
    if not NODE:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("needs node: apt-get install nodejs")
    parts = {key: asked[key] for key in ("boot", "live", "point", "figures", "moved")}
    return run(copied, NODE, "--input-type=module", "-e", SCRIPT, given=parts)


def test_axis_and_mode_are_found_in_the_address(scripts):
    assert "axis=flagged" in scripts["query"]
    assert "readings=misses" in scripts["query"]
    assert (scripts["read"]["axis"], scripts["read"]["modes"]) == ("flagged", ["misses"])
    assert (scripts["other"]["axis"], scripts["other"]["modes"]) == (FIRST_AXIS, [])


def test_a_criterion_is_found_in_the_address_and_follows_the_pointer(asked, scripts):
    assert scripts["by"] == "quota:0.5"
    assert scripts["criterion"] == {"kind": "quota", "limit": 0.5, "sure": False}
    for choice, wanted in zip(scripts["choices"], asked["moved"], strict=True):
        assert (choice["fpr"], choice["tpr"]) == pytest.approx(tuple(wanted["rates"]), abs=1e-9)
    assert "/* core/criteria/quota.js */" in asked["scripts"][0]  # of the page


def test_a_tab_is_found_in_the_address_and_asks_the_server(scripts):
    assert scripts["open"][0] == ["tab", "shared-scores"]
    assert (scripts["opened"], scripts["refused"]) == ("shared-scores", None)
    assert "shared-scores" in scripts["requests"]


def test_the_scripts_know_the_rows_and_their_code(asked, scripts):
    assert scripts["names"] == [*(panel.id for panel in PANELS), "review"]
    assert (scripts["graph"], scripts["title"]) == ("review-panel", "Error rates")
    assert scripts["redraws"] == "function"
    for script in asked["scripts"]:  # of the page and of the report
        for name in ("linked/review-list", "cost-axes/flagged", "modes/misses"):
            assert f"/* panels/{name}.js */" in script


@pytest.mark.parametrize("panel", ["review", "cost", "roc"])
def test_the_scripts_place_thresholds_where_the_figures_draw_them(asked, scripts, panel):
    traces = {trace["uid"]: trace for trace in asked["figures"][panel]["data"]}
    drawn = list(zip(traces["model-0"]["x"], traces["model-0"]["y"]))
    assert len(drawn) > 5
    for place, wanted in zip(scripts[panel], drawn, strict=True):
        assert place == pytest.approx(wanted, abs=1e-4)


def test_a_step_that_the_project_has_outgrown_is_refused(copied, touched):
    with pytest.raises(AssertionError, match="has no such lines"):
        follow("`costdash/__init__.py`:\n\n```diff\n-no such line\n+other\n```\n", copied)
