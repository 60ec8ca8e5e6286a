"""The version of the code, on which stored results depend."""

from hashlib import sha256
from pathlib import Path

from costdash import __version__
from costdash.static import PACKAGE


def code_version(package: Path) -> str:
    """The version; in a checkout with a checksum of names, times and sizes of the modules."""
    if not (package.parent / "pyproject.toml").is_file():
        return __version__
    stamps = []
    for module in sorted(package.rglob("*.py")):
        status = module.stat()
        stamps.append(f"{module.relative_to(package)} {status.st_mtime_ns} {status.st_size}")
    return f"{__version__}+{sha256('/'.join(stamps).encode()).hexdigest()[:16]}"


CODE_VERSION = code_version(PACKAGE)
