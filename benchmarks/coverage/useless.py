"""Cells of scores without information: the recommended rule and the saving it claims."""

from collections.abc import Iterator

from benchmarks.coverage.cells import OBSERVED, PCFS, Cell, Hit
from benchmarks.coverage.costs import analyses, operating_point
from benchmarks.coverage.populations import Population, sampled
from costdash.core import Predictions


def useless(population: Population, predictions: Predictions, seed: int) -> Iterator[Hit]:
    for way, analysis in zip(("same rows", "cross-fitted"), analyses(predictions, seed)):
        for pcf in PCFS:
            decision = analysis.decide(operating_point(pcf, population.prevalence), level=0.95)
            best, place = decision.best, f"PC(+) {pcf}"
            trivial, nec = best.call != "some", decision.trivial.nec
            claimed = not trivial and best.interval[1] < nec
            yield Hit(f"call none or all is the answer, {way}", OBSERVED, trivial, place)
            yield Hit(f"the 95 % interval lies below it, {way}", OBSERVED, claimed, place)


POPULATIONS = (sampled(90, 300, 0.0), sampled(90, 300, *[0.0] * 5), sampled(50, 1000, 0.0))
CELLS = tuple(Cell("useless scores", population, useless) for population in POPULATIONS)
