"""Packs the partial build of plotly.js into the wheel, if `npm ci` has fetched it."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "plotly.js-basic-dist-min/plotly-basic.min.js"


class PartialPlotly(BuildHookInterface):
    def initialize(self, version, build_data):
        fetched = Path(self.root) / "node_modules" / NAME
        if version != "editable" and fetched.is_file():
            place = "costdash/assets/vendor/plotly-basic.min.js"
            build_data["force_include"][str(fetched)] = place
