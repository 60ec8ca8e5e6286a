"""The report: one file, nothing from outside, no name becomes markup, the same numbers."""

import gzip
import json
import re
from base64 import b64decode, b64encode
from dataclasses import replace
from datetime import date
from hashlib import sha256
from html import unescape
from pathlib import Path

import numpy as np
import plotly
import pytest
from plotly.offline import get_plotlyjs, get_plotlyjs_version

from costdash import __version__
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.choose.criteria import MostFlagged, NeymanPearson, Product, Workforce
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import View, offline
from costdash.figures.offline import packed_plotly, plotly_script
from costdash.intake.samples import load_sample
from costdash.report.api import summarise
from costdash.report.derived import DerivedResults
from costdash.report.html.elements import html_table
from costdash.report.html.page import report_html
from costdash.report.json.contract import AnalysisRequest, contract_fields
from costdash.report.report import Heading, Report, Source, fingerprint
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.decision import decision_sentences, saving_interval
from costdash.report.sentences.phrases import INCOMPARABLE, text_of
from costdash.report.tables.decision import optimal_ranges_table, rules_table
from costdash.report.tables.models import areas_table
from costdash.report.tables.scenarios import (
    Scenario,
    ScenarioRules,
    scenario_rows,
    scenarios_table,
)
from costdash.report.tables.table import Table
from costdash.static import FONT_FILE
from costdash.wording import number, percent
from tests.report.samples import PROVOST_FAWCETT
from tests.support.parsed_page import ParsedPage

ROOT = Path(__file__).parents[3]
NASTY = '</script><script>alert("x")</script>&%{x}<b>'
RNG = np.random.default_rng(3)
IS_POSITIVE = np.arange(400) % 5 == 0
PREDICTIONS = Predictions(
    is_positive=IS_POSITIVE,
    fold=np.arange(400) // 5 % 4,
    scores={
        "rf": RNG.normal(size=400) + 2 * IS_POSITIVE,
        NASTY: RNG.normal(size=400) + IS_POSITIVE,
        "flat": np.zeros(400),
    },
)
ANALYSIS = analyse(PREDICTIONS, n_replicates=100)
POINT = OperatingPoint(0.01, 4000, 80)
SOURCE = Source(f"{NASTY}.csv", "ab" * 32, 405, NASTY, NASTY, (NASTY,))
REPORT = Report(
    analysis=ANALYSIS, point=POINT, source=SOURCE, view=View(models=tuple(ANALYSIS.models))
)
DERIVED = DerivedResults.in_memory(PREDICTIONS, ANALYSIS)
MATRIX = CostMatrix(-10, 3990, 80, 0)
VIEW = View(
    models=tuple(ANALYSIS.models),
    today=("rf", 30),
    ranges=Imprecise((0.003, 0.01), (16_000, 80_000), (80, 80)),
)
FULL = Report(
    analysis=ANALYSIS.with_crossfits(DERIVED.crossfits(tuple(ANALYSIS.models))),
    point=MATRIX.point(0.01),
    source=SOURCE,
    view=VIEW,
    derived=DERIVED,
    matrix=MATRIX,
    cases=20_000,
    further_criteria=(NeymanPearson(0.05), Workforce(0.1, 0.01), Product()),
    scenarios=(*PROVOST_FAWCETT, Scenario(NASTY, POINT)),
)


PAGES = {name: report_html(report) for name, report in (("bare", REPORT), ("full", FULL))}
each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


def figures_in(page):
    found = re.search(r'<script type="application/json" id="figures">(.*?)</script>', page, re.S)
    return json.loads(found.group(1))


@each_page
def test_the_file_fetches_nothing(page):
    assert page.count(packed_plotly()) == 1
    own = page.replace(packed_plotly(), "").replace("'http://www.w3.org/2000/svg'", "")
    own = own.replace('src: url("data:font/woff;base64,', "")
    assert not re.search(r"https?:|//[a-z]+\.|url\(", own)
    assert "@import" not in own.partition("</style>")[0]
    for tag, attributes in ParsedPage(page).elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert attributes.get("href", "#").startswith("#")
        assert not {"src", "srcset", "action", "onclick", "onload"} & attributes.keys()
    assert "default-src 'none'" in own
    digest = b64encode(sha256(plotly_script().encode()).digest()).decode()
    assert f"'sha256-{digest}'" in own


