"""The bands of the cost panel: of the models, or of the cross-fitted cost."""

from costdash.core import Band, Bands
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.types import Floats
from costdash.figures.scene import CROSS_FITTED, Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.wording import percent

EXPECTED = "cost to expect on other rows"
EXPECTED_DASH = "1.5px,2.5px"


def cost_bands(scene: Scene, pcf: Floats = FINE_PCF_GRID) -> tuple[dict[int, Band], str]:
    """The band of the cross-fitted cost at pcf if costs are, else the models'; and words."""
    fit, level, name = scene.crossfit, scene.view.level, scene.recommended_model
    if fit is None or not level or name is None or scene.segment:
        return scene.bands(Bands.cost, of_cost=True)
    band = fit.band(level, pcf)
    return {scene.place[name]: band}, f"{percent(level)} {CROSS_FITTED}, seed {fit.seed}"


def expected_colour(scene: Scene) -> str:
    """The colour of the cost to expect: that of the recommended model, like its band."""
    name = scene.recommended_model
    return COLOUR["ink"] if name is None else model_colour(scene.place[name])
