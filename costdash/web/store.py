"""Data sets by token: whose they are and where they lie."""

import hmac
import os
import stat
import time
from hashlib import sha256
from pathlib import Path

from flask import current_app

from costdash.intake.samples import SAMPLES
from costdash.web import quota
from costdash.web.session import RANDOM, random_name
from costdash.web.settings import Settings

SAMPLE = "sample-"
SWEEP_EVERY = 600  # s


class Gone(Exception):
    """No such data set, for whatever reason: all reasons sound alike."""

    def __init__(self):
        super().__init__("This data set is no longer here. Upload the file again.")


class Store:
    """Tokens and sessions are known here by their digests only, so the disk gives none away."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.sets = settings.data_folder / "sets"
        self.samples = settings.data_folder / "samples"
        self._swept = float("-inf")
        self._make_folders()

    def folder_of(self, token, session: str | None) -> Path:
        """The one place that decides who may see what. Raises Gone."""
        if not isinstance(token, str):
            raise Gone
        sample = token.removeprefix(SAMPLE)
        if token.startswith(SAMPLE) and sample in SAMPLES:
            return self.samples / sample
        if not RANDOM.fullmatch(token) or not session:
            raise Gone
        folder = self.sets / _digest(token)
        owner = str(quota.read_card(folder).get("owner", ""))
        mine = hmac.compare_digest(owner.encode(), _digest(session).encode())
        if not mine or self._expired(folder):
            raise Gone
        quota.touch(folder)
        return folder

    def upload_of(self, token, session: str | None) -> Path:
        """As folder_of, for what may be changed: samples may not. Raises Gone."""
        folder = self.folder_of(token, session)
        if folder.parent != self.sets:
            raise Gone
        return folder

    def card_of(self, token, session: str | None) -> dict:
        """Name and size of the file as it was uploaded. Raises Gone."""
        return quota.read_card(self.folder_of(token, session))

    def begin(self, session: str, size: int) -> tuple[str, Path]:
        """A token and its folder, which is nobody's until `finish`. Raises NoRoom, OSError."""
        self._make_folders()
        self.sweep()
        quota.make_room(self.sets, _digest(session), size, self.settings)
        token = random_name()
        folder = self.sets / _digest(token)
        folder.mkdir(mode=0o700)
        return token, folder

    def finish(self, folder: Path, session: str, name: str, size: int) -> None:
        """From here on the data set is the session's. Raises OSError."""
        quota.write_card(folder, _digest(session), name, size)
        quota.touch(folder)

    def abandon(self, folder: Path) -> None:
        """Removes what `begin` gave."""
        quota.discard(folder)

    def hand_over(self, token: str, giver: str, taker: str) -> None:
        """Gives a data set to another session. Raises Gone."""
        folder = self.upload_of(token, giver)
        card = quota.read_card(folder)
        self.finish(folder, taker, card["name"], card["size"])

    def delete(self, token, session: str | None) -> None:
        """Removes all that is kept of an upload. Raises Gone."""
        quota.discard(self.upload_of(token, session))

    def sweep(self) -> None:
        """Removes what has expired, every ten minutes at most."""
        if time.monotonic() - self._swept > SWEEP_EVERY:
            self._swept = time.monotonic()
            quota.sweep(self.sets, self.settings)

    def _expired(self, folder: Path) -> bool:
        try:
            return quota.idle_seconds(folder) > self.settings.expiry_hours * 3600
        except OSError:
            return True

    def _make_folders(self) -> None:
        """For this user's eyes only, and anew if somebody removed them."""
        data = self.settings.data_folder
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        shared = data.parent.stat().st_mode & stat.S_ISVTX
        if shared and (data.is_symlink() or data.stat().st_uid != os.getuid()):
            raise PermissionError(f"{data} is somebody else's: set COSTDASH_DATA to another folder")
        for folder in (self.sets, self.samples):
            folder.mkdir(mode=0o700, exist_ok=True)


def the_store() -> Store:
    """The store of the app that is answering."""
    return current_app.extensions["costdash-store"]


def folder_of(token, session: str | None) -> Path:
    """Where a data set lies, if the session may see it. Raises Gone."""
    return the_store().folder_of(token, session)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
