"""The tables of a report as CSV: numbers in full precision, units in the header.

Each function gives a header and rows; None is an empty cell.
"""

from collections.abc import Iterator
from dataclasses import astuple
from typing import Any

from costdash.core import Call, OperatingPoint
from costdash.core.compare.multiple_testing import PairTests
from costdash.core.curves.envelopes import best_where
from costdash.core.folds.averages import fold_means
from costdash.core.folds.folds import Folds
from costdash.figures.alternatives import AT_LEAST, CurveTable, band_name
from costdash.report.json.segments import segment_fields
from costdash.report.report import Report
from costdash.report.sentences.amounts import LEDGER_WORDS, Amounts, ledger
from costdash.report.tables.folds import fold_rows
from costdash.report.tables.scenarios import ScenarioRow
from costdash.wording import TRIVIAL_NAMES, WHOLE_DIGITS, number, percent

Sheet = CurveTable  # header, rows; None is an empty cell
NEC = "nec (share of calling every case wrong)"


def unit(report: Report) -> str:
    """The unit of amounts: the currency's symbol, or errors."""
    mistakes = Amounts.at(report.point, report.currency).mistakes
    return "errors" if mistakes else report.currency.symbol


def rules(report: Report) -> Sheet:
    """The rules compared at the operating point; every row repeats the operating point."""
    point = report.point
    head = ["rule", "call", AT_LEAST, "threshold as printed", "tpr (share of positives)"]
    head += ["fpr (share of negatives)", f"precision (at prior {point.prior!r})", NEC]
    head += [f"expected cost ({unit(report)} per case)"]
    head += _ends(f"nec, {band_name(report.view.level)}")
    head += ["prior", f"missed positive ({unit(report)})", f"false alarm ({unit(report)})"]
    head += ["PC(+)"]
    here = _conditions(point)
    return head, ((rule.title, *_call(rule.call), *here) for rule in report.summary.rules)


def cells(report: Report) -> Sheet:
    """The expected outcomes of the call that is shown, their costs, and the allowances.

    The costs add up to the total.
    """
    title, call = report.summary.shown_call
    expected = ledger(call, report.point, currency=report.currency)
    head = [
        "call",
        "cell",
        f"cases (of {number(expected.cases, WHOLE_DIGITS).replace(',', '')})",
        f"cost ({unit(report)})",
    ]
    lines: list[tuple] = [
        (entry.word.lower(), entry.cases, entry.cost) for entry in expected.entries
    ]
    if call.allowance is not None:
        each = {"tuning": call.allowance.tuning, "choosing": call.allowance.choosing}
        for kind, cost in each.items():
            word = LEDGER_WORDS[kind].format(call.allowance.models)
            lines += [(word.lower(), None, expected.cases * cost)] if cost else []
    return head, ((title, *line) for line in lines)


def optimal_ranges(report: Report) -> Sheet:
    """The optimal ranges, each with its best rule."""
    head = ["best", "model", *_ends("PC(+)"), *_ends("prior")]
    head += _ends(f"missed positive ({unit(report)})") + _ends(f"false alarm ({unit(report)})")
    head += ["nec at the low end", "nec at the high end"]
    head += _ends(f"expected cost ({unit(report)} per case)")
    return head, (
        (s.rule, s.model, *s.pcf, *ranges.prior, *ranges.cost_fn, *ranges.cost_fp, *s.nec, *s.cost)
        for s, ranges in ((s, s.ranges) for s in report.summary.optimal_ranges)
    )


def ranking(report: Report) -> Sheet:
    """Models by their expected cost over the ranges."""
    ranking = report.ranking
    what = f"expected cost ({unit(report)} per case)"
    if ranking and ranking.cases is None:
        what = "expected nec"
    head = ["model", what, "less than the next", *_ends(f"the same, {percent(report.level)} band")]
    return head, (
        (model.model, model.cost, model.advantage, *(model.advantage_interval or (None, None)))
        for model in (ranking.models if ranking else ())
    )


def segments(report: Report) -> Sheet:
    """Each segment's cases, cost and the parts of its excess, per case of the segment.

    Savings of thresholds of their own are per case of all.
    """
    money = unit(report)
    fields = segment_fields(report.segment_costs) or {"rows": []}
    plain = ("rows", "positives", "negatives", "share", "prior", "found", "missed", "false_alarms")
    head = ["segment", *(name.replace("_", " ") for name in plain)]
    head += [f"cost ({money} per case)", "of total", f"excess ({money} per case)"]
    head += [f"because of prior ({money} per case)", f"because of rule ({money} per case)"]
    head += [*_ends(f"because of rule, {percent(report.level)} interval"), "shrunken", "p"]
    head += ["p (Holm)", "own call", "own threshold", "own candidate"]
    head += [f"own saving ({money} per case of all)", "own saving, lower limit"]
    head += ["own recommended", "last day", "labels complete"]

    def row(each: dict[str, Any]) -> tuple[Any, ...]:
        rule, threshold = each["because_of_rule"], each["own"] or {}
        of_rule = ("value", "low", "high", "shrunken", "p", "p_holm")
        of_threshold = ("call", "threshold", "candidate", "saving", "low", "recommended")
        return (
            each["name"],
            *(each[name] for name in (*plain, "cost", "of_total", "excess", "because_of_prior")),
            *(rule[name] for name in of_rule),
            *(threshold.get(name) for name in of_threshold),
            each.get("last_day"),
            each.get("labels_complete"),
        )

    return head, map(row, fields["rows"])


