"""The decision and the models as plain text, for a terminal."""

from collections.abc import Sequence

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.report.amounts import Amounts
from costdash.report.decision import decision_sentences
from costdash.report.numbers import number, percent, spoken_cases, times
from costdash.report.other_rows import rows_words

LEFT = ("model", "threshold")  # the other columns are numbers and stand to the right


def plain_text(analysis: Analysis, point: OperatingPoint, messages: Sequence[str] = ()) -> str:
    """Messages on the file, the conditions, the decision, and a line per model."""
    sentences = decision_sentences(analysis.decide(point), analysis)
    paragraphs = [
        "\n".join(f"Note: {message}" for message in messages),
        conditions(analysis, point),
        f"{sentences.text}\n{sentences.detail}",
        model_table(analysis, point),
    ]
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def conditions(analysis: Analysis, point: OperatingPoint) -> str:
    """What is assumed: prior, what the mistakes cost, and what the file holds."""
    prior = percent(point.prior)
    if point.prior == analysis.prevalence:
        prior += " (from the file)"
    return (
        f"{rows_words(analysis)}, {percent(analysis.prevalence)} positive. "
        f"Prior of positives {prior}. {times(point.cost_ratio)}: PC(+) {number(point.pcf)}."
    )


def model_table(analysis: Analysis, point: OperatingPoint) -> str:
    """Each model with its own cheapest threshold at `point`, in columns."""
    lines = [_model_row(analysis, model, point) for model in analysis.models.values()]
    width = {key: max(len(key), *(len(line[key]) for line in lines)) for key in lines[0]}
    lines.insert(0, {key: key for key in width})
    return "\n".join("  ".join(_cells(line, width)).rstrip() for line in lines)


def _cells(line: dict[str, str], width: dict[str, int]):
    for key, text in line.items():
        yield text.ljust(width[key]) if key in LEFT else text.rjust(width[key])


def _model_row(analysis: Analysis, model: ModelAnalysis, point: OperatingPoint) -> dict[str, str]:
    cases, amounts = spoken_cases(point.prior), Amounts.at(point)
    call = analysis.call_of(point, model.name)
    useful = model.hull.operating_range
    unit = "mistakes" if amounts.mistakes else "cost"
    return {
        "model": model.name,
        "AUC": f"{model.auc:.3f}",
        "operating range": " to ".join(map(number, useful)) if useful else "none",
        "threshold": call.text or "call none",
        f"finds of {number(cases * point.prior)}": number(cases * point.prior * call.tpr),
        "false alarms": number(cases * (1 - point.prior) * call.fpr),
        f"{unit} per {cases:,}": amounts.bare(cases * call.expected_cost),
    }
