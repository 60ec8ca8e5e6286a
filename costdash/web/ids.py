"""DOM ids of the page's elements and stores.

Each id is its constant's name in kebab case. The scripts and style sheets in assets/ use the same
ids.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Ids(NamedTuple):
    """The ids. The values are generated from the names: see `ids`."""

    # the three stores with the state of the page; each has one writer
    DATASET: str
    CONDITIONS: str
    VIEW: str

    # stores that carry one message
    UPLOAD_TOKEN: str
    PANEL_CHOICE: str
    OUTLINE: str

    # page and head
    BOOT_DATA: str
    FIRST_ANSWER: str
    PAGE_BODY: str
    PROVIDER: str
    DATASET_NAME: str
    DATASET_MENU: str
    RECENT_DATA: str
    STICKY_BAR: str
    ADJUST: str
    SHEET_DONE: str
    HEAD_MENU: str
    HEAD_MENU_BUTTON: str
    SAMPLE_MENU: str
    UPLOAD_BUTTON: str
    THEME_BUTTON: str
    NOTICES: str
    NOTICE: str
    UPLOAD_PROGRESS: str
    DROP_VEIL: str
    LOST_DATA: str
    READ_LINE: str
    LABELS_QUESTION: str
    TOUR: str

    HELP: str
    HELP_BUTTON: str

    # sharing
    SHARE_LIFETIME: str
    SHARE_LINK: str
    SHARE_MAKE: str
    SHARE_COPY: str
    SHARE_REVOKE: str
    SHARE_NOTE: str
    SHARE_PATH: str
    VIEW_ONLY: str

    # conditions, models and settings
    SETTINGS: str
    SETTINGS_BUTTON: str
    SUMMARY_LINE: str
    SHOWN_MODELS: str
    MODELS_FILTER: str
    MODEL_CHIPS: str
    CHIP_CARD: str
    MODELS_MORE: str
    MODELS_MENU: str
    CLASS_ROW: str
    POSITIVE_CLASS: str
    MODEL_CHECKBOXES: str
    MODELS_NOTE: str
    CONDITIONS_BAR: str
    PRIOR_BOX: str
    PRIOR_NOTE: str
    PRIOR_MEANING: str
    PRIOR_RESET: str
    RECENT_BOX: str
    RECENT_OPEN: str
    STATED_JUDGE: str
    COST_FN_BOX: str
    COST_FP_BOX: str
    PRIOR_LOW: str
    PRIOR_HIGH: str
    COST_FN_LOW: str
    COST_FN_HIGH: str
    COST_FP_LOW: str
    COST_FP_HIGH: str
    CASE_UNIT: str
    CASE_UNIT_MENU: str
    CASE_UNIT_NOTE: str
    CASES_PER_MONTH: str
    CAPACITY_FIELD: str
    CAPACITY_NOTE: str
    MATRIX_BUTTON: str
    MATRIX_DIALOG: str
    MATRIX_TRUE_POSITIVE: str
    MATRIX_FALSE_NEGATIVE: str
    MATRIX_FALSE_POSITIVE: str
    MATRIX_TRUE_NEGATIVE: str
    MATRIX_CASES: str
    MATRIX_TABLES: str
    FIRST_TRUE_POSITIVE: str
    FIRST_FALSE_NEGATIVE: str
    FIRST_FALSE_POSITIVE: str
    FIRST_TRUE_NEGATIVE: str
    SECOND_TRUE_POSITIVE: str
    SECOND_FALSE_NEGATIVE: str
    SECOND_FALSE_POSITIVE: str
    SECOND_TRUE_NEGATIVE: str
    MATRIX_TABLE_COSTS: str
    MATRIX_SENTENCE: str
    MATRIX_DATA: str
    MATRIX_USE: str
    CRITERION: str
    CRITERION_LIMIT_ROW: str
    CRITERION_LIMIT_NAME: str
    CRITERION_LIMIT: str
    LIMIT_PRICES: str
    CRITERION_LIMIT_MEANING: str
    CRITERION_CONFIDENCE: str
    FIXED_THRESHOLD: str
    FIXED_THRESHOLD_MODEL: str
    FIXED_THRESHOLD_SCORE: str
    LEVEL: str
    EVALUATION: str
    FLAT_ZONE: str
    COST_LINES: str
    SCORE_DRIVEN: str
    SIMULTANEOUS_ROC_BAND: str
    ESTIMATED_PRIOR: str
    UNDO: str
    REVIEW_ADD: str
    REVIEW_BEST: str
    REVIEW_CONDITION: str
    REVIEW_REMOVE: str
    REVIEW_FIELD: str
    REVIEW_SLIDER: str
    REVIEW_LIMIT: str
    REVIEW_NOTE: str
    REVIEW_WHO: str
    REVIEW_MENU: str
    RESET: str
    TODAY_BOX: str
    SET_TODAY: str
    CLEAR_TODAY: str
    TODAY_NOTE: str
    TODAY_LABEL: str
    TODAY_OPEN: str
    TODAY_MODEL: str
    TODAY_SENTENCE: str
    TODAY_SCORES: str
    TODAY_THRESHOLD: str
    TODAY_SHARE: str
    TODAY_SHARE_MEANING: str
    TODAY_RECOMMENDED: str

    # decision and panels
    DECISION: str
    CONFUSION: str
    AGAINST: str
    SPOKEN_DECISION: str
    HIGHLIGHT_TEXT: str
    PANELS_KEY: str
    COST_AXIS: str
    COST_AXIS_SELECT: str  # the cost axes where the panel is narrow
    STRIP_PANEL: str
    COPY_BUTTON: str
    COPY_MENU: str
    COPY_TEXT: str
    SAVE_CARD: str
    COPY_CODE: str
    RULE_AS_CODE: str
    RULE_DIALOG: str
    RULE_TEXT: str
    RULE_NOTE: str
    RULE_DOWNLOAD: str
    PRESENT: str
    REPORT_BOX: str
    REPORT_BUTTON: str
    REPORT_TITLE: str
    REPORT_NOTE: str
    DATA_MENU: str
    ZOOM_HERE: str
    ZOOM_RESET: str

    DATA_TABLE: str
    DATA_TABLE_NOTE: str
    DATA_TABLE_ROWS: str
    DATA_TABLE_CSV: str

    # tabs
    TABS: str
    TAB_ANSWER: str
    RULES: str
    OPTIMAL_RANGES: str
    VALIDITY: str
    MAP_PANEL: str
    MAP_DATA: str
    DOUBTS: str
    MORE_LABELS: str
    LABEL_VALUE: str
    SEGMENT_COLUMN: str
    SEGMENT_PERIOD: str
    SEGMENT_PERIODS: str
    SEGMENT_UNTIL: str
    SEGMENT_BODY: str
    SEGMENT_CHIP: str
    SEGMENT_DOOR: str
    SCENARIOS_SECTION: str
    SCENARIO_TABLE: str
    SCENARIO_NAME: str
    SCENARIO_SAVE: str
    WEIGHTING_SECTION: str
    WEIGHTING: str
    BETA_ROW: str
    BETA_A: str
    BETA_B: str
    RANKING: str
    THRESHOLD_MODEL: str
    THRESHOLD_SEARCH: str
    THRESHOLD_COST_NOTE: str
    THRESHOLD_SENTENCES: str
    THRESHOLD_SHARE: str
    THRESHOLD_RECALL: str
    THRESHOLD_REASON: str
    THRESHOLD_SCORES: str  # where a script draws the histogram
    THRESHOLD_BINS: str
    THRESHOLD_MATCH: str
    FIELD_OF_USE: str
    MEASURE_TABLE: str
    THRESHOLD_TRIAL: str
    THRESHOLD_TODAY: str
    THRESHOLD_TABLE: str
    EXPORT_BUTTON: str
    SUMMARY: str
    MESSAGES: str

    # comparing two models
    PAIR_A: str
    PAIR_B: str
    MARGIN: str
    COMPARISON_DATA: str
    DIFFERENCE_PANEL: str
    COMPARISON_TEXT: str
    CROSSOVER_NOTE: str
    MIX_DIALOG: str
    MIX_FIRST: str
    MIX_SECOND: str
    MIX_FIRST_THRESHOLD: str
    MIX_SECOND_THRESHOLD: str
    MIX_SHARE: str
    MIX_ERROR: str
    MIX_ADD: str
    PAIR_TESTS: str
    PAIR_SWAP: str
    PAIR_BAND: str
    PAIR_LEAD: str
    PAIR_INTERVAL: str
    PAIR_LIST: str
    PAIR_CARDS: str
    PAIR_LABELS: str
    PAIR_BODY: str
    PAIR_ALONE: str
    ALL_PAIRS: str

    # averages over folds
    FOLDS_MODEL: str
    FOLDS_AVERAGE: str
    FOLDS_SECOND_AVERAGE: str
    FOLDS_NOTE: str
    FOLDS_ROC_PANEL: str
    FOLDS_COST_PANEL: str
    FOLDS_ROC_DATA: str
    FOLDS_COST_DATA: str
    FOLDS_TABLE: str
    FOLDS_LEAD: str
    FOLDS_INTERVAL: str
    FOLDS_PANEL: str
    FOLDS_DATA: str
    FOLDS_COSTS: str

    # columns of a file
    COLUMNS_BUTTON: str
    READ_AS: str
    COLUMNS_DIALOG: str
    COLUMNS_NOTE: str
    COLUMNS_PREVIEW: str
    COLUMNS_REASONS: str
    ROLES_LABEL: str
    ROLES_POSITIVE: str
    ROLES_SCORES: str
    ROLES_WEIGHT: str
    ROLES_WEIGHT_IS: str
    ROLES_FOLD: str
    ROLES_MODEL: str
    ROLES_CASE: str
    ROLES_SPLIT: str
    ROLES_SELECTION_PART: str
    ROLES_EVALUATION_PART: str
    ROLES_CLUSTER: str
    ROLES_COST_FN: str
    ROLES_COST_FP: str
    ROLES_NEGATE: str
    ROLES_TRAINED: str
    ROLES_CASE_COLUMNS: str
    ROLES_GOLD: str
    ROLES_OTHERS: str
    ROLES_REVIEWER: str
    ROLES_APPLY: str
    CASES_OPEN: str
    CASES_DRAWER: str
    CASES_TITLE: str
    CASES_NOTE: str
    CASES_LISTS: str
    CASES_COLUMNS: str
    CASES_ORDER: str
    CASES_COUNT: str
    CASES_ROWS: str
    CASES_MORE: str
    CASES_EXPORT: str
    CASES_CLOSE: str
    CASES_CORRECT: str
    CASES_CORRECTED: str
    CASES_TAKE: str
    ROLES_ERROR: str
    DELETE_BUTTON: str

    # classifiers by their four counts
    COUNTS_DIALOG: str
    COUNTS_ROWS: str
    COUNTS_MORE: str
    COUNTS_DRAW: str
    COUNTS_TYPED: str  # store: the rows that are to be drawn
    COUNTS_ERROR: str


ids = Ids(*(name.lower().replace("_", "-") for name in Ids._fields))

STATE_STORES = (ids.DATASET, ids.CONDITIONS, ids.VIEW)

# the four boxes of each typed cost matrix
FIRST_MATRIX = (
    ids.FIRST_TRUE_POSITIVE,
    ids.FIRST_FALSE_NEGATIVE,
    ids.FIRST_FALSE_POSITIVE,
    ids.FIRST_TRUE_NEGATIVE,
)
SECOND_MATRIX = (
    ids.SECOND_TRUE_POSITIVE,
    ids.SECOND_FALSE_NEGATIVE,
    ids.SECOND_FALSE_POSITIVE,
    ids.SECOND_TRUE_NEGATIVE,
)

MIX_MODELS = (ids.MIX_FIRST, ids.MIX_SECOND)
MIX_THRESHOLDS = (ids.MIX_FIRST_THRESHOLD, ids.MIX_SECOND_THRESHOLD)

ROLE_CONTROLS = (  # of the dialog of column roles, in the order of its callbacks
    ids.ROLES_LABEL,
    ids.ROLES_POSITIVE,
    ids.ROLES_SCORES,
    ids.ROLES_WEIGHT,
    ids.ROLES_WEIGHT_IS,
    ids.ROLES_FOLD,
    ids.ROLES_MODEL,
    ids.ROLES_CASE,
    ids.ROLES_CLUSTER,
    ids.ROLES_SPLIT,
    ids.ROLES_SELECTION_PART,
    ids.ROLES_EVALUATION_PART,
    ids.ROLES_COST_FN,
    ids.ROLES_COST_FP,
    ids.ROLES_NEGATE,
    ids.ROLES_TRAINED,
    ids.ROLES_CASE_COLUMNS,
    ids.ROLES_GOLD,
    ids.ROLES_OTHERS,
    ids.ROLES_REVIEWER,
)


def swatch_of(select: str) -> str:
    """The line style of the model that is picked in a select."""
    return f"{select}-swatch"


def panel_graph(panel: str) -> str:
    """The graph of a panel, by the panel's id."""
    return f"{panel}-panel"


def panel_note(panel: str) -> str:
    """The text under the graph of a panel."""
    return f"{panel_graph(panel)}-note"


def tab_button(tab: str) -> str:
    """The button that opens a tab, by the tab's id."""
    return f"{tab}-tab"


def tab_panel(tab: str) -> str:
    """The element that holds a tab."""
    return f"{ids.TABS}-panel-{tab}"


def tab_question(tab: str) -> str:
    """The store through which an open tab asks the server."""
    return f"{tab}-question"


def input_question(output: str) -> str:
    """The store through which the inputs of an open tab's callback ask the server.

    output: id of the first component that the callback writes.
    """
    return f"{output}-changed"


def input_questions(connected: Iterable[str]) -> list[str]:
    """The stores of `input_question` among the ids that callbacks read or write."""
    return sorted(name for name in connected if name.endswith(input_question("")))


def tab_content(tab: str) -> str:
    """The content of a tab that one callback fills."""
    return f"{tab}-content"
