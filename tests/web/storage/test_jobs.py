"""Heavy computations: users take turns, equal questions are joined, outdated ones are not begun."""

import mmap
import os
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass, replace
from functools import partial

import numpy as np
import pytest

from costdash.core import OperatingPoint
from costdash.core.analysis.analyse import analyse
from costdash.intake.process import warm_worker
from costdash.intake.storage.predictions import load_predictions
from costdash.report.derived import DerivedResults
from costdash.web.settings import Settings
from costdash.web.storage import analyses, jobs
from costdash.web.storage.derived import derived_results
from costdash.web.storage.jobs import Asker, Jobs, NoResult, StillWorking
from costdash.web.storage.store import DatasetUnavailable
from tests.support.jobs import allocate, die, fail, note, wait_for

NOW = 0.0  # s of patience


@pytest.fixture
def queue(tmp_path):
    return Jobs(Settings(data_folder=tmp_path, processes=1))


@pytest.fixture
def gate(tmp_path):
    """A file for which the first job waits, so that the others have to queue."""
    return tmp_path / "gate"


@pytest.fixture
def log(tmp_path):
    """A file to which each job writes its name; `log()` reads it."""
    file = tmp_path / "log"
    file.touch()

    def names():
        return file.read_text().split()

    names.file = file
    return names


def ask(queue, key, user, work, tab=None, patience=NOW, store_result=lambda result: None):
    with pytest.raises(StillWorking):
        queue.result((key,), Asker(user, patience, tab), work, store_result)


def until(condition):
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def hold(queue, gate, log):
    """Occupies the only process until the gate opens."""
    ask(queue, "first", "first", partial(wait_for, gate, log.file))
    until(lambda: log() == ["begun"])


def test_users_take_turns(queue, gate, log):
    hold(queue, gate, log)
    for i in range(4):
        ask(queue, f"a{i}", "a", partial(note, log.file, f"a{i}"))
    for i in range(2):
        ask(queue, f"b{i}", "b", partial(note, log.file, f"b{i}"))
    gate.touch()
    until(lambda: len(log()) == 7)
    assert log()[1:] == ["a0", "b0", "a1", "b1", "a2", "a3"]


def test_equal_questions_are_computed_once_in_the_turn_of_the_first_user(queue, gate, log):
    hold(queue, gate, log)
    for i in range(3):
        ask(queue, f"a{i}", "a", partial(note, log.file, f"a{i}"))
    ask(queue, "a2", "b", partial(note, log.file, "a2"))
    with ThreadPoolExecutor(2) as pool:
        same = partial(queue.result, ("a2",), work=partial(note, log.file, "a2"))
        answers = [pool.submit(same, asker=Asker(user)) for user in ("c", "d")]
        until(lambda: queue._waiting.total() == 2)
        gate.touch()
        assert [answer.result(20) for answer in answers] == ["a2", "a2"]
    until(lambda: len(log()) == 4)
    assert log()[1:] == ["a0", "a2", "a1"]


def test_a_question_replaces_those_of_its_tab_that_nobody_else_asks(queue, gate, log):
    hold(queue, gate, log)
    for name in ("old", "shared", "new"):
        ask(queue, name, "a", partial(note, log.file, name), tab="tab")
        if name == "shared":
            ask(queue, name, "a", partial(note, log.file, name), tab="other tab")
    gate.touch()
    until(lambda: len(log()) == 3)
    assert log()[1:] == ["shared", "new"]
    until(lambda: queue._n_running == 0)
    assert not queue._jobs
    assert not queue._queues


def test_a_replaced_computation_is_stopped(queue, gate, log):
    ask(queue, "old", "a", partial(wait_for, gate, log.file), tab="tab")
    until(lambda: log() == ["begun"])
    answer = queue.result(("new",), Asker("a", 20, "tab"), partial(note, log.file, "new"))
    assert answer == "new"  # though the gate is still closed
    assert log() == ["begun", "new"]


def test_the_result_of_an_abandoned_question_is_kept(queue, gate, log):
    kept = []
    ask(queue, "first", "a", partial(wait_for, gate, log.file), store_result=kept.append)
    gate.touch()
    until(lambda: kept == ["done"])


def test_no_more_processes_run_than_allowed(tmp_path, gate, log):
    queue = Jobs(Settings(data_folder=tmp_path, processes=2))
    for i in range(4):
        ask(queue, i, f"user {i}", partial(wait_for, gate, log.file))
    until(lambda: len(log()) == 2)
    assert queue._n_running == 2
    assert sum(job.result.running() for job in queue._jobs.values()) == 2
    gate.touch()
    until(lambda: len(log()) == 4)


@pytest.mark.parametrize(
    ("work", "words"), [(die, "was stopped"), (partial(allocate, 10**10), "4 GB of memory")]
)
def test_a_process_that_dies_gives_a_sentence(queue, log, work, words):
    for _ in range(2):  # also to who asks again soon
        with pytest.raises(NoResult, match=words):
            queue.result(("key",), Asker("a", 20), work)
    assert queue.result(("next",), Asker("a", 20), partial(note, log.file, "next")) == "next"


