"""The first page of the report: heading, decision with its ledger and savings, conditions."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from costdash.core import Call
from costdash.figures.scene import selection_words
from costdash.report.html.elements import headline_phrase
from costdash.report.html.markup import Html, element
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts, Ledger, amount_beside, ledger
from costdash.report.sentences.criteria import CRITERION_WORDS
from costdash.report.sentences.decision import interval_phrases
from costdash.report.sentences.phrases import Phrase, positives_found_words, text_of
from costdash.report.sentences.rules import call_words
from costdash.report.sentences.sample import rows_words
from costdash.wording import count_of, number, percent

GLYPHS = {"Found": "found", "Missed": "missed", "False alarms": "alarm"}
OTHER = "alone"  # the glyph of negatives that are correctly left alone
MOST_DIGITS = 12  # of a price
TIMES, NOTHING = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"
LEDGER_CELLS = ("count", "price", "amount")  # of an entry of the ledger
MOVED = (
    "Moved: decision, ledger and the lines in the pictures follow. Intervals, bands and all below "
    "the pictures are those of the report."
)


def heading(report: Report) -> Html:
    """Title, file, rows and date, and the note of whoever made the report."""
    analysis, titles = report.analysis, report.heading
    _, positive, _ = analysis.totals
    texts = (
        report.source.name if titles.title else "",
        rows_words(analysis),
        f"{number(positive, 6)} positive ({percent(analysis.prevalence)})",
        count_of(len(report.shown), "model"),
        f"{titles.day.day} {titles.day:%B %Y}" if titles.day else "",
    )
    return element(
        "header",
        element("b", titles.title or report.source.name, class_="title"),
        element("p", " · ".join(filter(None, texts)), class_="file"),
        *(
            element("p", line, class_="own-note")
            for line in titles.note.splitlines()
            if line.strip()
        ),
    )


def decision(report: Report) -> Html:
    """The rule, its cost and its saving; below, how sure the choice is."""
    summary = report.summary
    title, call = summary.shown_call
    sentences, book = summary.sentences, ledger(call, report.point, currency=report.currency)

    def live(tag: str, part: str, phrases: Iterable[Phrase], **about: str) -> Html:
        """A sentence that a script rewrites while a slider moves."""
        words = (headline_phrase(report, phrase) for phrase in phrases)
        return element(tag, *words, data_live=part, **about)

    notes = (
        summary.sensitivity,
        summary.range_words,
        summary.detail,
        *summary.matrix_sentences,
    )
    certainty_text = sentences.warning or report.certainty.text
    return element(
        "section",
        element(
            "div",
            live("h1", "rule", sentences.rule),
            live("p", "outcome", sentences.outcome),
            element("p", certainty_text, class_="soft as-reported") if certainty_text else None,
        ),
        element(
            "div",
            element("h2", f"{title}, ", element("span", book.of, data_derived="of")),
            ledger_of(book, interval_text(report, call)),
            _positives_found(report, call),
            class_="ledger",
        ),
        element(
            "div", live("p", "against", sentences.against, class_="lead"), against(report, call)
        ),
        element(
            "div",
            *(element("p", note, class_="soft") for note in notes if note),
            class_="notes as-reported",
        ),
        class_="card decision",
    )


def _positives_found(report: Report, call: Call) -> Html | None:
    """The positives found, in cases and money, where costs differ from case to case."""
    words = positives_found_words(call, report.point, report.currency)
    return element("p", words, class_="soft as-reported") if words else None


def interval_text(report: Report, call: Call) -> str:
    """95 %: $73,200 to $100,000; empty without an interval."""
    decision = replace(report.scene.decision, level=report.view.level or None)
    return text_of(interval_phrases(call, decision, Amounts.at(report.point, report.currency)))


def ledger_of(book: Ledger, interval: str) -> Html:
    """Count times price is the amount; the total is the sum of the amounts as printed."""
    rows = []
    for entry in book.entries:
        kind = GLYPHS.get(entry.word, OTHER)
        glyph = element("i", class_=f"glyph {kind}", aria_hidden="true")
        price = f"{TIMES} {entry.price}" if entry.price else ""
        cells = (entry.count, price, entry.amount or NOTHING)
        columns = (
            element("td", text, data_cell=part, data_ledger=f"{kind}-{part}")
            for part, text in zip(LEDGER_CELLS, cells)
        )
        rows.append(element("tr", element("th", glyph, entry.word, scope="row"), *columns))
    limits = element("span", interval, class_="interval as-reported") if interval else ""
    label = element("span", book.label, data_derived="label")
    total = element(
        "tr",
        element("th", label, limits, scope="row", colspan=2),
        element("td", book.total, colspan=2, data_cell="total", data_ledger="total"),
    )
    return element("table", element("tbody", *rows), element("tfoot", total))


def against(report: Report, call: Call) -> Html:
    """The costs of the rule, of today's rule and of no model, each as missed and false alarms."""
    point, amounts = report.point, Amounts.at(report.point, report.currency)
    rows = [("this", "This rule", call)]
    if report.summary.today:
        today = report.summary.today
        rows.append(("today", f"Today, {call_words(today)}", today))
    trivial = report.scene.decision.trivial
    if call.call == "some" or report.summary.today:
        rows.append(("trivial", f"No model, flag {trivial.call}", trivial))
    most = max(rule_call.expected_cost for _, _, rule_call in rows) or 1.0
    body = []
    for key, words, rule_call in rows:
        missed = point.prior * point.cost_fn * (1 - rule_call.tpr)
        alarms = (1 - point.prior) * point.cost_fp * rule_call.fpr
        bar = element(
            "span",
            element("i", class_="missed", style=f"width:{missed / most:.3%}"),
            element("i", class_="alarm", style=f"width:{alarms / most:.3%}"),
            class_="bar",
            aria_hidden="true",
        )
        costs = amounts.cases * rule_call.expected_cost, amounts.cases * call.expected_cost
        cost = amounts.total(costs[0]) if key == "this" else amount_beside(*costs, amounts)
        saved = (
            ""
            if key == "this"
            else _saved(report, key, rule_call.expected_cost - call.expected_cost)
        )
        cells = (
            element("th", words, scope="row", data_cell="label"),
            element("td", bar),
            element("td", cost, data_cell="cost"),
            element("td", saved, class_="saved as-reported"),
        )
        body.append(element("tr", *cells, data_against=key))
    return element("table", element("tbody", *body), class_="against")


