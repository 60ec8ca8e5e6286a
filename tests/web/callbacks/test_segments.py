"""The card Where the money goes, as the callback answers it."""

import numpy as np
import pytest
from dash import html

from costdash.core.sample.predictions import Predictions
from costdash.core.sample.segment_column import DateColumn, SegmentColumn
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.intake.storage.predictions import save_predictions
from costdash.report.csv.catalog import csv_file
from costdash.web.callbacks.segments import segments_card
from costdash.web.ids import ids
from costdash.web.routes.download import report_of
from costdash.web.stores.answer import answer_question
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question
from costdash.wording import percent
from tests.support.page_texts import texts

CONDITIONS = {"prior": 0.2, "cost_fn": 10.0, "cost_fp": 1.0}
CHOICES = [
    {"name": "region", "kind": "values", "reason": ""},
    {"name": "day", "kind": "dates", "reason": ""},
    {"name": "gender", "kind": "values", "reason": ""},
    {"name": "id", "kind": "values", "reason": "id looks like an identifier (900 values)"},
]


@pytest.fixture
def dataset(store, visit):
    token, folder = store.begin(visit, 0)
    rng = np.random.default_rng(2)
    n = 900
    is_positive, codes = rng.random(n) < 0.2, rng.integers(0, 2, n)
    day = np.sort(rng.integers(20_089, 20_200, n)).astype(np.int32)
    region = SegmentColumn(codes, ("<b>north", "south"))
    rows = Predictions(
        is_positive=is_positive,
        scores={"m": rng.normal(size=n) + 1.5 * is_positive},
        segments={"region": region, "day": DateColumn(day), "gender": region},
    )
    save_predictions(folder / "predictions", rows, {"segments": CHOICES})
    store.finish(folder, visit, "rows.csv", 0)
    return described(token, visit)


@pytest.fixture
def question(dataset):
    names = [model["name"] for model in dataset["models"]]
    revision = dataset["revision"]
    view = {"models": names, "level": 0.95, "revision": revision}
    return Question.of(dataset, CONDITIONS | {"revision": revision}, view)


def words(answer):
    return " ".join(texts(html.Div(answer.body)))


def test_columns_that_do_not_fit_are_grey_with_their_reason(question):
    answer = segments_card(question, None, "month", "")
    shown = {each["value"]: each for each in answer.columns}
    assert shown["id"]["disabled"]
    assert "looks like an identifier" in shown["id"]["label"]
    assert not shown["region"]["disabled"]
    first, *_ = (each["value"] for each in answer.columns)
    assert f"by {first}" in words(answer), "a button that chooses the column"
    assert answer.no_periods


def test_a_row_for_each_segment_and_the_total_of_the_decision(question):
    answer = segments_card(question, "region", "month", "")
    text = words(answer)
    assert "<b>north" in text
    assert "south" in text
    analysis, _ = question.request.analysed(question.derived)
    cost = analysis.decide(question.point).best.expected_cost
    parts = next(part.children for part in answer.body if isinstance(part, html.Div))
    table = next(part for part in parts if isinstance(part, html.Table))
    total = "".join(texts(table.children[-1]))
    assert question.amounts.bare(question.amounts.cases * cost) in total


def test_dates_are_columns_of_months_with_their_ends(question):
    answer = segments_card(question, "day", "month", "2025-01-31")
    assert not answer.no_periods
    assert answer.until[0]["value"] == ""
    assert "2025-01-31" in [each["value"] for each in answer.until]
    assert "labels still coming" in words(answer)
    assert "2025-03" in words(answer)


def test_protected_attributes_have_a_note_and_no_thresholds(question):
    text = words(segments_card(question, "gender", "month", ""))
    assert "may be unlawful" in text
    assert "Own threshold" not in text


def test_without_models_the_card_says_what_to_do(question, dataset):
    view = question.view | {"models": []}
    asked = Question.of(dataset, question.conditions, view)
    assert "Switch a model on" in words(segments_card(asked, "region", "month", ""))


def drawn(question, **segment):
    view = question.view | {"segment": {"column": "region"} | segment}
    told, _ = answer_question(Question.of(question.dataset, question.conditions, view))
    uids = {name: {trace.uid for trace in figure.data} for name, figure in told["figures"].items()}
    return told, uids


def test_a_segment_is_drawn_over_everybody_in_all_panels(question):
    told, uids = drawn(question, name="south")
    assert all("segment" in found for found in uids.values())
    assert "segment-point" in uids["cost"]
    assert not any(uid.startswith("band") for found in uids.values() for uid in found)
    assert all("on the" in text and "cases of south" in text for text in told["labels"].values())
    rows = question.derived.segment_curve("m", SegmentRequest("region"), "south")
    trace = next(each for each in told["figures"]["roc"].data if each.uid == "segment")
    assert list(trace.y) == pytest.approx(rows.drawn.tpr.tolist(), abs=1e-6)
    assert told["segment"]["name"] == "south"
    share = percent(rows.point(question.point).prior)
    assert told["segment"]["words"] == f"{rows.rows} cases, {share} positive"
    assert share in words(segments_card(question, "region", "month", "")), "as in the table"
    assert share != percent(rows.positives), "which is the share at the file's prior"
    everybody, _ = drawn(question)
    assert told["decision"] == everybody["decision"]
    assert everybody["segment"] is None


