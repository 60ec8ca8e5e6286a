"""What a further model is made of, and where a combination of two or more may lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from costdash.core.combine.interpolation import interpolated
from costdash.core.combine.logical import LogicalBounds, conjunction, disjunction_of
from costdash.core.types import XY

AND, OR, MIX, CHAIN, REPAIR = "and", "or", "mix", "chain", "repair"
RULES = {  # how many models each combines: at least, at most
    AND: (2, 2),
    OR: (2, 2),
    MIX: (1, 2),
    CHAIN: (2, None),
    REPAIR: (1, 1),
}


@dataclass(frozen=True, slots=True)
class Combination:
    """What a further model is made of.

    Parameters
    ----------
    name : str
        Name of the further model.
    rule : {"and", "or", "mix", "chain", "repair"}
        Flag a case if both models flag it, or if one does; let the second decide a share of the
        cases, drawn at random; ask the classifiers of the common hull one after the other, until
        one flags the case; or reverse the order of a model's scores inside the deepest concavity
        of its curve.
    models : tuple of str
        The two models, those of a chain, or the one to repair. A mixture may be of two thresholds
        of one model.
    pcf : float, optional
        PC(+) at which both are at their cheapest thresholds, or up to which the hull is chained;
        by default that of the rows.
    thresholds : tuple of float, optional
        The thresholds of two models instead.
    share : float, optional
        Share of the cases that the second model decides, for "mix".

    Raises
    ------
    ValueError
        For another rule, number of models or of thresholds, or a pcf outside [0, 1].

    Examples
    --------
    >>> Combination("both", "and", ("rf", "nb"), pcf=0.2).models
    ('rf', 'nb')
    """

    name: str
    rule: str
    models: tuple[str, ...]
    pcf: float | None = None
    thresholds: tuple[float, ...] | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise ValueError(f"a combination is and, or, mix, chain or repair, got {self.rule}")
        self._check_models()
        if self.pcf is not None and not 0 <= self.pcf <= 1:
            raise ValueError(f"pcf must lie in [0, 1], got {self.pcf}")
        if self.thresholds is not None and len(self.thresholds) != 2:
            raise ValueError(f"{self.name} needs two thresholds, got {len(self.thresholds)}")
        if self.rule == MIX and (self.share is None or not 0 <= self.share <= 1):
            raise ValueError(f"the share of a mixture must lie in [0, 1], got {self.share}")

    def _check_models(self) -> None:
        least, most = RULES[self.rule]
        different, given = len(set(self.models)), len(self.models)
        if self.rule == MIX:
            fits = given == 2 and (different == 2 or self.thresholds is not None)
        else:
            fits = different == given and least <= given <= (most or given)
        if not fits:
            needs = "one model" if most == 1 else "two different models"
            raise ValueError(f"{self.name} needs {needs}, got {', '.join(self.models)}")

    @classmethod
    def of(cls, given: "Combination | Mapping[str, Any] | Sequence[Any]") -> "Combination":
        """From JSON with the names of the fields as keys, or from (name, rule, models, pcf).

        Raises TypeError for an unknown key.
        """
        if isinstance(given, Combination):
            return given
        if not isinstance(given, Mapping):
            return cls.of(dict(zip(("name", "rule", "models", "pcf", "thresholds"), given)))
        models, thresholds = given["models"], given.get("thresholds")
        lists = {
            "models": (models,) if isinstance(models, str) else tuple(models),
            "thresholds": tuple(map(float, thresholds)) if thresholds else None,
        }
        return cls(**{**given, **lists})


@dataclass(frozen=True, slots=True)
class CombinationPoints:
    """Where a combination of classifiers may lie, is expected to, and does.

    how: what is combined. thresholds: for new cases. first, second: points of the two classifiers;
    of a chain those of its strictest and of its last one, whose point the hull promises. real:
    that of the combination, as (fpr, tpr) of the calls that are judged. rules: of a chain, for new
    cases, strictest first. parts: of a chain, what each model flags by itself.

    Examples
    --------
    >>> how = Combination("both", "and", ("a", "b"), 0.3)
    >>> points = CombinationPoints(how, (0.7, 0.4), (0.25, 0.75), (0.5, 0.5), (0.1, 0.4))
    >>> points.bounds.expected
    (0.125, 0.375)
    """

    how: Combination
    thresholds: tuple[float, ...]
    first: XY
    second: XY
    real: XY
    rules: tuple[tuple[str, float], ...] = ()
    parts: tuple[XY, ...] = ()

    @property
    def bounds(self) -> LogicalBounds:
        """The range that the points allow, and the point expected under independence.

        A mixture lies between both points; its share says where.
        """
        if self.how.rule == MIX:
            (x, y), (other_x, other_y) = self.first, self.second
            expected = interpolated(self.first, self.second, self.how.share or 0.0)
            across, up = sorted((x, other_x)), sorted((y, other_y))
            return LogicalBounds((across[0], across[1]), (up[0], up[1]), expected)
        if self.how.rule == AND:
            return conjunction(self.first, self.second)
        return disjunction_of(self.parts or (self.first, self.second))

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "CombinationPoints":
        """From JSON with the names of the fields as keys."""
        pairs = {
            name: tuple(map(float, given[name]))
            for name in ("thresholds", "first", "second", "real")
        }
        return cls(
            how=Combination.of(given["how"]),
            rules=tuple((str(name), float(at)) for name, at in given.get("rules", ())),
            parts=tuple((float(x), float(y)) for x, y in given.get("parts", ())),
            **pairs,  # type: ignore[arg-type]  # two numbers each
        )
