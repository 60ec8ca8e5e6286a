"""The choice of a criterion in words: its best single threshold.

`CRITERION_WORDS` has one row for each key of `core.choose.criteria.CRITERIA`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from costdash.core import Analysis, Call, Decision, OperatingPoint, trivial_call
from costdash.core.choose.choice import Choice
from costdash.core.choose.criteria import (
    Criterion,
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.decision import (
    DecisionSentences,
    against_phrases,
    decision_sentences,
)
from costdash.report.sentences.phrases import Phrase, outcome
from costdash.report.sentences.rules import rule_phrases, rule_words
from costdash.wording import listed, number, percent

PRODUCT_CAUTION = (
    "The product looks at neither prior nor costs. It suits conditions of which nothing at all is "
    "known; in most others some other threshold costs less."
)
MIXTURE_NOTE = (
    "This is the best single threshold. Only drawing lots between two does better on average"
)


@dataclass(frozen=True, slots=True)
class CriterionWords:
    """The words of one criterion.

    label: its name on the page. aim: what the criterion pursues, as a sentence; "" for none.
    caution: a warning after the detail. options: for each field that options
    of the command line set, the help of its option.
    """

    label: str
    aim: Callable[[Any], str]
    caution: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def _false_positive_rate_aim(criterion: NeymanPearson) -> str:
    aim = f"Chosen to flag at most {percent(criterion.max_fpr)} of negatives"
    if criterion.level is None:
        return f"{aim}."
    return f"{aim}, with {percent(criterion.level)} confidence."


def _recall_aim(criterion: FewestFalseAlarms) -> str:
    return f"Chosen to find at least {percent(criterion.min_tpr)} of positives."


def _capacity_aim(criterion: Workforce) -> str:
    return f"Chosen to flag at most {percent(criterion.capacity)} of cases."


def _fixed_aim(aim: str) -> Callable[[Criterion], str]:
    return lambda criterion: aim


CRITERION_WORDS: Mapping[str, CriterionWords] = {
    LeastCost.key: CriterionWords("Least expected cost", _fixed_aim("")),
    ErrorRate.key: CriterionWords("Fewest errors", _fixed_aim("Chosen for the fewest errors.")),
    NeymanPearson.key: CriterionWords(
        "Cap on false alarms",
        _false_positive_rate_aim,
        options={
            "limit": "largest allowed false positive rate (Neyman-Pearson criterion)",
            "sure": "keep the false positive rate below --max-fpr with 95 % confidence",
        },
    ),
    FewestFalseAlarms.key: CriterionWords(
        "Floor on positives found",
        _recall_aim,
        options={"limit": "smallest share of positives to find, with the fewest false alarms"},
    ),
    Workforce.key: CriterionWords(
        "Cap on cases flagged",
        _capacity_aim,
        options={"limit": "largest share of all cases that may be flagged (workforce criterion)"},
    ),
    Product.key: CriterionWords(
        "Best sensitivity x specificity",
        _fixed_aim("Chosen for the best sensitivity × specificity."),  # noqa: RUF001
        caution=PRODUCT_CAUTION,
    ),
    FixedThreshold.key: CriterionWords(
        "A threshold of my own",
        _fixed_aim("A threshold of your own."),
        options={"threshold": "model and score of the fixed threshold"},
    ),
}


def choice_sentences(
    criterion: Criterion,
    choice: Choice,
    analysis: Analysis,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
    level: float = 0,
    today: Call | None = None,
    names: Sequence[str] | None = None,
) -> DecisionSentences:
    """The criterion's best single threshold: its rule, outcome, cost and saving over no model.

    pin: today's rule. names: the models shown (default: all). The detail names the mixture of two
    thresholds that is better on average, and a caution.
    """
    words, rule = CRITERION_WORDS[criterion.key], choice.single
    call = analysis.call_at(point, rule.model, rule.index, level)
    decision = Decision(point, call, trivial_call(point), level or None)
    sentences = decision_sentences(decision, analysis, names, today, currency, by_criterion=True)
    amounts = Amounts.at(point, currency)
    aim = [Phrase(f"{aim} ", "aim")] if (aim := words.aim(criterion)) else []
    details = [_mixture(choice, analysis, point, amounts), words.caution]
    return replace(
        sentences,
        outcome=(*aim, *outcome(*call.case_rates, point.prior, amounts)),
        detail=" ".join(filter(None, details)),
    )


def _mixture(choice: Choice, analysis: Analysis, point: OperatingPoint, amounts: Amounts) -> str:
    """The mixture, if the criterion chooses one, and its cost."""
    if choice.tie is None:
        return ""
    cost = amounts.total(amounts.cases * point.expected_cost(choice.fpr, choice.tpr))
    return f"{MIXTURE_NOTE}: {mixture_words(choice, analysis)}, at {cost}."


def mixture_words(choice: Choice, analysis: Analysis) -> str:
    """rf ≥ 0.61 for 43 % of cases and nb ≥ 0.48 for 57 %; or a single rule."""
    rules = [rule_words(analysis, rule.model, rule.index) for rule in choice.rules]
    if choice.tie is None:
        return rules[0]
    cases = (" of cases", "")
    return listed([f"{r} for {_share(s)}{c}" for r, s, c in zip(rules, choice.share, cases)])


def _share(share: float) -> str:
    """Rounded to 0.1 %, so that two shares add up to 100 %; more digits near 0 and 1."""
    coarse = round(100 * share, 1)
    return f"{number(coarse)} %" if 0 < coarse < 100 else percent(share)


def trial_sentences(
    trial: Call,
    recommended: Call,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
) -> DecisionSentences:
    """The trial threshold in words, and its extra cost over the recommended rule.

    recommended: the recommended rule, evaluated on the rows of the trial threshold.
    """
    amounts = Amounts.at(point, currency)
    words = rule_phrases(trial, trial.text or "", [trial.model or ""])
    first = Phrase(f"Trying: {words[0].text[0].lower()}{words[0].text[1:]}")
    saved = recommended.expected_cost - trial.expected_cost
    against = against_phrases(saved, recommended, "the recommended rule", "against-best", amounts)
    return DecisionSentences(
        rule=(first, *words[1:]),
        outcome=tuple(outcome(*trial.case_rates, point.prior, amounts)),
        cost=(),
        against=(*against, Phrase(".")),
        warning="",
        savings="",
        detail="",
    )
