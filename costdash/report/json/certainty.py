"""How sure the best rule is, and its saving over today's rule: fields that need resampled rows."""

from collections.abc import Sequence
from dataclasses import asdict

from costdash.core import Analysis, OperatingPoint
from costdash.report.derived import DerivedResults
from costdash.report.json import Fields


def certainty_fields(
    fields: Fields,
    derived: DerivedResults,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
) -> Fields:
    """The contract with `options`, and how likely and how costly a wrong choice is."""
    decision = analysis.decide(point, names, 0)
    regret = derived.regret(analysis, decision, names)
    shares = {
        "share_cheapest": regret.share_of(decision.best),
        "expected_regret": regret.expected_regret,
    }
    options = [
        {"model": None, "call": "none", "share_cheapest": regret.none},
        {"model": None, "call": "all", "share_cheapest": regret.all},
        *(
            {"model": name, "call": "some", "share_cheapest": share}
            for name, share in regret.models.items()
        ),
    ]
    return fields | {"best": fields["best"] | shares, "options": options}


def today_fields(
    derived: DerivedResults,
    analysis: Analysis,
    point: OperatingPoint,
    rule: tuple[str, int],
    names: Sequence[str],
) -> Fields:
    """Today's rule (model, index in its counts), and the best rule's saving over it per case."""
    today = analysis.call_at(point, *rule, level=0)
    decision = analysis.decide(point, names, 0)
    saving = derived.saving_over(analysis, decision, today, names)
    shown = ("model", "threshold", "fpr", "tpr", "expected_cost")
    return {**{name: getattr(today, name) for name in shown}, "saving": asdict(saving)}