def test_plotly_is_packed_without_loss():
    assert gzip.decompress(b64decode(packed_plotly())).decode() == plotly_script()


def test_the_partial_build_of_plotly_has_the_version_of_the_whole():
    if f"plotly=={plotly.__version__} " not in (ROOT / "requirements.lock").read_text():
        pytest.skip("plotly is not that of the lock, for which the partial build is made")
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert locked["node_modules/plotly.js-basic-dist-min"]["version"] == get_plotlyjs_version()


def test_a_partial_build_of_another_version_is_not_used(tmp_path, monkeypatch):
    old, new = tmp_path / "old.js", tmp_path / "new.js"
    old.write_text("/* plotly.js (basic - minified) v1.0.0 */")
    new.write_text(f"/* plotly.js (basic - minified) v{get_plotlyjs_version()} */")
    monkeypatch.setattr(offline, "PARTIAL_BUILDS", (tmp_path / "absent.js", old))
    assert plotly_script.__wrapped__() == get_plotlyjs()
    monkeypatch.setattr(offline, "PARTIAL_BUILDS", (old, new))
    assert plotly_script.__wrapped__() == new.read_text()


@each_page
def test_no_name_becomes_markup(page):
    scripts = [attributes for tag, attributes in ParsedPage(page).elements if tag == "script"]
    assert len(scripts) == 4
    assert "alert(" not in "".join(re.findall(r"<script>(.*?)</script>", page, re.S)[1:])
    assert NASTY not in page
    assert "".join(NASTY.split()) in "".join(ParsedPage(page).text.split())
    (nasty,) = (t for t in figures_in(page)["panels"]["roc"]["data"] if t["uid"] == "model-1")
    assert unescape(nasty["name"]) == NASTY or "…" in nasty["name"]


@each_page
def test_the_file_is_small_and_deterministic(page):
    font = FONT_FILE.stat().st_size * 4 / 3 if FONT_FILE.is_file() else 0
    assert len(page.encode()) < len(packed_plotly()) + font + 527_000
    assert len(packed_plotly()) < 2_000_000
    report = FULL if page is PAGES["full"] else REPORT
    assert report_html(report) == page


def test_the_report_agrees_with_the_decision_and_the_json():
    text = ParsedPage(PAGES["bare"]).text
    sentences = decision_sentences(ANALYSIS.decide(POINT), ANALYSIS)
    for said in map(text_of, (sentences.headline, sentences.against)):
        assert "".join(said.split()) in "".join(text.split())
    assert sentences.detail in text
    best = contract_fields(ANALYSIS, AnalysisRequest(point=POINT), "y", "1", [])["best"]
    assert f"probability cost {number(POINT.pcf)}" in text
    drawn = figures_in(PAGES["bare"])["panels"]
    (ring,) = (t for t in drawn["roc"]["data"] if t["uid"] == "best")
    assert (ring["x"][0], ring["y"][0]) == pytest.approx((best["fpr"], best["tpr"]), rel=1e-5)
    (ring,) = (t for t in drawn["cost"]["data"] if t["uid"] == "best")
    assert ring["y"][0] == pytest.approx(best["nec"], rel=1e-5)


def test_the_first_page_has_title_note_and_date():
    heading = Heading(NASTY, f"{NASTY}\nfrom finance", date(2026, 3, 9))
    page = report_html(replace(REPORT, heading=heading))
    assert NASTY not in page
    opening = ParsedPage(page).text.partition("Conditions")[0]
    for words in ("9 March 2026", "from finance", "400 rows"):
        assert words in opening
    assert opening.startswith(f"{' '.join(NASTY.split())}: costdash report")


