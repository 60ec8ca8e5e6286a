"""What the page and the server send each other: the three stores, requests, and the answer.

This is the only description. `security/schemas.py` checks requests against these types, and
`make wire` writes them for the scripts, into `assets/core/wire.d.ts`. Keys that an older page, or a
tab left open, may lack are `NotRequired`.
"""

from typing import Any, NotRequired, TypedDict, cast

from costdash.core.types import CallKind
from costdash.figures.client_data import LiveData, LiveReview, Rates
from costdash.report.tables.model_summary import ModelSummary
from costdash.report.tables.table import Table

PERIOD, LONGEST_NAME, MOST_SCENARIOS = "month", 60, 20
CONFIDENCE_LEVELS, DEFAULT_CONFIDENCE = (0.8, 0.9, 0.95, 0.99), 0.95  # of the bands

Figure = Any  # of plotly; its JSON
Element = Any  # a component of plain HTML, a text, or a list of these


class OperatingPoint(TypedDict):
    """prior: share of positives where the model is used; costs of a missed positive and of a false
    alarm.
    """

    prior: float
    cost_fn: float
    cost_fp: float


class ErrorCosts(TypedDict):
    """The mean costs of a file whose costs differ from case to case."""

    cost_fn: float
    cost_fp: float


class Ranges(TypedDict):
    """Prior and costs as ranges: the lowest and the highest value of each."""

    prior: tuple[float, float]
    cost_fn: tuple[float, float]
    cost_fp: tuple[float, float]


class BetaWeights(TypedDict):
    """PC(+) distributed as Beta(a, b)."""

    a: float
    b: float


class Criterion(TypedDict):
    """A criterion besides least cost; which fields it has, its row of `CRITERIA` says."""

    kind: str
    limit: NotRequired[float]
    sure: NotRequired[bool]
    threshold: NotRequired[float]
    model: NotRequired[str]


class CostMatrix(TypedDict):
    """What each outcome costs; from the dialog also the cases in a month."""

    found: float
    missed: float
    false_alarm: float
    left_alone: float
    cases: NotRequired[float | None]


class Between(TypedDict):
    """Both thresholds of a review, of one model; high is null where no case is flagged at once."""

    model: str
    low: float
    high: float | None


class Review(TypedDict):
    """A review of cases between two thresholds: its price, how many positives of 100 it finds and
    negatives it clears, as shares (default: all), the largest share of cases reviewed, and the
    thresholds if the user sets them. column: of verdicts, in place of both shares.
    """

    price: float
    sensitivity: NotRequired[float]
    specificity: NotRequired[float]
    capacity: NotRequired[float | None]
    between: NotRequired[Between | None]
    column: NotRequired[str | None]


class StatedJudge(TypedDict):
    """A judge who gave the labels: the shares of positives it finds and of negatives it clears."""

    sensitivity: float
    specificity: float


class CaseUnit(TypedDict):
    """The number of cases that amounts are for."""

    cases: float
    period: NotRequired[str | None]


class Scenario(OperatingPoint):
    """An operating point that the user has saved under a name."""

    name: str


class Conditions(OperatingPoint):
    """The store `conditions`. touched: whether the user has set the prior. seq: number of the
    question. weighting: true if the point is the most likely value in the ranges. currency: 5 as
    amounts look, if the user typed another currency than the server's.
    """

    token: NotRequired[str | None]
    revision: NotRequired[str]
    touched: NotRequired[bool]
    means: NotRequired[ErrorCosts | None]
    ranges: NotRequired[Ranges | None]
    weighting: NotRequired[bool | BetaWeights | None]
    criterion: NotRequired[Criterion | None]
    matrix: NotRequired[CostMatrix | None]
    case_unit: NotRequired[CaseUnit | None]
    currency: NotRequired[str | None]
    scenarios: NotRequired[list[Scenario] | None]
    review: NotRequired[Review | None]
    judge: NotRequired[StatedJudge | None]
    seq: NotRequired[float]


class Threshold(TypedDict):
    """A threshold of a model: its place among the model's thresholds, and its score as it can be
    typed, which counts more than the place.
    """

    model: str
    index: int | None
    text: NotRequired[str | None]


class StoredRule(Threshold):
    """Today's rule or the trial threshold; share: it is given by the share of cases it flags."""

    share: NotRequired[float | None]


