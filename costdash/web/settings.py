"""Settings of the server: each has a name, a default, an environment variable and its help.

The fields of `Settings` and of `Limits` are the one list of them: `variables()`. The reference
page, the compose file's test and the check for unknown variables read it.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from flask import current_app

from costdash.intake.limits import GB, Limits
from costdash.report.sentences.amounts import Currency

CALLBACK_BYTES = 2 * 2**20  # largest request body apart from uploads
TEXT_BYTES = 16 * 2**20  # largest request body with the text of a small file
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
PREFIX = "COSTDASH_"
SELF = "self"  # the page's own origin, in `framed`
ORIGIN_FORMAT = re.compile(r"https?://[A-Za-z0-9.*-]+(:\d{1,5})?")

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


def setting(default: Any, help: str, **given: Any) -> Any:
    """A field of the settings with the words that the reference page prints."""
    return field(default=default, metadata={"help": help}, **given)


@dataclass(frozen=True, slots=True)
class Settings:
    """COSTDASH_<NAME> sets each field, except that COSTDASH_DATA sets data_folder.

    The fields of `limits` have separate variables with names of this form.
    """

    data_folder: Path = field(
        default_factory=private_folder,
        metadata={"help": "Folder of uploads, links and stored analyses, for this user only."},
    )
    host: tuple[str, ...] = setting(
        (), "Host names under which people open the page, such as costdash.example.com."
    )
    trusted_hosts: tuple[str, ...] = setting(
        ("localhost", "127.0.0.1"),
        "Further host names under which the page answers; at least one. *: any, if a proxy checks "
        "them.",
    )
    trust_proxy: int = setting(
        0, "Number of proxies in front whose X-Forwarded headers are trusted; 0: none."
    )
    url_prefix: str = setting(
        "", "Path under which the page lies, such as /tools/costdash; empty: at the root."
    )
    proxy_secret: str = setting(
        "",
        "Text of 32 characters or more that the only proxy sends in X-Costdash-Proxy. Requests "
        "without it are refused.",
        repr=False,
    )
    framed: tuple[str, ...] = setting(
        (),
        "Pages that may show the page in a frame: 1 for those of its own host, or origins such as "
        "https://intranet.example.com. Origins other than the page's own need HTTPS.",
    )
    secure_cookies: bool = setting(
        False, "1: send cookies over HTTPS only. Always so for a team's server."
    )
    session_bytes: int = setting(5 * GB, "Bytes that the data sets of one session may occupy.")
    total_bytes: int = setting(20 * GB, "Bytes that all data sets together may occupy.")
    expiry_hours: float = setting(24, "Hours without use after which a data set is deleted.")
    in_use_minutes: float = setting(
        10, "Minutes after its last use during which a data set is not deleted to make room."
    )
    readers: int = setting(
        2,
        "Files that are read at the same time, and further ones whose reading takes long; at "
        "least 1.",
    )
    processes: int = setting(
        max((os.cpu_count() or 1) - 1, 1),
        "Heavy computations at the same time in each worker; at least 1.",
    )
    job_memory_bytes: int = setting(4 * GB, "Bytes of memory that a heavy computation may use.")
    job_seconds: int = setting(300, "Seconds after which a heavy computation is stopped.")
    cache_bytes: int = setting(
        2 * GB,
        "Bytes of results that each worker keeps in memory; most of them map files.",
    )
    cases: bool = setting(True, "0: nobody can look at single cases of their data on this server.")
    team: bool = setting(
        False, "1: a server for several people. It requires a secret and secure cookies."
    )
    secret: str = setting(
        "",
        "Key that signs sign-in cookies, at least 32 characters; needed with a team or a password.",
        repr=False,
    )
    sign_in_header: str = setting(
        "", "Header in which the proxy names who signed in. Needs COSTDASH_TRUST_PROXY."
    )
    password: str = setting(
        "", "Password of the page, at least 10 characters. Needs COSTDASH_SECRET.", repr=False
    )
    redis: str = setting(
        "", "Address of a redis that the workers share, such as redis://host:6379.", repr=False
    )
    currency: str = setting(
        "$", "Symbol before amounts of money, or 1000 as they should look, such as 1'000 €."
    )
    n_replicates: int = setting(2000, "Bootstrap replicates of each analysis; at least 100.")
    seed: int = setting(0, "Seed of the bootstrap; at least 0.")
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
        self._check_frames()
        if self.team or self.is_framed_elsewhere:
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

    def _check_frames(self) -> None:
        for origin in self.framed:
            if origin != SELF and not ORIGIN_FORMAT.fullmatch(origin):
                raise ValueError(
                    "COSTDASH_FRAMED must be 1, 0, or origins such as "
                    f"https://intranet.example.com, got {origin!r}"
                )

    @property
    def hosts(self) -> tuple[str, ...]:
        """All host names under which the page answers."""
        return (*self.trusted_hosts, *self.host)

    @property
    def is_framed_elsewhere(self) -> bool:
        """Whether pages of other sites may show the page in a frame."""
        return any(origin != SELF for origin in self.framed)

    @property
    def method(self) -> dict[str, int]:
        """Arguments of `analyse` that the settings decide."""
        return {"n_replicates": self.n_replicates, "seed": self.seed}

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The defaults, overridden by environment variables.

        Raises ValueError naming the variable, also for a variable COSTDASH_... that is no setting:
        a protection with a spelling error must not be missing without a word.
        """
        _check_names(environment)
        values = {
            row.name: _parse(variable, environment[variable], row.type)
            for variable, row in _server_variables().items()
            if variable in environment
        }
        return cls(**values, limits=Limits.from_environment(environment))


def variables() -> dict[str, Field]:
    """Every setting by its environment variable, those of the limits too."""
    limits = {f"{PREFIX}{row.name.upper()}": row for row in fields(Limits)}
    return _server_variables() | limits


def current_settings() -> Settings:
    """Settings of the running app."""
    return current_app.extensions["costdash-settings"]


def _server_variables() -> dict[str, Field]:
    return {
        f"{PREFIX}{row.name.removesuffix('_folder').upper()}": row
        for row in fields(Settings)
        if row.name != "limits"
    }


def _check_names(environment: Mapping[str, str]) -> None:
    """Raises ValueError for the first variable COSTDASH_... that is no setting."""
    names = list(variables())
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in names:
            [nearest] = get_close_matches(name, names, n=1, cutoff=0)
            raise ValueError(f"{name} is not a setting; the nearest is {nearest}")


def _parse(variable: str, text: str, kind: object) -> Any:
    """Value of a field of type `kind`. Raises ValueError naming the variable."""
    if variable == "COSTDASH_CURRENCY":  # a space may part it from the amount
        return text
    text = text.strip()
    if variable == f"{PREFIX}FRAMED" and text.lower() in BOOLEANS:
        return (SELF,) if BOOLEANS[text.lower()] else ()
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
