"""The table of scenarios."""

from costdash.core import Analysis, OperatingPoint
from costdash.figures.view import View
from costdash.report.tables.scenarios import Scenario, scenario_rows
from costdash.report.tables.table import scenarios_table
from costdash.web.page import scenarios
from costdash.wording import Currency


def table(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    kept: tuple[Scenario, ...],
    currency: Currency,
):
    """What is best now, and in every scenario, against today's threshold where one is pinned."""
    every = (Scenario("Now", point), *kept)
    rows = scenario_rows(every, analysis, view.models, view.pin, currency, view.other_rows)
    return scenarios.scenarios_table(scenarios_table(rows, currency))
