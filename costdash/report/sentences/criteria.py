"""The choice of a criterion in words: its best single threshold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from costdash.core import Analysis, Call, Decision, OperatingPoint, trivial_call
from costdash.core.analysis.calls import call_of_choice, call_of_single, choice_by
from costdash.core.choose.choice import Choice
from costdash.core.choose.criteria import (
    CRITERIA,
    Criterion,
    FewestFalseAlarms,
    Field,
    LeastPrecision,
    LeastRecall,
    LimitedCost,
)
from costdash.core.choose.promises import Confidence, cases_needed
from costdash.core.compare.expected_regret import Saving
from costdash.report.sentences.amounts import DOLLAR, Amounts, CaseUnit, Currency, amount_beside
from costdash.report.sentences.decision import (
    DecisionSentences,
    against_phrases,
    decision_sentences,
)
from costdash.report.sentences.phrases import Phrase, outcome, text_of
from costdash.report.sentences.rules import rule_phrases, rule_words
from costdash.wording import digits_apart, listed, number, percent

NO_PROMISE = "No threshold can promise this with {} {}."
LIMIT_COSTS_NOTHING = "Limit costs nothing"
LIMIT_FREE = "On other rows the limit is expected to cost nothing"
ENOUGH_ROWS = 1000  # from here on the interval of a price holds it as often as it says
SHORT_PRICE_LIMITS = "Of so few rows such intervals are often too short."
MIXTURE_NOTE = (
    "This is the best single threshold. Drawing lots between two comes closer to the aim on these "
    "rows"
)


@dataclass(frozen=True, slots=True)
class LimitInForce:
    """A limit that changes the rule, and what it costs. without: the rule of least cost.

    price: one sentence, with the interval; caution: where intervals are often too short; chip: the
    limit itself, in few words.
    """

    without: Call
    price: tuple[Phrase, ...]
    chip: str
    caution: str = ""


def choice_sentences(
    criterion: Criterion,
    choice: Choice,
    analysis: Analysis,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
    level: float = 0,
    today: Call | None = None,
    names: Sequence[str] | None = None,
    limit: LimitInForce | None = None,
    over_today: Saving | None = None,
) -> DecisionSentences:
    """The criterion's best single threshold: its rule, outcome, cost and saving over no model.

    today: today's rule; over_today: the saving over it, with its interval. names: the models shown
    (default: all). The detail names the mixture of two thresholds that is better on average, and a
    caution.
    """
    row = CRITERIA[criterion.key]
    call = call_of_single(analysis, point, choice, level)
    decision = Decision(point, call, trivial_call(point), level or None)
    sentences = decision_sentences(
        decision, analysis, names, today, currency, over_today=over_today, by_cost=False
    )
    amounts = Amounts.at(point, currency)
    aim = [Phrase(f"{aim} ", "aim")] if (aim := row.aim(criterion)) else []
    price = text_of(limit.price) if limit else ""
    promise = promise_words(criterion, call, analysis, names)
    caution = limit.caution if limit else ""
    details = [promise, price, caution, _mixture(choice, analysis, point, amounts), row.caution]
    return replace(
        sentences,
        outcome=(*aim, *outcome(*call.case_rates, point.prior, amounts)),
        detail=" ".join(filter(None, details)),
    )


def promise_words(
    criterion: Criterion, call: Call, analysis: Analysis, names: Sequence[str] | None
) -> str:
    """How many rows a promise needs, and whether any threshold can keep it; "" without one."""
    level = getattr(criterion, "level", None)
    if level is None:
        return ""
    models = len(analysis.models if names is None else names)
    confidence = Confidence(level, models)
    if isinstance(criterion, FewestFalseAlarms | LeastRecall):
        recall = isinstance(criterion, LeastRecall)
        share = criterion.min_recall if recall else criterion.min_tpr  # type: ignore[union-attr]
        noun = "positives"
        rows = int(analysis.hold_out.positives if analysis.hold_out else analysis.positives)
    elif isinstance(criterion, LeastPrecision):
        prior, share, noun = analysis.file_prevalence, criterion.min_precision, "flags"
        rows = int(
            (analysis.hold_out or analysis).positives + (analysis.hold_out or analysis).negatives
        )
        share = _in_file(share, criterion.point.prior, prior)
    else:
        return "" if call.call == "some" else NO_PROMISE.format(*_cases_of_alarms(analysis))
    needed = cases_needed(share, confidence)
    sure = f"To be {percent(level)} sure of {percent(share)}"
    among = f" with {models} models to choose among" if models > 1 else ""
    needs = f"{sure}{among} takes {needed:,} {noun} without a mistake"
    has = f"the file has {rows:,}" if noun == "positives" else "and more with some"
    if call.call == "some":
        return f"{needs}; {has}." if noun == "positives" else f"{needs}, {has}."
    return f"{NO_PROMISE.format(f'{rows:,}', noun if noun == 'positives' else 'rows')} {needs}."


def _in_file(share: float, prior: float, prevalence: float) -> float:
    """The share of flags that are right in the file if it is `share` at the prior."""
    odds = prevalence / (1 - prevalence) * (1 - prior) / prior
    return share * odds / (share * odds + 1 - share)


def _cases_of_alarms(analysis: Analysis) -> tuple[str, str]:
    return f"{int((analysis.hold_out or analysis).negatives):,}", "negatives"


def limit_in_force(
    criterion: Criterion,
    call: Call,
    analysis: Analysis,
    amounts: Amounts,
    names: Sequence[str] | None,
    price: Saving | None = None,
) -> LimitInForce | None:
    """The limit that makes `call` dearer than the rule of least cost; None for other criteria.

    price: what it costs per case, with its limits.
    """
    if not isinstance(criterion, LimitedCost):
        return None
    free = analysis.decide(criterion.point, names, 0).best
    total, without = (amounts.cases * each.expected_cost for each in (call, free))
    limits = "" if price is None else price_limits(price, analysis.level, amounts)
    interval = (Phrase(f" ({limits})", "limits"),) if limits else ()
    phrases = (Phrase(LIMIT_FREE), *interval, Phrase("."))
    if total > without:
        beside = amount_beside(without, total, amounts)
        cost = Phrase(amounts.total(total - without), "cost")
        phrases = (Phrase("The limit costs "), cost, *interval, Phrase(f": without it {beside}."))
    sure = ", sure" if criterion.confidence else ""
    words = f"{_limit_in_few_words(criterion, amounts.case_unit)}{sure}"
    few = bool(limits) and analysis.rows < ENOUGH_ROWS
    return LimitInForce(free, phrases, words, SHORT_PRICE_LIMITS if few else "")


def _limit_in_few_words(criterion: LimitedCost, case_unit: CaseUnit) -> str:
    """Limit: 200 a month, as typed; Limit: 5 % of cases flagged, as in the ROC panel."""
    typed = case_unit.whole_rate(criterion.limit) if _limit_field(criterion).of_cases else ""
    if typed:
        return f"Limit: {typed}"
    line = CRITERIA[criterion.key].line(criterion)
    return f"{line[0].upper()}{line[1:]}"


def price_limits(price: Saving, level: float, amounts: Amounts) -> str:
    """95 %: $300 to $2,800, with a minus sign below 0. "" without an interval."""
    low, high = (amounts.cases * end for end in (price.low, price.high))
    if low == high:
        return ""
    digits = digits_apart(low, high)
    ends = " to ".join(amounts.bare(end, digits) for end in (low, high))
    return f"{percent(level)}: {ends}"


def limit_name(criterion: LimitedCost, case_unit: CaseUnit) -> str:
    """at most 3 % of all cases flagged (100 a day); at least 85 % of positives found."""
    of, bound = _limit_field(criterion).label.split(", ")
    return f"{bound} {percent(criterion.limit)} {of}{_daily(criterion, case_unit)}"


def _limit_field(criterion: LimitedCost) -> Field:
    return next(field for field in CRITERIA[criterion.key].fields if field.name == "limit")


def _daily(criterion: LimitedCost, case_unit: CaseUnit) -> str:
    """A limit of all cases as (100 a day); "" while the cases of a month are not known."""
    return case_unit.in_brackets(criterion.limit) if _limit_field(criterion).of_cases else ""


@dataclass(frozen=True, slots=True)
class LimitPrice:
    """What a limit would cost. kind: key of its criterion. name: at most 20 % of cases flagged.
    words: its price beside least cost."""

    kind: str
    limit: float
    name: str
    words: str


def limit_prices(
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    currency: Currency = DOLLAR,
    present: Criterion | None = None,
) -> list[LimitPrice]:
    """The price of each limit of least cost, at the value that its control begins with.

    present: the criterion in force; its limit counts instead. names: the models shown, at least
    one.
    """
    found = []
    for row in CRITERIA.values():
        if not issubclass(row.type, LimitedCost):
            continue
        field = next(field for field in row.fields if field.name == "limit")
        criterion = row.read(point, {"limit": field.start})
        if isinstance(present, LimitedCost) and present.key == row.type.key:
            criterion = present
        assert isinstance(criterion, LimitedCost)
        amounts = Amounts.at(point, currency)
        words = _limit_words(criterion, analysis, names, amounts)
        name = limit_name(criterion, amounts.case_unit)
        name = f"{name[0].upper()}{name[1:]}"
        found.append(LimitPrice(row.type.key, float(criterion.limit), name, words))
    return found


def _limit_words(
    criterion: LimitedCost, analysis: Analysis, names: Sequence[str], amounts: Amounts
) -> str:
    choice = choice_by(criterion, analysis, names)
    if choice.least_cost_of:
        return "costs nothing"
    call = call_of_single(analysis, criterion.point, choice, 0)
    cheapest = analysis.decide(criterion.point, names, 0).best.expected_cost
    extra = amounts.cases * (call.expected_cost - cheapest)
    if extra <= 0:
        return "is expected to cost nothing"
    return f"costs {amounts.total(extra)} more"


def limit_at_no_cost(criterion: Criterion) -> str:
    """That the rule of least cost keeps the limit."""
    line = CRITERIA[criterion.key].line(criterion)
    return f"{line[0].upper()}{line[1:]}. It costs nothing: the cheapest rule keeps it."


def _mixture(choice: Choice, analysis: Analysis, point: OperatingPoint, amounts: Amounts) -> str:
    """The mixture, if the criterion chooses one, and its cost."""
    if choice.tie is None:
        return ""
    call = call_of_choice(analysis, point, choice)
    cost = amounts.total(amounts.cases * call.expected_cost)
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
