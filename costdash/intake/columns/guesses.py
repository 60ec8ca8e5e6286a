"""What was guessed of the columns so far."""

from dataclasses import dataclass, field, replace

from costdash.intake.columns.roles import Roles


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
