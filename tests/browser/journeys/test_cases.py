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

TICK = """
const select = document.getElementById('cases-columns');
select.value = arguments[0];
select.dispatchEvent(new Event('change', { bubbles: true }));
"""
FIRST_CELLS = """
const cells = document.querySelectorAll('#cases-rows tbody tr:first-child td');
return [...cells].map((cell) => cell.textContent);
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.csv"
    lines = [f"{int(y)},{score},no-{i}" for i, (y, score) in enumerate(zip(LABEL, SCORE), 1)]
    path.write_text("\n".join(["label,score,patient", *lines]) + "\n", encoding="utf-8")
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
    journey.run(TICK, "patient")
    journey.until("return document.querySelectorAll('#cases-rows th')[1].textContent === 'patient'")
    cells = journey.run(FIRST_CELLS)
    assert cells[1] == f"no-{cells[0]}"
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


OLD = np.round(RNG.normal(size=400) + LABEL, 3)
# The sentence, and the cells of the table, all at once.
TABLE = """
const cells = [...document.querySelectorAll('#cases-rows tr')].map((row) =>
  [...row.children].map((cell) => cell.textContent.trim()));
return [document.getElementById('cases-note').textContent, cells];
"""
CLOSE = """
if (!document.getElementById('cases-drawer').hidden) document.getElementById('cases-close').click();
"""
TRY = """
window.dash_clientside.set_props('panel-choice',
  { data: { what: 'trial', model: 'new', index: arguments[0], text: null, at: Date.now() } });
"""


@pytest.fixture(scope="module")
def prepare(tmp_path_factory):
    """Opens a file of two models."""
    path = tmp_path_factory.mktemp("cases") / "two.csv"
    lines = [f"{int(label)},{new},{old}" for label, new, old in zip(LABEL, SCORE, OLD)]
    path.write_text("\n".join(["label,new,old", *lines]) + "\n", encoding="utf-8")

    def prepare(journey):
        journey.upload(path)
        journey.says("#dataset-name", path.name)
        journey.settled()

    return prepare


@pytest.fixture
def two(journey):
    """A page that shows the file of two models; afterwards the drawer of cases is closed."""
    yield journey
    journey.run(CLOSE)


@pytest.mark.same_page
def test_changed_calls_are_listed_with_their_costs(two):
    two.reveal("#today-threshold")
    with two.asking():
        two.type("today-threshold", "0.2")
    two.says(".changed-calls", "of the file's 400 calls change: list them")
    with two.asking():
        two.type("cost-fn-box", "7")
    two.says(".changed-calls", "calls change: list them")
    counted = two.text(".changed-calls")
    two.click(".changed-calls")
    two.says("#cases-note", "Together $")
    sentence, (head, *rows) = two.run(TABLE)
    threshold = float(sentence.split("to new \u2265 ")[1].split(",")[0])
    flips = (threshold <= SCORE) != (SCORE >= 0.2)
    assert two.text("#cases-title") == f"{flips.sum()} cases change their call"
    assert counted.startswith(f"{flips.sum()} of the file's {flips.size} ")
    assert head == ["Row", "Change", "new", "Cost", "Panels"]
    places = {int(row[0]) - 1 for row in rows}
    assert places <= set(np.flatnonzero(flips).tolist())
    assert len(places) == min(flips.sum(), 100)
    for place, change, score, cost, _ in rows:
        i = int(place) - 1
        gain = change in ("newly found", "alarm gone")
        assert float(score) == pytest.approx(SCORE[i], abs=0.01)
        assert cost == f"{chr(0x2212) if gain else '+'}${7 if LABEL[i] else 1}"
    paid = [
        7 * (LABEL & (t > SCORE)).sum() + (~LABEL & (t <= SCORE)).sum() for t in (0.2, threshold)
    ]
    assert (
        f"Together ${abs(paid[0] - paid[1])} {'less' if paid[1] < paid[0] else 'more'}." in sentence
    )


@pytest.mark.same_page
def test_a_trial_threshold_offers_its_nearest_cases(two):
    with two.asking():
        two.run(TRY, 30)
    two.click(".changed-calls")
    two.says("#cases-title", "400 cases, the nearest first")
    sentence, (head, *rows) = two.run(TABLE)
    threshold = float(sentence.split("new \u2265 ")[1].split()[0])
    assert np.unique(SCORE[threshold <= SCORE]).size == 30
    assert head == ["Row", "Outcome", "new", "old", "Panels"]
    above, below = SCORE[threshold <= SCORE], SCORE[threshold > SCORE]
    between = [
        (above < s).sum() if s >= threshold else (below > s).sum()
        for s in (SCORE[int(row[0]) - 1] for row in rows)
    ]
    assert between == sorted(between)
    for place, outcome, new, old, _ in rows:
        i = int(place) - 1
        words = ("found", "missed") if LABEL[i] else ("false alarm", "left alone")
        assert outcome == words[0 if SCORE[i] >= threshold else 1]
        assert float(new) == pytest.approx(SCORE[i], abs=0.01)
        assert float(old) == pytest.approx(OLD[i], abs=0.01)
    two.click("#cases-rows .case-ring")
    two.until("return document.querySelectorAll('svg.highlight-layer circle').length > 0")
    two.run("document.getElementById('cases-order').value = 'row'")
    two.run(
        "document.getElementById('cases-order').dispatchEvent(new Event('change', {bubbles: true}))"
    )
    two.until("return document.querySelector('#cases-rows td')?.textContent === '1'")
    assert [int(row[0]) for row in two.run(TABLE)[1][1:]] == [*range(1, 101)]
