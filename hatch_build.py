"""What a build adds: the partial plotly.js that `npm ci` has fetched, and the page's font."""

from contextlib import suppress
from pathlib import Path
from shutil import copyfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLOTLY = "plotly.js-basic-dist-min/plotly-basic.min.js"
VENDOR = "assets/vendor"  # git ignores it
FONT, FONT_LICENSE = "inter.woff", "inter-LICENSE.txt"
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),  # of languages in Latin script
    *range(0x2009, 0x203B),  # spaces, dashes, quotation marks
    *range(0x2190, 0x2196),  # arrows
    *(0x20AC, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0x25B2, 0x25BC, 0x2713),
]
FEATURES = ["kern", "tnum", "ccmp", "locl", "mark", "mkmk"]  # tnum: digits of one width


class BuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        root = Path(self.root)
        own = [root / VENDOR / name for name in (FONT, FONT_LICENSE)]
        if not own[0].is_file():
            with suppress(ImportError):  # then the page has the fonts of the system
                write_font(*own)
        # In an unpacked sdist there are no node_modules: what they gave lies in VENDOR.
        plotly = [root / "node_modules" / PLOTLY, root / VENDOR / Path(PLOTLY).name]
        fetched = [*[*filter(Path.is_file, plotly)][:1], *filter(Path.is_file, own)]
        folder = VENDOR if self.target_name == "sdist" else f"costdash/{VENDOR}"
        if version != "editable":
            for file in fetched:
                build_data["force_include"][str(file)] = f"{folder}/{file.name}"


def write_font(font: Path, license: Path) -> None:
    """Inter for Latin script at weights of 400 to 700: 34 kB of its 876 kB."""
    import fontpkg_inter
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    whole = TTFont(fontpkg_inter.ROOT / "files/Inter[opsz,wght].ttf", recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False))
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(whole)
    small = instantiateVariableFont(whole, {"opsz": 14, "wght": (400, 700)})
    small.flavor = "woff"
    font.parent.mkdir(exist_ok=True)
    copyfile(fontpkg_inter.ROOT / "LICENSE", license)
    part = font.with_suffix(".part")
    small.save(part)
    part.replace(font)
