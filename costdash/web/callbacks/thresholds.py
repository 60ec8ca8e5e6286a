"""The tab of thresholds: scores of one model by class, its thresholds, and the search in them."""

from collections.abc import Callable
from typing import Any

from dash import Dash, Input, Output, State, ctx, html, no_update
from dash.development.base_component import Component

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.choice import fewest_above
from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.core.measures.registry import FIELDS_OF_USE
from costdash.core.sample.score_histogram import score_histogram
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.figures import View
from costdash.report.csv.catalog import NO_MEASURES
from costdash.report.report import measure_request
from costdash.report.sentences.rules import threshold_sentences
from costdash.report.tables.models import MOST_READ, measure_table
from costdash.typed import parse_score, parse_share
from costdash.web.callbacks.tab_answers import STORES, answers_tab
from costdash.web.ids import ids
from costdash.web.page.components import bare_table, unanswered
from costdash.web.page.tabs.thresholds import TAB
from costdash.web.stores.question import NoModel, Question, otherwise
from costdash.web.stores.read import flagging_nearest

NOT_A_NUMBER = "A number, such as 0.37."
NOT_A_SHARE = "A share, such as 5 %."


@otherwise(lambda _: [])
def threshold_rows(
    question: Question, name: str | None, typed: str | None = None
) -> list[dict[str, Any]]:
    """At most 1,000 thresholds of a model, with every marked one and every vertex of its hull.

    typed: a threshold that the user went to; its rule is among the rows. `key` identifies a row
    also among the rows of other models and data sets. `mark` labels the best and today's
    threshold.
    """
    question = question.about(name)
    model, marks = _marked(question, name)
    always = [*model.hull.index.tolist(), *marks, *_index_of(model, typed)]
    table = threshold_table(model.counts, question.point, always=always, cases=model.cases)
    return [_table_row(row, model, question, marks) for row in rows(table)]


def _table_row(
    row: dict[str, Any], model: ModelAnalysis, question: Question, marks: dict[int, str]
) -> dict[str, Any]:
    return row | {
        "paid": _rates(model, row["index"]),
        "model": model.name,
        "key": f"{question.dataset.get('revision')} {model.name} {row['text']}",
        "mark": marks.get(row["index"], ""),
    }


def _index_of(model: ModelAnalysis, typed: str | None) -> list[int]:
    """The index of the rule score >= the typed number, if a number was typed."""
    try:
        return [int(model.counts.index(parse_score(typed)))] if typed else []
    except ValueError:
        return []


def threshold_marks(
    analysis: Analysis, model: ModelAnalysis, point: OperatingPoint, shown: View
) -> dict[int, str]:
    """Index of a model's threshold -> its marks: the cheapest, the criterion's choice, today's."""
    criterion = shown.criterion
    if getattr(criterion, "model", model.name) != model.name:
        criterion = None
    rule_marks = [(_best(model, point), "least cost" if criterion else "best")]
    if criterion:
        single = choice_by(criterion, analysis, (model.name,)).single
        if single.model == model.name and single.index is not None:
            rule_marks.append((single.index, "by your criterion"))
    if shown.today and shown.today[0] == model.name:
        rule_marks.append((shown.today[1], "today"))
    marks: dict[int, str] = {}
    for index, word in rule_marks:
        marks[index] = f"{marks[index]} · {word}" if index in marks else word
    return marks


def _marked(question: Question, name: str | None) -> tuple[ModelAnalysis, dict[int, str]]:
    model = question.model(name)
    return model, threshold_marks(question.analysis, model, question.point, question.shown)


@otherwise(lambda _: None)
def score_bins(question: Question, name: str | None) -> dict[str, Any] | None:
    """The histogram of a model's scores by class, for the script that draws it."""
    model = question.about(name).model(name)
    histogram = score_histogram(model.counts)
    return {
        "model": model.name,
        "scale": histogram.scale,
        "edges": histogram.edges.tolist(),
        "positives": histogram.positives.tolist(),
        "negatives": histogram.negatives.tolist(),
    }


@otherwise(lambda _: {})
def find_threshold(question: Question, name: str | None, typed: str | None) -> dict[str, Any]:
    """The rule score >= (the number that the user typed), its rates and sentences; or an error.

    `row` is its row of the table, which may have been thinned before the number was typed. Empty
    if nothing was typed or there are no data.
    """
    question = question.about(name)
    point, (model, marks) = question.point, _marked(question, name)
    if not typed:
        return {}
    try:
        row = find(model.counts, point, parse_score(typed), model.cases)
    except ValueError:
        return {"error": NOT_A_NUMBER}
    least = find(model.counts, point, float(model.counts.threshold[_best(model, point)]))
    rule = {key: row[key] for key in ("index", "text", "threshold")}
    return {
        **rule,
        **_rates(model, row["index"]),
        "model": model.name,
        "typed": typed,
        "sentences": threshold_sentences(
            typed, row, point, question.amounts, least["expected_cost"]
        ),
        "row": _table_row(row, model, question, marks),
    }


def threshold_of_share(question: Question, name: str | None, typed: str | None) -> dict[str, Any]:
    """The threshold that flags nearest to the share of all cases that was typed; or an error."""
    return _threshold_at(question, name, typed, _flags_nearest)


