"""The files of the command line: the table that is read, and the report that is written."""

import argparse
import csv
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

MATRICES_NAME = "confusion matrices"
STANDARD = "-"  # stands for standard input and standard output
STDIN_NAME = "standard input"
SAMPLE = "sample:"


@contextmanager
def readable_file(given: str) -> Iterator[tuple[str, str]]:
    """(path, name to show) of the table. A pipe is copied to a temporary file.

    `sample:` and a key name one of the page's sample data sets. Raises ValueError for another key.
    """
    if given.startswith(SAMPLE):
        yield _sample(given.removeprefix(SAMPLE))
        return
    path = Path(given)
    if given != STANDARD and not (path.is_fifo() or path.is_char_device()):
        yield given, path.name
        return
    name = STDIN_NAME if given in (STANDARD, "/dev/stdin") else path.name
    with NamedTemporaryFile(prefix="costdash-") as copy:
        if given == STANDARD:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        else:
            with path.open("rb") as pipe:
                shutil.copyfileobj(pipe, copy)
        copy.flush()
        yield copy.name, name


@contextmanager
def matrices_file(matrices: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """(path, name to show) of a table of the confusion matrices that the options give."""
    with NamedTemporaryFile("w", newline="", suffix=".csv", prefix="costdash-") as table:
        csv.writer(table).writerows([("name", "tp", "fn", "fp", "tn"), *matrices])
        table.flush()
        yield table.name, MATRICES_NAME


def _sample(key: str) -> tuple[str, str]:
    from costdash.intake.samples import SAMPLES

    if key not in SAMPLES:
        names = ", ".join(SAMPLE + name for name in SAMPLES)
        raise ValueError(f"There is no sample {key}. The samples are {names}.")
    return str(SAMPLES[key].path), SAMPLES[key].title


def take_sample_roles(options: argparse.Namespace) -> None:
    """What a sample says about its labels becomes the options', unless these say it themselves."""
    from costdash.intake.samples import SAMPLES

    roles = SAMPLES[options.file.removeprefix(SAMPLE)].roles
    answers = ("label", "gold", "verified_within", "verified_by", "chance", "blanks")
    about_labels = [
        name for name in answers if name != "label" and getattr(roles, name) is not None
    ]
    if not about_labels or any(getattr(options, name, None) is not None for name in answers):
        return
    for name in ("label", "positive", *about_labels):
        if hasattr(options, name) and getattr(options, name) is None:
            setattr(options, name, getattr(roles, name))


def why_unreadable(path: str) -> str:
    """Why a file cannot be opened, with its name; "" if it can."""
    if os.path.isdir(path):
        return f"The file cannot be opened: {path} is a folder. Name a file in it."
    if not os.path.exists(path):
        return f"The file cannot be opened: there is no file {path}."
    if not os.access(path, os.R_OK):
        return f"The file cannot be opened: you may not read {path}."
    return ""


def written_files(options: argparse.Namespace) -> list[str]:
    """The files that a command is to write."""
    names = (getattr(options, name, None) for name in ("output", "junit", "markdown"))
    return [name for name in names if name]


def check_output(output: str, source: str) -> None:
    """Raises ValueError unless a file can be written, and not over the file that is read."""
    if output == STANDARD:
        return
    path = Path(output)
    if path.is_dir():
        raise ValueError(f"{output} is a folder: name a file to write, such as report.html.")
    if path.exists() and os.path.exists(source) and os.path.samefile(path, source):
        raise ValueError(f"That would overwrite the data: {output} is the file to read.")
    if not path.parent.is_dir():
        raise ValueError(f"{output} cannot be written: there is no folder {path.parent}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ValueError(f"{output} cannot be written: you may not write there.")


def write_output(text: str, output: str) -> None:
    """Writes a text to a file or to standard output."""
    if output == STANDARD:
        sys.stdout.write(text)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{output} cannot be written: {error.strerror}.") from error
