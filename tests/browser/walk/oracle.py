"""What the page must show: computed from the file with the functions of the command line.

Only the stores `conditions` and `view` are read from the page.
"""

import json
from dataclasses import replace

from costdash.core import analyse
from costdash.figures import PANELS, make_scene
from costdash.intake import read_scored
from costdash.report.derived import DerivedResults
from costdash.report.json.contract import report_json
from costdash.report.report import Source
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.decision import NO_INTERVAL, interval_phrases
from costdash.report.sentences.phrases import Phrase, positives_found_words, text_of
from costdash.report.tables.decision import optimal_ranges_table
from costdash.report.tables.model_summary import model_summary
from costdash.web.stores.read import drawn_models, pooled, request_of
from costdash.wording import percent, shortened

REPLICATES = 100
CLOSE = 1e-5  # of places in a figure
MOST_CHIPS = 7  # models that all have a chip
SHOWN = """
const text = (selector) => document.querySelector(selector)?.textContent ?? null;
const cells = (selector) => [...document.querySelectorAll(selector)].map((row) =>
  [...row.querySelectorAll('th, td:not(:has(button))')].map((cell) => cell.textContent));
const unasked = (node) => {
  const copy = node.cloneNode(true);
  for (const asked of copy.querySelectorAll('.ask, .ask-answer')) asked.remove();
  return copy.textContent.trim();
};
const value = (id) => document.getElementById(id)?.value ?? null;
const ring = page.getPanel('cost').graph.data.find(({ uid }) => uid === 'best');
const chips = [...document.querySelectorAll('#model-chips .chip[aria-pressed=true]')];
const part = (chip, name) => chip.querySelector(`.${name}`)?.textContent ?? '';
return {
  headline: text('#decision .headline'),
  detail: text('#decision .detail'),
  sensitivity: text('#decision .sensitivity'),
  rangeCost: text('#confusion [data-live=range-cost], #confusion [data-choice=range-cost]'),
  spoken: text('#spoken-decision'),
  outcome: text('#decision .say'),
  against: text('.decision .against-line'),
  ledger: [...document.querySelectorAll('#confusion tbody tr:not([hidden])')].map((row) =>
    [...row.querySelectorAll('th, td')].map(unasked)),
  total: text('#confusion .total'),
  optimal_ranges: cells('#optimal-ranges tbody tr'),
  scenarios: cells('#scenario-table tbody tr').map((row) => row.slice(1).filter(Boolean)),
  ring: ring ? [Array.from(ring.x)[0], Array.from(ring.y)[0]] : null,
  limits: text('#against .against-limits') || null,
  certainty: text('#against :is(.badge-good, .badge-unsettled)'),
  notes: [...document.querySelectorAll('#confusion .ledger-note')].map(unasked),
  validity: text('#validity'),
  today: [value('today-model'), value('today-threshold'), value('today-share')],
  todayChip: text('#today-note'),
  chips: chips.map((chip) =>
    [chip.dataset.model, part(chip, 'chip-cost'), part(chip, 'model-tag')]),
};
"""


def needed(conditions, view, more=()):
    """The models whose rows must be complete."""
    return tuple(dict.fromkeys((*drawn_models(view, conditions), *more)))


class Oracle:
    """The answers for one file; analyses are computed once for each class and set of models."""

    def __init__(self, file, roles):
        self.file, self.roles, self.positive = file, roles, None
        self._scored, self._known = {}, {}

    @property
    def scored(self):
        """The rows, against the positive class; None for that of the file."""
        if self.positive not in self._scored:
            scored, *_ = read_scored(self.file, positive=self.positive, **self.roles)
            self._scored[self.positive] = scored
        return self._scored[self.positive]

    def rows(self, names, all_rows):
        """Rows that have scores of all the named models."""
        rows = replace(self.scored, split=None) if all_rows else self.scored
        return rows.complete(names)

    def derived(self, names, all_rows):
        """The analysis of those rows, and what needs the rows."""
        key = self.positive, names, all_rows
        if key not in self._known:
            rows = replace(self.scored, split=None) if all_rows else self.scored
            analysis = analyse(rows, names, n_replicates=REPLICATES, seed=0)
            self._known[key] = DerivedResults.in_memory(self.rows(names, all_rows), analysis)
        return self._known[key]

    def report(self, conditions, view, more=()):
        """The report of the rows that also have scores of the models `more`."""
        names = needed(conditions, view, more)
        derived = self.derived(names, pooled(view))
        request = request_of(conditions, view, derived.analysis)
        return request.report(derived.at_level(request.view.level or 0.95), Source(self.file.name))

    def expected(self, conditions, view):
        """The same fields as SHOWN."""
        report = self.report(conditions, view)
        summary, currency = report.summary, report.currency
        book = ledger(summary.shown_call[1], report.point, currency=currency)
        optimal_ranges = (
            optimal_ranges_table(summary.optimal_ranges, currency).rows
            if report.view.ranges
            else ()
        )
        table = report.scenarios_table
        fields = {
            "headline": text_of(summary.on_card.rule),
            **_against(summary),
            "detail": None if summary.trial else summary.detail,
            "sensitivity": None if summary.trial else summary.sensitivity or None,
            "rangeCost": None if summary.trial else summary.range_cost or None,
            "spoken": summary.text,
            "ledger": [
                *([one.word, one.count, one.price, one.amount] for one in book.entries),
                *([one.word, one.amount] for one in book.allowances),
            ],
            "total": book.total,
            "optimal_ranges": [list(row) for row in optimal_ranges],
            "scenarios": [[cell for cell in row[1:] if cell] for row in table.rows],
            "validity": "".join((summary.changes or ("",))[:1]) + " ".join(summary.changes[1:]),
        }
        for part in (_ring, _notes, _today, _chips):
            fields |= part(report, view)
        return fields


