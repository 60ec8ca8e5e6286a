"""The sections below the first page, of the decision and of its evidence; None without content."""

from costdash import __version__
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.superiority import belief_within
from costdash.core.compare.comparison import Comparison
from costdash.figures.scene import selection_words
from costdash.report.elements import Element, element, section
from costdash.report.html.elements import (
    html_table,
    named,
)
from costdash.report.html.panels import difference_graph
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.comparison import difference_here, pair_sentences
from costdash.report.sentences.criteria import choice_sentences
from costdash.report.sentences.sample import (
    cross_fit_scheme,
    resampling_words,
    rows_words,
)
from costdash.report.tables.decision import optimal_ranges_table, rules_table
from costdash.report.tables.folds import crossfit_table, folds_table
from costdash.report.tables.models import areas_table
from costdash.report.tables.multiclass import class_tables
from costdash.report.tables.pairs import pair_table
from costdash.report.tables.ranking import ranking_sentence, ranking_table
from costdash.report.tables.segments import segments_table
from costdash.report.tables.table import Table
from costdash.wording import percent

SAME_ROWS = (
    "Models and thresholds were chosen on the rows that they are judged on, which makes them look "
    "better than they will be on new cases (Fawcett 2004, section 7.4.5)."
)

TERMS = {
    "Cross-fitted": "The rows are dealt into folds, and the rule for each fold is chosen on the "
    "others: no row judges a rule that it helped to choose.",
    "Limits, bands": "They contain the true value in about so many of 100 samples like this file. "
    "They come from drawing rows of the file anew (bootstrap).",
    "Probability cost, PC(+)": "Prior and costs as one number from 0 to 1: the part of the worst "
    "possible cost that missed positives would make.",
    "Normalized expected cost": "Cost as a share of the worst: 0 if every case is right, 1 if "
    "every case is wrong.",
    "AUC": "Area under the ROC curve: how often a positive scores higher than a negative.",
    "p, and Holm's p": "How often chance alone would make a difference as large. Holm's allows for "
    "looking at several pairs.",
    "CORP reliability": "The share of positives at each score, as the best fit that never falls.",
}


def _thresholds(report: Report) -> str:
    """The rows that choose thresholds; costs per case and fixed thresholds have no other rows."""
    fit = report.scene.crossfit
    if fit is None:
        return selection_words(report.analysis.hold_out)
    scheme = cross_fit_scheme(fit, report.view.level)
    if report.summary.cross_fitted or not report.summary.by_criterion:
        return scheme
    source = (
        "given" if hasattr(report.view.criterion, "model") else "chosen and judged on these rows"
    )
    return f"By the criterion: {source}. By least expected cost: {scheme}"


def method(report: Report) -> Element:
    """How the numbers were made, and from which file."""
    analysis, source = report.analysis, report.source
    used = analysis.totals[0]
    left_out = (source.rows_read or used) - used
    rows = rows_words(analysis) + (f", {left_out:,} left out" if left_out else "")
    label = f"{source.label}, positive where it is {source.positive}" if source.label else ""
    scheme = resampling_words(analysis)
    if analysis.clusters is not None:
        scheme += f", {analysis.clusters:,} of them"
    fit, level = report.scene.crossfit, report.view.level
    texts = {
        "File": source.name,
        "Fingerprint (SHA-256)": source.fingerprint,
        "Rows": rows,
        "Label": label,
        "Bands": f"{scheme}, {percent(level)}" if level else "off",
        "Replicates": f"{analysis.n_replicates:,}, seed {analysis.seed}",
        "Thresholds": _thresholds(report),
        "Version": f"costdash {__version__}",
    }
    terms = [
        term
        for name, text in texts.items()
        if text
        for term in (element("dt", name), element("dd", text))
    ]
    about = () if report.summary.trial else (report.summary.detail,)
    notes = [element("p", note, class_="soft") for note in (*about, *source.messages) if note]
    if not (fit or analysis.hold_out):
        notes.append(element("p", SAME_ROWS, class_="soft"))
    return section("Method", element("dl", *terms), *notes)


def foot() -> Element:
    """The version, and how to zoom."""
    zoom = element("span", " Drag in a panel to zoom, double-click to go back.", class_="screen")
    imprint = f"Made by costdash {__version__}. This file needs no connection."
    return element("footer", imprint, zoom)


def terms(report: Report) -> Element:
    """The terms of the parts below in plain words; only those that they use."""
    used = {
        "Cross-fitted": report.scene.crossfit is not None,
        "Limits, bands": report.view.level > 0,
        "p, and Holm's p": bool(report.tested),
        "CORP reliability": any(m.calibration for m in report.model_measures),
    }
    rows = [
        part
        for name, words in TERMS.items()
        if used.get(name, True)
        for part in (element("dt", name), element("dd", words))
    ]
    return section("Terms", element("dl", *rows))