def test_a_failure_is_tried_again_later(queue, log, monkeypatch):
    with pytest.raises(NoResult):
        queue.result(("key",), Asker("a", 20), die)
    monkeypatch.setattr(jobs, "FAILURE_LIFETIME", 0)
    assert queue.result(("key",), Asker("a", 20), partial(note, log.file, "again")) == "again"


def test_a_slow_computation_is_stopped_with_a_sentence(tmp_path, monkeypatch):
    # However long a busy machine makes it wait for a processor, it has its second.
    monkeypatch.setattr(warm_worker, "LATE", 1000)
    queue = Jobs(Settings(data_folder=tmp_path, processes=1, job_seconds=1))
    with pytest.raises(NoResult, match="longer than 1 second"):
        queue.result(("key",), Asker("a", 300), partial(time.sleep, 600))


def test_errors_of_the_computation_arrive(queue):
    with pytest.raises(ValueError, match="no folds"):
        queue.result(("key",), Asker("a", 20), partial(fail, "no folds"))


def test_few_threads_wait_and_the_others_are_told(queue, gate, log):
    hold(queue, gate, log)
    patient = partial(queue.result, ("first",), work=die)
    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(patient, asker=Asker(user)) for user in ("a", "a", "b")]
        until(lambda: queue._waiting.total() == jobs.MOST_WAITING)
        ask(queue, "first", "c", die, patience=60)
        with pytest.raises(NoResult, match="busy"):
            patient(asker=Asker("c"))
        gate.touch()
        assert {answer.result(20) for answer in waiting} == {"done"}
    assert not queue._waiting


def test_the_processes_of_a_deleted_data_set_are_stopped(queue, gate, log):
    hold(queue, gate, log)
    ask(queue, "later", "a", partial(note, log.file, "later"))
    queue.cancel(lambda key: key in (("first",), ("later",)))
    until(lambda: queue._n_running == 0)
    assert log() == ["begun"]


@pytest.fixture
def heavy(monkeypatch):
    """Every data set counts as large."""
    monkeypatch.setattr(analyses, "SMALL", 0)


@pytest.mark.parametrize("names", [None, ("a",)])
def test_another_process_gives_the_same_analysis(
    server, store, add_dataset, session, heavy, settings, names
):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    with server.app_context():
        found = analyses.analysis_of(token, session, names)
    direct = analyse(load_predictions(folder / "predictions")[0], n_replicates=100)
    for name, model in direct.models.items():
        assert (found.models[name].bands.tpr_at == model.bands.tpr_at).all()
    assert list(found.models) == list(direct.models)
    assert (folder / "analysis" / "index.json").exists()


def test_without_room_the_analysis_is_returned(server, store, add_dataset, session, heavy):
    token = add_dataset(session)
    folder = store.folder_of(token, session)
    (folder / "analysis").write_text("a file where the folder should be")
    with server.app_context():
        assert analyses.analysis_of(token, session).rows == 40


def test_damaged_rows_are_reported_from_another_process(server, store, add_dataset, session, heavy):
    token = add_dataset(session)
    (data,) = (store.folder_of(token, session) / "predictions").glob("*.bin")
    data.write_bytes(data.read_bytes()[:50])
    with server.app_context(), pytest.raises(DatasetUnavailable, match="is damaged"):
        analyses.analysis_of(token, session)


def test_samples_and_small_data_need_no_process(server, store, add_dataset, session):
    token = add_dataset(session)
    with server.app_context():
        analyses.analysis_of("sample-breast-cancer", None)
        analyses.analysis_of(token, session)
        assert not analyses.current_analyses().jobs._idle


def same(one, other):
    """Whether two results are equal, arrays and all that lies within them."""
    if is_dataclass(one):
        names = [field.name for field in fields(one) if field.compare]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return np.array_equal(one, other)


RESULTS = {
    "crossfits": lambda rows: rows.crossfits(["a", "b <i>"]),
    "comparisons": lambda rows: rows.comparisons(["a", "b <i>"], 0.9, 10, (0.3,)),
    "comparison": lambda rows: rows.comparison("a", "b <i>"),
    "folds": lambda rows: rows.folds(),
    "areas": lambda rows: rows.class_areas(),
    "level": lambda rows: rows.at_level(0.8).analysis,
    "comparison at a level": lambda rows: rows.at_level(0.8).comparison("a", "b <i>"),
    "regret": lambda rows: rows.regret(
        rows.analysis, rows.analysis.decide(OperatingPoint(0.3, 2, 1)), ["a", "b <i>"]
    ),
}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_another_process_gives_the_same_results(
    server, store, add_dataset, session, heavy, monkeypatch, result
):
    """`rows` in the server would read the rows there; it is not called."""
    token = add_dataset(session)
    rows = load_predictions(store.folder_of(token, session) / "predictions")[0].complete()
    direct = DerivedResults.in_memory(rows, analyse(rows, n_replicates=100))
    monkeypatch.delattr(analyses.Analyses, "rows")
    with server.app_context():
        assert same(result(derived_results(token, session)), result(direct))


