"""Why some places miss their target, and what the page says there."""

from typing import Any

from benchmarks.coverage.cells import (
    COST,
    COVERS,
    FOREGONE,
    REGRET,
    VALID,
)

SAME_ROWS = "chosen on the rows that evaluate: the page says so beside the interval"
LEFT_OUT = (
    "labelled rows are not like the others: the page asks first and shows no saving until there is "
    "an answer"
)
SMALL_MARGIN = (
    "a model hardly pays there, and is recommended by the samples that flatter it: the page says "
    "that such models cost more than it seems"
)
FIXED_TRUTH = (
    "model and no model, or two models, are nearly a tie there, and a sample that errs is also too "
    "sure"
)
FEW_POSITIVES = "too few positives to show that a model is worth it"
SEEN_RARELY = "a range is shown by the few samples in which the rule looks good"
DEAR_CASES = (
    "a few dear cases decide the mean: the page says how many cases of equal cost the file is worth"
)
FEW_CLUSTERS = "few clusters: limits allow for them and are wider than needed"
WIDE_CURVE = "the band allows for more of the curve than is looked at here"
CERTAIN = "folds that choose none or all, as all rows do, know the cost exactly"
TOO_DEAR = "folds choose models where all rows flag none or all; no model is recommended there"
SAME_FIT = "rows that choose the threshold also fit its scores, so that costs look a little lower"
NEAR_EQUAL_RULES = "where two levels cost about the same, one threshold is by chance the worse one"
TEN = "10 positives: Jeffreys' limits are wide"
BONFERRONI = "the limit allows for the choice among models as if they were independent"
BY_CHANCE = "beyond two standard errors by chance, as some of so many places are"
RECOMMENDED = (
    "counted where a model is recommended, so that the saving is hardly ever stated too low"
)
ZONE = (
    "with a capacity and several models the choice on folds is approximated: the page says so "
    "beside the zone"
)
SEQUENCE = "many flags are tested first, and the first test that fails ends the search"
WIDER = "wider than it need be there"
UNKNOWN = "not explained yet"
COVERAGE = tuple(claim.text for claim in COVERS.values())
# Kind or part of the cell's key, start of the event, texts of the claim (empty: any), whether what
# is found is too small (None: either), and the reason. The first that fits is taken.
REASONS: tuple[tuple[str, str, tuple[str, ...], bool | None, str], ...] = (
    ("audited labels", "cost, blanks left out", (), None, LEFT_OUT),
    ("", "cost, same rows", (), None, SAME_ROWS),
    ("", "difference, same rows", (), None, SAME_ROWS),
    ("", "whole difference, same rows", (), True, SAME_ROWS),
    ("10 positive", "no model against", (FOREGONE.text,), None, FEW_POSITIVES),
    ("decision", "no model against", (FOREGONE.text,), None, FEW_POSITIVES),
    ("10 positive", "expected regret", (REGRET.text,), None, FEW_POSITIVES),
    ("decision", "expected regret", (REGRET.text,), None, FIXED_TRUTH),
    ("decision", "cost, cross-fitted, in any case", COVERAGE, False, CERTAIN),
    ("decision", "cost, cross-fitted, in any case", (COST.text,), False, TOO_DEAR),
    ("decision", "cost, cross-fitted, in any case", (COST.text,), True, BY_CHANCE),
    ("decision", "cost, cross-fitted", (COST.text,), True, SMALL_MARGIN),
    ("decision", "cost, cross-fitted", COVERAGE, True, SMALL_MARGIN),
    ("decision", "saving, cross-fitted", COVERAGE, True, SMALL_MARGIN),
    ("recalibrated", "cost", (COST.text,), True, SAME_FIT),
    ("combinations", "cost", (COST.text,), True, SAME_FIT),
    ("decision", "cost, cross-fitted", COVERAGE, False, RECOMMENDED),
    ("decision", "saving, cross-fitted", COVERAGE, False, RECOMMENDED),
    ("validity", "it holds", (VALID.text,), None, SEEN_RARELY),
    ("costs per case", "", (), True, DEAR_CASES),
    ("log-sd", "", (), True, DEAR_CASES),
    ("clusters", "", COVERAGE, False, FEW_CLUSTERS),
    ("", "whole ", COVERAGE, False, WIDE_CURVE),
    ("10 positive", "", COVERAGE, False, TEN),
    ("5 levels", "whole difference", COVERAGE, True, NEAR_EQUAL_RULES),
    ("review zone", "", COVERAGE, True, ZONE),
    ("promises", "flags that are right", (), True, SEQUENCE),
    ("promises", "share found", (), True, BONFERRONI),
    ("models", "limit broken, 95 %", (), True, BONFERRONI),
    ("", "", COVERAGE, False, WIDER),
)


def reason_of(miss: Any) -> str:
    """The reason why a place of a row misses its target."""
    for cell, event, claims, small, reason in REASONS:
        if (
            cell in miss.key
            and miss.row.what.startswith(event)
            and (not claims or miss.row.claim in claims)
            and small in (None, miss.figure.value < miss.figure.low)
        ):
            return reason
    return UNKNOWN
