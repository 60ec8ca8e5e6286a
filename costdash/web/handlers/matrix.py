"""What is typed into the full cost matrix."""

from costdash.core.matrix import CostMatrix
from costdash.report.matrix import reduction_sentences
from costdash.report.numbers import Currency

ASKING = "Type an amount into each of the four cells."


def read(conditions: dict | None, found, missed, alarm, alone, cases, currency: str) -> tuple:
    """(the matrix as the store of conditions has it, sentence, cannot be used)."""
    money = Currency(currency)
    try:
        cells = [_amount(text, currency) for text in (found, missed, alarm, alone)]
        per_month = _amount(cases, currency) if cases else None
    except ValueError:
        return None, ASKING, True
    try:
        matrix = CostMatrix(*cells)
        if per_month is not None and not 0 < per_month < float("inf"):
            raise ValueError(f"cases in a month must be more than 0, got {per_month:g}")
        said = reduction_sentences(matrix, float((conditions or {}).get("prior", 0.5)), money)
    except (ValueError, TypeError) as refused:
        sentence = str(refused)
        return None, f"{sentence[0].upper()}{sentence[1:]}.", True
    names = ("found", "missed", "false_alarm", "left_alone")
    return dict(zip(names, cells)) | {"cases": per_month}, said, False


def _amount(text, currency: str) -> float:
    return float(str(text or "").replace(currency, "").replace(",", "").strip())
