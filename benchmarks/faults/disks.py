"""The disk: full, read-only, deleted, damaged."""

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.faults.catalog import SMALL_DISK, fault
from benchmarks.faults.scene import UNAVAILABLE, Scene, Users, asked, csv, until

DISK_FULL = "The server's disk is full."
DELETED = "Your data were deleted."
NOT_DELETED = "Your data could not be deleted completely."
NOT_WRITTEN = "The server could not write"


@contextmanager
def filled(scene: Scene, leave: int) -> Iterator[None]:
    """Fills the file system of the data folder but for so many bytes."""
    filler = scene.team.folder / "filler"
    disk = os.statvfs(scene.team.folder)
    with filler.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(disk.f_bavail * disk.f_frsize - leave, 1))
    try:
        yield
    finally:
        filler.unlink(missing_ok=True)


@contextmanager
def read_only(scene: Scene) -> Iterator[None]:
    """Mounts the file system of the data folder for reading only."""
    remount = ("mount", "-o")
    subprocess.run([*remount, "remount,ro", scene.team.folder], check=True)
    try:
        yield
    finally:
        subprocess.run([*remount, "remount,rw", scene.team.folder], check=True)


@fault(
    "the disk is full while a file arrives",
    "a sentence; no data set stays of it; sliders and exports of others go on",
    SMALL_DISK,
)
def full_for_a_file(scene: Scene) -> str:
    owner, dataset = scene.owner()
    visitor = scene.visit()
    with (
        scene.new_folders() as new,
        filled(scene, 500_000),
        Users(scene, scene.link(owner, dataset), 4) as users,
    ):
        answer = visitor.upload(csv(100_000, 2))
        assert (answer.status, DISK_FULL in answer.json["error"]) == (507, True), answer
        assert owner.export(dataset).status == 200
    assert not users.wrong(), users.wrong()[:3]
    assert not new, new
    return users.figure()


@fault(
    "the disk is full while a reader stores the table",
    "a sentence; nothing stays of the file",
    SMALL_DISK,
)
def full_for_a_table(scene: Scene) -> str:
    visitor, body = scene.visit(), csv(100_000, 2)
    with scene.new_folders() as new, filled(scene, len(body) + 400_000):
        answer = visitor.upload(body)
        answered = answer.json.get("error", "")
        if answer.status == 200:
            dataset, answered = visitor.draw(answer.json["token"])
            assert dataset is None, "the disk was not full"
        assert answered, answer
    left = sum(path.stat().st_size for folder in new for path in folder.rglob("*"))
    assert left < 10_000, f"{left} bytes stay of the file"
    return f"{left} bytes stay; {answered[:120]!r}"


@fault(
    "the disk is full while an analysis is stored",
    "the answer comes from memory; nothing partial stays",
    SMALL_DISK,
)
def full_for_an_analysis(scene: Scene) -> str:
    visitor = scene.visit()
    dataset = visitor.upload_and_draw(csv(60_000, 3, missing=0.01))
    first_model = dataset | {"models": dataset["models"][:1]}
    with filled(scene, 100_000):
        seconds = until(lambda: asked(visitor, first_model).is_answer, 150, "no answer")
        parts = [path for path in scene.sets.rglob("*.part") if path.stat().st_size]
    assert not parts, parts
    return f"answer after {seconds:.1f} s"


@fault("a data set is deleted on a full disk", "deleted; its room is free", SMALL_DISK)
def deleted_on_a_full_disk(scene: Scene) -> str:
    visitor = scene.visit()
    with scene.new_folders() as new:
        dataset = visitor.upload_and_draw(csv(60_000, 2))
    scene.children_at_rest("pool_worker")  # it stores bands, and the filler needs all that is left
    with filled(scene, 0):
        before = os.statvfs(scene.team.folder).f_bavail
        answered = scene.delete(visitor, dataset)
        assert DELETED in answered, answered
        freed = os.statvfs(scene.team.folder).f_bavail - before
    assert not any(folder.exists() for folder in new)
    assert freed > 0
    return f"{freed * 4096 / 1e6:.1f} MB are free again"


@fault(
    "somebody shares a data set on a full disk",
    "a link that works, or a sentence; the data set stays",
    SMALL_DISK,
)
def shared_on_a_full_disk(scene: Scene) -> str:
    owner, dataset = scene.owner()
    pressed = {"dataset": dataset, "share_make": 1, "share_lifetime": "24"}
    with filled(scene, 0):
        answered = str(owner.callback("share-path.data", "share-make.n_clicks", **pressed))
        assert asked(owner, dataset).is_answer
    assert "could not" in answered or "/shared/" in answered, answered
    assert asked(owner, dataset).is_answer
    assert "/shared/" in scene.link(owner, dataset)
    return "link" if "/shared/" in answered else "sentence"


@fault(
    "the server is started on a full disk",
    "it starts; data sets that are there are shown",
    SMALL_DISK,
)
def started_on_a_full_disk(scene: Scene) -> str:
    owner, dataset = scene.owner()
    with filled(scene, 0):
        scene.team.served.stop()
        scene.team.served.start()
        scene.visit()
        assert asked(owner, dataset).is_answer
    return "started"


@fault("the disk has no inodes left", "a sentence; sliders go on", SMALL_DISK)
def no_inodes(scene: Scene) -> str:
    owner, dataset = scene.owner()
    crowd = scene.team.folder / "crowd"
    crowd.mkdir()
    try:
        n = os.statvfs(crowd).f_favail
        for i in range(n):
            (crowd / str(i)).touch()
        answer = scene.visit().upload(csv(500, 1))
        assert answer.status in (500, 507), answer
        assert answer.json["error"], answer
        assert asked(owner, dataset).is_answer
    finally:
        shutil.rmtree(crowd)
    return f"{answer.status}: {answer.json['error']}"


