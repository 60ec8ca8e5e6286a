"""The script that follows the pointer computes the same numbers as core."""

import itertools

import numpy as np
import pytest

from costdash import wording
from costdash.core import OperatingPoint, Predictions, Split, analyse, precision_at
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.core.curves.polyline import precision_recall_path
from costdash.core.folds.crossfit import crossfit_models
from costdash.figures import View
from costdash.report.sentences import amounts
from tests.support import live_page
from tests.support.scored import at_pcf, binormal

NUMBERS = """
const [live, points] = arguments;
const square = { linear: [0, 1, 0, 1] };
return points.map((point) => {
  const precisions = (fpr, tpr) => tpr.map((t, k) => page.precisionAt(fpr[k], t, point.prior));
  const models = live.models.map(({ i, fpr, tpr }) => ({ i, precision: precisions(fpr, tpr) }));
  const bands = live.bands.map(({ i, recall, low, high }) =>
    ({ i, low: precisions(high, recall), high: precisions(low, recall) }));
  const found = { ...page.resultsAt(live, point), models, bands };
  const image = [];
  const path = { fpr: found.iso.x, tpr: found.iso.y };
  page.precisionCurve(path, point.prior, square, (x, y) => image.push([x, y]));
  return { ...found, image };
});
"""
PCFS = (1e-6, 1e-4, 0.01, 0.2, 0.25, 0.4, 0.5, np.nextafter(0.5, 1), 0.6, 0.75, 0.99, 1 - 1e-6)
PRIORS = (1e-6, 1e-3, 0.0232, 0.5, 0.999)


def simulated(n_positive, n_negative, **shifts):
    rng = np.random.default_rng(7)
    scores = {n: binormal(rng, n_positive, n_negative, shift).score for n, shift in shifts.items()}
    scores["ties"] = np.round(scores[next(iter(scores))])
    is_positive = np.arange(n_positive + n_negative) < n_positive
    return analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)


@pytest.fixture(scope="module")
def crossing():
    return simulated(150, 2850, weak=0.8, good=1.6, better=1.7)


@pytest.fixture(scope="module")
def cross_fitted():
    """Cross-fitted costs, so that models are recommended in parts of PC(+) only."""
    sample = binormal(np.random.default_rng(4), 40, 360, 1)
    scores = {"a": sample.score, "ties": np.round(sample.score)}
    rows = Predictions(is_positive=sample.is_positive, scores=scores)
    fits = crossfit_models(rows, n_replicates=20)
    return analyse(rows, n_replicates=100).with_crossfits(fits)


@pytest.fixture(scope="module")
def two_levels():
    """Ties at pcf 1/4, 1/2 and 3/4, which doubles hold exactly."""
    is_positive = np.repeat([True, False], 8)
    score = np.repeat([3, 2, 1, 0, 3, 2, 1, 0], [3, 3, 1, 1, 1, 1, 3, 3]).astype(float)
    return analyse(Predictions(is_positive=is_positive, scores={"a": score, "b": -score}))


@pytest.fixture(scope="module")
def hold_out():
    """A selection part so small that the chosen thresholds may cost more than the trivial ones."""
    sample = binormal(np.random.default_rng(3), 60, 140)
    split = Split(np.arange(200) % 5 > 0)
    scores = {"a": sample.score, "ties": np.round(sample.score)}
    rows = Predictions(is_positive=sample.is_positive, scores=scores, split=split)
    return analyse(rows, n_replicates=100)


def points(hull):
    """A table of operating points: extremes, and the ties of the hull with their neighbours."""
    ties = [t for tie in hull.tie for t in (np.nextafter(tie, 0), tie, np.nextafter(tie, 1))]
    for prior, pcf in itertools.product(PRIORS, (*PCFS, *ties)):
        yield at_pcf(OperatingPoint(prior, 1, 0.013), float(pcf))
    for tie in hull.tie[(hull.tie > 0) & (hull.tie < 1)]:
        yield OperatingPoint(float(tie))


