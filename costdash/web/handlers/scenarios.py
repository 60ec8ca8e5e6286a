"""The table of scenarios."""

from dash import no_update

from costdash.report.numbers import Currency
from costdash.report.scenarios import Scenario, scenario_rows
from costdash.report.tables import scenarios_table
from costdash.web import scenarios
from costdash.web.analyses import analysis_of
from costdash.web.session import session_id
from costdash.web.state import Unreadable, point_of, scenarios_of, view_of
from costdash.web.store import Gone


def table(dataset: dict | None, conditions: dict | None, view: dict | None, currency: str):
    """Now and every scenario; nothing while the stores speak of different data."""
    token, revision = ((dataset or {}).get(name) for name in ("token", "revision"))
    if not token or any((store or {}).get("revision") != revision for store in (conditions, view)):
        return no_update
    try:
        analysis = analysis_of(token, session_id())
        shown = view_of(view, analysis, revision)
        every = (Scenario("Now", point_of(conditions)), *scenarios_of(conditions))
    except (Gone, Unreadable) as reason:
        return str(reason)
    rows = scenario_rows(every, analysis, shown.models, shown.pin, Currency(currency))
    return scenarios.scenarios_table(scenarios_table(rows))
