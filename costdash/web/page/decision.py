"""The decision card, the summary of the file and notices, as components.

The card has three parts: the rule and its outcome, the ledger of its cost, and the
comparison with no model and with today's rule. Scripts fill them with the parts of the answer made
here, rewrite their texts while a slider moves, and draw the bars of the comparison.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from dash import html
from dash.development.base_component import Component

from costdash.core import Analysis, Call
from costdash.figures.scene import Scene
from costdash.report.sentences.amounts import Currency, Ledger
from costdash.report.sentences.decision import DecisionSentences
from costdash.report.sentences.phrases import Phrase, text_of
from costdash.report.sentences.rules import scores_taken_sentence, to_recalibrate
from costdash.report.sentences.sample import rows_words
from costdash.report.summary import Certainty, DecisionSummary
from costdash.report.tables.models import areas_table
from costdash.web.ids import ids
from costdash.web.page.components import attributes, html_table, icon, quiet_button, row_cells
from costdash.wording import number, percent, shortened

RANGE_COST = "The lowest and the highest cost of this rule anywhere in your ranges"
LOOKS_CHEAPER = "Its cost on the cases that the threshold was tuned on, which is too low"
REFINING = "Provisional: checking on cases not used for tuning …"
NO_PROBABILITIES = "No model's scores lie in [0, 1], so none can be taken as probabilities."
NO_PRICES = "No prices set: each error counts 1."
EACH_ERROR = "Every error counts 1 until you type what a missed positive and a false alarm cost."
STRONG_ROLES = ("cost", "saving", "against-today", "against-best")
TRIAL_ROWS = "All amounts are of these rows"
LONG_NAME = 16  # letters; a longer name makes the headline smaller, as in decision-text.js
LONGEST_NAME = 28  # of a model in a sentence of the card
LONGEST_TOTAL = 8  # letters of a total beside its notes; a longer total stands above them
LARGEST_TOTAL = 7  # letters of a total in the largest type
WIDE_ONLY = "bootstrap "  # in the words on certainty; left out where the card is narrow
WEIGHTED = 1e-9  # of the rows: rounding of their weights
LEDGER_WIDE_ONLY = "Correctly "  # in "Correctly left alone"; also left out there
GLYPHS = {  # of the lines of the ledger: their sign, and the term beside the plain word
    "Found": ("found", "true positives"),
    "Missed": ("missed", "false negatives"),
    "False alarms": ("alarm", "false positives"),
    "Correctly left alone": ("alone", "true negatives"),
}


def decision_card() -> html.Section:
    """The card without its contents, which scripts fill."""
    actions = html.Div(
        [
            quiet_button(ids.COPY_TEXT, "copy", "Copy"),
            quiet_button(ids.COPY_CODE, "code", "Rule as code"),
            quiet_button(ids.SET_TODAY, "today", "Set as today's"),
            html.Button(
                icon("image"),
                id=ids.SAVE_CARD,
                className="quiet icon-button",
                title="Save as an image",
                type="button",
                **attributes(aria_label="Save the decision as an image"),
            ),
        ],
        className="decision-actions",
    )
    return html.Section(
        [
            html.Div([html.Div(id=ids.DECISION), actions], className="decision-rule"),
            html.Div(id=ids.CONFUSION, className="decision-ledger"),
            html.Div(id=ids.AGAINST, className="decision-against"),
        ],
        className="card decision",
        **attributes(aria_label="Decision"),
    )


def decision(summary: DecisionSummary, colour: int | None) -> list[Component]:
    """The rule and its outcome; `colour` is the place of its model in the file."""
    if summary.trial_words and summary.trial:
        return _trial(summary.trial_words, summary.trial, colour)
    sentences, best = summary.sentences, summary.recommended
    rule = _phrases(sentences.rule, colour, best.text)
    aim = text_of(phrase for phrase in sentences.outcome if phrase.role == "aim")
    outcome = [
        *([html.Span(aim)] if aim else []),
        html.Span(text_of(sentences.outcome).removeprefix(aim), **_live("outcome", summary)),
    ]
    words = summary.sensitivity
    ranges = [html.P(words, className="sensitivity", **_live("ranges", summary))] if words else []
    hidden = " unseen" if ranges else ""
    warning = [html.P(sentences.warning, className="card-warning")] if sentences.warning else []
    return [
        *warning,
        html.H2(rule, className="headline", **_live("rule", summary)),
        html.P(outcome, className=f"say{hidden}"),
        *ranges,
        html.P(sentences.detail, className="detail unseen"),
    ]


def _trial(sentences: DecisionSentences, trial: Call, colour: int | None) -> list[Component]:
    """The trial threshold and its outcome."""
    return [
        html.H2(_phrases(sentences.rule, colour, trial.text), className="headline"),
        html.P(text_of(sentences.outcome), className="say", **attributes(data_trial="outcome")),
    ]


def end_trial() -> html.Button:
    """Button that ends the trial."""
    return html.Button(
        "Back to the best",
        className="quiet end-trial",
        type="button",
        **attributes(data_end_trial=""),
    )


def positives_found_note(words: str) -> list[html.Span]:
    """The note on the positives found, in cases and money; nothing without words."""
    return [html.Span(words, className="ledger-note positives-found-note waits")] if words else []


def _live(part: str, summary: DecisionSummary) -> dict[str, Any]:
    """Marks text that a script rewrites while a slider moves; each criterion has a script."""
    return attributes(**{"data_choice" if summary.by_criterion else "data_live": part})


def _phrases(
    phrases: Iterable[Phrase], colour: int | None = None, exact: str | None = None
) -> list[Component]:
    """Phrases with their emphasis; exact: the threshold with all its digits."""
    return [_phrase(phrase, colour, exact) for phrase in phrases]


def _phrase(phrase: Phrase, colour: int | None, exact: str | None) -> Component:
    if phrase.role == "model":
        name = shortened(phrase.text, LONGEST_NAME)
        ink = [] if colour is None else [f"ink-{colour % 10}"]
        ink += ["long"] * (len(phrase.text) > LONG_NAME)
        role = attributes(data_role="model")
        return html.Strong(name, className=" ".join(ink), title=phrase.text, **role)
    if phrase.role == "threshold":
        exactly = f"Exact: {exact}"
        return html.Strong(phrase.text, title=exactly, **attributes(data_role="threshold"))
    if phrase.role in STRONG_ROLES:
        return html.Strong(phrase.text, **attributes(data_role=phrase.role))
    if phrase.role == "rival":
        return html.Strong(shortened(phrase.text, LONGEST_NAME), title=phrase.text)
    return html.Span(phrase.text)


def panel_notes(
    figures: Mapping[str, Any], scene: Scene, currency: Currency
) -> list[list[html.Span]]:
    """The notes on every panel; what scores cost as probabilities is in sight on the cost panel."""
    notes = _scores_note(scores_taken_sentence(scene, currency), to_recalibrate(scene))
    if not any(model.is_probability for model in scene.analysis.models.values()):
        notes.append(html.Span(NO_PROBABILITIES, className="note-line no-probabilities"))
    return [
        [*(notes if name == "cost" else []), *panel_note(figure.layout.meta)]
        for name, figure in figures.items()
    ]


def _scores_note(sentence: str, model: str | None) -> list[html.Span]:
    """What scores cost as probabilities; with a model, one click recalibrates it."""
    if not sentence:
        return []
    click: list[Component] = []
    if model:
        text = f"Recalibrate {shortened(model, LONGEST_NAME)}"
        marks = attributes(data_recalibrate=model)
        click = [html.Button(text, className="link-button", type="button", **marks)]
    return [html.Span([sentence, *click], className="note-line scores-note waits")]


def panel_note(meta: dict[str, str]) -> list[html.Span]:
    """The note on a panel's lines, then the note on its band."""
    return [html.Span(text, className="note-line") for text in (meta["note"], meta["band"]) if text]


