"""Who was looked at, where labels exist only there."""

from collections.abc import Mapping
from typing import Any

from costdash.report.tables.table import Table
from costdash.wording import number

HEADS = ("Group", "Cases", "Looked at", "Positives seen", "Each stands for", "Positives, estimated")


def strata_table(labels: Mapping[str, Any]) -> Table | None:
    """The groups, who was looked at, and how many rows each stands for; None without groups."""
    strata = labels.get("verification", {}).get("strata")
    if not strata:
        return None
    rows = tuple(
        (
            stratum["name"],
            f"{stratum['rows']:,}",
            f"{stratum['labelled']:,}",
            f"{stratum['positives']:,}",
            number(stratum["weight"]) if stratum["weight"] else "never looked at",
            number(stratum["weight"] * stratum["positives"]) if stratum["weight"] else "not known",
        )
        for stratum in strata
    )
    return Table("Who was looked at", HEADS, rows)
