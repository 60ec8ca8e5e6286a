import numpy as np
import pytest

from costdash.core.segments.shrinkage import between_variance, shrunken


@pytest.mark.parametrize("seed", range(20))
def test_the_variance_solves_its_equation(seed):
    rng = np.random.default_rng(seed)
    g = int(rng.integers(3, 30))
    error = rng.uniform(0.1, 2, g)
    value = rng.normal(size=g) * np.hypot(error, rng.choice([0.0, 1.0]))
    tau2 = between_variance(value, error)
    weight = 1 / (error**2 + tau2)
    squares = weight @ (value - (weight @ value) / weight.sum()) ** 2
    assert squares == pytest.approx(g - 1, rel=1e-6) if tau2 else squares <= g - 1


def test_effects_that_may_be_chance_are_drawn_to_zero():
    clear = shrunken(np.array([-1.0, 0.0, 1.0]), np.full(3, 0.01))
    chance = shrunken(np.array([-0.1, 0.0, 0.1]), np.full(3, 1.0))
    assert clear == pytest.approx([-1, 0, 1], abs=0.001)
    assert chance.tolist() == [0, 0, 0]


def test_two_segments_are_not_shrunken():
    assert np.isnan(shrunken(np.array([1.0, -1.0]), np.array([1.0, 1.0]))).all()
