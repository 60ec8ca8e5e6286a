"""Data sets by token: whose they are and where they lie."""

import hmac
import os
import stat
import time
from pathlib import Path

from flask import current_app

from costdash.intake.samples import SAMPLES
from costdash.web.session import TOKEN_FORMAT, VIEW_TOKEN_FORMAT, digest, opened_links, random_token
from costdash.web.settings import Settings
from costdash.web.storage import links, quota
from costdash.web.storage.locks import exclusive_lock
from costdash.web.storage.redis import Shared

SAMPLE = "sample-"
SWEEP_EVERY = 600  # s


class DatasetUnavailable(Exception):
    """No such data set, for whatever reason: all reasons sound alike."""

    sentence = "This data set is no longer here. Upload the file again."

    def __init__(self):
        super().__init__(self.sentence)


class LinkExpired(DatasetUnavailable):
    """The same for what a link might have shown."""

    sentence = "This link shows nothing any more. Ask who sent it for a new one."


class OwnerOnly(DatasetUnavailable):
    """A viewer asks for more than a view."""

    sentence = "This data set was shared for viewing: its rows and columns stay with its owner."


class Store:
    """Tokens and sessions are known here by their digests only, so the disk gives none away."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.sets = settings.data_folder / "sets"
        self.samples = settings.data_folder / "samples"
        self.links = settings.data_folder / "links"
        self.shared = Shared(settings.redis, settings.data_folder / "counts")
        self._swept = float("-inf")
        self._make_folders()

    def folder_of(self, token, session: str | None, owner_only: bool = False) -> Path:
        """The one place that decides who may see what. Raises DatasetUnavailable.

        owner_only is for rows and for changes: whoever came by a link is refused.
        """
        if not isinstance(token, str):
            raise DatasetUnavailable
        sample = token.removeprefix(SAMPLE)
        if token.startswith(SAMPLE) and sample in SAMPLES:
            return self.samples / sample
        if VIEW_TOKEN_FORMAT.fullmatch(token):
            folder = self._lent(token)
            if owner_only:
                raise OwnerOnly
        else:
            folder = self._own(token, session)
        quota.touch(folder)
        return folder

    def upload_folder(self, token, session: str | None) -> Path:
        """As folder_of, for what may be changed: samples may not. Raises DatasetUnavailable."""
        folder = self.folder_of(token, session, owner_only=True)
        if folder.parent != self.sets:
            raise DatasetUnavailable
        return folder

    def card_of(self, token, session: str | None) -> dict:
        """Name and size of the file as it was uploaded. Raises DatasetUnavailable."""
        return quota.read_metadata(self.folder_of(token, session))

    def begin(self, session: str, size: int, token: str | None = None) -> tuple[str, Path]:
        """A token and its folder, which is nobody's until `finish`. Raises QuotaExceeded, OSError."""
        self._make_folders()
        self.sweep()
        quota.make_room(self.sets, digest(session), size, self.settings)
        token = token or random_token()
        folder = self.sets / digest(token)
        folder.mkdir(mode=0o700)
        return token, folder

    def finish(
        self, folder: Path, session: str, name: str, size: int, sha256: str | None = None
    ) -> None:
        """From here on the data set is the session's; sha256 is of the file. Raises OSError."""
        card = {"owner": digest(session), "name": name, "size": size, "sha256": sha256}
        quota.write_metadata(folder, card)
        quota.touch(folder)

    def abandon(self, folder: Path) -> None:
        """Removes what `begin` gave."""
        quota.discard(folder)

    def transfer(self, token: str, giver: str, taker: str) -> None:
        """Gives a data set to another session, of several at once to one. Raises DatasetUnavailable."""
        with exclusive_lock(self.upload_folder(token, giver)):
            folder = self.upload_folder(token, giver)
            card = quota.read_metadata(folder)
            self.finish(folder, taker, card["name"], card["size"], card.get("sha256"))

    def delete(self, token, session: str | None) -> None:
        """Removes all that is kept of an upload. Raises DatasetUnavailable."""
        folder = self.upload_folder(token, session)
        quota.discard(folder)
        self.shared.forget(folder.name)

    def share(self, token, session: str | None, hours: float) -> tuple[str, float]:
        """(link, when it ends); the one there was before ends now. Raises DatasetUnavailable, OSError."""
        return links.lend(self.links, self.upload_folder(token, session), hours)

    def unshare(self, token, session: str | None) -> None:
        """Raises DatasetUnavailable, OSError."""
        links.take_back(self.upload_folder(token, session))

    def view_of(self, link: str) -> tuple[str, float]:
        """(token of the view, when it ends) for whoever brings a link. Raises DatasetUnavailable."""
        folder = self.folder_of_link(link)
        until = folder and quota.link_expiry(quota.read_metadata(folder))
        if not until:
            raise LinkExpired
        return f"view-{digest(link)}", until

    def folder_of_link(self, link: str) -> Path | None:
        """The folder that a link shows, if it still does."""
        return (
            links.lent(self.links, self.sets, digest(link))
            if TOKEN_FORMAT.fullmatch(link)
            else None
        )

    def sweep(self) -> None:
        """Removes what has expired, every ten minutes at most."""
        if time.monotonic() - self._swept > SWEEP_EVERY:
            self._swept = time.monotonic()
            quota.sweep(self.sets, self.settings)
            links.sweep(self.links)
            self.shared.sweep(time.time() - SWEEP_EVERY)

    def _own(self, token: str, session: str | None) -> Path:
        if not TOKEN_FORMAT.fullmatch(token) or not session:
            raise DatasetUnavailable
        folder = self.sets / digest(token)
        card = quota.read_metadata(folder)
        owner = str(card.get("owner", "")).encode()
        if not hmac.compare_digest(owner, digest(session).encode()) or self._expired(folder, card):
            raise DatasetUnavailable
        return folder

    def _lent(self, token: str) -> Path:
        """Of a browser that brings the link itself: the token of its view is no secret."""
        name = token.removeprefix("view-")
        known = any(digest(link) == name for link in opened_links())
        folder = links.lent(self.links, self.sets, name) if known else None
        if folder is None:
            raise LinkExpired
        return folder

    def _expired(self, folder: Path, card: dict) -> bool:
        try:
            idle = quota.idle_seconds(folder)
        except OSError:
            return True
        return idle > self.settings.expiry_hours * 3600 and not quota.link_expiry(card)

    def _make_folders(self) -> None:
        """For this user's eyes only, and anew if somebody removed them."""
        data = self.settings.data_folder
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        shared = data.parent.stat().st_mode & stat.S_ISVTX
        if shared and (data.is_symlink() or data.stat().st_uid != os.getuid()):
            raise PermissionError(f"{data} is somebody else's: set COSTDASH_DATA to another folder")
        for folder in (self.sets, self.samples):
            folder.mkdir(mode=0o700, exist_ok=True)


def current_store() -> Store:
    """The store of the app that is answering."""
    return current_app.extensions["costdash-store"]


def folder_of(token, session: str | None, owner_only: bool = False) -> Path:
    """Folder of a data set that the session may see (owner_only: change).

    Raises DatasetUnavailable.
    """
    return current_store().folder_of(token, session, owner_only)
