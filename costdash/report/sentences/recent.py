"""The prior that recent scores without labels show, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from costdash.core.folds.prior_estimate import PriorEstimate
from costdash.wording import number, percent

SMALL_SHARE = 0.01  # of recent scores outside those of the file


def estimate_fields(found: Sequence[PriorEstimate], used: bool) -> dict[str, Any]:
    """The field `prior_estimate` of the JSON: of the narrowest interval; `models` has all."""
    each = [_fields(one) for one in found]
    return each[0] | {"used": used, "models": each, "sentence": estimate_sentence(found[0], used)}


def _fields(one: PriorEstimate) -> dict[str, Any]:
    source = {"positives": one.positives, "negatives": one.negatives}
    names = ("model", "value", "low", "high", "rows", "outside", "level")
    return {name: getattr(one, name) for name in names} | {"source": source, "fit": asdict(one.fit)}


def estimate_sentence(one: PriorEstimate, used: bool) -> str:
    """5,054 recent scores of boosting: 2.1 % positive (95 %: 1.4 % to 3.1 %), if ..."""
    start = f"{one.rows:,} recent scores of {one.model}"
    if not one.fits:
        return (
            f"Not used: {start} are no mixture of the file's two classes "
            f"(p = {number(one.fit.p)}). The cases have changed in another way than by their "
            "share of positives."
        )
    ends = f"{percent(one.low)} to {percent(one.high)}"
    share = f"at most {percent(one.high)}" if one.low == 0 else percent(one.value)
    limits = percent(one.level) if one.low == 0 else f"{percent(one.level)}: {ends}"
    sentence = (
        f"{start}: {share} positive ({limits}), if positives and negatives still score as in the "
        "file."
    )
    if one.outside >= SMALL_SHARE:
        sentence += f" {percent(one.outside)} of them lie outside the scores of the file."
    return sentence if used else f"{sentence} Use it with --prior estimated."


def broken_sentence(fields: Mapping[str, Any]) -> str:
    """Why the prior cannot be the estimate."""
    return f"--prior estimated cannot be used. {fields['sentence']}"