def test_an_analysis_that_is_stored_is_not_sent(server, add_dataset, session, heavy):
    token = add_dataset(session, rows=4000)
    with server.app_context():
        own = analyses.current_analyses()
        found = analyses.analysis_of(token, session)
        sent = own.portable(found.with_crossfits(None))
        assert len(pickle.dumps(sent)) < len(pickle.dumps(found)) / 10
        assert same(analyses.unpacked(pickle.loads(pickle.dumps(sent))), found)


def maps_a_file(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return isinstance(getattr(array, "obj", array), mmap.mmap)


def test_large_results_of_another_process_map_their_files(server, add_dataset, session, heavy):
    """So uploads that follow each other hardly add to the memory of the server."""
    token = add_dataset(session, rows=400)
    with server.app_context():
        fits = derived_results(token, session).crossfits(["a", "b <i>"])
        rows = analyses.current_analyses().rows(
            analyses.current_analyses().store.folder_of(token, session)
        )
        assert derived_results(token, session).crossfits(["a", "b <i>"]) is fits
    assert maps_a_file(fits.together.folds[0].fp)
    assert maps_a_file(fits.models["a"].deviation)
    assert maps_a_file(rows.scores["a"])


def test_without_room_cross_fits_are_returned(server, store, add_dataset, session, heavy):
    token = add_dataset(session, rows=400)
    with server.app_context():
        rows = derived_results(token, session)
        folder = store.folder_of(token, session)
        (folder / "analysis-of").write_text("a file where the folder should be")
        fits = rows.crossfits(["a", "b <i>"])
    assert not maps_a_file(fits.together.folds[0].fp)


def test_errors_of_derived_results_arrive(server, add_dataset, session, heavy):
    token = add_dataset(session)
    with server.app_context(), pytest.raises(KeyError):
        derived_results(token, session).crossfits(["unknown"])


def test_a_computation_that_gives_way_is_stopped_for_another(queue, gate, log):
    slow = Asker("a", NOW, "tab", gives_way=True)
    with pytest.raises(StillWorking):
        queue.result(("slow",), slow, partial(wait_for, gate, log.file))
    until(lambda: log() == ["begun"])
    with pytest.raises(StillWorking):
        queue.result(("slower",), replace(slow, tab="other"), partial(note, log.file, "slower"))
    assert queue.result(("new",), Asker("b"), partial(note, log.file, "new")) == "new"
    until(lambda: queue._n_running == 0)
    assert log() == ["begun", "new"]


def test_what_gives_way_is_stopped_before_a_large_upload_and_the_process_starts_again(
    queue, gate, log
):
    slow = Asker("a", NOW, "tab", gives_way=True)
    with pytest.raises(StillWorking):
        queue.result(("slow",), slow, partial(wait_for, gate, log.file))
    until(lambda: log() == ["begun"])
    queue.make_ready()
    until(lambda: queue._n_running == 0)
    (process,) = queue._idle
    assert process._child.poll() is None
    assert queue.result(("new",), Asker("b"), os.getpid) == process._child.pid


def test_before_a_large_upload_a_process_starts_and_starts_again_after_it_has_ended(queue):
    queue.make_ready()
    (process,) = queue._idle
    first = process._child
    queue.make_ready()
    assert process._child is first
    first.kill()
    first.wait()
    queue.make_ready()
    assert queue._idle == [process]
    assert queue.result(("new",), Asker("a"), os.getpid) == process._child.pid != first.pid


def test_what_gives_way_goes_on_where_a_process_is_free(queue, gate, log):
    queue.settings = replace(queue.settings, processes=2)
    slow = Asker("a", NOW, "tab", gives_way=True)
    with pytest.raises(StillWorking):
        queue.result(("slow",), slow, partial(wait_for, gate, log.file))
    until(lambda: log() == ["begun"])
    queue.make_ready()
    gate.touch()
    until(lambda: queue._n_running == 0)
    assert not queue._jobs


def test_a_computation_gives_way_only_if_all_who_ask_for_it_do(queue, gate, log):
    work = partial(wait_for, gate, log.file)
    for asker in (Asker("a", NOW, "tab", gives_way=True), Asker("b", NOW)):
        with pytest.raises(StillWorking):
            queue.result(("both",), asker, work)
    until(lambda: log() == ["begun"])
    ask(queue, "new", "c", partial(note, log.file, "new"))
    gate.touch()
    until(lambda: log()[-1] == "new")
    assert log() == ["begun", "new"]
