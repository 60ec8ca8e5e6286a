"""Which cases the page asks for, and how the drawer shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from costdash.core import Call
from costdash.core.sample.cases import (
    FLIPS,
    OUTCOMES,
    REVIEWED,
    Case,
    CasePage,
    CaseQuestion,
    NamedRule,
)
from costdash.intake.rows.case_columns import NEGATIVE, POSITIVE
from costdash.report.csv.cases import MOST_EXPORTED, case_words
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.cases import (
    changes_sentence,
    cost_words,
    counts_sentence,
    ledger_sentence,
    list_title,
    no_cases_sentence,
    together_sentence,
)
from costdash.web.page.decision import is_weighted

NO_RULE = "The rule flags no case or all cases: there is no threshold to list cases by."
# Lists whose number stands in the ledger, by the line of `Ledger`.
LEDGER = {
    "found": "positives_found",
    "missed": "missed",
    "false-alarm": "false_alarms",
    "left-alone": "left_alone",
}
MISTAKES = ("missed", "false-alarm")


def printed_rule(call: Call) -> NamedRule:
    """The rule of a call with its thresholds as printed.

    Raises ValueError for a call of none or all.
    """
    if call.zone is not None:
        high, low = (_score(end.text, end.threshold) for end in (call.zone.high, call.zone.low))
        return NamedRule(call.zone.model, high, low)
    if call.call != "some" or call.model is None or call.threshold is None:
        raise ValueError(NO_RULE)
    return NamedRule(call.model, _score(call.text, call.threshold))


def _score(text: str | None, threshold: float | None) -> float:
    """A threshold as it is printed; without one no case is flagged."""
    return inf if threshold is None else float(text or threshold)


def rules_to_compare(shown: Call, today: Call | None) -> tuple[NamedRule, NamedRule | None]:
    """The rule that the card shows, and today's rule unless a review zone is shown.

    Raises ValueError as `printed_rule` does.
    """
    rule = printed_rule(shown)
    has_flips = today is not None and today.call == "some" and rule.low is None
    return rule, printed_rule(today) if today is not None and has_flips else None


def case_question(
    report: Report, cases: str, order: str | None, start: int, most: int
) -> CaseQuestion:
    """The question for at most `most` rows of a list, from a start, of the rule that is shown.

    Raises ValueError as `printed_rule` does.
    """
    rule, today = rules_to_compare(report.summary.shown_call[1], report.scene.today)
    flips, point = cases == FLIPS, report.point
    return CaseQuestion(
        rule,
        cases,
        today,
        start,
        most,
        order or ("cost" if flips else None),
        (point.cost_fn, point.cost_fp),
        _further_models(report, rule, today if flips else None),
    )


def _further_models(report: Report, rule: NamedRule, today: NamedRule | None) -> tuple[str, ...]:
    """The models whose scores stand beside the rule's: today's, or all others that are shown."""
    names = report.shown if today is None else (today.model,)
    models = report.analysis.models
    return tuple(name for name in names if name != rule.model and models[name].confusion is None)


@dataclass(frozen=True, slots=True)
class ShownCases:
    """Some rows of a list, as the drawer shows them."""

    report: Report
    asked: CaseQuestion
    page: CasePage

    @property
    def amounts(self) -> Amounts:
        return Amounts.at(self.report.point, self.report.currency)

    @property
    def has_costs(self) -> bool:
        """Whether the rows of the list differ in what they cost."""
        per_case = self.report.analysis.costs is not None
        return self.asked.cases == FLIPS or (per_case and self.asked.cases in MISTAKES)

    @property
    def sentence(self) -> str:
        """Which rows of the file are listed, and how their number leads to the ledger's."""
        rule, today, page = self.asked.rule, self.asked.today, self.page
        if self.asked.cases == FLIPS and today is not None:
            shares = self.report.analysis.prevalence, self.report.point.prior
            together = together_sentence(page.difference, self.amounts, *shares)
            return changes_sentence(rule, today, page.changes, together)
        return f"{counts_sentence(rule, page.counts)} {self._of_ledger}".rstrip()

    @property
    def _of_ledger(self) -> str:
        """Nothing where more than the prior lies between the file and the ledger."""
        line, point = LEDGER.get(self.asked.cases), self.report.point
        if line is None or self.asked.rule.low is not None or is_weighted(self.report.analysis):
            return ""
        call = self.report.summary.shown_call[1]
        book = ledger(call, point, currency=self.report.currency)
        return ledger_sentence(point.prior, getattr(book, line).count, book.of)

    @property
    def fields(self) -> dict[str, Any]:
        """What is said of the list as a whole."""
        page, asked = self.page, self.asked
        names = OUTCOMES if asked.rule.low is not None else OUTCOMES[: OUTCOMES.index(REVIEWED)]
        return {
            "cases": asked.cases,
            "title": list_title(asked.cases, page.total),
            "sentence": self.sentence if page.total else no_cases_sentence(asked.cases),
            "total": page.total,
            "most": MOST_EXPORTED,
            "counts": {name: page.counts[name] for name in names},
            "flips": sum(page.changes.values()) if asked.today else None,
            "order": asked.order or ("distance" if self.report.analysis.costs is None else "cost"),
            "models": [asked.rule.model, *asked.others],
            "costs": self.has_costs,
            "outcomes": asked.cases not in LEDGER,
        }

    def rows(self, texts: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
        """The rows; texts: the cells of each in the columns that the owner ticked."""
        return [self._row(case, cells) for case, cells in zip(self.page.cases, texts, strict=True)]

    def _row(self, case: Case, cells: Sequence[str]) -> dict[str, Any]:
        row = {
            "row": case.place + 1,
            "cells": list(cells),
            "scores": [case.score, *case.others],
            "outcome": self._outcome(case),
        }
        return row | ({"cost": cost_words(case.cost, self.amounts)} if self.has_costs else {})

    def _outcome(self, case: Case) -> str:
        """What happened to a case; of those that are looked at, what it is."""
        if self.asked.cases == REVIEWED:
            return POSITIVE if case.is_positive else NEGATIVE
        return case_words(self.asked.cases)[case.what]
