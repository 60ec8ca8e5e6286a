"""The role that each column plays: chosen by the user, or guessed so far."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from costdash.core.combine.combination import Combination
from costdash.core.types import Interval
from costdash.intake.columns.levels import value_text
from costdash.intake.errors import IntakeError, listed, shown

SINGLE = ("label", "weight", "fold", "model", "case_id", "cluster", "split", "gold", "reviewer")
NAMES = ("scores", "negate", "recalibrated", "segments", "case_columns")  # of columns or models
VALUES = {"positive", "choose_on", "judge_on"}
FORMER_ROLES = {"combined": "combinations"}  # names until 0.2.0, in Python and in stored files
COUNT, SAMPLING = "count", "sampling"  # what weights are
LEAVE_OUT, COMING = BLANKS = ("leave-out", "coming")  # what blank labels are
DELETE = "delete"  # what the server does with columns without a role, if it is to
OMITTED = (  # from the JSON where there is none
    "cost_fn_column",
    "cost_fp_column",
    "trained_for",
    "verified_within",
    "verified_by",
    "chance",
    "blind_positives",
    "blanks",
    "gold",
    "others",
    "reviewer",
)
Confusion = tuple[Any, ...]  # name, tp, fn, fp, tn


@dataclass(frozen=True, slots=True)
class Roles:
    """Names of columns; None and () where there is none, or where none is chosen yet.

    positive is a value of the label column as text. model is for the long layout, where each row
    is one case scored by one model and scores has one name. cluster groups rows that are not
    independent (of one patient or card). split divides the rows: choose_on and judge_on are two of
    its values as text. They name the selection part, on which models and thresholds are chosen,
    and the evaluation part, on which they are judged. weight_is: COUNT if a row stands for as many
    equal cases as its weight, SAMPLING if it is one case that was drawn with unequal chances; None:
    whole numbers count. confusions: further models, each given by a confusion matrix.
    cost_fn_column, cost_fp_column: what a mistake on a row costs, a column or an expression of
    columns. negate: models of which a lower score means more likely positive. recalibrated:
    models that are added again with probabilities as scores. combinations: further models, each
    made of others. trained_for: models and the PC(+) they were trained for, as text. segments:
    columns by whose values costs may be divided. case_columns: columns that are shown beside
    single cases. others: DELETE if the server is to store no column without a role.
    reviewer: the verdict of a second look on each row, which is no model to choose.
    verified_within, verified_by, chance: how rows with a label were chosen, where labels exist only
    where somebody looked: the column that divides the rows into strata; or a column of scores and
    the scores that divide them; or the column with each row's chance. blind_positives: the share of
    positives of strata without a label, as a range. blanks: COMING or LEAVE_OUT, what rows without
    a label are otherwise. gold: true labels of some rows, where the label is of a judge.
    """

    label: str | None = None
    positive: str | None = None
    scores: tuple[str, ...] = ()
    weight: str | None = None
    fold: str | None = None
    model: str | None = None
    case_id: str | None = None
    cluster: str | None = None
    split: str | None = None
    choose_on: str | None = None
    judge_on: str | None = None
    weight_is: str | None = None
    confusions: tuple[Confusion, ...] = ()
    cost_fn_column: str | None = None
    cost_fp_column: str | None = None
    negate: tuple[str, ...] = ()
    recalibrated: tuple[str, ...] = ()
    combinations: tuple[Combination, ...] = ()
    trained_for: str | None = None
    segments: tuple[str, ...] = ()
    verified_within: str | None = None
    verified_by: tuple[str, tuple[float, ...]] | None = None
    chance: str | None = None
    blind_positives: Interval | None = None
    blanks: str | None = None
    case_columns: tuple[str, ...] = ()
    gold: str | None = None
    others: str | None = None
    reviewer: str | None = None

    def __post_init__(self) -> None:
        if self.reviewer in self.scores:  # a column of verdicts is often taken for a model's calls
            scores = tuple(name for name in self.scores if name != self.reviewer)
            object.__setattr__(self, "scores", scores)

    @classmethod
    def given(cls, **roles: Any) -> "Roles":
        """From arguments as a user writes them: one score by its name alone, values of any type.

        confusions: {name: (tp, fn, fp, tn)}, or (name, tp, fn, fp, tn) each. combinations:
        Combination, or (name, rule, models, pcf) each.
        """
        given = roles.get("confusions") or ()
        rows = (
            ((name, *cells) for name, cells in given.items()) if hasattr(given, "items") else given
        )
        roles["confusions"] = tuple(tuple(row) for row in rows)
        for name in NAMES:
            names = roles.get(name) or ()
            roles[name] = (names,) if isinstance(names, str) else tuple(names)
        roles["combinations"] = tuple(map(Combination.of, roles.get("combinations") or ()))
        for value in VALUES & roles.keys():
            roles[value] = None if roles[value] is None else value_text(roles[value])
        return cls(**roles | _answers(roles))

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Roles":
        """From JSON with the names of the fields as keys. Raises TypeError for an unknown key."""
        given = {
            FORMER_ROLES.get(name, name): value
            for name, value in given.items()
            if value is not None
        }
        confusions = tuple(map(tuple, given.get("confusions", ())))
        lists = {name: tuple(given.get(name, ())) for name in NAMES}
        combinations = tuple(map(Combination.of, given.get("combinations", ())))
        given |= lists | {"confusions": confusions, "combinations": combinations}
        return cls(**given | _answers(given))

    def as_json(self) -> dict[str, Any]:
        values = asdict(self) | {"scores": list(self.scores)}
        confusions = [list(cells) for cells in values.pop("confusions")]
        for name in OMITTED:
            if values[name] is None:
                del values[name]
        for name in ("negate", "recalibrated", "segments", "case_columns"):
            if names := values.pop(name):
                values[name] = list(names)
        if not self.combinations:
            del values["combinations"]
        return values | ({"confusions": confusions} if confusions else {})

    @property
    def columns(self) -> list[str]:
        """Every column that has a role."""
        single = [getattr(self, role) for role in SINGLE]
        return [name for name in [*single, *self.scores] if name is not None]

    @property
    def says_who_looked(self) -> bool:
        """Whether the roles say how rows with a label were chosen."""
        return (self.verified_within, self.verified_by, self.chance) != (None, None, None)

    @property
    def complete(self) -> bool:
        """Whether the roles are enough to build a sample."""
        divided = self.split is None or None not in (self.choose_on, self.judge_on)
        labelled = self.label is not None and self.positive is not None
        return labelled and bool(self.scores) and divided


def _answers(given: Mapping[str, Any]) -> dict[str, Any]:
    """The answers about blank labels that hold numbers, as tuples.

    verified_by: a column and one score or several, in a row or apart.
    """
    found: dict[str, Any] = {}
    if rule := given.get("verified_by"):
        name, *edges = rule
        if len(edges) == 1 and not isinstance(edges[0], str | int | float):
            edges = list(edges[0])
        found["verified_by"] = str(name), _numbers("verified by", edges)
    if limits := given.get("blind_positives"):
        found["blind_positives"] = _numbers("blind positives", limits)
    return found


def _numbers(what: str, given: Iterable[Any]) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, given))
    except (TypeError, ValueError):
        raise IntakeError(f"The {what} must be numbers, got {shown(str(given))}.") from None
    if not numbers:
        raise IntakeError(f"The {what} must be numbers, got none.")
    return numbers


def check_roles(roles: Roles, names: Iterable[str]) -> None:
    """Raises IntakeError if a column does not exist or has two roles."""
    names = list(names)
    for name in (*roles.columns, *roles.case_columns):
        if name not in names:
            raise IntakeError(
                f"There is no column “{shown(name)}”. Choose one of the columns {listed(names)}."
            )
    doubled = [name for name in roles.columns if roles.columns.count(name) > 1]
    if doubled:
        raise IntakeError(
            f"Column {shown(doubled[0])} is chosen for two roles. Choose another column for one "
            "of them."
        )
    if roles.others not in (None, DELETE):
        raise IntakeError(f"Other columns are stored, or {DELETE}: not “{shown(roles.others)}”.")
    if roles.weight_is not in (None, COUNT, SAMPLING):
        raise IntakeError(
            f"A weight is {COUNT} or {SAMPLING}, not “{shown(roles.weight_is or '')}”."
        )
    if roles.weight_is is not None and roles.weight is None:
        raise IntakeError(
            f"No column is the weight, so it cannot be {roles.weight_is}. Choose the column."
        )
    if roles.model is not None and len(roles.scores) > 1:
        raise IntakeError(
            "A table with a column of models has one column of scores, but "
            f"{listed(roles.scores)} are chosen. Choose one of them."
        )


@dataclass(slots=True)
class Guess:
    """Roles guessed so far, the reason for each by its name, and what only the user can decide.

    notes are sentences that stay with the data; questions are asked first.
    """

    roles: Roles
    reasons: dict[str, str] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def take(self, role: str, value: str | tuple[str, ...] | None, reason: str) -> None:
        """Sets a role and the reason for it."""
        self.roles = replace(self.roles, **{role: value})  # type: ignore[arg-type]  # the role has it
        self.reasons[role] = reason

    @property
    def certain(self) -> bool:
        """Whether the sample can be built without asking the user."""
        return self.roles.complete and not self.questions
