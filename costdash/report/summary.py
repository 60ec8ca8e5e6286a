"""What is told of one operating point and one view: page, report and CSV say it alike."""

from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision, OperatingPoint
from costdash.core.analysis.calls import call_of_choice, choice_by
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.folds.crossfit import on_other_rows
from costdash.figures import View
from costdash.report.sentences.amounts import DOLLAR, Currency
from costdash.report.sentences.cost_matrix import in_all_sentence, reduction_sentences
from costdash.report.sentences.criteria import choice_parts, choice_sentences
from costdash.report.sentences.decision import Part, decision_sentences
from costdash.report.sentences.rules import rule_code
from costdash.report.sentences.sample import cross_fitted, optimism
from costdash.report.sentences.sensitivity import (
    Answer,
    answers,
    change_sentences,
    present_parts,
    sensitivity_sentence,
)

LEAST = "Least expected cost"
Paid = tuple[CostMatrix | None, float | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule worth comparing: what it is (Best, Today, ...), of which model, and its call."""

    what: str
    model: str
    call: Call
    note: str = ""

    @property
    def title(self) -> str:
        return ": ".join(filter(None, (self.what, self.model))) + self.note


@dataclass(frozen=True, slots=True)
class Told:
    """The decision and what stands beside it; pin and chosen are thresholds held fast.

    best is the call that the headline speaks of, single the one threshold to use (another than
    best only where best mixes two); by_criterion: another criterion than least cost chose.
    paid_there: costs are of choosing on other rows. answers: best in parts of the
    ranges, where present says of which point in them the numbers are.
    """

    headline: tuple[Part, ...]
    detail: str
    sensitivity: str
    present: tuple[Part, ...]
    changes: tuple[str, ...]
    rules: tuple[Rule, ...]
    best: Call
    single: Call
    pin: Call | None
    chosen: Call | None
    by_criterion: bool
    paid_there: bool
    answers: tuple[Answer, ...]
    matrix: tuple[str, ...]

    @property
    def text(self) -> str:
        """The headline as plain text."""
        return "".join(part.text for part in self.headline)

    @property
    def shown(self) -> tuple[str, Call]:
        """The call whose four cells are shown, and what it is."""
        if self.chosen:
            return "The chosen threshold", self.chosen
        return "By the criterion" if self.by_criterion else "The best rule", self.best

    @property
    def code(self) -> str:
        return rule_code(self.single)


def tell(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    currency: Currency = DOLLAR,
    paid: Paid = (None, None),
) -> Told:
    """paid is the full cost matrix that the two costs come from, and the cases in a month."""
    if view.estimated_prior:
        analysis = analysis.with_estimated_prior
    decision, method = analysis.decide(point, view.models, view.level), None
    if view.other_rows and decision.best.call == "some":
        decision = on_other_rows(decision, view.other_rows)
        method = cross_fitted(view.other_rows, view.level)
        method = f"{method} {optimism(view.other_rows, point, currency)}"
    pin, chosen = (_held(analysis, point, held, view.level) for held in (view.pin, view.chosen))
    said = decision_sentences(decision, analysis, view.models, pin, currency, method)
    headline, detail, best = said.headline, said.detail, decision.best
    rules, single, by_criterion = _rules(analysis, point, view, decision, pin, chosen), best, False
    changes = change_sentences(analysis, point, view.models)
    if view.criterion and view.models:
        by_criterion, changes = True, []
        choice = choice_by(view.criterion, analysis, view.models)
        _, detail = choice_sentences(view.criterion, choice, analysis, point, currency)
        headline = tuple(choice_parts(view.criterion, choice, analysis, point, currency))
        if analysis.parts:
            detail = f"{detail} Rules {analysis.chosen}.".strip()
        best = call_of_choice(analysis, point, choice, view.level)
        rule = choice.single
        single = analysis.call_at(point, rule.model, rule.index, view.level)
        rules = _criterion_rules(best, single if choice.tie is not None else None, rules)
    found = answers(analysis, view.known, view.models) if view.known else []
    return Told(
        headline=headline,
        detail=detail,
        sensitivity=sensitivity_sentence(found, view.known) if view.known else "",
        present=present_parts(view.known, point) if view.known else (),
        changes=tuple(changes),
        rules=tuple(rules),
        best=best,
        single=single,
        pin=pin,
        chosen=chosen,
        by_criterion=by_criterion,
        paid_there=method is not None,
        answers=tuple(found),
        matrix=_of_matrix(paid, best, point, currency),
    )


def _held(analysis: Analysis, point: OperatingPoint, threshold, level: float) -> Call | None:
    return None if threshold is None else analysis.call_at(point, *threshold, level)


def _rules(analysis, point, view: View, decision: Decision, pin, chosen) -> list[Rule]:
    """Best, each other model's own best, chosen, today's and trivial."""
    best = decision.best
    others = [name for name in view.models if name != best.model]
    there = ", other folds" * bool(view.other_rows and best.model)
    rules = [Rule("Best", best.model or "", best, there)]
    rules += [Rule("", name, analysis.call_of(point, name, view.level)) for name in others]
    rules += [Rule("Chosen", chosen.model, chosen)] if chosen else []
    rules += [Rule("Today", pin.model, pin)] if pin else []
    return rules + ([Rule("Without a model", "", decision.trivial)] if best.model else [])


def _criterion_rules(best: Call, single: Call | None, rules: list[Rule]) -> list[Rule]:
    """What the criterion chose comes first, then what costs least."""
    least, *others = rules
    mine = [Rule("By the criterion", "", best)]
    mine += [Rule("Best single threshold", "", single)] if single else []
    return [*mine, Rule(LEAST, least.model, least.call, least.note), *others]


def _of_matrix(paid: Paid, call: Call, point: OperatingPoint, currency: Currency) -> tuple:
    """What the two costs come from, and what the rule costs with the constant in it."""
    matrix, cases = paid
    if matrix is None:
        return ()
    return (
        reduction_sentences(matrix, point.prior, currency),
        in_all_sentence(matrix, point.prior, call, cases, currency),
    )
