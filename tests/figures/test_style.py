"""The palettes: exchangeable between themes, legible, and safe for colour-blind readers."""

from itertools import combinations

import numpy as np
import pytest

from costdash.figures.style import (
    CONFIG,
    DASHES,
    MODELS,
    PAGE_COLOURS,
    PAGE_FILE,
    PALETTES,
    dash,
    model_colour,
    page_tokens,
)

# Machado, Oliveira & Fernandes (2009), severity 1, on linear RGB.
EYES = {
    "common": np.eye(3),
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.147], [0.005, 0.691, 0.304]],
}
TO_LMS = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
TO_LAB = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]


def linear(colour):
    rgb = np.array(list(bytes.fromhex(colour[1:]))) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """WCAG 2, relative luminance."""
    bright, dark = sorted(linear(c) @ [0.2126, 0.7152, 0.0722] for c in (one, other))[::-1]
    return (bright + 0.05) / (dark + 0.05)


def seen(colour, eye):
    """Oklab coordinates of what the eye sees."""
    return np.asarray(TO_LAB) @ np.cbrt(
        np.asarray(TO_LMS) @ (np.asarray(EYES[eye]) @ linear(colour)).clip(0, 1)
    )


@pytest.fixture(params=PALETTES)
def palette(request):
    return PALETTES[request.param]


def test_palettes_have_the_same_keys_and_no_value_twice(palette):
    assert palette.keys() == PALETTES["light"].keys()
    assert len(set(palette.values())) == len(palette)


def test_contrast_with_the_card_suffices_for_lines_and_text(palette):
    assert min(contrast(palette[f"model-{i}"], palette["card"]) for i in range(MODELS)) >= 3
    for text in ("ink", "title", "tick"):
        assert contrast(palette[text], palette["card"]) >= 4.5


@pytest.mark.parametrize("eye", EYES)
def test_any_two_models_differ_for_every_kind_of_colour_vision(palette, eye):
    for i, j in combinations(range(MODELS), 2):
        apart = np.linalg.norm(seen(palette[f"model-{i}"], eye) - seen(palette[f"model-{j}"], eye))
        assert apart > (0.1 if DASHES[i] == DASHES[j] else 0.08 if j < 3 else 0.015)


def test_plotly_sends_nothing_to_its_cloud():
    assert CONFIG["showSendToCloud"] is False
    assert CONFIG["plotlyServerURL"] == ""


def test_the_committed_tokens_are_made_from_the_style():
    told = "run make tokens"
    assert PAGE_FILE.read_text(encoding="utf-8") == page_tokens(), told


def test_page_colours_and_figure_colours_have_different_names():
    assert PAGE_COLOURS["light"].keys() == PAGE_COLOURS["dark"].keys()
    assert not PAGE_COLOURS["light"].keys() & PALETTES["light"].keys()


def test_the_first_fifty_models_differ_in_colour_or_dash():
    assert [dash(i) for i in range(MODELS)] == list(DASHES)
    assert len({(model_colour(i), dash(i)) for i in range(50)}) == 50
