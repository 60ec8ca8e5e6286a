"""Links that show a data set to others: each data set has one at most, and it ends."""

import json
import time
from contextlib import suppress
from pathlib import Path

from costdash.web.session import digest, random_token
from costdash.web.storage import quota

HOUR = 3600


def lend(links: Path, folder: Path, hours: float) -> tuple[str, float]:
    """(link, when it ends); the link that the data set had before works no longer. Raises OSError.

    The card of the data set says which link is good. What lies in `links` only leads there.
    """
    link, until = random_token(), time.time() + hours * HOUR
    links.mkdir(mode=0o700, exist_ok=True)
    (links / digest(link)).write_text(json.dumps({"set": folder.name, "until": until}))
    quota.write_metadata(
        folder, quota.read_metadata(folder) | {"link": digest(link), "until": until}
    )
    return link, until


def take_back(folder: Path) -> None:
    """From here on no link shows the data set. Raises OSError."""
    kept = {k: v for k, v in quota.read_metadata(folder).items() if k not in ("link", "until")}
    quota.write_metadata(folder, kept)


def lent(links: Path, sets: Path, name: str) -> Path | None:
    """The folder that the link of this digest shows, if it still does."""
    folder = sets / str(_read(links / name).get("set", ""))
    card = quota.read_metadata(folder)
    good = folder.parent == sets and card.get("link") == name and quota.link_expiry(card)
    return folder if good else None


def sweep(links: Path) -> None:
    """Forgets what has ended."""
    for link in links.glob("*"):
        until = _read(link).get("until")
        if not isinstance(until, int | float) or until < time.time():
            with suppress(OSError):
                link.unlink()


def _read(link: Path) -> dict:
    try:
        kept = json.loads(link.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
