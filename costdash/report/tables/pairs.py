"""All pairs of models in one table, with p-values as they are and Holm's."""

from collections.abc import Callable, Sequence

from costdash.core import OperatingPoint
from costdash.core.compare.multiple_testing import PairTests, Test
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.comparison import p_text
from costdash.report.tables.table import Table
from costdash.wording import listed, number, percent

REMAINS = " *"  # after a p-value of Holm's
TESTS = ("p", "Holm")


def pair_table(
    tests: Sequence[PairTests],
    point: OperatingPoint,
    level: float | None,
    currency: Currency = DOLLAR,
    named: Callable[[str], str] = str,
) -> Table:
    """One row per pair; what stays significant at `level` is marked, nothing where it is None.

    named: how a model's name is written.
    """
    here = f"cheaper here, {Amounts.at(point, currency).case_unit.of}"
    return Table(
        title="All pairs",
        head=("Pair", here, *TESTS, "anywhere along PC(+): p", "Holm", "larger AUC", *TESTS),
        rows=tuple(_row(one, named, point, level, currency) for one in tests),
        note=_note(tests, level),
    )


def _row(one: PairTests, named, point: OperatingPoint, level, currency: Currency) -> tuple:
    names = named(one.comparison.a), named(one.comparison.b)
    amounts = Amounts.at(point, currency)
    cheaper = amounts.less(amounts.cases * point.scale * abs(one.here.value))
    larger = number(abs(one.area.value))
    return (
        f"{names[0]} and {names[1]}",
        _leads(-one.here.value, names, cheaper),
        *_tested(one.here, level),
        *_tested(one.anywhere, level),
        _leads(one.area.value, names, larger),
        *_tested(one.area, level),
    )


def _leads(lead: float, names: tuple[str, str], by: str) -> str:
    """Who is ahead, where a positive lead is the first one's."""
    return "equal" if lead == 0 else f"{names[lead < 0]}, {by}"


def _tested(test: Test, level: float | None) -> tuple[str, str]:
    if test.p != test.p:
        return "", ""
    mark = REMAINS if level is not None and test.remains(level) else ""
    return p_text(test.p), p_text(test.holm) + mark


def _note(tests: Sequence[PairTests], level: float | None) -> str:
    """How many remain, and how to read it."""
    if any(one.anywhere.p != one.anywhere.p for one in tests):
        return "No p-values: a class has too few rows."
    least = p_text(1 / (1 + tests[0].comparison.n_replicates))
    read = (
        "“Here” means at your conditions. Holm's p-values allow for picking the clearest of "
        f"{len(tests)} pairs, in each of the three kinds of tests (Holm 1979). Those of costs come "
        f"from the replicates of the bands, and so are not below {least}."
    )
    if level is None:
        return read
    if 2 * len(tests) / (1 + tests[0].comparison.n_replicates) > 1 - level:
        read += f" At {percent(level)} those here would need more replicates, among so many pairs."
    families = zip(*((one.here, one.anywhere, one.area) for one in tests))
    remain = [sum(test.remains(level) for test in family) for family in families]
    where = ("differ at your conditions", "differ somewhere along PC(+)", "differ in AUC")
    found = listed([f"{k} {how}" for k, how in zip(remain, where)])
    return f"Of {len(tests)} pairs, at {percent(level)}: {found} (marked *). {read}"
