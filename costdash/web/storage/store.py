"""Data sets by token: access control, creation, transfer, sharing and deletion."""

import hmac
import os
import re
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from flask import current_app

from costdash.intake.columns.roles import Roles
from costdash.intake.process.outcome import Outcome
from costdash.intake.process.worker import PREDICTIONS, TABLE
from costdash.intake.samples import SAMPLES
from costdash.intake.storage.arrays import NotStoredError, is_failure_of_disk
from costdash.intake.storage.disk_quota import MISSING, DiskQuota, owner_of
from costdash.web.session import (
    TOKEN_FORMAT,
    VIEW_TOKEN_FORMAT,
    digest,
    opened_links,
    random_token,
)
from costdash.web.settings import Settings
from costdash.web.storage import clock, links, quota
from costdash.web.storage.ended_sessions import EndedSessions
from costdash.web.storage.locks import exclusive_lock, try_lock
from costdash.web.storage.redis import SharedState

DIGEST_FORMAT = re.compile(r"[0-9a-f]{64}")
SIGNED = "signed"  # in the metadata: the owner is a signed session
UPLOAD_FILE = "upload"  # a new file, until it is read
SAMPLE = "sample-"  # the token of a sample is this and the sample's key
COUNTS_LIFETIME = 600  # s that numbers of attempts are kept


class DatasetUnavailable(Exception):
    """Unknown, expired, deleted and foreign tokens all get this sentence."""

    sentence = "This data set is no longer here. Upload the file again."

    def __init__(self) -> None:
        super().__init__(self.sentence)


class DatasetDamaged(DatasetUnavailable):
    """The stored data set differs from the data that were written."""

    sentence = "This data set is damaged. Upload the file again."


class DatasetOutdated(DatasetUnavailable):
    """Stored by version 0.1, in a format that is no longer read."""

    sentence = "An earlier version of costdash stored this data set. Upload the file again."


class DiskFailing(DatasetUnavailable):
    """The disk could not be read, or no file descriptor was left. The data set may be whole."""

    sentence = (
        "The server cannot read its disk at the moment. Try again in a minute, or tell who runs it."
    )


class LinkExpired(DatasetUnavailable):
    """A share link that is unknown, expired or revoked."""

    sentence = "This link shows nothing any more. Ask who sent it for a new one."


class OwnerOnly(DatasetUnavailable):
    """A viewer of a share link asked for something that only the owner may have."""

    sentence = "This data set was shared for viewing: its rows and columns stay with its owner."


