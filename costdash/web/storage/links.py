"""Share links: at most one for each data set, with an expiry date.

The data set's metadata names the valid link. A file in `links`, named by the digest of the
link, only leads from the link to the data set.
"""

import json
from contextlib import suppress
from pathlib import Path

from costdash.intake.storage.disk_quota import read_object
from costdash.web.session import digest, random_token
from costdash.web.storage import clock, quota

HOUR = 3600  # s


def create_link(links: Path, folder: Path, hours: float) -> tuple[str, float]:
    """New link to a data set and its expiry (s since the epoch); replaces an earlier link.

    Raises OSError.
    """
    link, until = random_token(), clock.now() + hours * HOUR
    metadata = quota.read_metadata(folder)
    links.mkdir(mode=0o700, exist_ok=True)
    (links / digest(link)).write_text(json.dumps({"set": folder.name, "until": until}))
    quota.write_metadata(folder, metadata | {"link": digest(link), "until": until})
    return link, until


def revoke_link(folder: Path) -> None:
    """Invalidates the link to a data set. Raises OSError."""
    metadata = quota.read_metadata(folder)
    retained = {name: value for name, value in metadata.items() if name not in ("link", "until")}
    quota.write_metadata(folder, retained)


def linked_folder(links: Path, sets: Path, link_digest: str) -> Path | None:
    """Folder of the data set that a link shows; None if the link is not valid. Raises OSError."""
    folder = sets / str(read_object(links / link_digest).get("set", ""))
    metadata = quota.read_metadata(folder)
    valid = (
        folder.parent == sets
        and metadata.get("link") == link_digest
        and quota.link_expiry(metadata) is not None
    )
    return folder if valid else None


def remove_expired(links: Path) -> None:
    """Deletes the files of expired links."""
    for file in links.glob("*"):
        with suppress(OSError):
            until = read_object(file).get("until")
            if not isinstance(until, int | float) or until < clock.now():
                file.unlink()
