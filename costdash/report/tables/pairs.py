"""Tables of pairs of models: the tests of all pairs, and the crossovers of one pair."""

from collections.abc import Callable, Sequence
from math import isnan

from costdash.core import OperatingPoint
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.crossovers import CrossoverInterval
from costdash.core.compare.multiple_testing import PairTests, Test
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.comparison import p_text
from costdash.report.tables.table import Table
from costdash.wording import count_of, listed, number, percent

REMAINS = " *"  # marks an adjusted p-value that is still significant
TESTS = ("p", "Holm")
UNSURE = "may be chance"  # instead of the interval of a crossover


def pair_table(
    tests: Sequence[PairTests],
    point: OperatingPoint,
    level: float | None,
    currency: Currency = DOLLAR,
    named: Callable[[str], str] = str,
) -> Table:
    """One row per pair; marks what stays significant at `level` (None: marks nothing).

    named: formats a model's name.
    """
    here = f"cheaper here, {Amounts.at(point, currency).case_unit.of}"
    return Table(
        title="All pairs",
        head=("Pair", here, *TESTS, "anywhere along PC(+): p", "Holm", "larger AUC", *TESTS),
        rows=tuple(_row(pair, named, point, level, currency) for pair in tests),
        note=_note(tests, level),
    )


def crossovers_table(comparison: Comparison, banded: bool = True) -> Table:
    """One row per crossover of the two cost curves; banded: with its interval."""
    head = (
        "Crossover at PC(+)",
        "slope",
        percent(comparison.level),
        "resamples that cross anywhere",
    )
    width = len(head) if banded else 2
    return Table(
        title="Crossovers",
        head=head[:width],
        rows=tuple(_crossover_row(crossover)[:width] for crossover in comparison.crossovers),
    )


def _crossover_row(crossover: CrossoverInterval) -> tuple[str, ...]:
    low, high, share = crossover.low, crossover.high, crossover.share_crossing
    return (
        number(crossover.pcf),
        number(crossover.slope),
        "" if isnan(share) else UNSURE if isnan(low) else f"{number(low)} to {number(high)}",
        "" if isnan(share) else percent(share),
    )


def _row(
    tests: PairTests,
    named: Callable[[str], str],
    point: OperatingPoint,
    level: float | None,
    currency: Currency,
) -> tuple[str, ...]:
    names = named(tests.comparison.a), named(tests.comparison.b)
    amounts = Amounts.at(point, currency)
    cheaper = amounts.less(amounts.cases * point.scale * abs(tests.here.value))
    larger = number(abs(tests.area.value))
    return (
        f"{names[0]} and {names[1]}",
        _leads(-tests.here.value, names, cheaper),
        *_tested(tests.here, level),
        *_tested(tests.anywhere, level),
        _leads(tests.area.value, names, larger),
        *_tested(tests.area, level),
    )


def _leads(lead: float, names: tuple[str, str], by: str) -> str:
    """The model that is ahead: the first if `lead` is positive."""
    return "equal" if lead == 0 else f"{names[lead < 0]}, {by}"


def _tested(test: Test, level: float | None) -> tuple[str, str]:
    if isnan(test.p):
        return "", ""
    mark = REMAINS if level is not None and test.remains(level) else ""
    return p_text(test.p), p_text(test.holm) + mark


def _note(tests: Sequence[PairTests], level: float | None) -> str:
    """How many pairs remain significant, and how to read the table."""
    if any(isnan(pair.anywhere.p) for pair in tests):
        return "No p-values: a class has too few rows."
    cross_fitted = tests[0].comparison.cross_fitted
    least = p_text(1 / (1 + tests[0].comparison.n_replicates))
    read = (
        "“Here” means at your conditions. Holm's p-values allow for picking the clearest of "
        f"{len(tests)} pairs, in each of the three kinds of tests (Holm 1979). "
    )
    fewest = min(pair.here.tested for pair in tests)
    if fewest < len(tests):
        read += (
            "“Here” the recommended model's pairs answer one question, whether it is the cheapest, "
            f"and allow for these {count_of(fewest, 'comparison')} alone. "
        )
    if cross_fitted:
        read += "Costs are cross-fitted; areas are of all rows."
    else:
        read += (
            f"Those of costs come from the replicates of the bands, and so are not below {least}."
        )
    if level is None:
        return read
    if not cross_fitted and 2 * len(tests) / (1 + tests[0].comparison.n_replicates) > 1 - level:
        read += f" At {percent(level)} those here would need more replicates, among so many pairs."
    families = zip(*((pair.here, pair.anywhere, pair.area) for pair in tests))
    remain = [sum(test.remains(level) for test in family) for family in families]
    where = ("differ at your conditions", "differ somewhere along PC(+)", "differ in AUC")
    counts = listed([f"{k} {how}" for k, how in zip(remain, where)])
    return f"Of {len(tests)} pairs, at {percent(level)}: {counts} (marked *). {read}"
