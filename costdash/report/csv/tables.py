"""The tables of a report as CSV: numbers in full precision, units in the header."""

from collections.abc import Iterator
from dataclasses import astuple

from costdash.core import Call, OperatingPoint
from costdash.core.compare.multiple_testing import PairTests, pair_tests
from costdash.core.curves.envelopes import best_where
from costdash.core.folds.averages import fold_means
from costdash.core.folds.folds import Folds
from costdash.figures.curve_table import AT_LEAST, CurveTable, band_name
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.confusion import confusion
from costdash.report.tables.folds import fold_rows
from costdash.report.tables.scenarios import ScenarioRow
from costdash.wording import TRIVIAL_NAMES, percent

Sheet = CurveTable  # header, rows; None is an empty cell
NEC = "nec (share of calling every case wrong)"


def unit(report: Report) -> str:
    """What amounts are in."""
    mistakes = Amounts.at(report.point, report.currency).mistakes
    return "mistakes" if mistakes else report.currency.symbol


def rules(report: Report) -> Sheet:
    """The rules worth comparing at the operating point, which stands in every row."""
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
    """The four cells of the call that is shown."""
    title, call = report.summary.shown_call
    told = confusion(call, report.point, currency=report.currency)
    head = ["call", "cell", f"cases (of {told.cases})", f"cost ({unit(report)})"]
    four = (told.found, told.missed, told.false_alarm, told.left_alone)
    return head, ((title, one.word, one.count, one.cost) for one in four)


def parts(report: Report) -> Sheet:
    """Every answer that is best somewhere in the ranges."""
    head = ["best", "model", *_ends("PC(+)"), *_ends("prior")]
    head += _ends(f"missed positive ({unit(report)})") + _ends(f"false alarm ({unit(report)})")
    head += ["nec at the low end", "nec at the high end"]
    head += _ends(f"expected cost ({unit(report)} per case)")
    return head, (
        (s.rule, s.model, *s.pcf, *ranges.prior, *ranges.cost_fn, *ranges.cost_fp, *s.nec, *s.cost)
        for s, ranges in ((s, s.ranges) for s in report.summary.segments)
    )


def ranking(report: Report) -> Sheet:
    """Models by what they cost in expectation over the ranges."""
    ranking = report.ranking
    what = f"expected cost ({unit(report)} per case)"
    if ranking and ranking.cases is None:
        what = "expected nec"
    head = ["model", what, "less than the next", *_ends(f"the same, {percent(report.level)} band")]
    return head, (
        (one.model, one.cost, one.advantage, *(one.advantage_interval or (None, None)))
        for one in (ranking.models if ranking else ())
    )


def models(report: Report) -> Sheet:
    """Areas at the prevalence of the file, and where each model is of use."""
    head = ["model", "auc", *_ends(f"auc, {percent(report.analysis.level)} interval")]
    head += ["average precision", "pr auc", "area under cost curve"]
    head += _ends("PC(+) where it beats none and all") + _ends("PC(+), by 1 % or more")
    found = (report.analysis.models[name] for name in report.shown)
    return head, (
        (m.name, m.auc, *m.auc_interval, m.average_precision, m.pr_auc, m.hull.area)
        + (m.hull.operating_range or (None, None))
        + (m.hull.useful_range() or (None, None))
        for m in found
    )


def classes(report: Report) -> Sheet:
    """Each class against the rest, by each model that scores all classes."""
    head = ["class", "scores", "prevalence (share of cases)", "auc against the rest"]
    return head, (
        (one["name"], one["column"], one["prevalence"], one["auc"])
        for model in report.source.multiclass
        for one in model["classes"]
    )


def class_pairs(report: Report) -> Sheet:
    """Each pair of classes, by each model that scores all classes."""
    head = ["a", "b", "scores for a", "scores for b", "a above b (share of pairs, scores for a)"]
    head += ["b above a (share of pairs, scores for b)", "mean of both"]
    return head, (
        (p["a"], p["b"], column[p["a"]], column[p["b"]], p["a_given_b"], p["b_given_a"], p["auc"])
        for model in report.source.multiclass
        for column in [{one["name"]: one["column"] for one in model["classes"]}]
        for p in model["pairs"]
    )


def scenarios(report: Report) -> Sheet:
    """The conditions of now and those that are kept."""
    every, rows = report.every_scenario, report.scenario_rows
    symbol = report.currency.symbol
    head = ["scenario", "prior", f"missed positive ({symbol})", f"false alarm ({symbol})", "PC(+)"]
    head += ["model", "threshold as printed", NEC, f"expected cost ({symbol} per case)"]
    head += ["against today (share of today's cost)"]
    return head, (
        (row.name, *_conditions(one.point), *_answer(row)) for one, row in zip(every, rows)
    )


def best(report: Report) -> Sheet:
    """Who is best where along PC(+)."""
    stretches = best_where(report.analysis.hull(report.shown)) if report.shown else ()
    head = [*_ends("PC(+)"), "best"]
    return head, ((s.low, s.high, " = ".join(s.owners) or TRIVIAL_NAMES[s.call]) for s in stretches)


def pairs(report: Report) -> Sheet:
    """Every pair tested, each kind of test with Holm's adjustment over the pairs."""
    pcf = report.point.pcf
    head = ["a", "b", f"nec of a less nec of b at PC(+) {pcf!r}"]
    head += [*_ends(f"the same, {percent(report.level)} band"), "p", "p (Holm)"]
    head += ["p of no difference anywhere", "p of no difference anywhere (Holm)"]
    head += ["auc of a less auc of b", *_ends(f"the same, {percent(report.level)} interval")]
    head += ["p of equal areas", "p of equal areas (Holm)"]

    def row(tested: PairTests) -> tuple:
        one, area = tested.comparison, tested.comparison.auc_difference
        tests = tested.here, tested.anywhere, tested.area
        here, anywhere, areas = ((test.p, test.holm) for test in tests)
        ends = one.at(pcf), (area.value, area.low, area.high)
        return (one.a, one.b, *ends[0], *here, *anywhere, *ends[1], *areas)

    return head, (row(tested) for tested in pair_tests(report.comparisons, pcf))


def folds(report: Report) -> Sheet:
    """Every fold of every model, at its own cheapest threshold; their mean and its limits."""
    pcf = report.point.pcf
    head = ["model", "fold", "positives", "negatives", "auc", f"nec at PC(+) {pcf!r}"]

    def part(one: Folds) -> Iterator[tuple]:
        yield from map(astuple, fold_rows(one, pcf))
        means = fold_means(one, pcf, report.level)
        yield ("mean", None, None, means.auc.value[0], means.nec.value[0])
        if len(one.counts) > 1:
            for end, name in zip(("low", "high"), _ends(f"mean, {percent(report.level)} limits")):
                yield (name, None, None, *(getattr(of, end)[0] for of in (means.auc, means.nec)))

    return head, ((one.name, *row) for one in report.folds for row in part(one))


def _call(call: Call) -> tuple:
    low, high = call.interval or (None, None)
    done = TRIVIAL_NAMES.get(call.call) or ("mixed" if call.text is None else "some")
    rates = (call.tpr, call.fpr, call.precision, call.nec, call.expected_cost)
    return (done, call.threshold, call.text, *rates, low, high)


def _conditions(point: OperatingPoint) -> tuple:
    return point.prior, point.cost_fn, point.cost_fp, point.pcf


def _answer(row: ScenarioRow) -> tuple:
    return row.model, row.threshold, row.nec, row.cost, row.against


def _ends(name: str) -> list[str]:
    return [f"{name}, low", f"{name}, high"]
