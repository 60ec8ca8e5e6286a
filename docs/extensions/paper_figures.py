"""The papers' figures, drawn from their numbers by costdash.core while the site is built."""

from collections.abc import Callable

import numpy as np
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from costdash.core import (
    bootstrap_bands,
    common_hull,
    convex_hull,
    count,
    normalized_expected_cost,
    score_driven_cost,
    trivial_cost,
)
from costdash.core.sample.counts import Counts
from extensions.svg import Chart

PCF = np.linspace(0, 1, 201)
FAWCETT_CLASSES = "ppnpppnnpnpnpnnnpnpn"
FAWCETT_SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
FAWCETT_SCORES += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1]
OVERCONFIDENT = [0.99999, 0.99999, 0.99993, 0.99986, 0.99964]
OVERCONFIDENT += [0.99955, 0.68139, 0.50961, 0.4888, 0.44951]


def roc_chart() -> Chart:
    chart = Chart("False positive rate", "True positive rate")
    return chart.line([0, 1], [0, 1], dash="3 3")


def cost_chart(top: float = 1.0) -> Chart:
    chart = Chart("Probability cost, PC(+)", "Normalized expected cost", top)
    return chart.line(PCF, np.minimum(trivial_cost(PCF), top), dash="3 3")


def through(*points: tuple[float, float]) -> Counts:
    """Counts of 100 positives and negatives whose ROC curve has these points (fpr, tpr)."""
    fpr, tpr = np.array([(0, 0), *points, (1, 1)]).T
    threshold = np.r_[np.inf, np.arange(len(fpr) - 1, 0, -1)]
    return Counts(threshold, np.rint(100 * tpr), np.rint(100 * fpr))


def point_and_line() -> Chart:
    """Drummond & Holte (2000), figure 8: (.09, .36) of ROC space is a line in cost space."""
    cost = normalized_expected_cost(0.09, 0.36, PCF)
    low, high = convex_hull(through((0.09, 0.36))).operating_range
    chart = cost_chart().line(PCF, cost, "first").text(0.01, 0.16, "0.09").text(0.9, 0.68, "0.64")
    for end in (low, high):
        at = float(normalized_expected_cost(0.09, 0.36, end))
        chart.dot(end, at, "first").text(end + 0.03, at - 0.05, f"{end:.3f}")
    return chart


def envelope() -> Chart:
    """Drummond & Holte (2000), figure 9: the lower envelope of the lines of a set of thresholds."""
    points = [(0.09, 0.36), (0.25, 0.7), (0.5, 0.9)]
    chart = cost_chart()
    for fpr, tpr in points:
        chart.line([0, 1], normalized_expected_cost(fpr, tpr, np.array([0, 1])), "plain", "6 3")
    return chart.line(PCF, convex_hull(through(*points)).cost(PCF), "first")


def small_sample() -> Chart:
    """Drummond & Holte (2004), figures 11 and 12: 16 of 20 found, 4 of 10 false alarms."""
    cells = {(True, 1): 16, (True, 0): 4, (False, 1): 4, (False, 0): 6}
    is_positive, score = zip(*(key for key, n in cells.items() for _ in range(n)))
    counts = count(np.array(is_positive), np.array(score, dtype=float))
    rng = np.random.default_rng(0)
    band = bootstrap_bands(counts, rng=rng).cost(0.9)
    chart = cost_chart().area(band.x, band.low, band.high, "first")
    chart.line(PCF, convex_hull(counts).cost(PCF), "first")
    return chart.dot(0.5, 0.3, "first").text(0.53, 0.34, "0.3")


def ranked_cases() -> Chart:
    """Fawcett (2004), figure 3: twenty cases, and the thresholds along their ROC curve."""
    counts = count(np.array(list(FAWCETT_CLASSES)) == "p", np.array(FAWCETT_SCORES))
    chart = roc_chart().line(counts.fpr, counts.tpr, "first")
    for fpr, tpr, threshold in zip(counts.fpr, counts.tpr, counts.threshold):
        if threshold in (0.9, 0.7, 0.54, 0.505, 0.3):
            chart.dot(fpr, tpr, "first").text(fpr + 0.02, tpr - 0.05, f"{threshold:g}")
    return chart


def overconfident_scores() -> Chart:
    """Fawcett (2004), figure 4: scores that rank perfectly are cut at the wrong places."""
    counts = count(np.arange(10) < 6, np.array(OVERCONFIDENT))
    cut = np.array([score_driven_cost(counts, float(pcf), 0.6) for pcf in PCF])
    chart = cost_chart().line(PCF, cut, "second").line(PCF, convex_hull(counts).cost(PCF), "first")
    chart.text(0.5, 0.27, "taken as probabilities", "middle")
    return chart.text(0.5, 0.03, "best thresholds", "middle")


def roc_convex_hull() -> Chart:
    """Provost & Fawcett (1997), figures 2 and 3: only the classifiers on the hull are ever best."""
    models = {
        "A": [(0.05, 0.5), (0.2, 0.62)],
        "B": [(0.25, 0.65)],
        "C": [(0.4, 0.9)],
        "D": [(0.1, 0.45)],
    }
    hull = common_hull({name: through(*points) for name, points in models.items()})
    chart = roc_chart().line(hull.fpr, hull.tpr, "first")
    best = {name for owners in hull.owner for name in owners}
    for name, points in models.items():
        for fpr, tpr in points:
            chart.dot(fpr, tpr, "first" if name in best else "second")
            chart.text(fpr + 0.03, tpr - 0.04, name)
    return chart


def two_tables() -> Chart:
    """The slides of 2013: the model with the higher printed cost is the cheaper one everywhere."""
    chart = cost_chart()
    for name, (tp, fn, fp, tn), colour in (
        ("M1", (150, 40, 60, 250), "second"),
        ("M2", (250, 45, 5, 200), "first"),
    ):
        cost = normalized_expected_cost(fp / (fp + tn), tp / (tp + fn), PCF)
        chart.line(PCF, cost, colour).text(0.5, float(cost[100]) + 0.03, name)
    return chart


FIGURES: dict[str, Callable[[], Chart]] = {
    "point-and-line": point_and_line,
    "envelope": envelope,
    "small-sample": small_sample,
    "ranked-cases": ranked_cases,
    "overconfident-scores": overconfident_scores,
    "roc-convex-hull": roc_convex_hull,
    "two-tables": two_tables,
}


class PaperFigure(SphinxDirective):
    """`{paper-figure} NAME`: the picture, with the first line of its function as caption."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        draw = FIGURES[self.arguments[0]]
        caption = (draw.__doc__ or "").strip()
        html = f'<div class="paper-figure">{draw().svg(caption)}</div>'
        return [nodes.raw("", html, format="html"), nodes.paragraph("", caption)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("paper-figure", PaperFigure)
    return {"parallel_read_safe": True}