def threshold_of_recall(question: Question, name: str | None, typed: str | None) -> dict[str, Any]:
    """The threshold with the fewest false alarms that finds the share of positives; or an error."""
    return _threshold_at(question, name, typed, _finds_at_least)


@otherwise(lambda _: {})
def _threshold_at(
    question: Question,
    name: str | None,
    typed: str | None,
    index_at: Callable[[ModelAnalysis, OperatingPoint, float], int],
) -> dict[str, Any]:
    """The threshold at the index that belongs to a typed share; empty without model or text."""
    model, point = question.about(name).model(name), question.point
    if not typed:
        return {}
    share = _share(typed)
    if share is None:
        return {"error": NOT_A_SHARE}
    text = threshold_text(model.counts.threshold, index_at(model, point, share))
    return {"text": text or "inf"}


def _flags_nearest(model: ModelAnalysis, point: OperatingPoint, share: float) -> int:
    return flagging_nearest(model, share, point.prior)


def _finds_at_least(model: ModelAnalysis, _: OperatingPoint, share: float) -> int:
    return fewest_above({model.name: model.case_counts}, share).index


def _share(typed: str) -> float | None:
    """The typed share; None if the text is not a share."""
    try:
        share = parse_share(typed, on_page=True)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _rates(model: ModelAnalysis, index: int) -> dict[str, Any]:
    """fpr and tpr of a threshold; cases: these rates in cases, where costs differ by case."""
    names = ("fpr", "tpr")
    rates: dict[str, Any] = dict(zip(names, map(float, model.counts.rates(index))))
    if model.cases is not None:
        rates["cases"] = dict(zip(names, map(float, model.cases.rates(index))))
    return rates


def _best(model: ModelAnalysis, point: OperatingPoint) -> int:
    """The index of the threshold of least cost; of several, the strictest."""
    return int(model.hull.index[model.hull.cheapest(point.pcf)])


@otherwise(lambda reason: [] if isinstance(reason, NoModel) else unanswered(str(reason), TAB))
def why_unanswered(question: Question, name: str | None) -> list[Component | str]:
    """Why there are no thresholds, and a button that asks again; empty if there are some."""
    _marked(question.about(name), name)
    return []


@otherwise(lambda reason: [html.P(str(reason), className="note")])
def measures_by_field(question: Question, field: str) -> list[Component]:
    """The table of the measures of a field of use, of the first MOST_READ models shown."""
    asked, derived, point = question.request, question.derived, question.point
    shown = asked.view
    if not shown.models or derived.analysis.costs is not None:
        return [html.P(NO_MEASURES, className="note")]
    derived = derived.at_level(shown.level) if shown.level else derived
    request = measure_request(point, asked.measure_options, shown.score_prior, shown.ranges)
    names = shown.models[:MOST_READ]
    measured = derived.measures(names, request, question.crossfits(names))
    table = measure_table(measured, field, derived.analysis.level, point, question.currency)
    left = len(shown.models) - MOST_READ
    more = f" {left} more models that are on are in the CSV." if left > 0 else ""
    return [bare_table(table), html.P(table.note + more, className="note")]


def connect(app: Dash) -> None:
    @answers_tab(
        app,
        TAB,
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Output(ids.THRESHOLD_BINS, "data"),
        Output(ids.THRESHOLD_REASON, "children"),
        Input(ids.THRESHOLD_MODEL, "value"),
        State(ids.THRESHOLD_SEARCH, "value"),
    )
    def update_table(question: Question, name: str, typed: str) -> tuple[Any, ...]:
        question = question.about(name)
        table = threshold_rows(question, name, typed)
        bins = score_bins(question, name) if table else None
        return table, bins, why_unanswered(question, name)

    @answers_tab(
        app,
        TAB,
        Output(ids.THRESHOLD_MATCH, "data"),
        Output(ids.THRESHOLD_SEARCH, "error"),
        Input(ids.THRESHOLD_MODEL, "value"),
        Input(ids.THRESHOLD_SEARCH, "value"),
    )
    def update_search(question: Question, name: str, typed: str) -> tuple[Any, Any]:
        match = find_threshold(question, name, typed)
        return (no_update if "error" in match else match), match.get("error", False)

    @answers_tab(app, TAB, Output(ids.MEASURE_TABLE, "children"), Input(ids.FIELD_OF_USE, "value"))
    def update_measures(question: Question, field: str) -> Any:
        return measures_by_field(question, field) if field in FIELDS_OF_USE else no_update

    @app.callback(
        Output(ids.THRESHOLD_SEARCH, "value"),
        Output(ids.THRESHOLD_SHARE, "error"),
        Output(ids.THRESHOLD_RECALL, "error"),
        Input(ids.THRESHOLD_SHARE, "value"),
        Input(ids.THRESHOLD_RECALL, "value"),
        State(ids.THRESHOLD_MODEL, "value"),
        *STORES,
        prevent_initial_call=True,
    )
    def update_share(flagged: str, recall: str, name: str, *stores: Any) -> tuple[Any, Any, Any]:
        question = Question.of(*stores)
        if ctx.triggered_id == ids.THRESHOLD_RECALL:
            answer = threshold_of_recall(question, name, recall)
            return answer.get("text", no_update), no_update, answer.get("error", False)
        answer = threshold_of_share(question, name, flagged)
        return answer.get("text", no_update), answer.get("error", False), no_update
