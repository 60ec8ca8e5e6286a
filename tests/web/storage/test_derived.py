"""Results derived from rows are computed once."""

import pytest

from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import cached_derivation

TOKEN = "sample-breast-cancer"


def test_a_derived_result_is_computed_once(visit):
    calls, analysis = [], analysis_of(TOKEN, visit)

    def make(rows):
        calls.append(rows)
        return 7

    for _ in range(2):
        assert cached_derivation("tests", TOKEN, visit, analysis, ("key",), make) == 7
    assert len(calls) == 1


def test_a_derivation_that_fails_is_not_tried_again(visit):
    calls, analysis = [], analysis_of(TOKEN, visit)

    def make(rows):
        calls.append(rows)
        raise ValueError("too few rows")

    for _ in range(2):
        with pytest.raises(ValueError, match="too few rows"):
            cached_derivation("tests", TOKEN, visit, analysis, ("key",), make)
    assert len(calls) == 1
