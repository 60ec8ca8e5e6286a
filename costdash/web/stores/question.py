"""One question of the page: its three stores, and what they ask for, read once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.core.folds.crossfit import CrossFits
from costdash.core.sample.segment_column import segment_kind
from costdash.figures import View
from costdash.report.derived import DerivedResults
from costdash.report.request import Request
from costdash.report.sentences.amounts import Amounts, Currency
from costdash.web import wire
from costdash.web.session import session_id
from costdash.web.settings import current_settings
from costdash.web.storage.analyses import analysis_of, current_analyses
from costdash.web.storage.derived import results_in_memory, results_of
from costdash.web.storage.store import DatasetUnavailable, folder_of
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    decision_point,
    drawn_models,
    pooled,
    request_of,
)

SLOW_PATIENCE = 3.0  # s
Parameters = ParamSpec("Parameters")
Shown = TypeVar("Shown")


class NoModel(Unreadable):
    """The question is about no model, or about a model of another data set."""


@dataclass(frozen=True)
class Question:
    """The three stores, and on demand whatever they ask for.

    models: further models whose rows must be complete. patience: seconds to wait for heavy
    computations (default: until they are done). curves: an analysis whose bands are still computed
    will do. slow_for: the tab of a browser that waits for `slow` results; None: nobody does.
    Whatever is read raises Unreadable for stores that
    the page never writes; whatever needs the data raises DatasetUnavailable, and StillWorking if
    the patience ends.
    """

    dataset: wire.Dataset
    conditions: wire.Conditions
    view: wire.View
    models: tuple[str, ...] = ()
    patience: float | None = None
    curves: bool = False
    slow_for: str | None = None
    symbol: str = field(default_factory=lambda: current_settings().currency)

    @classmethod
    def of(cls, dataset: Any, conditions: Any, view: Any, **options: Any) -> "Question":
        """The question of the stores as they are sent; None for an empty store."""
        empty: Any = {}
        return cls(dataset or wire.NO_DATA, conditions or empty, view or empty, **options)

    def about(self, *models: str | None) -> "Question":
        """The same question about these models too."""
        further = tuple(name for name in models if name and name not in self.models)
        return replace(self, models=self.models + further) if further else self

    @property
    def is_consistent(self) -> bool:
        """Whether the stores belong to one data set: after a new one they are written in turn."""
        stores = (self.conditions, self.view)
        revision = self.dataset.get("revision")
        return bool(self.dataset.get("token") and all(stores)) and all(
            store.get("revision") == revision for store in stores
        )

    @property
    def context(self) -> tuple[object, str | None]:
        """The token of the data set, and the session that asks."""
        return self.dataset.get("token"), session_id()

    def folder(self, owner_only: bool = False) -> Path:
        """The folder of the data set."""
        return folder_of(*self.context, owner_only=owner_only)

    @property
    def is_heavy(self) -> bool:
        """Whether the data set is so large that other processes compute its results."""
        return current_analyses().is_heavy(self.folder())

    @cached_property
    def analysis(self) -> Analysis:
        names = (*drawn_models(self.view, self.conditions), *self.models)
        is_pooled = pooled(self.view)
        return analysis_of(*self.context, names, is_pooled, self.patience, self.curves)

    @property
    def segment_columns(self) -> dict[str, str]:
        """The columns of the rows by which costs can be divided: values, bands or dates."""
        rows = current_analyses().rows(self.folder())
        return {name: segment_kind(column) for name, column in rows.segments.items()}

    @property
    def derived(self) -> DerivedResults:
        """The results that need the rows."""
        return results_of(*self.context, self.analysis, self.patience)

    @property
    def slow(self) -> DerivedResults:
        """The results that must not take a processor from the next answer of large data.

        Unless somebody waits for them, they come from memory: see `in_memory`. Who waits gets them
        within SLOW_PATIENCE, else StillWorking.
        """
        if not self.is_heavy:
            return self.derived
        if self.slow_for is None:
            return self.in_memory
        return results_of(*self.context, self.analysis, SLOW_PATIENCE, self.slow_for)

    @property
    def in_memory(self) -> DerivedResults:
        """The results that are in memory; reading another one raises NotInMemory."""
        return results_in_memory(*self.context, self.analysis)

    @cached_property
    def point(self) -> OperatingPoint:
        """The conditions that the decision is for; over ranges their means."""
        return decision_point(self.conditions)

    @cached_property
    def currency(self) -> Currency:
        return currency_of(self.conditions, self.symbol)

    @cached_property
    def request(self) -> Request:
        revision = self.dataset.get("revision", "")
        return request_of(self.conditions, self.view, self.analysis, self.symbol, revision)

    @property
    def shown(self) -> View:
        """What the figures show."""
        return self.request.view

    @property
    def amounts(self) -> Amounts:
        return Amounts.at(self.point, self.currency)

    def model(self, name: str | None) -> ModelAnalysis:
        """The model of that name. Raises NoModel."""
        if name not in self.analysis.models:
            raise NoModel("Choose a model.")
        return self.analysis.models[name]

    def names_with(self, *models: str) -> list[str]:
        """The models shown and these, in the order of the file."""
        return [name for name in self.analysis.models if name in (*self.shown.models, *models)]

    def crossfits(self, names: Sequence[str]) -> CrossFits | None:
        """The cross-fits of the models, if costs are cross-fitted and the rows allow it."""
        if not names or not self.request.crossfit:
            return None
        try:
            return self.derived.crossfits(names)
        except ValueError:  # too few rows, or rows that stay in a table: evaluated on the same rows
            return None


def otherwise(
    failed: Callable[[Exception], Any],
) -> Callable[
    [Callable[Concatenate[Question, Parameters], Shown]],
    Callable[Concatenate[Question, Parameters], Shown],
]:
    """Decorates a function of a question: what to show where the question has no answer."""

    def decorated(
        answer: Callable[Concatenate[Question, Parameters], Shown],
    ) -> Callable[Concatenate[Question, Parameters], Shown]:
        @wraps(answer)
        def answered(
            question: Question, /, *args: Parameters.args, **kwargs: Parameters.kwargs
        ) -> Shown:
            try:
                return answer(question, *args, **kwargs)
            except (DatasetUnavailable, Unreadable) as reason:
                shown: Shown = failed(reason)
                return shown

        return answered

    return decorated
