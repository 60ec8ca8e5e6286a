"""The caption of a saved image: operating point, note and band, in lines that fit."""

import pytest

from costdash.core import OperatingPoint
from costdash.figures.saved_image import LETTERS, LINE, saved_image

POINT = OperatingPoint(0.006, 4000, 80)
META = {"note": "straight line: equal expected cost", "band": "95 % pointwise, " * 30}


def lines(drawn):
    return drawn["caption"]["text"].split("<br>")


def test_the_caption_holds_conditions_note_and_band_in_lines_that_fit():
    said = " ".join(lines(saved_image("ROC", POINT, META)))
    assert said.startswith("Prior 0.6 %; a missed positive costs 4,000, a false alarm 80; PC(+) ")
    assert "Straight line: equal expected cost" in said
    assert " ".join(META["band"].split()) in said
    assert max(map(len, lines(saved_image("ROC", POINT, META)))) <= LETTERS


@pytest.mark.parametrize("meta", [META, {"note": "one line", "band": ""}])
def test_height_and_margin_grow_with_the_lines_of_the_caption(meta):
    bare = saved_image("ROC", None, {"note": "", "band": ""})
    full = saved_image("ROC", None, meta)
    more = LINE * (len(lines(full)) - (lines(bare) != [""]))
    for side in (lambda p: p["layout"]["height"], lambda p: p["layout"]["margin"]["b"]):
        assert side(full) - side(bare) == more
