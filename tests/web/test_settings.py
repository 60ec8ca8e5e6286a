"""Settings: read from the environment, with errors that name the variable."""

import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from costdash.intake.limits import Limits
from costdash.static import ASSETS
from costdash.web.settings import Settings, variables
from costdash.web.storage.store import Store


def test_environment_variables_set_the_fields():
    settings = Settings.from_environment(
        {
            "COSTDASH_DATA": "/data",
            "COSTDASH_TRUSTED_HOSTS": "a.example, .b.example",
            "COSTDASH_TRUST_PROXY": "1",
            "COSTDASH_SECURE_COOKIES": "1",
            "COSTDASH_SESSION_BYTES": "1000",
            "COSTDASH_EXPIRY_HOURS": "0.5",
            "COSTDASH_CURRENCY": "€",
            "COSTDASH_UPLOAD_BYTES": "2000",
        }
    )
    assert settings.data_folder == Path("/data")
    assert settings.trusted_hosts == ("a.example", ".b.example")
    assert (settings.trust_proxy, settings.secure_cookies) == (1, True)
    assert (settings.session_bytes, settings.expiry_hours) == (1000, 0.5)
    assert (settings.currency, settings.limits.upload_bytes) == ("€", 2000)


def test_an_empty_environment_gives_the_defaults(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Settings.from_environment({}) == Settings()
    assert Settings().data_folder == tmp_path / "costdash"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("COSTDASH_TRUST_PROXY", "yes"),
        ("COSTDASH_SECURE_COOKIES", "perhaps"),
        ("COSTDASH_SESSION_BYTES", "-1"),
        ("COSTDASH_EXPIRY_HOURS", "nan"),
        ("COSTDASH_TRUSTED_HOSTS", ""),
        ("COSTDASH_TRUSTED_HOSTS", " , "),
        ("COSTDASH_DATA", ""),
    ],
)
def test_errors_name_the_variable(variable, value):
    with pytest.raises(ValueError, match=f"{variable} must be"):
        Settings.from_environment({variable: value})


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("COSTDASH_SIGNIN_HEADER", "COSTDASH_SIGN_IN_HEADER"),
        ("COSTDASH_PASWORD", "COSTDASH_PASSWORD"),
        ("COSTDASH_UPLOAD_MB", "COSTDASH_UPLOAD_BYTES"),
        ("COSTDASH_", "COSTDASH_"),
        ("COSTDASH_LIMITS", "COSTDASH_"),
    ],
)
def test_a_variable_that_is_no_setting_stops_the_start(name, nearest):
    with pytest.raises(ValueError, match=f"^{name} is not a setting; the nearest is {nearest}"):
        Settings.from_environment({name: "1"})


def test_other_programs_have_their_variables():
    assert Settings.from_environment({"COSTDASHBOARD": "1", "MY_COSTDASH_X": "1"}) == Settings()


def test_every_setting_has_a_variable_and_a_sentence():
    rows = variables()
    assert len(rows) == len(fields(Settings)) - 1 + len(fields(Limits))
    for row in rows.values():
        assert row.metadata["help"].endswith(".")


def test_a_host_name_is_added_to_those_of_this_machine():
    settings = Settings.from_environment({"COSTDASH_HOST": "a.example.com, b.example.com"})
    assert settings.hosts == ("localhost", "127.0.0.1", "a.example.com", "b.example.com")


@pytest.mark.parametrize(
    ("text", "framed", "secure"),
    [
        ("0", (), False),
        ("no", (), False),
        ("1", ("self",), False),
        ("https://huggingface.co", ("https://huggingface.co",), True),
        ("self, http://localhost:80", ("self", "http://localhost:80"), True),
    ],
)
def test_frames_are_of_the_own_host_or_of_named_origins(text, framed, secure):
    settings = Settings.from_environment({"COSTDASH_FRAMED": text})
    assert (settings.framed, settings.secure_cookies) == (framed, secure)


