"""What the page must show: computed from the file with the functions of the command line.

Only the stores `conditions` and `view` are read from the page.
"""

import json
from dataclasses import replace

from costdash.core import analyse
from costdash.intake import read_scored
from costdash.report.derived import DerivedResults
from costdash.report.json.contract import report_json
from costdash.report.report import Source
from costdash.report.sentences.amounts import ledger
from costdash.report.sentences.phrases import text_of
from costdash.report.tables.decision import segments_table
from costdash.web.stores.read import drawn_models, pooled, request_of

REPLICATES = 100
SHOWN = """
const text = (selector) => document.querySelector(selector)?.textContent ?? null;
const cells = (selector) => [...document.querySelectorAll(selector)].map((row) =>
  [...row.querySelectorAll('th, td:not(:has(button))')].map((cell) => cell.textContent));
const ring = page.getPanel('cost').graph.data.find(({ uid }) => uid === 'best');
return {
  headline: text('#decision .headline'),
  detail: text('#decision .detail'),
  sensitivity: text('#decision .sensitivity'),
  rangeCost: text('#confusion [data-live=range-cost], #confusion [data-choice=range-cost]'),
  spoken: text('#spoken-decision'),
  outcome: text('#decision .say'),
  against: text('.decision .against-line'),
  ledger: cells('#confusion tbody tr'),
  total: text('#confusion .total'),
  parts: cells('#parts tbody tr'),
  scenarios: cells('#scenario-table tbody tr').map((row) => row.slice(1).filter(Boolean)),
  ring: ring ? Array.from(ring.y)[0] : null,
};
"""


class Oracle:
    """The answers for one file; analyses are computed once for each class and set of models."""

    def __init__(self, file):
        self.file, self.positive = file, None
        self._scored, self._known = {}, {}

    @property
    def scored(self):
        """The rows, against the positive class; None for that of the file."""
        if self.positive not in self._scored:
            self._scored[self.positive] = read_scored(self.file, positive=self.positive)[0]
        return self._scored[self.positive]

    def derived(self, names, all_rows):
        """Analysis and rows that have scores of all the named models."""
        key = self.positive, names, all_rows
        if key not in self._known:
            rows = replace(self.scored, split=None) if all_rows else self.scored
            analysis = analyse(rows, names, n_replicates=REPLICATES, seed=0)
            self._known[key] = DerivedResults.in_memory(rows.complete(names), analysis)
        return self._known[key]

    def report(self, conditions, view, more=()):
        """The report of the rows that also have scores of the models `more`."""
        names = tuple(dict.fromkeys((*drawn_models(view, conditions), *more)))
        derived = self.derived(names, pooled(view))
        request = request_of(conditions, view, derived.analysis)
        return request.report(derived.at_level(request.view.level or 0.95), Source(self.file.name))

    def expected(self, conditions, view):
        """The same fields as SHOWN."""
        report = self.report(conditions, view)
        summary, currency = report.summary, report.currency
        book = ledger(summary.shown_call[1], report.point, currency=currency)
        parts = segments_table(summary.segments, currency).rows if report.view.known else ()
        table = report.scenarios_table
        fields = {
            "headline": text_of(summary.on_card.rule),
            "outcome": text_of(summary.on_card.outcome),
            "against": text_of(summary.on_card.against),
            "detail": None if summary.tried else summary.detail,
            "sensitivity": None if summary.tried else summary.sensitivity or None,
            "rangeCost": None if summary.chosen else summary.range_cost or None,
            "spoken": summary.text,
            "ledger": [[one.word, one.count, one.price, one.amount] for one in book.entries],
            "total": book.total,
            "parts": [list(row) for row in parts],
            "scenarios": [[cell for cell in row[1:] if cell] for row in table.rows],
        }
        if not report.view.criterion and report.shown:
            fields["ring"] = json.loads(report_json(report, (0.5,)))["best"]["nec"]
        return fields


def differences(expected, shown):
    """The fields that differ, each with what was expected and what is shown."""
    found = []
    for name, value in expected.items():
        seen = shown.get(name)
        same = abs(value - (seen or 0)) < 1e-5 if name == "ring" else value == seen
        if not same:
            found.append(f"{name}: expected {value!r}, but the page shows {seen!r}")
    return found
