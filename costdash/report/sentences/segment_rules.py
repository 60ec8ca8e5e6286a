"""The rule with a case for each segment whose own threshold is shown to save."""

from dataclasses import dataclass, replace

from costdash.core.segments.segment_costs import SegmentCosts
from costdash.report.sentences.rules import Origins, rule_conditions
from costdash.report.sentences.segments import recommended_thresholds, rule_text
from costdash.wording import without_line_ends

BLANK = "blank"


@dataclass(frozen=True, slots=True)
class SegmentCase:
    """One segment with its threshold, as conditions in Python and SQL."""

    segment: str
    threshold: float | None
    call: str
    python: str
    sql: str


@dataclass(frozen=True, slots=True)
class SegmentRules:
    """The rule by segment: its cases, and all of it in Python, SQL and words.

    In Python, `segment` is the text of the column's value, None where it is missing.
    """

    column: str
    cases: tuple[SegmentCase, ...]
    python: str
    sql: str
    words: str


def segment_rules(found: SegmentCosts, origins: Origins) -> SegmentRules | None:
    """The rule with its cases; None where no threshold of a segment's own is shown to save.

    Bands, periods and pooled segments are no values of the column, so they have no case.
    """
    whole = rule_conditions(found.call, origins)
    if whole.python is None or whole.sql is None or found.segments.bands:
        return None
    cases = []
    for place in recommended_thresholds(found):
        rule, name = found.segment_rules[place], found.segments.names[place]
        call = replace(found.call, call=rule.call, threshold=rule.threshold, text=rule.text)
        code = rule_conditions(call, origins)
        if code.python and code.sql and not _is_pooled(found, name):
            cases.append(SegmentCase(name, rule.threshold, rule.call, code.python, code.sql))
    if not cases or found.segments.are_periods:
        return None
    column = found.request.column
    quoted = '"' + without_line_ends(column).replace('"', '""') + '"'
    python = "".join(f"{case.python} if {_python_test(case.segment)} else " for case in cases)
    sql = " ".join(f"WHEN {_sql_test(quoted, case.segment)} THEN {case.sql}" for case in cases)
    texts = {found.segments.names[k]: rule_text(found, k) for k in recommended_thresholds(found)}
    words = "; ".join(f"where {column} is {c.segment}: {texts[c.segment]}" for c in cases)
    return SegmentRules(
        column,
        tuple(cases),
        f"{python}{whole.python}",
        f"CASE {sql} ELSE {whole.sql} END",
        f"Thresholds of their own, {words}.",
    )


def _is_pooled(found: SegmentCosts, name: str) -> bool:
    pooled, _ = found.segments.pooled
    return bool(pooled) and name == f"other ({pooled:,})"


def _python_test(name: str) -> str:
    return "segment is None" if name == BLANK else f"segment == {name!r}"


def _sql_test(column: str, name: str) -> str:
    if name == BLANK:
        return f"{column} IS NULL"
    return f"{column} = '{name.replace(chr(39), 2 * chr(39))}'"