@pytest.mark.parametrize(
    "text", ["perhaps", "huggingface.co", "https://a.b; script-src *", "'self'"]
)
def test_frames_of_anything_else_are_refused(text):
    with pytest.raises(ValueError, match="COSTDASH_FRAMED must be"):
        Settings.from_environment({"COSTDASH_FRAMED": text})


@pytest.mark.parametrize(
    "wrong",
    [
        {"currency": "1"},
        {"trusted_hosts": ()},
        {"proxy_secret": "short"},
        {"n_replicates": 99},
        {"readers": 0},
        {"expiry_hours": float("nan")},
    ],
)
def test_values_out_of_bounds_are_rejected(wrong):
    with pytest.raises(ValueError, match=f"(?i){next(iter(wrong))} must"):
        Settings(**wrong)


SECRET = "s" * 32


def test_a_team_server_needs_a_secret_and_uses_secure_cookies():
    for secret in ("", "short"):
        with pytest.raises(ValueError, match="COSTDASH_SECRET must"):
            Settings(team=True, secret=secret)
    given = Settings.from_environment({"COSTDASH_TEAM": "1", "COSTDASH_SECRET": SECRET})
    assert (given.team, given.secure_cookies, Settings().secure_cookies) == (True, True, False)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"password": "long enough"}, "COSTDASH_SECRET must"),
        ({"password": "short", "secret": SECRET}, "COSTDASH_PASSWORD must"),
        ({"sign_in_header": "X-User"}, "COSTDASH_SIGN_IN_HEADER needs COSTDASH_TRUST_PROXY"),
    ],
)
def test_insecure_sign_in_settings_are_rejected(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        Settings(**given)


def test_secrets_are_not_part_of_the_repr():
    shown = repr(Settings(secret="canary" * 6, password="canary" * 2, redis="redis://:canary@x"))
    assert "canary" not in shown


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"COSTDASH_TEAM": "1"}, "COSTDASH_SECRET must be a text"),
        ({"COSTDASH_TRUST_PROXY": "x"}, "COSTDASH_TRUST_PROXY must be a whole number"),
        ({"COSTDASH_REDIS": "nonsense"}, "COSTDASH_REDIS must be an address"),
    ],
)
def test_the_server_reports_wrong_settings_in_one_line(tmp_path, environment, sentence):
    app = Path(__file__).parents[2] / "app.py"
    environment = {**os.environ, "COSTDASH_DATA": str(tmp_path), **environment}
    ended = subprocess.run(
        [sys.executable, app], env=environment, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"costdash does not start: {sentence}")
    assert ended.stderr.count("\n") == 1


def test_the_data_folder_without_a_home_is_in_the_temporary_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    monkeypatch.setattr("costdash.web.settings.gettempdir", lambda: str(tmp_path))
    assert Settings().data_folder.parent == tmp_path


def test_a_foreign_data_folder_in_a_shared_place_is_rejected(tmp_path):
    shared, own = tmp_path / "tmp", tmp_path / "own"
    shared.mkdir(mode=0o777)
    shared.chmod(0o1777)
    own.mkdir()
    (shared / "costdash").symlink_to(own)
    with pytest.raises(PermissionError, match="COSTDASH_DATA"):
        Store(Settings(data_folder=shared / "costdash"))


def test_assets_are_found():
    assert (ASSETS / "page/upload.js").is_file()


def test_a_currency_keeps_its_space():
    assert Settings.from_environment({"COSTDASH_CURRENCY": "kr "}).currency == "kr "


def test_a_currency_with_other_digits_than_its_form_is_refused():
    assert Settings.from_environment({"COSTDASH_CURRENCY": "1'000 €"}).currency == "1'000 €"
    with pytest.raises(ValueError, match=r"currency must be a symbol, or 1000 .* got '1'"):
        Settings.from_environment({"COSTDASH_CURRENCY": "1"})
