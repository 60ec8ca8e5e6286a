"""The list of all pairs of models at the present conditions, and the table of their tests."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from dash import Dash, Input, Output, html

from costdash.core.compare.cheapest_model import CheapestModel
from costdash.core.compare.comparison import MAX_MODELS
from costdash.core.compare.multiple_testing import pair_tests
from costdash.figures import Scene, make_scene
from costdash.report.sentences.cheapest import cheapest_sentence
from costdash.report.sentences.comparison import FEWEST_TESTS
from costdash.report.summary import cheapest_of
from costdash.report.tables.pair_here import pair_rows
from costdash.report.tables.pairs import pair_table
from costdash.web.callbacks.tab_answers import answers_tab
from costdash.web.ids import ids
from costdash.web.page.components import plain_table, unanswered
from costdash.web.page.tabs import compare as compare_tab
from costdash.web.page.tabs import pair_list
from costdash.web.page.tabs.compare import TAB
from costdash.web.storage.jobs import NoResult
from costdash.web.stores.question import Question, otherwise
from costdash.wording import short_names

LONGEST_NAME = 16  # characters of a model's name in the table of tests


class AllPairs(NamedTuple):
    """The list of pairs, the table of all their tests, and the kinds of band to choose from."""

    pairs: list[Any]
    tests: list[Any]
    bands: list[dict[str, str]]


NO_PAIRS = AllPairs([pair_list.NOTHING], [], compare_tab.band_choices(0))


def _unanswered(reason: Exception) -> AllPairs:
    """Other reasons stand on the tab already."""
    if not isinstance(reason, NoResult):
        return NO_PAIRS
    return NO_PAIRS._replace(pairs=[html.P(unanswered(str(reason), TAB), className="note")])


@otherwise(_unanswered)
def all_pairs(question: Question, a: str, b: str) -> AllPairs:
    """The pairs of the models shown, or only the pairs with the recommended model."""
    question = question.about(a, b)
    analysis, rows = question.analysis, question.derived
    point, shown = question.point, question.shown
    names = question.names_with(a, b)
    if len(names) < FEWEST_TESTS:
        return NO_PAIRS
    level, here = shown.level or analysis.level, (point.pcf,)
    crossfits = question.crossfits(names)
    best = _recommended(question, names)
    comparisons = rows.comparisons(names, level, MAX_MODELS, here, crossfits) or [
        rows.comparison(best, name, level, here, crossfits) for name in names if name != best
    ]
    found = cheapest_among(question, names)
    tests = pair_tests(comparisons, point.pcf, found.tests if found else {})
    lines, first = pair_rows(tests, best, point, question.amounts, shown.level)
    table = []
    if len(comparisons) >= FEWEST_TESTS:
        # so that two names and their numbers fit beside each other
        short = dict(zip(analysis.models, short_names([*analysis.models], LONGEST_NAME)))
        table = plain_table(
            pair_table(tests, point, shown.level or None, question.currency, short.__getitem__)
        )
    statement = cheapest_sentence(found, analysis.hold_out)
    listed = pair_list.pair_list(lines, first, analysis.place, question.amounts, statement)
    return AllPairs(listed, table, compare_tab.band_choices(len(comparisons)))


def _recommended(question: Question, names: Sequence[str]) -> str:
    """The recommended model of the page, if it is among the names."""
    best = _scene(question).recommended_model
    return best if best and best in names else names[0]


def cheapest_among(question: Question, names: Sequence[str]) -> CheapestModel | None:
    """What the card states of the models shown; None if further models are compared."""
    scene = _scene(question)
    if scene.choice or set(names) != {*scene.view.models}:
        return None
    return cheapest_of(question.derived, scene)


def _scene(question: Question) -> Scene:
    request = question.request
    analysis, _ = request.analysed(question.derived)
    return make_scene(analysis, request.point, request.shown_view)


def connect(app: Dash) -> None:
    @answers_tab(
        app,
        TAB,
        Output(ids.PAIR_TESTS, "data"),
        Output(ids.PAIR_BAND, "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
    )
    def update_all_pairs(question: Question, a: str, b: str) -> Any:
        answer = all_pairs(question, a, b)
        return {"pairs": answer.pairs, "tests": answer.tests}, answer.bands
