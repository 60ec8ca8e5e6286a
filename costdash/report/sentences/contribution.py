"""Sentences on each model's contribution: whether it extends the common hull."""

from collections.abc import Sequence

from costdash.core import Analysis, Hull, standings
from costdash.core.curves.envelopes import ModelRange, best_where, dominance_ranges, extends
from costdash.report.sentences.comparison import pcf_range
from costdash.report.sentences.rules import as_subject
from costdash.wording import TRIVIAL_NAMES, listed, number

MOST_RANGES = 3  # the most ranges of pcf that are named singly


def contribution_sentences(
    analysis: Analysis, on: tuple[str, ...], switched: str | None = None
) -> list[str]:
    """The effect of the model switched last, and the models that are never strictly best.

    on: the models that are switched on.
    """
    sentences = []
    if switched is not None and switched in analysis.models:
        sentences.append(switched_sentence(analysis, on, switched))
    if len(on) > 1:
        hulls = {name: analysis.models[name].hull for name in on}
        sentences += never_best_sentences(standings(analysis.hull(on), hulls))
    return [sentence for sentence in sentences if sentence]


def switched_sentence(analysis: Analysis, on: tuple[str, ...], name: str) -> str:
    """Whether the model that was switched on or off extends the common hull of the others.

    Provost & Fawcett (1997), figure 4.
    """
    rest = tuple(other for other in on if other != name)
    if not rest:
        return ""
    ranges = dominance_ranges(analysis.hull(rest), analysis.models[name].hull)
    gained = [dominance_range for dominance_range in ranges if dominance_range.better == "b"]
    if not gained:
        if name not in on:
            return f"{name} is off and the hull stays as it was."
        return f"{name} is on and does not extend the hull: it costs less than the others nowhere."
    where = f"in {len(gained)} ranges of PC(+)"
    if len(gained) <= MOST_RANGES:
        where = listed(
            [pcf_range(dominance_range.low, dominance_range.high) for dominance_range in gained]
        )
    if name in on:
        return f"{name} is on and extends the hull: it costs least {where}."
    return f"{name} is off and the hull shrinks: it cost least {where}."


def best_of_all_lines(analysis: Analysis, names: tuple[str, ...]) -> list[str]:
    """Which of the named models is best where, and what switching others on would change.

    names: () for all models.
    """
    on = names or tuple(analysis.models)
    common = analysis.selection_hull(on)
    hulls = {name: model.selection_hull for name, model in analysis.models.items()}
    off = {name: hull for name, hull in hulls.items() if name not in on}
    return [
        *best_model_lines(best_where(common)),
        *never_best_sentences(standings(common, {name: hulls[name] for name in on})),
        *extension_sentences(common, off),
    ]


def best_model_lines(model_ranges: Sequence[ModelRange]) -> list[str]:
    """One line per range of pcf: 0.12 to 0.4: rf."""

    def best(model_range: ModelRange) -> str:
        if model_range.call in TRIVIAL_NAMES:
            return as_subject(TRIVIAL_NAMES[model_range.call])
        return " or ".join(model_range.owners)

    return [f"{number(s.low)} to {number(s.high)}: {best(s)}" for s in model_ranges]


def never_best_sentences(standings: dict[str, str]) -> list[str]:
    """The models that are never best, and the models that are best only in ties."""
    never = [name for name, standing in standings.items() if standing == "never"]
    tied = [name for name, standing in standings.items() if standing == "tied"]
    sentences = []
    if never:
        sentences.append(f"Always beaten in this sample: {', '.join(never)}.")
    if tied:
        names = ", ".join(tied)
        sentences.append(f"Ties for cheapest at best in this sample: {names}.")
    return sentences


def extension_sentences(shown: Hull, hulls: dict[str, Hull]) -> list[str]:
    """For each model that is switched off: whether it would lower the cost somewhere."""
    effect = {True: "would lower the cost somewhere", False: "would change nothing"}
    return [f"Switching {name} on {effect[extends(shown, h)]}." for name, h in hulls.items()]
