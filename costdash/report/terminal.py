"""The decision and the models as plain text, for a terminal."""

from collections.abc import Sequence

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.report.report import Report
from costdash.report.sentences.amounts import Amounts, ledger
from costdash.report.sentences.blank_labels import audit_sentence, blind_sentence
from costdash.report.sentences.carried_over import carried_words
from costdash.report.sentences.labels import detect_sentence, value_sentence, worth_sentence
from costdash.report.sentences.phrases import INCOMPARABLE, positives_found_words
from costdash.report.sentences.sample import conditions_sentence
from costdash.report.tables.decision import ledger_table, optimal_ranges_table
from costdash.report.tables.models import MOST_READ, partial_area_table
from costdash.report.tables.ranking import ranking_table
from costdash.report.tables.segments import segments_table
from costdash.report.tables.table import Table
from costdash.wording import TRIVIAL_NAMES, number


def plain_text(report: Report, tables: Sequence[Table] = ()) -> str:
    """Messages on the file, the conditions, the decision, the models shown, further tables.

    With ranges also the rules and the ranking over them; scenarios that the user named.
    """
    analysis, point, summary = report.scene.analysis, report.point, report.summary
    amounts = Amounts.at(point, report.currency)
    blind = blind_sentence(report.blind_bounds, amounts)
    audit = audit_sentence(report.audit_plan, point, amounts)
    decision = [summary.text, blind, audit, summary.detail]
    decision += [] if summary.sentences.warning else [report.certainty.text]
    decision += [carried_words(report.carried, point, report.level) if report.carried else ""]
    decision += [summary.sensitivity, summary.range_words, *summary.changes]
    paragraphs = [
        "\n".join(f"Note: {message}" for message in report.messages),
        conditions_sentence(analysis, point),
        "\n".join(filter(None, decision)),
        table_text(_ledger(report)),
        _labels(report),
        _models(report),
        _partial_areas(report),
        *map(table_text, (*_tables_of_conditions(report), *tables)),
    ]
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def _tables_of_conditions(report: Report) -> list[Table]:
    """Over the ranges: the rules and the models; then the scenarios, if the user named some."""
    tables = []
    currency = report.decision_currency
    if report.view.ranges:
        tables.append(
            optimal_ranges_table(
                report.summary.optimal_ranges, currency, report.crossfits is not None
            )
        )
    if report.ranking:
        tables.append(ranking_table(report.ranking, currency))
    if found := report.segment_costs:
        amounts = Amounts.at(report.point, report.currency)
        tables.append(segments_table(found, amounts, _ledger_total(report)))
    if report.scenarios:
        tables.append(report.scenarios_table)
    return tables


def _models(report: Report) -> str:
    """The models shown, and that their thresholds cannot be compared."""
    if not report.shown:
        return ""
    table = model_table(report.scene.analysis, report.point, report.shown)
    return f"{table}\n{INCOMPARABLE}" if len(report.shown) > 1 else table


def _labels(report: Report) -> str:
    """What more labels are worth and how many tell pairs of models apart, if that was asked."""
    options, amounts = report.labels, Amounts.at(report.point, report.currency)
    lines = []
    if options.price is not None and not report.scene.choice:
        cost = report.scene.decision.best.expected_cost
        lines.append(value_sentence(report.label_value, cost, amounts))
        if report.label_value is not None:
            lines.append(worth_sentence(*report.labels_worth, options, amounts))
    if options.effect is not None:
        lines += [
            detect_sentence(pair, report.to_detect(pair), options, amounts) for pair in report.pairs
        ]
    return "\n".join(lines)


def _partial_areas(report: Report) -> str:
    """The partial areas under ROC of the first models shown."""
    measures = report.measures_of(report.shown[:MOST_READ])
    table = partial_area_table(measures, report.scene.view.level)
    return table_text(table) if table else ""


def _ledger_total(report: Report) -> str:
    """The cost of the recommended rule, as its ledger prints it."""
    return ledger(report.summary.recommended, report.point, currency=report.currency).total


def _ledger(report: Report) -> Table:
    title, call = report.summary.shown_call
    sentence = positives_found_words(call, report.point, report.currency)
    book = ledger(call, report.point, currency=report.currency)
    return ledger_table(book, title, f"{sentence}." if sentence else "")


def model_table(analysis: Analysis, point: OperatingPoint, names: Sequence[str]) -> str:
    """Each named model with its own best threshold at `point`, in columns."""
    rows = [_model_row(analysis, analysis.models[name], point) for name in names]
    left = [name in ("model", "threshold") for name in rows[0]]
    return _in_columns([[*rows[0]], *([*row.values()] for row in rows)], left)


def table_text(table: Table) -> str:
    """The title, the columns and the note of a table."""
    left = [i < table.left for i in range(len(table.head))]
    parts = [table.title, _in_columns([table.head, *table.rows], left), table.note]
    return "\n".join(filter(None, parts))


def _in_columns(rows: Sequence[Sequence[str]], left: Sequence[bool]) -> str:
    """Aligned columns; left: whether a column is aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left, strict=True)
        ).rstrip()
        for row in rows
    )


def _model_row(analysis: Analysis, model: ModelAnalysis, point: OperatingPoint) -> dict[str, str]:
    amounts = Amounts.at(point)
    cases = amounts.cases
    call = analysis.call_of(point, model.name)
    fpr, tpr = call.case_rates
    operating_range = analysis.operating_range(model.name)
    unit = "errors" if amounts.mistakes else "cost"
    return {
        "model": model.name,
        "AUC": f"{model.auc:.3f}",
        "operating range": " to ".join(map(number, operating_range)) if operating_range else "none",
        "threshold": call.text or TRIVIAL_NAMES["none"],
        f"finds of {number(cases * point.prior)}": number(cases * point.prior * tpr),
        "false alarms": number(cases * (1 - point.prior) * fpr),
        f"{unit} {amounts.case_unit.per}": amounts.bare(cases * call.expected_cost),
    }
