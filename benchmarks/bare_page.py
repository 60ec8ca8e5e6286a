"""A Dash page with the same component libraries and one graph: the peer of the first drawing."""

import sys

import dash_ag_grid
import dash_mantine_components as dmc
from dash import Dash, dcc

FIGURE = {"data": [{"x": [0, 1], "y": [0, 1], "type": "scatter"}]}

if __name__ == "__main__":
    app = Dash(__name__, serve_locally=True)
    grid = dash_ag_grid.AgGrid(id="grid", rowData=[], columnDefs=[{"field": "a"}])
    app.layout = dmc.MantineProvider([dcc.Graph(id="graph", figure=FIGURE), grid])
    app.run(host="127.0.0.1", port=sys.argv[1], debug=False)