def ledger_card(lines: Ledger, notes: Iterable[Component]) -> html.Div:
    """The ledger: outcomes, and the total at the foot, beside notes on it."""
    body = [_line(entry.word, entry.count, entry.price, entry.amount) for entry in lines.entries]
    head = ("Outcome", "cases", "each", "cost")
    label = html.Span(lines.label, **attributes(data_ledger="label"))
    first = [html.Span(label, className="ledger-label")]
    letters = len(lines.total)
    size = {"data_wide": ""} if LARGEST_TOTAL < letters <= LONGEST_TOTAL else {}
    size |= {"data_long": ""} if letters > LONGEST_TOTAL else {}
    marks = attributes(data_ledger="total", **size)
    total = html.Td(lines.total, colSpan=3, className="total", **marks)
    beside = [*first, *notes]
    has_positives_found = any(
        "positives-found-note" in getattr(note, "className", "") for note in beside
    )
    foot = [html.Th(beside, scope="row"), total]
    caption = html.Caption("What the outcomes cost", className="unseen")
    # Styles follow these marks: `:has` would make the browser style the whole page at every change.
    long = attributes(data_long="") if letters > LONGEST_TOTAL else {}
    name = "ledger with-positives-found" if has_positives_found else "ledger"
    return html.Div(html_table(head, body, [foot], caption), className=name, **long)


def _line(word: str, count: str, price: str, amount: str) -> list[Component]:
    glyph, term = GLYPHS[word]

    def cell(text: str, part: str) -> html.Td:
        return html.Td(text, className=part, **attributes(data_ledger=f"{glyph}-{part}"))

    sign = html.Span(className=f"glyph glyph-{glyph}", **attributes(aria_hidden="true"))
    first = html.Th([sign, html.Span(_shortening(word), title=term)], scope="row")
    return [first, cell(count, "count"), cell(price, "price"), cell(amount, "amount")]


