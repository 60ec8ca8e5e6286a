"""The peer of the first drawing: a Dash page with three inputs of Mantine and one graph."""

import sys

import dash_mantine_components as dmc
from dash import Dash, dcc

FIGURE = {"data": [{"x": [0, 1], "y": [0, 1], "type": "scatter"}]}

if __name__ == "__main__":
    app = Dash(__name__, serve_locally=True)
    inputs = [dmc.NumberInput(id=f"input-{i}", value=i) for i in range(3)]
    app.layout = dmc.MantineProvider([*inputs, dcc.Graph(id="graph", figure=FIGURE)])
    app.run(host="127.0.0.1", port=sys.argv[1], debug=False)
