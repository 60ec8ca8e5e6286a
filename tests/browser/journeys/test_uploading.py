"""The way of a file to the server: button, drop, cancellation, refusal, lost connection."""

from contextlib import suppress

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.wait import WebDriverWait

from costdash.web.routes import upload as upload_route

ROWS = "".join(f"{i % 2},{i / 4e3 + (i % 2) / 9}\n" for i in range(4000))
DROP = """
const files = new DataTransfer();
for (const [name, text] of arguments[0]) files.items.add(new File([text], name));
for (const kind of arguments[1])
  document.body.dispatchEvent(
    new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }),
  );
"""
NOTICE = ".mantine-Notifications-notification[role=alert]"


@pytest.fixture
def csv(tmp_path):
    def csv(name="mine.csv", text="label,mine\n" + ROWS):
        file = tmp_path / name
        file.write_text(text)
        return str(file)

    return csv


def upload(journey, path):
    journey.find("upload-file").send_keys(path)


def shown(journey):
    return journey.text("#dataset-name") or ""


def test_a_file_is_uploaded_and_drawn(journey, csv):
    """It starts with its own conditions; undo restores those of the previous data."""
    before = shown(journey)
    with journey.asking():
        journey.type("cost-fn-box", "77")
    upload(journey, csv())
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    assert "mine" in journey.decision
    assert "New data, new conditions" in journey.notice()
    assert journey.conditions[1] != 77
    with journey.asking():
        journey.click("#undo")
    assert journey.conditions[1] == 77
    assert shown(journey) != before
    journey.until("return document.getElementById('upload-progress').childElementCount === 0")
    journey.driver.refresh()
    journey.says("#dataset-name", "mine.csv")


def test_another_class_is_chosen_as_positive(journey, csv):
    pets = "".join(f"{'abbccc'[i % 6]},{i % 7},{i % 5},{i % 11}\n" for i in range(600))
    upload(journey, csv("pets.csv", "label,p_a,p_b,p_c\n" + pets))
    journey.says("#dataset-name", "pets.csv")
    journey.says("#model-checkboxes", "p_a")
    assert journey.run("return document.getElementById('positive-class').value") == "a"
    journey.click("#positive-class")
    journey.run(
        "[...document.querySelectorAll('[role=option]')].find((o) => o.textContent === 'c').click()"
    )
    journey.says("#model-checkboxes", "p_c")
    journey.until("return !document.getElementById('positive-class').disabled")
    assert journey.run("return document.getElementById('positive-class').value") == "c"
    assert "p_a" not in journey.text("#model-checkboxes")


def test_a_dropped_file_is_drawn(journey):
    journey.run(DROP, [], ["dragover"])
    assert not journey.run("return document.body.classList.contains('dropping')")
    dropped = [["dropped.csv", "label,d\n" + ROWS]]
    journey.run(DROP, dropped, ["dragover"])
    assert journey.run("return document.body.classList.contains('dropping')")
    journey.run(DROP, dropped, ["drop"])
    assert not journey.run("return document.body.classList.contains('dropping')")
    journey.says("#dataset-name", "dropped.csv")


@pytest.mark.same_page
@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([["a.csv", ""]], "a.csv is empty"),
        ([["a.csv", "x"], ["b.csv", "y"]], "one file at a time"),
        ([["a.xlsx", "PK\x03\x04damaged"]], "damaged"),
        ([["a.txt", "no table in here"]], "column"),
    ],
)
def test_an_unreadable_file_gets_one_sentence_and_leaves_the_view(journey, files, sentence):
    name, decision = shown(journey), journey.decision
    journey.run(DROP, files, ["drop"])
    journey.says(NOTICE, sentence)
    journey.until("return document.getElementById('upload-progress').childElementCount === 0")
    assert (shown(journey), journey.decision) == (name, decision)


def test_the_next_file_clears_messages_and_questions_of_the_last(journey, csv):
    journey.run(DROP, [["bad.txt", "no table in here"]], ["drop"])
    journey.says(NOTICE, "bad.txt")
    journey.run("window.dash_clientside.set_props('columns-dialog', { opened: true })")
    journey.until("return document.querySelector('#roles-apply')?.offsetParent")
    upload(journey, csv())
    journey.says("#dataset-name", "mine.csv")
    journey.until("return !document.querySelector('#roles-apply')?.offsetParent")
    said = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)"
    assert "bad.txt" not in " ".join(journey.run(said, NOTICE))


LIMIT = """
const { content } = document.querySelector('meta[name=costdash-upload-bytes]');
document.querySelector('meta[name=costdash-upload-bytes]').content = arguments[0];
return content;
"""


@pytest.fixture
def ten_bytes(journey):
    """The page takes files of at most ten bytes."""
    limit = journey.run(LIMIT, "10")
    yield
    journey.run(LIMIT, limit)


@pytest.mark.same_page
@pytest.mark.usefixtures("ten_bytes")
def test_too_large_a_file_is_refused_before_it_is_sent(journey):
    journey.run(DROP, [["a.csv", "label,d\n" + ROWS]], ["drop"])
    journey.says(NOTICE, "at most 1 MB are read")


def slow(driver, rate, offline=False):
    driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {
            "offline": offline,
            "latency": 0,
            "downloadThroughput": -1,
            "uploadThroughput": rate,
        },
    )


@pytest.fixture
def slowly(journey):
    slow(journey.driver, 50_000)
    yield journey
    slow(journey.driver, -1)


