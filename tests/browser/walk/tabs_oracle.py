"""What the open tab must show besides the decision: computed from the rows of the file."""

from math import isnan

from costdash.core.analysis.validity import best_cost
from costdash.core.compare.comparison import MAX_MODELS
from costdash.core.compare.multiple_testing import pair_tests
from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.core.folds.folds import folds_of, with_folds
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.figures.panels.folds import multiples_of
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import difference_words, p_text
from costdash.report.sentences.rules import threshold_sentences
from costdash.report.tables.decision import rules_table
from costdash.report.tables.doubts import assumed_ranges, doubt_rows
from costdash.report.tables.folds import fold_costs, fold_table
from costdash.report.tables.pair_here import pair_rows
from costdash.report.tables.pairs import pair_table
from costdash.report.tables.ranking import ranking_table
from costdash.web.callbacks.thresholds import threshold_marks
from costdash.web.stores.read import pooled
from costdash.wording import percent, shortened
from tests.browser.walk.oracle import needed

LONGEST_NAME = 16  # of a model in the table of all pairs

COLUMNS = ("text", "tpr", "fpr", "nec", "precision", "share_called", "expected_cost")
CHOICES = ("tab", "a", "b", "whole", "holm", "model", "typed", "listed")  # of SHOWN_TAB
SHOWN_TAB = """
const cells = (selector) => [...document.querySelectorAll(selector)].map((row) =>
  [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
const value = (id) => document.getElementById(id)?.value ?? null;
const tab = document.querySelector('#tabs [role=tab][aria-selected=true]').id.replace('-tab', '');
const shown = { tab };
if (tab === 'what-if') {
  shown.rules = cells('#rules tbody tr');
  shown.ranking = cells('#ranking tbody tr');
  const name = (row) => [...row.querySelectorAll('th > *')].map((one) => one.textContent);
  const doubts = [...document.querySelectorAll('#doubts tbody tr')];
  shown.doubts = doubts.map((row) => [...name(row), row.children[2]?.textContent ?? '']);
}
if (tab === 'compare') {
  Object.assign(shown, { a: value('pair-a'), b: value('pair-b') });
  const band = document.querySelector('#pair-band input:checked')?.value;
  shown.whole = band === 'curve';
  shown.holm = band === 'holm';
  shown.here = document.getElementById('pair-lead')?.textContent.trim() ?? null;
  shown.pairs = cells('#all-pairs tbody tr');
  shown.interval = document.querySelector('#pair-interval > span')?.textContent ?? null;
  const named = (row) => [...row.querySelectorAll('.pair-name b')].map((one) => one.textContent);
  shown.list = [...document.querySelectorAll('#pair-list tbody tr')].map((row) =>
    [...named(row), ...[...row.children].slice(2).map((cell) => cell.textContent)]);
}
if (tab === 'folds') {
  shown.model = value('folds-model');
  shown.folds = cells('#folds-table tbody tr');
  shown.costs = cells('#folds-costs tbody tr').map(([label, , cost, other]) =>
    [label, cost, other]);
  const mean = [...document.querySelectorAll('#folds-interval > span:not(.quiet-line)')];
  shown.mean = mean.map((one) => one.textContent).join(', ');
  shown.wins = document.getElementById('folds-lead')?.textContent ?? null;
}
if (tab === 'thresholds') {
  Object.assign(shown, { model: value('threshold-model'), typed: value('threshold-search') });
  shown.found = document.getElementById('threshold-sentences').textContent;
  shown.thresholds = [];
  let table = null; // its script comes after the page
  try { table = window.dash_ag_grid?.getApi?.('threshold-table'); } catch {}
  table?.forEachNode(({ data }) =>
    shown.thresholds.push([data.text, data.tpr, data.fpr, data.nec, data.precision,
      data.share_called, data.expected_cost, data.mark]));
  shown.listed = shown.thresholds.map(([text]) => text);
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
    rules = rules_table(
        report.summary.rules, report.point, report.currency, report.summary.recommended
    )
    ranking = ranking_table(report.ranking, report.currency).rows if report.ranking else ()
    names = [(rule.model, shortened(rule.model)) for rule in report.summary.rules]
    titles = [
        title.replace(name, short) if name else title
        for (title, *_), (name, short) in zip(rules.rows, names, strict=True)
    ]
    lines = [[title, *row[1:]] for title, row in zip(titles, rules.rows, strict=True)]
    fields = {"rules": lines, "ranking": [list(row) for row in ranking]}
    return fields | ({"doubts": _doubts(report)} if report.shown else {})


def _doubts(report):
    """Name, values and saving of each doubt."""
    scene, amounts = report.scene, _amounts(report)
    ranges = report.view.ranges or assumed_ranges(report.point)
    best = None if scene.choice else best_cost(scene.analysis, report.shown)
    lines = []
    evpi = report.label_value.evpi if report.label_value else None
    for row in doubt_rows(best, scene.single, report.point, ranges, amounts, evpi):
        saving = "" if row.saving is None else amounts.bare(amounts.cases * row.saving)
        lines.append([row.name, row.values, saving])
    return lines


def _compare(oracle, conditions, view, shown):
    a, b = shown["a"], shown["b"]
    if not a or not b or a == b:
        return {}
    report = oracle.report(conditions, view, (a, b))
    derived, point, level = report.derived, report.point, report.level
    names = [name for name in report.analysis.models if name in (*report.shown, a, b)]
    crossfits = _crossfits(derived, names) if view["evaluation"] == "other" else None
    every = derived.comparisons(names, level, MAX_MODELS, (point.pcf,), crossfits)
    fields = {"pairs": []}
    tests = _tests(report, names, every)
    if len(every) > 1:
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
    if every:
        fields["list"] = _list(report, every, tests)
    if not shown["holm"]:
        pair = derived.comparison(a, b, level, (point.pcf,), crossfits)
        banded = report.view.level > 0
        said = difference_words(pair, point, shown["whole"], report.currency, banded, tests)
        fields["here"] = f"{said.lead} {said.chance}".strip()
        fields["interval"] = said.interval
    return fields


def _tests(report, names, every):
    """The tests of all pairs; what the card says of the models shown is a family by itself."""
    found = report.cheapest if set(names) == {*report.shown} else None
    return pair_tests(every, report.point.pcf, found.tests if found else {})


def _list(report, every, tests):
    """Each pair: both names, the difference, its p after Holm's correction, the verdict."""
    point, amounts = report.point, _amounts(report)
    best = report.scene.recommended_model or next(iter(report.analysis.models))
    found, _ = pair_rows(tests, best, point, amounts, report.view.level)
    lines = []
    for row in found if len(found) > 1 else ():
        sign = "\u2212" if row.value < 0 else "+" if row.value > 0 else ""
        p = "" if isnan(row.holm) else p_text(row.holm)
        chance = f"may be chance among {row.tested}" if row.alone else "may be chance"
        verdict = "" if isnan(row.holm) else chance
        verdict = f"{shortened(row.better, LONGEST_NAME)} is cheaper" if row.better else verdict
        names = [shortened(name, LONGEST_NAME) for name in (row.a, row.b)]
        lines.append([*names, f"{sign}{amounts.bare(abs(row.value))}", p, verdict])
    return lines


