"""PR polylines stay near the hyperbolas that precision follows between thresholds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core.curves.polyline import (
    DISTANCE,
    interpolation_points,
    precision_recall_path,
    spread,
)
from costdash.core.curves.precision_recall import precision_at

# A rate is a share of rows: zero, or not smaller than one row in very many.
small_and_large = st.one_of(
    st.just(0.0), st.just(1.0), st.floats(1e-9, 1), st.floats(-6, 0).map(lambda e: 10**e)
)
segments = st.tuples(
    *(st.tuples(small_and_large, small_and_large).map(sorted).map(np.array) for _ in range(2))
)
FINE = np.unique(np.concatenate((np.linspace(0, 1, 400), np.geomspace(1e-9, 1, 400))))


def distance(x, y, path_x, path_y):
    """Distance of each point from the nearest line of the polyline."""
    start, way = np.array([path_x[:-1], path_y[:-1]]), np.array([np.diff(path_x), np.diff(path_y)])
    off = np.array([x, y])[:, :, None] - start[:, None]
    length = (way**2).sum(axis=0)
    share = (off * way[:, None]).sum(axis=0) / np.where(length > 0, length, 1)
    rest = off - share.clip(0, 1) * way[:, None]
    return np.sqrt((rest**2).sum(axis=0)).min(axis=1)


@pytest.mark.parametrize("prior", [0.00001, 0.001, 0.01, 0.5, 0.99])
@given(segments)
def test_the_polyline_stays_within_the_distance_of_the_hyperbola(prior, segment):
    fpr, tpr = segment
    path = precision_recall_path(fpr, tpr, prior)
    f, t = (ends[0] + FINE * (ends[1] - ends[0]) for ends in segment)
    exact = precision_at(f, t, prior)
    real = np.isfinite(exact)
    if real.any() and np.isfinite(path[1]).all():
        assert distance(t[real], exact[real], *path).max() <= DISTANCE + 1e-9


@given(segments)
def test_added_points_lie_on_the_roc_line_in_order(segment):
    fpr, tpr = segment
    after, f, t = interpolation_points(fpr, tpr)
    assert (after == 0).all()
    assert (np.diff(np.concatenate((tpr[:1], t, tpr[1:]))) >= 0).all()
    assert_allclose((f - fpr[0]) * np.diff(tpr), (t - tpr[0]) * np.diff(fpr), atol=1e-12)


def test_lines_that_are_straight_in_both_spaces_get_no_points():
    assert (
        interpolation_points(np.array([0, 0.3]), np.array([0, 0.9]))[0].size == 0
    )  # from the origin
    assert interpolation_points(np.array([0.1, 0.9]), np.array([0.4, 0.4]))[0].size == 0  # level


def test_a_long_path_gets_few_points():
    fpr = np.linspace(0, 1, 300) ** 2
    assert interpolation_points(fpr, np.sqrt(fpr))[0].size < 150


def test_precision_at_the_origin_is_the_limit_along_the_first_line():
    recall, precision = precision_recall_path(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), 0.5)
    assert_allclose((recall[0], precision[0]), (0, 0.75))


@given(st.integers(1, 60))
def test_spread_keeps_the_given_points_and_adds_at_most_n(n):
    fpr = np.linspace(0, 1, 500)
    always = np.array([0, 3, 4, 499])
    some = spread(fpr, np.sqrt(fpr), always, n)
    assert np.isin(always, some).all()
    assert some.size <= n + always.size
    assert_array_equal(some, np.unique(some))