def test_the_list_of_contents_leads_to_every_section():
    for page in PAGES.values():
        titles = re.findall(r'<section[^>]* id="(section-\d+)"><h2>([^<]*)</h2>', page)
        (nav,) = re.findall(r"<nav.*?</nav>", page)
        assert titles
        assert re.findall(r'<a href="#(section-\d+)">([^<]*)</a>', nav) == titles


def test_the_first_page_comes_first_and_the_evidence_is_folded_after_the_decision():
    page, text = PAGES["full"], ParsedPage(PAGES["full"]).text
    places = [page.index(f'"{name}"') for name in ("decision", "card conditions", "panels")]
    assert places == sorted(places)
    opening, folded = page.partition("<nav")[0], page.partition('<details class="evidence"')[2]
    for term in ("SHA-256", "Holm", "CORP", "bootstrap", "Jeffreys"):
        assert term not in opening.partition("<body>")[2]
    assert folded.index("<h2>Terms") < folded.index("<h2>Models") < folded.index("<h2>Method")
    assert "<h2>Rules compared" not in folded
    assert "no row judges a rule that it helped to choose" in text
    assert "no row judges a rule" not in PAGES["bare"]


def test_pairs_are_in_the_order_of_the_page_unless_they_are_named():
    drawn = FULL.with_pairs_of_page().comparisons
    assert {frozenset((c.a, c.b)) for c in drawn} == {
        frozenset((c.a, c.b)) for c in FULL.comparisons
    }
    cost = {name: FULL.analysis.call_of(FULL.point, name, 0).expected_cost for name in FULL.shown}
    assert all(cost[c.a] <= cost[c.b] for c in drawn)
    (a, b), *_ = FULL.pairs
    named = replace(FULL, compare=replace(FULL.compare, pairs=((b, a),)))
    assert named.with_pairs_of_page().pairs == ((b, a),)


def test_the_font_of_the_page_is_in_the_file_where_the_build_has_made_it():
    for page in PAGES.values():
        assert ("@font-face { font-family: Inter" in page) == FONT_FILE.is_file()


def test_the_ledger_comes_first_and_savings_have_the_limits_of_the_paired_difference():
    text = ParsedPage(PAGES["full"]).text
    book = ledger(FULL.summary.recommended, FULL.point)
    assert text.index(book.total) < text.index("Conditions") < text.index("Rules compared")
    for entry in book.entries:
        assert f"{entry.word} {entry.count}".replace(" ", "") in text.replace(" ", "")
    saving = DERIVED.saving_over(
        FULL.scene.analysis, FULL.scene.decision, FULL.scene.today, VIEW.models
    )
    amounts = Amounts.at(FULL.point)
    words = saving_interval(saving.value, (saving.low, saving.high), 0.95, amounts)
    assert FULL.summary.sentences.saving_limits.startswith(words)
    line = text_of(FULL.summary.sentences.against)
    assert " today's rule (95 %: " in line
    assert line in text
    alone = ParsedPage(report_html(replace(FULL, view=replace(VIEW, today=None)))).text
    assert " against no model (95 %: " in alone


@pytest.mark.parametrize("cost_fn", [1, 30, 300])
def test_the_regret_stands_only_beside_how_sure_the_choice_is(cost_fn):
    rows, _ = load_sample("breast-cancer")
    summary = summarise(rows, cost_fn=cost_fn, known_prior=True, n_replicates=200)
    report, best = summary.report, summary.report.scene.decision.best
    regret = report.derived.regret(report.analysis, report.scene.decision, report.shown)
    is_said = bool(report.certainty.sentence) and regret.expected_regret > 0.01 * best.expected_cost
    for text in (ParsedPage(summary.html()).text, summary.text()):
        assert ("Not knowing for certain" in text) == is_said


def test_conditions_are_a_table_with_their_ranges():
    conditions = ParsedPage(PAGES["full"]).text.partition("Conditions")[2]
    for words in (
        "Positives among cases1 %range 0.3 % to 1 %",
        "A missed positive costs$4,000range $16,000 to $80,000",
        "A false alarm costs$80",
        "1 miss = 50 alarms",
        "tested on other cases · probability cost 0.",
    ):
        assert words in conditions


