"""How gunicorn runs the page: `gunicorn --config python:costdash.web.gunicorn_settings ...`.

PORT and WEB_CONCURRENCY are variables that hosts such as Render set. Options of the command line
come before what stands here.
"""

import os

bind = f"0.0.0.0:{os.environ.get('PORT', '8050')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 16
timeout = 30  # s without a sign of life; requests take longer: other threads answer them
keepalive = 75  # s; longer than proxies keep an idle connection
preload_app = True  # read once, shared by the workers
control_socket_disable = True
# gunicorn would take the path of the page from a header SCRIPT_NAME of any neighbour, and fail.
forwarder_headers = ""
if os.path.isdir("/dev/shm"):
    worker_tmp_dir = "/dev/shm"  # a sign of life must not wait for a disk
