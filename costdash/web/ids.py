"""DOM ids of the page's elements and stores, and limits of what the stores hold.

The scripts in assets/ use the same ids, so the strings stay as they are.
"""

from typing import Any

PERIOD, LONGEST_NAME, MOST_SCENARIOS = "month", 60, 20
CONFIDENCE_LEVELS, DEFAULT_CONFIDENCE = (0.8, 0.9, 0.95, 0.99), 0.95  # of the bands

NO_DATA: dict[str, Any] = {"token": None, "models": []}

# the three stores with the state of the page; each has one writer
DATASET = "dataset"
CONDITIONS = "conditions"
VIEW = "view"

STATE_STORES = (DATASET, CONDITIONS, VIEW)

# stores that carry one message
UPLOAD_TOKEN = "upload-token"
PANEL_CHOICE = "hand"
OUTLINE = "outline"

# page and head
PAGE_BODY = "page"
PROVIDER = "provider"
DATASET_NAME = "dataset-name"
DATASET_MENU = "dataset-menu"
RECENT_DATA = "recent-data"
STICKY_BAR = "sticky-bar"
ADJUST = "adjust"
SHEET_DONE = "sheet-done"
HEAD_MENU = "head-menu"
HEAD_MENU_BUTTON = "head-menu-button"
SAMPLE_MENU = "sample-menu"
UPLOAD_BUTTON = "upload-button"
THEME_BUTTON = "theme-button"
NOTICES = "notices"
UPLOAD_PROGRESS = "upload-progress"

HELP = "help"
HELP_BUTTON = "help-button"

# sharing
SHARE_LIFETIME = "share-for"
SHARE_LINK = "share-link"
SHARE_MAKE = "share-make"
SHARE_COPY = "share-copy"
SHARE_REVOKE = "share-end"
SHARE_NOTE = "share-note"
SHARE_PATH = "share-path"
VIEW_ONLY = "view-only"

# conditions, models and settings
SETTINGS = "settings"
SETTINGS_BUTTON = "settings-button"
SUMMARY_LINE = "summary-line"
SHOWN_MODELS = "models"
MODELS_FILTER = "models-filter"
MODEL_CHIPS = "model-chips"
CHIP_CARD = "chip-card"
MODELS_MORE = "models-more"
MODELS_MENU = "models-menu"
CLASS_ROW = "class-row"
POSITIVE_CLASS = "positive-class"
MODEL_CHECKBOXES = "models-box"
MODELS_NOTE = "models-note"
PRIOR_BOX = "prior-box"
PRIOR_NOTE = "prior-note"
PRIOR_RESET = "prior-home"
COST_FN_BOX = "cost-fn-box"
COST_FP_BOX = "cost-fp-box"
PRIOR_LOW, PRIOR_HIGH = "prior-low", "prior-high"
COST_FN_LOW, COST_FN_HIGH = "cost-fn-low", "cost-fn-high"
COST_FP_LOW, COST_FP_HIGH = "cost-fp-low", "cost-fp-high"
CASE_UNIT = "basis"
CASE_UNIT_NAME = "basis-name"
CASE_UNIT_MENU = "basis-menu"
CASES_PER_MONTH = "month"
CASES_PER_MONTH_ROW = "month-row"
MATRIX_BUTTON = "matrix-button"
MATRIX_DIALOG = "matrix"
MATRIX_FOUND = "matrix-found"
MATRIX_MISSED = "matrix-missed"
MATRIX_FALSE_ALARM = "matrix-alarm"
MATRIX_LEFT_ALONE = "matrix-alone"
MATRIX_CASES = "matrix-cases"
MATRIX_FIRST = ("first-found", "first-missed", "first-alarm", "first-alone")
MATRIX_SECOND = ("second-found", "second-missed", "second-alarm", "second-alone")
MATRIX_TABLE_COSTS = "matrix-priced"
MATRIX_SENTENCE = "matrix-told"
MATRIX_DATA = "matrix-read"
MATRIX_USE = "matrix-use"
CRITERION = "criterion"
CRITERION_LIMIT_ROW = "limit-row"
CRITERION_LIMIT_NAME = "limit-name"
CRITERION_LIMIT = "limit-box"
CRITERION_CONFIDENCE = "sure"
FIXED_THRESHOLD = "fixed"
FIXED_THRESHOLD_MODEL = "fixed-model"
FIXED_THRESHOLD_SCORE = "fixed-score"
LEVEL = "level"
THRESHOLD_ROWS = "choose"
FLAT_ZONE = "flat"
COST_LINES = "lines"
SCORE_DRIVEN = "score-driven"
SIMULTANEOUS_ROC_BAND = "roc-whole"
ESTIMATED_PRIOR = "estimated-prior"
UNDO = "undo"
RESET = "reset"
PIN = "pin"
UNPIN = "unpin"
PIN_NOTE = "pin-note"
TODAY_MODEL = "today-model"
TODAY_SAID = "today-said"
TODAY_SCORES = "today-scores"
TODAY_THRESHOLD = "today-threshold"
TODAY_SHARE = "today-share"
TODAY_BEST = "today-best"

