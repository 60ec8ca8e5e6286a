"""The time by which data sets and links expire: it does not jump while the machine runs.

Somebody may set the machine's clock, and then every data set would look unused for days. So the
distance between that clock and the time since the machine started is measured once and kept in the
data folder, for all workers and for the next start of the server.
"""

import json
import time
from contextlib import suppress
from pathlib import Path

CLOCK_FILE = "clock.json"
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def _since_boot() -> float:
    """Seconds, including time in which the machine slept."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


_offset = time.time() - _since_boot()


def now() -> float:
    """Seconds since the epoch."""
    return _offset + _since_boot()


def start(data_folder: Path) -> None:
    """Takes the clock of the data folder, or makes it if the machine has been started since."""
    global _offset
    file = data_folder / CLOCK_FILE
    with suppress(OSError):
        boot = BOOT_ID.read_text().strip()
        with suppress(OSError, ValueError, KeyError, TypeError):
            stored = json.loads(file.read_text(encoding="utf-8"))
            if stored["boot"] == boot:
                _offset = float(stored["offset"])
                return
        file.write_text(json.dumps({"boot": boot, "offset": _offset}), encoding="utf-8")
