"""The decision card: the rule with its outcome, the ledger of its cost, and the comparison.

One tree of plain elements. The page and the report put it into their frames; the presentation and
the saved image read it there; `assets/panels/decision-text.js` rewrites its marked texts and its
bars while a slider moves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from costdash.core import Call, OperatingPoint
from costdash.core.analysis.blind_bounds import BlindBounds
from costdash.core.analysis.rate_limits import rate_limits
from costdash.core.analysis.review import is_same_rule
from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.choose.criteria import LimitedCost
from costdash.core.choose.decision import trivial_call
from costdash.core.choose.next_batch import next_batch
from costdash.core.choose.review_zone import Zone
from costdash.core.folds.gold_labels import GoldCost
from costdash.core.types import Interval
from costdash.figures import Scene
from costdash.figures.client_data import Rates, ReviewedRates
from costdash.figures.style import MODELS
from costdash.report.elements import Element, element
from costdash.report.sentences.allowances import allowance_account
from costdash.report.sentences.amounts import (
    LEDGER_WORDS,
    Amounts,
    Currency,
    Entry,
    Ledger,
    amount_beside,
    ledger,
)
from costdash.report.sentences.blank_labels import BlindWords, blind_words
from costdash.report.sentences.blank_labels import call_words as bounded_words
from costdash.report.sentences.counts import count_tips
from costdash.report.sentences.decision import NO_INTERVAL, interval_phrases
from costdash.report.sentences.gold import if_so
from costdash.report.sentences.phrases import Phrase, positives_found_words, text_of
from costdash.report.sentences.review import price_words
from costdash.report.sentences.rules import LONGEST_RULE, call_words
from costdash.report.summary import Certainty, DecisionSummary
from costdash.wording import digits_apart, percent, shortened

RANGE_COST = "The lowest and the highest cost of this rule anywhere in your ranges"
REFINING = "Provisional: checking on cases not used for tuning …"
LIMITS_COME = "Provisional: limits are still computed …"
NO_PRICES = "No prices set: each error counts 1."
EACH_ERROR = "Every error counts 1 until you type what a missed positive and a false alarm cost."
TRIAL_ROWS = "All amounts are of these rows"
STRONG_ROLES = ("threshold", "cost", "saving", "against-today", "against-best")
LONGEST_NAME = 28  # letters of a model in a sentence of the card
LONG_NAME = 16  # letters; a longer name makes the headline smaller
FEW_BARS = 3  # of the comparison; more of them stand closer together
LONGEST_TOTAL = 8  # letters of a total beside its notes; a longer total stands above them
LARGEST_TOTAL = 7  # letters of a total in the largest type
CORRECTED = "Judge's labels, corrected by checked ones"
BY_JUDGE = "by the judge's labels"
BOUNDS = "bounds"
LEAST_WIDTH = 0.008  # of a bar, so that it can be seen
BAR_PARTS = ("missed", "alarms", "allowance", "reviewed")
NO_MODEL = "No model"
TERMS = {  # beside the plain words of the ledger
    "found": "true positives",
    "missed": "false negatives",
    "reviewed": "cases between the two thresholds, which a reviewer decides",
    "alarm": "false positives",
    "alone": "true negatives",
}
OUTCOMES = {LEDGER_WORDS[kind]: (kind, term) for kind, term in TERMS.items()}


def rule(
    scene: Scene, summary: DecisionSummary, heading: str = "h2", bounds: BlindBounds | None = None
) -> list[Element]:
    """The rule and its outcome, or the trial threshold and its outcome.

    bounds: of rows that nobody looked at; both rules stand here if the decision depends on them.
    """
    if bounds is not None and not bounds.settled and not summary.trial:
        depends = blind_words(bounds, "0", Amounts.at(scene.point)).sentence
        return [
            element(heading, _either(scene, bounds), class_="headline waits", data_long=""),
            element("p", depends, class_="say waits"),
        ]
    sentences, shown = summary.on_card, summary.trial or summary.recommended
    place = scene.analysis.place.get(shown.model or "")
    headline = _phrases(sentences.rule, place)
    is_long = len(shown.model or "") > LONG_NAME
    about = {"class_": "headline", "data_long": is_long and ""}
    if summary.trial:
        effect = text_of(sentences.outcome)
        return [
            element(heading, headline, **about),
            element("p", effect, class_="say", data_trial="outcome"),
        ]
    aim = text_of(phrase for phrase in sentences.outcome if phrase.role == "aim")
    effect = text_of(sentences.outcome).removeprefix(aim)
    if summary.limit is not None:
        aim = ""  # its chip says it
    outcome = [element("span", aim)] if aim else []
    outcome.append(element("span", effect, **_live("outcome", summary)))
    ranges = summary.sensitivity
    return [
        *_paragraph(sentences.warning, class_="card-warning"),
        element(heading, headline, **about, **_live("rule", summary)),
        element("p", outcome, class_="say unseen" if ranges else "say"),
        *_paragraph(sentences.undecided, class_="undecided waits"),
        *_paragraph(ranges, class_="sensitivity", **_live("ranges", summary)),
    ]


def _either(scene: Scene, bounds: BlindBounds) -> list[object]:
    """Flag from network 0.799 or from boosting 0.0261."""
    parts: list[object] = ["Flag "]
    for k, each in enumerate(bounds.either):
        parts.append(" or " if k else "")
        if each.model is None or each.text is None:
            parts.append(each.call)
            continue
        style = f"color: var(--model-{scene.analysis.place[each.model] % MODELS})"
        name = shortened(each.model, LONGEST_NAME)
        parts += ["from ", element("strong", name, style=style), f" {each.text}"]
    return [*parts, "."]


def _paragraph(text: str, **attributes: object) -> list[Element]:
    return [element("p", text, **attributes)] if text else []


def _live(part: str, summary: DecisionSummary) -> dict[str, str]:
    """Marks text that a script rewrites while a slider moves; each criterion has a script."""
    if summary.recommended.zone is not None:
        return {"data_zone": part}
    return {"data_choice" if summary.by_criterion else "data_live": part}


def _phrases(phrases: Iterable[Phrase], place: int | None = None) -> list[Element]:
    """Phrases with their emphasis; place: of the model whose colour its name takes."""
    return [_phrase(phrase, place) for phrase in phrases]


def _phrase(phrase: Phrase, place: int | None) -> Element:
    text, role = phrase.text, phrase.role
    if role in ("model", "rival"):
        about = {"data_role": "model"} if role == "model" else {}
        if role == "model" and place is not None:
            about["style"] = f"color: var(--model-{place % MODELS})"
        return element("strong", shortened(text, LONGEST_NAME), title=text, **about)
    if role == "limits":
        limits, end, rest = text.partition(")")
        return _span(limits[:1], _span(limits[1:], end, class_="nowrap"), rest, data_role=role)
    return element("strong", text, data_role=role) if role in STRONG_ROLES else _span(text)


def _span(*children: object, **attributes: object) -> Element:
    return element("span", *children, **attributes)


def _shortening(text: str, words: str) -> list[object]:
    """A text, of which a narrow card leaves these words out."""
    start, wide, end = text.partition(words)
    return [start, _span(wide, class_="wide-only"), end] if wide else [text]


def ledger_of(
    scene: Scene,
    summary: DecisionSummary,
    currency: Currency,
    no_crossfit: str = "",
    refining: str = "",
    end_trial: Element | None = None,
    case_unit_menu: str = "",
    by_judge: bool = False,
    bounds: BlindBounds | None = None,
) -> Element:
    """The ledger: outcomes, and at the foot the total beside notes on it.

    no_crossfit: why cross-fitted costs were not possible, if they were requested. refining: what
    is still computed, as a sentence. end_trial: a button beside the total of a trial threshold.
    case_unit_menu: the id of a menu that the label of the total opens; it says what the interval is
    of, which else stands behind a question mark. by_judge: a judge gave the labels.
    bounds: of rows that nobody looked at.
    """
    call = summary.trial or summary.recommended
    book = ledger(call, scene.point, currency=currency)
    positives_found = positives_found_words(call, scene.point, currency)
    letters = len(book.total)
    size = {"data_long": letters > LONGEST_TOTAL and ""}
    wide = LARGEST_TOTAL < letters <= LONGEST_TOTAL and ""
    batch = "" if summary.trial or refining else next_batch_words(scene, summary, currency)
    asked = "" if case_unit_menu else batch
    notes = _ledger_notes(scene, summary, currency, positives_found, no_crossfit, refining, asked)
    if by_judge:  # there is room for two notes
        notes = [*notes[:1], _span(BY_JUDGE, class_="ledger-note")]
    beside = end_trial if summary.trial else None
    label = _total_label(book.label, case_unit_menu, batch)
    total = {"colspan": 3, "class_": "total", "data_ledger": "total", "data_wide": wide, **size}
    sum_of_all, blind = book.total, []
    if bounds is not None and not summary.trial:
        words = blind_words(bounds, book.total, Amounts.at(scene.point, currency))
        sum_of_all, blind = words.total, [_blind_line(words)]
        total = {"colspan": 3, "class_": "total waits", "data_bounds": ""}
        size, notes = {}, [_span(BOUNDS, class_="ledger-note")]
    heads = (element("th", word, scope="col") for word in ("Outcome", "cases", "each", "cost"))
    foot = element("th", label, beside, notes, scope="row"), element("td", sum_of_all, **total)
    fitted = summary.cross_fitted or (scene.analysis.crossfits and not summary.by_criterion)
    tips = _count_tips(scene, summary, currency)
    more = _allowance_lines(call, book) if fitted and not summary.trial else []
    table = element(
        "table",
        element("caption", "What the outcomes cost", class_="unseen"),
        element("thead", element("tr", *heads)),
        element("tbody", *(_line(entry, tips) for entry in book.entries), *more, *blind),
        element("tfoot", element("tr", *foot)),
        class_="table",
    )
    # Styles follow these marks: `:has` would make the browser style the whole page at every change.
    has_note = positives_found and (summary.trial or not refining)
    name = "ledger with-positives-found" if has_note else "ledger"
    name += " with-allowances" if more or blind else ""
    return element("div", table, class_=name, data_wide=wide, **size)


def _count_tips(scene: Scene, summary: DecisionSummary, currency: Currency) -> dict[str, str]:
    """The counts in the file, by line of the ledger; with limits for the rule of least cost."""
    point, level, limits = scene.point, scene.view.level, None
    call = summary.trial or summary.recommended
    if level and call is summary.recommended and not summary.by_criterion:
        limits = rate_limits(scene.analysis, call, point.pcf, level)
    return count_tips(scene.analysis, call, limits, point, currency)


def _total_label(text: str, menu: str, batch: str) -> Element:
    """For how many cases the total is; a button if it opens a menu of them, with `batch`."""
    words = _span(text, data_ledger="label")
    if not menu:
        return _span(words, class_="ledger-label")
    about = {"type": "button", "data_opens": menu, "aria_expanded": "false", "data_note": batch}
    return element("button", words, class_="ledger-label opens-menu", **about)


def _line(entry: Entry, tips: Mapping[str, str]) -> Element:
    kind, term = OUTCOMES[entry.word]
    sign = _span(class_=f"glyph glyph-{kind}", aria_hidden="true")
    parts = {"count": entry.count, "price": entry.price, "amount": entry.amount}
    tip = {"count": {"title": tips.get(entry.word)}}
    return element(
        "tr",
        element("th", sign, _span(_shortening(entry.word, "Correctly "), title=term), scope="row"),
        *(
            element("td", text, class_=part, data_ledger=f"{kind}-{part}", **tip.get(part, {}))
            for part, text in parts.items()
        ),
    )


def _blind_line(words: BlindWords) -> Element:
    """From the total of the rows that somebody looked at to the bounds of all."""
    return element(
        "tr",
        element("th", words.word, scope="row", colspan=2),
        element("td", words.amount, colspan=2, class_="waits"),
        class_="allowance blind",
    )


def _allowance_lines(call: Call, book: Ledger) -> list[Element]:
    """The lines from the cost on the rows to the total, each with an account of itself.

    A line that prints as 0 is hidden: while a slider moves it may come and go.
    """
    texts = {entry.word: entry.amount for entry in book.allowances}
    models = call.allowance.models if call.allowance else 1
    lines = []
    for kind in ("tuning", "choosing"):
        word = LEDGER_WORDS[kind].format(models)
        account = allowance_account(kind, call, book)
        ask = _ask(kind, f"{word}: what is it?", account)
        name = _span(word, data_ledger=f"{kind}-word")
        amount = element("td", texts.get(word, ""), data_ledger=f"{kind}-amount")
        lines.append(
            element(
                "tr",
                element("th", name, " ", ask, scope="row", colspan=3),
                amount,
                class_="allowance",
                data_allowance=kind,
                hidden=word not in texts or None,
            )
        )
    return lines


def _ask(key: str, label: str, account: str) -> list[Element]:
    """A question mark that opens its answer, which the browser places beside it."""
    place = f"ask-{key}"
    about = {"type": "button", "class_": "ask", "popovertarget": place, "title": account}
    answer = element("span", account, id=place, class_="ask-answer", popover="auto")
    return [element("button", _span("?"), aria_label=label, **about), answer]


def _ledger_notes(
    scene: Scene,
    summary: DecisionSummary,
    currency: Currency,
    positives_found: str,
    no_crossfit: str,
    refining: str,
    batch: str,
) -> list[Element]:
    """Below the label of the total: its interval, the positives found in cases and money where
    costs differ from case to case, and its apparent value on the same rows.

    batch: what the next cases may cost, behind a question mark.
    """

    def note(text: object, kind: str = "", **attributes: object) -> list[Element]:
        return [_span(text, class_=f"ledger-note {kind}".strip(), **attributes)] if text else []

    positives = note(positives_found, "positives-found-note waits")
    if summary.trial:
        return positives
    if refining:
        return note(refining, "refining", data_refining="")
    limits = cost_limits(scene, summary, currency)
    ask = [" ", *_ask("interval", "The interval: of what is it?", batch)] if batch else []
    interval = note([limits, *ask] if limits else "", "waits", title=summary.detail)
    if summary.present_values:
        values = _span(summary.present_values, **_live("present-values", summary))
        cost = _span(summary.range_cost, **_live("range-cost", summary))
        return [*note(values), *interval, *positives, *note(cost, title=RANGE_COST)]
    unpriced = Amounts.at(scene.point, currency).mistakes
    rows = note("judged on the same rows", title=no_crossfit) if no_crossfit else []
    unit = note(NO_PRICES, title=EACH_ERROR) if unpriced else []
    return [*interval, *positives, *rows, *unit]


def next_batch_words(scene: Scene, summary: DecisionSummary, currency: Currency) -> str:
    """What the next cases may cost, beside the cost on average; "" if it is not known."""
    call, level = summary.recommended, scene.view.level
    if call.call != "some" or not level:
        return ""
    amounts = Amounts.at(scene.point, currency)
    limits = next_batch(call, scene.point, amounts.cases, level)
    if limits is None:
        return ""
    digits = digits_apart(*limits)
    low, high = (amounts.bare(end, digits) for end in limits)
    unit = amounts.case_unit
    batch = f"Your next {unit.period}" if unit.period else f"Your next {unit.count} {unit.noun}"
    makes = "make" if amounts.mistakes else "cost"
    makes = f"{makes}s" if unit.period or unit.noun == "case" else makes
    errors = " errors" if amounts.mistakes else ""
    return (
        f"This is the interval of the cost on average. {batch} {makes} {low} to {high}{errors} "
        f"({percent(level)}): how many are positive and missed varies too."
    )


def cost_limits(scene: Scene, summary: DecisionSummary, currency: Currency) -> str:
    """The interval of the cost of the rule in words, or why there is none."""
    call, level = summary.recommended, replace(scene.decision, level=scene.view.level or None)
    limits = text_of(interval_phrases(call, level, Amounts.at(scene.point, currency)))
    return NO_INTERVAL if not limits and call.call != "some" and scene.view.models else limits


def against(
    scene: Scene,
    summary: DecisionSummary,
    certainty: Certainty,
    currency: Currency,
    chip: Sequence[Element] = (),
    waits: str = "",
    checked: GoldCost | None = None,
    bounds: BlindBounds | None = None,
    stated: StatedCost | None = None,
    comparison: str = "",
) -> list[Element]:
    """The rule's saving, the bars of the compared rules, its interval, and how sure the choice is.

    chip: what weakens the number, at the foot. waits: why no saving is shown yet. checked: the
    cost where people checked some labels of a judge. bounds: of rows that nobody looked at.
    stated: what follows from stated error rates of a judge. comparison: the tab to which a
    doubtful choice leads.
    """
    if waits:
        return [
            element("h3", waits, class_="against-line"),
            element("div", *chip, class_="against-foot"),
        ]
    if bounds is not None and not summary.trial:
        sure = _badges(summary, certainty, comparison) if bounds.settled else []
        return [
            element(
                "h2",
                blind_words(bounds, "0", Amounts.at(scene.point, currency)).heading,
                class_="against-line waits",
            ),
            _bars(_bounds_bars(scene, bounds, currency), moves=False),
            element("div", *chip, *sure, class_="against-foot"),
        ]
    if checked is not None and not summary.trial:
        return [
            element("h2", CORRECTED, class_="against-line"),
            _bars(checked_bars(scene, summary, currency, checked), moves=False),
            element("div", *chip, *_badges(summary, certainty, comparison), class_="against-foot"),
        ]
    if stated is not None and not summary.trial and summary.recommended.zone is None:
        return [
            element("h2", if_so(stated.judge), class_="against-line"),
            _bars(stated_bars(stated, currency), moves=False),
            element("div", *chip, class_="against-foot"),
        ]
    sentences, limit = summary.on_card, None if summary.trial else summary.limit
    live = {"data_trial": "against"} if summary.trial else _live("against", summary)
    both = limit is not None and summary.today is not None  # two amounts, each with its interval
    long = both and ""
    line = {"class_": "against-line", "title": sentences.savings, "data_long": long, **live}
    words, interval = sentences.against, ""
    if summary.recommended.zone is not None:
        interval = sentences.saving_limits
    if limit is not None:
        saving = (*words, Phrase(" ")) if both else ()
        words, interval = (*saving, *limit.price), limit.caution
    pays_up_to = None
    if scene.review is not None and summary.recommended.zone is not None:
        pays_up_to = price_words(scene.review, Amounts.at(scene.point, currency))
    limits = {"class_": "against-limits waits", "title": sentences.savings}
    badges = _badges(summary, certainty, comparison, pays_up_to)
    foot = *([element("p", interval, **limits)] if interval else []), *chip, *badges
    return [
        element("h2", *_phrases(words), **line),
        _bars(compared_bars(scene, summary, currency)),
        element("div", *foot, class_="against-foot"),
    ]


def _badges(
    summary: DecisionSummary, certainty: Certainty, comparison: str, review: str | None = None
) -> list[Element]:
    """The limit, and how sure the choice is; a warning stands first on the card instead.

    Where a limit costs something, nobody knows how sure the choice within it is.
    comparison: the tab to which a doubtful choice leads, "" for none. review: the price up to
    which a review pays, of a zone.
    """
    if review is not None:
        return [_span(review, class_="bars-key waits")]
    if summary.trial:
        return [_span(TRIAL_ROWS if summary.cross_fitted else "", class_="bars-key")]
    title = {"title": summary.detail}
    if summary.limit is not None:
        return [_span(summary.limit.chip, class_="badge limit-chip binds waits", **title)]
    limit = summary.limit_words
    chip = [_span(limit, class_="badge limit-chip waits", **title)] if limit else []
    return [*chip, _certainty_badge(summary, certainty, comparison)]


def _certainty_badge(summary: DecisionSummary, certainty: Certainty, comparison: str) -> Element:
    if summary.sentences.warning or not certainty.sentence:
        return _span(class_="badge")
    kind = "badge-good" if certainty.is_clear else "badge-unsettled"
    whole = f"{certainty.sentence}." if certainty.short != certainty.sentence else ""
    title = " ".join(filter(None, (whole, certainty.regret)))
    about = {"class_": f"badge {kind} waits", "title": title}
    if certainty.is_clear or not comparison:
        return _span(certainty.short, **about)
    # The tab itself is the way for the keyboard, so this is no further stop of it.
    about |= {"type": "button", "data_tab": comparison, "tabindex": "-1"}
    return element("button", certainty.short, **about)


@dataclass(frozen=True, slots=True)
class Bar:
    """The cost of a rule: its share of missed positives and of false alarms in the longest bar.

    allowance, reviewed (what reviews cost): likewise. interval: the limits of the cost, as such
    shares too. between: instead of a cost its bounds, likewise, and their colour.
    """

    label: str
    missed: float
    alarms: float
    allowance: float
    text: str
    interval: Interval | None = None
    reviewed: float = 0.0
    between: tuple[float, float, str] | None = None


def compared_bars(scene: Scene, summary: DecisionSummary, currency: Currency) -> list[Bar]:
    """The bars of this rule, of today's rule and of no model; a trial threshold comes first."""
    best, today, trial = summary.recommended, summary.today, summary.trial
    calls = [("This rule", best)]
    if summary.limit is not None:
        calls = [("Within the limit", best), ("Without it", summary.limit.without)]
    if best.zone is not None:
        calls = [("With review", best), ("One threshold", scene.decision.best)]
    if trial and summary.recommended_beside_trial:
        label = f"Trying {call_words(trial, longest=LONGEST_RULE)}"
        calls = [(label, trial), ("Recommended", summary.recommended_beside_trial)]
    if today and not is_same_rule(today, best):
        calls.append((f"Today, {call_words(today, longest=LONGEST_RULE)}", today))
    trivial = no_model(scene)
    calls.append((f"{NO_MODEL}, flag {trivial.call}", trivial))
    limits = None if trial else _cost_interval(scene, best)
    return bars_of(calls, scene.point, Amounts.at(scene.point, currency), limits)


