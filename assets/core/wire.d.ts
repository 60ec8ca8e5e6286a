/* Written from costdash/web/wire.py by `make wire`; changes here are lost. */

/**
 * The points of a curve in cases, where costs differ from case to case.
 */
export type CaseCurve = {
  fpr: number[];
  tpr: number[];
};

/**
 * A model's drawn thresholds. i: its place in the file. hard: it only calls cases positive or
 * negative. text: each threshold as it can be typed, "" for the infinite one. index: its place in
 * the model's counts. hull: which of them are vertices. tie: PC(+) between neighbouring vertices.
 */
export type LiveModel = {
  i: number;
  name: string;
  hard: boolean;
  fpr: number[];
  tpr: number[];
  text: string[];
  index: number[];
  hull: number[];
  tie: number[];
  cases?: CaseCurve;
};

/**
 * The vertices of the common hull; `tie` has one entry per pair of neighbours.
 *
 * convex: false if the vertices were chosen on a selection part and evaluated on the other.
 */
export type LiveHull = {
  fpr: number[];
  tpr: number[];
  owner: number[];
  text: string[];
  index: number[];
  shared: Record<number, [number, string][]>;
  cases?: CaseCurve;
  tie: number[];
  convex: boolean;
};

/**
 * The recommended rules: from tie[i - 1] to tie[i] of PC(+) it is vertex[i].
 */
export type LiveRules = {
  fpr: number[];
  tpr: number[];
  owner: number[];
  text: string[];
  index: number[];
  shared: Record<number, [number, string][]>;
  cases?: CaseCurve;
  tie: number[];
  vertex: number[];
};

/**
 * Rates along PC(+), constant between two ties.
 */
export type LiveCurve = {
  tie: number[];
  fpr: number[];
  tpr: number[];
};

/**
 * Cross-fitted rates: of the recommended model, and of choosing it among the models too.
 *
 * tells_apart: whether any model tells the classes apart beyond chance.
 */
export type LiveCrossFit = {
  tuned: LiveCurve;
  chosen: LiveCurve;
  models: number;
  tells_apart: boolean;
};

/**
 * A model's confidence band: limits of fpr at each recall.
 */
export type LiveBand = {
  i: number;
  recall: number[];
  low: number[];
  high: number[];
};

/**
 * The curves, recommended rules and bands of the models shown, for any operating point.
 *
 * crossfit: null if costs are of the same rows. revision: when it changes, zoom is reset.
 */
export type LiveData = {
  models: LiveModel[];
  hull: LiveHull;
  recommended_rules: LiveRules;
  crossfit: LiveCrossFit | null;
  bands: LiveBand[];
  prevalence: number;
  revision: string;
};

/**
 * By how much rates change, and the share of cases reviewed, if the model is chosen on other
 * rows too.
 */
export type LiveAllowance = {
  fpr: number;
  tpr: number;
  share: number;
};

/**
 * Both thresholds of a review that the user sets; high is null where it is infinite.
 */
export type LiveBetween = {
  low: number;
  high: number | null;
};

/**
 * A review zone that scripts can move: the place of its model, its terms, the rates of the
 * model's cheapest threshold on other rows along PC(+), and the allowance for choosing the model;
 * both null if costs are of the same rows.
 */
export type LiveReview = {
  owner: number;
  price: number;
  sensitivity: number;
  specificity: number;
  tuned: LiveCurve | null;
  choosing: LiveAllowance | null;
  between: LiveBetween | null;
};

/**
 * Rates in cases, where costs differ from case to case and the other rates are of costs.
 */
export type CaseRates = {
  fpr: number;
  tpr: number;
};

/**
 * The reviews of a zone: their price, the shares of cases reviewed on the rows (share), on
 * other rows (tuned) and if the model is chosen there too (expected), and the share of negatives
 * below both thresholds (alone).
 */
export type ReviewedRates = {
  price: number;
  share: number;
  tuned: number;
  expected: number;
  alone: number;
};

/**
 * fpr and tpr on the rows. Where costs differ from case to case, they are shares of costs, and
 * `cases` has the rates in cases. Cross-fitted: `tuned` rates on other rows, `expected` rates that
 * allow for choosing among `models` too. review: of a review zone.
 */