def _shortening(word: str) -> list[Component | str]:
    """A word of the ledger, whose first part a narrow card leaves out."""
    if not word.startswith(LEDGER_WIDE_ONLY):
        return [word]
    wide = html.Span(LEDGER_WIDE_ONLY, className="wide-only")
    return [wide, word.removeprefix(LEDGER_WIDE_ONLY)]


def ledger_notes(
    summary: DecisionSummary,
    interval: str,
    no_crossfit: str,
    refining: bool,
    *,
    unpriced: bool = False,
    positives_found_words: str = "",
) -> list[html.Span]:
    """Below the label of the total: its interval, and its apparent value on the same rows.
    no_crossfit: why cross-fitted costs were not possible, if they were requested. unpriced:
    whether errors are counted, since both kinds cost 1; adds where to type prices.
    positives_found_words: the positives found, in cases and money, where costs differ from case to
    case.
    """
    if refining:
        return [
            html.Span(REFINING, className="ledger-note refining", **attributes(data_refining=""))
        ]
    here = html.Span(interval, className="ledger-note waits", title=summary.detail)
    if summary.present_values:
        values = html.Span(summary.present_values, **_live("present-values", summary))
        cost = html.Span(summary.range_cost, **_live("range-cost", summary))
        return [
            html.Span(values, className="ledger-note"),
            *([here] if interval else []),
            *positives_found_note(positives_found_words),
            html.Span(cost, className="ledger-note", title=RANGE_COST),
        ]
    notes = [*([here] if interval else []), *positives_found_note(positives_found_words)]
    if no_crossfit:
        notes.append(
            html.Span("judged on the same rows", className="ledger-note", title=no_crossfit)
        )
    elif summary.looks_like and not unpriced:
        notes.append(
            html.Span(summary.looks_like, className="ledger-note waits", title=LOOKS_CHEAPER)
        )
    if unpriced:
        notes.append(html.Span(NO_PRICES, className="ledger-note", title=EACH_ERROR))
    return notes


def against(summary: DecisionSummary, certainty: Certainty) -> list[Component]:
    """The rule's saving, a place for the bars that a script draws, and how sure the choice is."""
    sentences = summary.on_card
    badge = html.Span(className="badge")
    if summary.trial:
        badge = html.Span(TRIAL_ROWS if summary.cross_fitted else "", className="bars-key")
    elif sentences.warning:
        pass  # it stands first on the card
    elif certainty.is_open:
        doubt = f"{certainty.sentence}."
        badge = html.Span(doubt, className="badge badge-open waits", title=certainty.regret)
    elif certainty.sentence:
        start, wide, end = certainty.sentence.partition(WIDE_ONLY)
        words = [html.Span(start), html.Span(wide, className="wide-only"), html.Span(end)]
        kind = "badge-good" if certainty.is_settled else "badge-unsettled"
        badge = html.Span(words, className=f"badge {kind} waits", title=certainty.regret)
    keys = [
        html.Span([html.Span(className=f"swatch-box {kind}"), word], className="bars-key")
        for kind, word in (("missed", "missed"), ("alarm", "false alarms"))
    ]
    live = _live("against", summary)
    if summary.trial:
        live = attributes(data_trial="against")
    limits = html.P(
        sentences.saving_limits, className="against-limits waits", title=sentences.savings
    )
    return [
        html.H3(
            _phrases(sentences.against), className="against-line", title=sentences.savings, **live
        ),
        limits,
        html.Div(className="bars", **attributes(data_bars="")),
        html.Div([*keys, badge], className="against-foot"),
    ]


def file_summary(dataset: dict[str, Any], analysis: Analysis) -> list[Component]:
    """The contents of the file, and every model's areas."""
    areas, (_, positives, negatives) = areas_table(analysis), analysis.totals
    rows = [row_cells(shortened(name, 40), *cells, title=name) for name, *cells in areas.rows]
    worth = f", which stand for {number(positives + negatives, 12)} cases" * is_weighted(analysis)
    return [
        html.P(dataset.get("description") or "", className="note"),
        html.P(
            f"{rows_words(analysis)}{worth}: {number(positives, 12)} positive, "
            f"{number(negatives, 12)} negative; "
            f"prevalence {percent(analysis.prevalence)}."
        ),
        html_table(areas.head, rows),
        html.P(areas.note, className="note"),
    ]


def is_weighted(analysis: Analysis) -> bool:
    """Whether the rows have sampling weights."""
    rows, positives, negatives = analysis.totals
    return abs(positives + negatives - rows) > WEIGHTED * rows


def notice(sentence: str) -> list[dict[str, Any]]:
    """A sentence over the page that disappears by itself or is closed."""
    return [{"action": "show", "id": ids.NOTICE, "message": sentence, "autoClose": 12000}]
