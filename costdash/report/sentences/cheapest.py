"""How sure it is which model is the cheapest: one sentence for card, Compare, report and JSON."""

from costdash.core.analysis.hold_out import HoldOut
from costdash.core.compare.cheapest_model import CheapestModel
from costdash.report.sentences.rules import as_subject
from costdash.wording import listed, shortened

ANY_LENGTH = 10_000
NO_SHARE = "Of options that are nearly a tie no share is right."
MOST_NAMED = 2  # models; of more the others are counted


def cheapest_sentence(
    found: CheapestModel | None, hold_out: HoldOut | None = None, longest: int = ANY_LENGTH
) -> str:
    """The statement without a full stop; "" if nothing can be said.

    hold_out: the parts of a split file. There another model may cost less than the one that the
    selection part chose, beyond chance. longest: letters of a model's name.

    >>> from costdash.core.compare.cheapest_model import Contender
    >>> nb = Contender("nb", value=-0.02, low=-0.05, high=0.01, p=0.2, p_holm=0.2)
    >>> cheapest_sentence(CheapestModel("network", "some", (nb,), 0.95))
    'nb may be as cheap'
    >>> cheapest_sentence(CheapestModel("network", "some", (nb,), 0.7))
    'network is clearly the cheapest model'
    >>> cheapest_sentence(CheapestModel("network", "some", (nb,), 0.7, ("nb", "flag none")))
    'nb and flagging none may be as cheap in your ranges'
    """
    if found is None:
        return ""
    if found.cheaper and hold_out is not None:
        verb = "costs" if len(found.cheaper) == 1 else "cost"
        return f"{_named(found.cheaper, longest)} {verb} clearly less on {hold_out.judge_on}"
    if found.is_clear and found.model is None:
        return f"Flagging {found.call} is clearly the cheapest"
    if found.is_clear:
        return f"{_named((found.model or '',), longest)} is clearly the cheapest model"
    where = " in your ranges" if found.elsewhere else ""
    return f"{_named(found.as_cheap or found.cheaper, longest)} may be as cheap{where}"


def share_note(found: CheapestModel | None) -> str:
    """Why it is not said how likely the choice is the cheapest option.

    >>> share_note(None)
    'Another option may be as cheap. Of options that are nearly a tie no share is right.'
    """
    who = "Another option may be as cheap"
    if found is not None and found.as_cheap:
        who = cheapest_sentence(found)
    return f"{who}. {NO_SHARE}"


def _named(every: tuple[str, ...], longest: int) -> str:
    """nb and forest; nb, forest and 3 others"""
    names = [as_subject(shortened(name, longest)) for name in every]
    if len(names) <= MOST_NAMED + 1:
        return listed(names)
    return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} others"
