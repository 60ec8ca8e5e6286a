"""All thresholds of a model as a file."""

import re

from flask import Flask, Response, request

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.report.csv.writer import thresholds_csv
from costdash.web.security.guard import refusal
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import Gone, ViewOnly, folder_of
from costdash.web.stores.read import drawn_models, pooled


def add_routes(server: Flask) -> None:
    server.add_url_rule("/export/thresholds", "export", export, methods=["POST"])


def export():
    """{token, model, prior, cost_fn, cost_fp, view} to CSV: in a body, so no log has the token."""
    asked = request.get_json(silent=True)
    asked = asked if isinstance(asked, dict) else {}
    try:
        folder_of(asked.get("token"), session_id(), viewing=False)
        view = asked.get("view")
        names = (*drawn_models(view, {}), asked["model"])
        analysis = analysis_of(asked.get("token"), session_id(), names, pooled(view))
        model = analysis.models[asked["model"]]
        point = OperatingPoint(*(float(asked[name]) for name in ("prior", "cost_fn", "cost_fp")))
    except ViewOnly as refused:
        return refusal(403, str(refused))
    except Gone as gone:
        return refusal(404, str(gone))
    except (KeyError, TypeError, ValueError, OverflowError):
        return refusal(400, "This table could not be made. Load the page again.")
    name = re.sub(r"[^A-Za-z0-9]+", "-", model.name).strip("-")[:40] or "model"
    disposition = f'attachment; filename="thresholds-{name}.csv"'
    return Response(
        thresholds_csv(model.counts, point),
        mimetype="text/csv",
        headers={"Content-Disposition": disposition},
    )
