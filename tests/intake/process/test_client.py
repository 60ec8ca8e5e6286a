"""Uploads read in a child process: every way it can end is reported, nothing is left over."""

import json
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from costdash.core.analysis.analyse import analyse
from costdash.intake.columns.roles import Roles
from costdash.intake.formats.read import NOT_STORED
from costdash.intake.limits import Limits
from costdash.intake.process import client
from costdash.intake.process.client import cancel, check, parse, progress
from costdash.intake.process.worker import SMALL
from costdash.intake.storage.analysis import analysis_key, load_analysis, load_curves
from costdash.intake.storage.arrays import NotStoredError
from costdash.intake.storage.predictions import load_predictions
from tests.support import corpus


@pytest.fixture
def upload(tmp_path):
    """Writes bytes to a file outside the folder of the data set."""

    def write(content):
        path = tmp_path / "upload"
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "set").mkdir()
    return tmp_path / "set"


def python(monkeypatch, program):
    """Replaces the child process by a program."""
    real = subprocess.Popen

    def popen(command, **options):
        return real([sys.executable, "-c", program], **options)

    monkeypatch.setattr(subprocess, "Popen", popen)


def test_a_valid_file_is_read_and_stored(upload, folder):
    outcome = parse(upload(corpus.BASE), folder, shown_name="scores.csv")
    assert (outcome.status, outcome.messages, outcome.name) == ("ok", (), "scores.csv")
    assert (outcome.rows, outcome.positives) == (12, 5)
    assert outcome.models["score_a"]["auc"] == pytest.approx(32 / 35)
    predictions, details = load_predictions(folder / "predictions")
    assert predictions.scores["score_a"].tolist() == corpus.A
    assert (details["label"], details["positive"], details["messages"]) == ("label", "1", [])
    assert [column["name"] for column in outcome.columns] == ["label", "score_a", "score_b"]
    assert outcome.columns[0]["choices"] == ["1", "0"]


def test_the_stored_table_is_read_again_with_other_roles(upload, folder):
    path = upload(corpus.ASKED["good and bad"].content)
    first = parse(path, folder)
    assert first.status == "choose"
    path.unlink()
    roles = Roles(label="label", positive="good", scores=("score_a",))
    again = parse(None, folder, roles)
    assert (again.status, list(again.models)) == ("ok", ["score_a"])
    assert again.positives == 5


def test_a_missing_table_asks_for_a_new_upload(folder):
    outcome = parse(None, folder)
    assert (outcome.status, outcome.columns) == ("error", ())
    assert "Upload it again" in outcome.messages[0]


def test_an_unreadable_file_leaves_earlier_predictions(upload, folder):
    parse(upload(corpus.BASE), folder)
    assert parse(upload(b"%PDF-1.7"), folder).status == "error"
    assert load_predictions(folder / "predictions")[0].rows == 12


def test_running_out_of_memory_is_reported(upload, folder):
    big = corpus.text({name: values * 40_000 for name, values in corpus.COLUMNS.items()}).encode()
    outcome = parse(upload(big), folder, limits=Limits(parse_memory_bytes=300_000_000))
    assert outcome.status == "error"
    assert "memory" in outcome.messages[0]


@pytest.mark.parametrize(
    "program",
    [
        "import os; os.kill(os.getpid(), 9)",
        "import os; os.abort()",
        "import os; os.kill(os.getpid(), 11)",
        "raise SystemExit(1)",
        "import sys; sys.stdin.read()",
    ],
    ids=["killed", "aborted", "segmentation fault", "exit code", "no outcome"],
)
def test_the_death_of_the_child_is_reported(program, upload, folder, monkeypatch):
    python(monkeypatch, program)
    outcome = parse(upload(corpus.BASE), folder)
    assert outcome.status == "error"
    assert outcome.messages == (client._exit_sentence(-9, Limits()),)


BROKEN = """
import os
from costdash.intake.process import worker as child
child.work = lambda request: 1 / 0
os._exit(child.main())
"""