export type Rates = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
};

/**
 * One model at one operating point, in words.
 *
 * nec: its cost, to sort by. amount: that cost as text. more: what it costs more than the
 * recommended model, or "". tag: "always beaten", "ties for cheapest at best", "flags all",
 * "flags none" or "".
 */
export type ModelSummary = {
  name: string;
  nec: number;
  amount: string;
  more: string;
  per: string;
  sentences: string[];
  tag: string;
};

/**
 * A title, a header and rows of text.
 *
 * left: the number of columns aligned to the left. models: for each row the model whose colour
 * and dash mark it, None for no model; () for a table without models. amount: the column of the
 * cost, which stays in sight where a narrow screen scrolls the others.
 */
export type Table = {
  title: string;
  head: string[];
  rows: string[][];
  left: number;
  note: string;
  models: (string | null)[];
  amount: number | null;
};

/**
 * prior: share of positives where the model is used; costs of a missed positive and of a false
 * alarm.
 */
export type OperatingPoint = {
  prior: number;
  cost_fn: number;
  cost_fp: number;
};

/**
 * The mean costs of a file whose costs differ from case to case.
 */
export type ErrorCosts = {
  cost_fn: number;
  cost_fp: number;
};

/**
 * Prior and costs as ranges: the lowest and the highest value of each.
 */
export type Ranges = {
  prior: [number, number];
  cost_fn: [number, number];
  cost_fp: [number, number];
};

/**
 * PC(+) distributed as Beta(a, b).
 */
export type BetaWeights = {
  a: number;
  b: number;
};

/**
 * A criterion besides least cost; which fields it has, its row of `CRITERIA` says.
 */
export type Criterion = {
  kind: string;
  limit?: number;
  sure?: boolean;
  threshold?: number;
  model?: string;
};

/**
 * What each outcome costs; from the dialog also the cases in a month.
 */
export type CostMatrix = {
  found: number;
  missed: number;
  false_alarm: number;
  left_alone: number;
  cases?: number | null;
};

/**
 * Both thresholds of a review, of one model; high is null where no case is flagged at once.
 */
export type Between = {
  model: string;
  low: number;
  high: number | null;
};

/**
 * A review of cases between two thresholds: its price, how many positives of 100 it finds and
 * negatives it clears, as shares (default: all), the largest share of cases reviewed, and the
 * thresholds if the user sets them. column: of verdicts, in place of both shares.
 */
export type Review = {
  price: number;
  sensitivity?: number;
  specificity?: number;
  capacity?: number | null;
  between?: Between | null;
  column?: string | null;
};

/**
 * A judge who gave the labels: the shares of positives it finds and of negatives it clears.
 */
export type StatedJudge = {
  sensitivity: number;
  specificity: number;
};

/**
 * The number of cases that amounts are for.
 */
export type CaseUnit = {
  cases: number;
  period?: string | null;
};

/**
 * An operating point that the user has saved under a name.
 */
export type Scenario = {
  prior: number;
  cost_fn: number;
  cost_fp: number;
  name: string;
};

/**
 * The store `conditions`. touched: whether the user has set the prior. seq: number of the
 * question. weighting: true if the point is the most likely value in the ranges. currency: 5 as
 * amounts look, if the user typed another currency than the server's.
 */
export type Conditions = {
  prior: number;
  cost_fn: number;
  cost_fp: number;
  token?: string | null;
  revision?: string;
  touched?: boolean;
  means?: ErrorCosts | null;
  ranges?: Ranges | null;
  weighting?: boolean | BetaWeights | null;
  criterion?: Criterion | null;
  matrix?: CostMatrix | null;
  case_unit?: CaseUnit | null;
  currency?: string | null;
  scenarios?: Scenario[] | null;
  review?: Review | null;
  judge?: StatedJudge | null;
  seq?: number;
};

/**
 * A threshold of a model: its place among the model's thresholds, and its score as it can be
 * typed, which counts more than the place.
 */
export type Threshold = {
  model: string;
  index: number | null;
  text?: string | null;
};

/**
 * Today's rule or the trial threshold; share: it is given by the share of cases it flags.
 */
export type StoredRule = {
  model: string;
  index: number | null;
  text?: string | null;
  share?: number | null;
};

