import pytest
from numpy.testing import assert_allclose
from scipy import stats

from costdash.core.numerics.student_t import t_central_share, t_quantile


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 10, 19, 100, 101])
def test_quantiles_are_those_of_scipy(degrees):
    for share in (0.001, 0.05, 0.5, 0.9, 0.975, 0.9995):
        assert_allclose(t_quantile(share, degrees), stats.t.ppf(share, degrees), 1e-10, 1e-12)


@pytest.mark.parametrize("degrees", [1, 2, 7, 40])
def test_quantile_is_inverse_of_the_central_share(degrees):
    assert_allclose(t_central_share(t_quantile(0.975, degrees), degrees), 0.95)


@pytest.mark.parametrize(("share", "degrees"), [(0, 3), (1, 3), (0.5, 0)])
def test_what_has_no_quantile_is_refused(share, degrees):
    with pytest.raises(ValueError, match="must"):
        t_quantile(share, degrees)
