"""Sentences on how the rows were used, and how sure they make a decision.

Hold-out, cross-fitting, optimism, rows left out, and the certainty by resamples.
"""

from collections.abc import Sequence
from math import isnan

from costdash import __version__
from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.hold_out import HoldOut, optimism
from costdash.core.compare.expected_regret import Regret
from costdash.core.folds.crossfit import CrossFit, repeats_of
from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.core.resample.cluster_bootstrap import ClassSizes
from costdash.report.sentences.amounts import EQUAL_COSTS, Amounts
from costdash.wording import count_of, listed, number, percent, times

LOOKS_CHEAPER = "Looks cheaper than it will be."
ROUNDING = 1e-9  # of an effective number
FEW = 20  # intervals are rough if a class has fewer cases (or groups)
SMALL_REGRET = 0.01  # share of the cost; a smaller regret is not worth a sentence
CHANCE_AREA = 0.5  # AUC of a model that cannot tell the classes apart
MOST_NAMED = 5  # models without scores that are named
ROWS_RESAMPLED = "class-stratified percentile pointwise"
CLUSTERS_RESAMPLED = "clusters resampled, percentile pointwise"


def rows_words(analysis: Analysis) -> str:
    """1,000 rows; with a hold-out split also the rows of each part.

    1,000 rows (400 of validation to choose on, 600 of test to judge on).
    """
    rows = f"{analysis.totals[0]:,} rows"
    if analysis.hold_out is None:
        return rows
    hold_out = analysis.hold_out
    on = f"{hold_out.rows:,} of {hold_out.choose_on} to choose on"
    return f"{rows} ({on}, {analysis.rows:,} of {hold_out.judge_on} to judge on)"


def conditions_sentence(analysis: Analysis, point: OperatingPoint) -> str:
    """The rows of the file, and the assumed prior and costs."""
    prior = percent(point.prior)
    if point.prior == analysis.file_prevalence:
        prior += " (from the file)"
    return (
        f"{rows_words(analysis)}, {percent(analysis.prevalence)} positive. "
        f"Prior of positives {prior}. {times(point.cost_ratio)}: PC(+) {number(point.pcf)}."
    )


def cross_fit_scheme(fit: CrossFit, level: float) -> str:
    """How costs are cross-fitted; level 0: no band."""
    repeated = f", folds made {fit.repeats} times" if fit.repeats > 1 else ""
    how = f"each of {fit.n_folds} folds is tested with the rule chosen on the others{repeated}"
    band = f"{percent(level)} pointwise band, " if level else ""
    sentence = f"{band}cross-fitted: {how}, seed {fit.seed}."
    return sentence[0].upper() + sentence[1:]


def looks_cheaper(best: Call, amounts: Amounts) -> str:
    """Looks $3,960 cheaper than it will be: a cross-fitted choice on the rows that chose it."""
    gap = best.expected_cost - best.rows_cost
    if gap <= EQUAL_COSTS * best.expected_cost:
        return "Looks no cheaper than it will be."
    less = amounts.total(amounts.cases * gap)
    return f"Looks {less} {'better' if amounts.mistakes else 'cheaper'} than it will be."


def hold_out_optimism(analysis: Analysis, call: Call, pcf: float) -> float:
    """nec of a model's threshold on the evaluation part, less its nec on the selection part.

    0 without a hold-out split and for the trivial rules.
    """
    if analysis.hold_out is None or call.model is None or call.index is None:
        return 0.0
    model = analysis.models[call.model]
    assert model.selection_part_counts is not None  # as there are parts
    return optimism(model.counts, model.selection_part_counts, call.index, pcf)


def optimism_sentence(gap: float, point: OperatingPoint, where: str, amounts: Amounts) -> str:
    """How much less a case seems to cost on the rows `where` the rule was chosen; gap per case."""
    cases = amounts.cases
    if abs(gap) <= EQUAL_COSTS * point.scale:
        return f"On {where} it looks no cheaper."
    if gap < 0:
        return f"On {where} it looks worse by {amounts.total(-cases * gap)}."
    return f"On {where} it looks better by {amounts.total(cases * gap)} (optimism)."


def few_cases(analysis: Analysis) -> str:
    """The first class, of either part, that has few cases or groups; "" if none has few.

    Rows of unequal weight or cost carry as much information as fewer equal rows.
    """
    samples: list[tuple[str, Analysis | HoldOut]] = [("the file", analysis)]
    if (hold_out := analysis.hold_out) is not None:
        samples = [
            (f"the part {hold_out.judge_on}", analysis),
            (f"the part {hold_out.choose_on}", hold_out),
        ]
    for where, sample in samples:
        rows = sample.class_rows or sample
        for n, thing in ((rows.positives, "positive"), (rows.negatives, "negative")):
            if n < FEW:
                return f"Only {count_of(n, thing)} in {where}"
        equal = sample.class_rows if analysis.clusters is None else None
        if equal and (few := _few_equal_cases(equal, where, analysis.costs is not None)):
            return few
    units = analysis.effective_positives, analysis.effective_negatives
    for groups, thing in zip(units, ("positives", "negatives")):
        if analysis.clusters is not None and groups is not None and groups < FEW - 0.5:
            return f"The {thing} tell only as much as {round(groups)} groups of equal size"
    return ""


