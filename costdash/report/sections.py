"""The parts of the report, from top to bottom; a part with nothing to tell is None."""

from costdash import __version__
from costdash.core.bands import SCHEME
from costdash.core.construction import choose
from costdash.report.changes import change_sentences
from costdash.report.choice import choice_sentences
from costdash.report.comparison import (
    areas,
    difference_here,
    largest,
    several_pairs,
    significance,
)
from costdash.report.content import Report
from costdash.report.decision import decision_sentences
from costdash.report.html import Html, element, joined
from costdash.report.markup import cells, headline, named, section, table
from costdash.report.matrix import reduction_sentences
from costdash.report.numbers import number, percent
from costdash.report.plain import conditions
from costdash.report.scenarios import scenario_rows
from costdash.report.sensitivity import answers, sensitivity_sentence
from costdash.report.tables import answers_table, models_table, scenarios_table

SAME_ROWS = (
    "Models and thresholds were chosen on the rows that they are judged on, which makes them look "
    "better than they will be on new cases (Fawcett 2004, section 7.4.5)."
)


def head(report: Report) -> Html:
    analysis = report.analysis
    cases = f"{analysis.rows:,} rows"
    positives = f"{number(analysis.positives, 6)} positive ({percent(analysis.prevalence)})"
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
    analysis, point = report.analysis, report.point
    pin = analysis.call_at(point, *report.pin) if report.pin else None
    said = decision_sentences(
        analysis.decide(point, report.shown, report.bands),
        analysis,
        report.shown,
        pin,
        report.currency,
    )
    reduced = report.matrix and reduction_sentences(report.matrix, point.prior, report.currency)
    return element(
        "section",
        element("h1", *(headline(report, part) for part in said.headline)),
        element("p", said.detail, class_="soft"),
        element("p", conditions(analysis, point), class_="soft"),
        element("p", reduced, class_="soft") if reduced else None,
        class_="card decision",
    )


def cells_and_changes(report: Report) -> Html:
    """What the decision does to the cases, beside what would change it."""
    best = report.analysis.decide(report.point, report.shown, 0).best
    told = change_sentences(report.analysis, report.point, report.shown)
    said = [element("p", sentence) for sentence in told]
    changes = section("What would change this decision", *said) if said else None
    return element("div", cells(report, best), changes, class_="pair-of-cards")


def ranges(report: Report) -> Html | None:
    if report.known is None:
        return None
    found = answers(report.analysis, report.known, report.shown)
    sentence = element("p", sensitivity_sentence(found, report.known))
    return section("In a range", sentence, table(report, answers_table(found, report.currency)))


def models(report: Report) -> Html:
    told = models_table(report.analysis, report.point, report.shown, report.bands, report.currency)
    return section(told.title, table(report, told))


def criteria(report: Report) -> Html | None:
    counts = {name: report.analysis.models[name].counts for name in report.shown}
    if not counts or not report.criteria:
        return None
    hull = report.analysis.hull(report.shown)
    said = []
    for criterion in report.criteria:
        choice = choose(criterion, counts, hull)
        told = choice_sentences(criterion, choice, report.analysis, report.point, report.currency)
        detail = element("p", told[1], class_="soft") if told[1] else None
        said.append(element("div", element("p", told[0]), detail))
    return section("By other criteria", element("div", *said, class_="columns"))


def scenarios(report: Report) -> Html | None:
    if not report.scenarios:
        return None
    rows = scenario_rows(
        report.scenarios, report.analysis, report.shown, report.pin, report.currency
    )
    return section("Scenarios", table(report, scenarios_table(rows)))


def comparisons(report: Report) -> Html | None:
    on = [c for c in report.comparisons if {c.a, c.b} <= {*report.shown}]
    if not on:
        return None
    said = []
    for one in on:
        title = element("h3", named(report, one.a), " and ", named(report, one.b))
        here = element("p", difference_here(one, report.point, currency=report.currency))
        more = (
            element("p", told, class_="soft")
            for told in (significance(one), largest(one), areas(one))
        )
        said.append(element("div", title, here, *more))
    picked = several_pairs(len(report.shown), on[0].level)
    note = element("p", picked, class_="soft") if picked else None
    return section("Comparison", element("div", *said, class_="columns"), note)


def others(report: Report) -> Html | None:
    if not report.tables:
        return None
    return joined(*(section(told.title, table(report, told)) for told in report.tables))


def method(report: Report) -> Html:
    analysis, source = report.analysis, report.source
    left_out = (source.rows_read or analysis.rows) - analysis.rows
    rows = f"{analysis.rows:,}" + (f", {left_out:,} left out" if left_out else "")
    label = f"{source.label}, positive where it is {source.positive}" if source.label else ""
    groups = f", resampled in {analysis.clusters:,} groups" if analysis.clusters else ""
    facts = {
        "File": source.name,
        "SHA-256": source.fingerprint,
        "Rows": rows,
        "Label": label,
        "Bands": f"{SCHEME}, {percent(report.bands)}{groups}" if report.bands else "off",
        "Replicates": f"{analysis.n_replicates:,}, seed {analysis.seed}",
        "Thresholds": "chosen on these rows",
        "Version": f"costdash {__version__}",
    }
    terms = [
        term
        for name, fact in facts.items()
        if fact
        for term in (element("dt", name), element("dd", fact))
    ]
    notes = [element("p", message, class_="soft") for message in source.messages]
    return section("Method", element("dl", *terms), *notes, element("p", SAME_ROWS, class_="soft"))


MORE = (ranges, models, criteria, scenarios, comparisons, others, method)