def _saved(report: Report, key: str, cost: float) -> str:
    """The rule's saving over the rule in this row, with limits; cost: per case."""
    amounts = Amounts.at(report.point, report.currency)
    saving, decision = amounts.cases * cost, report.scene.decision
    words = (
        f"saves {amounts.bare(saving)}" if saving >= 0 else f"costs {amounts.bare(-saving)} more"
    )
    limits = None
    if report.view.level and not report.scene.choice:
        limits = decision.saving_interval if key == "trivial" else report.saving_interval
    if limits is None:
        return words
    low, high = (amounts.bare(amounts.cases * limit) for limit in limits)
    return f"{words} ({percent(report.view.level)}: {low} to {high})"


def conditions(report: Report) -> Html:
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
        element("span", pcf, data_derived="pcf"),
        " · ",
        element("span", ratio, data_derived="ratio"),
        "".join(f" · {text}" for text in remaining),
        class_="soft",
    )
    back = element("button", "Back to the report", type="button", id="as-reported")
    moved = element("p", MOVED, " ", back, class_="moved-note screen", role="status")
    title = element("h2", "Conditions")
    return element("section", title, table, texts, moved, class_="card conditions")


def _condition_texts(report: Report) -> Iterator[str]:
    """PC(+), the criterion and how thresholds were evaluated."""
    point, scene, view = report.point, report.scene, report.view
    ratio = point.cost_fn / point.cost_fp
    many = number(max(ratio, 1 / ratio))
    yield f"PC(+) {number(point.pcf)}"
    if many == "1":
        yield "1 miss = 1 alarm"
    else:
        yield f"1 miss = {many} alarms" if ratio > 1 else f"1 alarm = {many} misses"
    if report.currency.case_unit:
        yield report.currency.case_unit.words
    yield CRITERION_WORDS[view.criterion.key if view.criterion else "cost"].label
    yield f"{percent(view.level)} bands" if view.level else "no bands"
    cross_fitted = scene.crossfit and not scene.choice
    chosen = selection_words(scene.analysis.hold_out)
    yield "tested on other cases (cross-fitted)" if cross_fitted else f"thresholds {chosen}"
