"""Labels that exist only where somebody looked: how the rows with a label were chosen.

A column or a rule divides the file into strata, and labelled rows of a stratum stand for all of it;
or a column gives the chance that somebody looked at the row. Blank labels otherwise need an answer:
leave them out, or labels are still coming.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.sample.verification import UNKNOWN, BlindRows, Stratum, Verification
from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Column, Columns
from costdash.intake.columns.roles import BLANKS, COMING, Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.wording import counted, number, percent

MANY_BLANKS = 0.01  # share of rows without a label above which it must be said why
MOST_STRATA = 200
FEW_GROUPS = 20  # values of a column that the page offers
MOST_OFFERED = 50  # columns that the page offers
FEWEST_ABOVE = 20  # rows that were all looked at, for a split to be more than chance
OPTIONS = (
    "--verified-within COL, --verified-by MODEL SCORE or --chance COL",
    "--blanks coming",
    "--blanks leave-out",
)


class Verified(NamedTuple):
    """Weight (n,) of each row of the file, its stratum (n,), and the strata.

    Rows without a label have no meaning but for those of blind strata.
    """

    weight: Floats
    stratum: NDArray[np.intp]
    strata: tuple[Stratum, ...]

    def of_rows(
        self, rows: Bools, scores: Mapping[str, Floats], roles: Roles
    ) -> tuple[Verification, Floats]:
        """Of the rows (n,) that are used: their verification and weights."""
        low, high = roles.blind_positives or UNKNOWN
        is_blind = np.array([not stratum.labelled for stratum in self.strata] or [False])
        blind = is_blind[self.stratum]
        for score in scores.values():
            blind = blind & np.isfinite(score)
        blind_rows = None
        if blind.any():
            blind_rows = BlindRows({n: score[blind] for n, score in scores.items()}, (low, high))
        return Verification(self.stratum[rows], self.strata, blind_rows), self.weight[rows]


def read_verification(
    columns: Columns, roles: Roles, is_positive: Bools, labelled: Bools
) -> tuple[Verified | None, list[str]]:
    """The weights and strata of the rows (n,), or None where no option names them, and notes.

    Raises IntakeError if the column cannot say how rows were chosen.
    """
    if not roles.says_who_looked:
        return None, []
    check_weights_alone(roles)
    if roles.chance is not None:
        return _by_chance(columns, roles.chance, labelled)
    codes, names = _strata(columns, roles)
    rows = np.bincount(codes, minlength=len(names))
    looked_at = np.bincount(codes[labelled], minlength=len(names))
    positives = np.bincount(codes[labelled & is_positive], minlength=len(names))
    strata = tuple(map(Stratum, names, rows.tolist(), looked_at.tolist(), positives.tolist()))
    weight = np.array([stratum.weight or 1.0 for stratum in strata])[codes]
    return Verified(weight, codes, strata), strata_notes(strata, roles)


def check_weights_alone(roles: Roles) -> None:
    """Raises IntakeError for roles that do not go together with rows that stand for others."""
    for role in ("weight", "split"):
        if getattr(roles, role) is not None:
            raise IntakeError(
                f"Rows that somebody looked at have their own weights, which do not go together "
                f"with a {role}. Leave out the {role}."
            )


def _strata(columns: Columns, roles: Roles) -> tuple[NDArray[np.intp], list[str]]:
    """The stratum (n,) of each row and the names of the strata; none is empty."""
    if roles.verified_by is not None:
        codes, names = _by_score(columns, *roles.verified_by)
    else:
        codes, names = _by_column(columns, str(roles.verified_within))
    present = np.unique(codes)
    check_several_groups(present.size, roles)
    return np.searchsorted(present, codes), [names[code] for code in present]


def check_several_groups(groups: int, roles: Roles) -> None:
    """Raises IntakeError if all rows are in one group."""
    if groups < 2:
        name = roles.verified_within or (roles.verified_by or ("",))[0]
        raise IntakeError(
            f"Column {shown(name)} puts all rows into one group, so it does not say who was looked "
            f"at. Choose another column, or take the labelled rows as they are: {OPTIONS[-1]}."
        )


def too_many_groups(name: str, values: int) -> IntakeError:
    return IntakeError(
        f"Column {shown(name)} has {values:,} values, too many for groups of rows. "
        f"Choose a column with at most {MOST_STRATA}, or a rule: --verified-by MODEL SCORE."
    )


def _by_column(columns: Columns, name: str) -> tuple[NDArray[np.intp], list[str]]:
    column = existing_column(columns, name)
    if not column.has_at_most(MOST_STRATA):
        raise too_many_groups(name, column.distinct)
    levels = column.levels
    codes = np.where(levels.codes < 0, len(levels.texts), levels.codes).astype(np.intp)
    return codes, [*levels.texts, "blank"]


def _by_score(
    columns: Columns, name: str, edges: Sequence[float]
) -> tuple[NDArray[np.intp], list[str]]:
    """Rows below the first edge, from one edge to the next, and from the last one."""
    column = score_column(columns, name)
    ordered = sorted(set(edges))
    score = column.floats()
    codes = np.searchsorted(ordered, score, side="right").astype(np.intp)
    codes[np.isnan(score)] = len(ordered) + 1
    return codes, band_names(name, ordered)


def score_column(columns: Columns, name: str) -> Column:
    """The column whose scores divide the rows. Raises IntakeError if it holds no numbers."""
    column = existing_column(columns, name)
    if not column.is_numeric:
        raise IntakeError(
            f"Column {shown(name)} does not hold numbers, so no score divides it. Choose a column "
            "of scores, or --verified-within with this column."
        )
    return column


def band_names(name: str, edges: Sequence[float]) -> list[str]:
    """Names of the groups that rising edges make of a score; the last one is that of blanks."""
    texts = [number(edge, 6) for edge in edges]
    between = [f"{name} {a} to {b}" for a, b in zip(texts, texts[1:])]
    return [f"{name} below {texts[0]}", *between, f"{name} from {texts[-1]}", f"{name} blank"]


def existing_column(columns: Columns, name: str) -> Column:
    """The named column. Raises IntakeError if there is none."""
    if name not in columns.names:
        raise IntakeError(
            f"There is no column “{shown(name)}”. Choose one of {listed(columns.names, 20)}."
        )
    return columns[name]


def _by_chance(columns: Columns, name: str, labelled: Bools) -> tuple[Verified | None, list[str]]:
    column = existing_column(columns, name)
    chance = column.floats() if column.is_numeric else np.full(columns.rows, np.nan)
    with np.errstate(invalid="ignore"):
        wrong = np.flatnonzero(labelled & ~((chance > 0) & (chance <= 1)))
    if wrong.size:
        raise IntakeError(
            f"Column {shown(name)} has no chance above 0 and up to 1 in row {wrong[0] + 1:,} of "
            "the data, which has a label. Write the chance that somebody looked at the row."
        )
    with np.errstate(invalid="ignore", divide="ignore"):
        weight = np.where(labelled, 1 / chance, 1.0)
    total = float(weight[labelled].sum())
    note = (
        f"Each labelled row counts 1 / {shown(name)} times: {counted(int(labelled.sum()), 'row')} "
        f"stand for {total:,.0f}; the file has {columns.rows:,}."
    )
    return Verified(weight, np.zeros(columns.rows, dtype=np.intp), ()), [note]


def strata_notes(strata: Sequence[Stratum], roles: Roles) -> list[str]:
    """How many rows each labelled row stands for, and which groups nobody looked at."""
    each = [
        f"{stratum.name}: {stratum.labelled:,} of {stratum.rows:,}"
        + (f", each stands for {number(stratum.weight)}" if stratum.weight else "")
        for stratum in strata
    ]
    notes = [f"Rows with a label stand for all rows of their group ({'; '.join(each)})."]
    if all(stratum.rows == stratum.labelled for stratum in strata):
        return ["Every group was looked at whole: no weights needed."]
    blind = [stratum for stratum in strata if not stratum.labelled]
    if blind:
        rows, (low, high) = sum(s.rows for s in blind), roles.blind_positives or UNKNOWN
        names = listed([stratum.name for stratum in blind])
        notes.append(
            f"Nobody looked at {counted(rows, 'row')} ({names}): costs are bounds, with "
            f"{percent(low)} to {percent(high)} of them positive. --blind-positives LOW HIGH "
            "narrows that."
        )
    return notes


def verification_fields(verification: Verification | None) -> dict[str, Any]:
    """The fields `data.verification` of the JSON; {} where no option asks for it."""
    if verification is None:
        return {}
    blind = verification.blind
    strata = [asdict(stratum) | {"weight": stratum.weight} for stratum in verification.strata]
    low, high = (None, None) if blind is None else blind.positives
    ends = blind and {"rows": blind.rows, "low": low, "high": high}
    return {"verification": {"strata": strata, "blind": ends}}


def blank_fields(blank: int, of: int, roles: Roles) -> dict[str, Any]:
    """How many rows have no label, and what the user said about them; {} where none is blank."""
    if not blank:
        return {}
    answer = "looked-at" if roles.says_who_looked else roles.blanks
    return {
        "blanks": {"rows": blank, "of": of, "answer": answer, "open": is_open(blank, of, roles)}
    }


def is_asked(details: Mapping[str, Any]) -> bool:
    """Whether rows without a label are asked about, or were: then columns are offered."""
    blanks = details.get("blanks")
    return blanks is not None and (blanks["open"] or blanks["answer"] is not None)


class LabelSplit(NamedTuple):
    """What divides labels from blanks in a column of numbers.

    highest: the greatest number of a row without a label. least: the least number above it, of
    `above` rows. below: the other rows, of which looked_at have a label.
    """

    highest: float
    least: float
    above: int
    below: int
    looked_at: int

    @classmethod
    def of(cls, score: Floats, labelled: Bools) -> "LabelSplit | None":
        """Of a column (n,); None if no row without a label has a number, or none lies above."""
        blank = score[~labelled & np.isfinite(score)]
        if not blank.size:
            return None
        above = score > blank.max()
        if not above.any():
            return None
        below, looked_at = np.count_nonzero(~above), np.count_nonzero(labelled & ~above)
        return cls(blank.max(), score[above].min(), int(above.sum()), int(below), int(looked_at))

    @property
    def fields(self) -> dict[str, Any] | None:
        """The score from which all rows have a label, if most rows below have none."""
        if self.above < FEWEST_ABOVE or self.looked_at > self.below / 2:
            return None
        low = threshold_text(np.array([np.inf, self.least, self.highest]), 1)
        return {
            "low": float(low or self.least),
            "above": self.above,
            "looked_at": self.looked_at,
            "below": self.below,
        }


def label_columns(columns: Columns, roles: Roles, labelled: Bools) -> list[dict[str, Any]]:
    """Columns that may say who was looked at, the likeliest first; see `offered_columns`."""
    splits: dict[str, LabelSplit | None] = {}
    others = []
    for name, column in columns.items():
        if name == roles.label:
            continue
        if column.is_numeric:
            splits[name] = LabelSplit.of(column.floats(), labelled)
        elif column.has_at_most(FEW_GROUPS):
            others.append(name)
    return offered_columns(columns.names, splits, others)


def offered_columns(
    names: Sequence[str], splits: Mapping[str, LabelSplit | None], others: Sequence[str]
) -> list[dict[str, Any]]:
    """Columns of numbers, with the score that divides labels from blanks, and others.

    In the order of the names, those first in which most rows lie above that score.
    """
    found: list[dict[str, Any]] = []
    for name in names:
        if name in splits:
            split = splits[name]
            found.append({"name": name, "numeric": True, "split": split.fields if split else None})
        elif name in others:
            found.append({"name": name, "numeric": False, "split": None})
    found.sort(key=lambda each: -(each["split"] or {}).get("above", 0))
    return found[:MOST_OFFERED]


def is_open(blank: int, of: int, roles: Roles) -> bool:
    """Whether so many labels are blank that the user must say why, and has not."""
    return blank > MANY_BLANKS * of and not roles.says_who_looked and roles.blanks is None


def open_questions(details: Mapping[str, Any]) -> list[str]:
    """The question about blank labels that the user must answer, if there is one."""
    blanks = details.get("blanks")
    return [blanks_question(blanks["rows"], blanks["of"])] if blanks and blanks["open"] else []


def blanks_question(blank: int, of: int) -> str:
    """What must be answered before a cost is believed, with the three choices."""
    who, coming, leave_out = OPTIONS
    return (
        f"{blank:,} of {of:,} cases have no label. If they were not looked at because they scored "
        f"low, misses are under-counted: say how cases were chosen ({who}), that labels are still "
        f"coming ({coming}), or leave them out ({leave_out})."
    )


def blanks_note(roles: Roles, missing: int, of: int, label: str) -> str:
    """That rows without a label are left out, and on what ground, if that is known already."""
    rows = counted(missing, "row")
    if roles.blanks == COMING:
        return (
            f"Left out: {rows} whose label in column {shown(label)} is still coming. The cost is "
            "that of the cases that have one."
        )
    if is_open(missing, of, roles):
        have = "has" if missing == 1 else "have"
        unlabelled = f"{rows} {have} no label in column {shown(label)}."
        return f"{unlabelled} Until you say why, they are not counted."
    return f"Left out: {rows} without a label in column {shown(label)}."


def check_answers(roles: Roles) -> None:
    """Raises IntakeError for answers about blank labels that contradict each other."""
    given = [name for name in ("verified_within", "verified_by", "chance") if getattr(roles, name)]
    if len(given) > 1:
        names = listed([f"--{name.replace('_', '-')}" for name in given])
        raise IntakeError(f"{names} each say how cases were chosen: give one of them.")
    if given and roles.blanks is not None:
        raise IntakeError(
            f"--blanks {roles.blanks} leaves blank labels out, and --{given[0].replace('_', '-')} "
            "counts them: give one of them."
        )
    if roles.blanks is not None and roles.blanks not in BLANKS:
        raise IntakeError(f"Blank labels are {listed(BLANKS)}, not “{shown(roles.blanks)}”.")
    if roles.blind_positives is not None:
        if not roles.verified_within and not roles.verified_by:
            raise IntakeError(
                "--blind-positives is about groups that nobody looked at: name the groups with "
                "--verified-within COL or --verified-by MODEL SCORE."
            )
        low, high = roles.blind_positives
        if not 0 <= low <= high <= 1:
            raise IntakeError(
                f"--blind-positives must be two shares from 0 to 1, the lower first, got {low:g} "
                f"and {high:g}."
            )


def without_answers(roles: Roles) -> Roles:
    """The roles without what was said about blank labels."""
    return replace(
        roles,
        verified_within=None,
        verified_by=None,
        chance=None,
        blind_positives=None,
        blanks=None,
    )
