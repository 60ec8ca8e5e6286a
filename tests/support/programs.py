"""Programs beside the page: started, waited for until their port answers, and ended."""

import socket
import subprocess
import time
from contextlib import contextmanager


@contextmanager
def listening(command, port, log):
    """Runs a program until the end of the block, from when it listens on its port."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(10)
