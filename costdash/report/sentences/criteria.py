"""What a criterion chooses, in words: a rule, or two rules for a share of the cases each."""

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

CAUTION = (
    "The product looks at neither prior nor costs. It suits conditions of which nothing at all is "
    "known; in most others some other threshold costs less."
)
SPLIT = "Which rule a case gets is drawn at random, so these numbers hold on average."


def choice_sentences(
    criterion: Criterion,
    choice: Choice,
    analysis: Analysis,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
) -> tuple[str, str]:
    """A headline, and a smaller line: what it means, and the best single threshold beside it."""
    amounts = Amounts.at(point, currency)
    details = [SPLIT + " " + _single(choice.single, analysis, point, amounts)] * (
        choice.tie is not None
    )
    details += [CAUTION] * isinstance(criterion, Product)
    headline = choice_phrases(criterion, choice, analysis, point, currency)
    return text_of(headline), " ".join(details)


def choice_phrases(
    criterion: Criterion,
    choice: Choice,
    analysis: Analysis,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
) -> list[Phrase]:
    """The headline; the role of the rules in it is mixture."""
    amounts, aim = Amounts.at(point, currency), aim_words(criterion)
    rules = mixture_words(choice, analysis)
    opening = [Phrase(f"{aim}, "), Phrase(rules, "mixture")]
    if not aim:
        opening = [Phrase(rules[0].upper() + rules[1:])]
    return [*opening, Phrase(". "), *_finds(choice, point, amounts), Phrase(".")]


def mixture_words(choice: Choice, analysis: Analysis) -> str:
    """use rf at 0.61 for 43 % of cases and nb at 0.48 for 57 %; one rule where nothing is mixed."""
    rules = [rule_words(analysis, rule.model, rule.index) for rule in choice.rules]
    if choice.tie is None:
        only = choice.rules[0]
        if only.call != "some":
            return f"{rules[0]} positive"
        threshold = rules[0].removeprefix(f"{only.model} at ")
        return f"use {only.model} and call positive at a score of {threshold} or more"
    parts = []
    for rule, share in zip(rules, choice.share):
        verb = (
            ""
            if rule in TRIVIAL_NAMES.values() or any(p.startswith("use") for p in parts)
            else "use "
        )
        cases = " of cases" * (not parts)
        parts.append(f"{verb}{rule} for {_share(share)}{cases}")
    return listed(parts)


def aim_words(criterion: Criterion) -> str:
    """What the criterion is after, as the opening of a sentence; "" for least expected cost."""
    match criterion:
        case ErrorRate():
            return "For the fewest mistakes"
        case LeastCost():
            return ""
        case NeymanPearson(limit, None):
            return f"For a false positive rate of at most {percent(limit)}"
        case NeymanPearson(limit, level):
            sure = f"with {percent(level)} confidence"
            return f"For a false positive rate of at most {percent(limit)} {sure}"
        case Workforce(capacity, _):
            return f"To call at most {percent(capacity)} of cases positive"
        case Product():
            return "For the largest product of true positive and true negative rate"
        case FixedThreshold():
            return "With the threshold held fixed"


def _share(share: float) -> str:
    """To a tenth of a percent, so that two shares make up a whole, or finer next to the ends."""
    coarse = round(100 * share, 1)
    return f"{number(coarse)} %" if 0 < coarse < 100 else percent(share)


def _single(rule: Rule, analysis: Analysis, point: OperatingPoint, amounts: Amounts) -> str:
    words = rule_words(analysis, rule.model, rule.index)
    if rule.call != "some":
        return f"With one rule for all cases the best is to {words}."
    told = text_of(_finds(rule, point, amounts, alone=False))
    return f"The best single threshold, {words}, {told}."


def _finds(chosen: Choice | Rule, point, amounts: Amounts, alone: bool = True) -> list[Phrase]:
    """Of so many cases what is found and raised, and its cost; not alone: without the cases."""
    cost = amounts.total(amounts.cases * point.expected_cost(chosen.fpr, chosen.tpr))
    tell = result if alone else finds
    told = tell(chosen.fpr, chosen.tpr, point.prior, amounts)
    return [*told, Phrase(": "), Phrase(cost, "cost"), *per_case(amounts)]