def test_hover_texts_are_thresholds():
    data = figures_in(PAGES["bare"])["panels"]["roc"]["data"]
    (rf,) = (t for t in data if t["uid"] == "model-0")
    assert len(rf["text"]) == len(rf["x"])
    assert rf["text"][0] == "infinite"
    counts = ANALYSIS.models["rf"].counts
    for text, fpr in list(zip(rf["text"], rf["x"]))[1::20]:
        assert counts.fpr[counts.index(float(text))] == pytest.approx(fpr, rel=1e-5)


def test_the_method_section_states_file_rows_and_scheme():
    text = ParsedPage(PAGES["full"]).text
    for words in (
        "ab" * 32,
        "400 rows, 5 left out",
        "class-stratified percentile pointwise, 95 %",
        "100, seed 0",
        f"costdash {__version__}",
        "each of 4 folds is tested with the rule chosen on the others",
    ):
        assert words in text
    same = "chosen on the rows that they are judged on"
    assert same not in text
    assert same in ParsedPage(PAGES["bare"]).text


def test_sections_appear_only_with_their_inputs():
    titles = ("In the range", "By other criteria", "Comparison", "Averages over folds")
    bare, full = (ParsedPage(page).text for page in PAGES.values())
    for title in titles:
        assert title in full
        assert title not in bare
    for sentence in (
        "your ranges",
        "Only differences can change a decision: a missed positive costs $4,000 ($3,990 less "
        "\u2212$10)",
        "Chosen to flag at most 5 % of negatives.",
        "Chosen to use the whole capacity of 10 % of cases.",
        "against today's rule",
        "10 negatives to 1 positive, a miss costs 100 alarms",
        "per month of 20,000 cases",
        "Average over your ranges",
        "If its threshold follows the conditions, ",
        "Thresholds chosen on other rows",
    ):
        assert sentence in full


def test_the_conditions_name_the_limit():
    limited = View(models=("rf",), criterion=MostFlagged(POINT, 0.03))
    report = Report(analysis=ANALYSIS, point=POINT, source=Source("a.csv"), view=limited)
    text = ParsedPage(report_html(report)).text
    assert "Least cost, limited flags · at most 3 % of all cases flagged ·" in text


@pytest.mark.parametrize(
    "more",
    [
        {"view": View(models=())},
        {"view": View(models=("flat",))},
        {"view": View(models=("rf",), level=0)},
        {"view": View(models=("rf", "flat"), level=0.8, score_driven=True, score_prior=0.5)},
        {"view": View(models=("rf", "flat"), criterion=NeymanPearson(0.1), trial=("rf", 9))},
        {"point": OperatingPoint(1e-6, 1, 1)},
        {"point": OperatingPoint(0.999, 1e9, 1e-3)},
    ],
    ids=range(7),
)
def test_every_state_of_the_view_has_a_report(more):
    parts = {
        "analysis": ANALYSIS,
        "point": POINT,
        "source": Source("a.csv"),
        "derived": DERIVED,
    } | more
    view = parts.get("view", VIEW)
    ranged = replace(view, ranges=Imprecise((0.1, 0.2)))
    text = ParsedPage(report_html(Report(**parts | {"view": ranged}))).text
    changes = bool(view.models) and view.criterion is None
    assert ("How long this rule can be kept" in text) == changes
    assert "undefined" not in text
    assert "nan" not in text
    assert "None" not in text


