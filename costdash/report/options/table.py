"""The table of options: `OptionValues` has one field for each option that shapes an answer.

`INPUT` names the file and its columns, `OUTPUT` what is written. `OPTIONS` is all of it, in the
order of the help.
"""

# ruff: noqa: RUF009  (`_option` returns a field)

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from costdash.core.choose.criteria import CRITERIA, DEFAULT_CRITERION, option_name, value_fields
from costdash.core.sample.cases import LISTS, NEAREST, ORDERS
from costdash.core.sample.segment_column import PERIODS
from costdash.core.types import Interval
from costdash.report.csv.cases import MOST_EXPORTED
from costdash.report.csv.catalog import EXPORTS
from costdash.report.options.row import COMMANDS, CONDITIONS, DECISIONS, Need, Option, flag_of
from costdash.report.options.values import (
    PROBABILITY,
    SHARE,
    NamedConditions,
    Number,
    Score,
    amount,
    chained,
    combination,
    cost,
    currency,
    day,
    mixture,
    named_score,
    period,
    price,
    prior,
    reviewer,
    scenario,
    score,
    share_of_cases,
    shares,
    threshold_probability,
    trained,
)
from costdash.report.request import NamedRule

PORT = 8050
RANGES = ("prior", "cost_fn", "cost_fp")  # values that may be known as a range only
A_RANGE = Need("a range, such as --prior-range", [f"{name}_range" for name in RANGES])
A_SEGMENT = Need("a column of segments: --segment COL", ["segment"])
PRINTED = ("json", "csv")
JSON = Need("--json", PRINTED, ["analyse"])
ONLY_JSON = (Need("costdash analyse --json", [], ["report"]), JSON)
DRAWN = (Need("--csv with the name of a panel", ["csv"], ["analyse"]),)
A_REVIEW = Need("--review, the price of a review", ["review"])
REVIEW_AND_CRITERION = (
    "--review looks for the least cost: leave out --criterion, or limit the reviews with "
    "--review-capacity"
)
SURE = (
    "keep the limit with 95 % confidence beyond these rows: on the share found, on false alarms "
    "or on the share of flags that are right"
)
MATRIX = "--matrix replaces --cost-fn and --cost-fp: give either the matrix or the costs"
TODAYS_ZONE = (
    "--carry-to carries one threshold over: leave out --today-look and carry both thresholds over "
    "one by one"
)
NO_BANDS = "--no-bands has no effect on --json, which always has the limits: leave it out"
TWO_PRIORS = {
    "prior": "--estimated-prior uses the prior of the file: leave out --prior",
    "known_prior": "--estimated-prior and --known-prior contradict each other: give one of them",
}


def _option(
    usage: str,
    help: str,
    commands: Sequence[str] = DECISIONS,
    *also: Option,
    **more: Any,
) -> Any:
    """A field of `OptionValues` with its option, and others beside it."""
    row = Option(usage, help, commands, **more)
    return field(default=row.default, metadata={"options": (row, *also)})