def no_model(scene: Scene) -> Call:
    """The better of flagging none and all; of these two a limit may allow only one."""
    trivial, limit = scene.decision.trivial, scene.view.criterion
    if scene.choice is None or not isinstance(limit, LimitedCost) or limit.allows(trivial.fpr):
        return trivial
    return trivial_call(scene.point, flags_all=not trivial.fpr)


def bars_of(
    calls: Sequence[tuple[str, Call]],
    point: OperatingPoint,
    amounts: Amounts,
    interval: Interval | None = None,
) -> list[Bar]:
    """A bar for each labelled call, on one scale; interval: of the cost per case of the first."""
    costs = [
        (point.prior * point.cost_fn * (1 - call.tpr), (1 - point.prior) * point.cost_fp * call.fpr)
        for _, call in calls
    ]
    totals = [call.expected_cost for _, call in calls]
    reviews = [call.review_cost for _, call in calls]
    on_rows = [sum(parts) + paid for parts, paid in zip(costs, reviews)]
    longest = max(*on_rows, *totals, interval[1] if interval else 0.0) or 1.0
    first, paid = calls[0][1], amounts.cases * totals[0]
    bars = []
    for k, ((label, _), parts, cost) in enumerate(zip(calls, costs, totals)):
        total = amounts.cases * cost
        if k:
            text = amount_beside(total, paid, amounts)
        else:  # as printed under the ledger, also where that takes more digits to add up
            text = ledger(first, point, amounts.cases, amounts.currency).total
        missed, alarms = parts
        looked = reviews[k]
        more = max(0.0, cost - missed - alarms - looked)
        shares = (missed / longest, alarms / longest, more / longest)
        bars.append(Bar(label, *shares, text, reviewed=looked / longest))
    if interval:
        bars[0] = replace(bars[0], interval=(interval[0] / longest, interval[1] / longest))
    return bars


