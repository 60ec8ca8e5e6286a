"""What follows from the rows and not from the analysis alone: made when it is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from costdash.core import Analysis, analyse
from costdash.core.analysis.analyse import at_level
from costdash.core.compare.comparison import Comparison, compare, compare_all
from costdash.core.compare.paired_sample import JointCells, joint_cells
from costdash.core.curves.multiclass import multiclass
from costdash.core.folds.crossfit import CrossFit, CrossFits, crossfit
from costdash.core.folds.folds import Folds, all_folds
from costdash.core.sample.predictions import Predictions, other_problems

Remembered = Callable[[str, tuple, Callable], object]


class Rows:
    """The rows behind an analysis, which may lie in a folder or in memory.

    remembered(kind, key, make) is make(rows), or what that gave before.
    """

    def __init__(self, analysis: Analysis, remembered: Remembered):
        self.analysis, self._remembered = analysis, remembered

    @classmethod
    def of(cls, predictions: Predictions, analysis: Analysis) -> "Rows":
        """Of rows in memory."""
        known: dict = {}

        def remembered(kind: str, key: tuple, make: Callable):
            if (kind, key) not in known:
                known[kind, key] = make(predictions)
            return known[kind, key]

        return cls(analysis, remembered)

    def at_level(self, level: float) -> "Rows":
        """The same rows behind the analysis at another level."""
        analysis = self._remembered(
            "level", (level,), lambda rows: at_level(self.analysis, rows, level)
        )
        return Rows(analysis, self._remembered)

    def cells(self, a: str, b: str) -> JointCells:
        """Of two models in the order of the file, on which their random numbers depend."""
        pair = tuple(name for name in self.analysis.models if name in (a, b))
        return self._remembered("cells", pair, lambda rows: joint_cells(rows, self.analysis, *pair))

    def comparison(
        self, a: str, b: str, level: float | None = None, pcfs: Sequence[float] = ()
    ) -> Comparison:
        """nec(a) - nec(b) with its bands at `level`, the analysis's by default, exact at pcfs."""
        return compare(self.analysis, self.cells(a, b), a, b, level=level, pcfs=pcfs)

    def comparisons(
        self, names: Sequence[str], level: float, most: int, pcfs: Sequence[float] = ()
    ) -> list[Comparison]:
        """Every pair of the named models; none of more than `most` of them."""
        names = tuple(names if len(names) <= most else ())

        def made(rows: Predictions) -> list[Comparison]:
            return list(compare_all(rows, self.analysis, pcfs, names, level))

        return self._remembered("comparisons", (level, *names, *pcfs), made)

    def other_classes(self, key: tuple, tell: Callable[["Rows"], dict]) -> list[dict]:
        """What is told of each class that is negative here, held against the rest.

        Nothing where not all classes have scores. key names what tell depends on.
        """
        a = self.analysis
        how = {"level": a.level, "n_replicates": a.n_replicates, "seed": a.seed}

        def make(rows: Predictions) -> list[dict]:
            problems = other_problems(rows).values()
            return [tell(Rows.of(one, analyse(one, **how))) for one in problems]

        return self._remembered("other-classes", (a.level, *key), make)

    def class_areas(self) -> tuple[dict, ...]:
        """The areas of each model that scores all classes, as in the contract."""

        def made(rows: Predictions) -> tuple[dict, ...]:
            return tuple(asdict(one) for one in multiclass(rows.classes)) if rows.classes else ()

        return self._remembered("class-areas", (), made)

    def folds(self) -> list[Folds]:
        """Every model fold by fold; none where the file names no folds."""
        return self._remembered("all-folds", (), lambda rows: all_folds(rows.judged))

    def crossfit(self, names: Sequence[str]) -> CrossFit:
        """Raises ValueError where the folds do not allow it."""
        names, seed = tuple(names), self.analysis.seed
        return self._remembered("crossfit", names, lambda rows: crossfit(rows, names, seed=seed))

    def crossfits(self, names: Sequence[str]) -> CrossFits:
        """Each of the named models by itself, and all together. Raises ValueError."""
        return CrossFits({name: self.crossfit([name]) for name in names}, self.crossfit(names))
