"""Names of the things on the page; the scripts in assets/ know them too."""

PERIOD, LONGEST_NAME, MOST_SCENARIOS = "month", 60, 20
CONFIDENCE_LEVELS, DEFAULT_CONFIDENCE = (0.8, 0.9, 0.95, 0.99), 0.95  # of the bands

NO_DATA: dict = {"token": None, "models": []}


# the three stores, one writer each
DATASET = "dataset"
CONDITIONS = "conditions"
VIEW = "view"

STATE = (DATASET, CONDITIONS, VIEW)

# what asks the server
UPLOAD_TOKEN = "upload-token"
HAND = "hand"
OUTLINE = "outline"

# head of the page
PAGE = "page"
PROVIDER = "provider"
DATASET_NAME = "dataset-name"
SAMPLE_MENU = "sample-menu"
UPLOAD_BUTTON = "upload-button"
THEME_BUTTON = "theme-button"
RAIL_BUTTON = "rail-button"
NOTICES = "notices"
PROGRESS = "upload-progress"

# sharing
SHARE_FOR = "share-for"
SHARE_LINK = "share-link"
SHARE_MAKE = "share-make"
SHARE_COPY = "share-copy"
SHARE_END = "share-end"
SHARE_NOTE = "share-note"
SHARE_PATH = "share-path"
VIEW_ONLY = "view-only"

# rail
RAIL = "rail"
MODELS = "models"
MODELS_FILTER = "models-filter"
CLASS_ROW = "class-row"
POSITIVE_CLASS = "positive-class"
MODELS_BOX = "models-box"
MODELS_NOTE = "models-note"
PRIOR = "prior-slider"
PRIOR_BOX = "prior-box"
PRIOR_NOTE = "prior-note"
PRIOR_HOME = "prior-home"
COST_FN = "cost-fn-box"
COST_FP = "cost-fp-box"
RATIO = "ratio-slider"
RANGES = "ranges"
RANGE_BOXES = "range-boxes"
PRIOR_RANGE = "prior-range"
RATIO_RANGE = "ratio-range"
RANGE_TOLD = "range-told"
PRIOR_LOW, PRIOR_HIGH = "prior-low", "prior-high"
COST_FN_LOW, COST_FN_HIGH = "cost-fn-low", "cost-fn-high"
COST_FP_LOW, COST_FP_HIGH = "cost-fp-low", "cost-fp-high"
BASIS = "basis"
MONTH = "month"
MONTH_ROW = "month-row"
MATRIX_BUTTON = "matrix-button"
MATRIX = "matrix"
MATRIX_FOUND = "matrix-found"
MATRIX_MISSED = "matrix-missed"
MATRIX_ALARM = "matrix-alarm"
MATRIX_ALONE = "matrix-alone"
MATRIX_CASES = "matrix-cases"
MATRIX_FIRST = ("first-found", "first-missed", "first-alarm", "first-alone")
MATRIX_SECOND = ("second-found", "second-missed", "second-alarm", "second-alone")
MATRIX_PRICED = "matrix-priced"
MATRIX_TOLD = "matrix-told"
MATRIX_READ = "matrix-read"
MATRIX_USE = "matrix-use"
CRITERION = "criterion"
LIMIT_ROW = "limit-row"
LIMIT_NAME = "limit-name"
LIMIT = "limit-box"
SURE = "sure"
FIXED = "fixed"
FIXED_MODEL = "fixed-model"
FIXED_SCORE = "fixed-score"
LEVEL = "level"
CHOOSE = "choose"
LINES = "lines"
SCORE_DRIVEN = "score-driven"
ROC_WHOLE = "roc-whole"
ESTIMATED_PRIOR = "estimated-prior"
UNDO = "undo"
RESET = "reset"
PIN = "pin"
UNPIN = "unpin"
PIN_NOTE = "pin-note"

# decision and panels
DECISION = "decision"
SPOKEN = "spoken-decision"
LIT_TEXT = "lit-text"
STRIP = "strip-panel"
COPY_TEXT = "copy-text"
COPY_CODE = "copy-code"
PRESENT = "present"
REPORT_BUTTON = "report-button"
DATA_MENU = "data-menu"
ZOOM_HERE = "zoom-here"
ZOOM_RESET = "zoom-reset"

# tabs
TABS = "tabs"
CALLS = "calls"
PARTS = "parts"
CONFUSION = "confusion"
SCENARIOS = "scenarios"
SCENARIO_TABLE = "scenario-table"
SCENARIO_NAME = "scenario-name"
SCENARIO_KEEP = "scenario-keep"
WEIGHING = "weighing"
LIKELY = "likely"
BETA = "beta"
BETA_A, BETA_B = "beta-a", "beta-b"
RANKING = "ranking"
THRESHOLD_MODEL = "threshold-model"
THRESHOLD_SEARCH = "threshold-search"
THRESHOLD_FOUND = "threshold-found"
THRESHOLD_TABLE = "threshold-table"
EXPORT_BUTTON = "export-button"
SUMMARY = "summary"
MESSAGES = "messages"

# comparing two models
PAIR_A = "pair-a"
PAIR_B = "pair-b"
MARGIN = "margin"
SIMULTANEOUS = "simultaneous"
COMPARISON = "comparison"
DIFFERENCE = "difference-panel"
COMPARED = "compared"
HOLM = "holm"
TANGENT = "tangent"
PAIR_TESTS = "pair-tests"
ALL_PAIRS = "all-pairs"

# averages over folds
FOLDS_TAB = "folds-tab"
FOLDS_MODEL = "folds-model"
FOLDS_AVERAGE = "folds-average"
FOLDS_BESIDE = "folds-beside"
FOLDS_NOTE = "folds-note"
FOLDS_ROC = "folds-roc"
FOLDS_COST = "folds-cost"
FOLDS_ROC_DATA = "folds-roc-data"
FOLDS_COST_DATA = "folds-cost-data"
FOLDS_TABLE = "folds-table"

# columns of a file
COLUMNS_BUTTON = "columns-button"
COLUMNS = "columns"
COLUMNS_NOTE = "columns-note"
ROLES_LABEL = "roles-label"
ROLES_POSITIVE = "roles-positive"
ROLES_SCORES = "roles-scores"
ROLES_WEIGHT = "roles-weight"
ROLES_FOLD = "roles-fold"
ROLES_MODEL = "roles-model"
ROLES_CASE = "roles-case"
ROLES_SPLIT = "roles-split"
ROLES_CHOOSE_ON = "roles-choose-on"
ROLES_JUDGE_ON = "roles-judge-on"
ROLES_CLUSTER = "roles-cluster"
ROLES_DRAW = "roles-draw"
ROLES_ERROR = "roles-error"
DELETE_BUTTON = "delete-button"

# a question of a tab: its script asks while it is open
ASKED = {
    "compare": "asked-compare",
    "folds": "asked-folds",
    "thresholds": "asked-thresholds",
    "what_if": "asked-what-if",
}

# figures below the panels: the store that the server fills, and the graph that shows it
DRESSED = (
    (COMPARISON, DIFFERENCE),
    (FOLDS_ROC_DATA, FOLDS_ROC),
    (FOLDS_COST_DATA, FOLDS_COST),
)


def panel_graph(panel: str) -> str:
    """The graph of a panel, by the panel's id."""
    return f"{panel}-panel"


def panel_note(panel: str) -> str:
    """The text under the graph of a panel."""
    return f"{panel_graph(panel)}-note"
