"""What a notebook shows of an analysis: the whole report in a frame, which asks for nothing."""

from html.parser import HTMLParser

import numpy as np
import pytest

import costdash


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(0)
    is_positive = np.arange(300) < 90
    return costdash.Predictions(
        is_positive=is_positive, scores={"rf": rng.normal(size=300) + 2 * is_positive}
    )


class Frames(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def frame_of(shown):
    parser = Frames()
    parser.feed(shown._repr_html_())
    ((tag, attributes),) = parser.found
    assert tag == "iframe"
    return attributes


def test_a_summary_shows_its_report(rows):
    summary = costdash.summarise(rows, prior=0.1, cost_fn=20, n_replicates=100)
    frame = frame_of(summary)
    assert frame["srcdoc"] == summary.html()
    assert "src" not in frame
    assert "allow-same-origin" not in frame["sandbox"]


def test_an_analysis_shows_its_decision_at_the_prior_of_the_file(rows):
    analysis = costdash.analyse(rows, n_replicates=100)
    best = analysis.decide(costdash.core.OperatingPoint(analysis.file_prevalence)).best
    document = frame_of(analysis)["srcdoc"]
    assert best.model in document
    assert "Flag a case when" in document
    assert "30 %" in document
