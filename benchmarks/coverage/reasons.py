"""Why some cells miss their target."""

from benchmarks.coverage.results import Row

CONTRAST = "contrast"
NOISE = "within two standard errors of the target"
UNKNOWN = "not explained yet"
FEW_CLUSTERS = "few clusters: limits allow for them and are wider than needed"
WIDE_CURVE = "the band allows for more of the curve than is looked at here"
# Part of the cell's key, start of the event, whether the share is too small (False: too large).
REASONS: tuple[tuple[str, str, bool | None, str], ...] = (
    ("headline cost", "cost, same rows", None, CONTRAST),
    ("estimated prior", "cost per case, same rows", None, CONTRAST),
    ("estimated prior", "cost per case, cross-fitted, prior as known", None, CONTRAST),
    ("saving", "saving over none or all, same rows", None, CONTRAST),
    ("saving", "saving over today, same rows", None, CONTRAST),
    (
        "saving",
        "saving over none or all",
        False,
        "calling none and calling all cost the same there, and the sample favours one of them",
    ),
    ("saving", "saving over today", False, "few rows tell today's rule from the one chosen"),
    ("readings of", "PPV, same rows", None, CONTRAST),
    ("readings of", "NPV, same rows", None, CONTRAST),
    ("means over folds", "mean cost of own optima", None, CONTRAST),
    ("means over folds", "mean cost, chosen", False, "limits allow for folds that share rows"),
    ("means over folds", "mean AUC", False, "Student's limits of few folds are wide"),
    ("headline cost", "cost, cross-fitted, in any case", True, UNKNOWN),
    (
        "headline cost",
        "cost, cross-fitted",
        True,
        "where a model saves little, it is recommended mostly in samples that flatter it",
    ),
    (
        "5 levels",
        "whole difference",
        True,
        "where two levels cost about the same, one model's threshold is by chance the worse one",
    ),
    ("5 levels", "a range is shaded", False, "few levels, so that resamples jump between them"),
    ("5 levels", "p anywhere", False, "few levels, so that resamples jump between them"),
    (
        "clusters",
        "AUC",
        True,
        "few clusters of unequal sizes: a few large ones decide the variance",
    ),
    (
        "clusters",
        "whole difference, same rows",
        True,
        "20 clusters: their resamples differ less than new clusters do",
    ),
    ("clusters", "", False, FEW_CLUSTERS),
    (
        "headline cost",
        "cost, cross-fitted",
        False,
        "folds that choose none or all, as all rows do, know the cost exactly",
    ),
    ("two ", "difference", False, "a difference below one row is never taken as certain"),
    ("", "whole ", False, WIDE_CURVE),
    ("10 positive", "AUC", True, "10 positives tell the variance of the area badly"),
    ("10 positive", "ROC band", True, "10 positives"),
    ("10 positive", "PR band", False, "10 positives: Jeffreys' limits are wide"),
)


def reason_of(key: str, row: Row) -> str:
    """The reason why a row of the cell `key` misses its target."""
    too_small = row.percent < row.promise.low
    for cell, event, small, reason in REASONS:
        if cell in key and row.what.startswith(event) and small in (None, too_small):
            return reason if reason == CONTRAST or not _noise(row) else NOISE
    return NOISE if _noise(row) else UNKNOWN


def _noise(row: Row) -> bool:
    """Whether the distance to the target is at most two standard errors.

    The error is that of a share at the target's edge if all samples agree.
    """
    edge = row.promise.low if row.percent < row.promise.low else row.promise.high
    least = (edge * (100 - edge) / row.samples) ** 0.5 if row.error == 0 else row.error
    return abs(row.percent - edge) <= 2 * least
