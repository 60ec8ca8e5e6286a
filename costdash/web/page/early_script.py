"""The script in the head that runs before anything is painted, and its hash for the headers."""

from base64 import b64encode
from hashlib import sha256

from costdash.static import ASSETS, bundle

EARLY = bundle(ASSETS / "early.js")
EARLY_HASH = f"'sha256-{b64encode(sha256(EARLY.encode()).digest()).decode()}'"