def test_probabilities_net_benefit_and_measures_have_pictures_and_tables():
    scores = {"p": RNG.beta(1 + 2 * IS_POSITIVE, 4), "s": RNG.normal(size=400) + IS_POSITIVE}
    rows = Predictions(is_positive=IS_POSITIVE, scores=scores)
    analysis = analyse(rows, n_replicates=100)
    parts = {"analysis": analysis, "point": POINT, "source": Source("a.csv")}
    parts["derived"] = DerivedResults.in_memory(rows, analysis)
    report = Report(**parts, view=View(("p", "s")))
    page = report_html(report)
    assert {"reliability", "net-benefit"} <= figures_in(page)["panels"].keys()
    text = ParsedPage(page).text
    found = report.model_measures[0]
    for words in (
        "Net benefit at 1 % positives",
        "Net benefit per 100 cases",
        "Scores of s leave [0, 1], so they cannot be taken as probabilities.",
        "At the file's 20 % positives; costs at 1 % use probabilities moved by Bayes' rule.",
        f"{number(found.calibration.brier)} (",
        f"{number(100 * found.decision_curve.best.value[0])} (",
        f"{percent(found.measures['ppv'].value)} (",
        "partial AUC, fpr 0 to 0.1, McClish",
        "sensitivity at",
        "H-measure",
    ):
        assert words in text
    only = ParsedPage(report_html(Report(**parts, view=View(("s",))))).text
    assert "Net benefit per 100 cases" in only
    assert "Brier score (95 % limits)" not in only
    assert "Net benefit per 100 cases" not in ParsedPage(report_html(REPORT)).text


def test_several_classes_add_their_tables():
    classes = [
        {"name": name, "prevalence": 0.3, "auc": 0.8, "column": f"p_{name}"}
        for name in ("a", "b", NASTY)
    ]
    pair = {"a": "a", "b": NASTY, "a_given_b": 0.7, "b_given_a": 0.9, "auc": 0.8}
    pairs = [pair, pair | {"b": "b"}, pair | {"a": "b"}]
    areas = {"classes": classes, "pairs": pairs, "provost_domingos_auc": 0.81, "hand_till_m": 0.82}
    html = report_html(replace(REPORT, source=replace(SOURCE, multiclass=(areas,))))
    assert NASTY not in html
    text = ParsedPage(html).text
    assert "Each class against the rest" in text
    assert "0.8200" in text
    assert "0.9000" in text


def test_a_fingerprint_is_sha_256_of_the_bytes(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"abc")
    assert fingerprint(file).startswith("ba7816bf8f01cfea414140de5dae2223")


def test_the_cost_stays_in_sight_where_a_table_scrolls():
    cells = [(tag, given) for tag, given in ParsedPage(PAGES["full"]).elements if tag == "th"]
    marked = sum("in-sight" in given.get("class", "") for _, given in cells)
    assert marked >= 1
    table = Table("Rules", ("Rule", "rate", "cost", "band"), (("a", "1", "$2", "3"),), amount=2)
    head, body = str(html_table(FULL, table)).split("<tbody>")
    assert '<th class="right in-sight">cost</th>' in head
    assert '<td class="right in-sight">$2</td>' in body
    assert head.count("in-sight") == body.count("in-sight") == 1


def test_rows_of_tables_have_as_many_cells_as_the_head():
    tables = [
        rules_table(FULL.summary.rules, POINT),
        areas_table(ANALYSIS),
        areas_table(ANALYSIS, ["flat"]),
        scenarios_table(scenario_rows(PROVOST_FAWCETT, ANALYSIS), "per 1,000"),
        scenarios_table(
            scenario_rows(PROVOST_FAWCETT, ANALYSIS, rules=ScenarioRules(today=("rf", 20))),
            "per 1,000",
        ),
        optimal_ranges_table(FULL.summary.optimal_ranges),
    ]
    for table in tables:
        assert {len(row) for row in table.rows} == {len(table.head)}
        assert len(table.models) == len(table.rows)


def test_thresholds_of_several_models_come_with_a_warning():
    views = replace(REPORT.view, today=("flat", 1)), replace(REPORT.view, models=("rf",))
    warned = [INCOMPARABLE in report_html(replace(REPORT, view=view)) for view in views]
    assert warned == [True, False]


@pytest.mark.parametrize(("mode", "title"), [("det", "DET"), ("ties", "ROC: order of ties")])
def test_the_report_names_the_mode_of_the_roc_panel(mode, title):
    plain, read = (
        report_html(replace(REPORT, view=replace(REPORT.view, modes=frozenset(given))))
        for given in ((), (mode,))
    )
    assert f"<figcaption>{title}<" in read
    assert f"<figcaption>{title}<" not in plain