# decision and panels
DECISION = "decision"
CONFUSION = "confusion"
AGAINST = "against"
SPOKEN_DECISION = "spoken-decision"
HIGHLIGHT_TEXT = "lit-text"
KEY = "panels-key"
COST_AXIS = "cost-axis"
COST_AXIS_SELECT = "cost-axis-select"  # the same where the panel is narrow
STRIP = "strip-panel"
COPY_TEXT = "copy-text"
SAVE_CARD = "save-card"
COPY_CODE = "copy-code"
PRESENT = "present"
REPORT_BUTTON = "report-button"
REPORT_TITLE = "report-title"
REPORT_NOTE = "report-note"
DATA_MENU = "data-menu"
ZOOM_HERE = "zoom-here"
ZOOM_RESET = "zoom-reset"

DATA_TABLE = "data-table"
DATA_TABLE_NOTE = "data-table-note"
DATA_TABLE_ROWS = "data-table-rows"
DATA_TABLE_CSV = "data-table-csv"

# tabs
TABS = "tabs"
TAB_ANSWER = "tab-answer"
RULES = "calls"
SEGMENTS = "parts"
KEEP = "keep"
MAP_PANEL = "map-panel"
MAP_DATA = "map-data"
DOUBTS = "doubts"
SCENARIOS_SECTION = "scenarios"
SCENARIO_TABLE = "scenario-table"
SCENARIO_NAME = "scenario-name"
SCENARIO_SAVE = "scenario-keep"
WEIGHTING_SECTION = "weighing"
WEIGHTING = "likely"
BETA_ROW = "beta"
BETA_A, BETA_B = "beta-a", "beta-b"
RANKING = "ranking"
THRESHOLD_MODEL = "threshold-model"
THRESHOLD_SEARCH = "threshold-search"
THRESHOLD_FOUND = "threshold-found"
THRESHOLD_SHARE = "threshold-share"
THRESHOLD_RECALL = "threshold-recall"
THRESHOLD_REASON = "threshold-reason"
THRESHOLD_SCORES = "threshold-scores"  # where a script draws the histogram
THRESHOLD_BINS = "threshold-bins"
THRESHOLD_AT = "threshold-at"
TRADE = "trade"
TRADE_TABLE = "trade-table"
THRESHOLD_TRY = "threshold-try"
THRESHOLD_TODAY = "threshold-today"
THRESHOLD_TABLE = "threshold-table"
EXPORT_BUTTON = "export-button"
SUMMARY = "summary"
MESSAGES = "messages"

# comparing two models
PAIR_A = "pair-a"
PAIR_B = "pair-b"
MARGIN = "margin"
COMPARISON_DATA = "comparison"
DIFFERENCE_PANEL = "difference-panel"
COMPARISON_TEXT = "compared"
TANGENT_NOTE = "tangent"
MIX_DIALOG = "mix-dialog"
MIX_MODELS = ("mix-first", "mix-second")
MIX_THRESHOLDS = ("mix-first-threshold", "mix-second-threshold")
MIX_SHARE = "mix-share"
MIX_ERROR = "mix-error"
MIX_ADD = "mix-add"
PAIR_TESTS = "pair-tests"
PAIR_SWAP = "pair-swap"
PAIR_BAND = "pair-band"
PAIR_LEAD = "pair-lead"
PAIR_INTERVAL = "pair-interval"
PAIR_LIST = "pair-list"
PAIR_CARDS = "pair-cards"
PAIR_BODY = "pair-body"
PAIR_ALONE = "pair-alone"
ALL_PAIRS = "all-pairs"

