"""What a server is told from outside. Every setting has a name, a default and a variable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import gettempdir

from costdash.intake.limits import GB, Limits

CALLBACK_BYTES = 2 * 2**20
SECRET_CHARACTERS, PASSWORD_CHARACTERS = 32, 10
NO_SECRET = (
    f"COSTDASH_SECRET must be a text of {SECRET_CHARACTERS} characters or more that nobody can "
    "guess, such as `openssl rand -hex 32` prints"
)
SWITCH = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def private_folder() -> Path:
    """The user's cache folder, or one in the temporary folder for users without a home."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    if home.is_absolute() and os.access(home if home.exists() else home.parent, os.W_OK):
        return home / "costdash"
    return Path(gettempdir()) / f"costdash-{os.getuid()}"


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes in bytes. COSTDASH_SECURE_COOKIES sets secure_cookies and so on; COSTDASH_DATA sets
    data_folder, and the variables of Limits set what limits holds.

    trusted_hosts are the names under which the page may be asked for; trust_proxy is how many
    proxies stand in front whose X-Forwarded headers are believed. A data set not used for
    expiry_hours goes; one used within the last in_use_minutes never makes room for another;
    readers is how many files are read at a time.

    team is for a page that others reach: it needs a secret, and its cookies are secure. Whoever
    comes must be named in the sign_in_header that the proxy sets, or know the password; redis is
    the address of one that the workers share.
    """

    data_folder: Path = field(default_factory=private_folder)
    trusted_hosts: tuple[str, ...] = ("localhost", "127.0.0.1")
    trust_proxy: int = 0
    secure_cookies: bool = False
    session_bytes: int = 5 * GB
    total_bytes: int = 20 * GB
    expiry_hours: float = 24
    in_use_minutes: float = 10
    readers: int = 2
    team: bool = False
    secret: str = field(default="", repr=False)
    sign_in_header: str = ""
    password: str = field(default="", repr=False)
    redis: str = field(default="", repr=False)
    currency: str = "$"
    n_replicates: int = 2000
    seed: int = 0
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self):
        if not self.trusted_hosts:  # no names would mean any name
            raise ValueError("trusted_hosts must name at least one host, got none")
        if self.n_replicates < 100:
            raise ValueError(f"n_replicates must be at least 100, got {self.n_replicates}")
        if (self.team or self.password) and len(self.secret) < SECRET_CHARACTERS:
            raise ValueError(NO_SECRET)
        if self.password and len(self.password) < PASSWORD_CHARACTERS:
            raise ValueError(
                f"COSTDASH_PASSWORD must have {PASSWORD_CHARACTERS} characters or more"
            )
        if self.sign_in_header and not self.trust_proxy:
            raise ValueError(
                "COSTDASH_SIGN_IN_HEADER needs COSTDASH_TRUST_PROXY=1: without a proxy that sets "
                "it, anybody could send it"
            )
        if self.team:
            object.__setattr__(self, "secure_cookies", True)

    @property
    def method(self) -> dict[str, int]:
        """How analyses are made."""
        return {"n_replicates": self.n_replicates, "seed": self.seed}

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The defaults, and what the environment sets. Raises ValueError naming the variable."""
        given = {}
        for setting in fields(cls):
            variable = f"COSTDASH_{setting.name.removesuffix('_folder').upper()}"
            if variable in environment and setting.name != "limits":
                given[setting.name] = _read(variable, environment[variable], setting.type)
        return cls(**given, limits=Limits.from_environment(environment))


def _read(variable: str, text: str, kind):
    text = text.strip()
    if kind is bool and text.lower() in SWITCH:
        return SWITCH[text.lower()]
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
    wanted = {bool: "1 or 0", int: "a whole number", float: "a number", Path: "a folder"}
    raise ValueError(f"{variable} must be {wanted.get(kind, 'names, with commas')}, got {text!r}")