def _criterion_options() -> Iterator[Option]:
    """An option for each flag or single value of a criterion; several values share one."""
    flags: dict[str, list[str]] = {}
    for key, entry in CRITERIA.items():
        names = value_fields(key)
        for criterion_field in entry.fields:
            flag, of_key = flag_of(option_name(key, criterion_field)), f"criterion {key}"
            text = criterion_field.help
            if criterion_field.kind is bool:
                flags.setdefault(flag, []).append(option_name(key, entry.fields[0]))
            elif len(names) == 1:
                need = Need(f"--{of_key} or --json", [of_key, *PRINTED], ["analyse"])
                parse: Any = Number(float, criterion_field.low, criterion_field.high)
                if criterion_field.of_cases:
                    parse, text = share_of_cases, f"{text}; also 100/day or 3000/month with --cases"
                usage = f"{flag} SHARE"
                yield Option(usage, text, DECISIONS, parse=parse, needs=[need])
            elif criterion_field.name == names[0]:
                usage, need = f"{flag} {' '.join(names).upper()}", Need(f"--{of_key}", [of_key])
                yield Option(usage, text, DECISIONS, read=named_score, needs=[need])
    for flag, limits in flags.items():
        words = f"a limit that it is about: {', '.join(map(flag_of, limits[:-1]))}"
        need = Need(f"{words} or {flag_of(limits[-1])}", limits)
        yield Option(flag, SURE, DECISIONS, needs=[need])


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValues:
    """Conditions, criterion and view, as a user names them; None stands for the default.

    criterion_values: by the names of `option_name`.
    """

    prior: float | None = _option(
        "--prior P",
        "share of positives where the model will be used (default: that of the file); estimated: "
        "that of the recent scores of --unlabelled",
        CONDITIONS,
        parse=prior,
    )
    estimated_prior: bool = _option(
        "--estimated-prior",
        "count the sampling error of the file's prior in the intervals of the cost: the default "
        "without --prior",
        CONDITIONS,
        excludes=TWO_PRIORS,
    )
    known_prior: bool = _option(
        "--known-prior",
        "take the file's prior as known, without a sampling error",
        CONDITIONS,
    )
    cost_fn: float | None = _option(
        "--cost-fn COST", "cost of a missed positive (default: 1)", CONDITIONS, parse=cost
    )
    cost_fp: float | None = _option(
        "--cost-fp COST", "cost of a false alarm (default: 1)", CONDITIONS, parse=cost
    )
    matrix: Sequence[float] | None = _option(
        "--matrix FOUND MISSED ALARM ALONE",
        "full cost matrix instead of the two costs: cost of a positive that is found, of one that "
        "is missed, of a false alarm, and of a negative that is left alone; a benefit is negative",
        CONDITIONS,
        parse=amount,
        excludes={"cost_fn": MATRIX, "cost_fp": MATRIX},
    )
    today: Score | None = _option(
        "--today MODEL SCORE", "threshold that is used today, to compare with", read=named_score
    )
    today_look: float | None = _option(
        "--today-look SCORE",
        "lower threshold of today's rule, if cases between the two are looked at today, at the "
        "price of --review",
        parse=score,
        needs=[
            Need("--today, the rule that it belongs to", ["today"]),
            Need("--review, what a look costs", ["review"]),
        ],
        excludes={"carry_to": TODAYS_ZONE},
    )
    carry_to: str | None = _option(
        "--carry-to MODEL",
        "the threshold of this model that does as much as today's rule, for the day it replaces "
        "the old model",
        needs=[Need("--today, the rule that is carried over", ["today"])],
    )
    carry_by: str = _option(
        "--carry-by",
        "what stays: alerts, the share of cases flagged, or found, the share of positives found "
        "(default: {default})",
        default="alerts",
        choices=("alerts", "found"),
        needs=[Need("--carry-to, the model that replaces today's", ["carry_to"])],
    )
    review: float | None = _option(
        "--review PRICE",
        "price of a review: cases between two thresholds of a model are looked at by a person or "
        "a second model, if that costs less",
        parse=price,
        excludes={"criterion": REVIEW_AND_CRITERION},
    )
    reviewer: tuple[float, float] | str | None = _option(
        "--reviewer WHO...",
        "how good a review is: the shares of positives that it finds and of negatives that it "
        "clears, such as 0.95 0.98, or a column with its verdict on each row, 0 or 1 (default: it "
        "is always right)",
        read=reviewer,
        needs=[A_REVIEW],
    )
    review_capacity: float | None = _option(
        "--review-capacity SHARE",
        "largest share of all cases that can be reviewed (default: no limit)",
        parse=SHARE,
        needs=[A_REVIEW],
    )
    judge: tuple[float, float] | None = _option(
        "--judge SE SP",
        "what follows if --label is of a judge who finds this share of positives and clears this "
        "share of negatives",
        parse=SHARE,
    )
    pcfs: Sequence[float] | None = _option(
        "--pcf P1,P2,...",
        "values of PC(+) at which the JSON reports costs (default: 0,0.05,...,1)",
        parse=shares(SHARE),
        needs=ONLY_JSON,
    )
    level: float = _option(
        "--level L",
        "confidence level of bands and intervals (default: {default})",
        CONDITIONS,
        default=0.95,
        parse=PROBABILITY,
    )
    n_replicates: int = _option(
        "--replicates B",
        "number of bootstrap replicates (default: {default})",
        CONDITIONS,
        default=2000,
        parse=Number(int, 100),
    )
    seed: int = _option(
        "--seed S",
        "seed of the random numbers (default: {default})",
        CONDITIONS,
        default=0,
        parse=Number(int, 0),
    )
    crossfit: bool = _option(
        "--crossfit",
        "choose models and thresholds on other folds than they are judged on; the default, but "
        "given as an option it is an error where the rows do not allow it",
        CONDITIONS,
        group="evaluation",
    )
    same_rows: bool = _option(
        "--same-rows",
        "judge models and thresholds on the rows that they were chosen on, which makes costs look "
        "lower than they will be",
        CONDITIONS,
        group="evaluation",
    )
    show: Sequence[str] | None = _option(
        "--show MODEL",
        "model to include; repeat for more models (default: all)",
        DECISIONS,
        Option(
            "--show-none",
            "include no model: what flagging none or all costs",
            DECISIONS,
            name="show",
            const=[],
            group="show",
        ),
        repeat=True,
        group="show",
    )
    score_prior: float | None = _option(
        "--score-prior P",
        "prior at which the scores are probabilities (default: that of the file)",
        parse=PROBABILITY,
    )
    trained_for: Sequence[tuple[str, float]] | None = _option(
        "--trained-for MODEL PCF",
        "PC(+) that a model was trained for, as a share such as 0.2 or a ratio of negatives to "
        "positives such as 11:1; repeat for more: the JSON says what choosing by that costs",
        repeat=True,
        read=trained,
    )
    prior_range: Interval | None = _option(
        "--prior-range LOW HIGH",
        "prior, if it is only known as a range",
        CONDITIONS,
        parse=PROBABILITY,
    )
    cost_fn_range: Interval | None = _option(
        "--cost-fn-range LOW HIGH",
        "cost of a missed positive, if it is only known as a range",
        CONDITIONS,
        parse=cost,
    )
    cost_fp_range: Interval | None = _option(
        "--cost-fp-range LOW HIGH",
        "cost of a false alarm, if it is only known as a range",
        CONDITIONS,
        parse=cost,
    )
    likely: bool = _option(
        "--likely",
        "in the ranges, --prior, --cost-fn and --cost-fp are the most likely values (default: all "
        "values are equally likely)",
        needs=[A_RANGE],
        excludes={"beta": "--likely and --beta both weigh the ranges: give one of them"},
    )
    beta: tuple[float, float] | None = _option(
        "--beta A B",
        "rank models by normalized cost with PC(+) distributed as Beta(A, B)",
        parse=cost,
        needs=[A_RANGE],
    )
    criterion: str = _option(
        "--criterion",
        "criterion that chooses model and threshold (default: {default})",
        default=DEFAULT_CRITERION,
        choices=[*CRITERIA],
    )
    criterion_values: Mapping[str, Any] = field(
        default_factory=dict, metadata={"options": (*_criterion_options(),)}
    )
    scenarios: Sequence[NamedConditions] | None = _option(
        "--scenario NAME PRIOR COST_FN COST_FP",
        "named conditions to compare; repeat for more scenarios",
        DECISIONS,
        Option(
            "--no-scenarios",
            "compare no scenarios (the default)",
            DECISIONS,
            needs=[JSON],
        ),
        repeat=True,
        read=scenario,
    )
    segment: str | None = _option(
        "--segment COL",
        "divide the cost among the values of a column, such as a region: what each costs, why, and "
        "whether a threshold of its own would save; numbers are put into five bands",
    )
    segments: int | None = _option(
        "--segments N",
        "number of segments shown by themselves; smaller ones are pooled (default: 12, and 60 "
        "periods)",
        parse=Number(int, 1, 1000),
        needs=[A_SEGMENT],
    )
    segment_by: str | None = _option(
        "--segment-by PERIOD",
        f"period of a column of dates: {', '.join(PERIODS)} (default: month)",
        parse=period,
        needs=[A_SEGMENT],
    )
    labels_until: str | None = _option(
        "--labels-until DATE",
        "last day on which labels are complete, such as 2026-06-30: later periods are shown, but "
        "not tested",
        parse=day,
        needs=[A_SEGMENT],
    )
    pairs: Sequence[tuple[str, str]] | None = _option(
        "--pair A B",
        "two models to compare; repeat for more pairs (default: all pairs of up to 10 models; the "
        "report draws those of up to 4)",
        repeat=True,
        needs=[JSON],
    )
    margin: float | None = _option(
        "--margin NEC",
        "say where A is shown not to be worse than B by more than this much normalized expected "
        "cost, such as 0.01",
        parse=PROBABILITY,
        needs=[JSON],
    )
    label_price: float | None = _option(
        "--label-price COST",
        "price of a label: says how many more labels are worth their price",
        parse=cost,
        needs=[Need("--cases, the cases of a month", ["cases"])],
    )
    months: float = _option(
        "--months N",
        "months for which the rule will be used, for --label-price (default: {default})",
        default=12,
        parse=cost,
        needs=[Need("--label-price", ["label_price"])],
    )
    detect: float | None = _option(
        "--detect SHARE",
        "say how many labelled cases show that a model is cheaper than another by this share of "
        "the dearer model's cost, such as 2%",
        parse=PROBABILITY,
    )
    power: float = _option(
        "--power P",
        "chance that so many cases show it, for --detect and for what would settle a gate "
        "(default: {default})",
        CONDITIONS,
        default=0.8,
        parse=PROBABILITY,
        needs=[Need("--detect", ["detect"], DECISIONS)],
    )
    audit: int | None = _option(
        "--audit LABELS",
        "where labels exist only where somebody looked: how many of so many new labels belong into "
        "each group, and what the interval of the cost would become",
        parse=Number(int, 1),
    )
    recalibrate: Sequence[str] | None = _option(
        "--recalibrate MODEL",
        "add this model again with its scores made probabilities, by pooled shares of positives "
        "on other folds; repeat for more models",
        repeat=True,
    )
    combine: Sequence[tuple[str, str, NamedRule, NamedRule]] | None = _option(
        "--combine NAME RULE A B",
        "add the model NAME that flags a case if A and B flag it (RULE: and) or if one does (or), "
        "at thresholds that are cheapest under the conditions, chosen on other folds, or at "
        "A=THRESHOLD B=THRESHOLD; repeat for more",
        repeat=True,
        read=combination,
    )
    mix: Sequence[tuple[str, float, NamedRule, NamedRule]] | None = _option(
        "--mix NAME SHARE A B",
        "add the model NAME that lets B decide this SHARE of the cases, drawn at random, and A the "
        "others (interpolation), at thresholds as for --combine; repeat for more",
        repeat=True,
        read=mixture,
    )
    chain: Sequence[tuple[str, Sequence[str]]] | None = _option(
        "--chain NAME MODEL...",
        "add the model NAME that asks the classifiers of these models' hull one after the other, "
        "up to the cheapest under the conditions, until one flags the case; the JSON says what "
        "the hull promises and what happens; repeat for more",
        repeat=True,
        read=chained,
    )
    repair: Sequence[str] | None = _option(
        "--repair MODEL",
        "add this model again with the order of its scores reversed inside the deepest dent of "
        "its ROC curve, found on other folds; repeat for more models",
        repeat=True,
    )
    threshold_probability: Sequence[float] | None = _option(
        "--threshold-probability T1,T2,...",
        "threshold probabilities at which the JSON reports net benefit, also of pairs (default: "
        "0.05,0.1,...,0.95, of each model only)",
        parse=shares(threshold_probability),
        needs=ONLY_JSON,
    )
    partial_fpr: Sequence[Interval] | None = _option(
        "--partial-fpr LOW HIGH",
        "range of a partial area under the ROC curve: sensitivity over this range of fpr; repeat "
        "for more ranges (default: fpr 0 to 0.1 and tpr 0.9 to 1)",
        repeat=True,
        parse=SHARE,
    )
    partial_tpr: Sequence[Interval] | None = _option(
        "--partial-tpr LOW HIGH",
        "range of a partial area under the ROC curve: specificity over this range of tpr; repeat "
        "for more ranges (default: fpr 0 to 0.1 and tpr 0.9 to 1)",
        repeat=True,
        parse=SHARE,
    )
    bands: bool = _option(
        "--no-bands",
        "leave out confidence bands and intervals",
        default=True,
        excludes={"json": NO_BANDS},
    )
    roc_whole: bool = _option(
        "--roc-whole",
        "ROC band that holds for the whole curve at once (default: pointwise)",
        needs=DRAWN,
    )
    chosen: Score | None = _option(
        "--chosen MODEL SCORE",
        "show the counts, rates and costs of this threshold too",
        read=named_score,
    )
    lines: bool = _option("--lines", "draw the cost lines of single thresholds", needs=DRAWN)
    per: float | None = _option("--per N", "show amounts per N cases", parse=cost, group="unit")
    cases: float | None = _option(
        "--cases N", "show amounts per month of N cases", parse=cost, group="unit"
    )
    currency: str = _option(
        "--currency SYMBOL",
        'currency symbol, or 1000 as amounts should look, such as "1\'000 €" (default: {default})',
        default="$",
        parse=currency,
    )
    title: str = _option(
        "--title TITLE", "title of the report (default: the file)", ["report"], default=""
    )
    note: str = _option(
        "--note NOTE", "note below the title; line breaks are kept", ["report"], default=""
    )
    whole_curve: bool = _option(
        "--whole-curve",
        "compared pairs: intervals and bands that hold for the whole curve at once (default: "
        "pointwise; the JSON gives both)",
        ["report"],
    )
    holm: bool = _option(
        "--holm",
        "compared pairs: bands at Holm's stricter levels (the JSON gives these levels)",
        ["report"],
    )