def _against(summary):
    """The outcome, and what the rule saves or its limit costs; the limit's chip says its aim."""
    sentences, limit = summary.on_card, None if summary.trial else summary.limit
    if limit is None:
        outcome, against = sentences.outcome, sentences.against
        limits = sentences.saving_limits if summary.recommended.zone is not None else ""
    else:
        outcome = [phrase for phrase in sentences.outcome if phrase.role != "aim"]
        saving = (*sentences.against, Phrase(" ")) if summary.today else ()
        against, limits = (*saving, *limit.price), limit.caution
    return {"outcome": text_of(outcome), "against": text_of(against), "limits": limits or None}


def _ring(report, view):
    """The place of the recommendation in the cost panel, on any of its axes."""
    seen = replace(report.view, cost_axis=view["axis"])
    scene = make_scene(report.analysis, report.point, seen)
    figure = next(panel.figure(scene) for panel in PANELS if panel.id == "cost")
    ring = next((trace for trace in figure.data if trace.uid == "best"), None)
    place = None if ring is None else [float(ring.x[0]), float(ring.y[0])]
    along = view["axis"] == report.view.cost_axis
    if along and report.shown and not report.view.criterion:
        best = json.loads(report_json(report, (0.5,)))["best"]
        cost = best.get("same_rows_cost", best["expected_cost"])
        place = [report.point.pcf, cost / report.point.scale]
    return {"ring": place}


def _notes(report, view):
    """The notes at the total of the ledger, and how often resamples agree."""
    summary, scene = report.summary, report.scene
    found = positives_found_words(summary.shown_call[1], report.point, report.currency)
    if summary.trial:
        return {"notes": [found] if found else [], "certainty": None}
    certainty = None if summary.on_card.warning else report.certainty.short or None
    amounts = Amounts.at(report.point, report.currency)
    decision = replace(scene.decision, level=report.view.level or None)
    limits = text_of(interval_phrases(summary.recommended, decision, amounts))
    if not limits and summary.recommended.call != "some" and report.shown:
        limits = NO_INTERVAL
    if report.view.ranges:
        notes = [summary.present_values, limits, found, summary.range_cost]
    else:
        plain = bool(report.source.messages)  # the rows do not allow cross-fitting
        notes = [limits, found, "judged on the same rows" if plain else ""]
        notes += ["No prices set: each error counts 1."] if amounts.mistakes else []
    return {"notes": [note for note in notes if note], "certainty": certainty}


def _offered_today(report):
    """The recommended model, or the cheapest that is on."""
    recommended, analysis = report.summary.recommended.model, report.scene.analysis

    def rank(name):
        return name != recommended, analysis.call_of(report.point, name, 0).nec

    return min(report.shown, key=rank, default=next(iter(analysis.models)))


def _today(report, view):
    """Today's rule as the chip and its box show it; typed numbers stay as they were typed."""
    today = report.summary.today
    if today is None or today.model is None:
        return {"today": [_offered_today(report), "", ""], "todayChip": "+ Today's rule"}
    typed = view["today"].get("text")
    text = today.text and (typed or today.text)
    prior = report.point.prior
    fpr, tpr = today.case_rates
    share = percent(prior * tpr + (1 - prior) * fpr)
    rule = f"{shortened(today.model)} ≥ {text}" if text else f"flag {today.call}"
    box = text or typed or ""  # above all scores, too
    return {"today": [today.model, box, share], "todayChip": f"Today: {rule}"}


def _chips(report, view):
    """Cost and tag of each model that is shown, in the row of chips; a long list has a few."""
    scene, amounts = report.scene, Amounts.at(report.point, report.currency)
    best = scene.decision.best
    summary = model_summary(scene.analysis, scene.point, report.shown, amounts, best)
    if len(report.analysis.place) > MOST_CHIPS:
        return {}
    return {"chips": [[one.name, one.amount, one.tag] for one in summary]}


def is_same(name, value, seen):
    if name != "ring" or not value or not seen:
        return value == seen
    return all(abs(x - y) <= CLOSE * max(1, abs(x)) for x, y in zip(value, seen, strict=True))


def differences(expected, shown):
    """The fields that differ, each with what was expected and what is shown."""
    found = []
    for name, value in expected.items():
        seen = shown.get(name)
        if not is_same(name, value, seen):
            found.append(f"{name}: expected {value!r}, but the page shows {seen!r}")
    return found