# averages over folds
FOLDS_TAB = "folds-tab"
FOLDS_MODEL = "folds-model"
FOLDS_AVERAGE = "folds-average"
FOLDS_SECOND_AVERAGE = "folds-beside"
FOLDS_NOTE = "folds-note"
FOLDS_ROC_PANEL = "folds-roc"
FOLDS_COST_PANEL = "folds-cost"
FOLDS_ROC_DATA = "folds-roc-data"
FOLDS_COST_DATA = "folds-cost-data"
FOLDS_TABLE = "folds-table"
FOLDS_LEAD = "folds-lead"
FOLDS_INTERVAL = "folds-interval"
FOLDS_PANEL = "folds-multiples"
FOLDS_DATA = "folds-multiples-data"
FOLDS_COSTS = "folds-costs"

# the models that the tabs show: they follow the recommendation until the user chooses others
MODEL_CHOOSERS = (THRESHOLD_MODEL, FOLDS_MODEL, PAIR_A, PAIR_B)

# columns of a file
COLUMNS_BUTTON = "columns-button"
READ_AS = "read-as"
COLUMNS_DIALOG = "columns"
COLUMNS_NOTE = "columns-note"
ROLES_LABEL = "roles-label"
ROLES_POSITIVE = "roles-positive"
ROLES_SCORES = "roles-scores"
ROLES_WEIGHT = "roles-weight"
ROLES_WEIGHT_IS = "roles-weight-is"
ROLES_FOLD = "roles-fold"
ROLES_MODEL = "roles-model"
ROLES_CASE = "roles-case"
ROLES_SPLIT = "roles-split"
ROLES_CHOOSE_ON = "roles-choose-on"
ROLES_JUDGE_ON = "roles-judge-on"
ROLES_CLUSTER = "roles-cluster"
ROLES_COST_FN = "roles-cost-fn"
ROLES_COST_FP = "roles-cost-fp"
ROLES_NEGATE = "roles-negate"
ROLES_TRAINED = "roles-trained"
ROLE_CONTROLS = (  # of the dialog of column roles, in the order of its callbacks
    ROLES_LABEL,
    ROLES_POSITIVE,
    ROLES_SCORES,
    ROLES_WEIGHT,
    ROLES_WEIGHT_IS,
    ROLES_FOLD,
    ROLES_MODEL,
    ROLES_CASE,
    ROLES_CLUSTER,
    ROLES_SPLIT,
    ROLES_CHOOSE_ON,
    ROLES_JUDGE_ON,
    ROLES_COST_FN,
    ROLES_COST_FP,
    ROLES_NEGATE,
    ROLES_TRAINED,
)
ROLES_APPLY = "roles-draw"
ROLES_ERROR = "roles-error"
DELETE_BUTTON = "delete-button"

# classifiers by their four counts
COUNTS_DIALOG = "counts"
COUNTS_ROWS = "counts-rows"
COUNTS_MORE = "counts-more"
COUNTS_DRAW = "counts-draw"
COUNTS_TYPED = "counts-typed"  # store: the rows that are to be drawn
COUNTS_ERROR = "counts-error"

# stores through which an open tab asks the server
TAB_QUESTIONS = {
    "compare": "asked-compare",
    "folds": "asked-folds",
    "thresholds": "asked-thresholds",
    "what_if": "asked-what-if",
}

# figures of the tabs: the store that the server fills, and the graph that shows it
FIGURE_STORES = (
    (MAP_DATA, MAP_PANEL),
    (COMPARISON_DATA, DIFFERENCE_PANEL),
    (FOLDS_DATA, FOLDS_PANEL),
    (FOLDS_ROC_DATA, FOLDS_ROC_PANEL),
    (FOLDS_COST_DATA, FOLDS_COST_PANEL),
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
