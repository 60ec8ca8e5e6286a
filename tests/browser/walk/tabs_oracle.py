"""What the open tab must show besides the decision: computed from the rows of the file."""

from costdash.core.compare.comparison import MAX_MODELS
from costdash.core.compare.multiple_testing import pair_tests
from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import difference_words
from costdash.report.sentences.rules import threshold_sentences
from costdash.report.tables.decision import rules_table
from costdash.report.tables.folds import fold_table
from costdash.report.tables.pairs import pair_table
from costdash.report.tables.ranking import ranking_table
from costdash.web.callbacks.thresholds import threshold_marks
from costdash.wording import shortened

LONGEST_NAME = 16  # of a model in the table of all pairs

CHOICES = ("tab", "a", "b", "whole", "holm", "model", "typed")  # fields of SHOWN_TAB
SHOWN_TAB = """
const cells = (selector) => [...document.querySelectorAll(selector)].map((row) =>
  [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
const value = (id) => document.getElementById(id)?.value ?? null;
const tab = document.querySelector('#tabs [role=tab][aria-selected=true]').id.replace('-tab', '');
const shown = { tab };
if (tab === 'what-if') {
  shown.rules = cells('#calls tbody tr');
  shown.ranking = cells('#ranking tbody tr');
}
if (tab === 'compare') {
  Object.assign(shown, { a: value('pair-a'), b: value('pair-b') });
  const band = document.querySelector('#pair-band input:checked')?.value;
  shown.whole = band === 'curve';
  shown.holm = band === 'holm';
  shown.here = document.getElementById('pair-lead')?.textContent.trim() ?? null;
  shown.pairs = cells('#all-pairs tbody tr');
}
if (tab === 'folds') {
  shown.model = value('folds-model');
  shown.folds = cells('#folds-table tbody tr');
}
if (tab === 'thresholds') {
  Object.assign(shown, { model: value('threshold-model'), typed: value('threshold-search') });
  shown.found = document.getElementById('threshold-found').textContent;
  shown.thresholds = [];
  window.dash_ag_grid.getApi('threshold-table').forEachNode(({ data }) =>
    shown.thresholds.push([data.text, data.tpr, data.fpr, data.nec]));
}
return shown;
"""


def expected_tab(oracle, conditions, view, shown):
    """The fields of SHOWN_TAB, for the models and options that are chosen in the tab."""
    make = {
        "what-if": _what_if,
        "compare": _compare,
        "folds": _folds,
        "thresholds": _thresholds,
    }.get(shown["tab"])
    return make(oracle, conditions, view, shown) if make else {}


def _what_if(oracle, conditions, view, shown):
    report = oracle.report(conditions, view)
    rules = rules_table(report.summary.rules, report.point, report.currency)
    ranking = ranking_table(report.ranking, report.currency).rows if report.ranking else ()
    names = [(rule.model, shortened(rule.model)) for rule in report.summary.rules]
    titles = [
        title.replace(name, short) if name else title
        for (title, *_), (name, short) in zip(rules.rows, names, strict=True)
    ]
    lines = [[title, *row[1:]] for title, row in zip(titles, rules.rows, strict=True)]
    return {"rules": lines, "ranking": [list(row) for row in ranking]}


def _compare(oracle, conditions, view, shown):
    a, b = shown["a"], shown["b"]
    if not a or not b or a == b:
        return {}
    report = oracle.report(conditions, view, (a, b))
    derived, point, level = report.derived, report.point, report.level
    names = [name for name in report.analysis.models if name in (*report.shown, a, b)]
    crossfits = _crossfits(derived, names) if view["choose"] == "other" else None
    every = derived.comparisons(names, level, MAX_MODELS, (point.pcf,), crossfits)
    fields = {"pairs": []}
    if len(every) > 1:
        tests = pair_tests(every, point.pcf)
        table = pair_table(
            tests,
            point,
            report.view.level or None,
            report.currency,
            lambda name: shortened(name, LONGEST_NAME),
        )
        fields["pairs"] = [list(row) for row in table.rows]
    elif not every:
        del fields["pairs"]
    if not shown["holm"]:
        pair = derived.comparison(a, b, level, (point.pcf,), crossfits)
        banded = report.view.level > 0
        said = difference_words(pair, point, shown["whole"], report.currency, banded)
        fields["here"] = f"{said.lead} {said.chance}".strip()
    return fields


def _crossfits(derived, names):
    try:
        return derived.crossfits(names)
    except ValueError:  # too few rows
        return None


def _folds(oracle, conditions, view, shown):
    model = shown["model"]
    report = oracle.report(conditions, view, (model,))
    folds = next((one for one in report.derived.folds() if one.name == model), None)
    if folds is None:
        return {}
    return {"folds": [list(row) for row in fold_table(folds, report.point).rows]}


def _thresholds(oracle, conditions, view, shown):
    model, typed = shown["model"], shown["typed"]
    report = oracle.report(conditions, view, (model,))
    if model not in report.analysis.models:
        return {}
    one, point = report.analysis.models[model], report.point
    best = int(one.hull.index[one.hull.cheapest(point.pcf)])
    marks = threshold_marks(report.analysis, one, point, conditions, view)
    table = rows(threshold_table(one.counts, point, always=[*one.hull.index, *marks]))
    lines = [[row[key] for key in ("text", "tpr", "fpr", "nec")] for row in table]
    if not typed:
        typed = threshold_text(one.counts.threshold, best) or "inf"
    row, least = (
        find(one.counts, point, at) for at in (float(typed), float(one.counts.threshold[best]))
    )
    amounts = Amounts.at(point, report.currency)
    said = threshold_sentences(typed, row, point, amounts, least["expected_cost"])
    return {"thresholds": lines, "found": " ".join(said)}
