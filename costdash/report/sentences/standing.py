"""What a model adds to the others that are on: whether it extends their common hull."""

from costdash.core import Analysis, standings
from costdash.core.curves.regions import regions
from costdash.reading import listed
from costdash.report.sentences.comparison import pcf_range, standing_sentences

FEW = 3  # ranges that are named one by one


def standing(analysis: Analysis, on: tuple[str, ...], switched: str | None = None) -> list[str]:
    """Of the model switched last, then of the models that are on and strictly best nowhere."""
    said = [switched_sentence(analysis, on, switched)] if switched in analysis.models else []
    if len(on) > 1:
        hulls = {name: analysis.models[name].hull for name in on}
        said += standing_sentences(standings(analysis.hull(on), hulls))
    return [sentence for sentence in said if sentence]


def switched_sentence(analysis: Analysis, on: tuple[str, ...], name: str) -> str:
    """Whether the named model, just switched on or off, extends the others' common hull.

    Provost & Fawcett (1997), figure 4.
    """
    others = tuple(other for other in on if other != name)
    if not others:
        return ""
    found = regions(analysis.hull(others), analysis.models[name].hull)
    gained = [region for region in found if region.better == "b"]
    if not gained:
        if name not in on:
            return f"{name} is off and the hull stays as it was."
        return f"{name} is on and does not extend the hull: it costs less than the others nowhere."
    where = f"in {len(gained)} ranges of PC(+)"
    if len(gained) <= FEW:
        where = listed([pcf_range(region.low, region.high) for region in gained])
    if name in on:
        return f"{name} is on and extends the hull: it costs least {where}."
    return f"{name} is off and the hull shrinks: it cost least {where}."
