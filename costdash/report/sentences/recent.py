"""The prior that recent scores without labels show, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from costdash.core.folds.prior_estimate import PriorEstimate
from costdash.wording import listed, number, percent

SMALL_SHARE = 0.01  # of recent scores outside those of the file


def estimate_fields(found: Sequence[PriorEstimate], used: bool) -> dict[str, Any]:
    """The field `prior_estimate` of the JSON: of the narrowest interval; `models` has all."""
    each = [_fields(estimate) for estimate in found]
    sentence = estimate_sentence(found[0], used)
    if found[0].fits and (others := [other.model for other in found if not other.fits]):
        sentence += (
            f" Recent scores of {listed(others)} are no mixture of the file's two classes, so the "
            "cases may have changed in another way."
        )
    return each[0] | {"used": used, "models": each, "sentence": sentence}


def _fields(estimate: PriorEstimate) -> dict[str, Any]:
    source = {"positives": estimate.positives, "negatives": estimate.negatives}
    names = ("model", "value", "low", "high", "rows", "outside", "level")
    return {name: getattr(estimate, name) for name in names} | {
        "source": source,
        "fit": asdict(estimate.fit),
    }


def estimate_sentence(estimate: PriorEstimate, used: bool) -> str:
    """5,054 recent scores of boosting: 2.1 % positive (95 %: 1.4 % to 3.1 %), if ..."""
    start = f"{estimate.rows:,} recent scores of {estimate.model}"
    if not estimate.fits:
        return (
            f"Not used: {start} are no mixture of the file's two classes "
            f"(p = {number(estimate.fit.p)}). The cases have changed in another way than by their "
            "share of positives."
        )
    ends = f"{percent(estimate.low)} to {percent(estimate.high)}"
    share = f"at most {percent(estimate.high)}" if estimate.low == 0 else percent(estimate.value)
    limits = percent(estimate.level) if estimate.low == 0 else f"{percent(estimate.level)}: {ends}"
    sentence = (
        f"{start}: {share} positive ({limits}), if positives and negatives still score as in the "
        "file."
    )
    if estimate.outside >= SMALL_SHARE:
        sentence += f" {percent(estimate.outside)} of them lie outside the scores of the file."
    return sentence if used else f"{sentence} Use it with --prior estimated."


def broken_sentence(fields: Mapping[str, Any]) -> str:
    """Why the prior cannot be the estimate."""
    return f"--prior estimated cannot be used. {fields['sentence']}"
