"""What a criterion chooses, in words: one rule, or a mixture of two rules.

`CRITERION_WORDS` has one row for each key of `core.choose.criteria.CRITERIA`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from costdash.core import Analysis, OperatingPoint
from costdash.core.choose.choice import Choice, Rule
from costdash.core.choose.criteria import (
    Criterion,
    ErrorRate,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.phrases import Phrase, finds, per_case, result, text_of
from costdash.report.sentences.rules import rule_words
from costdash.wording import TRIVIAL_NAMES, listed, number, percent

PRODUCT_CAUTION = (
    "The product looks at neither prior nor costs. It suits conditions of which nothing at all is "
    "known; in most others some other threshold costs less."
)
MIXTURE_NOTE = "Which rule a case gets is drawn at random, so these numbers hold on average."


@dataclass(frozen=True, slots=True)
class CriterionWords:
    """The words of one criterion.

    label: its name on the page. aim: what the criterion pursues, as the opening of the headline;
    "" for no opening. caution: a warning after the detail. options: for each field that options
    of the command line set, the help of its option.
    """

    label: str
    aim: Callable[[Any], str]
    caution: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def _false_positive_rate_aim(criterion: NeymanPearson) -> str:
    aim = f"For a false positive rate of at most {percent(criterion.max_fpr)}"
    if criterion.level is None:
        return aim
    return f"{aim} with {percent(criterion.level)} confidence"


def _capacity_aim(criterion: Workforce) -> str:
    return f"To call at most {percent(criterion.capacity)} of cases positive"


def _fixed_aim(aim: str) -> Callable[[Criterion], str]:
    return lambda criterion: aim


CRITERION_WORDS: Mapping[str, CriterionWords] = {
    LeastCost.key: CriterionWords("Least expected cost", _fixed_aim("")),
    ErrorRate.key: CriterionWords("Fewest errors", _fixed_aim("For the fewest mistakes")),
    NeymanPearson.key: CriterionWords(
        "Cap on false alarms",
        _false_positive_rate_aim,
        options={
            "limit": "largest allowed false positive rate (Neyman-Pearson criterion)",
            "sure": "keep the false positive rate below --max-fpr with 95 % confidence",
        },
    ),
    Workforce.key: CriterionWords(
        "Cap on cases flagged",
        _capacity_aim,
        options={
            "limit": "largest share of all cases that may be called positive (workforce criterion)"
        },
    ),
    Product.key: CriterionWords(
        "Best sensitivity x specificity",
        _fixed_aim("For the largest product of true positive and true negative rate"),
        caution=PRODUCT_CAUTION,
    ),
    FixedThreshold.key: CriterionWords(
        "A threshold of my own",
        _fixed_aim("With the threshold held fixed"),
        options={"threshold": "model and score of the fixed threshold"},
    ),
}


def choice_sentences(
    criterion: Criterion,
    choice: Choice,
    analysis: Analysis,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
) -> tuple[str, str]:
    """The headline, and a detail line: the best single threshold beside a mixture, a caution."""
    amounts = Amounts.at(point, currency)
    details = [CRITERION_WORDS[criterion.key].caution]
    if choice.tie is not None:
        details = [MIXTURE_NOTE, _single_rule(choice.single, analysis, point, amounts), *details]
    headline = choice_phrases(criterion, choice, analysis, point, currency)
    return text_of(headline), " ".join(filter(None, details))


def choice_phrases(
    criterion: Criterion,
    choice: Choice,
    analysis: Analysis,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
) -> list[Phrase]:
    """The headline; the phrase that names the rules has the role `mixture`."""
    amounts, aim = Amounts.at(point, currency), CRITERION_WORDS[criterion.key].aim(criterion)
    rules = mixture_words(choice, analysis)
    opening = [Phrase(f"{aim}, "), Phrase(rules, "mixture")]
    if not aim:
        opening = [Phrase(rules[0].upper() + rules[1:])]
    return [*opening, Phrase(". "), *_result_and_cost(choice, point, amounts, result), Phrase(".")]


def mixture_words(choice: Choice, analysis: Analysis) -> str:
    """use rf at 0.61 for 43 % of cases and nb at 0.48 for 57 %; or a single rule."""
    rules = [rule_words(analysis, rule.model, rule.index) for rule in choice.rules]
    if choice.tie is None:
        only = choice.rules[0]
        if only.call != "some":
            return f"{rules[0]} positive"
        threshold = rules[0].removeprefix(f"{only.model} at ")
        return f"use {only.model} and call positive at a score of {threshold} or more"
    clauses: list[str] = []
    for rule, share in zip(rules, choice.share):
        has_verb = rule in TRIVIAL_NAMES.values() or any(c.startswith("use") for c in clauses)
        verb = "" if has_verb else "use "
        cases = "" if clauses else " of cases"
        clauses.append(f"{verb}{rule} for {_share(share)}{cases}")
    return listed(clauses)


def _share(share: float) -> str:
    """Rounded to 0.1 %, so that two shares add up to 100 %; more digits near 0 and 1."""
    coarse = round(100 * share, 1)
    return f"{number(coarse)} %" if 0 < coarse < 100 else percent(share)


def _single_rule(rule: Rule, analysis: Analysis, point: OperatingPoint, amounts: Amounts) -> str:
    words = rule_words(analysis, rule.model, rule.index)
    if rule.call != "some":
        return f"With one rule for all cases the best is to {words}."
    return (
        f"The best single threshold, {words}, "
        f"{text_of(_result_and_cost(rule, point, amounts, finds))}."
    )


def _result_and_cost(
    chosen: Choice | Rule,
    point: OperatingPoint,
    amounts: Amounts,
    outcome: Callable[[float, float, float, Amounts], list[Phrase]],
) -> list[Phrase]:
    """What the rule finds and raises, and its cost.

    outcome: `result`, which names the number of cases, or `finds`, which does not.
    """
    cost = amounts.total(amounts.cases * point.expected_cost(chosen.fpr, chosen.tpr))
    phrases = outcome(chosen.fpr, chosen.tpr, point.prior, amounts)
    return [*phrases, Phrase(": "), Phrase(cost, "cost"), *per_case(amounts)]