class SegmentChoice(TypedDict):
    """How the cost is divided: by a column, a period of its dates, and the last day whose labels
    are complete. name: of the segment that the panels show over everybody's curves.
    """

    column: str
    period: NotRequired[str | None]
    until: NotRequired[str | None]
    name: NotRequired[str | None]


class View(TypedDict):
    """The store `view`. models: which are on. switched: the model that was switched last.
    evaluation: the rows that thresholds are chosen on, "same", "other" or "split". data:
    fingerprint of the data set. more_labels: how many labels What if values.
    """

    models: list[str]
    level: float
    token: NotRequired[str | None]
    revision: NotRequired[str]
    data: NotRequired[str]
    lines: NotRequired[bool]
    score_driven: NotRequired[bool]
    roc_whole: NotRequired[bool]
    estimated_prior: NotRequired[bool]
    switched: NotRequired[str | None]
    evaluation: NotRequired[str]
    axis: NotRequired[str]
    modes: NotRequired[list[str]]
    flat: NotRequired[float]
    today: NotRequired[StoredRule | None]
    trial: NotRequired[Threshold | None]
    segment: NotRequired[SegmentChoice | None]
    more_labels: NotRequired[float | None]
    seq: NotRequired[float]


class DatasetModel(TypedDict):
    """A model of the data set; i: its place. hard: it only calls cases positive or negative."""

    i: int
    name: str
    auc: float | None
    hard: NotRequired[bool]


class LabelSplit(TypedDict):
    """The score from which all rows have a label, the rows from it on, and those below it."""

    low: float
    above: int
    looked_at: int
    below: int


class LabelColumn(TypedDict):
    """A column that may say which rows somebody looked at."""

    name: str
    numeric: bool
    split: LabelSplit | None


class Blanks(TypedDict):
    """Rows without a label, and what the user said about them; open: nothing yet.

    column, low: what divides the rows, if somebody looked at some of them. given: the answer in
    full.
    """

    rows: int
    of: int
    answer: str | None
    open: bool
    columns: list[LabelColumn]
    given: "LabelAnswer"
    column: NotRequired[str]
    low: NotRequired[float]


class LabelAnswer(TypedDict):
    """What the user says about rows without a label; empty: nothing."""

    verified_by: NotRequired[list[Any]]
    verified_within: NotRequired[str]
    chance: NotRequired[str]
    blind_positives: NotRequired[list[float]]
    blanks: NotRequired[str]


class CombinationRoles(TypedDict):
    """The roles that make models of others."""

    recalibrated: list[str]
    combinations: list[dict[str, Any]]


class Dataset(TypedDict):
    """The store `dataset`: names and totals, never rows.

    opened: token of the data set that a link opened. choose_on: the selection part of a split file.
    viewer: the data set was shared by a link, good until `until`; own_token: of the data set to
    return to. reviewer: the column of a reviewer's verdicts. counted: an engine counted the rows.
    fileless: there is no file to read again with other roles. suggested: conditions to begin with.
    gold: people checked some labels of a judge.
    classes, positive: of a label with several classes. combinations_before, labels_before: what
    undo asks for.
    """

    token: str
    revision: str
    name: str
    rows: int
    positives: float
    prevalence: float
    models: list[DatasetModel]
    messages: list[str]
    opened: NotRequired[str | None]
    choose_on: NotRequired[str | None]
    file: NotRequired[str]
    sample: NotRequired[bool]
    description: NotRequired[str]
    folds: NotRequired[bool]
    read_as: NotRequired[str]
    matrices: NotRequired[list[list[Any]]]
    suggested: NotRequired[OperatingPoint]
    viewer: NotRequired[bool]
    until: NotRequired[float | None]
    own_token: NotRequired[str | None]
    trained: NotRequired[bool]
    reviewer: NotRequired[str | None]
    combinations: NotRequired[list[str]]
    combinations_before: NotRequired[CombinationRoles | None]
    labels_before: NotRequired[LabelAnswer | None]
    negated: NotRequired[dict[str, bool]]
    counted: NotRequired[bool]
    fileless: NotRequired[bool]
    cases: NotRequired[bool]
    gold: NotRequired[bool]
    classes: NotRequired[list[str]]
    positive: NotRequired[str | None]
    blanks: NotRequired[Blanks]


# The store `dataset` while there is no data set.
NO_DATA = cast(Dataset, {"token": None, "models": []})


