"""The drawer of cases, and labels that are corrected in an exported list."""

import hashlib

import numpy as np
import pytest

RNG = np.random.default_rng(3)
LABEL = np.arange(400) % 4 == 0
SCORE = np.round(RNG.normal(size=400) + 2 * LABEL, 3)
# The next file that is chosen has this text.
CHOOSE = """
const data = new DataTransfer();
data.items.add(new File([arguments[0]], 'list.csv'));
HTMLInputElement.prototype.click = function () {
  this.files = data.files;
  this.dispatchEvent(new Event('change'));
};
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.csv"
    lines = [f"{int(label)},{score}" for label, score in zip(LABEL, SCORE)]
    path.write_text("\n".join(["label,score", *lines]) + "\n", encoding="utf-8")
    return path


LISTED = """
const buttons = [...document.querySelectorAll('#cases-lists button')].map((b) => b.textContent);
const rows = document.querySelectorAll('#cases-rows tbody tr').length;
return [document.getElementById('cases-note').textContent, buttons, rows];
"""


def shown(journey):
    """The threshold of the sentence, the counts of the lists by name, and the rows, all at once."""
    sentence, buttons, rows = journey.run(LISTED)
    threshold = float(sentence.split("\u2265 ")[1].split()[0])
    listed = {text.rsplit(" ", 1)[0]: text.rsplit(" ", 1)[1] for text in buttons[:4]}
    return threshold, listed, rows


def test_the_counts_open_their_cases_and_corrected_labels_are_taken(journey, file):
    journey.upload(file)
    journey.says("#dataset-name", file.name)  # not the sample, whose cases can be listed too
    journey.settled()
    journey.click("#cases-open")
    journey.says("#cases-note", f"of {(~LABEL).sum()} negatives")
    threshold, listed, rows = shown(journey)
    missed = (threshold > SCORE) & LABEL
    assert listed["Missed"] == str(missed.sum())
    assert listed["Found"] == str((LABEL & ~missed).sum())
    assert rows == min(missed.sum(), 100)
    mark = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    corrected = np.flatnonzero(missed)[:2] + 1
    text = "\n".join(
        ["file,row,label_new", *(f"sha256:{mark},{row},negative" for row in corrected)]
    )
    journey.run(CHOOSE, text)
    journey.click("#cases-correct")
    journey.says(
        "#cases-corrected", f"{len(corrected)} labels change: {len(corrected)} to negative."
    )
    journey.click("#cases-take")
    journey.says("#dataset-name", f"own.csv, {len(corrected)} labels corrected")
    journey.says("#cases-note", f"of {LABEL.sum() - len(corrected)} positives")
    journey.click("#cases-close")
    assert not journey.find("cases-drawer").is_displayed()
