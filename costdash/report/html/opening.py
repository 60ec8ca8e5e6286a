"""The first page of the report: heading, decision with its ledger and savings, conditions."""

from collections.abc import Iterator

from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.choose.criteria import CRITERIA, DEFAULT_CRITERION, LimitedCost
from costdash.core.folds.gold_labels import GoldCost
from costdash.figures.scene import selection_words
from costdash.report.blank_labels import labels_chip
from costdash.report.card import against, ledger_of, rule
from costdash.report.elements import Element, element
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.blank_labels import audit_sentence, blind_sentence, labels_note
from costdash.report.sentences.criteria import limit_name
from costdash.report.sentences.gold import gold_note, stated_note
from costdash.report.sentences.sample import rows_words
from costdash.report.summary import shows_zone
from costdash.wording import count_of, number, percent

MOST_DIGITS = 12  # of a price
MOVED = (
    "Moved: decision, ledger and the lines in the pictures follow. Intervals, bands and all below "
    "the pictures are those of the report."
)


def heading(report: Report) -> Element:
    """Title, file, rows and date, and the note of whoever made the report."""
    analysis, titles = report.analysis, report.heading
    _, positive, _ = analysis.totals
    day = f"{titles.day.day} {titles.day:%B %Y}" if titles.day else ""
    texts = (
        report.source.name if titles.title else "",
        rows_words(analysis),
        f"{number(positive, 6)} positive ({percent(analysis.prevalence)})",
        count_of(len(report.shown), "model"),
        day,
    )
    return element(
        "header",
        element("b", titles.title or report.source.name, class_="title"),
        element(
            "p",
            " · ".join(filter(None, texts)),
            class_="file",
            data_file=report.source.name,
            data_day=day or None,
        ),
        *(
            element("p", line, class_="own-note")
            for line in titles.note.splitlines()
            if line.strip()
        ),
    )


def decision(report: Report) -> Element:
    """The card, and below it what it leaves open: labels, regret, the cost matrix."""
    scene, summary, currency = report.scene, report.summary, report.currency
    labels, amounts = report.source.labels, Amounts.at(report.point, currency)
    bounds = report.blind_bounds
    note = labels_note(labels, scene.analysis, report.point, amounts, bounds, shows_zone(scene))
    gold, stated = report.gold_cost, report.stated_cost
    if gold is not None:
        note = gold_note(gold, report.level, amounts)
    elif stated is not None and report.judge is not None:
        note = stated_note(stated, report.judge, currency, note)
    chip = labels_chip(note, labels)
    checked = gold if isinstance(gold, GoldCost) else None
    by_judge = gold is not None or isinstance(stated, StatedCost)
    sides = {
        "rule": rule(scene, summary, "h1", bounds),
        "ledger": ledger_of(scene, summary, currency, by_judge=by_judge, bounds=bounds),
        "against": against(
            scene,
            summary,
            report.certainty,
            currency,
            chip=chip,
            checked=checked,
            bounds=bounds,
            stated=stated if isinstance(stated, StatedCost) else None,
        ),
    }
    regret = "" if summary.sentences.warning else report.certainty.regret
    blind = blind_sentence(bounds, amounts)
    audit = audit_sentence(report.audit_plan, report.point, amounts)
    about_labels = report.labels_of_judge
    about = () if summary.trial else (*about_labels, blind, audit, regret)
    notes = [note for note in (*about, *summary.matrix_sentences) if note]
    below = element(
        "section",
        *(element("p", note, class_="soft") for note in notes),
        class_="decision-notes as-reported",
    )
    card = element(
        "div",
        *(element("div", parts, class_=f"decision-{side}") for side, parts in sides.items()),
        below if notes else None,
        class_="card decision-card",
    )
    return element("section", card, class_="decision")


def conditions(report: Report) -> Element:
    """Prior and costs, their ranges and the method, as a table."""
    point, ranges, bare = report.point, report.view.ranges, report.currency
    money = Amounts.at(point, bare)
    prevalence = report.analysis.file_prevalence
    origin = "from the file" if point.prior == prevalence else f"in the file {percent(prevalence)}"
    entries = (
        ("prior", "Positives among cases", percent(point.prior), origin),
        ("cost_fn", "A missed positive costs", money.bare(point.cost_fn, MOST_DIGITS), ""),
        ("cost_fp", "A false alarm costs", money.bare(point.cost_fp, MOST_DIGITS), ""),
    )
    rows = []
    for key, words, value, note in entries:
        ends = getattr(ranges, key) if ranges else None
        if ends and ends[0] < ends[1]:
            low, high = (percent(x) if key == "prior" else money.bare(x) for x in ends)
            note = f"range {low} to {high}"
        cells = (
            element("td", value, data_condition=key),
            element("td", class_="slider screen", data_slider=key),
            element("td", note, class_="soft"),
        )
        rows.append(element("tr", element("th", words, scope="row"), *cells))
    table = element("table", element("tbody", *rows))
    pcf, ratio, *remaining = _condition_texts(report)
    texts = element(
        "p",
        element("span", ratio, data_derived="ratio"),
        "".join(f" · {text}" for text in remaining),
        " · probability cost ",
        element("span", pcf, data_derived="pcf"),
        class_="soft",
    )
    back = element("button", "Back to the report", type="button", id="as-reported")
    moved = element("p", MOVED, " ", back, class_="moved-note screen", role="status")
    title = element("h2", "Conditions")
    return element("section", title, table, texts, moved, class_="card conditions")


def _condition_texts(report: Report) -> Iterator[str]:
    """The probability cost, the criterion and how thresholds were evaluated."""
    point, scene, view = report.point, report.scene, report.view
    ratio = point.cost_fn / point.cost_fp
    many = number(max(ratio, 1 / ratio))
    yield number(point.pcf)
    if many == "1":
        yield "1 miss = 1 alarm"
    else:
        yield f"1 miss = {many} alarms" if ratio > 1 else f"1 alarm = {many} misses"
    if report.currency.case_unit:
        yield report.currency.case_unit.words
    yield CRITERIA[view.criterion.key if view.criterion else DEFAULT_CRITERION].label
    if isinstance(view.criterion, LimitedCost):
        yield limit_name(view.criterion, Amounts.at(point, report.currency).case_unit)
    yield f"{percent(view.level)} limits" if view.level else "no limits"
    cross_fitted = scene.crossfit and (report.summary.cross_fitted or not scene.choice)
    chosen = selection_words(scene.analysis.hold_out)
    yield "tested on other cases" if cross_fitted else f"thresholds {chosen}"