def _bounds_bars(scene: Scene, bounds: BlindBounds, currency: Currency) -> list[Bar]:
    """The bounds of the rules that may be best."""
    amounts, longest = Amounts.at(scene.point, currency), max(each.high for each in bounds.either)
    bars = []
    for each in bounds.either:
        place = scene.analysis.place.get(each.model or "")
        colour = "var(--cd-ink-3)" if place is None else f"var(--model-{place % MODELS})"
        digits = digits_apart(amounts.cases * each.low, amounts.cases * each.high)
        text = " to ".join(amounts.bare(amounts.cases * x, digits) for x in (each.low, each.high))
        ends = each.low / (longest or 1.0), each.high / (longest or 1.0)
        bars.append(Bar(bounded_words(each), 0.0, 0.0, 0.0, text, between=(*ends, colour)))
    return bars


def checked_bars(
    scene: Scene, summary: DecisionSummary, currency: Currency, checked: GoldCost
) -> list[Bar]:
    """The cost of the rule by both kinds of labels, by the judge's alone, by the checked alone."""
    point, best = scene.point, summary.recommended
    amounts = Amounts.at(point, currency)
    (judged,) = bars_of([("Judge alone", best)], point, amounts)
    total, alone = best.expected_cost, checked.gold_cost.value
    longest = max(checked.high, total, alone) or 1.0
    scale = total / longest
    texts = [
        amount_beside(amounts.cases * x, amounts.cases * total, amounts)
        for x in (checked.cost, alone)
    ]
    interval = checked.low / longest, checked.high / longest
    return [
        _two_parts("Corrected", checked.missed, checked.cost, longest, texts[0], interval),
        replace(judged, **{name: scale * getattr(judged, name) for name in BAR_PARTS}),
        _two_parts("Checked alone", checked.gold_missed, alone, longest, texts[1]),
    ]


