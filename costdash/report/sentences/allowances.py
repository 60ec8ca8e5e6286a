"""What the allowances of the ledger are, in words."""

from costdash.core import Call
from costdash.report.sentences.amounts import Ledger
from costdash.wording import MINUS

TUNED = "The threshold was chosen on these rows"
FITS = ", so it fits them a little too well. On rows that did not choose it, {} costs {} more {}."
HAPPENED = ". Rows that did not choose it happened to cost {} less {}."
CHOSEN = (
    "The best of {} models on these rows is the best partly by luck. If the model too is "
    "chosen without the rows that judge it, the cost is {} {} {}."
)


def allowance_account(kind: str, call: Call, book: Ledger) -> str:
    """The allowance for "tuning" or for "choosing" of a ledger, in a sentence or two.

    "" for an allowance that prints as 0.
    """
    amount = {entry.kind: entry.amount for entry in book.allowances}.get(kind)
    if amount is None or call.allowance is None:
        return ""
    below, amount = amount[0] == MINUS, amount[1:]
    if kind == "choosing":
        direction = "lower" if below else "higher"
        return CHOSEN.format(call.allowance.models, amount, direction, book.per)
    if below:
        return TUNED + HAPPENED.format(amount, book.per)
    return TUNED + FITS.format(call.model, amount, book.per)
