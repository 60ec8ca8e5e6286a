"""Settings of the server: each has a name, a default and an environment variable."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from flask import current_app

from costdash.intake.limits import GB, Limits
from costdash.report.sentences.amounts import Currency

CALLBACK_BYTES = 2 * 2**20  # largest request body apart from uploads
MIN_SECRET_CHARACTERS, MIN_PASSWORD_CHARACTERS = 32, 10
MINIMUM = {
    "trust_proxy": 0,
    "session_bytes": 0,
    "total_bytes": 0,
    "expiry_hours": 0,
    "in_use_minutes": 0,
    "readers": 1,
    "processes": 1,
    "cache_bytes": 0,
    "job_memory_bytes": 1,
    "job_seconds": 1,
    "n_replicates": 100,
    "seed": 0,
}
NO_SECRET = (
    f"COSTDASH_SECRET must be a text of {MIN_SECRET_CHARACTERS} characters or more that nobody can "
    "guess, such as `openssl rand -hex 32` prints"
)
EXPECTED: dict[object, str] = {
    bool: "1 or 0",
    int: "a whole number",
    float: "a number",
    Path: "a folder",
}
BOOLEANS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


PREFIX_FORMAT = re.compile(r"(/[A-Za-z0-9._~@-]+)+")


def checked_prefix(text: str) -> str:
    """A path without the slash that ends it. Raises ValueError unless it is a plain path."""
    path = text.strip().rstrip("/")
    if path and not PREFIX_FORMAT.fullmatch(path):
        raise ValueError(
            "url_prefix must be a path such as /tools/costdash, of letters, digits and ._~@-, "
            f"got {text!r}"
        )
    return path


def private_folder() -> Path:
    """costdash in the user's cache folder; for users without a home, in the temporary folder."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    if home.is_absolute() and os.access(home if home.exists() else home.parent, os.W_OK):
        return home / "costdash"
    return Path(gettempdir()) / f"costdash-{os.getuid()}"


@dataclass(frozen=True, slots=True)
class Settings:
    """COSTDASH_<NAME> sets each field, except that COSTDASH_DATA sets data_folder.

    The fields of `limits` have separate variables with names of this form.
    """

    # Folder for uploads, links and cached analyses. Created for this user only.
    data_folder: Path = field(default_factory=private_folder)
    # Host names under which the page answers; at least one. *: any, if a proxy checks them.
    trusted_hosts: tuple[str, ...] = ("localhost", "127.0.0.1")
    # Number of proxies in front whose X-Forwarded headers are trusted; 0: none.
    trust_proxy: int = 0
    # Path under which the page lies, such as /tools/costdash; "": at the root of its host.
    url_prefix: str = ""
    # Text of 32 characters or more that the only proxy sends in X-Costdash-Proxy; requests without
    # it are refused. "": requests may come from anywhere.
    proxy_secret: str = field(default="", repr=False)
    # The page may be shown in a frame of the same origin, such as a notebook's.
    framed: bool = False
    # Send cookies over HTTPS only. Always on for a team's server.
    secure_cookies: bool = False
    # Bytes that the data sets of one session may occupy.
    session_bytes: int = 5 * GB
    # Bytes that all data sets together may occupy.
    total_bytes: int = 20 * GB
    # Hours without use after which a data set is deleted.
    expiry_hours: float = 24
    # Minutes after its last use during which a data set is not deleted to make room.
    in_use_minutes: float = 10
    # Number of files that are read at the same time, and of further ones whose reading takes long;
    # at least 1.
    readers: int = 2
    # Number of heavy computations at the same time in each worker; at least 1.
    processes: int = max((os.cpu_count() or 1) - 1, 1)
    # Bytes of memory that one of them may use.
    job_memory_bytes: int = 4 * GB
    # Seconds after which it is stopped.
    job_seconds: int = 300
    # Bytes of analyses and other results that each worker keeps in memory; most of them map files.
    cache_bytes: int = 2 * GB
    # A server for several people: it requires a secret and secure cookies.
    team: bool = False
    # Key that signs sign-in cookies, at least 32 characters; needed with team or password.
    secret: str = field(default="", repr=False)
    # Header in which the proxy names the signed-in user; "" asks for none. Needs trust_proxy.
    sign_in_header: str = ""
    # Password of the page, at least 10 characters; "" asks for none. Needs secret.
    password: str = field(default="", repr=False)
    # Address of a redis that the workers share, such as redis://host:6379; "": none.
    redis: str = field(default="", repr=False)
    # Symbol written before amounts of money, or 1000 as they should look, such as 1'000 €.
    currency: str = "$"
    # Bootstrap replicates of each analysis; at least 100.
    n_replicates: int = 2000
    # Seed of the bootstrap; at least 0.
    seed: int = 0
    # Limits on the files that are read.
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if not self.trusted_hosts:  # an empty list would accept every host
            raise ValueError("trusted_hosts must name at least one host, got none")
        for name, least in MINIMUM.items():
            if not (value := getattr(self, name)) >= least:  # a NaN fails too
                raise ValueError(f"{name} must be at least {least}, got {value}")
        Currency.of(self.currency)
        object.__setattr__(self, "url_prefix", checked_prefix(self.url_prefix))
        self._check_sign_in()
        if self.team:
            object.__setattr__(self, "secure_cookies", True)

    def _check_sign_in(self) -> None:
        if (self.team or self.password) and len(self.secret) < MIN_SECRET_CHARACTERS:
            raise ValueError(NO_SECRET)
        if self.proxy_secret and len(self.proxy_secret) < MIN_SECRET_CHARACTERS:
            raise ValueError(NO_SECRET.replace("_SECRET", "_PROXY_SECRET"))
        if self.password and len(self.password) < MIN_PASSWORD_CHARACTERS:
            raise ValueError(
                f"COSTDASH_PASSWORD must have {MIN_PASSWORD_CHARACTERS} characters or more"
            )
        if self.sign_in_header and not self.trust_proxy:
            raise ValueError(
                "COSTDASH_SIGN_IN_HEADER needs COSTDASH_TRUST_PROXY=1: without a proxy that sets "
                "it, anybody could send it"
            )

    @property
    def method(self) -> dict[str, int]:
        """Arguments of `analyse` that the settings decide."""
        return {"n_replicates": self.n_replicates, "seed": self.seed}

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The defaults, overridden by environment variables.

        Raises ValueError naming the variable.
        """
        values = {}
        for setting in fields(cls):
            variable = f"COSTDASH_{setting.name.removesuffix('_folder').upper()}"
            if variable in environment and setting.name != "limits":
                values[setting.name] = _parse(variable, environment[variable], setting.type)
        return cls(**values, limits=Limits.from_environment(environment))


def current_settings() -> Settings:
    """Settings of the running app."""
    return current_app.extensions["costdash-settings"]


def _parse(variable: str, text: str, kind: object) -> Any:
    """Value of a field of type `kind`. Raises ValueError naming the variable."""
    if variable == "COSTDASH_CURRENCY":  # a space may part it from the amount
        return text
    text = text.strip()
    if kind is bool and text.lower() in BOOLEANS:
        return BOOLEANS[text.lower()]
    if kind is int and text.isdecimal():
        return int(text)
    if kind is float and text.replace(".", "", 1).isdecimal():
        return float(text)
    if kind is Path and text:
        return Path(text).absolute()
    if kind is str:
        return text
    if kind == tuple[str, ...] and (hosts := text.replace(",", " ").split()):
        return tuple(hosts)
    expected = EXPECTED.get(kind, "names, with commas")
    raise ValueError(f"{variable} must be {expected}, got {text!r}")