def _few_equal_cases(rows: ClassSizes, where: str, have_costs: bool) -> str:
    """The class whose rows carry as much information as a few equal rows; "" if none does."""
    classes = (
        ("positives", rows.positives, rows.effective_positives),
        ("negatives", rows.negatives, rows.effective_negatives),
    )
    for thing, n, effective in classes:
        equal = int(effective + ROUNDING)
        if equal < FEW and have_costs:
            cases = count_of(equal, "case")
            return f"The costs of the {thing} tell only as much as {cases} of equal cost"
        if equal < FEW:
            every = f"The {n:,} {thing} in {where}"
            return f"{every} tell only as much as {equal} of equal weight"
    return ""


def warning_sentence(analysis: Analysis, names: Sequence[str]) -> str:
    """Why the decision is not to be followed as it stands; "" if nothing speaks against it."""
    if few := few_cases(analysis):
        return f"{few}: too few to decide on."
    return _backwards(analysis, names)


def _backwards(analysis: Analysis, names: Sequence[str]) -> str:
    """That every model shown ranks worse than chance, beyond chance; "" otherwise."""
    models = [analysis.models[name] for name in names]
    highest = [m.auc if isnan(m.auc_interval[1]) else m.auc_interval[1] for m in models]
    if not highest or not max(highest) < CHANCE_AREA:
        return ""
    who, them = f"All {len(names)} models rank", "them"
    if len(names) == 1:
        who, them = f"Model {names[0]} ranks", "it"
    elif len(names) == 2:
        who = "Both models rank"
    return (
        f"{who} backwards: a lower score means more likely positive. Turn {them} round in Data, "
        "or choose the other value as positive."
    )


def left_out_sentence(analysis: Analysis) -> str:
    """The number of rows left out, in all and by model; "" if there are none."""
    if not analysis.left_out:
        return ""
    rows = "1 row" if analysis.left_out == 1 else f"{analysis.left_out:,} rows"
    if len(analysis.lacking) == 1:
        return f"{rows} left out: model {next(iter(analysis.lacking))} has no score there."
    each = [f"model {name} in {count:,}" for name, count in analysis.lacking.items()]
    if len(each) > MOST_NAMED:
        each = [*each[:MOST_NAMED], f"{len(each) - MOST_NAMED} more models"]
    return f"{rows} left out for want of a score: {listed(each)}."


def method_summary(analysis: Analysis, folds: bool) -> dict[str, str]:
    """How the numbers of the page are made, by subject; folds: whether the file has folds."""
    drawn = "within each class" if analysis.clusters is None else f"as {analysis.clusters:,} groups"
    repeats = repeats_of(analysis.rows)
    origin = "those of the file" if folds else f"made at random, {repeats} times"
    if (hold_out := analysis.hold_out) is None:
        chosen = (
            f"Model and threshold are chosen on all but one fold and tested on that one, for each "
            f"fold; folds are {origin}, seed {analysis.seed}. On the same rows a rule looks "
            "cheaper than it will be."
        )
    else:
        chosen = f"Thresholds are chosen on {hold_out.choose_on} and judged on {hold_out.judge_on}."
    return {
        "Flags": "A case is flagged if its score reaches the threshold; equal scores are flagged "
        "together.",
        "Rows": f"{rows_words(analysis)}.",
        "Judged on": chosen,
        "Bands and intervals": f"Percentiles of {analysis.n_replicates:,} bootstrap samples of the "
        f"rows, drawn {drawn}, seed {analysis.seed}; pointwise unless a band for the whole curve "
        f"is switched on. Jeffreys' limits where fewer than {SMALL_CELL} rows fall in a cell, and "
        f"no band with fewer than {MIN_ROWS} rows in a class.",
        "Share of positives": "While it is the file's, intervals count that it is estimated; once "
        "you set it, it counts as known.",
        "Two models": "Differences are taken within each bootstrap sample (paired). Areas are "
        "compared by DeLong's test, several pairs by Holm's.",
        "Version": f"costdash {__version__}",
    }


def resampling_words(analysis: Analysis) -> str:
    """The kind of the bands of single models."""
    return ROWS_RESAMPLED if analysis.clusters is None else CLUSTERS_RESAMPLED


def regret_sentence(best: Call, regret: Regret, amounts: Amounts) -> str:
    """The mean cost of a wrong choice; "" if it is less than 1 % of the cost."""
    if regret.expected_regret <= SMALL_REGRET * best.expected_cost:
        return ""
    lost = amounts.total(amounts.cases * regret.expected_regret)
    verb = "makes" if amounts.mistakes else "costs"
    return (
        f"Not knowing for certain which is cheapest {verb} {lost} {amounts.case_unit.words} "
        "on average."
    )