def _crossfits(derived, names):
    try:
        return derived.crossfits(names)
    except ValueError:  # too few rows
        return None


def _folds(oracle, conditions, view, shown):
    model = shown["model"]
    report = oracle.report(conditions, view, (model,))
    names = [name for name in report.analysis.models if name in (*report.shown, model)]
    rows = oracle.rows(needed(conditions, view, (model,)), pooled(view)).evaluation_part
    made = " of the file" if rows.fold is not None else " made at random"
    rows = with_folds(rows, report.analysis.seed)
    try:
        folds = [folds_of(rows, name) for name in names if name in rows.scores]
    except ValueError:  # no fold holds both classes
        return {}
    own = next((one for one in folds if one.name == model), None)
    if own is None:
        return {}
    point, level, amounts = report.point, report.view.level, _amounts(report)
    found = fold_costs(folds, model, point, level, report.currency)
    costs = [amounts.bare(cost) for cost in (min(found.costs.values()), max(found.costs.values()))]
    ends = " to ".join(costs) + " errors" * amounts.mistakes
    said = f"From fold to fold {shortened(model, 40)} {amounts.verb} {ends}"
    said += f" {amounts.case_unit.words}"
    wins = f", and is the cheapest model in {found.wins} of {len(found.costs)} folds"
    mean = f"mean of {len(found.costs)} folds{made}: {amounts.bare(found.mean)}"
    if not isnan(found.low):
        limits = " to ".join(amounts.bare(max(0.0, end)) for end in (found.low, found.high))
        mean += f", {percent(level)} by their spread: {limits}"
    return {
        "folds": [list(row) for row in fold_table(own, point).rows],
        "costs": [_fold(found, label, amounts) for label in multiples_of(own, point.pcf)],
        "mean": mean,
        "wins": f"{said}{wins if found.cheapest else ''}.",
    }


def _fold(found, label, amounts):
    """A fold, its cost, and a model that is cheaper there."""
    best = found.cheapest.get(label, ())
    other = shortened(best[0], 14) if best and found.name not in best else ""
    return [shortened(label, 14), amounts.bare(found.costs[label]), other]


def _amounts(report):
    return Amounts.at(report.point, report.currency)


def _listed(one, point, marks, shown):
    """The rows that are listed, as among all thresholds, and those that must be."""
    size = one.counts.threshold.size
    every = rows(threshold_table(one.counts, point, limit=size, cases=one.cases))
    typed = [int(one.counts.index(float(shown["typed"])))] if shown["typed"] else []
    needed = {*one.hull.index.tolist(), *marks, *typed, 0, one.counts.threshold.size - 1}
    listed = set(shown["listed"] or ())
    return [
        [*(row[key] for key in COLUMNS), marks.get(row["index"], "")]
        for row in every
        if row["index"] in needed or row["text"] in listed
    ]


def _thresholds(oracle, conditions, view, shown):
    model, typed = shown["model"], shown["typed"]
    report = oracle.report(conditions, view, (model,))
    if model not in report.analysis.models:
        return {}
    one, point = report.analysis.models[model], report.point
    best = int(one.hull.index[one.hull.cheapest(point.pcf)])
    marks = threshold_marks(report.analysis, one, point, report.view)
    lines = _listed(one, point, marks, shown)
    if not typed:
        typed = threshold_text(one.counts.threshold, best) or "inf"
    row, least = (
        find(one.counts, point, at, one.cases)
        for at in (float(typed), float(one.counts.threshold[best]))
    )
    amounts = Amounts.at(point, report.currency)
    said = threshold_sentences(typed, row, point, amounts, least["expected_cost"])
    return {"thresholds": lines, "found": " ".join(said)}
