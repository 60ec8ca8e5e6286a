"""Streams of random numbers: one per use, and the only place in costdash that makes a generator."""

from enum import IntEnum, unique

import numpy as np
from numpy.random import Generator

PLACE_BOUND = 2**32  # a place is one 32-bit word of the generator's key


@unique
class Stream(IntEnum):
    """A use of random numbers. The comment says what its places are.

    Results depend on the values: give a new use a new value, and keep the others.
    """

    MODEL_BANDS = 1  # the model's place in the file
    THRESHOLD_INTERVAL = 2  # the model's place, the threshold's index: a threshold off the hull
    PRIOR = 3  # none: all thresholds are judged at the same draws of the prior
    CROSSFIT = 4  # none: all models are cross-fitted on the same folds
    ROW_GROUPS = 5  # both models' places, rising: random groups of the rows of a pair
    DIFFERENCE_BAND = 6  # both models' places, rising: one draw resamples both models
    EXPECTED_ADVANTAGE = 7  # both models' places, rising: one draw resamples both models
    EXPECTED_REGRET = 8  # none: one draw resamples all options
    CROSSFIT_DIFFERENCE = 9  # both models' places, rising: normal curves of a pair's difference
    REVIEW = 23  # none: one draw resamples the rows and verdicts of all models
    CARRIED_OVER = 24  # none: one draw resamples the rows of both models
    MATRIX_FOLDS = 40  # the confusion matrix's place among the matrices: its folds and samples
    MATRIX_RATES = 41  # the confusion matrix's place among the matrices: the rates of its samples
    MEASURES = 10  # the model's place: all measures of a model share their draws
    MEASURE_DIFFERENCE = 11  # both models' places, rising: one draw resamples both models
    CONSISTENCY = 12  # the model's place: labels drawn as if its scores were calibrated
    RECALIBRATION = 13  # none: all models are recalibrated on the same folds
    VALIDITY = 15  # none: rates of a rule that hardly any row tells
    LABEL_VALUE = 16  # 0 all rows, 1 negatives, 2 positives: one draw moves all options' costs
    SEGMENTS = 31  # none: permutations of the rows of all segments
    COMBINATION = 14  # none: all combinations are chosen on the same folds
    PRIOR_ESTIMATE = 50  # none: all models are weighed on the same folds


def generator(seed: int, stream: Stream, *place: int) -> Generator:
    """The generator of one stream at one place; no other seed, stream or place has an equal one.

    The key is stream, number of places, places, seed. numpy writes each number as 32-bit words,
    lowest word first, and pads short keys with zeros. The first two words and the places are one
    word each, so they can be read back from the left. The rest is the seed, to which padding adds
    only leading zeros. So different arguments have different keys.

    Raises ValueError for a negative seed and for a place outside [0, 2**32).

    >>> bands, prior = generator(0, Stream.MODEL_BANDS, 3), generator(0, Stream.PRIOR)
    >>> bool(bands.random() == prior.random())
    False
    """
    if seed < 0:
        raise ValueError(f"seed must not be negative, got {seed}")
    for at in place:
        if not 0 <= at < PLACE_BOUND:
            raise ValueError(f"a place must lie in [0, 2**32), got {at}")
    return np.random.default_rng((int(stream), len(place), *map(int, place), int(seed)))