def keyword_options() -> Iterator[tuple[str, Option]]:
    """The field of `OptionValues` and the option, of all that a field has."""
    for entry in fields(OptionValues):
        first, *others = entry.metadata["options"]
        if entry.name != "criterion_values":
            first = replace(first, name=entry.name)
        yield from ((entry.name, row) for row in (first, *others))


ALL = tuple(COMMANDS)
A_FILE = "table with labels and scores, such as a CSV file"
A_SAMPLE = (
    "; - for standard input, sample:card-fraud, sample:breast-cancer, sample:leaving-customers, "
    "sample:guardrail, sample:card-fraud-audited or sample:judged-answers for a sample"
)
EXPRESSION = (
    "costs, where that differs from row to row: a column, a number, or an expression of columns "
    'such as "20 + 0.02 * amount"'
)
INPUT = (
    Option("FILE", A_FILE + A_SAMPLE, ALL[:-1], name="file"),
    Option("FILE", A_FILE, ALL[-1:], name="file"),
    Option("--label COL", "column with the true class", ALL),
    Option("--positive VALUE", "value of --label that marks positive cases", ALL),
    Option(
        "--score COL",
        "column with the scores of one model; repeat for more models",
        ALL,
        name="scores",
        repeat=True,
    ),
    Option("--model COL", "column with the model's name, if rows are case and model", ALL),
    Option("--id COL", "column that identifies the case, for --model", ALL, name="case_id"),
    Option("--weight COL", "column with the weight of each row", ALL),
    Option(
        "--weight-is",
        "count: a row stands for that many equal cases; sampling: it is one case, drawn with "
        "unequal chances (default: count if all weights are whole numbers)",
        ALL,
        choices=("count", "sampling"),
    ),
    Option("--fold COL", "column with the cross-validation fold", ALL),
    Option(
        "--cluster COL",
        "column with groups of dependent rows, such as patients; bands resample the groups",
        ALL,
    ),
    Option(
        "--split COL",
        "column with hold-out parts: models and thresholds are chosen on one part and evaluated "
        "on the other",
        ALL,
    ),
    Option("--choose-on VALUE", "part to choose on (default: validation, dev, ...)", ALL),
    Option("--judge-on VALUE", "part to evaluate on (default: test, holdout, ...)", ALL),
    Option(
        "--verified-within COL",
        "labels exist only where somebody looked: column with groups within which the rows that "
        "somebody looked at are like the others, and stand for them",
        ALL,
    ),
    Option(
        "--verified-by MODEL SCORE...",
        "labels exist only where somebody looked: cases at or above this score of this column, "
        "and some of those below; more scores divide the column into more groups",
        ALL,
    ),
    Option(
        "--chance COL",
        "labels exist only where somebody looked: column with the chance that somebody looked at "
        "the row",
        ALL,
    ),
    Option(
        "--blind-positives LOW HIGH",
        "share of positives in groups that nobody looked at, which gives costs as bounds "
        "(default: 0 1)",
        ALL,
        parse=SHARE,
    ),
    Option(
        "--blanks",
        "what rows without a label are: coming: their labels are not there yet; leave-out: they "
        "are like the others",
        ALL,
        choices=("leave-out", "coming"),
    ),
    Option(
        "--gold COL",
        "column with the true labels of some rows, drawn at random and checked by people, where "
        "--label is of a judge such as a language model",
        (*DECISIONS, "check", "serve"),
    ),
    Option(
        "--unlabelled FILE",
        "recent scores without labels, in columns named as the models: says how common positives "
        "are there",
        CONDITIONS,
        group="recent",
    ),
    Option(
        "--unlabelled-where COL=VALUE",
        "recent scores: the rows of FILE without a label that have this value in this column",
        CONDITIONS,
        group="recent",
    ),
    Option(
        "--table SOURCE",
        "table in place of FILE, which an engine counts where it is: a Parquet file, a folder or "
        "glob of them, or an address and a table such as duckdb:///scores.duckdb#predictions",
        ["analyse", "report", "serve"],
    ),
    Option(
        "--leaves TABLE",
        "leaves of a decision tree in place of FILE: columns matched, errors and class, or "
        "positives and negatives",
        ALL,
    ),
    Option(
        "--negate MODEL",
        "model of which a lower score means more likely positive; repeat for more",
        ALL,
        repeat=True,
        default=[],
    ),
    Option("--cost-fn-column COL", f"what missing the row if it is positive {EXPRESSION}", ALL),
    Option("--cost-fp-column COL", f"what flagging it if not {EXPRESSION}", ALL),
    Option(
        "--confusion NAME TP FN FP TN",
        "classifier of which only the confusion matrix on cases of its own is known; repeat for "
        "more, with or without FILE",
        ALL,
        name="confusions",
        repeat=True,
        default=[],
    ),
    Option("--name NAME", "name of the file to show in messages", ["check"]),
    Option(
        "-o --output OUT.html",
        "file to write; - for standard output",
        ["report"],
        required=True,
    ),
    Option(
        "-o --output OUT.json",
        "file to write; - for standard output (the default)",
        ["decide"],
        default="-",
    ),
    Option("--baseline MODEL", "model that is used today", ["gate"], required=True),
    Option("--candidate MODEL", "model that is to replace it", ["gate"], required=True),
    Option(
        "--margin SHARE",
        "share of the baseline's cost that the candidate may cost more, such as 2%",
        ["gate"],
        parse=SHARE,
        required=True,
    ),
    Option("--junit OUT.xml", "also write the result as JUnit XML", ["gate"]),
    Option("--markdown OUT.md", "also write the result as Markdown", ["gate"]),
)
CASES = ["cases"]
OF_CASES = (
    Option(
        "--rule MODEL SCORE",
        "the rule whose calls are listed: flag a case when MODEL scores SCORE or more",
        CASES,
        read=named_score,
        required=True,
    ),
    Option(
        "--look-from SCORE",
        "with a review zone: cases that score SCORE or more, but less than the rule's, are looked "
        "at (--cell looked-at)",
        CASES,
        parse=score,
    ),
    Option("--cell CASES", "cases to list", CASES, choices=LISTS, default=NEAREST),
    Option(
        "--order ORDER",
        "which cases come first: the nearest to the threshold, the dearest, or those of the first "
        "rows (default: distance, with costs per case cost)",
        CASES,
        choices=ORDERS,
    ),
    Option(
        "--today MODEL SCORE",
        "today's rule, for --cell flips: the cases that it calls otherwise",
        CASES,
        read=named_score,
    ),
    Option(
        "--keep COL",
        "column to write beside each case; repeat for more",
        CASES,
        repeat=True,
        default=[],
    ),
    Option(
        "--corrected LIST.csv",
        "a list with its column label_new filled in: say what changes, and write the file with "
        "these labels to -o, instead of a list",
        CASES,
    ),
    Option(
        "--limit N",
        "most cases to write (default: {default})",
        CASES,
        default=MOST_EXPORTED,
        parse=Number(int, 1, MOST_EXPORTED),
    ),
    Option(
        "-o --output OUT.csv",
        "file to write; - for standard output (the default)",
        CASES,
        default="-",
    ),
)
OUTPUT = (
    Option(
        "--csv TABLE",
        f"print one table or curve as CSV, in full precision: {', '.join(EXPORTS)}, or the "
        "thresholds of the one model that is shown",
        ["analyse"],
        group="format",
    ),
    Option(
        "--json",
        "print JSON with all numbers in full precision",
        ["analyse", "check", "gate"],
        group="format",
    ),
    Option("--host HOST", "address to listen on ({default})", ["serve"], default="127.0.0.1"),
    Option("--port PORT", "port ({default})", ["serve"], parse=Number(int, 0, 65535), default=PORT),
    Option("--no-browser", "do not open a browser", ["serve"]),
)
OPTIONS = (*INPUT, *OF_CASES, *(row for _, row in keyword_options()), *OUTPUT)