@fault(
    "the disk turns read-only while users work",
    "sliders, links and exports go on; upload and Delete say that nothing can be written",
    SMALL_DISK,
)
def turns_read_only(scene: Scene) -> str:
    owner, dataset = scene.owner()
    with Users(scene, scene.link(owner, dataset), 4) as users, read_only(scene):
        answer = scene.visit().upload(csv(500, 1))
        assert (answer.status, NOT_WRITTEN in answer.json["error"]) == (500, True), answer
        answered = scene.delete(owner, dataset)
        assert NOT_DELETED in answered, answered
        assert owner.export(dataset).status == 200
    assert not users.wrong(), users.wrong()[:3]
    assert asked(owner, dataset).is_answer
    return users.figure()


@fault(
    "the server is started on a read-only disk",
    "it says so and stops, or shows what is there; afterwards it starts",
    SMALL_DISK,
)
def started_read_only(scene: Scene) -> str:
    owner, dataset = scene.owner()
    scene.team.served.stop()
    with read_only(scene):
        try:
            scene.team.served.start()
            figure = "started; data sets are shown"
            assert asked(owner, dataset).is_answer
        except RuntimeError:
            figure = scene.team.served.log().strip().splitlines()[-1]
            assert "does not start" in figure, figure
        scene.team.served.stop()
    scene.team.served.start()
    assert asked(owner, dataset).is_answer
    return figure


@fault(
    "files may have 50 kB only (as with a quota of the system)",
    "a sentence; sliders go on; afterwards uploads are drawn",
)
def small_files_only(scene: Scene) -> str:
    owner, dataset = scene.owner()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    processes = [scene.team.served.process.pid, *scene.team.served.workers]
    for pid in processes:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (50_000, usual[1]))
    try:
        answer = scene.visit().upload(csv(20_000, 2))
        assert (answer.status, DISK_FULL in answer.json["error"]) == (507, True), answer
        assert asked(owner, dataset).is_answer
    finally:
        for pid in processes:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
    return str(answer.status)


@fault(
    "the folder of data sets may not be written",
    "a sentence for uploads; Delete says that it failed; sliders go on",
)
def folder_without_rights(scene: Scene) -> str:
    owner, dataset = scene.owner()
    folders = [scene.sets, *scene.folders()]
    for folder in folders:
        folder.chmod(0o500)
    try:
        answer = scene.visit().upload(csv(500, 1))
        assert (answer.status, NOT_WRITTEN in answer.json["error"]) == (500, True), answer
        answered = scene.delete(owner, dataset)
        assert NOT_DELETED in answered, answered
        assert asked(owner, dataset).is_answer
    finally:
        for folder in folders:
            folder.chmod(0o700)
    assert DELETED in scene.delete(owner, dataset)
    return "500 and two sentences"


@fault("the data folder is deleted", "a sentence; the next upload is drawn")
def folder_deleted(scene: Scene) -> str:
    owner, dataset = scene.owner()
    shutil.rmtree(scene.team.folder)
    seen = asked(owner, dataset)
    assert UNAVAILABLE in seen.sentence, seen
    assert owner.upload_and_draw(csv(60, 1))
    return "sentence, then drawn"


@fault("all stored analyses are deleted while users work", "they are computed again")
def analyses_deleted(scene: Scene) -> str:
    visitor = scene.visit()
    dataset = visitor.upload_and_draw(csv(60_000, 2))
    with Users(scene, scene.link(visitor, dataset), 4) as users:
        for folder in scene.folders():
            for stored in folder.glob("analysis*"):
                shutil.rmtree(stored)
        before = users.answers
        until(lambda: users.answers > before + 12)
    working = '{"working": true}'  # the page then asks again
    assert not users.wrong(working), users.wrong(working)[:3]
    return users.figure()


def _shown(scene: Scene, owner, dataset: dict) -> str:
    """The numbers that the page shows, or the sentence instead of them, by a new worker."""
    answer = owner.export(dataset)
    assert answer.status < 500, answer
    return answer.text


def _damaged(scene: Scene, damage) -> str:
    """Damages one file of a data set after the other; the server is restarted each time."""
    kinds = {"numbers": 0, "sentence": 0}
    owner, dataset = scene.owner(500, 2)
    right = _shown(scene, owner, dataset)
    n = len(_files(scene, dataset))
    for i in range(n):
        owner, dataset = scene.owner(500, 2)
        damage(_files(scene, dataset)[i])
        scene.kill_workers()
        scene.recovered()
        text = _shown(scene, owner, dataset)
        seen = asked(owner, dataset)
        assert seen.status == 200, seen
        kinds["numbers" if text == right else "sentence"] += 1
        if text != right:
            assert '"error"' in text, f"other numbers after damage to file {i}: {text[:200]}"
    return f"{n} files: {kinds['numbers']} the same numbers, {kinds['sentence']} a sentence"


def _files(scene: Scene, dataset: dict) -> list[Path]:
    from costdash.web.session import digest

    folder = scene.sets / digest(dataset["token"])
    files = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size]
    return sorted(files, key=lambda path: path.suffix + path.parent.name + str(path.stat().st_size))


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


@fault("one bit of each stored file is flipped", "the same numbers or a sentence, never others")
def bits_flipped(scene: Scene) -> str:
    return _damaged(scene, _flip)


@fault("each stored file is cut to its half", "the same numbers or a sentence, never others")
def files_cut(scene: Scene) -> str:
    return _damaged(scene, lambda path: os.truncate(path, path.stat().st_size // 2))


@fault("each stored file is emptied", "the same numbers or a sentence, never others")
def files_emptied(scene: Scene) -> str:
    return _damaged(scene, lambda path: os.truncate(path, 0))
