"""Which column plays which part.

What was guessed of the columns so far.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from costdash.intake.columns.levels import value_text
from costdash.intake.errors import IntakeError, listed, shown

SINGLE = ("label", "weight", "fold", "model", "case_id", "cluster", "split")
VALUES = {"positive", "choose_on", "judge_on"}


@dataclass(frozen=True, slots=True)
class Roles:
    """Names of columns; None and () where there is none, or where none is chosen yet.

    positive is a value of the label column as text. model is for the long layout, where each row
    is one case scored by one model and scores has one name. cluster groups rows that are not
    independent (a patient's, a card's). split parts them: choose_on and judge_on are two values of
    it as text; models and thresholds are chosen on the one and judged on the other.
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

    @classmethod
    def given(cls, **roles) -> "Roles":
        """From arguments as a person gives them: one score by its name, values as they stand."""
        scores = roles.get("scores") or ()
        roles["scores"] = (scores,) if isinstance(scores, str) else tuple(scores)
        for value in VALUES & roles.keys():
            roles[value] = None if roles[value] is None else value_text(roles[value])
        return cls(**roles)

    @classmethod
    def of(cls, given: Mapping) -> "Roles":
        """From JSON: keys are the names of the fields, unknown ones are refused."""
        given = {name: value for name, value in given.items() if value is not None}
        return cls(**given | {"scores": tuple(given.get("scores", ()))})

    def as_json(self) -> dict:
        return asdict(self) | {"scores": list(self.scores)}

    @property
    def columns(self) -> list[str]:
        """Every column that plays a part."""
        single = [getattr(self, role) for role in SINGLE]
        return [name for name in [*single, *self.scores] if name is not None]

    @property
    def complete(self) -> bool:
        """Whether there is enough to draw."""
        parted = self.split is None or None not in (self.choose_on, self.judge_on)
        labelled = self.label is not None and self.positive is not None
        return labelled and bool(self.scores) and parted


def check_roles(roles: Roles, names: list[str]) -> None:
    """Raises IntakeError where a column is not there or plays two parts."""
    for name in roles.columns:
        if name not in names:
            raise IntakeError(
                f"There is no column “{shown(name)}”. The columns are {listed(names)}: "
                "choose among them."
            )
    doubled = [name for name in roles.columns if roles.columns.count(name) > 1]
    if doubled:
        raise IntakeError(
            f"Column {shown(doubled[0])} is chosen for two parts. Choose another column for one "
            "of them."
        )
    if roles.model is not None and len(roles.scores) > 1:
        raise IntakeError(
            "With a column of models there is one column of scores, but "
            f"{listed(roles.scores)} are chosen. Choose one of them."
        )


@dataclass(slots=True)
class Guess:
    """Roles, a reason for each by its name, and what only a human can decide.

    notes are sentences that stay with the drawn data; questions must be asked first.
    """

    roles: Roles
    reasons: dict[str, str] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def take(self, role: str, value, reason: str) -> None:
        self.roles = replace(self.roles, **{role: value})
        self.reasons[role] = reason

    @property
    def certain(self) -> bool:
        """Whether it may be drawn without asking."""
        return self.roles.complete and not self.questions