def stated_bars(stated: StatedCost, currency: Currency) -> list[Bar]:
    """What the cheapest rule and the recommended one cost by true labels, and by the judge's."""
    amounts, rule = Amounts.at(stated.point, currency), stated.recommended
    bars = (
        ("This rule then", rule.missed, rule.cost),
        ("Cheapest then", stated.cheapest.missed, stated.cheapest.cost),
        ("By the judge", rule.judged_missed, rule.judged),
    )
    longest = max(cost for *_, cost in bars) or 1.0
    least = min(cost for *_, cost in bars)
    return [
        _two_parts(
            label,
            missed,
            cost,
            longest,
            amount_beside(amounts.cases * cost, amounts.cases * least, amounts),
        )
        for label, missed, cost in bars
    ]


def _two_parts(
    label: str,
    missed: float,
    cost: float,
    longest: float,
    text: str,
    interval: Interval | None = None,
) -> Bar:
    return Bar(label, missed / longest, (cost - missed) / longest, 0.0, text, interval)


def _cost_interval(scene: Scene, call: Call) -> Interval | None:
    """The limits of the cost per case of a rule, if the view shows limits."""
    if call.call != "some" or call.interval is None or not scene.view.level:
        return None
    low, high = call.interval
    return scene.point.scale * low, scene.point.scale * high


