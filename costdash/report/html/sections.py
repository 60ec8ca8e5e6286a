"""The parts of the report, from top to bottom; a part with nothing to tell is None.

How the numbers of a report were made, and from what.
"""

from costdash import __version__
from costdash.core.analysis.calls import choice_by
from costdash.core.compare.multiple_testing import pair_tests
from costdash.figures.scene import chosen_words
from costdash.report.html.elements import (
    Html,
    cells,
    element,
    headline,
    joined,
    named,
    section,
    table,
)
from costdash.report.html.panels import difference_graph
from costdash.report.report import Report
from costdash.report.sentences.comparison import (
    auc_sentence,
    difference_here,
    dominance,
    largest,
    significance,
)
from costdash.report.sentences.criteria import choice_sentences
from costdash.report.sentences.phrases import text_of
from costdash.report.sentences.sample import cross_fit_scheme, resampling_words, rows_words
from costdash.report.tables.decision import rules_table, segments_table
from costdash.report.tables.folds import crossfit_table, folds_table
from costdash.report.tables.models import areas_table
from costdash.report.tables.multiclass import class_tables
from costdash.report.tables.pairs import pair_table
from costdash.report.tables.ranking import ranking_sentence, ranking_table
from costdash.report.tables.scenarios import scenarios_table
from costdash.report.tables.table import Table
from costdash.report.terminal import conditions
from costdash.wording import number, percent

SAME_ROWS = (
    "Models and thresholds were chosen on the rows that they are judged on, which makes them look "
    "better than they will be on new cases (Fawcett 2004, section 7.4.5)."
)


def method(report: Report) -> Html:
    analysis, source = report.analysis, report.source
    drawn = analysis.totals[0]
    left_out = (source.rows_read or drawn) - drawn
    rows = rows_words(analysis) + (f", {left_out:,} left out" if left_out else "")
    label = f"{source.label}, positive where it is {source.positive}" if source.label else ""
    scheme = resampling_words(analysis)
    if analysis.clusters is not None:
        scheme += f", {analysis.clusters:,} of them"
    fit, level = report.view.other_rows, report.view.level
    facts = {
        "File": source.name,
        "SHA-256": source.fingerprint,
        "Rows": rows,
        "Label": label,
        "Bands": f"{scheme}, {percent(level)}" if level else "off",
        "Replicates": f"{analysis.n_replicates:,}, seed {analysis.seed}",
        "Thresholds": cross_fit_scheme(fit, level) if fit else chosen_words(analysis.parts),
        "Version": f"costdash {__version__}",
    }
    terms = [
        term
        for name, fact in facts.items()
        if fact
        for term in (element("dt", name), element("dd", fact))
    ]
    notes = [element("p", message, class_="soft") for message in source.messages]
    other_rows = fit or analysis.parts
    notes += [] if other_rows else [element("p", SAME_ROWS, class_="soft")]
    return section("Method", element("dl", *terms), *notes)


def head(report: Report) -> Html:
    analysis = report.analysis
    rows, positive, _ = analysis.totals
    cases = f"{rows:,} rows"
    positives = f"{number(positive, 6)} positive ({percent(analysis.prevalence)})"
    models = f"{len(report.shown)} model{'s' if len(report.shown) != 1 else ''}"
    return element(
        "header",
        element("b", "costdash"),
        element("span", report.source.name, class_="file"),
        element("span", f"{cases} · {positives} · {models}"),
    )


def foot() -> Html:
    zoom = element("span", " Drag in a panel to zoom, double-click to go back.", class_="screen")
    made = f"Made by costdash {__version__}. This file needs no connection."
    return element("footer", made, zoom)


def decision(report: Report) -> Html:
    summary = report.summary
    return element(
        "section",
        element("h1", *(headline(report, part) for part in summary.headline)),
        element("p", summary.sensitivity) if summary.sensitivity else None,
        element("p", text_of(summary.present_values)) if summary.present_values else None,
        element("p", summary.detail, class_="soft"),
        element("p", conditions(report.analysis, report.point), class_="soft"),
        *(element("p", said, class_="soft") for said in summary.matrix_sentences),
        class_="card decision",
    )


def cells_and_changes(report: Report) -> Html:
    """What the decision does to the cases, beside what would change it."""
    said = [element("p", sentence) for sentence in report.summary.changes]
    changes = section("What would change this decision", *said) if said else None
    cards = cells(report, *report.summary.shown_call), changes
    return element("div", *cards, class_="pair-of-cards")


def ranges(report: Report) -> Html | None:
    if report.view.known is None:
        return None
    parts = table(report, segments_table(report.summary.segments, report.currency))
    if not report.ranking:
        return section("In the range", parts)
    ranked = ranking_table(report.ranking, report.currency)
    sentence = ranking_sentence(report.ranking, report.currency)
    return section(
        "In the range",
        parts,
        element("h3", ranked.title),
        element("p", sentence),
        table(report, ranked),
    )


def rules(report: Report) -> Html:
    return _section(report, rules_table(report.summary.rules, report.point, report.currency))


def models(report: Report) -> Html:
    return _section(report, areas_table(report.analysis, report.shown))


def classes(report: Report) -> Html | None:
    tables = class_tables(report.source.multiclass)
    return joined(*(_section(report, told) for told in tables)) if tables else None


def criteria(report: Report) -> Html | None:
    if not report.shown or not report.further_criteria:
        return None
    said = []
    for criterion in report.further_criteria:
        choice = choice_by(criterion, report.analysis, report.shown)
        told = choice_sentences(criterion, choice, report.analysis, report.point, report.currency)
        detail = element("p", told[1], class_="soft") if told[1] else None
        said.append(element("div", element("p", told[0]), detail))
    return section("By other criteria", element("div", *said, class_="columns"))


def scenarios(report: Report) -> Html:
    rows = report.scenario_rows
    return _section(report, scenarios_table(rows, report.currency))


def comparisons(report: Report) -> Html | None:
    if not report.comparisons:
        return None
    said, banded = [], report.view.level > 0
    for k, one in enumerate(report.comparisons):
        title = element("h3", named(report, one.a), " and ", named(report, one.b))
        money = {"currency": report.currency, "banded": banded}
        here = element("p", difference_here(one, report.point, **money))
        counts = {name: report.analysis.models[name].counts for name in (one.a, one.b)}
        more = (
            element("p", told, class_="soft")
            for told in (
                significance(one) if banded else "",
                largest(one),
                dominance(one, counts),
                auc_sentence(one, banded),
            )
            if told
        )
        said.append(element("div", title, here, difference_graph(k, one), *more))
    return section("Comparison", element("div", *said, class_="columns"), _pairs(report, banded))


def _pairs(report: Report, banded: bool) -> Html | None:
    """All pairs in one table; of a single pair nothing is picked."""
    if len(report.comparisons) == 1:
        return None
    level = report.level if banded else None
    tests = pair_tests(report.comparisons, report.point.pcf)
    return table(report, pair_table(tests, report.point, level, report.currency))


def folds(report: Report) -> Html | None:
    if not report.folds:
        return None
    return _section(report, folds_table(report.folds, report.point, report.level, report.currency))


def other_rows(report: Report) -> Html | None:
    fits = report.crossfits
    if fits is None:
        return None
    return _section(report, crossfit_table(fits, report.point, report.level, report.currency))


def _section(report: Report, told: Table) -> Html:
    return section(told.title, table(report, told))


MORE = (rules, ranges, models, classes, criteria, scenarios, comparisons, folds, other_rows, method)