/**
 * How the cost is divided: by a column, a period of its dates, and the last day whose labels
 * are complete. name: of the segment that the panels show over everybody's curves.
 */
export type SegmentChoice = {
  column: string;
  period?: string | null;
  until?: string | null;
  name?: string | null;
};

/**
 * The store `view`. models: which are on. switched: the model that was switched last.
 * evaluation: the rows that thresholds are chosen on, "same", "other" or "split". data:
 * fingerprint of the data set. more_labels: how many labels What if values.
 */
export type View = {
  models: string[];
  level: number;
  token?: string | null;
  revision?: string;
  data?: string;
  lines?: boolean;
  score_driven?: boolean;
  roc_whole?: boolean;
  estimated_prior?: boolean;
  switched?: string | null;
  evaluation?: string;
  axis?: string;
  modes?: string[];
  flat?: number;
  today?: StoredRule | null;
  trial?: Threshold | null;
  segment?: SegmentChoice | null;
  more_labels?: number | null;
  seq?: number;
};

/**
 * A model of the data set; i: its place. hard: it only calls cases positive or negative.
 */
export type DatasetModel = {
  i: number;
  name: string;
  auc: number | null;
  hard?: boolean;
};

/**
 * The score from which all rows have a label, the rows from it on, and those below it.
 */
export type LabelSplit = {
  low: number;
  above: number;
  looked_at: number;
  below: number;
};

/**
 * A column that may say which rows somebody looked at.
 */
export type LabelColumn = {
  name: string;
  numeric: boolean;
  split: LabelSplit | null;
};

/**
 * What the user says about rows without a label; empty: nothing.
 */
export type LabelAnswer = {
  verified_by?: any[];
  verified_within?: string;
  chance?: string;
  blind_positives?: number[];
  blanks?: string;
};

/**
 * Rows without a label, and what the user said about them; open: nothing yet.
 *
 * column, low: what divides the rows, if somebody looked at some of them. given: the answer in
 * full.
 */
export type Blanks = {
  rows: number;
  of: number;
  answer: string | null;
  open: boolean;
  columns: LabelColumn[];
  given: LabelAnswer;
  column?: string;
  low?: number;
};

/**
 * The roles that make models of others.
 */
export type CombinationRoles = {
  recalibrated: string[];
  combinations: Record<string, any>[];
};

/**
 * The store `dataset`: names and totals, never rows.
 *
 * opened: token of the data set that a link opened. choose_on: the selection part of a split file.
 * viewer: the data set was shared by a link, good until `until`; own_token: of the data set to
 * return to. reviewer: the column of a reviewer's verdicts. counted: an engine counted the rows.
 * fileless: there is no file to read again with other roles. suggested: conditions to begin with.
 * gold: people checked some labels of a judge.
 * classes, positive: of a label with several classes. combinations_before, labels_before: what
 * undo asks for.
 */
export type Dataset = {
  token: string;
  revision: string;
  name: string;
  rows: number;
  positives: number;
  prevalence: number;
  models: DatasetModel[];
  messages: string[];
  opened?: string | null;
  choose_on?: string | null;
  file?: string;
  sample?: boolean;
  description?: string;
  folds?: boolean;
  read_as?: string;
  matrices?: any[][];
  suggested?: OperatingPoint;
  viewer?: boolean;
  until?: number | null;
  own_token?: string | null;
  trained?: boolean;
  reviewer?: string | null;
  combinations?: string[];
  combinations_before?: CombinationRoles | null;
  labels_before?: LabelAnswer | null;
  negated?: Record<string, boolean>;
  counted?: boolean;
  fileless?: boolean;
  cases?: boolean;
  gold?: boolean;
  classes?: string[];
  positive?: string | null;
  blanks?: Blanks;
};

/**
 * The columns' roles as the page shows them; `Roles` has more.
 */
export type ColumnRoles = {
  label: string | null;
  positive: string | null;
  scores: string[];
  weight: string | null;
  fold: string | null;
  model: string | null;
  case_id: string | null;
  split?: string | null;
  negate?: string[];
  case_columns?: string[];
  gold?: string | null;
  others?: string;
  reviewer?: string | null;
  confusions?: any[][];
};