def models(report: Report) -> Sheet:
    """Areas at the prevalence of the rows used, and where each model beats the trivial rules."""
    head = ["model", "auc", *_ends(f"auc, {percent(report.analysis.level)} interval")]
    head += ["average precision", "pr auc", "area under cost curve"]
    head += _ends("PC(+) where it beats none and all") + _ends("PC(+), by 1 % or more")
    analysed = (report.analysis.models[name] for name in report.shown)
    return head, (
        (m.name, m.auc, *m.auc_interval, m.average_precision, m.pr_auc, m.hull.area)
        + (report.analysis.operating_range(m.name) or (None, None))
        + (report.analysis.useful_range(m.name) or (None, None))
        for m in analysed
    )


def classes(report: Report) -> Sheet:
    """Each class against the rest, for each model that scores all classes."""
    head = ["class", "scores", "prevalence (share of cases)", "auc against the rest"]
    return head, (
        (item["name"], item["column"], item["prevalence"], item["auc"])
        for model in report.source.multiclass
        for item in model["classes"]
    )


def class_pairs(report: Report) -> Sheet:
    """Each pair of classes, for each model that scores all classes."""
    head = ["a", "b", "scores for a", "scores for b", "a above b (share of pairs, scores for a)"]
    head += ["b above a (share of pairs, scores for b)", "mean of both"]
    return head, (
        (p["a"], p["b"], column[p["a"]], column[p["b"]], p["a_given_b"], p["b_given_a"], p["auc"])
        for model in report.source.multiclass
        for column in [{item["name"]: item["column"] for item in model["classes"]}]
        for p in model["pairs"]
    )


def scenarios(report: Report) -> Sheet:
    """The present conditions and the saved scenarios."""
    every, rows = report.all_scenarios, report.scenario_rows
    symbol = report.currency.symbol
    head = ["scenario", "prior", f"missed positive ({symbol})", f"false alarm ({symbol})", "PC(+)"]
    head += ["model", "threshold as printed", NEC, f"expected cost ({symbol} per case)"]
    head += ["against today (share of today's cost)"]
    return head, (
        (row.name, *_conditions(scenario.point), *_best_of(row))
        for scenario, row in zip(every, rows)
    )


def best_model(report: Report) -> Sheet:
    """The best model in each range of PC(+)."""
    model_ranges = (
        best_where(report.analysis.recommended_rules(report.shown)) if report.shown else ()
    )
    head = [*_ends("PC(+)"), "best"]
    return head, (
        (s.low, s.high, " = ".join(s.owners) or TRIVIAL_NAMES[s.call]) for s in model_ranges
    )


def pairs(report: Report) -> Sheet:
    """The tests of every pair, each kind adjusted by Holm's method, as in `Report.pair_tests`."""
    pcf = report.point.pcf
    head = ["a", "b", f"nec of a less nec of b at PC(+) {pcf!r}"]
    head += [*_ends(f"the same, {percent(report.level)} band"), "p", "p (Holm)"]
    head += ["p of no difference anywhere", "p of no difference anywhere (Holm)"]
    head += ["auc of a less auc of b", *_ends(f"the same, {percent(report.level)} interval")]
    head += ["p of equal areas", "p of equal areas (Holm)", "thresholds"]

    def row(tested: PairTests) -> tuple[Any, ...]:
        comparison, area = tested.comparison, tested.comparison.auc_difference
        tests = tested.here, tested.anywhere, tested.area
        here, anywhere, areas = ((test.p, test.holm) for test in tests)
        ends = comparison.at(pcf), (area.value, area.low, area.high)
        return (
            comparison.a,
            comparison.b,
            *ends[0],
            *here,
            *anywhere,
            *ends[1],
            *areas,
            comparison.thresholds,
        )

    return head, (row(tested) for tested in report.pair_tests)


def folds(report: Report) -> Sheet:
    """Every fold of every model at the best threshold of the others, then means and limits."""
    pcf = report.point.pcf
    head = ["model", "fold", "positives", "negatives", "auc", f"nec at PC(+) {pcf!r}"]

    def part(model_folds: Folds) -> Iterator[tuple[Any, ...]]:
        yield from map(astuple, fold_rows(model_folds, pcf))
        means = fold_means(model_folds, pcf, report.level)
        yield ("mean", None, None, means.auc.value[0], means.nec.value[0])
        if len(model_folds.counts) > 1:
            for end, name in zip(("low", "high"), _ends(f"mean, {percent(report.level)} limits")):
                yield (name, None, None, *(getattr(of, end)[0] for of in (means.auc, means.nec)))

    return head, (
        (model_folds.name, *row) for model_folds in report.folds for row in part(model_folds)
    )


def _call(call: Call) -> tuple[Any, ...]:
    low, high = call.interval or (None, None)
    done = TRIVIAL_NAMES.get(call.call) or ("mixed" if call.text is None else "some")
    fpr, tpr = call.case_rates
    rates = (tpr, fpr, call.precision, call.nec, call.expected_cost)
    return (done, call.threshold, call.text, *rates, low, high)


def _conditions(point: OperatingPoint) -> tuple[float, ...]:
    return point.prior, point.cost_fn, point.cost_fp, point.pcf


def _best_of(row: ScenarioRow) -> tuple[Any, ...]:
    return row.model, row.threshold, row.nec, row.cost, row.against


def _ends(name: str) -> list[str]:
    return [f"{name}, low", f"{name}, high"]