def _bars(bars: Sequence[Bar], moves: bool = True) -> Element:
    """Labels and pictures; beside the longest bar there is room for the longest amount.

    moves: whether scripts redraw them while a slider moves.
    """
    length = max(len(bar.text) for bar in bars)
    parts = (part for bar in bars for part in (_bar_label(bar), _picture(bar)))
    many = len(bars) > FEW_BARS and ""
    about = {"data_many": many, "style": f"--amount-length: {length}"}
    marks = {"data_bars": "", "class_": "bars"} if moves else {"class_": "bars bars-wait"}
    return element("div", *parts, **marks, **about)


def _bar_label(bar: Bar) -> Element:
    rest = bar.label.removeprefix(NO_MODEL)
    words = [NO_MODEL, _span(rest, class_="wide-only")] if rest != bar.label else [rest]
    spoken = _span(f": {bar.text}", class_="unseen")
    return _span(words, spoken, class_="bar-label", title=bar.label)


def _floating(low: float, high: float, colour: str, text: str) -> Element:
    """A bar from a low to a high cost."""
    amount = element("text", text, x=8, y=13.5)
    wide = max(high - low, LEAST_WIDTH)
    return element(
        "svg",
        element("line", x1="0%", x2=_share(low), y1=9, y2=9, class_="bar-lead"),
        element(
            "rect",
            class_="bar-range",
            x=_share(low),
            width=_share(wide),
            y=2,
            height=14,
            style=f"fill: {colour}",
        ),
        element("svg", amount, x=_share(low + wide), overflow="visible"),
        class_="bar",
        height=18,
        aria_hidden="true",
    )


