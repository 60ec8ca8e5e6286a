"""Draws docs/develop/map.md and house.svg from the code: run it after moving a package.

    python scripts/make_map.py [--check]

With --check nothing is written, and the exit code is 1 if the map is not that of the code.

The picture has the packages of each layer and the imports between layers. The ways are traced:
an upload is read, asked about and exported with the profiler on, and each package is noted when a
function of it is first entered. A drag is read from the scripts: who listens to which event.
"""

import ast
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PRODUCT = ROOT / "costdash"
ASSETS = ROOT / "assets"
PICTURE = ROOT / "docs/develop/house.svg"
PAGE = ROOT / "docs/develop/map.md"

LAYERS = ("cli", "web", "report", "figures", "intake", "core")  # from the top
SCRIPTS = ("core", "text", "state", "panels", "controls", "page")  # from the bottom
MOVED = ("conditions-moved", "pcf-dragged", "point-moved", "panels-moved")  # events of a drag
SAMPLE = "sample-breast-cancer"
CSV = "case,y,a,b\n" + "".join(
    f"{k},{int(k % 3 == 0)},{(k * 7 % 40) / 40},{(k * 11 % 40 + 9 * (k % 3 == 0)) / 49}\n"
    for k in range(40)
)

WIDTH, LINE, LETTER = 760, 26, 6.9  # pixels of the picture, of a row of packages, of a letter


def packages(layer: str) -> list[str]:
    """Packages and modules of a layer, by name."""
    inside = (PRODUCT / layer).iterdir()
    return sorted(p.stem for p in inside if p.stem.isidentifier() and not p.stem.startswith("__"))


def imports_between_layers() -> dict[tuple[str, str], int]:
    """How many modules of a layer import another layer."""
    count: dict[tuple[str, str], int] = {}
    for layer in LAYERS:
        for file in (PRODUCT / layer).rglob("*.py"):
            nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            modules = {n.module for n in nodes if isinstance(n, ast.ImportFrom) and n.module}
            targets = {m.split(".")[1] for m in modules if m.startswith("costdash.")}
            for target in targets & set(LAYERS) - {layer}:
                count[layer, target] = count.get((layer, target), 0) + 1
    return count


def rows_of(names: list[str], width: float) -> Iterator[list[tuple[str, float, float]]]:
    """Names in rows of boxes that fit: (name, x, width) each."""
    row: list[tuple[str, float, float]] = []
    x = 0.0
    for name in names:
        box = LETTER * len(name) + 16
        if row and x + box > width:
            yield row
            row, x = [], 0.0
        row.append((name, x, box))
        x += box + 6
    yield row


def house() -> str:
    """The layers from the top, each with its packages, and what it imports."""
    count = imports_between_layers()
    parts, y = [], 10.0
    for layer in LAYERS:
        rows = list(rows_of(packages(layer), WIDTH - 130))
        height = LINE * len(rows) + 34
        below = ", ".join(f"{t} {n}" for (s, t), n in sorted(count.items()) if s == layer)
        parts.append(
            f'<rect class="layer" x="10" y="{y:g}" width="{WIDTH - 20}" height="{height}"/>'
        )
        parts.append(f'<text class="name" x="22" y="{y + 24:g}">{layer}</text>')
        imported = f"modules that import: {below}" if below else "imports no other layer"
        parts.append(f'<text class="soft" x="110" y="{y + height - 10:g}">{imported}</text>')
        for k, row in enumerate(rows):
            for name, x, width in row:
                at = f'x="{110 + x:.1f}" y="{y + 8 + LINE * k:g}"'
                parts.append(f'<rect class="room" {at} width="{width:.1f}" height="20"/>')
                place = f'x="{118 + x:.1f}" y="{y + 22 + LINE * k:g}"'
                parts.append(f"<text {place}>{name}</text>")
        y += height + 8
    style = (
        "text{font:12px ui-monospace,monospace;fill:#333}.name{font-weight:bold;font-size:14px}"
        ".soft{fill:#777;font-size:11px}.layer{fill:#f6f6f4;stroke:#bbb}.room{fill:#fff;stroke:#ccc}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}.soft{fill:#999}"
        ".layer{fill:#1d1f21;stroke:#555}.room{fill:#2a2d30;stroke:#555}}"
    )
    size = f'width="{WIDTH}" height="{y:g}" viewBox="0 0 {WIDTH} {y:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = "<title>The layers of costdash and their packages</title>"
    return "\n".join([head, title, f"<style>{style}</style>", *parts, "</svg>", ""])


