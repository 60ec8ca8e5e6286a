"""The curves of a report as CSV: the points that are drawn, with their bands."""

from collections.abc import Iterator
from itertools import chain, repeat

from costdash.core import ModelAnalysis, precision_at, score_driven_cost
from costdash.core.curves.cost import PCF_GRID
from costdash.report.csv.tables import AT_LEAST, Sheet, band_name
from costdash.report.json.folds import folds_fields
from costdash.report.report import Report
from costdash.wording import percent


def roc(report: Report) -> Sheet:
    """Curves, then bands of tpr at fixed fpr, then the common hull with its owners."""
    head = ["model", "part", AT_LEAST, "fpr (share of negatives)", "tpr (share of positives)"]
    whole = report.view.roc_whole
    head += _band_ends(report, "tpr, whole curve at once" if whole else "tpr")

    def part(model: ModelAnalysis) -> Iterator[tuple]:
        drawn = model.counts.take(model.path)
        for point in zip(drawn.threshold, drawn.fpr, drawn.tpr):
            yield (model.name, "curve", *point, None, None)
        if model.bands and report.view.level:
            band = model.bands.roc(report.view.level, simultaneous=whole)
            for x, low, high in zip(band.x, band.low, band.high):
                yield (model.name, "band", None, x, None, low, high)

    return head, chain(_each(report, part), _hull(report))


def precision_recall(report: Report) -> Sheet:
    """Curves at the prior, then bands of precision at fixed recall."""
    prior = report.point.prior
    head = ["model", "part", AT_LEAST, "recall (share of positives)"]
    head += [f"precision (at prior {prior!r})", *_band_ends(report, "precision")]

    def part(model: ModelAnalysis) -> Iterator[tuple]:
        drawn = model.counts.take(model.path)
        precision = precision_at(drawn.fpr, drawn.tpr, prior)
        for point in zip(drawn.threshold, drawn.tpr, precision):
            yield (model.name, "curve", *point, None, None)
        if model.bands and report.view.level:
            band = model.bands.recall(report.view.level)
            low = precision_at(band.high, band.x, prior)
            high = precision_at(band.low, band.x, prior)
            for point in zip(band.x, low, high):
                yield (model.name, "band", None, point[0], None, *point[1:])

    return head, _each(report, part)


def cost(report: Report) -> Sheet:
    """Lower envelopes at their bends and between, with bands; what is paid on other folds."""
    head = ["model", "part", "PC(+)", "nec", *_band_ends(report, "nec")]
    level, fit = report.view.level, report.view.other_rows

    def part(model: ModelAnalysis) -> Iterator[tuple]:
        bends, _ = model.hull.bends
        x, low, high = sorted({*PCF_GRID.tolist(), *bends.tolist()}), repeat(None), repeat(None)
        if model.bands and level:
            band = model.bands.cost(level)
            x, low, high = band.x, band.low, band.high
        for point in zip(x, model.hull.cost(x), low, high):
            yield (model.name, "lower envelope", *point)
        if report.view.score_driven and model.is_probability:
            prior = report.view.score_prior or report.analysis.prevalence
            for point in zip(PCF_GRID, score_driven_cost(model.counts, PCF_GRID, prior)):
                yield (model.name, "scores taken at their word", *point, None, None)

    def elsewhere() -> Iterator[tuple]:
        band = fit.band(report.level, PCF_GRID)
        for point in zip(PCF_GRID, fit.cost(PCF_GRID), band.low, band.high):
            yield ("best", "chosen on other folds", *point)

    return head, chain(_each(report, part), elsewhere() if fit else ())


def difference(report: Report) -> Sheet:
    """nec(a) - nec(b) of every pair, with the band at each PC(+) and of the whole curve."""
    head = ["a", "b", "PC(+)", "nec of a less nec of b"]
    head += [f"{level}, {end}" for level in _levels(report) for end in ("low", "high")]
    return head, (
        (one.a, one.b, *point)
        for one in report.comparisons
        for point in zip(one.x, one.value, one.low, one.high, one.wide_low, one.wide_high)
    )


def crossovers(report: Report) -> Sheet:
    """Where the cost curves of two models cross."""
    head = ["a", "b", "PC(+)", "slope", "PC(+), low", "PC(+), high", "share of replicates crossing"]
    return head, (
        (one.a, one.b, c.pcf, c.slope, c.low, c.high, c.share_crossing)
        for one in report.comparisons
        for c in one.crossovers
    )


def fold_averages(report: Report) -> Sheet:
    """Curves averaged over folds, with Student's limits."""
    head = ["model", "average", AT_LEAST, "fpr", "fpr, low", "fpr, high", "tpr", "tpr, low"]
    head += ["tpr, high", "PC(+)", "nec", "nec, low", "nec, high"]
    empty = dict.fromkeys(("threshold", "fpr", "fpr_low", "fpr_high", "tpr", "tpr_low", "tpr_high"))
    empty |= dict.fromkeys(("pcf", "nec", "nec_low", "nec_high"))

    def averages() -> Iterator[tuple]:
        for one in folds_fields(report.folds, PCF_GRID.tolist(), report.level):
            for kind, rate in (("vertical", "tpr"), ("threshold", None), ("cost", "nec")):
                for row in one[kind]:
                    named = {(f"{rate}_{k}" if k in ("low", "high") else k): row[k] for k in row}
                    yield (one["model"], kind, *(empty | named).values())

    return head, averages()


def _hull(report: Report) -> Iterator[tuple]:
    if not report.shown:
        return
    hull = report.analysis.hull(report.shown)
    for owner, *point in zip(hull.owner, hull.threshold, hull.fpr, hull.tpr):
        yield (" = ".join(owner), "hull", *point, None, None)


def _each(report: Report, part) -> Iterator[tuple]:
    return chain.from_iterable(part(report.analysis.models[name]) for name in report.shown)


def _band_ends(report: Report, what: str) -> list[str]:
    return [f"{what}, {band_name(report)}, {end}" for end in ("low", "high")]


def _levels(report: Report) -> tuple[str, str]:
    said = f"{percent(report.level)} band"
    return f"{said} at each PC(+)", f"{said} of the whole curve"