@pytest.mark.same_page
def test_an_upload_shows_how_far_it_is_and_can_be_cancelled(slowly, csv):
    name = shown(slowly)
    upload(slowly, csv(text="label,mine\n" + ROWS * 20))
    bar = "#upload-progress [role=progressbar]"
    slowly.until("return Number(document.querySelector(arguments[0])?.ariaValueNow) > 0", bar)
    assert "mine.csv" in slowly.select(bar).get_attribute("aria-label")
    slowly.click("#upload-progress button")
    slowly.until("return document.getElementById('upload-progress').childElementCount === 0")
    assert shown(slowly) == name


@pytest.mark.same_page
def test_a_lost_connection_says_so(slowly):
    slow(slowly.driver, -1, offline=True)
    slowly.run(DROP, [["a.csv", "label,d\n" + ROWS]], ["drop"])
    slowly.until(
        "return (document.querySelector('#upload-progress')?.childElementCount ?? 0) === 0"
    )
    slow(slowly.driver, -1)
    slowly.says(NOTICE, "connection to the server was lost")
    slowly.driver.get_log("browser")  # the browser's own message about the lost connection


ENDED = """
const said = [...document.querySelectorAll(arguments[0])].map((one) => one.textContent).join(' ');
const name = document.getElementById('dataset-name').textContent;
return name.includes('mine.csv') ? 'mine.csv' : said.trim();
"""
AHEAD = """
const now = Date.now;
Date.now = () => now() + 10_000; // after which the page asks again
"""
LOSE_QUESTION = f"""
const fetched = window.fetch;
window.fetch = (address, options) => {{
  const asks = String(options?.body).includes('"upload-token"');
  if (!asks || window.lost) return fetched(address, options);
  window.lost = true;
  {AHEAD}
  return Promise.reject(new TypeError('Failed to fetch'));
}};
"""


@pytest.fixture
def soon_unread(monkeypatch):
    """The server soon takes the question for a file that arrived as lost."""
    monkeypatch.setattr(upload_route, "UNREAD_SECONDS", 0.5)


@pytest.mark.usefixtures("soon_unread")
def test_a_file_whose_question_is_lost_is_read_after_all(journey, csv):
    """The line is cut right after the file: the page asks again, and blames nobody."""
    journey.run(LOSE_QUESTION)
    upload(journey, csv())
    journey.says("#dataset-name", "mine.csv")
    journey.until("return document.getElementById('upload-progress').childElementCount === 0")
    assert journey.run("return window.lost")
    journey.driver.refresh()
    journey.driver.get_log("browser")  # what dash says of the lost question


@pytest.mark.usefixtures("soon_unread")
def test_a_line_that_is_cut_while_a_file_is_sent_is_named_as_the_cause(slowly, csv):
    upload(slowly, csv(text="label,mine\n" + ROWS * 20))
    bar = "#upload-progress [role=progressbar]"
    slowly.until("return Number(document.querySelector(arguments[0])?.ariaValueNow) > 0", bar)
    slow(slowly.driver, -1, offline=True)
    with suppress(TimeoutException):  # the file may have arrived whole: then nobody blames the line
        WebDriverWait(slowly.driver, 2).until(lambda _: slowly.run(ENDED, NOTICE))
    slowly.run(AHEAD)
    slow(slowly.driver, -1)
    said = slowly.until(ENDED, NOTICE)
    assert "restarted" not in said
    assert said == "mine.csv" or "connection to the server was lost" in said
    slowly.driver.get_log("browser")


STAGE_ANSWERS = """
const [fetched, now] = [window.fetch, Date.now];
let late = 0;
Date.now = () => now() + late;
window.fetch = (address, ...rest) => {
  if (!String(address).endsWith('upload/stage')) return fetched(address, ...rest);
  late += arguments[1];
  return Promise.resolve(new Response(JSON.stringify(arguments[0]), { status: arguments[2] }));
};
"""
RESTARTED = {"stage": "?", "done": False, "error": "The server was restarted. Upload it again."}


@pytest.mark.parametrize(
    ("answer", "ms", "status", "sentence"),
    [
        (RESTARTED, 0, 200, "The server was restarted"),
        ({"error": "starting"}, 20_000, 502, "not answered for 30 seconds"),
    ],
)
def test_a_bar_ends_with_a_sentence_when_the_reading_is_lost(
    journey, csv, answer, ms, status, sentence
):
    journey.run(STAGE_ANSWERS, answer, ms, status)
    upload(journey, csv())
    journey.says(NOTICE, sentence)
    journey.until("return document.getElementById('upload-progress').childElementCount === 0")
    journey.driver.refresh()


def test_recent_scores_dropped_onto_the_conditions_bar_give_a_range_of_the_positives(journey, csv):
    upload(journey, csv())
    journey.says("#dataset-name", "mine.csv")
    journey.settled()
    recent = "mine,other\n" + "".join(f"{i / 4e3 + (i % 20 == 0) / 9},0\n" for i in range(4000))
    journey.driver.execute_script(
        """
        const carried = new DataTransfer();
        carried.items.add(new File([arguments[0]], 'recent.csv'));
        const { left, top } = document.querySelector('#prior-condition').getBoundingClientRect();
        const at = { clientX: left + 20, clientY: top + 20 };
        const about = { dataTransfer: carried, bubbles: true, cancelable: true, ...at };
        for (const kind of ['dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(kind, about));
        """,
        recent,
    )
    journey.says("#recent-box", "4,000 recent scores of mine")
    assert shown(journey).startswith("mine.csv")  # the file is no new data
    with journey.asking():
        journey.click("#recent-box .label-button")
    low, high = journey.driver.execute_script(
        "return ['prior-low', 'prior-high'].map((id) => document.getElementById(id).value)"
    )
    assert float(low.split()[0]) < float(high.split()[0]) < 40  # of 50 % in the file
    assert not journey.select("#recent-box").is_displayed()