@contextmanager
def traced(entered: list[str]) -> Iterator[None]:
    """Notes each package when a function of it is first entered, until the block ends."""
    prefix = str(PRODUCT) + "/"

    def note(frame: Any, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(prefix):
            return
        place = "/".join(file.removeprefix(prefix).removesuffix(".py").split("/")[:2])
        if "/" in place and place not in entered:
            entered.append(place)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def ways() -> dict[str, list[str]]:
    """The packages that an upload, a settled question and an export enter, in their order."""
    from costdash.intake.limits import Limits
    from costdash.intake.process.worker import work
    from costdash.web.app import create_app
    from costdash.web.settings import Settings

    entered: dict[str, list[str]] = {"upload": [], "answer": [], "export": []}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "scores.csv")
        file.write_text(CSV, encoding="utf-8")
        method = {"n_replicates": 100, "seed": 0}
        request = {
            "path": str(file),
            "folder": folder,
            "roles": None,
            "ask": False,
            "name": "scores.csv",
            "limits": {name: getattr(Limits(), name) for name in Limits.__dataclass_fields__},
            "analysis": method,
            "size": None,
            "disk_quota": None,
        }
        with traced(entered["upload"]):
            outcome = work(request)
        if outcome.status == "error":
            raise RuntimeError(f"the example cannot be read: {outcome.messages}")
        settings = Settings(data_folder=Path(folder, "data"), n_replicates=100)
        client = create_app(settings).server.test_client()
        ask_and_export(client, entered)
    return entered


def ask_and_export(client: Any, entered: dict[str, list[str]]) -> None:
    """Moves the prior and waits for the answer; then asks for the report."""
    from costdash.web.stores.dataset import described

    with client.application.test_request_context("/"):
        dataset = described(SAMPLE, None)
    stored = {"token": SAMPLE, "revision": dataset["revision"], "seq": 1}
    conditions = stored | {"prior": 0.02, "cost_fn": 10, "cost_fp": 1}
    names = [model["name"] for model in dataset["models"]]
    body = {"conditions": conditions, "view": stored | {"models": names, "level": 0.95}}
    send(lambda: client.post("/answer", json=body | {"dataset": dataset, "wait": True}))
    conditions["prior"] = 0.03
    with traced(entered["answer"]):
        send(lambda: client.post("/answer", json=body | {"dataset": dataset}))
    with traced(entered["export"]):
        send(lambda: client.post("/export/report", json=body | {"token": SAMPLE}))


def send(post: Callable[[], Any]) -> None:
    """Raises unless the request is answered."""
    if (answer := post()).status_code != 200:
        raise RuntimeError(f"{answer.status}: {answer.get_data(as_text=True)[:200]}")


def listeners() -> dict[str, list[str]]:
    """The scripts that listen to each event of a drag, lowest layer first."""
    scripts: dict[str, list[str]] = {event: [] for event in MOVED}
    for folder in SCRIPTS:
        for file in sorted((ASSETS / folder).rglob("*.js")):
            text = file.read_text(encoding="utf-8")
            for event in MOVED:
                if f"on('{event}'" in text:
                    scripts[event].append(str(file.relative_to(ASSETS)))
    return scripts


def chain(places: list[str]) -> str:
    """The packages in a row; neighbours of one layer share its name."""
    groups: list[tuple[str, list[str]]] = []
    for place in places:
        layer, package = place.split("/")
        if groups and groups[-1][0] == layer:
            groups[-1][1].append(package)
        else:
            groups.append((layer, [package]))
    return "\n".join(
        f"{k}. **{layer}**: {', '.join(names)}" for k, (layer, names) in enumerate(groups, 1)
    )


INTRODUCTION = (
    "`python scripts/make_map.py` draws this page from the code, and a test compares it. "
    "`docs/develop/architecture.md` says what each package is for."
)
HOUSE = (
    "A layer imports only layers below it. Each number says how many of its modules import that "
    "layer.\n\n![The layers and their packages](house.svg)"
)
UPLOAD = (
    "`POST /upload` (`web/routes/upload.py`) streams the file to disk; a child process reads it. "
    "The packages in the order in which the child enters them:"
)
SETTLED = (
    "The stores go to `POST /answer` (`web/routes/answer.py`). The packages in the order in which "
    "the answer enters them, for a data set that is analysed already:"
)
DRAG = (
    "Nothing leaves the browser while the pointer drags. The scripts announce events "
    "(`assets/state/events.js`), and these scripts listen:"
)
EXPORT = "`POST /export/report` (`web/routes/download.py`) makes the report of what the page shows:"


def page() -> str:
    """The text of the map."""
    entered = ways()
    drag = "\n".join(
        f"- `{event}`: {', '.join(f'`{name}`' for name in names) or 'nobody'}"
        for event, names in listeners().items()
    )
    sections = (
        ("# Map of the code", INTRODUCTION),
        ("## The house", HOUSE),
        ("## The way of an upload", UPLOAD, chain(entered["upload"])),
        ("## The way of a settled move", SETTLED, chain(entered["answer"])),
        ("## The way of a drag", DRAG, drag),
        ("## The way of an export", EXPORT, chain(entered["export"])),
    )
    return "\n\n".join(text for section in sections for text in section) + "\n"


def main(check: bool) -> int:
    """Writes the map, or compares it; returns the exit code."""
    current = {PICTURE: house(), PAGE: page()}
    if not check:
        for file, text in current.items():
            file.write_text(text, encoding="utf-8")
        return 0
    stale = [
        file.name
        for file, text in current.items()
        if not file.exists() or file.read_text(encoding="utf-8") != text
    ]
    if stale:
        print(f"{', '.join(stale)}: run python scripts/make_map.py", file=sys.stderr)
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