def test_a_bug_is_not_blamed_on_the_file(upload, folder, monkeypatch):
    python(monkeypatch, BROKEN)
    outcome = parse(upload(corpus.BASE), folder)
    assert outcome.status == "error"
    assert outcome.messages == (client.BUG_SENTENCE,)


def test_a_slow_child_is_killed_with_its_children(upload, folder, monkeypatch):
    grandchild = folder / "grandchild"
    program = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(grandchild)!r}, "w").write(str(child.pid))
time.sleep(60)
"""
    python(monkeypatch, program)
    outcome = parse(upload(corpus.BASE), folder, limits=Limits(parse_seconds=1))
    assert "longer than 1 second " in outcome.messages[0]
    assert not is_alive(int(grandchild.read_text()))


def is_alive(pid: int) -> bool:
    for _ in range(50):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return False
        except FileNotFoundError:
            return False
        time.sleep(0.02)
    return True


def test_exceeding_the_processor_time_is_reported(upload, folder, monkeypatch):
    program = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (1, 5))
while True: pass
"""
    python(monkeypatch, program)
    assert "took longer" in parse(upload(corpus.BASE), folder).messages[0]


def test_a_long_reading_lets_short_readings_go_first(upload, folder, monkeypatch):
    program = """
import json, os, sys, threading, time
request = json.load(sys.stdin)
thread = threading.Thread(target=time.sleep, args=(30,), daemon=True)
thread.start()
deadline = time.monotonic() + 20
while time.monotonic() < deadline and os.getpriority(os.PRIO_PROCESS, thread.native_id) < 19:
    time.sleep(0.01)
both = [os.getpriority(os.PRIO_PROCESS, id) for id in (0, thread.native_id)]
with open(request["folder"] + "/niceness", "w") as file:
    json.dump(both, file)
"""
    python(monkeypatch, program)
    monkeypatch.setattr(client, "LONG", 0.2)
    parse(upload(corpus.BASE), folder)
    assert json.loads((folder / "niceness").read_text()) == [19, 19]


def test_another_thread_can_cancel(upload, folder, monkeypatch):
    program = """
import json, sys, time
request = json.load(sys.stdin)
open(request["folder"] + "/progress.json", "w").write('{"stage": "Reading the file"}')
time.sleep(60)
"""
    python(monkeypatch, program)
    outcomes = []
    thread = threading.Thread(target=lambda: outcomes.append(parse(upload(corpus.BASE), folder)))
    thread.start()
    deadline = time.monotonic() + 10
    while progress(folder) != "Reading the file" and time.monotonic() < deadline:
        time.sleep(0.01)
    cancel(folder)
    thread.join(10)
    assert outcomes[0].messages == ("Reading the file was cancelled.",)
    assert progress(folder) is None


def test_the_child_gets_no_secrets_and_an_empty_command_line(upload, folder, monkeypatch):
    monkeypatch.setenv("COSTDASH_SECRET", "canary")
    program = """
import json, os, sys
folder = json.load(sys.stdin)["folder"]
json.dump([sys.argv, dict(os.environ)], open(folder + "/seen", "w"))
"""
    python(monkeypatch, program)
    parse(upload(corpus.BASE), folder, shown_name="confidential.csv")
    seen = (folder / "seen").read_text()
    assert "canary" not in seen
    assert "confidential" not in seen


def test_a_full_disk_is_reported(upload, folder, monkeypatch):
    """A small limit on file sizes simulates a full disk."""
    big = corpus.text({name: values * 5_000 for name, values in corpus.COLUMNS.items()}).encode()
    outcome = parse(upload(big), folder, limits=Limits(inflated_bytes=100_000))
    assert outcome.messages == (NOT_STORED,)
    assert list(folder.glob("*.part")) == []


def test_a_deleted_folder_is_reported_and_not_created_again(upload, folder):
    folder.rmdir()
    assert parse(upload(corpus.BASE), folder).messages == (NOT_STORED,)
    assert not folder.exists()