def _picture(bar: Bar) -> Element:
    if bar.between is not None:
        return _floating(*bar.between, bar.text)
    counted = bar.missed + bar.reviewed + bar.alarms
    end = counted + bar.allowance
    whisker = None
    if bar.interval:
        low, high = bar.interval
        lines = ((low, high, 9, 9), (low, low, 5, 13), (high, high, 5, 13))
        whisker = element("g", *(_stroke(*ends) for ends in lines), class_="bar-whisker")
        end = max(end, high)
    amount = element("text", bar.text, x=8, y=13.5)
    return element(
        "svg",
        element("rect", class_="bar-missed", x="0%", width=_share(bar.missed), y=2, height=14),
        element(
            "rect",
            class_="bar-reviewed",
            x=_share(bar.missed),
            width=_share(bar.reviewed),
            y=2,
            height=14,
        )
        if bar.reviewed
        else None,
        element(
            "rect",
            class_="bar-alarm",
            x=_share(bar.missed + bar.reviewed),
            width=_share(bar.alarms),
            y=2,
            height=14,
        ),
        element(
            "rect",
            class_="bar-allowance",
            x=_share(counted),
            width=_share(bar.allowance),
            y=2,
            height=14,
        ),
        whisker,
        element("svg", amount, x=_share(end), overflow="visible"),
        class_="bar",
        height=18,
        aria_hidden="true",
    )


