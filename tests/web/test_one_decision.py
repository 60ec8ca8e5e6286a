"""The sentences, the figures and the alt texts of one answer share one decision."""

from dataclasses import fields
from typing import ClassVar

import numpy as np
import pytest

from costdash.core import Analysis, OperatingPoint, analyse
from costdash.core.choose.criteria import NeymanPearson
from costdash.figures import View
from costdash.report.html.page import report_html
from costdash.report.report import Report, Source
from costdash.report.request import Request
from costdash.web.stores.answer import Parts, answer
from tests.support.paired_samples import correlated

NAMES = ("first", "second")
POINT = OperatingPoint(0.1, 6, 1)
VIEWS = {
    "least cost": View(NAMES, today=("first", 5)),
    "criterion": View(NAMES, criterion=NeymanPearson(0.1)),
    "estimated prior": View(NAMES, estimated_prior=True),
}


class CountingAnalysis(Analysis):
    """An analysis that notes every operating point at which it decides."""

    points: ClassVar[list[OperatingPoint]] = []

    def decide(self, point, names=None, level=None):
        self.points.append(point)
        return super().decide(point, names, level)


@pytest.fixture
def counting():
    CountingAnalysis.points.clear()
    shifts = {"first": 1.2, "second": 0.8}
    rows = correlated(np.random.default_rng(3), 60, 90, shifts, 0.5)
    known = analyse(rows, n_replicates=100)
    return CountingAnalysis(**{f.name: getattr(known, f.name) for f in fields(known) if f.init})


@pytest.fixture(params=VIEWS.values(), ids=VIEWS)
def view(request):
    return request.param


def test_an_answer_of_the_page_decides_once(counting, view):
    answer(Parts(Request(point=POINT, view=view, scenarios=()), counting, view))
    assert counting.points == [POINT]


def test_a_report_decides_once(counting, view):
    report = Report(analysis=counting, point=POINT, source=Source("a.csv"), view=view, scenarios=())
    report_html(report)
    assert counting.points == [POINT]