def test_reading_ends_when_its_folder_is_deleted(upload, folder, tmp_path, monkeypatch):
    python(monkeypatch, "import sys, time; sys.stdin.read(); time.sleep(60)")
    outcomes = []
    reading = threading.Thread(target=lambda: outcomes.append(parse(upload(corpus.BASE), folder)))
    reading.start()
    time.sleep(0.1)
    folder.rename(tmp_path / "trash")
    reading.join(10)
    assert outcomes[0].status == "error"
    assert not folder.exists()


def test_unpacking_stops_at_the_limit(upload, folder):
    import gzip

    bomb = gzip.compress(b"0," * 10_000_000)
    outcome = parse(upload(bomb), folder, limits=Limits(inflated_bytes=1_000_000))
    assert "unpacks to more than 1 MB" in outcome.messages[0]


def test_check_returns_the_outcome_of_an_upload(upload):
    path = upload(corpus.BASE)
    result = check(path, "scores.csv")
    assert json.loads(json.dumps(result)) == {
        "status": "ok",
        "messages": [],
        "rows": 12,
        "positives": 5,
        "models": {
            "score_a": {"auc": pytest.approx(32 / 35)},
            "score_b": {"auc": pytest.approx(33 / 35)},
        },
        "read_as": "Read as: label (1), models score_a and score_b.",
    }
    assert check(upload(b""))["status"] == "error"


def test_check_uses_the_guess_and_reports_the_question(upload):
    result = check(upload(corpus.ASKED["good and bad"].content))
    assert result["status"] == "warning"
    assert "taken as positive" in result["messages"][0]
    chosen = check(upload(corpus.ASKED["good and bad"].content), label="label", positive="good")
    assert chosen["status"] == "ok"
    assert check(upload(corpus.ASKED["three classes"].content))["status"] == "error"


def test_environment_variables_set_the_limits():
    environment = {"COSTDASH_ROWS": "5", "COSTDASH_PARSE_SECONDS": "9"}
    limits = Limits.from_environment(environment)
    assert (limits.rows, limits.parse_seconds, limits.columns) == (5, 9, 200)
    for value in ("0", "-1", "many", "1e3"):
        with pytest.raises(ValueError, match="COSTDASH_ROWS must be a positive whole number"):
            Limits.from_environment({"COSTDASH_ROWS": value})


def test_the_analysis_is_computed_and_stored_on_request(upload, folder):
    settings = {"n_replicates": 100, "seed": 3}
    outcome = parse(upload(corpus.BASE), folder, analysis=settings)
    stored = load_analysis(folder / "analysis", analysis_key(folder / "predictions", **settings))
    again = analyse(load_predictions(folder / "predictions")[0], **settings)
    for name, model in again.models.items():
        assert stored.models[name].auc == model.auc == outcome.models[name]["auc"]
        np.testing.assert_array_equal(stored.models[name].bands.tpr_at, model.bands.tpr_at)


def test_of_many_scores_only_the_curves_are_stored_at_first(upload, folder):
    rng, settings = np.random.default_rng(0), {"n_replicates": 100, "seed": 3}
    rows = (f"{i % 2},{score}" for i, score in enumerate(rng.normal(size=SMALL + 1)))
    outcome = parse(upload("\n".join(("label,a", *rows)).encode()), folder, analysis=settings)
    key = analysis_key(folder / "predictions", **settings)
    with pytest.raises(NotStoredError):
        load_analysis(folder / "analysis", key)
    curves = load_curves(folder / "analysis", key)
    again = analyse(load_predictions(folder / "predictions")[0], **settings)
    assert curves.models["a"].auc == again.models["a"].auc == outcome.models["a"]["auc"]
    np.testing.assert_array_equal(curves.hull().tie, again.hull().tie)


def test_a_damaged_table_is_not_read_again(upload, folder):
    assert parse(upload(corpus.BASE), folder).status == "ok"
    content = bytearray((folder / "table.arrow").read_bytes())
    content[len(content) // 2] ^= 1
    (folder / "table.arrow").write_bytes(content)
    outcome = parse(None, folder)
    assert (outcome.status, outcome.messages) == (
        "error",
        ("The stored file is damaged. Upload it again.",),
    )
