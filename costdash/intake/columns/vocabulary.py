"""Words in the names of columns and values, and the roles that they suggest."""

import re


def words(text: str) -> list[str]:
    """A list of words written as one text."""
    return text.split()


LABELS = words(
    "label labels y_true ytrue true_label true_class truth ground_truth gold actual actuals target "
    "targets y class classes outcome outcomes response observed reference is_positive positive "
    "approved is_fraud fraud default defaulted churn churned diagnosis disease event relevant "
    "relevance spam survived result status"
)
LABEL_ENDS = re.compile(r"^(is|has|was|true|actual)_\w+$|_(label|class|true|target|outcome|truth)$")
PREDICTED = set(
    words(
        "pred predicted prediction predictions score scores prob proba probability hat yhat "
        "estimate estimated logit margin decision points risk"
    )
)
LEARNERS = set(
    words(
        "model classifier clf svm svc rf forest nb bayes knn neighbours neighbors lr tree logistic "
        "logreg xgb xgboost lgbm lightgbm catboost gbm gbdt boost boosting nn net network mlp lda "
        "qda j48 c45 c4 oner cnn bert ensemble champion challenger baseline p phat rules scorecard "
        "judge"
    )
)
WEIGHTS = set(words("weight weights w wt sample_weight case_weight freq frequency"))
FOLDS = set(words("fold folds fold_id cv cv_fold kfold k_fold"))
MODELS = set(
    words(
        "model models model_name model_id modelname classifier learner algorithm method clf system "
        "estimator"
    )
)
CASES = set(
    words(
        "id case case_id caseid row row_id rowid index idx example example_id instance sample_id "
        "record record_id key uuid obs index_level_0 unnamed_0 transaction transaction_id "
        "application_id"
    )
)
GROUPS = set(
    words(
        "patient patient_id subject subject_id customer customer_id client_id user_id person_id "
        "card card_id account account_id store store_id household_id hospital site group_id "
        "cluster cluster_id"
    )
)
SPLITS = set(
    words(
        "split splits set subset partition part dataset data_set data_split split_name sample_type"
    )
)
SELECTION = words(
    "validation valid val validate dev development calibration calib tuning tune choose"
)
EVALUATION = words(
    "test testing holdout hold_out heldout held_out evaluation eval final oot out_of_time judge"
)
TRAINING = words("train training learn learning fit")
ASIDE = set(
    words(
        "amount amt price cost costs income balance age year month day hour date time timestamp "
        "revenue salary value limit fee loss customer patient card account cluster group zip "
        "postcode count threshold rank lat lon latitude longitude phone region country"
    )
)
ID_ENDS = re.compile(r"(^|_)(id|ids|uuid|guid|key|nr|no|number)$")


def plain(name: str) -> str:
    """A name in lower case with single underscores between its words.

    >>> plain("Sample Weight"), plain("caseID"), plain("P(bad)")
    ('sample_weight', 'case_id', 'p_bad')
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")


def label_rank(name: str) -> int | None:
    """How well a name suits a label column: lower is better, None is not at all."""
    word = plain(name)
    if word in LABELS:
        return LABELS.index(word)
    if set(word.split("_")) & PREDICTED:
        return None
    return len(LABELS) if LABEL_ENDS.search(word) else None


def names_score(name: str) -> bool:
    """Whether a name means a score or a kind of classifier."""
    parts = {word.rstrip("0123456789") or word for word in plain(name).split("_")}
    return bool((parts | set(plain(name).split("_"))) & (PREDICTED | LEARNERS))


def names_aside(name: str) -> bool:
    """Whether a name means an amount, date, group or identifier, and so no score."""
    word = plain(name)
    named = word in CASES | SPLITS | WEIGHTS | FOLDS or ID_ENDS.search(word)
    return bool(named) or bool(set(word.split("_")) & ASIDE)