class ColumnRoles(TypedDict):
    """The columns' roles as the page shows them; `Roles` has more."""

    label: str | None
    positive: str | None
    scores: list[str]
    weight: str | None
    fold: str | None
    model: str | None
    case_id: str | None
    split: NotRequired[str | None]
    negate: NotRequired[list[str]]
    case_columns: NotRequired[list[str]]
    gold: NotRequired[str | None]
    others: NotRequired[str]
    reviewer: NotRequired[str | None]
    confusions: NotRequired[list[list[Any]]]


class Column(TypedDict):
    """A column of a file, the values that it offers as positive, and its cells in the first
    rows."""

    name: str
    choices: list[str]
    rows: NotRequired[list[str]]


class Outline(TypedDict):
    """The store `outline`, which fills the dialog of columns; `asked` opens the dialog."""

    token: str
    rows: int
    questions: list[str]
    reasons: dict[str, Any]
    columns: list[Column]
    roles: ColumnRoles
    asked: NotRequired[bool]
    name: NotRequired[str]


class UploadRequest(TypedDict):
    """What becomes the data set: an upload, a sample, or the present one changed.

    undoes: the answer on labels is the one before.
    """

    token: str
    name: NotRequired[str]
    back: NotRequired[bool]
    positive: NotRequired[str]
    negate: NotRequired[str]
    labels: NotRequired[LabelAnswer]
    undoes: NotRequired[bool]
    recalibrate: NotRequired[str]
    combine: NotRequired[dict[str, Any]]
    combinations_before: NotRequired[CombinationRoles]


class TypedCounts(TypedDict):
    """Rows of classifiers that were typed by their four counts. fresh: as data of their own."""

    rows: list[list[str]]
    fresh: NotRequired[bool]


class SingleChoice(Rates):
    """The threshold of the headline, where the choice may mix two."""

    call: CallKind


class CriterionChoice(Rates):
    """The choice of the criterion; kind is "" if it does not follow the operating point."""

    kind: str
    limit: float | None
    single: SingleChoice


class TodaysBar(Rates):
    """Today's rule in the bars of the comparison; same: it is the recommended rule."""

    rule: str
    same: bool


class Bars(Rates):
    """Rates and intervals of the rule, and today's rule, for the bars of the comparison."""

    interval: list[float] | None
    cost_limits: str
    saving_limits: str
    today: TodaysBar | None


class ComparedRule(Rates):
    """A rule that the presentation compares; look_from: the lower threshold of a review zone;
    breaks_limit: whether it breaks the limit in force."""

    look_from: str | None
    breaks_limit: bool
    role: str
    model: str | None
    call: CallKind
    hard: bool
    text: str | None


class Trial(Rates):
    """The trial threshold, and the recommended rule beside it."""

    rule: str
    recommended: Rates


class TodaysRule(Threshold):
    """Today's rule for the boxes that edit it; highest: the model's highest score."""

    share: str
    highest: str


class FlatZone(TypedDict):
    """The flat zone of all thresholds, or those within the limit; high: null without an upper end.
    words: in two parts."""

    model: str
    low: float
    high: float | None
    words: tuple[str, str]


class ReviewState(TypedDict):
    """What the field of the review says: up to which price it pays; note: why it does not."""

    limit_price: float
    pays: bool
    note: str


class ShownSegment(TypedDict):
    """The segment that the panels show; words: its cases, and whether it has a curve."""

    name: str
    words: str


class Answer(TypedDict):
    """What follows from the three stores. refining: slow results are still missing.

    live is left out if the question named its live_key: the page has it from an earlier answer.
    """

    figures: dict[str, Figure]
    decision: Element
    against: Element
    rules_table: Element
    validity: Element
    optimal_ranges: Table | None
    choice: CriterionChoice | None
    confusion: Element
    bars: Bars
    rules: list[ComparedRule]
    trial: Trial | None
    zone: LiveReview | None
    review_state: ReviewState | None
    segment: ShownSegment | None
    flat: FlatZone | None
    notes: list[Element]
    key: Element
    optimism: str
    refining: bool
    spoken: str
    labels: dict[str, str]
    standing: Element
    models: list[ModelSummary]
    best: Threshold | None
    cheapest: list[str]
    code: str
    today_note: str
    today: TodaysRule | None
    scenarios: Element
    live: LiveData
    live_key: str
    conditions_seq: float | None
    view_seq: float | None