@pytest.mark.parametrize(
    "segment",
    [
        {},
        {"name": "nowhere"},
        {"column": "id", "name": "1"},
        {"column": "gone", "name": "south"},
        {"name": "south", "period": "fortnight", "until": "no day"},
    ],
)
def test_whatever_the_view_names_the_panels_are_drawn(question, segment):
    told, uids = drawn(question, **segment)
    there = segment.get("name") == "south" and "column" not in segment
    assert (told["segment"] is not None) == there
    assert all(("segment" in found) == there for found in uids.values())


def test_a_month_is_drawn_like_a_segment(question):
    told, uids = drawn(question, column="day", period="month", name="2025-02")
    assert told["segment"]["name"] == "2025-02"
    assert "segment" in uids["roc"]


def test_the_row_that_the_panels_show_is_pressed(question):
    def pressed(view):
        shown = Question.of(question.dataset, question.conditions, view)
        text = str(segments_card(shown, "region", "month", "").body)
        return text.count("'true'")

    assert pressed(question.view) == 0
    assert pressed(question.view | {"segment": {"column": "region", "name": "south"}}) == 1
    assert pressed(question.view | {"segment": {"column": "gender", "name": "south"}}) == 0


def test_exports_have_the_segment_that_is_shown(question):
    view = question.view | {"segment": {"column": "region", "name": "south"}}
    report = report_of(Question.of(question.dataset, question.conditions, view))
    for table in ("roc", "pr", "cost"):
        text = "".join(csv_file(report, table))
        assert "segment: south" in text
    assert "south" in "".join(csv_file(report, "segments"))
    assert report.segment_costs is not None
    other = Question.of(
        question.dataset, question.conditions | {"criterion": {"kind": "product"}}, view
    )
    assert report_of(other).segment_costs is None  # they divide the rule of least cost only
    refusal = str(segments_card(other, "region", "month", "").body)
    assert "leave out the limit" in refusal
    assert f"data-press='{ids.SETTINGS_BUTTON}'" in refusal


def test_amounts_stand_beside_the_bars_at_their_places(question):
    """The average where the bars begin; as many amounts as have room."""
    answer = segments_card(question, "region", "month", "")
    body = html.Div(answer.body)
    (scale,) = (x for x in body._traverse() if getattr(x, "className", "") == "segment-axis")
    (average, *_) = (
        x.style["left"]
        for x in body._traverse()
        if getattr(x, "className", "") == "segment-average"
    )
    places = {tick.children: float(tick.style["left"][:-1]) for tick in scale.children}
    assert places["average"] == float(average[:-1])
    assert len(places) >= 3
    amounts = sorted(places.values())
    assert min(b - a for a, b in zip(amounts, amounts[1:])) >= 100 / 7.1
    months = html.Div(segments_card(question, "day", "month", "").body)
    (scale,) = (x for x in months._traverse() if getattr(x, "className", "") == "month-scale")
    assert len(scale.children) >= 3


@pytest.mark.parametrize("axis", ["probability-cost", "positives", "threshold", "net-benefit"])
def test_the_key_names_the_conditions_of_the_segment_where_they_are_drawn(question, axis):
    view = question.view | {
        "segment": {"column": "region", "name": "south"},
        "axis": axis,
    }
    told, _ = answer_question(Question.of(question.dataset, question.conditions, view))
    uids = {trace.uid for trace in told["figures"]["cost"].data}
    assert "segment" in uids
    assert ("segment-point" in uids) == ("conditions of the segment" in str(told["key"]))
    assert ("segment-point" in uids) == (axis in ("probability-cost", "positives"))


def widths_of_bars(answer):
    """Percent of the track that the bar of each row takes, all its parts together."""
    parts = next(part.children for part in answer.body if isinstance(part, html.Div))
    table = next(part for part in parts if isinstance(part, html.Table))
    rows = [row for row in table._traverse() if isinstance(row, html.Tr)]
    bars = [
        [float(part.style["width"][:-1]) for part in row._traverse() if is_bar(part)]
        for row in rows
    ]
    return [sum(widths) for widths in bars if widths]


def is_bar(part):
    return "segment-bar" in (getattr(part, "className", None) or "")


def test_bars_are_as_long_as_the_amounts_beside_them(question):
    widths = widths_of_bars(segments_card(question, "region", "month", ""))
    analysis, _ = question.request.analysed(question.derived)
    found = question.derived.segment_costs(
        analysis, question.point, ["m"], SegmentRequest("region")
    )
    costs = found.costs
    amounts = np.abs(costs.share * costs.because_of_prior)
    amounts += np.abs(costs.share * costs.because_of_rule)
    shown = amounts[list(found.order)]
    assert shown.min() > 0.01 * costs.total
    assert np.array(widths) / widths[0] == pytest.approx(shown / shown[0], rel=0.02)
