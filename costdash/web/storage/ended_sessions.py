"""Sessions that somebody signed out of: no copy of their cookies works any more, on any worker.

A file in the data folder, which all workers share, is named after the digest of each. It stays for
as long as a sign-in of that session would be valid.
"""

import time
from contextlib import suppress
from pathlib import Path

from costdash.web.session import SIGN_IN_LIFETIME, digest


class EndedSessions:
    """The ended sessions of a data folder."""

    def __init__(self, folder: Path):
        self.folder = folder

    def add(self, session: str) -> None:
        """Ends a session. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.folder / digest(session)).touch()

    def has(self, session: str) -> bool:
        return (self.folder / digest(session)).exists()

    def remove_old(self) -> None:
        """Forgets the sessions whose sign-in has expired by now."""
        expired = time.time() - SIGN_IN_LIFETIME
        for mark in self.folder.glob("*"):
            with suppress(OSError):
                if mark.stat().st_mtime < expired:
                    mark.unlink()