/**
 * A column of a file, the values that it offers as positive, and its cells in the first
 * rows.
 */
export type Column = {
  name: string;
  choices: string[];
  rows?: string[];
};

/**
 * The store `outline`, which fills the dialog of columns; `asked` opens the dialog.
 */
export type Outline = {
  token: string;
  rows: number;
  questions: string[];
  reasons: Record<string, any>;
  columns: Column[];
  roles: ColumnRoles;
  asked?: boolean;
  name?: string;
};

/**
 * What becomes the data set: an upload, a sample, or the present one changed.
 *
 * undoes: the answer on labels is the one before.
 */
export type UploadRequest = {
  token: string;
  name?: string;
  back?: boolean;
  positive?: string;
  negate?: string;
  labels?: LabelAnswer;
  undoes?: boolean;
  recalibrate?: string;
  combine?: Record<string, any>;
  combinations_before?: CombinationRoles;
};

/**
 * Rows of classifiers that were typed by their four counts. fresh: as data of their own.
 */
export type TypedCounts = {
  rows: string[][];
  fresh?: boolean;
};

/**
 * The threshold of the headline, where the choice may mix two.
 */
export type SingleChoice = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
  call: 'none' | 'some' | 'all';
};

/**
 * The choice of the criterion; kind is "" if it does not follow the operating point.
 */
export type CriterionChoice = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
  kind: string;
  limit: number | null;
  single: SingleChoice;
};

/**
 * Today's rule in the bars of the comparison; same: it is the recommended rule.
 */
export type TodaysBar = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
  rule: string;
  same: boolean;
};

/**
 * Rates and intervals of the rule, and today's rule, for the bars of the comparison.
 */
export type Bars = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
  interval: number[] | null;
  cost_limits: string;
  saving_limits: string;
  today: TodaysBar | null;
};

/**
 * A rule that the presentation compares; look_from: the lower threshold of a review zone;
 * breaks_limit: whether it breaks the limit in force.
 */
export type ComparedRule = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
  look_from: string | null;
  breaks_limit: boolean;
  role: string;
  model: string | null;
  call: 'none' | 'some' | 'all';
  hard: boolean;
  text: string | null;
};

/**
 * The trial threshold, and the recommended rule beside it.
 */
export type Trial = {
  fpr: number;
  tpr: number;
  cases?: CaseRates;
  tuned?: CaseRates;
  expected?: CaseRates;
  models?: number;
  review?: ReviewedRates;
  rule: string;
  recommended: Rates;
};

/**
 * Today's rule for the boxes that edit it; highest: the model's highest score.
 */
export type TodaysRule = {
  model: string;
  index: number | null;
  text?: string | null;
  share: string;
  highest: string;
};

/**
 * The flat zone of all thresholds, or those within the limit; high: null without an upper end.
 * words: in two parts.
 */
export type FlatZone = {
  model: string;
  low: number;
  high: number | null;
  words: [string, string];
};

/**
 * What the field of the review says: up to which price it pays; note: why it does not.
 */
export type ReviewState = {
  limit_price: number;
  pays: boolean;
  note: string;
};

/**
 * The segment that the panels show; words: its cases, and whether it has a curve.
 */
export type ShownSegment = {
  name: string;
  words: string;
};

/**
 * What follows from the three stores. refining: slow results are still missing.
 *
 * live is left out if the question named its live_key: the page has it from an earlier answer.
 */
export type Answer = {
  figures: Record<string, any>;
  decision: any;
  against: any;
  rules_table: any;
  validity: any;
  optimal_ranges: Table | null;
  choice: CriterionChoice | null;
  confusion: any;
  bars: Bars;
  rules: ComparedRule[];
  trial: Trial | null;
  zone: LiveReview | null;
  review_state: ReviewState | null;
  segment: ShownSegment | null;
  flat: FlatZone | null;
  notes: any[];
  key: any;
  optimism: string;
  refining: boolean;
  spoken: string;
  labels: Record<string, string>;
  standing: any;
  models: ModelSummary[];
  best: Threshold | null;
  cheapest: string[];
  code: string;
  today_note: string;
  today: TodaysRule | null;
  scenarios: any;
  live: LiveData;
  live_key: string;
  conditions_seq: number | null;
  view_seq: number | null;
};
