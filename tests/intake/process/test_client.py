"""The fence: what happens to the child becomes a sentence, and nothing is left lying about."""

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
from costdash.intake.storage.analysis import analysis_key, load_analysis
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
    return tmp_path / "set"


def python(monkeypatch, program):
    """Puts a program in the place of the child."""
    real = subprocess.Popen

    def popen(command, **options):
        return real([sys.executable, "-c", program], **options)

    monkeypatch.setattr(client.subprocess, "Popen", popen)


def test_a_good_file_is_drawn_and_kept(upload, folder):
    outcome = parse(upload(corpus.BASE), folder, shown_name="scores.csv")
    assert (outcome.status, outcome.messages, outcome.name) == ("ok", (), "scores.csv")
    assert (outcome.rows, outcome.positives) == (12, 5)
    assert outcome.models["score_a"]["auc"] == pytest.approx(32 / 35)
    predictions, said = load_predictions(folder / "predictions")
    assert predictions.scores["score_a"].tolist() == corpus.A
    assert (said["label"], said["positive"], said["messages"]) == ("label", "1", [])
    assert [column["name"] for column in outcome.columns] == ["label", "score_a", "score_b"]
    assert outcome.columns[0]["choices"] == ["1", "0"]


def test_it_can_be_read_again_with_other_roles_and_without_the_upload(upload, folder):
    path = upload(corpus.ASKS["good and bad"].content)
    first = parse(path, folder)
    assert first.status == "choose"
    path.unlink()
    roles = Roles(label="label", positive="good", scores=("score_a",))
    again = parse(None, folder, roles)
    assert (again.status, list(again.models)) == ("ok", ["score_a"])
    assert again.positives == 5


def test_without_the_table_one_is_asked_to_upload_again(folder):
    outcome = parse(None, folder)
    assert (outcome.status, outcome.columns) == ("error", ())
    assert "Upload it again" in outcome.messages[0]


def test_a_bad_file_leaves_what_was_drawn_before(upload, folder):
    parse(upload(corpus.BASE), folder)
    assert parse(upload(b"%PDF-1.7"), folder).status == "error"
    assert load_predictions(folder / "predictions")[0].rows == 12


def test_too_little_memory_is_a_sentence(upload, folder):
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
def test_a_child_that_dies_is_a_sentence(program, upload, folder, monkeypatch):
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


def test_a_fault_of_the_program_is_not_blamed_on_the_file(upload, folder, monkeypatch):
    python(monkeypatch, BROKEN)
    outcome = parse(upload(corpus.BASE), folder)
    assert outcome.status == "error"
    assert outcome.messages == (client.BUG_SENTENCE,)


def test_a_slow_child_is_ended_with_its_children(upload, folder, monkeypatch):
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


def test_too_much_processor_time_is_a_sentence(upload, folder, monkeypatch):
    program = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (1, 5))
while True: pass
"""
    python(monkeypatch, program)
    assert "took longer" in parse(upload(corpus.BASE), folder).messages[0]


def test_it_can_be_cancelled_from_elsewhere(upload, folder, monkeypatch):
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


def test_the_child_gets_no_secrets_and_nothing_on_its_command_line(upload, folder, monkeypatch):
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


def test_a_full_disk_is_a_sentence(upload, folder, monkeypatch):
    """A small limit on the size of a file stands for a full disk."""
    big = corpus.text({name: values * 5_000 for name, values in corpus.COLUMNS.items()}).encode()
    outcome = parse(upload(big), folder, limits=Limits(inflated_bytes=100_000))
    assert outcome.messages == (NOT_STORED,)
    assert list(folder.glob("*.part")) == []


def test_a_folder_that_cannot_be_made_is_a_sentence(upload, tmp_path):
    (tmp_path / "occupied").write_text("a file where the folder should be")
    outcome = parse(upload(corpus.BASE), tmp_path / "occupied" / "set")
    assert outcome.messages == (NOT_STORED,)


def test_unpacking_stops_at_the_limit(upload, folder):
    import gzip

    bomb = gzip.compress(b"0," * 10_000_000)
    outcome = parse(upload(bomb), folder, limits=Limits(inflated_bytes=1_000_000))
    assert "unpacks to more than 1 MB" in outcome.messages[0]


def test_check_says_what_an_upload_would(upload):
    path = upload(corpus.BASE)
    said = check(path, "scores.csv")
    assert json.loads(json.dumps(said)) == {
        "status": "ok",
        "messages": [],
        "rows": 12,
        "positives": 5,
        "models": {
            "score_a": {"auc": pytest.approx(32 / 35)},
            "score_b": {"auc": pytest.approx(33 / 35)},
        },
    }
    assert check(upload(b""))["status"] == "error"


def test_check_draws_by_the_guess_and_says_so(upload):
    said = check(upload(corpus.ASKS["good and bad"].content))
    assert said["status"] == "warning"
    assert "taken as positive" in said["messages"][0]
    chosen = check(upload(corpus.ASKS["good and bad"].content), label="label", positive="good")
    assert chosen["status"] == "ok"
    assert check(upload(corpus.ASKS["three classes"].content))["status"] == "error"


def test_every_limit_can_be_set_from_outside():
    environment = {"COSTDASH_ROWS": "5", "COSTDASH_PARSE_SECONDS": "9"}
    limits = Limits.from_environment(environment)
    assert (limits.rows, limits.parse_seconds, limits.columns) == (5, 9, 200)
    for value in ("0", "-1", "many", "1e3"):
        with pytest.raises(ValueError, match="COSTDASH_ROWS must be a positive whole number"):
            Limits.from_environment({"COSTDASH_ROWS": value})


def test_the_analysis_is_made_while_the_rows_are_at_hand(upload, folder):
    how = {"n_replicates": 100, "seed": 3}
    outcome = parse(upload(corpus.BASE), folder, analysis=how)
    kept = load_analysis(folder / "analysis", analysis_key(folder / "predictions", **how))
    again = analyse(load_predictions(folder / "predictions")[0], **how)
    for name, model in again.models.items():
        assert kept.models[name].auc == model.auc == outcome.models[name]["auc"]
        np.testing.assert_array_equal(kept.models[name].bands.tpr_at, model.bands.tpr_at)