def _stroke(x1: float, x2: float, y1: int, y2: int) -> Element:
    return element("line", x1=_share(x1), x2=_share(x2), y1=y1, y2=y2)


def _share(share: float) -> str:
    return f"{100 * share:.2f}%"


def card_data(scene: Scene, summary: DecisionSummary, currency: Currency) -> dict[str, Any]:
    """The rates behind the card, from which scripts redraw it: `bars` and `trial`."""
    best, today, prior = summary.recommended, summary.today, scene.point.prior
    interval = _cost_interval(scene, best)
    saved, rule_today = summary.sentences.saving_limits, None
    if best.zone is not None and saved:
        saved = f"Against one threshold {saved}"  # beside the saving over no model
    if today is not None:
        words = call_words(today, longest=LONGEST_RULE)
        rule_today = {"rule": words, **call_rates(today, prior), "same": is_same_rule(today, best)}
    bars = {
        **call_rates(best, prior),
        "interval": interval and [*interval],
        "cost_limits": cost_limits(scene, summary, currency) if interval else "",
        "saving_limits": saved,
        "today": rule_today,
    }
    return {"bars": bars, "trial": _trial(summary, prior)}


def _trial(summary: DecisionSummary, prior: float) -> dict[str, Any] | None:
    """The trial threshold and the recommended rule, for ledger and bars."""
    trial, best = summary.trial, summary.recommended_beside_trial
    if trial is None or best is None:
        return None
    words = call_words(trial, longest=LONGEST_RULE)
    return {"rule": words, **call_rates(trial, prior), "recommended": call_rates(best, prior)}


def call_rates(call: Call, prior: float) -> Rates:
    rates = Rates(fpr=call.fpr, tpr=call.tpr)
    if call.in_cases is not None:
        fpr, tpr = call.in_cases
        rates["cases"] = {"fpr": fpr, "tpr": tpr}
    if call.zone is not None:
        rates["review"] = _reviewed_rates(call, call.zone, prior)
    if call.allowance is not None:
        (fpr, tpr), (total_fpr, total_tpr) = call.model_rates, call.total_rates
        rates["models"] = call.allowance.models
        rates["tuned"] = {"fpr": fpr, "tpr": tpr}
        rates["expected"] = {"fpr": total_fpr, "tpr": total_tpr}
    return rates


def _reviewed_rates(call: Call, zone: Zone, prior: float) -> ReviewedRates:
    share = zone.rates.reviewed(prior)
    return {
        "price": call.review_cost / share if share else 0.0,
        "share": share,
        "tuned": (zone.elsewhere or zone.rates).reviewed(prior),
        "expected": (zone.chosen or zone.rates).reviewed(prior),
        "alone": 1 - zone.low.fpr,
    }