def changes(report: Report) -> Element | None:
    """The conditions at which the decision changes."""
    sentences = [element("p", sentence) for sentence in report.summary.changes]
    return section("How long this rule can be kept", *sentences) if sentences else None


def ranges(report: Report) -> Element | None:
    """The best rule in each optimal range, and the ranking over them."""
    if report.view.ranges is None:
        return None
    currency = report.decision_currency
    optimal_ranges = html_table(
        report,
        optimal_ranges_table(report.summary.optimal_ranges, currency, report.crossfits is not None),
    )
    if not report.ranking:
        return section("In the range", optimal_ranges)
    ranked = ranking_table(report.ranking, currency)
    sentence = ranking_sentence(report.ranking, currency)
    return section(
        "In the range",
        optimal_ranges,
        element("h3", ranked.title),
        element("p", sentence),
        html_table(report, ranked),
    )


def rules(report: Report) -> Element:
    """The rules compared at the operating point."""
    summary = report.summary
    table = rules_table(summary.rules, report.point, report.currency, summary.recommended)
    return section(table.title, html_table(report, table), class_="card rules")


def models(report: Report) -> Element:
    """Areas and useful ranges of the models."""
    return _table_section(report, areas_table(report.analysis, report.shown))


def classes(report: Report) -> list[Element]:
    """The areas of a label with more than two classes."""
    tables = class_tables(report.source.multiclass)
    return [_table_section(report, table) for table in tables]


def criteria(report: Report) -> Element | None:
    """What further criteria choose."""
    if not report.shown or not report.further_criteria:
        return None
    columns, analysis = [], report.scene.analysis
    for criterion in report.further_criteria:
        choice = choice_by(criterion, analysis, report.shown)
        sentences = choice_sentences(
            criterion, choice, analysis, report.point, report.currency, names=report.shown
        )
        note = element("p", sentences.detail, class_="soft") if sentences.detail else None
        columns.append(element("div", element("p", sentences.text), note))
    return section("By other criteria", element("div", *columns, class_="columns"))


def segments(report: Report) -> Element | None:
    """The cost by segment, if a column was asked for."""
    found = report.segment_costs
    if found is None:
        return None
    total = ledger(report.summary.recommended, report.point, currency=report.currency).total
    amounts = Amounts.at(report.point, report.currency)
    return _table_section(report, segments_table(found, amounts, total))


def scenarios(report: Report) -> Element | None:
    """The rule in each scenario, if there are any."""
    return _table_section(report, report.scenarios_table) if report.scenarios else None


def comparisons(report: Report) -> Element | None:
    """Each pair of models with its difference curve, and the tests of all pairs."""
    if not report.tested:
        return None
    banded = report.view.level > 0
    pairs = [
        _pair(report, k, comparison, banded) for k, comparison in enumerate(report.comparisons)
    ]
    columns = element("div", *pairs, class_="columns") if pairs else None
    return section("Comparison", columns, _all_pairs(report, banded))


def _pair(report: Report, k: int, comparison: Comparison, banded: bool) -> Element:
    title = element("h3", named(report, comparison.a), " and ", named(report, comparison.b))
    whole, margin = report.compare.whole_curve, report.compare.margin
    tests = report.pair_tests
    here = difference_here(comparison, report.point, whole, report.currency, banded, tests)
    belief = belief_within(report.view.ranges, report.point)
    sentences = pair_sentences(
        comparison, report.analysis, belief, whole=whole, margin=margin, banded=banded
    )
    notes = (element("p", sentence, class_="soft") for sentence in sentences)
    return element("div", title, element("p", here), difference_graph(k, comparison), *notes)


def _all_pairs(report: Report, banded: bool) -> Element | None:
    """The tests of all pairs; None for a single pair, among which nothing is picked."""
    if len(report.tested) == 1:
        return None
    level = report.level if banded else None
    table = pair_table(report.pair_tests, report.point, level, report.currency)
    return html_table(report, table)


def folds(report: Report) -> Element | None:
    """Averages over folds."""
    if not report.folds:
        return None
    return _table_section(
        report, folds_table(report.folds, report.point, report.level, report.currency)
    )


def cross_fitted(report: Report) -> Element | None:
    """Cross-fitted costs beside the costs on the rows that chose the thresholds."""
    fits = report.crossfits
    if fits is None:
        return None
    return _table_section(report, crossfit_table(fits, report.point, report.level, report.currency))


def _table_section(report: Report, table: Table) -> Element:
    return section(table.title, html_table(report, table))


DECISION = (rules, changes, ranges, segments, scenarios, criteria)
EVIDENCE = (terms, models, classes, folds, cross_fitted, comparisons)
