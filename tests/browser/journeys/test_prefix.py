"""The page behind nginx, under a path of its host."""

import os
import threading

import pytest
from selenium.webdriver.support.wait import WebDriverWait
from werkzeug.serving import make_server

from benchmarks.gunicorn_server import free_port
from benchmarks.team_server import NGINX
from costdash.web.app import create_app
from costdash.web.settings import Settings
from tests.support.journey import Journey
from tests.support.programs import listening

NGINX_CONF = """
pid {folder}/nginx.pid;
error_log stderr warn;
daemon off;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        proxy_set_header Host $http_host;
        location /passed/on/ {{ proxy_pass http://127.0.0.1:{plain}; }}
        location /stripped/ {{
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-Prefix /stripped;
            proxy_pass http://127.0.0.1:{told}/;
        }}
    }}
}}
"""
DRAWN = "return !!document.querySelector('#react-entry-point > :not(._dash-loading)')"


def serving(settings):
    server = make_server("127.0.0.1", 0, create_app(settings).server, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def proxy(tmp_path_factory):
    """Address of an nginx with two pages below it: one that it strips, one that it does not."""
    if NGINX is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("needs nginx")
    folder = tmp_path_factory.mktemp("nginx")
    plain = serving(Settings(data_folder=folder / "plain", url_prefix="/passed/on"))
    told = serving(Settings(data_folder=folder / "told", trust_proxy=1))
    port, file = free_port(), folder / "nginx.conf"
    text = NGINX_CONF.format(
        folder=folder, port=port, plain=plain.server_port, told=told.server_port
    )
    file.write_text(f"user root;\n{text}" if os.getuid() == 0 else text)
    with listening([NGINX, "-p", folder, "-c", file], port, folder / "log"):
        yield f"http://127.0.0.1:{port}"
    plain.shutdown()
    told.shutdown()


@pytest.mark.parametrize("path", ["/passed/on/", "/stripped/"])
def test_the_page_works_under_a_path(browser, proxy, path, tmp_path):
    first_tab = browser.current_window_handle
    browser.switch_to.new_window("tab")
    for kind in ("browser", "performance"):
        browser.get_log(kind)
    browser.get(proxy + path)
    WebDriverWait(browser, 30).until(lambda driver: driver.execute_script(DRAWN))
    journey = Journey(browser)
    rows = (f"{i % 3 == 0:d},{(i * 37) % 101 / 100 + (i % 3 == 0) / 3:.3f}\n" for i in range(200))
    (tmp_path / "mine.csv").write_text(f"label,score\n{''.join(rows)}")
    journey.upload(tmp_path / "mine.csv")
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    with journey.asking():
        journey.type("prior-box", "2 %")
    decision = journey.decision
    assert "2 %" in journey.run("return document.querySelector('#prior-box').value")
    journey.click(".share-opener")
    journey.until("return document.querySelector('#share-make')?.offsetParent")
    journey.click("#share-make")
    link = journey.until("return document.querySelector('#share-link').value")
    assert link.startswith(f"{proxy}{path}shared/")
    browser.get(link)
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    assert journey.decision == decision
    assert journey.run("return window.location.pathname") == path
    browser.close()
    browser.switch_to.window(first_tab)