class Store:
    """The data folder. Tokens, sessions and links are written to disk as digests only."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.sets = settings.data_folder / "sets"
        self.samples = settings.data_folder / "samples"
        self.links = settings.data_folder / "links"
        self.ended = EndedSessions(settings.data_folder / "ended")
        self.shared = SharedState(settings.redis, settings.data_folder / "counts")
        self.on_removal: list[Callable[[Path], None]] = []  # called with each removed folder
        # By the folder's name: counts the rows of a table that this process opened, with other
        # roles, and stores the counts in the folder.
        self.tables: dict[str, Callable[[Path, Roles], Outcome]] = {}
        try:
            self._make_folders()
        except PermissionError:
            raise
        except OSError as error:
            raise OSError(
                f"The data folder {settings.data_folder} cannot be used ({error.strerror}): "
                "set COSTDASH_DATA to another folder"
            ) from None
        clock.start(settings.data_folder)

    def folder_of(self, token: object, session: str | None, owner_only: bool = False) -> Path:
        """Folder of a data set: the one place that decides who may see what.

        owner_only refuses viewers of a share link; it guards rows and changes.
        Raises DatasetUnavailable.
        """
        if not isinstance(token, str):
            raise DatasetUnavailable
        sample = token.removeprefix(SAMPLE)
        if token.startswith(SAMPLE) and sample in SAMPLES:
            return self.samples / sample
        try:
            if VIEW_TOKEN_FORMAT.fullmatch(token):
                folder = self._viewed_folder(token)
                if owner_only:
                    raise OwnerOnly
            else:
                folder = self._owned_folder(token, session)
        except OSError:
            raise DiskFailing from None
        quota.touch(folder)
        return folder

    def upload_folder(self, token: object, session: str | None) -> Path:
        """Folder of a data set that may be changed: not a sample. Raises DatasetUnavailable."""
        folder = self.folder_of(token, session, owner_only=True)
        if folder.parent != self.sets:
            raise DatasetUnavailable
        return folder

    def begin(self, session: str, size: int, token: str | None = None) -> tuple[str, Path]:
        """(token, folder) of a new data set of `size` bytes; nobody owns it before `finish`.

        Raises QuotaExceeded, OSError.
        """
        self._make_folders()
        token = token or random_token()
        folder, owner = self.sets / digest(token), digest(session)
        minutes = self.settings.in_use_minutes
        with self.disk_quota.locked():
            quota.free_space(self.disk_quota, owner, size, minutes, self.remove)
            folder.mkdir(mode=0o700)
            try:
                self.disk_quota.grant(folder, size, owner)
                quota.touch(folder)
            except OSError:
                self.abandon(folder)
                raise
        return token, folder

    def has_ended(self, session: str) -> bool:
        """Whether somebody signed out of a session."""
        return self.ended.has(session)

    @property
    def disk_quota(self) -> DiskQuota:
        """The quotas of the data sets."""
        return DiskQuota(self.sets, self.settings.session_bytes, self.settings.total_bytes)

    def free_space(self, folder: Path, n_bytes: int) -> None:
        """Deletes idle data sets so that a data set can grow. Raises QuotaExceeded."""
        with self.disk_quota.locked():
            owner, minutes = owner_of(folder), self.settings.in_use_minutes
            quota.free_space(self.disk_quota, owner, n_bytes, minutes, self.remove)

    def finish(
        self, folder: Path, session: str, name: str, size: int, sha256: str | None = None
    ) -> None:
        """Makes the session the owner; sha256: digest of the file. Raises OSError."""
        metadata = {"owner": digest(session), "name": name, "size": size, "sha256": sha256}
        metadata[SIGNED] = True
        quota.write_metadata(folder, metadata)
        quota.touch(folder)

    def abandon(self, folder: Path) -> None:
        """Deletes the folder that `begin` created."""
        with suppress(OSError):  # the next cleanup tries again
            self.remove(folder)

    def take_over(self, former: str, session: str) -> None:
        """Gives the data sets of a session that is not signed to one that is.

        Version 0.1 did not sign sessions. Data sets that this version stores are never taken over.
        """
        owner = digest(former)
        for folder in self.sets.iterdir():
            with suppress(OSError), exclusive_lock(folder):
                metadata = quota.read_metadata(folder)
                if metadata.get("owner") == owner and SIGNED not in metadata:
                    new = {"owner": digest(session), SIGNED: True}
                    quota.write_metadata(folder, metadata | new)

    def transfer(self, token: str, giver: str, taker: str) -> None:
        """Gives a data set to another session; if several ask at once, one of them gets it.

        Raises DatasetUnavailable.
        """
        with exclusive_lock(self.upload_folder(token, giver)):
            folder = self.upload_folder(token, giver)
            metadata = quota.read_metadata(folder)
            self.finish(folder, taker, metadata["name"], metadata["size"], metadata.get("sha256"))

    def delete(self, token: object, session: str | None) -> None:
        """Deletes an upload and everything derived from it.

        Raises DatasetUnavailable, and OSError if anything remains on the disk.
        """
        self.remove(self.upload_folder(token, session))

    def remove(self, folder: Path) -> None:
        """Deletes a data set from disk, redis and this worker's memory, and its link.

        Raises OSError if anything remains on the disk.
        """
        link = None
        with suppress(OSError):  # the link then goes when it expires
            link = quota.read_metadata(folder).get("link")
        try:
            quota.delete_folder(folder)
        finally:
            if not folder.exists():
                self.shared.delete_texts(folder.name)
                self.tables.pop(folder.name, None)
                for forget in self.on_removal:
                    forget(folder)
                if isinstance(link, str) and DIGEST_FORMAT.fullmatch(link):
                    (self.links / link).unlink(missing_ok=True)

    def share(self, token: object, session: str | None, hours: float) -> tuple[str, float]:
        """(link, expiry in s since the epoch); an earlier link becomes invalid.

        Raises DatasetUnavailable, OSError.
        """
        return links.create_link(self.links, self.upload_folder(token, session), hours)

    def unshare(self, token: object, session: str | None) -> None:
        """Revokes the link to a data set. Raises DatasetUnavailable, OSError."""
        links.revoke_link(self.upload_folder(token, session))

    def resolve_link(self, link: str) -> tuple[Path, float]:
        """(folder, expiry in s since the epoch) of a share link.

        Raises LinkExpired, DiskFailing.
        """
        folder = until = None
        try:
            if TOKEN_FORMAT.fullmatch(link):
                folder = links.linked_folder(self.links, self.sets, digest(link))
            until = folder and quota.link_expiry(quota.read_metadata(folder))
        except OSError:
            raise DiskFailing from None
        if not folder or not until:
            raise LinkExpired
        return folder, until

    def cleanup(self) -> None:
        """Deletes what has expired, unless another worker is doing it."""
        with try_lock(self.settings.data_folder / "cleanup.lock") as is_free:
            if is_free:
                quota.remove_expired(self.sets, self.settings, self.remove)
                links.remove_expired(self.links)
                self.ended.remove_old()
                self.shared.remove_counts(before=time.time() - COUNTS_LIFETIME)

    def signing_key(self) -> bytes:
        """The key that signs sessions, identical for all workers and after a restart.

        It is derived from the secret of the settings or stored in the data folder. A folder that
        cannot be written gives a key for this process only.
        """
        if self.settings.secret:
            return sha256(b"costdash sessions " + self.settings.secret.encode()).digest()
        file = self.settings.data_folder / "key"
        key = secrets.token_bytes(32)
        with suppress(OSError):
            temporary = file.with_name(f"key.{secrets.token_hex(4)}")
            temporary.touch(mode=0o600)
            temporary.write_bytes(key)
            with suppress(FileExistsError):
                os.link(temporary, file)
            temporary.unlink()
        with suppress(OSError):
            return file.read_bytes() or key
        return key

    def _owned_folder(self, token: str, session: str | None) -> Path:
        if not TOKEN_FORMAT.fullmatch(token) or not session:
            raise DatasetUnavailable
        folder = self.sets / digest(token)
        metadata = quota.read_metadata(folder)
        owner = str(metadata.get("owner", "")).encode()
        if not hmac.compare_digest(owner, digest(session).encode()):
            raise DatasetUnavailable
        if self._has_expired(folder, metadata):
            raise DatasetUnavailable
        return folder

    def _viewed_folder(self, token: str) -> Path:
        """Folder behind a view token.

        The token is not secret: the browser must also bring the link itself, in its cookie.
        """
        link_digest = token.removeprefix("view-")
        brings_link = any(digest(link) == link_digest for link in opened_links())
        folder = links.linked_folder(self.links, self.sets, link_digest) if brings_link else None
        if folder is None:
            raise LinkExpired
        return folder

    def _has_expired(self, folder: Path, metadata: dict) -> bool:
        try:
            idle = quota.idle_seconds(folder)
        except MISSING:
            return True
        return idle > self.settings.expiry_hours * 3600 and not quota.link_expiry(metadata)

    def _make_folders(self) -> None:
        """Creates the folders, readable for this user only. Raises PermissionError, OSError.

        In a shared place such as /tmp the data folder must belong to this user.
        """
        data = self.settings.data_folder
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        in_shared_place = data.parent.stat().st_mode & stat.S_ISVTX
        if in_shared_place and (data.is_symlink() or data.stat().st_uid != os.getuid()):
            raise PermissionError(
                f"{data} belongs to another user: set COSTDASH_DATA to another folder"
            )
        for folder in (self.sets, self.samples):
            folder.mkdir(mode=0o700, exist_ok=True)


def unreadable(folder: Path, error: NotStoredError) -> DatasetUnavailable:
    """Why the stored rows of a data set cannot be loaded."""
    if not folder.exists():
        return DatasetUnavailable()
    if is_failure_of_disk(error):
        return DiskFailing()
    outdated = any((folder / PREDICTIONS).glob("*.npy"))
    return DatasetOutdated() if outdated else DatasetDamaged()


def has_file(folder: Path) -> bool:
    """Whether a data set has a file that can be read again, not only counts of a table."""
    return (folder / TABLE).exists() or (folder / UPLOAD_FILE).exists()


def can_be_read_again(folder: Path) -> bool:
    """Whether a data set can be made again with other roles: of a file, or of a table at hand."""
    return has_file(folder) or folder.name in current_store().tables


def view_token(link: str) -> str:
    """Token under which the visitors of a share link see its data set."""
    return f"view-{digest(link)}"


def current_store() -> Store:
    """Store of the running app."""
    return current_app.extensions["costdash-store"]


def folder_of(token: object, session: str | None, owner_only: bool = False) -> Path:
    """Folder of a data set that the session may see (owner_only: change).

    Raises DatasetUnavailable.
    """
    return current_store().folder_of(token, session, owner_only)