def close(found, expected):
    if found is None:
        return np.isnan(expected)
    return found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def check_call(found, call):
    assert found["call"] == call.call
    assert (found["text"], found["index"]) == (call.text, call.index)
    for key in ("fpr", "tpr", "precision", "nec"):
        assert close(found[key], getattr(call, key)), key
    assert close(found["cost"], call.expected_cost)


def check_iso(found, point):
    line = iso_performance_line(found["fpr"], found["tpr"], point.slope)
    assert np.allclose([found["iso"]["x"], found["iso"]["y"]], line, rtol=1e-9, atol=1e-9)
    path = np.array([found["iso"]["x"], found["iso"]["y"]], float)
    expected = precision_recall_path(*path, point.prior)
    assert np.allclose(np.array(found["image"]).T, expected, rtol=1e-9, atol=1e-9)


def check_precision(found, fpr, tpr, prior):
    expected = precision_at(fpr, tpr, prior)
    assert np.allclose(np.array(found, float), expected, rtol=1e-9, atol=1e-9, equal_nan=True)


def check_images(found, live, prior):
    ends = {band["i"]: band for band in live["bands"]}
    for model, image in zip(live["models"], found["models"], strict=True):
        check_precision(image["precision"], model["fpr"], model["tpr"], prior)
    for image in found["bands"]:
        band = ends[image["i"]]
        for side, fpr in (("low", "high"), ("high", "low")):
            check_precision(image[side], band[fpr], band["recall"], prior)


@pytest.mark.parametrize("sample", ["crossing", "cross_fitted", "two_levels", "hold_out"])
@pytest.mark.parametrize("shown", [slice(None), slice(1), slice(0)])
def test_numbers_equal_those_of_core(panels, request, sample, shown):
    analysis = request.getfixturevalue(sample)
    names = tuple(analysis.models)[shown]
    live = live_page.live_json(analysis, View(names))
    table = list(points(analysis.hull(names or None)))
    answers = panels.execute_script(
        NUMBERS,
        live,
        [live_page.point_json(point) for point in table],
    )
    place = list(analysis.models)
    for point, found in zip(table, answers, strict=True):
        decision = analysis.decide(point, names, level=0)
        check_call(found, decision.best)
        check_call(found["trivial"], decision.trivial)
        owner = decision.best.model
        assert found["owner"] == (-1 if owner is None else place.index(owner))
        assert found["pcf"] == point.pcf
        assert close(found["slope"], point.slope)
        assert close(found["saving"], decision.saving)
        check_iso(found, point)
        check_images(found, live, point.prior)


def test_numbers_are_written_as_in_the_report(panels):
    rng = np.random.default_rng(3)
    values = [0, 1, 9.995, 99.95, 999.5, 1e15, 4e-8, 1.5e-7, 0.5, 0.99996, 12345.678]
    values += (10 ** rng.uniform(-9, 16, 300)).tolist()
    shares = [0.006, 0.02325, 0.99996, 0.9995, 1, *rng.random(50).tolist()]
    words = panels.execute_script(
        """
        const [values, shares] = arguments;
        return [
          values.map((x) => page.formatNumber(x)),
          values.map((x) => page.formatNumber(x, 5)),
          values.map((x) => page.formatMoney(x)),
          values.map((x) => page.formatCount(x, 'case')),
          values.slice(1).map(page.costRatioSentence),
          values.slice(1).map((x, k) => page.digitsToDistinguish(x, x * (1 + 1 / (1 + k)))),
          shares.map(page.formatPercent),
          shares.map(page.readableCases),
        ];
        """,
        values,
        shares,
    )
    assert words == [
        [wording.number(x) for x in values],
        [wording.number(x, 5) for x in values],
        [amounts.money(x) for x in values],
        [wording.count_of(x, "case") for x in values],
        [wording.times(x) for x in values[1:]],
        [wording.digits_apart(x, x * (1 + 1 / (1 + k))) for k, x in enumerate(values[1:])],
        [wording.percent(x) for x in shares],
        [amounts.readable_cases(p) for p in shares],
    ]
